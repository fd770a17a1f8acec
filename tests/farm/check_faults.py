#!/usr/bin/env python3
"""Nodes, explorers and programs are killed, nodes stopped for longer than their lease, connections are cut and the server
crashes, at random moments: a search ends with exactly the classes of theory, the class sum of one worker, and a ledger that is balanced all
the time. Without the fence it does not."""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import faults as happening  # noqa: E402
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

LEASE = 1.0
KINDS = ("kill",) * 4 + ("kill_explorer",) * 2 + ("kill_target",) * 2 + ("stop", "crash", "cut")
COUNTED = {"kill": "killed", "kill_explorer": "explorers", "kill_target": "targets", "crash": "crashes"}
# How often at least, in all searches.
LEAST = ({"killed": 3, "explorers": 2, "targets": 2, "crashes": 1} if size.is_short() else
         {"killed": 500, "explorers": 250, "targets": 250, "crashes": 100})
EVERY = 1500 if size.is_short() else 200  # items done
# What sync_v1 checks of a node, and what is there instead in the control.
FENCE = (("IF NOT FOUND OR own.seq NOT IN (p_seq, p_seq - 1) THEN", "IF false THEN"),
         ("AND i.lease IS NOT DISTINCT FROM p_token RETURNING", "RETURNING"),
         ("IF k <> cardinality(p_removed) THEN", "IF false THEN"),
         ("<> p_totals[6] - p_totals[7] THEN", "IS NULL THEN"))


def search(farm, program, arguments, faults):
    """The campaign's status at its end, or why it has none."""
    campaign = farm.submit(program, "--without=symmetry", arguments=arguments)
    try:
        return farm.wait(campaign, seconds=900, while_open=faults.happen)
    except SystemExit as problem:
        return str(problem)
    finally:
        faults.end()
        farm.call("cancel", campaign)  # of what has failed
        farm.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    # n! orders of n atomic increments.
    arguments, classes = ["ainc", "8"], 40_320
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="50ms", lease=f"{LEASE}s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=arguments)
        expected = nodes.totals(alone.summary)
        checks.equal(expected["complete_runs"], classes, "one worker: classes", alone)
        # So many nodes are killed that some row loses five of them, which check_poison.py is about.
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        counts = {}
        number = 0
        while number == 0 or any(counts[kind] < count for kind, count in LEAST.items()):
            # Once there are enough of a kind the others follow sooner, so that the end is near however rare they are.
            kinds = [kind for kind in KINDS if kind not in COUNTED or counts.get(COUNTED[kind], 0) < LEAST[COUNTED[kind]]]
            faults = happening.Faults(farm, random.Random(f"{options.seed}/{number}"), kinds, 3, EVERY, LEASE)
            status = search(farm, options.program, arguments, faults)
            if checks.that(isinstance(status, dict), f"search {number}: {faults.counts}: {status}"):
                checks.equal(nodes.totals(status), expected, f"search {number}: {faults.counts}: totals")
                checks.equal(status["state"], "complete", f"search {number}: {faults.counts}: state")
            for kind, count in faults.counts.items():
                counts[kind] = counts.get(kind, 0) + count
            number += 1
            print(f"{number} searches of {classes} classes: {counts}, {checks.failures} failures", flush=True)
        server.change("sync_v1", FENCE)
        for attempt in range(10):  # a node that is stopped may have nothing to hand in
            faults = happening.Faults(farm, random.Random(f"{options.seed}/control/{attempt}"), ("stop",), 3, EVERY, LEASE)
            status = search(farm, options.program, arguments, faults)
            right = isinstance(status, dict) and nodes.totals(status) == expected and status["state"] == "complete"
            if not right:
                break
        checks.that(not right, f"a farm without its fence counts right: {faults.counts}, so this test shows nothing", status)
        print("without the fence:", nodes.totals(status) if isinstance(status, dict) else status.splitlines()[0][:200])
    return checks.finish()


sys.exit(main())
