#!/usr/bin/env python3
"""Runs by seed ranges: several nodes with several workers each, which are killed all the time, make the runs of one node that is alone,
each counted once: the same totals, the same sum over all traces, the same classes and findings. Another seed makes other runs."""

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

RUNS = 10_000 if size.is_short() else 200_000
# Program, arguments, options, and classes by theory that so many runs meet: n! orders of n atomic increments.
SAMPLES = (("families", ["ainc", "4"], ("--strategy=random",), 24),
           ("families", ["inc", "3", "2"], ("--strategy=surw",), None),
           # Failures, deadlocks, and what follows from data races.
           ("locks", ["philosophers", "5"], ("--strategy=pct", "--depth=4"), None),
           ("failures", ["readers"], ("--strategy=feedback",), None),
           ("failures", ["end"], ("--strategy=auto",), None))
MORE = () if size.is_short() else (("families", ["ainc", "5"], ("--strategy=sample", "--seed=7"), 120),
                                   ("families", ["ainc", "6"], ("--strategy=auto",), 720),
                                   ("families", ["inc", "3", "2"], ("--strategy=pos", "--predict=on"), None))


def runs_of(status):
    return sum(status[name] for name in ("complete_runs", "blocked_runs", "deadlocked_classes", "failed_runs"))


class Test:
    def __init__(self, farm, folder, seed, checks):
        self.farm, self.folder, self.seed, self.checks = farm, folder, seed, checks
        self.counts = {}
        self.sums = {}

    def compare(self, number, name, arguments, options, classes):
        what = " ".join([name, *arguments, *options])
        options = (*options, f"--runs={RUNS}")
        expected = campaigns.alone(self.farm, self.folder / name, options, arguments)
        self.checks.equal(expected["state"], "sampled", f"{what}: state of one node", self.farm.logs())
        # A strategy that has run everything may end early.
        self.checks.that(runs_of(expected) == RUNS or "auto" in what and runs_of(expected) <= RUNS, f"{what}: {runs_of(expected)} runs", expected)
        if classes is not None:
            self.checks.equal(expected["distinct"], {"classes": classes, "exact": True}, f"{what}: classes")
        faults = campaigns.faults(self.farm, random.Random(f"{self.seed}/{number}"), max(8, RUNS // 256 // 4))
        status = campaigns.with_faults(self.farm, self.folder / name, options, arguments, faults)
        self.checks.equal(campaigns.ended(status), campaigns.ended(expected), f"{what}: {faults.counts}: totals, sum, classes and findings", self.farm.logs())
        self.checks.equal(status["state"], "sampled", f"{what}: {faults.counts}: state")
        self.checks.equal(status["differences"], [], f"{what}: runs that differ between nodes")
        self.sums[what] = status["class_sum"]
        campaigns.add(self.counts, faults.counts)
        print(f"{what}: {runs_of(status)} runs, {status['distinct']['classes']} distinct, {status['repeated']} items repeated, {faults.counts}", flush=True)


def check_refusals(farm, program, checks):
    for options, words in ((("--strategy=pct",), "--runs=N"), (("--strategy=flip", "--runs=10"), "one machine"), (("--strategy=concolic",), "--runs=N")):
        ended = farm.call("submit", *options, program, "ainc", "2")
        checks.that(ended.code == command.USAGE and words in ended.output, f"submit {options}", ended)


def check_end_of_time(farm, program, checks):
    """The time of a campaign is over before its runs are made."""
    campaign = farm.submit(program, "--strategy=random", "--runs=20000000", "--time=1h", arguments=["ainc", "5"])
    farm.start_node()

    def end_time(status):
        if runs_of(status) > 0:
            farm.server.query(f"UPDATE farm.campaigns SET deadline = clock_timestamp() WHERE id = {campaign}")
    farm.wait(campaign, while_open=end_time)
    farm.stop()
    status = farm.status(campaign)
    checks.that(status["state"] == "sampled" and 0 < runs_of(status) < 20_000_000, "a campaign ends with its time", status)
    words = farm.call("status", campaign).output
    checks.that(f"sampled: {runs_of(status)} runs, {status['distinct']['classes']} distinct" in words and "complete" not in words.replace("not complete", ""), "its words", words)
    refused = farm.call("certificate", campaign)
    checks.that(refused.code == command.DIVERGED and "sampled" in refused.output, "it has no certificate", refused)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="campaigns whose words have this")
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/dpor's programs")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server, sync="50ms", lease="1s")
        farm.call("init")
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        test = Test(farm, options.programs, options.seed, checks)
        chosen = [one for one in SAMPLES + MORE if options.only in " ".join((one[0], *one[1], *one[2]))]
        for number, one in campaigns.repeated(chosen, test.counts):
            test.compare(number, *one)
        checks.equal(len(set(test.sums.values())), len(test.sums), "campaigns have sums of their own")
        check_refusals(farm, options.programs / "families", checks)
        check_end_of_time(farm, options.programs / "families", checks)
    return checks.finish()


sys.exit(main())
