#!/usr/bin/env python3
"""Prints what a run costs under reset isolation, and whether that stays so. See bench/README.md.

  python3 bench/runs.py BUILD [--runs=N] [--campaign=N]

All costs are processor time of explorer and target together, divided by the runs: other work on the machine hardly moves it.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
from harness import campaign_state  # noqa: E402

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
TICKS = os.sysconf("SC_CLK_TCK")


class Bench:
    def __init__(self, build, scratch):
        self.build, self.scratch = pathlib.Path(build).resolve(), pathlib.Path(scratch)

    def program(self, name, body, main, *defines):
        program = self.scratch / name
        command = [self.build / "bin" / "sleave-c++", "-std=c++20", "-O2", "-g", "-pthread", *defines, PROGRAMS / body, PROGRAMS / main]
        subprocess.run([str(part) for part in [*command, "-o", program]], check=True)
        return program

    def command(self, program, runs):
        return [str(part) for part in (
            self.build / "bin" / "sleave", "run", "--strategy=random", f"--runs={runs}", "--time=0",
            f"--summary={self.scratch / 'summary.json'}", f"--out={self.scratch / 'out'}", program)]

    def seconds(self, program, runs):
        """Processor time of a campaign, and the runs per second it reports."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(self.command(program, runs), check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return spent, json.loads((self.scratch / "summary.json").read_text())["runs_per_second"]

    def run_cost(self, program, runs):
        """Of one run, without what a campaign costs once."""
        few = max(100, runs // 10)
        return (self.seconds(program, runs)[0] - self.seconds(program, few)[0]) / (runs - few)


def processor_seconds(pid):
    """Of a process and its living descendants."""
    def own(process):
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    total, pending = 0.0, [pid]
    while pending:
        process = pending.pop()
        try:
            total += own(process)
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                pending += (task / "children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total


def resident_kib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def samples_of_campaign(bench, program, runs):
    """(runs, processor seconds, resident KiB of the explorer), about once a second."""
    folder = bench.scratch / "out" / program.name
    shutil.rmtree(folder, ignore_errors=True)
    process = subprocess.Popen(bench.command(program, runs), stdout=subprocess.DEVNULL)
    samples = []
    while process.poll() is None:
        time.sleep(0.25)
        try:
            done = campaign_state.read(folder)["status"]["runs"]
            sample = (done, processor_seconds(process.pid), resident_kib(process.pid))
        except (sqlite3.OperationalError, KeyError, FileNotFoundError, ProcessLookupError):
            continue
        # At its end processes are gone that had counted.
        if not samples or (done > samples[-1][0] and sample[1] > samples[-1][1] and sample[2] != 0):
            samples.append(sample)
    return samples


def print_campaign(samples, share):
    def cost(some):
        return (some[-1][1] - some[0][1]) / (some[-1][0] - some[0][0]) * 1e6
    n = max(2, int(len(samples) * share))
    first, last = samples[:n], samples[-n:]
    print(f"campaign of {samples[-1][0]} runs and more: {cost(first):.1f} us/run in the first tenth, {cost(last):.1f} in the last "
          f"({cost(last) / cost(first):.2f} x); explorer {first[-1][2] // 1024} MiB, then {last[-1][2] // 1024} MiB")


def print_decided_prefix(bench, events, runs):
    """What checkpoints gain where plans decide everything but the end."""
    program = bench.program("decided_prefix", "decided_prefix.cc", "once.cc", f"-DPREFIX={events}")
    measured = subprocess.run([str(bench.build / "bench" / "decided_prefix"), str(program), str(runs)],
                              check=True, capture_output=True, text=True).stdout
    decisions, whole, kept = measured.split()
    print(f"{events} events, {decisions} of them decisions: {float(whole):.0f} us a run from the beginning, {float(kept):.0f} us from a "
          f"checkpoint ({float(whole) / float(kept):.0f} x)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--campaign", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments.build, scratch)
        inc = bench.program("inc", "inc.cc", "once.cc")
        test = bench.program("test", "three_threads_thirty_events.cc", "once.cc")
        set_up = bench.program("set_up", "three_threads_thirty_events.cc", "once_after_set_up.cc")
        for program, words in ((inc, "inc(2)"), (test, "3 threads, 30 events")):
            cost = bench.run_cost(program, arguments.runs)
            print(f"{words:40}{cost * 1e6:8.1f} us of processor time a run, {1 / cost:8.0f} runs/s on one core")
        plain, after = bench.run_cost(test, arguments.runs), bench.run_cost(set_up, arguments.runs)
        print(f"{'the same after 0.1 s of set-up':40}{after * 1e6:8.1f} us, {after / plain:.2f} x")
        print_decided_prefix(bench, 100_000, 200)
        print_campaign(samples_of_campaign(bench, inc, arguments.campaign), 0.1)


if __name__ == "__main__":
    main()
