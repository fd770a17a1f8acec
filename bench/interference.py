#!/usr/bin/env python3
"""Prints what a search by interferences covers, program by program, beside the numbers of the thesis it comes from.

  python3 bench/interference.py BUILD [--time=SECONDS] [--repeat=N] [PROGRAM...]
  python3 bench/interference.py BUILD --without [--time=SECONDS] [PROGRAM...]    without what makes it faster
  python3 bench/interference.py BUILD --splice [--time=SECONDS] [PROGRAM...]     against splice and dpor

The programs are those of tests/interference/, which are of the same nature as those of the thesis (Razavi 2014, table 6.1)
and smaller; its numbers are for orientation. Each is searched up to as many interferences as the thesis went, or as its bug needs
by its heading. Of the bug: the fewest interferences with which it happened in that search, and the time of a search that
ends with it. Failures are not minimized: times are those of the search. They are processor time, with that of the clock behind it;
with --repeat, those of the middle one of several.
"""

import argparse
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

# Threads with main, inputs, branches; newly covered at 0, 1, ... interferences; at which the bug was found; candidates; seconds.
THESIS = {
    "bluetooth": (3, 2, 24, "14/8/2", "2", 282, 1), "relaxation": (3, 0, 48, "37/8/0/0/3", "3", 145, 1),
    "tracer_one": (3, 0, 94, "54/3", "1", 28, 1), "tracer_two": (3, 0, 128, "75/5", "1", 315639, 7200),
    "log_buffer": (3, 3, 48, "35/3", "1", 22150, 15), "reference_count": (3, 3, 72, "41/0/1", "2", 392, 1),
    "splay": (3, 0, 112, "46/14/4", "none", 3501, 6), "red_black": (3, 0, 146, "67/22/4/2", "none", 77037, 296),
    "downloader": (3, 0, 88, "56/0/1", "2", 23197, 170), "scanner": (3, 2, 130, "92/0/0/0/1", "4", 3012548, 7200),
    "art2": (3, 2, 8, "7/1", "1", 80, 0.3), "art3": (4, 3, 12, "10/1/1", "2", 17942, 21.8),
    "art4": (5, 4, 16, "13/1/1/1", "3", 2842066, 197.1), "art5": (6, 5, 20, "16/1/1/1/1", "4", 10851573, 741.1),
    "art6": None,
}
# Of ours: threads with main, and inputs.
OURS = {"bluetooth": (3, 1), "relaxation": (3, 0), "tracer_one": (3, 0), "tracer_two": (3, 0), "log_buffer": (3, 2),
        "reference_count": (3, 3), "splay": (3, 0), "red_black": (3, 0), "downloader": (3, 0), "scanner": (3, 2),
        "art2": (3, 2), "art3": (4, 3), "art4": (5, 4), "art5": (6, 5), "art6": (7, 6)}

PROGRAMS = pathlib.Path(__file__).parent.parent / "tests" / "interference" / "programs"
SIDES = re.compile(r"^// SIDES: ([\d ]+)", re.MULTILINE)

# Where the last side of a branch needs more here than in the thesis, or the thesis has none.
MORE = {"tracer_one": 2, "tracer_two": 2, "splay": 16, "red_black": 16, "art6": 5}


def bound(program):
    """Interferences: those of the thesis, or of the heading."""
    thesis = THESIS[program]
    most = max(thesis[3].count("/") if thesis else 0, MORE.get(program, 0))
    heading = SIDES.search((PROGRAMS / f"{program}.c").read_text())
    return max(most, len(heading[1].split()) - 1) if heading else most


