#!/usr/bin/env python3
"""Prints what exhaustive search costs: runs per second, who spends the time, and what a second worker brings. See bench/README.md.

  python3 bench/search.py BUILD [--runs=N] [--whole]

Costs are processor time, which other work on the machine moves less than the clock. --whole runs inc(3) to its end: 1,824,912 classes,
the number that GenMC counts.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
TICKS = os.sysconf("SC_CLK_TCK")
BODIES = (("inc(2)", "inc.cc", ["-DK=2"]), ("inc(3)", "inc.cc", ["-DK=3"]), ("ms-queue", "ms_queue.cc", []),
          ("Treiber stack", "treiber_stack.cc", []), ("readers(14)", "readers.cc", ["-DN=14"]))


def own_seconds(pid):
    """Processor time of a process without its children, or None if it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return (int(fields[11]) + int(fields[12])) / TICKS


class Search:
    """One campaign: its summary, and the processor time of the explorer and of everything together."""

    def __init__(self, build, program, scratch, runs, jobs=1):
        summary = scratch / "summary.json"
        begin = time.monotonic()
        process = subprocess.Popen([str(part) for part in (
            build / "bin" / "sleave", "run", "--strategy=dpor", f"--runs={runs}", "--time=0", f"--jobs={jobs}",
            f"--summary={summary}", f"--out={scratch / 'out'}", program)], stdout=subprocess.DEVNULL)
        self.explorer = 0.0
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            self.explorer = own_seconds(process.pid) or self.explorer
            time.sleep(0.01)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        self.seconds = time.monotonic() - begin
        self.processor = usage.ru_utime + usage.ru_stime
        self.summary = json.loads(summary.read_text())

    def row(self, name, start):
        """What it cost beyond `start`, a search that was cut short at once."""
        runs, events_per_run = self.summary["runs"], self.summary["events_per_run"]
        processor, explorer = self.processor - start.processor, max(self.explorer - start.explorer, 0)
        return (f"| {name} | {runs} | {'yes' if self.summary['result'] == 'complete' else 'no'} | {runs / processor:.0f} | "
                f"{processor / runs * 1e6:.1f} us | {1 - explorer / processor:.0%} | {events_per_run:.0f} | "
                f"{explorer / runs / events_per_run * 1e9:.0f} ns |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=100_000, help="of each search at most")
    parser.add_argument("--whole", action="store_true", help="inc(3) to its end")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        print("| program | runs | complete | runs per processor second | a run | the target's share | events of a run | explorer per event |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for name, body, options in BODIES:
            program = scratch / name.split("(")[0].replace(" ", "_")
            subprocess.run([str(part) for part in (build / "bin" / "sleave-c++", "-std=c++20", "-O2", "-g", "-pthread", *options,
                                                   PROGRAMS / body, PROGRAMS / "once.cc", "-o", program)], check=True)
            limit = 0 if arguments.whole and name == "inc(3)" else arguments.runs
            start = Search(build, program, scratch, 1)
            print(Search(build, program, scratch, limit).row(name, start), flush=True)
            if name != "inc(3)":
                continue
            one, two = (Search(build, program, scratch, arguments.runs, jobs) for jobs in (1, 2))
            speedup = f"{name}: two workers make {one.seconds / two.seconds:.2f} times the runs of one in the same time"
        print(speedup)


if __name__ == "__main__":
    main()
