#!/usr/bin/env python3
"""Prints what a search by interferences covers, program by program, beside the numbers of the thesis it comes from.

  python3 bench/interference.py BUILD [--time=SECONDS] [PROGRAM...]

The programs are those of tests/interference/, which are of the same nature as those of the thesis (Razavi 2014, table 6.1)
and smaller; its numbers are for orientation. Each is searched up to as many interferences as the thesis went, or as its bug needs
by its heading.
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile

# Newly covered at 0, 1, ... interferences; at which the bug was found; candidates; seconds.
THESIS = {
    "bluetooth": ("14/8/2", "2", 282, 1), "relaxation": ("37/8/0/0/3", "3", 145, 1), "tracer_one": ("54/3", "1", 28, 1),
    "tracer_two": ("75/5", "1", 315639, 7200), "log_buffer": ("35/3", "1", 22150, 15),
    "reference_count": ("41/0/1", "2", 392, 1), "scanner": ("92/0/0/0/1", "4", 3012548, 7200),
    "art2": ("7/1", "1", 80, 0.3), "art3": ("10/1/1", "2", 17942, 21.8), "art4": ("13/1/1/1", "3", 2842066, 197.1),
    "art5": ("16/1/1/1/1", "4", 10851573, 741.1),
}


PROGRAMS = pathlib.Path(__file__).parent.parent / "tests" / "interference" / "programs"
SIDES = re.compile(r"^// SIDES: ([\d ]+)", re.MULTILINE)


# Where the last side of a branch needs more here than in the thesis.
MORE = {"tracer_one": 2, "tracer_two": 2, "reference_count": 4, "scanner": 6}


def bound(program):
    """Interferences: those of the thesis, or of the heading."""
    most = max(THESIS[program][0].count("/"), MORE.get(program, 0))
    heading = SIDES.search((PROGRAMS / f"{program}.c").read_text())
    return max(most, len(heading[1].split()) - 1) if heading else most


def search(build, program, seconds):
    with tempfile.TemporaryDirectory() as scratch:
        summary = pathlib.Path(scratch) / "summary.json"
        subprocess.run([build / "bin" / "sleave", "run", "--strategy=interference", "--runs=0", f"--time={seconds}s",
                        f"--interferences={bound(program)}", "--keep-going", f"--summary={summary}", f"--out={scratch}/out",
                        build / "tests" / "interference" / program], stdout=subprocess.DEVNULL, check=False)
        return json.loads(summary.read_text())


def row(program, summary):
    report = summary["interference"]
    levels = report["levels"]
    sides = "/".join(str(level["sides"]) for level in levels)
    covered = sum(level["sides"] for level in levels)
    candidates = sum(level["candidates"] for level in levels)
    bugs = ", ".join(sorted({found["kind"] for found in summary["findings"]})) or "none"
    done = report["finished"] if report["finished"] >= 0 else "-"
    thesis = THESIS.get(program)
    beside = f"{thesis[0]}; bug at {thesis[1]}; {thesis[2]}; {thesis[3]} s" if thesis else ""
    print(f"| {program} | {covered} of {2 * report['branches']} | {sides} | {done} | {bugs} | {candidates} | "
          f"{summary['runs']} | {summary['seconds']:.1f} | {beside} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", default=list(THESIS))
    parser.add_argument("--time", type=int, default=60)
    options = parser.parse_args()
    print("| program | branch sides | by interferences | exhausted up to | bugs | candidates | runs | seconds | thesis |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for program in options.programs:
        row(program, search(options.build, program, options.time))


if __name__ == "__main__":
    main()
