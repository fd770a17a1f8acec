#!/usr/bin/env python3
"""Counts the runs that each sampling strategy needs to the first finding. See docs/internals/sampling.md.

  python3 bench/sampling.py BUILD [NAME ...] [--seeds=N] [--runs=N] [--strategies=LIST] [--jobs=N] [--markdown]

BUILD is the build folder (build/default). Programs: those of tests/bugs/present/, built there, and the families of
bench/families/, compiled here; a family is named with its size, as reorder_100. Default: all. A seed without a finding counts
with all its runs, and the figure is marked: 812 (17) was found on 17 seeds only.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUGS = HERE.parent / "tests" / "bugs" / "present"
sys.path.insert(0, str(HERE.parent / "tests"))
from harness import heading  # noqa: E402

STRATEGIES = ["random", "pct", "pos", "surw", "feedback", "sample"]
FAMILIES = ["reorder_10", "reorder_100", "twostage_20", "twostage_100", "wronglock_10", "wronglock_100", "account_10",
            "token_ring_5", "last_zero_10", "safestack_2"]


@dataclasses.dataclass
class Subject:
    name: str
    program: pathlib.Path
    options: list


@dataclasses.dataclass
class Cell:
    runs: list  # to the first finding, or all of them
    found: int

    @property
    def mean(self):
        return statistics.mean(self.runs)

    def __str__(self):
        return f"{self.mean:.1f}" + ("" if self.found == len(self.runs) else f" ({self.found})")


def compile_family(call, name, scratch):
    family, size = re.fullmatch(r"(\w+)_(\d+)", name).groups()
    program = pathlib.Path(scratch) / name
    words = [call.build / "bin" / "sleave-c++", "-std=c++20", "-O1", "-g", "-pthread", f"-DSIZE={size}",
             HERE / "families" / f"{family}.cc", "-o", program]
    subprocess.run([str(word) for word in words], check=True)
    return Subject(name, program, [])


def subjects(call, scratch):
    bugs = {path.stem: path for path in BUGS.iterdir()}
    for name in call.names or [*FAMILIES, *sorted(bugs)]:
        if name in bugs:
            yield Subject(name, call.build / "tests" / "bugs" / "present" / name, heading.read(bugs[name]).options)
        else:
            yield compile_family(call, name, scratch)


def measure(call, subject, strategy):
    known = ("--fail-on-exit", "--choices=")
    words = [call.build / "bench" / "count_runs", subject.program, strategy, call.seeds, call.runs,
             *(option for option in subject.options if option.startswith(known))]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{subject.name}, {strategy}: {done.stderr}")
    firsts = [int(line) for line in done.stdout.split()]
    return Cell([first or call.runs for first in firsts], sum(first != 0 for first in firsts))


def row(call, subject):
    cells = {strategy: measure(call, subject, strategy) for strategy in call.strategies}
    singles = [cell.mean for strategy, cell in cells.items() if strategy != "sample"]
    ratio = f"{cells['sample'].mean / min(singles):.2f}" if "sample" in cells and singles else ""
    return [subject.name, *map(str, cells.values()), ratio]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=20)
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

    show(["program", *call.strategies, "sample / best"])
    if call.markdown:
        show(["---"] * (len(call.strategies) + 2))
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for cells in pool.map(lambda subject: row(call, subject), subjects(call, scratch)):
            show(cells)


if __name__ == "__main__":
    main()
