#!/usr/bin/env python3
"""Checks what the headings say, by exhaustive search over schedules with fixed inputs; symbolic execution has no part in it.

    bench/joint/truth.py BUILD [NAME ...] [--folder=DIR]

For each program: with the input of its WITNESS line some schedule fails as its EXPECT line says, and not every one unless NEEDS says
so; with the input of its NEAR line and with the default input no schedule fails; and no schedule of the twin fails with the input of
WITNESS or by default. Ends with 1 if a heading is wrong.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tests"))
from harness import command, heading  # noqa: E402

SAMPLES = 200


def sources(folder):
    """The programs of a folder, by name."""
    return {path.stem: path for path in sorted(folder.glob("*.c*"))}


class Program:
    """One program, built so that it takes its inputs from the environment."""

    def __init__(self, call, source, folder):
        self.build, self.runs, self.source = call.build, call.runs, source
        self.heading = heading.read(source)
        self.binary = folder / f"{source.parent.name}-{source.stem}"
        compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
        subprocess.run([self.build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", "-I", HERE / "fixed", source, "-o",
                        self.binary], check=True)

    def campaign(self, given, *options):
        environment = {**os.environ, "JOINT_INPUT": given}
        with tempfile.TemporaryDirectory() as place:
            ended = command.Sleave(self.build / "bin" / "sleave", place, environment).run(
                self.binary, "--time=0", *self.heading.options, *options)
        return ended.summary or sys.exit(f"{self.source}: {ended}")

    def explore(self, given):
        """Kinds of what is found by exhaustive search with that input, and the result in a word."""
        summary = self.campaign(given, "--strategy=dpor", f"--runs={self.runs}")
        return {finding["kind"] for finding in summary["findings"]}, summary["result"]

    def always_fails(self, given):
        summary = self.campaign(given, "--strategy=random", f"--runs={SAMPLES}", "--keep-going")
        return sum(finding["count"] for finding in summary["findings"]) == summary["runs"]


class Truth:
    def __init__(self, name):
        self.name, self.problems, self.notes = name, [], []

    def expect(self, condition, words):
        if not condition:
            self.problems.append(words)

    def found(self, program, given):
        kinds, result = program.explore(given)
        self.expect(kinds and kinds <= set(program.heading.expected), f"{given}: found {kinds or 'nothing'} ({result})")

    def clean(self, program, given):
        kinds, result = program.explore(given)
        self.expect(not kinds, f"{program.source.parent.name}, {given or 'default'}: found {kinds}")
        if not kinds and not result.startswith("complete"):
            self.notes.append(f"{program.source.parent.name}, {given or 'default'}: only {result}")

    def present(self, program):
        witness = program.heading.words["WITNESS"]
        self.found(program, witness)
        by_any = "any schedule" in program.heading.words.get("NEEDS", "")
        self.expect(program.always_fails(witness) == by_any, f"{witness}: every schedule fails, or not, as NEEDS does not say")
        for given in (program.heading.words.get("NEAR"), ""):
            if given is not None:
                self.clean(program, given)

    def absent(self, program):
        self.clean(program, program.heading.words["WITNESS"])
        self.clean(program, "")


def judge(call, name):
    truth = Truth(name)
    with tempfile.TemporaryDirectory() as scratch:
        place = pathlib.Path(scratch)
        truth.present(Program(call, sources(call.folder / "present")[name], place))
        truth.absent(Program(call, sources(call.folder / "absent")[name], place))
    return truth


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE, help="with present/ and absent/")
    parser.add_argument("--runs", type=int, default=200_000, help="of each search at most")
    parser.add_argument("--jobs", type=int, default=1)
    call = parser.parse_intermixed_args()
    names = call.names or list(sources(call.folder / "present"))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for truth in pool.map(lambda name: judge(call, name), names):
            wrong += bool(truth.problems)
            print(f"{truth.name:24} {'; '.join(truth.problems or ['as told', *truth.notes])}", flush=True)
    print(f"{len(names) - wrong} of {len(names)} headings hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
