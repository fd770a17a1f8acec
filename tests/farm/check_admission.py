#!/usr/bin/env python3
"""A node makes the submitter's reference runs before it works. One on which they are others gets no work, from the database, and is
named. Without the comparison it would take part in a search of another program."""

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

CLASSES = 120  # 5!
SYNC = ("SELECT status FROM farm.sync_v1('00000000-0000-4000-8000-000000000001', '{}', {}, 0, 1, '1 s', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', "
        "'{{0,0,0,0,0,0,0}}', repeat('0', 32), 0, '{{-1,0}}', '[]', '[]', 1)")


def psql(server, sql):
    return subprocess.run([str(postgres.binaries() / "psql"), "-X", "-A", "-t", "-c", sql, server.url], capture_output=True, text=True)


def check_refused(farm, campaign, checks):
    node = farm.start_node()
    node.wait()
    log = open(node.log).read()
    farm.stop()
    status = farm.status(campaign)
    checks.equal(node.returncode, command.ENVIRONMENT, "a node on which runs are others", log)
    checks.that("reference runs differs from the submitter's" in log, "it says why it ends", log)
    checks.equal((status["state"], status["done"], status["nodes"]), ("open", 0, []), "it did nothing")
    checks.equal(len(status["refused"]), 1, "a node is refused", status["refused"])
    name = status["refused"][0]["node"]
    checks.that(name.endswith(f":{node.pid}"), "which one", name)
    text = farm.call("status", campaign).output
    checks.that(f"node {name} is not used: its reference run 1 differs" in text, "status names it", text)
    for who in (name, "nobody"):
        tried = psql(farm.server, SYNC.format(who, campaign))
        checks.that(f"node {who} has not reproduced the reference runs" in tried.stderr, f"the database gives nothing to {who}", tried.stdout + tried.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/farm/reads_file")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, lease="5s")
        farm.call("init")
        # A file that nobody named: part of the machine, as far as the farm knows.
        outside = pathlib.Path(folder) / "machine"
        arguments = ["5", str(outside)]
        outside.write_text("1\n")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=arguments)
        checks.equal(alone.summary["complete_runs"], CLASSES, "one worker", alone)
        campaign = farm.submit(options.program, "--without=symmetry", arguments=arguments)
        outside.write_text("2\n")
        check_refused(farm, campaign, checks)
        outside.write_text("1\n")
        farm.start_node()
        status = farm.wait(campaign)
        checks.equal((status["state"], nodes.totals(status)), ("complete", nodes.totals(alone.summary)), "a node on which they are equal", farm.logs())
        farm.stop()

        campaign = farm.submit(options.program, "--without=symmetry", arguments=arguments)
        outside.write_text("2\n")
        server.query("CREATE OR REPLACE FUNCTION farm.is_admitted(p_campaign bigint, p_node text) RETURNS boolean LANGUAGE sql AS 'SELECT true'")
        body = "SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS 'SELECT 0'"
        server.query(f"CREATE OR REPLACE FUNCTION farm.reproduce_v1(p_campaign bigint, p_node text, p_hashes bigint[]) RETURNS int {body}")
        farm.start_node()
        status = farm.wait(campaign)
        checks.equal((status["state"], status["complete_runs"]), ("complete", CLASSES), "without the comparison it works", farm.logs())
        farm.stop()
    return checks.finish()


sys.exit(main())
