#!/usr/bin/env python3
"""A program over a library of lock-free code: 300 schedules without a finding, and a few plans in every way to run them."""

import argparse
import pathlib
import sys
import tempfile

import campaign
from harness import check, heading


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--checker", required=True, help="the compiled check_determinism")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("program")
    call = parser.parse_args()
    words = heading.read(call.source)
    explained = set(words.words.get("UNCONTROLLED", "").split())
    # Races that the library means to have, or that its own .so orders where nobody sees it.
    races = tuple(words.words.get("RACES", "").split())
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        name = pathlib.Path(call.program).name
        wanted = campaign.Campaign(name, [call.program], explained, words.options, races=races)
        campaign.check(wanted, call.sleave, folder, checks)
        campaign.check_determinism(wanted, call.checker, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
