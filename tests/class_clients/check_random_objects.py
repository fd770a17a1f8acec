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

# The most threads, and the calls of all together.
SIZES = ((2, 2), (3, 3), (2, 4))

# In CI: linearizable ones, ones that violate with two calls, with four calls of two threads, and with three calls only:
# the last by the order in real time alone.
SEEDS = (7, 15, 19) + (5, 6, 10) + (223,) + (135, 299) if size.is_short() else tuple(range(1_000))


def search(sleave, program, threads, calls):
    return sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off",
                      arguments=[f"--threads={threads}", f"--calls={calls}", "--before=0", "--exactly"])


def check_object(sleave, program, seed, checks):
    """Whether the object is linearizable."""
    operations = random_objects.random_object(seed)
    sleave.environment["SLEAVE_TEST_OBJECT"] = text = random_objects.text_of(operations)
    for threads, calls in SIZES:
        verdict = random_objects.is_linearizable(operations, threads, calls)
        ended = search(sleave, program, threads, calls)
        what = f"object {seed} ({text}), {calls} calls of at most {threads} threads"
        checks.equal(ended.code, command.CLEAN if verdict else command.FINDING, f"{what}: exit code", ended)
        result = ended.summary["result"] if ended.summary else None
        checks.equal(result, "complete" if verdict else "finding", f"{what}: result", ended)
        if not verdict:
            again = sleave.replay(sleave.finding_folder(program))
            checks.equal(again.code, command.FINDING, f"{what}: the finding replays", again)
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder, dict(os.environ))
        linearizable = sum(check_object(sleave, options.program, seed, checks) for seed in options.seeds)
    print(f"{len(options.seeds)} objects, {linearizable} linearizable")
    if options.seeds is SEEDS:
        checks.that(len(SEEDS) / 5 < linearizable < len(SEEDS) * 4 / 5, f"both verdicts are frequent: {linearizable} linearizable")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
