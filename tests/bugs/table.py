#!/usr/bin/env python3
"""The figures of the bug corpus: every program with its twin, over many seeds.

    tests/bugs/table.py BUILD [NAME ...]

For each program: kind found, on how many seeds, mean and largest number of runs up to the first finding, events per run;
for its twin: findings and runs. Ends with 1 if a bug was missed or a twin has a finding.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402


@dataclasses.dataclass
class Row:
    name: str
    expected: list
    seeds: int
    kinds: set = dataclasses.field(default_factory=set)
    first_runs: list = dataclasses.field(default_factory=list)
    events: list = dataclasses.field(default_factory=list)
    twin_findings: int = 0
    twin_runs: int = 0
    problems: list = dataclasses.field(default_factory=list)

    @property
    def good(self):
        as_expected = self.kinds <= set(self.expected)
        return len(self.first_runs) == self.seeds and as_expected and self.twin_findings == 0 and not self.problems

    def line(self):
        found = self.first_runs or [0]
        return (f"{self.name:22} {'|'.join(sorted(self.kinds)) or '-':24} {len(self.first_runs):3}/{self.seeds:<3}"
                f"{statistics.mean(found):10.1f} {max(found):8} {statistics.mean(self.events or [0]):8.1f}"
                f"{self.twin_findings:8} {self.twin_runs:10}{'' if self.good else '   <--'}")


HEADING = (f"{'program':22} {'kind':24} {'found':>7}{'mean runs':>10} {'max runs':>8} {'events':>8}"
           f"{'in twin':>8} {'twin runs':>10}")


def campaign(call, folder, name, seed):
    source = source_of(folder, name)
    program = call.build / "tests" / "bugs" / folder / name
    with tempfile.TemporaryDirectory() as place:
        sleave = command.Sleave(call.build / "bin" / "sleave", place)
        ended = sleave.run(program, f"--seed={seed}", f"--runs={call.runs}", "--time=0", "--minimize=off",
                           *heading.read(source).options)
    return ended


def source_of(folder, name):
    return next(path for path in (HERE / folder).iterdir() if path.stem == name)


def measure(call, name):
    row = Row(name, heading.read(source_of("present", name)).expected, call.seeds)
    for seed in range(1, call.seeds + 1):
        add_present(row, campaign(call, "present", name, seed), seed)
        if not call.no_twins:
            add_twin(row, campaign(call, "absent", name, seed), seed)
    return row


def add_present(row, ended, seed):
    if ended.summary is None:
        row.problems.append(f"seed {seed}: {ended}")
        return
    row.events.append(ended.summary["events_per_run"])
    for finding in ended.summary["findings"][:1]:
        row.kinds.add(finding["kind"])
        row.first_runs.append(finding["first_run"])


def add_twin(row, ended, seed):
    if ended.summary is None:
        row.problems.append(f"twin, seed {seed}: {ended}")
        return
    row.twin_findings += len(ended.summary["findings"])
    row.twin_runs += ended.summary["runs"]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1, help="programs measured side by side")
    parser.add_argument("--no-twins", action="store_true", help="leave the twins out")
    return parser.parse_intermixed_args()


def main():
    call = parse()
    names = call.names or sorted(path.stem for path in (HERE / "present").iterdir())
    print(HEADING)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for row in pool.map(lambda name: measure(call, name), names):
            rows.append(row)
            print(row.line(), flush=True)
            for problem in row.problems[:1]:
                print("    " + problem.strip().replace("\n", "\n    "))
    good = sum(row.good for row in rows)
    print(f"{good} of {len(rows)} programs as expected, {call.seeds} seeds each")
    return 0 if good == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
