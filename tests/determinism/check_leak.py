#!/usr/bin/env python3
"""A program whose run depends on something out of control: `sleave run` ends with 4 and names the first differing event
and the call that leaked. The program's source says which: `LEAK: call` in its first line, `DIFFERS` in the line of the
event.
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402


def line_with(source, mark):
    lines = source.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if mark in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program")
    call = parser.parse_args()
    leak = re.match(r"// LEAK: (\w+)", call.source.read_text()).group(1)
    place = f"{call.source.name}:{line_with(call.source, 'DIFFERS')}"
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        ended = command.Sleave(call.sleave, pathlib.Path(folder)).run(call.program)
    checks.equal(ended.code, command.DIVERGED, "exit code", ended)
    checks.that(re.search(r"first +T1: atomic store in .*" + re.escape(place), ended.output),
                f"the first differing event, at {place}, is not named", ended)
    checks.that(re.search(rf"called {leak}\b.*{re.escape(call.source.name)}:\d+", ended.output),
                f"the call that leaked, {leak}, is not named", ended)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
