#!/usr/bin/env python3
"""How many failures are found within a few runs: by prediction, by sampling, by exhaustive search.

    bench/predict.py BUILD [NAME ...] [--runs=N] [--seeds=N] [--strategies=LIST] [--suites=LIST] [--jobs=N] [--programs=BUILD] [--scratch=FOLDER]

Programs: those of tests/bugs/present/, built there, and those of bench/joint/present/, compiled here. A program is found if
a run up to the N-th fails as its heading says. Prints for each program the run that found it, then the sums: programs found on every
seed, and the mean over the seeds; and of predict's predictions how many came true. --programs: the build folder with the
programs, if it is another one.
"""

import argparse
import concurrent.futures
import pathlib
import sys
import tempfile

import suites

sys.path.insert(0, str(suites.HERE.parent / "tests"))
from harness import command  # noqa: E402

STRATEGIES = ["predict", "sample", "dpor"]


class Bench:
    def __init__(self, call):
        self.call = call
        self.predictions = {}

    def first_run(self, program, told, strategy, seed):
        """The run that failed as expected; None: none did."""
        with tempfile.TemporaryDirectory() as place:
            sleave = command.Sleave(self.call.build / "bin" / "sleave", place)
            ended = sleave.run(program, f"--strategy={strategy}", f"--seed={seed}", f"--runs={self.call.runs}", "--time=60s",
                               "--minimize=off", "--keep-going", *told.options)
        if ended.summary is None:
            sys.exit(f"{program}, {strategy}: {ended}")
        for name, number in ended.summary.get("predictions", {}).items():
            self.predictions[name] = self.predictions.get(name, 0) + number
        if ended.summary.get("predictions", {}).get("precise_not_confirmed"):
            print(f"{program.name}, {strategy}, seed {seed}: a precise prediction did not come true", flush=True)
        runs = [finding["first_run"] for finding in ended.summary["findings"] if finding["kind"] in told.expected]
        return min(runs, default=None)

    def row(self, subject):
        seeds = range(1, self.call.seeds + 1)
        return {strategy: [self.first_run(subject.program, subject.heading, strategy, seed) for seed in seeds]
                for strategy in self.call.strategies}


def show(bench, suite, subjects):
    rows = []
    with concurrent.futures.ThreadPoolExecutor(bench.call.jobs) as pool:
        for subject, row in zip(subjects, pool.map(bench.row, subjects)):
            rows.append(row)
            cells = (",".join(str(run or "-") for run in row[strategy]) for strategy in bench.call.strategies)
            print(f"{subject.name:24}" + "".join(f"{cell:>18}" for cell in cells), flush=True)
    for strategy in bench.call.strategies:
        always = sum(all(row[strategy]) for row in rows)
        mean = sum(sum(run is not None for run in row[strategy]) for row in rows) / bench.call.seeds
        print(f"{suite}: {strategy} finds {always} of {len(rows)} on every seed, {mean:.1f} on average, within {bench.call.runs} runs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--strategies", type=lambda text: text.split(","), default=STRATEGIES)
    parser.add_argument("--suites", type=lambda text: text.split(","), default=list(suites.FOLDERS))
    parser.add_argument("--jobs", type=int, default=1, help="programs side by side")
    parser.add_argument("--programs", type=lambda text: pathlib.Path(text).resolve(), help="build folder of the programs")
    parser.add_argument("--scratch", help="folder for programs that are compiled here; those that are there are used; default: a new one")
    call = parser.parse_intermixed_args()
    call.programs = call.programs or call.build
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(call)
        for suite in call.suites:
            show(bench, suite, list(suites.subjects(call.programs, [suite], call.names, call.scratch or scratch)))
    print("predictions: " + ", ".join(f"{number} {name}" for name, number in bench.predictions.items()))


if __name__ == "__main__":
    main()