def search(build, program, seconds, *options):
    """Its summary, with the processor time that it and its runs took."""
    with tempfile.TemporaryDirectory() as scratch:
        summary = pathlib.Path(scratch) / "summary.json"
        begin = time.monotonic()
        child = subprocess.Popen([build / "bin" / "sleave", "run", "--runs=0", "--minimize=off", f"--time={seconds}s",
                                  f"--summary={summary}", f"--out={scratch}/out", *options, build / "tests" / "interference" / program],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(child.pid, 0)
        return json.loads(summary.read_text()) | {"processor": used.ru_utime + used.ru_stime, "clock": time.monotonic() - begin}


def failure(summary):
    """Of a search: something other than a data race."""
    return next((found["kind"] for found in summary["findings"] if found["kind"] != "data_race"), None)


def times(summaries):
    """Of several searches that did the same: seconds of processor time and of the clock, those of the middle one."""
    processor, clock = (statistics.median(summary[key] for summary in summaries) for key in ("processor", "clock"))
    return f"{processor:.1f} ({clock:.1f})"


def candidates(summary):
    return sum(level["candidates"] for level in summary["interference"]["levels"])


def row(build, program, seconds, repeat):
    options = ["--strategy=interference", f"--interferences={bound(program)}"]
    whole = [search(build, program, seconds, *options, "--keep-going") for _ in range(repeat)]
    summary = whole[0]
    report = summary["interference"]
    levels = report["levels"]
    found = "none"
    if failure(summary):
        first = [search(build, program, seconds, *options) for _ in range(repeat)]
        found = f"{failure(summary)} at {report['failed_with']}, {times(first)}"
    sides = "/".join(str(level["sides"]) for level in levels)
    covered = sum(level["sides"] for level in levels)
    done = "all" if report["everything"] else report["finished"] if report["finished"] >= 0 else "-"
    thesis = THESIS[program]
    beside = (f"{thesis[0]}, {thesis[1]}, {thesis[2]}; {thesis[3]}; {thesis[4]}; {thesis[5]}; {thesis[6]} s" if thesis else "-")
    threads, inputs = OURS[program]
    print(f"| {program} | {threads}, {inputs} | {covered} of {2 * report['branches']} | {sides} | {done} | {found} | "
          f"{candidates(summary)} | {summary['runs']} | {times(whole)} | {beside} |", flush=True)


def coverage(build, programs, seconds, repeat):
    print("| program | threads, inputs | branch sides | by interferences | exhausted up to | bug at, in s | candidates | runs | seconds | "
          "thesis: threads, inputs, branches; newly covered; bug at; candidates; time |")
    print("|" + " --- |" * 10)
    for program in programs:
        row(build, program, seconds, repeat)


def ablation(build, programs, seconds, repeat):
    """Searches for the bug with none, one, two and three of the optimizations left out."""
    print("| program | left out | bug | exhausted up to | candidates | runs | seconds |")
    print("|" + " --- |" * 7)
    names = ["cores", "cache", "priorities"]
    for program in programs:
        for count in range(len(names) + 1):
            for out in itertools.combinations(names, count):
                options = ["--strategy=interference", f"--interferences={bound(program)}"]
                options += [f"--without={','.join(out)}"] if out else []
                made = [search(build, program, seconds, *options)]
                if failure(made[0]):
                    made += [search(build, program, seconds, *options) for _ in range(repeat - 1)]
                summary = made[0]
                print(f"| {program} | {', '.join(out) or 'nothing'} | {'found' if failure(summary) else 'not found'} | "
                      f"{summary['interference']['finished']} of {bound(program)} | {candidates(summary)} | {summary['runs']} | "
                      f"{times(made)} |", flush=True)


def compare(build, programs, seconds):
    """Time to the bug, and sides of branches, by strategies."""
    print("| program | strategy | bug in | branch sides | runs | seconds |")
    print("|" + " --- |" * 6)
    for program in programs:
        for strategy in ("interference", "splice", "dpor"):
            first = search(build, program, seconds, f"--strategy={strategy}")
            found = times([first]) if failure(first) else "not found"
            summary = search(build, program, seconds, f"--strategy={strategy}", "--keep-going")
            sides = "-"
            if strategy == "splice":
                sides = f"{summary['splice']['sides_alone']} alone, {summary['splice']['sides']} in all"
            if strategy == "interference":
                sides = str(sum(level["sides"] for level in summary["interference"]["levels"]))
            print(f"| {program} | {strategy} | {found} | {sides} | {summary['runs']} | {times([summary])} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--without", action="store_true")
    parser.add_argument("--splice", action="store_true")
    options = parser.parse_intermixed_args()
    if options.without:
        ablation(options.build, options.programs or ["scanner"], options.time, options.repeat)
    elif options.splice:
        compare(options.build, options.programs or ["tracer_two", "scanner", "art5"], options.time)
    else:
        coverage(options.build, options.programs or list(THESIS), options.time, options.repeat)


if __name__ == "__main__":
    main()
