#!/usr/bin/env python3
"""Time to the first failure: strategy auto against each strategy by itself. See docs/internals/auto.md.

    bench/auto.py BUILD [NAME ...] [--seeds=N] [--ways=LIST] [--suites=LIST] [--time=SECONDS] [--jobs=N] [--programs=BUILD] [--markdown]

Programs: those of tests/bugs/present/ and bench/joint/present/. Time is processor time of the whole command with all its
processes, so that a busy machine does not count, and start-up does: it is what a user waits for. auto is measured first; the others
have as much time as its slowest seed took, and some more for a busy machine, since one that needs more is not the best. A seed without the failure counts with all
the time it took, which is less than it would need: so the quotients are, if anything, too large.

A campaign goes on after a data race to see what it leads to; then the same campaign is made once more with just as many runs as it took.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import resource
import statistics
import sys
import tempfile

import suites

sys.path.insert(0, str(suites.HERE.parent / "tests"))
from harness import command  # noqa: E402

WAYS = {
    "auto": ["--strategy=auto"],
    "sample": ["--strategy=sample"],
    "predict": ["--strategy=predict"],
    "dpor": ["--strategy=dpor"],
    "interference": ["--strategy=interference"],
    "concolic": ["--strategy=concolic"],
    "random": ["--strategy=sample", "--inputs=random"],
}
ONLY_WITH_INPUTS = ["concolic", "random"]
PROMISED = 3
LEAST = 2  # seconds that every campaign may take
BUSY = 4  # seconds by the clock that a second of a processor may take
RUNS = 1_000_000


@dataclasses.dataclass
class Search:
    """What one campaign did."""

    found: bool
    runs: int
    seconds: float  # of processors
    kind: str = ""


@dataclasses.dataclass
class Cell:
    searches: list  # by seed

    @property
    def mean(self):
        return statistics.mean(search.seconds for search in self.searches)

    @property
    def found(self):
        return sum(search.found for search in self.searches)

    def __str__(self):
        runs = statistics.median(search.runs for search in self.searches)
        share = "" if self.found == len(self.searches) else f" ({self.found})"
        return f"{runs:.0f} / {self.mean:.2f}{share}" if self.found else "-"


@dataclasses.dataclass
class Row:
    subject: suites.Subject
    cells: dict

    @property
    def best(self):
        singles = {way: cell.mean for way, cell in self.cells.items() if way != "auto" and cell.found}
        return min(singles, key=singles.get, default=None)

    @property
    def ratio(self):
        return self.cells["auto"].mean / self.cells[self.best].mean if self.best else 0

    @property
    def unexpected(self):
        kinds = {search.kind for cell in self.cells.values() for search in cell.searches if search.kind}
        return kinds - set(self.subject.heading.expected)


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def search(sleave_command, subject, way, seed, seconds, runs=RUNS):
    """One campaign; in a process of its own, so that the time of its children is the campaign's."""
    with tempfile.TemporaryDirectory() as place:
        sleave = command.Sleave(sleave_command, place)
        before = processor_time()
        ended = sleave.run(subject.program, *WAYS[way], f"--seed={seed}", f"--runs={runs}", f"--time={seconds:.1f}s", "--minimize=off",
                           *subject.heading.options)
        took = processor_time() - before
    if ended.summary is None:
        sys.exit(f"{subject.program}, {way}: {ended}")
    findings = [finding for finding in ended.summary["findings"] if finding["kind"] in subject.heading.expected]
    others = [finding["kind"] for finding in ended.summary["findings"] if finding["kind"] not in subject.heading.expected]
    if not findings:
        return Search(False, ended.summary["runs"], took, *others[:1])
    first = min(finding["first_run"] for finding in findings)
    if first < ended.summary["runs"] and runs == RUNS:
        again = search(sleave_command, subject, way, seed, seconds, first)
        return again if again.found else Search(False, first, took)
    return Search(True, first, took, findings[0]["kind"])


def row(call, subject):
    sleave = call.build / "bin" / "sleave"
    has_inputs = subject.suite == "joint"
    ways = [way for way in call.ways if way != "auto" and (has_inputs or way not in ONLY_WITH_INPUTS)]
    seeds = range(1, call.seeds + 1)
    cells = {"auto": Cell([search(sleave, subject, "auto", seed, call.time) for seed in seeds])}
    room = LEAST + BUSY * max(each.seconds for each in cells["auto"].searches)
    for way in ways:
        cells[way] = Cell([search(sleave, subject, way, seed, room) for seed in seeds])
    return Row(subject, cells)


def show(call, words):
    print("| " + " | ".join(words) + " |" if call.markdown else f"{words[0]:24}" + "".join(f"{word:>19}" for word in words[1:]), flush=True)


def verdict(call, rows):
    judged = [each for each in rows if each.best]
    over = [each for each in judged if each.ratio > PROMISED]
    missed = [each.subject.name for each in rows if each.cells["auto"].found < call.seeds]
    print(f"\n{len(rows)} programs, {call.seeds} seeds; auto finds {len(rows) - len(missed)} on every seed" + (": not " + ", ".join(missed) if missed else ""))
    if judged:
        worst = max(judged, key=lambda each: each.ratio)
        print(f"auto / best: median {statistics.median(each.ratio for each in judged):.2f}, largest {worst.ratio:.2f} ({worst.subject.name})")
    print(f"over {PROMISED}: {len(over)}" + "".join(f"; {each.subject.name} {each.ratio:.2f} ({each.best})" for each in over))
    for way in call.ways:
        best = sum(each.best == way for each in judged)
        if way != "auto":
            print(f"{way} is the best by itself on {best}")
    for each in rows:
        if each.unexpected:
            print(f"{each.subject.name}: found what nobody expected: {', '.join(each.unexpected)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--time", type=int, default=60, help="seconds of each search at most")
    parser.add_argument("--ways", type=lambda text: text.split(","), default=list(WAYS), help="which of: " + ", ".join(WAYS))
    parser.add_argument("--suites", type=lambda text: text.split(","), default=list(suites.FOLDERS))
    parser.add_argument("--jobs", type=int, default=1, help="programs side by side")
    parser.add_argument("--programs", type=lambda text: pathlib.Path(text).resolve(), help="build folder of the programs")
    parser.add_argument("--scratch", help="folder for programs that are compiled here; those that are there are used; default: a new one")
    parser.add_argument("--markdown", action="store_true")
    call = parser.parse_intermixed_args()
    titles = ["program", *call.ways, "best", "auto / best"]
    show(call, titles)
    if call.markdown:
        show(call, ["---"] * len(titles))
    rows = []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ProcessPoolExecutor(call.jobs) as pool:
        subjects = list(suites.subjects(call.programs or call.build, call.suites, call.names, call.scratch or scratch))
        for made in pool.map(row, [call] * len(subjects), subjects):
            rows.append(made)
            cells = [str(made.cells.get(way, "")) for way in call.ways]
            show(call, [made.subject.name, *cells, made.best or "", f"{made.ratio:.2f}"])
    verdict(call, rows)


if __name__ == "__main__":
    main()
