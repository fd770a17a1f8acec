#!/usr/bin/env python3
"""Random programs with timers (timer_programs.py), searched to the end, against all interleavings.

    check_timers.py --bin=BIN [--first=SEED --programs=N]

The outcomes of the search's runs are those of brute force, none more and none less, the search finds a deadlock where there is one, and it says that
it is bounded where timers could fire more often. A program that the search cannot finish in 2,000 runs is passed over and counted.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

import timer_programs  # noqa: E402
from check_signals import OF_A_FILE, STUCK, is_gap  # noqa: E402


def check_one(sleave, program, seed, outcomes, checks):
    """Whether the program was compared."""
    try:
        expected, stuck, bounded = timer_programs.outcomes(timer_programs.program(seed))
    except timer_programs.TooMany:
        return False
    outcomes.write_text("")
    ended = sleave.run(program, "--strategy=dpor", "--files=real", "--keep-going", "--minimize=off", "--time=0", "--runs=2000",
                       arguments=[str(seed)])
    summary = ended.summary
    if not checks.that(summary is not None, f"program {seed}: there is a summary", ended):
        return False
    if summary["open"] != 0:
        return False
    kinds = {finding["kind"] for finding in summary["findings"]}
    checks.equal((sorted(kinds - STUCK), bool(kinds & STUCK)), ([], stuck), f"program {seed}: findings", ended)
    checks.equal([gap for gap in summary["gaps"] if is_gap(gap)], [], f"program {seed}: gaps", ended)
    if bounded:
        checks.that("time-out" in summary["bound"], f"program {seed}: the search says that it is bounded", ended)
    seen = set(outcomes.read_text().split("\n")) - {""}
    checks.equal(sorted(expected - seen), [], f"program {seed}: outcomes that the search does not reach", ended)
    checks.equal(sorted(seen - expected), [], f"program {seed}: outcomes that there are not", ended)
    return True


def check_some(call, folder, seeds, checks):
    outcomes = folder / "outcomes"
    sleave = command.Sleave(call.bin / "sleave", folder, environment={**os.environ, "OUTCOMES": str(outcomes)})
    program = folder / f"programs{seeds[0]}"
    source = folder / "programs.cc"
    source.write_text(timer_programs.source_of(seeds))
    subprocess.run([call.bin / "sleave-c++", "-std=c++20", "-O1", "-g", "-w", "-pthread", source, "-o", program], check=True)
    return sum(check_one(sleave, program, seed, outcomes, checks) for seed in seeds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=30 if size.is_short() else 1000)
    call = parser.parse_args()
    checks = check.Checks()
    compared = 0
    for first in range(call.first, call.first + call.programs, OF_A_FILE):
        seeds = list(range(first, min(first + OF_A_FILE, call.first + call.programs)))
        with tempfile.TemporaryDirectory() as folder:
            compared += check_some(call, pathlib.Path(folder), seeds, checks)
        print(f"programs up to {seeds[-1]}: {compared} compared", flush=True)
    checks.that(compared >= 0.7 * call.programs, "most programs are compared")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
