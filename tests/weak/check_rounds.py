#!/usr/bin/env python3
"""Programs that fail under C++20 only in a round of a loop that an exhaustive search leaves out: no claim covers them, and auto finds them.

    check_rounds.py --sleave=SLEAVE PROGRAM...
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402


def check_program(sleave, program, checks):
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0")
    checks.equal(ended.summary["result"], "complete", f"{program.name}: result", ended)
    checks.that("under sequential consistency" in " ".join(ended.output.split()), f"{program.name}: no more is claimed", ended)
    ended = sleave.run(program, "--strategy=auto", "--runs=0", "--time=60s")
    if not checks.equal(ended.code, command.FINDING, f"{program.name}: auto finds it", ended):
        return
    checks.equal(ended.summary["findings"][0]["kind"], "assertion", f"{program.name}: kind", ended)
    again = sleave.replay(sleave.finding_folder(program), f"--times={size.current().replays}")
    checks.equal(again.code, command.FINDING, f"{program.name}: it replays", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for program in options.programs:
            check_program(sleave, program, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
