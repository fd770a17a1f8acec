#!/usr/bin/env python3
"""Rows that end their nodes: suspects are run item by item, which changes no total; a row that ended five nodes is set aside, and the
search is not complete. And nodes that end as they should: they give their rows back, and none of these is a suspect."""

import argparse
import pathlib
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

ARGUMENTS, CLASSES = ["ainc", "7"], 5040  # 7!
TOKEN = "00000000-0000-4000-8000-00000000000{}"


def begin(farm, program, checks):
    """A campaign of which a node has done some, and ended."""
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    node = farm.start_node()
    while farm.status(campaign)["done"] < 50:
        time.sleep(0.005)
    node.send_signal(signal.SIGTERM)
    node.wait()
    status = farm.status(campaign)
    checks.equal((status["nodes"], status["ledger_difference"]), ([], 0), "a node that was asked to end", farm.logs())
    checks.that(0 < status["open"] and status["free"] == status["rows"], "it gave its rows back", status)
    blamed = farm.server.query(f"SELECT count(*) FROM farm.items WHERE campaign = {campaign} AND attempts > 0")
    checks.equal(blamed, [["0"]], "none of its rows has ended it")
    return campaign


def end(farm, campaign):
    for _ in range(2):
        farm.start_node()
    status = farm.wait(campaign)
    farm.stop()
    return status


def check_suspects(farm, program, expected, checks):
    campaign = begin(farm, program, checks)
    farm.server.query(f"UPDATE farm.items SET attempts = 2 + id % 3 WHERE campaign = {campaign}")
    status = end(farm, campaign)
    checks.equal(nodes.totals(status), expected, "suspects: totals")
    checks.equal(status["state"], "complete", "suspects: state")


def check_poison(farm, program, checks):
    """Five nodes are lost with the first row: claimed, and never heard of again."""
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    farm.server.query(f"INSERT INTO farm.admissions VALUES ({campaign}, 'lost')")
    for number in range(5):
        token = TOKEN.format(number)
        call = ("SELECT status, ids FROM farm.sync_v1('{0}', 'lost', {1}, {2}, {3}, '1 ms', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', "
                "'{{0,0,0,0,0,0,0}}', repeat('0', 32), 0, '{{-1,0}}', '[]', '[]', {4})")
        farm.server.query(call.format(token, campaign, 0, 1, 0))
        claimed = farm.server.query(call.format(token, campaign, 1, 2, 1))
        checks.that(claimed[0][0] == "ok" and claimed[0][1] != "", f"the row is handed out {number + 1} times", claimed)
        time.sleep(0.01)
        farm.server.query("SELECT farm.expire_v1('0 s')")
        late = farm.server.query(call.format(token, campaign, 1, 3, 0))
        checks.equal(late[0][0], "fenced", "a call after the lease has ended")
    status = end(farm, campaign)
    checks.equal((status["state"], status["poisoned"], status["complete_runs"]), ("ended", 1, 0), "a row that ended five nodes", status)
    words = farm.call("status", campaign)
    checks.that("not complete: 1 part of the space ended five workers each" in words.output, "status says why it is not complete", words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="20ms", lease="2s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=ARGUMENTS)
        checks.equal(alone.summary["complete_runs"], CLASSES, "one worker", alone)
        check_suspects(farm, options.program, nodes.totals(alone.summary), checks)
        check_poison(farm, options.program, checks)
    return checks.finish()


sys.exit(main())
