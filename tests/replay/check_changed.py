#!/usr/bin/env python3
"""Replay against a changed program: it ends with 4 and names the step where the program went another way.

Every failing schedule of the original leaves a thread between its load and its store. The changed program has no such
place, so no failing plan can be followed to its end.
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("original")
    parser.add_argument("changed")
    call = parser.parse_args()
    checks = check.Checks()
    for seed in range(1, 6):
        with tempfile.TemporaryDirectory() as place:
            check_seed(call, seed, pathlib.Path(place), checks)
    return checks.finish()


def check_seed(call, seed, folder, checks):
    program = folder / "counter"
    shutil.copy2(call.original, program)
    sleave = command.Sleave(call.sleave, folder)
    found = sleave.run(program, f"--seed={seed}")
    if not checks.equal(found.code, command.FINDING, f"seed {seed}: exit code of run", found):
        return
    finding = sleave.finding_folder(program)
    again = sleave.replay(finding)
    checks.equal(again.code, command.FINDING, f"seed {seed}: replay of the original", again)

    program.unlink()
    shutil.copy2(call.changed, program)
    changed = sleave.replay(finding, "--rebuilt")
    checks.equal(changed.code, command.DIVERGED, f"seed {seed}: replay of the changed program", changed)
    step = re.search(r"at decision \d+ of \d+ \(event \d+ of T[12]\b", changed.output)
    checks.that("diverged" in changed.output and step, f"seed {seed}: the step is not named", changed)
    checks.that(re.search(r"expected +T[12]: atomic (load|store) in count\(\) \(\S+counter\.cc:\d+\)", changed.output),
                f"seed {seed}: what was expected there is not named", changed)
    checks.that(re.search(r"seen +T[12]: ", changed.output), f"seed {seed}: what came is not named", changed)


if __name__ == "__main__":
    sys.exit(main())
