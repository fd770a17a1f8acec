#!/usr/bin/env python3
"""Nodes learn facts about the program late, while all of them work, and some are killed: the search begins anew for all, more than once,
and ends with the classes of theory and the class sum of one worker."""

import argparse
import math
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

NODES = 4 if size.is_short() else 8
THREADS = 7 if size.is_short() else 8
CHANGES = 3 if size.is_short() else 100  # of the epoch, at least, each after two nodes had done something in it
KILLS = 0.02  # at a look


def changes_under_load(server, campaign):
    """Epochs that ended after two nodes had done something in them."""
    rows = server.query("SELECT count(*) FROM (SELECT FROM farm.totals t JOIN farm.campaigns c ON c.id = t.campaign WHERE t.campaign = "
                        f"{campaign} AND t.epoch < c.epoch AND t.done > 0 GROUP BY t.epoch HAVING count(*) > 1) AS epochs")
    return int(rows[0][0])


def search(farm, program, chance):
    """The campaign, its status, and how many nodes were killed."""
    killed = 0
    campaign = farm.submit(program, "--without=symmetry", arguments=[str(THREADS)])
    with nodes.NoWork(farm.server):
        for _ in range(NODES):
            farm.start_node()
        farm.wait_for_admissions(campaign, NODES)

    def kill(_):
        nonlocal killed
        alive = [node for node in farm.nodes if node.poll() is None]
        if len(alive) < NODES:
            farm.start_node()
        elif chance.random() < KILLS:
            node = chance.choice(alive)
            node.kill()
            node.wait()
            killed += 1

    try:
        return campaign, farm.wait(campaign, while_open=kill), killed
    finally:
        farm.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program", type=pathlib.Path, help="tests/farm/late")
    options = parser.parse_args()
    checks = check.Checks()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="20ms", lease="2s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--minimize=off", "--runs=0", "--time=0", arguments=[str(THREADS)])
        checks.equal(alone.summary["complete_runs"], math.factorial(THREADS), "one worker", alone)
        changes, searches, killed = 0, 0, 0
        while changes < CHANGES:
            campaign, status, more = search(farm, options.program, chance)
            what = f"search {searches}, which ended in epoch {status['epoch']}"
            checks.equal(nodes.totals(status), nodes.totals(alone.summary), f"{what}: totals")
            checks.equal((status["state"], status["ledger_difference"]), ("complete", 0), f"{what}: state", status)
            changes += changes_under_load(server, campaign)
            killed += more
            searches += 1
            if not checks.that(searches < 20 * CHANGES, f"the epoch changes under load: {changes} times in {searches} searches"):
                break
        print(f"{searches} searches, {changes} epochs that ended under load, {killed} nodes killed")
    return checks.finish()


sys.exit(main())
