#!/usr/bin/env python3
"""Gives check_determinism the options of the program's heading and the number of plans of this test size."""

import argparse
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import heading, size  # noqa: E402


def checker_options(options):
    """The options of `sleave run` that matter here, in the checker's words."""
    for option in options:
        if option in ("--fail-on-exit", "--fail-on-leak") or option.startswith("--choices="):
            yield option
        elif match := re.fullmatch(r"--hang-time=(\d+)ms", option):
            yield f"--hang-ms={match.group(1)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checker", required=True, help="the compiled check_determinism")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("program")
    call = parser.parse_args()
    found = heading.read(call.source)
    options = [*checker_options(found.options), *(["--clean"] if found.is_sound else [])]
    plans = size.current().waiting_plans if found.waits else size.current().plans
    words = [call.checker, f"--plans={plans}", *options, call.program]
    sys.stdout.flush()
    os.execv(call.checker, words)


if __name__ == "__main__":
    sys.exit(main())
