#!/usr/bin/env python3
"""Some programs of the set under Sleave: each race is found, on the right lines, and replays; a free program has none."""

import argparse
import pathlib
import sys

import explorer
import programs
from harness import check, size  # noqa: E402  (found through `programs`)


def check_racy(program, seen, checks):
    checks.that(seen.found, f"{program.name}: the race was not found in {seen.runs} runs", seen)
    checks.that(seen.replayed, f"{program.name}: the race did not replay", seen)
    checks.that(explorer.on_the_mark(program, seen),
                f"{program.name}: lines {sorted(seen.lines)} are blamed, {sorted(program.marked)} race")


def check_free(program, seen, checks):
    checks.equal(seen.kinds, [], f"{program.name}: findings", seen)


def check_known(program, seen, checks):
    wrong = program.racy != seen.found or seen.others or seen.trouble
    checks.that(wrong, f"{program.name}: Sleave is right now; the heading still says KNOWN")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="as in racy/counter; default: all")
    call = parser.parse_args()
    much = size.current()
    checks = check.Checks()
    for program in programs.all_programs(call.names):
        for mistake in programs.mistakes(program):
            checks.that(False, f"{program.name}: {mistake}")
        seen = explorer.look_at(program, call.build, much.racy_runs if program.racy else much.free_runs)
        if program.known_wrong:
            check_known(program, seen, checks)
        elif checks.equal(seen.trouble, "", f"{program.name}: trouble"):
            (check_racy if program.racy else check_free)(program, seen, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
