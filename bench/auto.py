#!/usr/bin/env python3
"""What it takes to the first failure: strategy auto against each strategy by itself. See docs/results/auto.md.

    bench/auto.py BUILD [NAME ...] [--auto-seeds=N] [--seeds=N] [--ways=LIST] [--suites=LIST] [--time=SECONDS] [--known=FILE]
                  [--shard=I/N] [--table] [--programs=BUILD] [--scratch=FOLDER] [--markdown]

Programs: those of tests/bugs/present/ and bench/joint/present/. Two measures of the same campaigns. *Cost* is counted
(engine/strategy/run_cost.h), in milliseconds: it is the same every time, whatever else the machine does. What starting a campaign takes is not in it, and is added as a
constant in quotients. *Seconds* are processor time of the whole command with all its processes: what a user waits for. Quotients are given in both; interference, whose
thinking is not counted, is compared in seconds only.

auto is measured first, on --auto-seeds seeds. Then each strategy by itself, on --seeds: with as much time as auto's slowest seed took, and never
more than a multiple of the best one so far, since one that needs more is not the best. A seed without the failure counts with all that it
took, which is less than it would need: so the quotients are, if anything, too large. A few seeds may be lucky ones: where a quotient is over 2,
the best strategy is measured on as many seeds as auto.

A campaign goes on after a data race to see what it leads to; then the same campaign is made once more with just as many runs as it took.

--known=FILE: campaigns are written there one by one, and those that are there are not made again. So a table can be made in pieces
(--shard=1/3 takes every third program), be interrupted, and later have more seeds. --table makes no campaigns.
"""

import argparse
import dataclasses
import json
import pathlib
import resource
import statistics
import sys
import tempfile

import suites

sys.path.insert(0, str(suites.HERE.parent / "tests"))
from harness import command  # noqa: E402

WAYS = {  # those first that are most often the best
    "auto": ["--strategy=auto"],
    "sample": ["--strategy=sample"],
    "random": ["--strategy=sample", "--inputs=random"],
    "concolic": ["--strategy=concolic"],
    "predict": ["--strategy=predict"],
    "dpor": ["--strategy=dpor"],
    "interference": ["--strategy=interference"],
}
ONLY_WITH_INPUTS = ["concolic", "random"]
UNCOUNTED = ["interference"]  # nearly all it does is thinking, which its cost has not
PROMISED = 3
LEAST = 1  # seconds by the clock that every campaign may take
BUSY = 4  # seconds by the clock that a second of a processor may take
STARTING = 50_000  # counted for the start of a campaign: what one that fails at once takes
BEATEN = 2  # times what the best took: longer is not worth knowing
DOUBTFUL = 2  # a quotient that few seeds do not prove
RUNS = 1_000_000


@dataclasses.dataclass
class Search:
    """What one campaign did."""

    found: bool
    runs: int
    cost: int
    seconds: float  # of processors
    kind: str = ""


@dataclasses.dataclass
class Cell:
    searches: list  # by seed

    def mean(self, measure):
        return statistics.mean(getattr(search, measure) for search in self.searches)

    @property
    def found(self):
        return sum(search.found for search in self.searches)

    def __str__(self):
        runs = statistics.median(search.runs for search in self.searches)
        share = "" if self.found == len(self.searches) else f" ({self.found} of {len(self.searches)})"
        return f"{runs:.0f} / {self.mean('cost') / 1000:.1f} / {self.mean('seconds'):.2f}{share}" if self.found else "-"


@dataclasses.dataclass
class Row:
    subject: suites.Subject
    cells: dict

    def best(self, measure):
        left_out = ["auto", *(UNCOUNTED if measure == "cost" else [])]
        singles = {way: cell.mean(measure) for way, cell in self.cells.items() if way not in left_out and cell.found}
        return min(singles, key=singles.get, default=None)

    def ratio(self, measure):
        """Of auto to the best; below 1 where no other finds it in that time, so not known exactly."""
        best = self.best(measure)
        start = STARTING if measure == "cost" else 0
        return (self.cells["auto"].mean(measure) + start) / (self.cells[best].mean(measure) + start) if best else 0

    @property
    def unexpected(self):
        kinds = {search.kind for cell in self.cells.values() for search in cell.searches if search.kind}
        return kinds - set(self.subject.heading.expected)


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def search(sleave_command, subject, way, seed, seconds, runs=RUNS):
    with tempfile.TemporaryDirectory() as place:
        sleave = command.Sleave(sleave_command, place)
        before = processor_time()
        ended = sleave.run(subject.program, *WAYS[way], f"--seed={seed}", f"--runs={runs}", f"--time={seconds:.1f}s", "--minimize=off",
                           *subject.heading.options)
        took = processor_time() - before
    if ended.summary is None:
        sys.exit(f"{subject.program}, {way}: {ended}")
    summary = ended.summary
    findings = [finding for finding in summary["findings"] if finding["kind"] in subject.heading.expected]
    others = [finding["kind"] for finding in summary["findings"] if finding["kind"] not in subject.heading.expected]
    if not findings:
        return Search(False, summary["runs"], summary["cost"], took, *others[:1])
    first = min(finding["first_run"] for finding in findings)
    if first < summary["runs"] and runs == RUNS:
        again = search(sleave_command, subject, way, seed, seconds, first)
        return again if again.found else Search(False, first, summary["cost"], took)
    return Search(True, first, summary["cost"], took, findings[0]["kind"])


