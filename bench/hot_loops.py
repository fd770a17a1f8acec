#!/usr/bin/env python3
"""Prints what instrumentation costs in hot loops of one thread: plain, under ThreadSanitizer, under Sleave. See bench/README.md.

  python3 bench/hot_loops.py BUILD [--smoke] [--rounds=N] [--kinds=KIND,...]

Each figure is a slope: a program that loops often minus one that loops seldom, so that starting and ending cancel out. All
three kinds of program are measured by turns in one session; the ratios are what counts.
"""

import argparse
import resource
import statistics
import tempfile

from speed import Bench

KINDS = ("accesses", "branches", "atomics", "mixed")
PLACES = {"alone": (), "beside": ("-DBESIDE",)}
ELEMENTS = 1024
FEW, MANY = 10, 810
FEW_RUNS, MANY_RUNS = 20, 40


def processor_seconds(run):
    """User time of one run, which other work on the machine disturbs least: a campaign also runs its first plans twice, so
    it is the difference of many runs and few."""
    def spent(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run(runs)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return (spent(MANY_RUNS) - spent(FEW_RUNS)) / (MANY_RUNS - FEW_RUNS)


def programs(bench, kind, place):
    """Name of the way -> loops -> a function that measures seconds once."""
    def measure(way, loops):
        name, body = f"{kind}_{place}_{way}_{loops}", "hot_loop.cc"
        defines = (f"-DKIND={kind}", f"-DLOOPS={loops}", *PLACES[place])
        if way == "sleave":
            program = bench.controlled(name, body, *defines)
            return lambda: processor_seconds(lambda runs: bench.seconds_per_run(program, "fork", runs))
        program = bench.native(name, body, *defines, *(["-fsanitize=thread"] if way == "tsan" else []))
        return lambda: processor_seconds(lambda runs: bench.native_seconds(program, runs))
    return {way: {loops: measure(way, loops) for loops in (FEW, MANY)} for way in ("plain", "tsan", "sleave")}


def slopes(ways, rounds):
    """Nanoseconds for one element, as medians."""
    samples = {way: [] for way in ways}
    for _ in range(rounds):
        for way, measures in ways.items():
            seconds = measures[MANY]() - measures[FEW]()
            samples[way].append(seconds / (MANY - FEW) / ELEMENTS * 1e9)
    return {way: statistics.median(values) for way, values in samples.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--smoke", action="store_true", help="one round of few runs: shows only that it works")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kinds", default=",".join(KINDS), help="which loops")
    arguments = parser.parse_args()
    rounds = 1 if arguments.smoke else arguments.rounds
    print(f"{'ns per element':20}{'plain':>9}{'tsan':>9}{'sleave':>9}{'/ plain':>9}{'/ tsan':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments.build, scratch, 10 if arguments.smoke else 1)
        for kind in arguments.kinds.split(","):
            for place in PLACES:
                cost = slopes(programs(bench, kind, place), rounds)
                ratios = f"{cost['sleave'] / cost['plain']:9.1f}{cost['sleave'] / cost['tsan']:9.2f}"
                print(f"{kind + ', ' + place:20}{cost['plain']:9.2f}{cost['tsan']:9.2f}{cost['sleave']:9.2f}{ratios}", flush=True)


if __name__ == "__main__":
    main()
