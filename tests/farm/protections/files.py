"""Admission, and files of programs."""

import hashlib

import postgres
from protections import protection


@protection("a node makes the reference runs before it works", [("sync_v1", r"IF NOT farm\.is_admitted\(p_campaign, p_node\) THEN", "IF false THEN")],
            "SL005", "ok")
def not_admitted(case):
    node = case.node("a")
    node.name = "nobody"
    return node.claim()


@protection("a node on which runs differ is not admitted",
            [("reproduce_v1", r"IS DISTINCT FROM p_hashes\[r\.place\]", "IS DISTINCT FROM (r.run->>1)::bigint")], ("1", "0", "SL005"), ("0", "0", "ok"))
def other_runs(case):
    node = case.node("a")
    node.name = "other"
    return (case.value(f"SELECT farm.reproduce_v1({case.campaign}, 'other', '{{6}}')"),
            case.value(f"SELECT farm.reproduce_v1({case.campaign}, 'right', '{{5}}')"), node.claim())


@protection("all nodes run the same build", [("admit_v1", r"RETURN known = p_build;", "RETURN true;")], ("t", "f"), ("t", "t"))
def other_build(case):
    return (case.value(f"SELECT farm.admit_v1({case.campaign}, 'one')"), case.value(f"SELECT farm.admit_v1({case.campaign}, 'two')"))


def hash_of(content):
    return hashlib.sha256(content).hexdigest()


@protection("a file has the content of its hash", [("end_file_v1", r"OR encode\(sha256\(content\), 'hex'\) <> p_hash THEN", "THEN")], ("f", "0"), ("t", "1"))
def wrong_file(case):
    name = hash_of(f"right {case.campaign}".encode())
    case.session.query(f"SELECT farm.put_part_v1('{name}', 0, 'wrong'::bytea)")
    return case.value(f"SELECT farm.end_file_v1('{name}', 5)"), case.value(f"SELECT count(*) FROM farm.files WHERE hash = '{name}'")


@protection("a stored file is not replaced", [("put_part_v1", r"IF EXISTS \(SELECT FROM farm\.files WHERE hash = p_hash\) THEN RETURN; END IF;", "")],
            "right", "wrong")
def replaced_file(case):
    content = "right"
    name = hash_of(content.encode())
    for part in (content, "wrong"):
        case.session.query(f"SELECT farm.put_part_v1('{name}', 0, '{part}'::bytea)")
        case.session.query(f"SELECT farm.end_file_v1('{name}', 5)")
    kept = case.value(f"SELECT convert_from(bytes, 'UTF8') FROM farm.parts WHERE hash = '{name}'")
    case.session.query("DELETE FROM farm.parts; DELETE FROM farm.files")
    return kept


def stored_bundle(case, files):
    manifest = '{"files": [' + ", ".join(f'{{"hash": "{name}"}}' for name in files) + "]}"
    return manifest, hash_of(manifest.encode())


def put_bundle(case, name, manifest):
    try:
        case.session.query(f"SELECT farm.put_bundle_v1('{name}', '{manifest}')")
        return "stored"
    except postgres.Refused as refused:
        return refused.code


@protection("a list of files has the content of its hash",
            [("put_bundle_v1", r"IF encode\(sha256\(convert_to\(p_manifest, 'UTF8'\)\), 'hex'\) <> p_hash THEN", "IF false THEN")], "SL004", "stored")
def wrong_bundle(case):
    manifest, _ = stored_bundle(case, [])
    return put_bundle(case, hash_of(str(case.campaign).encode()), manifest)


@protection("all files of a list are there", [("put_bundle_v1", r"WHERE NOT EXISTS \(SELECT FROM farm\.files WHERE hash = f->>'hash'\)", "WHERE false")],
            "SL004", "stored")
def incomplete_bundle(case):
    manifest, name = stored_bundle(case, [hash_of(f"missing {case.campaign}".encode())])
    return put_bundle(case, name, manifest)


@protection("a campaign gives its own files only", [("part_v1", r"AND \(?farm\.bundle_v1\(p_campaign\)\)?::jsonb @> .*?(?=\n)", "")], "", "secret")
def file_of_another(case):
    """The campaign has no bundle; the file is another one's."""
    name = hash_of(b"secret")
    case.session.query(f"SELECT farm.put_part_v1('{name}', 0, 'secret'::bytea)")
    case.session.query(f"SELECT farm.end_file_v1('{name}', 6)")
    return case.value(f"SELECT convert_from(farm.part_v1({case.campaign}, '{name}', 0), 'UTF8')")
