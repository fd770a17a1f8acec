#!/usr/bin/env python3
"""Prints what a controlled run costs, beside the same body run natively. See bench/README.md.

  python3 bench/speed.py BUILD [--smoke] [--rounds=N] [--json=FILE]

BUILD is the build folder (build/default). Costs of one event are slopes: the time of a run of a program with many events
minus that of one with few, divided by the difference. Everything else of a run cancels out.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
FEW, MANY = 1_000, 21_000
PREFIX = 100_000
EVENTS_OF_THE_TEST = 30
ISOLATIONS = {"reset": 20_000, "fork": 4_000, "exec": 1_000}  # and runs of each in a round


class Bench:
    def __init__(self, build, scratch, scale):
        self.build, self.scratch, self.scale = pathlib.Path(build).resolve(), pathlib.Path(scratch), scale

    def compile(self, compiler, name, body, main, *defines):
        program = self.scratch / name
        command = [compiler, "-std=c++20", "-O2", "-g", "-pthread", *defines, PROGRAMS / body, PROGRAMS / main, "-o", program]
        subprocess.run([str(part) for part in command], check=True)
        return program

    def controlled(self, name, body, *defines):
        return self.compile(self.build / "bin" / "sleave-c++", name, body, "once.cc", *defines)

    def native(self, name, body, *defines):
        return self.compile(os.environ.get("CXX", "clang++-19"), name, body, "native_loop.cc", *defines)

    def seconds_per_run(self, program, isolation, runs):
        runs = max(2, runs // self.scale)
        summary = self.scratch / "summary.json"
        command = [
            self.build / "bin" / "sleave", "run", "--strategy=random", f"--runs={runs}", "--time=0", f"--isolation={isolation}",
            f"--summary={summary}", f"--out={self.scratch / 'out'}", program,
        ]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program.name} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        result = json.loads(summary.read_text())
        return 1 / result["runs_per_second"], result["events_per_run"]

    def native_seconds(self, program, repetitions):
        command = [str(program), str(max(2, repetitions // self.scale))]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) / 1e9


def measurements(bench):
    """Name -> a function that measures once, in seconds."""
    test = bench.controlled("test", "three_threads_thirty_events.cc")
    test_native = bench.native("test_native", "three_threads_thirty_events.cc")
    busy = {
        (workers, events): bench.controlled(
            f"busy_{workers}_{events}", "busy_threads.cc", f"-DWORKERS={workers}", f"-DEVENTS={events}")
        for workers in (1, 2) for events in (FEW, MANY)
    }

    def busy_seconds(program):
        return lambda: bench.seconds_per_run(program, "fork", 400)[0]

    def test_seconds(isolation, runs):
        def measure():
            seconds, events = bench.seconds_per_run(test, isolation, runs)
            if events != EVENTS_OF_THE_TEST:
                sys.exit(f"the test has {events} events, not {EVENTS_OF_THE_TEST}")
            return seconds
        return measure

    prefix = bench.controlled("prefix", "long_prefix.cc", f"-DPREFIX={PREFIX}")
    return {
        "prefix_reset": lambda: bench.seconds_per_run(prefix, "reset", 20_000)[0],
        "prefix_fork": lambda: bench.seconds_per_run(prefix, "fork", 40)[0],
        "native": lambda: bench.native_seconds(test_native, 20_000),
        **{isolation: test_seconds(isolation, runs) for isolation, runs in ISOLATIONS.items()},
        **{f"busy_{workers}_{events}": busy_seconds(program) for (workers, events), program in busy.items()},
    }


def medians(measures, rounds):
    samples = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            samples[name].append(measure())
    return {name: statistics.median(values) for name, values in samples.items()}


def figures(median):
    def slope(workers):
        return (median[f"busy_{workers}_{MANY}"] - median[f"busy_{workers}_{FEW}"]) / (MANY - FEW) * 1e9

    alone, mixed = slope(1), slope(2)
    return {
        "runs_per_second": {name: 1 / median[name] for name in ("native", *ISOLATIONS)},
        "times_native": {name: median[name] / median["native"] for name in ISOLATIONS},
        "prefix_gain": median["prefix_fork"] / median["prefix_reset"],
        "event_ns": alone,
        "event_random_ns": mixed,
        # Two enabled threads and a fair coin: half of the events are hand-offs.
        "hand_off_ns": (mixed - alone) / 0.5,
    }


def print_figures(result, rounds):
    print(f"3 threads, {EVENTS_OF_THE_TEST} events; medians of {rounds} interleaved rounds")
    print(f"{'':24}{'runs/s':>10}{'us/run':>10}{'x native':>10}")
    labels = {"native": "native threads, no exec", **{name: f"sleave, {name}" for name in ISOLATIONS}}
    for name, label in labels.items():
        rate = result["runs_per_second"][name]
        ratio = result["times_native"].get(name, 1)
        print(f"{label:24}{rate:10.0f}{1e6 / rate:10.1f}{ratio:10.2f}")
    print(f"{PREFIX} events before the threads start: runs from a checkpoint / repeated {result['prefix_gain']:8.0f} times faster")
    print(f"one visible event, one thread enabled         {result['event_ns']:8.0f} ns")
    print(f"one visible event, random choice of two       {result['event_random_ns']:8.0f} ns")
    print(f"hand-off between fibers, decision included    {result['hand_off_ns']:8.0f} ns")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--smoke", action="store_true", help="one round of few runs: shows only that it works")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", help="also write the figures there")
    arguments = parser.parse_args()
    rounds = 1 if arguments.smoke else arguments.rounds
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments.build, scratch, 100 if arguments.smoke else 1)
        result = figures(medians(measurements(bench), rounds))
    print_figures(result, rounds)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
