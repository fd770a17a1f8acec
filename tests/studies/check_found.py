#!/usr/bin/env python3
"""A program that needs an input and a schedule: both are found together, and the finding replays; its twin has none."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command, heading, size  # noqa: E402

BUDGET = 20_000  # runs
TWIN_RUNS = 500


def check_found(call, seed, checks):
    told = heading.read(call.source)
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.program, "--strategy=concolic", f"--seed={seed}", f"--runs={BUDGET}", "--time=0", *told.options)
        if not checks.equal(ended.code, command.FINDING, f"seed {seed}: exit code", ended):
            return
        found = ended.summary["findings"][0]
        checks.that(found["kind"] in told.expected, f"seed {seed}: expected {told.expected}, found {found['kind']}", ended)
        print(f"seed {seed}: {found['kind']} in run {found['first_run']}")
        times = size.current().replays
        again = sleave.replay(sleave.finding_folder(call.program, found["id"]), f"--times={times}")
        checks.equal(again.code, command.FINDING, f"seed {seed}: {times} replays: exit code", again)


def check_twin(call, checks):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.twin, "--strategy=concolic", f"--runs={TWIN_RUNS}", "--time=0")
    checks.equal(ended.code, command.CLEAN, "twin: exit code", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("program")
    parser.add_argument("twin")
    call = parser.parse_args()
    checks = check.Checks()
    for seed in range(1, size.current().present_seeds + 1):
        check_found(call, seed, checks)
    check_twin(call, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
