#!/usr/bin/env python3
"""A campaign does not depend on how its runs are made: with fork isolation, where each run is one hop to the target, and
with reset isolation, where runs are made in batches, it ends in the same state, to the number of the run in which each finding
was first seen.
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import campaign_state, check, command  # noqa: E402

RUNS = 300


def state_after(sleave, program, isolation):
    sleave.run(program, f"--isolation={isolation}", f"--runs={RUNS}", "--time=0", "--keep-going", out=isolation)
    state = campaign_state.read(sleave.folder / isolation / pathlib.Path(program).name)
    del state["status"]["seconds"]
    for moment in state["status"]["history"]:
        del moment[1]  # seconds, too
    return state


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        states = {isolation: state_after(sleave, call.program, isolation) for isolation in ("fork", "reset")}
    checks.equal(states["reset"]["status"]["runs"], RUNS, "runs")
    for part, expected in states["fork"].items():
        checks.equal(states["reset"].get(part), expected, part)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
