#!/usr/bin/env python3
"""Random objects, searched exhaustively through their clients, get the verdict of an enumeration of all clients and interleavings.

    check_random_objects.py --sleave=SLEAVE PROGRAM
"""

import argparse
import os
import pathlib
import sys
import tempfile

import random_objects

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

# In CI seeds of which half are linearizable, and one violates with two calls each only.
FIRST, OBJECTS = (423, 12) if size.is_short() else (0, 1_000)


def most_calls(operations):
    """Of two threads together. Three operations have 126 clients of four calls: too much for CI."""
    return 2 if size.is_short() and len(operations) > 2 else 4


def search(sleave, program, calls):
    return sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off", arguments=[f"--calls={calls}", "--threads=2", "--before=0", "--exactly"])


def check_object(sleave, program, seed, checks):
    """Whether the object is linearizable."""
    operations = random_objects.random_object(seed)
    sleave.environment["SLEAVE_TEST_OBJECT"] = text = random_objects.text_of(operations)
    verdict = True
    for calls in range(2, most_calls(operations) + 1):
        verdict = random_objects.is_linearizable(operations, calls)
        ended = search(sleave, program, calls)
        what = f"object {seed} ({text}), {calls} calls"
        checks.equal(ended.code, command.CLEAN if verdict else command.FINDING, f"{what}: exit code", ended)
        result = ended.summary["result"] if ended.summary else None
        checks.equal(result, "complete" if verdict else "finding", f"{what}: result", ended)
        if not verdict:
            again = sleave.replay(sleave.finding_folder(program))
            checks.equal(again.code, command.FINDING, f"{what}: the finding replays", again)
            break
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--objects", type=int, default=OBJECTS)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder, dict(os.environ))
        seeds = range(options.first, options.first + options.objects)
        linearizable = sum(check_object(sleave, options.program, seed, checks) for seed in seeds)
    print(f"{options.objects} objects, {linearizable} linearizable")
    if options.objects >= OBJECTS:
        checks.that(options.objects / 5 < linearizable < options.objects * 4 / 5, f"both verdicts are frequent: {linearizable} linearizable")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
