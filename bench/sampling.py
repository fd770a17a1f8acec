#!/usr/bin/env python3
"""Counts the runs that each sampling strategy needs to the first finding. See docs/results/sampling.md.

  python3 bench/sampling.py BUILD [NAME ...] [--seeds=N] [--more-seeds=N] [--runs=N] [--strategies=LIST] [--jobs=N] [--markdown]

BUILD is the build folder (build/default). Programs: those of tests/bugs/present/, built there, and the families of
bench/families/, compiled here; a family is named with its size, as reorder_100. Default: all, but for those that fail by letting
--hang-time pass, whose runs take that long. A seed without a finding counts with all its runs, and the figure is marked: 812 (17)
was found on 17 seeds only. `sample` is measured first and the others have at most 10 times its mean number of runs, because one
that needs more is not the best.
"""

import argparse
import concurrent.futures
import dataclasses
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import sampling_table

HERE = pathlib.Path(__file__).resolve().parent
BUGS = HERE.parent / "tests" / "bugs" / "present"
sys.path.insert(0, str(HERE.parent / "tests"))
from harness import heading  # noqa: E402

STRATEGIES = ["random", "pct", "pos", "surw", "feedback", "sample"]
FAMILIES = ["reorder_10", "reorder_100", "twostage_20", "twostage_100", "wronglock_10", "wronglock_100", "account_10",
            "token_ring_5", "last_zero_10", "safestack_2"]
ROOM = 10  # for the others, as a multiple of sample's mean
LEAST = 100  # runs, likewise
DOUBTFUL = 1.5  # a quotient of means from which on more seeds are worth it


@dataclasses.dataclass
class Subject:
    name: str
    program: pathlib.Path
    options: list


def compile_family(call, name, scratch):
    family, size = re.fullmatch(r"(\w+)_(\d+)", name).groups()
    program = pathlib.Path(scratch) / name
    words = [call.build / "bin" / "sleave-c++", "-std=c++20", "-O1", "-g", "-pthread", f"-DSIZE={size}",
             HERE / "families" / f"{family}.cc", "-o", program]
    subprocess.run([str(word) for word in words], check=True)
    return Subject(name, program, [])


def subjects(call, scratch):
    bugs = {path.stem: path for path in BUGS.iterdir()}
    quick = sorted(name for name, path in bugs.items() if not heading.read(path).waits)
    for name in call.names or [*FAMILIES, *quick]:
        if name in bugs:
            yield Subject(name, call.build / "tests" / "bugs" / "present" / name, heading.read(bugs[name]).options)
        else:
            yield compile_family(call, name, scratch)


def measure(call, subject, strategy, seeds, cap):
    known = ("--fail-on-exit", "--fail-on-leak", "--choices=")
    words = [call.build / "bench" / "count_runs", subject.program, strategy, seeds, cap,
             *(option for option in subject.options if option.startswith(known))]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{subject.name}, {strategy}: {done.stderr}")
    return sampling_table.Cell([int(line) for line in done.stdout.split()], cap)


def measure_all(call, subject, seeds):
    cells = {}
    cap = call.runs
    if "sample" in call.strategies:
        cells["sample"] = measure(call, subject, "sample", seeds, cap)
        cap = min(cap, max(LEAST, math.ceil(ROOM * cells["sample"].mean)))
    for strategy in call.strategies:
        if strategy != "sample":
            cells[strategy] = measure(call, subject, strategy, seeds, cap)
    return sampling_table.Row(subject.name, {strategy: cells[strategy] for strategy in call.strategies})


def row(call, subject):
    made = measure_all(call, subject, call.seeds)
    doubtful = made.best is not None and made.ratio > DOUBTFUL
    return measure_all(call, subject, call.more_seeds) if doubtful and call.more_seeds > call.seeds else made


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--more-seeds", type=int, default=0, help=f"of a program whose quotient is over {DOUBTFUL}")
    parser.add_argument("--runs", type=int, default=10_000, help="of each campaign at most")
    parser.add_argument("--strategies", type=lambda text: text.split(","), default=STRATEGIES)
    parser.add_argument("--jobs", type=int, default=1, help="programs side by side")
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_intermixed_args()


def main():
    call = parse()

    def show(cells):
        line = "| " + " | ".join(cells) + " |" if call.markdown else f"{cells[0]:24}" + "".join(f"{c:>14}" for c in cells[1:])
        print(line, flush=True)

    titles = sampling_table.heading(call.strategies)
    show(titles)
    if call.markdown:
        show(["---"] * len(titles))
    rows = []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for made in pool.map(lambda subject: row(call, subject), subjects(call, scratch)):
            show(made.texts)
            rows.append(made)
    print("\n" + sampling_table.verdict(rows))


if __name__ == "__main__":
    main()
