#!/usr/bin/env python3
"""Prints what following inputs costs on sequential code, and what a search by solving reaches there. See bench/README.md.

  python3 bench/symbolic.py BUILD [--smoke] [--rounds=N] [--time=SECONDS] [--only=PROGRAM,...]

Each program of sequential/ is built in four ways: plain; for schedules only; followed, without an input; with its first bytes as an input. A
cost is a slope: processor time of a program that does its task often, minus that of one that does it once, so that starting
and ending cancel out; for the last it is a run with the input minus one without. All are measured by turns in one session. Then the
last is searched under one schedule.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("base64", "crc", "expression", "regex", "sort")
SYMBOLIC = 16  # bytes of the sample that are an input
OFTEN = {"plain": 400_001, "schedules": 8_001, "followed": 8_001}  # how often the task is done in a run
FEW_RUNS, MANY_RUNS = 10, 30  # a campaign also starts, and runs its first plans twice
FEW_TIMED, MANY_TIMED = 200, 4_200  # of runs without a campaign


def processor_seconds(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


class Program:
    def __init__(self, build, name, scratch):
        self.build, self.name, self.scratch = build, name, scratch
        self.binaries = {(way, times): self.compile(way, times) for way in OFTEN for times in (1, OFTEN[way])}
        self.binaries["input", 1] = self.compile("input", 1)

    def compile(self, way, times):
        binary = self.scratch / f"{self.name}_{way}_{times}"
        compiler = ["clang-19", "-I", HERE.parent / "include"] if way == "plain" else [self.build / "bin" / "sleave-cc"]
        flags = {"followed": ["-fsleave-inputs"], "input": ["-fsleave-inputs", f"-DSYMBOLIC={SYMBOLIC}"]}.get(way, [])
        subprocess.run([str(word) for word in (
            *compiler, "-std=c17", "-O2", "-g", *flags, f"-DREPEAT={times}", HERE / "sequential" / f"{self.name}.c",
            HERE / "sequential" / "main.c", "-o", binary)], check=True)
        return binary

    def sleave(self, *words):
        return (self.build / "bin" / "sleave", "run", f"--out={self.scratch / 'out'}", *words)

    def seconds(self, way, times):
        """Of one run."""
        binary = self.binaries[way, times]
        if way == "plain":
            return processor_seconds([binary])
        few, many = (processor_seconds(self.sleave("--time=0", "--strategy=random", "--inputs=own", "--isolation=reset", f"--runs={runs}", binary))
                     for runs in (FEW_RUNS, MANY_RUNS))
        return (many - few) / (MANY_RUNS - FEW_RUNS)

    def slope(self, way):
        """Seconds for the task once."""
        return (self.seconds(way, OFTEN[way]) - self.seconds(way, 1)) / (OFTEN[way] - 1)

    def run_seconds(self, way, *options):
        """Of one of many runs that do the task once, without a campaign around them."""
        few, many = (processor_seconds((self.build / "bench" / "count_runs", self.binaries[way, 1], "random", 1, runs, *options))
                     for runs in (FEW_TIMED, MANY_TIMED))
        return (many - few) / (MANY_TIMED - FEW_TIMED)

    def input_seconds(self):
        """Seconds by which a run is longer if the task has an input. Done again it would find its expressions made."""
        return self.run_seconds("input", "--truths") - self.run_seconds("followed")

    def costs(self, rounds):
        samples = {way: [] for way in (*OFTEN, "input")}
        for _ in range(rounds):
            for way, values in samples.items():
                values.append(self.input_seconds() if way == "input" else self.slope(way))
        return {way: statistics.median(values) for way, values in samples.items()}

    def search(self, seconds):
        """The summary of a search for inputs."""
        summary = self.scratch / "summary.json"
        words = self.sleave("--strategy=inputs", "--runs=0", f"--time={seconds}s", f"--summary={summary}", self.binaries["input", 1])
        subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL)
        return json.loads(summary.read_text())


def searched(summary):
    """One row: runs, paths, branches, and what became of the questions."""
    inputs = summary["inputs"]
    queries = inputs["queries"]
    sent = queries["solved"] + queries["refuted"] + queries["unknown"]
    avoided = 1 - sent / queries["asked"] if queries["asked"] else 0
    return (f"{summary['runs']} | {inputs['paths']} | {inputs['both_ways']} of {inputs['branches']} | {queries['asked']} | "
            f"{avoided:.0%} | {queries['unknown']} | {queries['seconds'] / summary['seconds']:.0%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--smoke", action="store_true", help="one round and a short search: shows only that it works")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time", type=int, default=20, help="seconds of each search")
    parser.add_argument("--only", default=",".join(PROGRAMS))
    call = parser.parse_args()
    rounds, seconds = (1, 1) if call.smoke else (call.rounds, call.time)
    print("| program | plain, us | schedules / plain | followed / schedules | followed / plain | input / plain | "
          "runs | paths | branches both ways | questions | avoided | given up | solver's share |")
    print("| --- " * 13 + "|")
    for name in call.only.split(","):
        with tempfile.TemporaryDirectory() as scratch:
            program = Program(call.build, name, pathlib.Path(scratch))
            cost = program.costs(rounds)
            ratios = " | ".join(f"{cost[one] / cost[other]:.2f}" for one, other in (
                ("schedules", "plain"), ("followed", "schedules"), ("followed", "plain"), ("input", "plain")))
            print(f"| {name} | {cost['plain'] * 1e6:.2f} | {ratios} | {searched(program.search(seconds))} |", flush=True)


if __name__ == "__main__":
    main()
