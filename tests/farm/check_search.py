#!/usr/bin/env python3
"""Two nodes that share a search find what one worker finds: as many classes as theory says, the same class sum and the same findings."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

# Program, arguments, and classes by theory: n! orders of n atomic increments, 2^n subsets of n readers.
SEARCHES = (("families", ["ainc", "7"], 5040), ("families", ["readers", "13"], 8192), ("families", ["inc", "3", "2"], 7134),
            # Learns facts about the program on the way: epochs.
            ("futexes", ["first"], 6), ("volatiles", ["iriw"], 15),
            # Deadlocks and failures.
            ("locks", ["philosophers", "5"], 30), ("failures", ["end"], 2), ("failures", ["readers"], None))


def check_search(sleave, farm, folder, name, arguments, classes, checks, options=("--without=symmetry",)):
    program = folder / name
    what = " ".join([name, *arguments, *options])
    expected = sleave.run(program, "--strategy=dpor", *options, "--keep-going", "--minimize=off", "--runs=0", "--time=0",
                          arguments=arguments).summary
    campaign = farm.submit(program, *options, arguments=arguments)
    farm.start_node()
    farm.start_node("--jobs=2")
    status = farm.wait(campaign)
    farm.stop()
    checks.equal(nodes.totals(status), nodes.totals(expected), f"{what}: totals", farm.logs())
    checks.equal(nodes.signatures(status), nodes.signatures(expected), f"{what}: findings")
    checks.equal(status["state"], "complete", f"{what}: state")
    if classes is not None:
        checks.equal(status["complete_runs"], classes, f"{what}: classes")
    return campaign, status


def check_findings(sleave, farm, campaign, status, checks):
    """Findings come back as folders, and replay."""
    fetched = farm.call("fetch", campaign)
    folders = fetched.output.splitlines()
    checks.equal(len(folders), len(status["findings"]), "fetched findings", fetched)
    for folder in folders:
        checks.equal(sleave.replay(folder).code, command.FINDING, f"{folder} is replayed")


def check_refusals(farm, folder, checks):
    unknown = farm.call("status", 4711)
    checks.equal(unknown.code, command.USAGE, "a campaign that there is not", unknown)
    sampled = farm.call("submit", "--strategy=pct", folder / "families", "inc", "2", "1")
    checks.equal(sampled.code, command.USAGE, "a strategy that cannot be shared", sampled)
    again = farm.call("init")
    checks.equal(again.code, command.CLEAN, "init once more", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/dpor's programs")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server)
        before = farm.call("status")
        checks.equal(before.code, command.USAGE, "a database without a farm", before)
        ended = farm.call("init")
        if not checks.equal(ended.code, command.CLEAN, "init", ended):
            return checks.finish()
        epochs = []
        for name, arguments, classes in SEARCHES:
            campaign, status = check_search(sleave, farm, options.programs, name, arguments, classes, checks)
            epochs.append(status["epoch"])
            if status["findings"]:
                check_findings(sleave, farm, campaign, status, checks)
        # Of 7,134 classes those that no exchange of three alike threads turns into each other: a sixth.
        check_search(sleave, farm, options.programs, "families", ["inc", "3", "2"], 1189, checks, options=())
        bounded = ("--without=symmetry", "--preemptions=2")
        check_search(sleave, farm, options.programs, "families", ["inc", "3", "2"], None, checks, options=bounded)
        checks.that(max(epochs) > 1, "some search has learned something on the way")
        check_refusals(farm, options.programs, checks)
    return checks.finish()


sys.exit(main())
