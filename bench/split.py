#!/usr/bin/env python3
"""Prints where the time of a run goes under reset isolation. See bench/README.md.

  python3 bench/split.py BUILD PROGRAM [--runs=N]

PROGRAM is built with sleave-c++. Needs perf: samples of explorer and target are sorted by the function they fall into.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

# The first pattern that matches a function's name decides; the target's kernel time is the audit and the page faults.
TARGET = [
    ("reset", r"\[k\]|WrittenPages|snapshot|put_back|after_run|after_batch|run_is_over|memmove|memset|memcpy"),
    ("transfer", r"Batch::|record_end|write_threads|write_modules|find_modules|dl_iterate_phdr"),
    ("start", r"plan_takes_effect|_start\b|start_plan|policy_start|record_start|prepare|carry|new_thread|_dl_|do_lookup|strcmp"
              r"|check_match|cxa_finalize|run_exit_handlers|call_init|begin_run|checkpoint"),
    ("events", r"."),
]
EXPLORER = [
    ("transfer", r"\[k\]|Channel|PackedTraces|read_trace|Checker|trace_problem|serialize|Writer|ForkRunner|Child|poll|memmove|memcpy"),
    ("analysis", r"."),
]
ORDER = ("start", "events", "reset", "transfer", "analysis")


def samples(data, program):
    """(is the target's, percent, symbol) of each function."""
    report = subprocess.run(["perf", "report", "-i", data, "--stdio", "--percent-limit=0", "--fields=comm,overhead,symbol", "-t", "\t"],
                            check=True, capture_output=True, text=True).stdout
    for line in report.splitlines():
        parts = line.split("\t")
        if len(parts) == 3 and not line.startswith("#"):
            yield parts[0].strip() == program.name[:15], float(parts[1].strip().rstrip("%")), parts[2]


def split(data, program):
    shares = dict.fromkeys(ORDER, 0.0)
    for of_target, percent, symbol in samples(data, program):
        table = TARGET if of_target else EXPLORER
        shares[next(part for part, pattern in table if re.search(pattern, symbol))] += percent
    return shares


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=200_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        data = f"{scratch}/perf.data"
        subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "5000", "-o", data, arguments.build / "bin" / "sleave", "run",
                        "--strategy=random", f"--runs={arguments.runs}", "--time=0", f"--out={scratch}/out", arguments.program.resolve()],
                       check=True, capture_output=True)
        for part, percent in split(data, arguments.program).items():
            print(f"{part:10}{percent:6.1f} %")


if __name__ == "__main__":
    main()
