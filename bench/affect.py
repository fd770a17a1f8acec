#!/usr/bin/env python3
"""Prints how many executions it takes to know all data races of a program: one for every order of its events, one for every order of
the events of two threads, one for each class (dpor), and one for each that changes what a thread does (affect).

  python3 bench/affect.py BUILD [PROGRAM...]

The first two are counted from the events of one run; the others are runs. The programs are those of tests/affect/, of the nature of those of
seed 002 (Setiadi 2015, table 12), whose numbers stand beside them for orientation.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

THESIS = {"object_pool": "147 or 216 / 23 / 2", "crawler": "endless / endless / 1", "network_scanner": "endless / endless / 4"}


def search(build, program, strategy):
    with tempfile.TemporaryDirectory() as scratch:
        summary = pathlib.Path(scratch) / "summary.json"
        subprocess.run([build / "bin" / "sleave", "run", f"--strategy={strategy}", "--runs=0", "--time=0", "--keep-going",
                        f"--summary={summary}", f"--out={scratch}/out", build / "tests" / "affect" / program],
                       stdout=subprocess.DEVNULL, check=False)
        return json.loads(summary.read_text())


def number(power):
    return f"{10 ** power:,.0f}" if power < 6 else f"10^{power:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", default=list(THESIS))
    options = parser.parse_args()
    print("| program | races | all orders | pairs of threads | dpor | affect | moments | thesis: reachability / pairs / its own |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for program in options.programs:
        few, classes = (search(options.build, program, strategy) for strategy in ("affect", "dpor"))
        report = few["affect"]
        complete = "" if classes["result"] == "complete" or classes["findings"] else " (not complete)"
        print(f"| {program} | {len([found for found in few['findings'] if found['kind'] == 'data_race'])} | {number(report['orders'])} | {number(report['pairwise_orders'])} | "
              f"{classes['runs']:,}{complete} | {few['runs']} | {report['states']:,} | {THESIS.get(program, '')} |", flush=True)


if __name__ == "__main__":
    main()
