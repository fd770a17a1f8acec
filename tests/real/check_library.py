#!/usr/bin/env python3
"""A program over a library of lock-free code: 300 schedules without a finding."""

import argparse
import pathlib
import sys
import tempfile

import campaign
from harness import check, heading


def suppressions(words, folder):
    """Races that the library means to have, or that its own .so orders where nobody sees it (the heading's RACES)."""
    names = words.words.get("RACES", "").split()
    if not names:
        return ()
    listed = pathlib.Path(folder) / "suppressions"
    listed.write_text("".join(f"race:{name}\n" for name in names))
    return (f"--suppressions={listed}",)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("program")
    call = parser.parse_args()
    words = heading.read(call.source)
    explained = set(words.words.get("UNCONTROLLED", "").split())
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        options = (*words.options, *suppressions(words, folder))
        wanted = campaign.Campaign(pathlib.Path(call.program).name, [call.program], explained, options)
        campaign.check(wanted, call.sleave, folder, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
