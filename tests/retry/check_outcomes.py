#!/usr/bin/env python3
"""The search, which leaves out redundant rounds of retry loops, against all interleavings, on random programs (retry_programs.py).

    check_outcomes.py --bin=BIN [--first=SEED --programs=N] [--level=-O1] [--alike]

With --alike, programs of alike threads (alike_programs.py), whose exchanges the search leaves out as well.

The outcomes of the search's runs are those of brute force, none more and none less. A program that the search cannot finish in 2,000 runs, or that
has too many interleavings, is passed over and counted.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

import alike_programs  # noqa: E402
import retry_programs  # noqa: E402

OF_A_FILE = 50
EXCHANGED = "one class for all exchanges of alike threads"
OWN_GAP = "the program called open, which is uncontrolled"  # how an outcome is written down


def check_some(call, folder, seeds, checks):
    """How many were compared, and in how many of them rounds, or exchanges, were left out."""
    programs = alike_programs if call.alike else retry_programs
    outcomes = folder / "outcomes"
    sleave = command.Sleave(call.bin / "sleave", folder, environment={**os.environ, "OUTCOMES": str(outcomes)})
    program = folder / f"programs{seeds[0]}"
    source = folder / "programs.cc"
    source.write_text(programs.source_of(seeds))
    subprocess.run([call.bin / "sleave-c++", "-std=c++20", call.level, "-g", "-w", "-pthread", source, "-o", program], check=True)
    compared = used = 0
    for seed in seeds:
        try:
            expected = programs.outcomes(programs.program(seed))
        except programs.TooMany:
            continue
        outcomes.write_text("")
        ended = sleave.run(program, "--strategy=dpor", "--files=real", "--keep-going", "--minimize=off", "--time=0", "--runs=2000",
                           "--choices=default,-spurious,-reuse", arguments=[str(seed)])
        summary = ended.summary
        if not checks.that(summary is not None and summary["findings"] == [], f"program {seed}: nothing is found", ended):
            continue
        if summary["open"] != 0:
            continue
        checks.equal(sorted(set(summary["gaps"]) - {OWN_GAP}), [], f"program {seed}: gaps", ended)
        seen = set(outcomes.read_text().split("\n")) - {""}
        shapes = [getattr(thread, "shape", "writer") for thread in programs.program(seed)]
        checks.equal(sorted(expected - seen), [], f"program {seed} {shapes}: outcomes that the search does not reach", ended)
        checks.equal(sorted(seen - expected), [], f"program {seed} {shapes}: outcomes that there are not", ended)
        compared += 1
        used += EXCHANGED in summary["assumptions"] if call.alike else summary["blocked_runs"] != 0
    return compared, used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=50 if size.is_short() else 5000)
    parser.add_argument("--level", default="-O1")
    parser.add_argument("--alike", action="store_true")
    call = parser.parse_args()
    checks = check.Checks()
    compared = used = 0
    for first in range(call.first, call.first + call.programs, OF_A_FILE):
        seeds = list(range(first, min(first + OF_A_FILE, call.first + call.programs)))
        with tempfile.TemporaryDirectory() as folder:
            some = check_some(call, pathlib.Path(folder), seeds, checks)
        compared, used = compared + some[0], used + some[1]
        print(f"programs up to {seeds[-1]}: {compared} compared, something left out in {used}", flush=True)
    least = 0.9 if call.alike else 0.98  # alike threads have more interleavings
    checks.that(compared >= least * call.programs, "nearly all programs are compared")
    checks.that(used * 10 > compared, "something is left out in many")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
