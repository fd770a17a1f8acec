#!/usr/bin/env python3
"""Roles of the farm's database: each does its work with nothing but its functions, and can do nothing else. Members of a team see its
campaigns, others do not. Functions of a caller are never executed with the owner's rights."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

# docs/howto/farm.md: what each role may call.
FUNCTIONS = {
    "sleave_reader": {"statuses_v1", "findings_v1", "coverage_v1", "inputs_v1", "certificate_v1", "metrics_v1"},
    "sleave_submitter": {"statuses_v1", "findings_v1", "coverage_v1", "inputs_v1", "certificate_v1", "metrics_v1", "submit_v1", "cancel_v1", "missing_files_v1",
                         "put_part_v1", "end_file_v1", "put_bundle_v1"},
    "sleave_worker": {"open_v1", "admit_v1", "sync_v1", "learn_v1", "release_v1", "expire_v1", "finish_v1",
                      "bundle_v1", "part_v1", "reproduce_v1", "begin_job_v1", "keep_job_v1", "leave_job_v1", "end_job_v1", "has_jobs_v1"},
}
LOGINS = {"watcher": ["sleave_reader"], "author": ["sleave_submitter", "web"], "node": ["sleave_worker", "web"],
          "other_node": ["sleave_worker"], "other_watcher": ["sleave_reader", "web"], "stranger": []}
ARGUMENTS, CLASSES = ["ainc", "5"], 120  # 5!
TABLE_RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")


class As:
    """A server, for one of its logins. A farm's owner makes farms and is nobody's role, but no superuser."""

    def __init__(self, server, login):
        self.server = server
        self.url = f"host={server.folder} user={login} dbname=postgres"

    def run(self, sql):
        return subprocess.run([str(postgres.binaries() / "psql"), "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url],
                              capture_output=True, text=True)


def make_logins(server):
    server.query("CREATE ROLE owner LOGIN CREATEROLE; GRANT CREATE ON DATABASE postgres TO owner; CREATE ROLE web NOLOGIN")


def make_members(server):
    for login, roles in LOGINS.items():
        server.query(f"CREATE ROLE {login} LOGIN")
        for role in roles:
            server.query(f"GRANT {role} TO {login}")


def check_sweep(server, checks):
    """Every right on everything in the schema, as the server itself sees it."""
    for login, roles in LOGINS.items():
        allowed = set().union(*(FUNCTIONS.get(role, set()) for role in roles))
        callable_now = server.query("SELECT proname FROM pg_proc WHERE pronamespace = 'farm'::regnamespace "
                                    f"AND has_function_privilege('{login}', oid, 'EXECUTE')")
        checks.equal({row[0] for row in callable_now}, allowed, f"{login} may call")
        rights = server.query("SELECT relname, p FROM pg_class, unnest(ARRAY[{}]) AS p WHERE relnamespace = 'farm'::regnamespace "
                              "AND relkind IN ('r', 'v', 'm', 'p') AND has_table_privilege('{}', pg_class.oid, p)".format(
                                  ", ".join(f"'{right}'" for right in TABLE_RIGHTS), login))
        checks.equal(rights, [], f"{login} has no right on a table")
        sequences = server.query("WITH s AS MATERIALIZED (SELECT oid FROM pg_class WHERE relnamespace = 'farm'::regnamespace AND relkind = 'S') "
                                 f"SELECT oid FROM s WHERE has_sequence_privilege('{login}', oid, 'USAGE, SELECT, UPDATE')")
        checks.equal(sequences, [], f"{login} has no right on a sequence")
        checks.equal(server.query(f"SELECT has_schema_privilege('{login}', 'farm', 'CREATE')"), [["f"]], f"{login} makes nothing in the schema")
    loose = server.query("SELECT proname FROM pg_proc WHERE pronamespace = 'farm'::regnamespace AND prosecdef "
                         "AND NOT 'search_path=pg_catalog, pg_temp' = ANY (coalesce(proconfig, '{}'))")
    checks.equal(loose, [], "functions with the owner's rights have a fixed search path")
    called = set().union(*FUNCTIONS.values())
    with_rights = {row[0] for row in server.query("SELECT proname FROM pg_proc WHERE pronamespace = 'farm'::regnamespace AND prosecdef")}
    checks.equal(with_rights, called, "only what is called from outside has the owner's rights")


def check_refused(server, campaign, checks):
    """What a worker might try, one by one."""
    token = "00000000-0000-4000-8000-000000000001"
    for sql in ("SELECT * FROM farm.findings", "DELETE FROM farm.items", "UPDATE farm.campaigns SET state = 'complete'", "DROP SCHEMA farm CASCADE",
                f"SELECT farm.claim('{token}', {campaign}, 1, 1, 1)", f"SELECT farm.cancel_v1({campaign})", f"SELECT farm.statuses_v1({campaign})",
                "SELECT farm.submit_v1('x', '{}', 'x', true, '', '')", "CREATE FUNCTION farm.x() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "SELECT pg_read_file('/etc/passwd')", "COPY farm.items TO PROGRAM 'true'", "CREATE ROLE mine SUPERUSER"):
        done = As(server, "node").run(sql)
        checks.that(done.returncode != 0 and "permission denied" in done.stderr or "must be" in done.stderr, f"refused: {sql}",
                    done.stdout + done.stderr)


def check_trojan(server, checks):
    """A caller's own count() and tables would be found first, if the search path were the caller's."""
    done = As(server, "node").run(
        "CREATE TEMPORARY TABLE campaigns (x int); "
        "CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'executed as %', current_user; END $$; "
        "SET search_path = pg_temp, pg_catalog; SELECT farm.expire_v1('1 s')")
    checks.that(done.returncode == 0 and "executed as" not in done.stderr, "a caller's function is not executed with the owner's rights",
                done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        make_logins(server)
        sleave = command.Sleave(options.sleave, folder)
        farms = {login: nodes.Farm(sleave, As(server, login), sync="20ms", lease="2s") for login in ("owner", *LOGINS)}
        made = farms["owner"].call("init")
        checks.that(made.code == 0 and "note:" not in made.output, "the owner makes farm and roles", made)
        make_members(server)
        check_sweep(server, checks)

        campaign = farms["author"].submit(options.program, "--without=symmetry", arguments=ARGUMENTS)
        farms["node"].start_node()
        status = farms["watcher"].wait(campaign)
        farms["node"].stop()
        checks.equal((status["state"], status["complete_runs"]), ("complete", CLASSES), "each role does its work", status)
        checks.equal(farms["watcher"].call("fetch", campaign).code, 0, "a reader fetches findings")
        for login, action in (("stranger", "status"), ("watcher", "cancel"), ("node", "status"), ("author", "work"), ("watcher", "init")):
            words = [campaign] if action == "cancel" else ["--once"] if action == "work" else []
            ended = farms[login].call(action, *words)
            checks.that(ended.code in (2, 3) and "permission denied" in ended.output, f"{login}: {action} is refused", ended)
        check_refused(server, campaign, checks)
        check_trojan(server, checks)

        wrong = farms["author"].call("submit", "--team=sleave_worker", options.program, *ARGUMENTS)
        checks.that(wrong.code == 2 and "does not belong to team" in wrong.output, "a team of others", wrong)
        own = farms["author"].submit(options.program, "--without=symmetry", "--team=web", arguments=ARGUMENTS)
        outside = farms["other_node"].call("work", "--once")
        checks.that(outside.code == 0 and f"campaign {own}" not in outside.output, "nodes of others do not work on a team's campaign", outside)
        checks.equal(farms["watcher"].call("status", own).code, 2, "readers of others do not see it")
        token = "00000000-0000-4000-8000-000000000002"
        call = As(server, "other_node").run(
            f"SELECT status FROM farm.sync_v1('{token}', 'x', {own}, 1, 1, '1 s', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', "
            "'{0,0,0,0,0,0,0}', repeat('0', 32), 0, '{-1,0}', '[]', '[]', 1)")
        checks.equal(call.stdout.strip(), "gone", "nor do calls that a node makes on its own", call.stderr)
        farms["node"].start_node()
        status = farms["other_watcher"].wait(own)
        farms["node"].stop()
        checks.equal((status["state"], status["team"]), ("complete", "web"), "the team's own do", status)

        # A server on which the owner may not make roles: his own farm works, and says what is missing.
        server.query("DROP SCHEMA farm CASCADE")
        for role in FUNCTIONS:
            server.query(f"DROP OWNED BY {role}; DROP ROLE {role}")
        server.query("ALTER ROLE owner NOCREATEROLE")
        alone = farms["owner"].call("init")
        checks.that(alone.code == 0 and "sleave_worker" in alone.output, "without the right to create roles", alone)
        campaign = farms["owner"].submit(options.program, "--without=symmetry", arguments=ARGUMENTS)
        farms["owner"].start_node()
        checks.equal(farms["owner"].wait(campaign)["state"], "complete", "the owner's own farm")
        farms["owner"].stop()
    return checks.finish()


sys.exit(main())
