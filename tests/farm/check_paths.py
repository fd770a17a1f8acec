#!/usr/bin/env python3
"""Inputs are solved for by nodes that are killed all the time: every path of the program is run once, as many as theory says, and the
same ones as by one node that is alone."""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import campaigns  # noqa: E402
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

BRANCHES = 11 if size.is_short() else 13
SCHEDULES = 100 if size.is_short() else 2_000
# Arguments, options, paths that end and that fail; none: only together.
SEARCHES = ((["independent", str(BRANCHES)], ("--strategy=inputs",), (2**BRANCHES, 0)),
            (["letters"], ("--strategy=inputs",), (8, 1)),
            (["threads"], ("--strategy=concolic", f"--runs={SCHEDULES}"), (4 * SCHEDULES, None)))


def paths_of(status):
    return status["complete_runs"], status["failed_runs"]


def check_theory(status, paths, what, checks):
    ended, failed = paths_of(status)
    if paths[1] is None:
        checks.equal(ended + failed, paths[0], f"{what}: paths", status)
        checks.that(failed > 0, f"{what}: the failure is found", status)
    else:
        checks.equal((ended, failed), paths, f"{what}: paths", status)
    checks.equal((status["state"], status["blocked_runs"], status["notes"]), ("sampled", 0, []), f"{what}: state, runs that strayed, gaps")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program", type=pathlib.Path, help="tests/farm/paths")
    options = parser.parse_args()
    checks = check.Checks()
    counts = {}
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="50ms", lease="1s")
        farm.call("init")
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        for number, (arguments, given, paths) in campaigns.repeated(SEARCHES, counts):
            what = " ".join([*arguments, *given])
            if given == ("--strategy=inputs",):
                one = sleave.run(options.program, *given, "--keep-going", "--minimize=off", "--runs=0", "--time=0", arguments=arguments)
                checks.equal(one.summary["inputs"]["paths"], sum(paths), f"{what}: paths of sleave run", one)
            expected = campaigns.alone(farm, options.program, given, arguments)
            check_theory(expected, paths, f"{what}: one node", checks)
            faults = campaigns.faults(farm, random.Random(f"{options.seed}/{number}"), max(4, sum(filter(None, paths)) // 10))
            status = campaigns.with_faults(farm, options.program, given, arguments, faults)
            check_theory(status, paths, f"{what}: {faults.counts}", checks)
            checks.equal(campaigns.ended(status), campaigns.ended(expected), f"{what}: {faults.counts}: totals, sum, classes and findings", farm.logs())
            checks.equal(status["differences"], [], f"{what}: items that differ between nodes")
            campaigns.add(counts, faults.counts)
            print(f"{what}: {paths_of(status)} paths, {status['repeated']} items repeated, {faults.counts}", flush=True)
    return checks.finish()


sys.exit(main())
