#!/usr/bin/env python3
"""How many runs a search will take is told while it is under way: half of them made, at most a factor of 2.5 off."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

# Arguments and the number of their classes, as in the program's heading; a class is a run.
PROGRAMS = ((["inc", "3", "2"], 7134), (["readers", "8"], 256), (["wrw", "3"], 300))
FACTOR = 2.5


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for arguments, classes in PROGRAMS:
            ended = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", f"--runs={classes // 2}", "--time=0",
                               arguments=arguments)
            estimate = ended.summary["estimate"]
            text = f"{' '.join(arguments)}: about {estimate:.0f} of {classes} after {ended.summary['runs']}"
            checks.that(classes / FACTOR <= estimate <= classes * FACTOR, text, ended)
            print(text)
    return checks.finish()


sys.exit(main())
