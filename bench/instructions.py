#!/usr/bin/env python3
"""Prints how many instructions an access and an event cost, and fails if one costs more than it may. See bench/README.md.

  python3 bench/instructions.py BUILD COUNTER PROGRAM

COUNTER is bench/count_instructions.cc, PROGRAM bench/programs/counted.cc, both built. Counts do not depend on the machine or
on what else runs there; only libc's own routines may differ by a few between processors.
"""

import re
import subprocess
import sys
import tempfile

CANNOT_TRACE = 77  # kCannotTrace of the counter: skipped
TIMES = 16  # kTimes of the program

# What it is -> the most it may cost while the program has one thread, and in a thread for which another waits: then races
# are looked for. About a tenth above what it costs. Lower them when it gets cheaper.
EVERY_KIND = (
    ("nothing", 8, 8),
    ("plain write, global", 14, 22),
    ("plain read, global", 11, 19),
    ("plain write, heap", 20, 26),
    ("plain read, heap", 18, 24),
    ("atomic load, relaxed", 470, 825),
    ("atomic load", 470, 825),
    ("atomic store", 450, 910),
    ("atomic update", 500, 1000),
    ("atomic compare-exchange", 567, 927),
    ("lock and unlock", 1215, 2205),
)
TWO_THREADS = ("atomic update, random choice of two", 3390)  # of both: two updates, about one hand-off


def limits():
    """Region -> (name, limit)."""
    alone = [(f"{name}, alone", most) for name, most, _ in EVERY_KIND]
    beside = [(f"{name}, beside", most) for name, _, most in EVERY_KIND]
    return dict(enumerate(alone + beside + [TWO_THREADS], start=1))


def counts(build, counter, program):
    with tempfile.TemporaryDirectory() as out:
        command = [
            counter, f"{build}/bin/sleave", "run", "--strategy=random", "--runs=1", "--time=0", "--isolation=exec",
            f"--out={out}", program,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == CANNOT_TRACE:
        print(done.stderr)
        sys.exit(CANNOT_TRACE)
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    lines = re.findall(r"^(\d+) (\d+)$", done.stdout, re.MULTILINE)
    return {int(region): int(instructions) / TIMES for region, instructions in lines}


def main():
    counted, wanted = counts(*sys.argv[1:4]), limits()
    if counted.keys() != wanted.keys():
        sys.exit(f"counted are regions {sorted(counted)}, expected {sorted(wanted)}")
    too_much = 0
    for region, (name, most) in wanted.items():
        over = counted[region] > most
        too_much += over
        print(f"{name:40}{counted[region]:8.0f} instructions, at most {most}{'   TOO MANY' if over else ''}")
    sys.exit(1 if too_much else 0)


if __name__ == "__main__":
    main()