class Bench:
    """Makes campaigns that are not known yet."""

    def __init__(self, call):
        self.call = call
        self.known = {}
        if call.known and call.known.exists():
            for line in call.known.read_text().splitlines():
                *key, what = json.loads(line)
                self.known[tuple(key)] = Search(**what)

    def search(self, subject, way, seed, seconds):
        """None: it is not known, and shall not be made."""
        key = (subject.suite, subject.name, way, seed)
        if key not in self.known and not self.call.table:
            self.known[key] = search(self.call.build / "bin" / "sleave", subject, way, seed, seconds)
            if self.call.known:
                with self.call.known.open("a") as file:
                    file.write(json.dumps([*key, dataclasses.asdict(self.known[key])]) + "\n")
        return self.known.get(key)

    def cell(self, subject, way, seeds, seconds):
        searches = [self.search(subject, way, seed, seconds) for seed in range(1, seeds + 1)]
        searches = [each for each in searches if each]
        return Cell(searches) if searches else None

    def row(self, subject):
        """None: nothing is known of auto."""
        auto = self.cell(subject, "auto", self.call.auto_seeds, self.call.time)
        if not auto:
            return None
        cells = {"auto": auto}
        room = max(each.seconds for each in auto.searches)
        for way in self.call.ways:
            if way == "auto" or (way in ONLY_WITH_INPUTS and subject.suite != "joint"):
                continue
            made = self.cell(subject, way, self.call.seeds, LEAST + BUSY * room)
            if not made:
                continue
            cells[way] = made
            if made.found == len(made.searches):
                room = min(room, BEATEN * made.mean("seconds"))
        row = Row(subject, cells)
        for measure in ("cost", "seconds"):
            self.make_sure(row, measure, LEAST + BUSY * room)
        return row

    def make_sure(self, row, measure, seconds):
        """Another strategy may turn out to be the best: then that one."""
        while row.ratio(measure) > DOUBTFUL:
            best = row.best(measure)
            made = self.cell(row.subject, best, len(row.cells["auto"].searches), seconds)
            if len(made.searches) == len(row.cells[best].searches):
                return
            row.cells[best] = made


def show(call, words):
    print("| " + " | ".join(words) + " |" if call.markdown else f"{words[0]:22}" + "".join(f"{word:>22}" for word in words[1:]), flush=True)


def verdict(call, rows):
    missed = [f"{each.subject.name} ({each.cells['auto'].found})" for each in rows if each.cells["auto"].found < len(each.cells["auto"].searches)]
    print(f"\n{len(rows)} programs, {min((len(each.cells['auto'].searches) for each in rows), default=0)} seeds of auto or more, "
          f"{call.seeds} of the others or more; auto finds {len(rows) - len(missed)} on every seed" + (": not " + ", ".join(missed) if missed else ""))
    for measure in ("cost", "seconds"):
        judged = [each for each in rows if each.best(measure)]
        if not judged:
            continue
        ratios = [each.ratio(measure) for each in judged]
        over = sorted((each for each in judged if each.ratio(measure) > PROMISED), key=lambda each: -each.ratio(measure))
        print(f"{measure}, auto / best: median {statistics.median(ratios):.2f}, largest {max(ratios):.2f}; over {PROMISED}: {len(over)} of {len(judged)}"
              + "".join(f"; {each.subject.name} {each.ratio(measure):.1f} ({each.best(measure)})" for each in over))
        print("best by itself: " + ", ".join(f"{way} {sum(each.best(measure) == way for each in judged)}" for way in call.ways if way != "auto"))
    for each in rows:
        if each.unexpected:
            print(f"{each.subject.name}: found what nobody expected: {', '.join(each.unexpected)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--auto-seeds", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=2, help="of each of the others")
    parser.add_argument("--time", type=int, default=60, help="seconds of each search at most")
    parser.add_argument("--ways", type=lambda text: text.split(","), default=list(WAYS), help="which of: " + ", ".join(WAYS))
    parser.add_argument("--suites", type=lambda text: text.split(","), default=list(suites.FOLDERS))
    parser.add_argument("--known", type=pathlib.Path, help="file with campaigns that were made")
    parser.add_argument("--shard", type=lambda text: tuple(map(int, text.split("/"))), default=(1, 1), help="I/N: the I-th of N parts of the programs")
    parser.add_argument("--table", action="store_true", help="only what is known")
    parser.add_argument("--programs", type=lambda text: pathlib.Path(text).resolve(), help="build folder of the programs")
    parser.add_argument("--scratch", help="folder for programs that are compiled here; those that are there are used; default: a new one")
    parser.add_argument("--markdown", action="store_true")
    call = parser.parse_intermixed_args()
    titles = ["program", *call.ways, "best", "auto / best: cost", "seconds"]
    show(call, titles)
    if call.markdown:
        show(call, ["---"] * len(titles))
    bench = Bench(call)
    part, parts = call.shard
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        subjects = suites.subjects(call.programs or call.build, call.suites, call.names, call.scratch or scratch)
        for subject in list(subjects)[part - 1::parts]:
            made = bench.row(subject)
            if not made:
                continue
            rows.append(made)
            cells = [str(made.cells.get(way, "")) for way in call.ways]
            show(call, [subject.name, *cells, made.best("cost") or "", f"{made.ratio('cost'):.2f}", f"{made.ratio('seconds'):.2f}"])
    verdict(call, rows)


if __name__ == "__main__":
    main()
