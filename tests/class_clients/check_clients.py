#!/usr/bin/env python3
"""A client of a right and of a wrong class (README.md).

    check_clients.py --sleave=SLEAVE RIGHT WRONG
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

# At most three calls of at most three threads, after at most one of main: exhausted in a moment.
SMALL = ["--calls=3", "--before=1"]


def check_right(sleave, program, checks):
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", arguments=SMALL)
    checks.equal(ended.code, command.CLEAN, "right: exit code", ended)
    checks.equal(ended.summary["result"], "complete", "right: result", ended)
    checks.that(ended.summary["runs"] > 10, "right: there are several clients and orders", ended)


def check_wrong(sleave, program, name, checks):
    ended = sleave.run(program, "--strategy=auto", "--runs=0", "--time=60s", "--minimize=off")
    checks.equal(ended.code, command.FINDING, "wrong: exit code", ended)
    kinds = [finding["kind"] for finding in ended.summary["findings"]]
    checks.that("not_linearizable" in kinds, f"wrong: not linearizable, not {kinds}", ended)
    for words in (f"{name} is not linearizable", "No order of these calls gives these results:", "The longest beginning"):
        checks.that(words in ended.output, f"wrong: the report has {words!r}", ended)
    again = sleave.replay(sleave.finding_folder(program))
    checks.equal(again.code, command.FINDING, "wrong: the finding replays", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("right")
    parser.add_argument("wrong")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        check_right(sleave, options.right, checks)
        check_wrong(sleave, options.wrong, pathlib.Path(options.wrong).name, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
