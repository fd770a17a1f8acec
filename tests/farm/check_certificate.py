#!/usr/bin/env python3
"""The certificate of a complete search has the counts of one worker, and the command in it makes the same search again. A campaign that is
not complete has none, nor has one that only says so in the database: every condition is looked at again."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

COUNTS = ("complete_runs", "blocked_runs", "deadlocked_classes", "failed_runs", "class_sum")
# Program, arguments, options, claim, and classes by theory: n! orders of n atomic increments, of three alike threads a sixth of 7,134.
SEARCHES = (("families", ["ainc", "6"], ("--without=symmetry",), "complete under sequential consistency", 720),
            ("families", ["inc", "3", "2"], (), "complete under sequential consistency", 1189),
            ("families", ["inc", "3", "2"], ("--without=symmetry", "--preemptions=2", "--max-steps=5000", "--memory=512M", "--hang-time=1500ms",
                                             "--choices=default,-weak", "--fail-on-exit=no"), "complete up to 2 preemptions under sequential consistency", None),
            # Learns facts about the program on the way, has deadlocks, has failures.
            ("volatiles", ["iriw"], ("--without=symmetry", "--volatile=relaxed"), "complete under sequential consistency", 15),
            ("locks", ["philosophers", "5"], ("--without=symmetry",), "complete under sequential consistency", None),
            ("failures", ["readers"], ("--without=symmetry",), "complete under sequential consistency", None))

GAP = """'["long_run", 20000, 0, ""]'"""
EPOCH = "(SELECT epoch FROM farm.campaigns WHERE id = {0})"
ONE = "campaign = {0} AND node = (SELECT min(node) FROM farm.totals WHERE campaign = {0})"
# What is done to the tables of a complete search, how it is taken back, and the reason that is given.
DAMAGE = (
    (f"INSERT INTO farm.items (campaign, epoch, n, weight, bytes) VALUES ({{0}}, {EPOCH}, 2, 0, 'x')", "DELETE FROM farm.items WHERE campaign = {0}",
     "2 items are open"),
    (f"UPDATE farm.totals SET done = done + 1 WHERE {ONE}", f"UPDATE farm.totals SET done = done - 1 WHERE {ONE}", "the ledger is off by -1"),
    (f"INSERT INTO farm.notes VALUES ({{0}}, {EPOCH}, 'gap', {GAP})", "DELETE FROM farm.notes WHERE campaign = {0} AND kind = 'gap'", "20000"),
    ("INSERT INTO farm.differences VALUES (4711, {0}, 'a', 'b')", "DELETE FROM farm.differences WHERE sample = 4711", "1 run differs between nodes"),
    (f"INSERT INTO farm.samples (campaign, epoch, node, item, hash) VALUES ({{0}}, {EPOCH}, 'a', 'x', 1)", "DELETE FROM farm.samples WHERE campaign = {0}",
     "1 sampled run was not repeated"),
    ("UPDATE farm.bundles SET manifest = manifest || ' '", "UPDATE farm.bundles SET manifest = rtrim(manifest)", "another one than was submitted"),
    ("UPDATE farm.campaigns SET request = jsonb_set(request, '{{bundle}}', to_jsonb((request->>'bundle') || '0')) WHERE id = {0}",
     "UPDATE farm.campaigns SET request = jsonb_set(request, '{{bundle}}', to_jsonb(left(request->>'bundle', 64))) WHERE id = {0}",
     "another one than was submitted"),
    ("UPDATE farm.totals SET epoch = -epoch WHERE campaign = {0}", "UPDATE farm.totals SET epoch = -epoch WHERE campaign = {0}", "no class was run"),
)


class As:
    def __init__(self, server, login):
        self.url = f"host={server.folder} user={login} dbname=postgres"


def again(sleave, certificate, folder):
    """The summary of the command in the certificate."""
    summary = folder / "again.json"
    summary.unlink(missing_ok=True)
    words = certificate["check"].replace("sleave run ", f"sleave run --summary={summary} --out={folder}/again ", 1)
    environment = {**os.environ, "PATH": f"{pathlib.Path(sleave.command).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    return json.loads(summary.read_text()) if summary.exists() else {"output": done.stdout + done.stderr}


def check_search(sleave, farm, reader, folder, programs, search, checks):
    name, arguments, options, claim, classes = search
    what = " ".join([name, *arguments, *options])
    expected = sleave.run(programs / name, "--strategy=dpor", *options, "--keep-going", "--minimize=off", "--runs=0", "--time=0",
                          arguments=arguments).summary
    campaign = farm.submit(programs / name, *options, arguments=arguments)
    started = [farm.start_node(), farm.start_node("--jobs=2")]
    status = farm.wait(campaign)
    logs = farm.logs()
    farm.stop()
    done = reader.call("certificate", "--json", campaign)
    if not checks.equal(done.code, 0, f"{what}: certificate", f"{done}\n{status}\n{logs}"):
        return campaign
    certificate = json.loads(done.output)
    counts = {count: certificate[count] for count in COUNTS}
    checks.equal(counts, {count: expected[count] for count in COUNTS}, f"{what}: counts")
    if classes is not None:
        checks.equal(certificate["classes"], classes, f"{what}: classes")
    checks.equal(certificate["claim"], claim, f"{what}: claim")
    checks.equal(nodes.signatures(certificate), nodes.signatures(expected), f"{what}: findings")
    repeated = again(sleave, certificate, folder)
    checks.equal({count: repeated.get(count) for count in COUNTS}, counts, f"{what}: the command of the certificate", f"{certificate['check']}\n{repeated}")
    ledger = certificate["ledger"]
    checks.equal((ledger["open"], ledger["difference"], ledger["made"] + 1), (0, 0, ledger["done"]), f"{what}: ledger")
    checks.equal(sum(node["items"] for node in certificate["nodes"]), ledger["done"], f"{what}: nodes")
    checks.that({node["name"].split(":")[1] for node in certificate["nodes"]} <= {str(node.pid) for node in started}, f"{what}: names of nodes",
                certificate["nodes"])
    checks.equal((certificate["audits"]["repeated"], certificate["audits"]["different"]), (status["repeated"], 0), f"{what}: audits")
    checks.equal(certificate["epochs"], status["epoch"], f"{what}: epochs")
    lines = reader.call("certificate", campaign)
    for part in (certificate["check"], certificate["class_sum"], certificate["bundle"], certificate["engine"], claim):
        checks.that(part in lines.output, f"{what}: the text has {part}", lines)
    return campaign


def check_none(farm, campaign, reason, what, checks):
    for words in ((), ("--json",)):
        done = farm.call("certificate", *words, campaign)
        checks.that(done.code == command.DIVERGED and reason in done.output, f"{what}: no certificate, and why", done)


def check_damage(farm, campaign, checks):
    for damage, repair, reason in DAMAGE:
        farm.server.query(damage.format(campaign))
        checks.equal(farm.status(campaign)["state"], "complete", "what the database says")
        check_none(farm, campaign, reason, damage, checks)
        farm.server.query(repair.format(campaign))
    checks.equal(farm.call("certificate", campaign).code, 0, "with everything as it was")


def check_others(farm, programs, checks):
    """Campaigns that are open, canceled, ended by a finding; and one that somebody calls complete."""
    campaign = farm.submit(programs / "families", "--without=symmetry", arguments=["ainc", "6"])
    check_none(farm, campaign, "the search is not over", "open", checks)
    farm.server.query(f"UPDATE farm.campaigns SET state = 'complete', finished = now() WHERE id = {campaign}")
    for reason in ("1 item is open", "no class was run"):
        check_none(farm, campaign, reason, "open, and called complete", checks)
    farm.server.query(f"UPDATE farm.campaigns SET state = 'open', finished = NULL WHERE id = {campaign}")
    farm.call("cancel", campaign)
    check_none(farm, campaign, "the search was canceled", "canceled", checks)
    made = farm.call("submit", programs / "failures", "readers")
    campaign = int(made.output.split(":")[0].split()[1])
    farm.start_node()
    checks.equal(farm.wait(campaign)["state"], "found", "a search that ends with its finding")
    farm.stop()
    check_none(farm, campaign, "a finding ended the search", "found", checks)
    checks.equal(farm.call("certificate", 4711).code, command.USAGE, "a campaign that there is not")
    checks.equal(farm.call("certificate").code, command.USAGE, "without a number")


def check_model(sleave, farm, program, checks):
    """A program that fails under C++20 only is complete without a finding, and no text says that without naming the model."""
    weak = sleave.run(program, "--strategy=dpor", "--model=c++20", "--minimize=off", "--runs=0", "--time=0", out="weak")
    checks.equal(weak.code, command.FINDING, "it fails under C++20", weak)
    checks.equal(sleave.replay(sleave.finding_folder(program, out="weak")).code, command.FINDING, "the failure is replayed")
    campaign = farm.submit(program)
    farm.start_node()
    status = farm.wait(campaign)
    farm.stop()
    checks.equal((status["state"], status["findings"]), ("complete", []), "it does not under sequential consistency", status)
    for action in ("status", "certificate"):
        shown = farm.call(action, campaign)
        said = [line for line in shown.output.splitlines() if "complete" in line]
        checks.that(len(said) > 0 and all("under sequential consistency" in line for line in said), f"{action} names the model", shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/dpor's programs")
    parser.add_argument("store_buffer", type=pathlib.Path, help="tests/farm/store_buffer")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as name, postgres.Server() as server:
        folder = pathlib.Path(name)
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server)
        farm.call("init")
        server.query("CREATE ROLE watcher LOGIN; GRANT sleave_reader TO watcher")
        reader = nodes.Farm(sleave, As(server, "watcher"))
        campaigns = [check_search(sleave, farm, reader, folder, options.programs, search, checks) for search in SEARCHES]
        check_damage(farm, campaigns[0], checks)
        check_others(farm, options.programs, checks)
        check_model(sleave, farm, options.store_buffer, checks)
    return checks.finish()


sys.exit(main())
