#!/usr/bin/env python3
"""A program that changes everything the kernel and the C library keep for a process, and asserts that it finds nothing
of that at its start: 300 runs of one worker in reset isolation, none of which may retire it. Runs that
lower a limit for good, change their priority or set a locale, for which the C library maps files, are forked.
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

RUNS = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    for isolation, used, words in (("fork", "fork", ()), ("reset", "reset", ()), ("reset", "fork", ("more",))):
        with tempfile.TemporaryDirectory() as folder:
            ended = command.Sleave(call.sleave, folder).run(call.program, "--strategy=random", f"--runs={RUNS}",
                                                            "--time=0", f"--isolation={isolation}", arguments=words)
        checks.equal(ended.code, command.CLEAN, f"{isolation}: exit code", ended)
        checks.equal(ended.summary["runs"], RUNS, f"{isolation}: runs", ended)
        checks.equal(ended.summary["isolation"], used, f"{isolation} {words}: isolation in use", ended)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
