#!/usr/bin/env python3
"""The commands of docs/howto/farm.md and farm-cost.md work, in their order, and the table of costs follows its formula.

Campaigns that the page makes as large as a farm are made smaller here (SMALLER); everything else is as written.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import postgres  # noqa: E402
from harness import check  # noqa: E402

COMMAND = re.compile(r"^ {4}(sleave(?:-c\+\+)? [^#\n]*)", re.MULTILINE)
ROW = re.compile(r"^\| 10\^(\d+) \| ([\d,]+) \| ([\d,.]+) \| ([\d,.]+) \$ \| (.*) \| (.*) \|$", re.MULTILINE)
SMALLER = {"--runs=1000000000": "--runs=2000", "--calls=5 --threads=3 --before=2": "--calls=2 --threads=2 --before=1"}
# What the page expects in its folder.
PARSER = """#include <sleave/sleave.hpp>
#include <thread>
int main() {
  const int size = sleave::any_in(0, 9, "size");
  int length = 0;
  std::thread reader([&] { length = size > 4 ? 2 : 1; });
  reader.join();
  return length > 2 ? 1 : 0;
}
"""
SET_UP = ("sleave-c++ -g -O1 {source}/examples/queue_test.cc -o queue_test",
          "sleave-c++ -std=c++20 -fsleave-inputs -g -O1 parser_test.cc -o parser_test",
          "sleave-cc -fsleave-inputs -g -O1 {source}/tests/inputs/corpus/word.c -o parser_fuzz",
          "cp {source}/examples/stack.h .")
EFFICIENCY, PRICE = 0.9, 0.02  # as the page says
ROUNDED = 0.05


FIGURES = ("estimate", "runs", "complete_runs", "deadlocked_classes", "failed_runs", "runs_per_second")  # that the page takes from a summary


def number(text):
    return float(text.replace(",", ""))


def hours(text):
    return 1 / 60 if text == "a minute" else number(text.removesuffix(" h"))


def check_costs(page, checks):
    rows = ROW.findall(page)
    checks.equal(len(rows), 9, "rows of the table")
    for power, rate, core_hours, money, *times in rows:
        expected = 10 ** int(power) / (number(rate) * 3600 * EFFICIENCY)
        row = f"10^{power} at {rate}"
        checks.that(abs(number(core_hours) / expected - 1) < ROUNDED, f"{row}: core-hours", expected)
        checks.that(abs(number(money) / (expected * PRICE) - 1) < ROUNDED, f"{row}: money", expected * PRICE)
        for cores, time in zip((64, 4096), times):
            wall = expected / cores
            checks.that(abs(hours(time) - wall) < 0.05 * max(1, wall), f"{row}: on {cores} cores", wall)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    page = (options.source / "docs/howto/farm.md").read_text()
    for large, small in SMALLER.items():
        checks.that(large in page, f"the page has {large}")
        page = page.replace(large, small)
    commands = COMMAND.findall(page)
    checks.that(len(commands) > 15, f"the page has {len(commands)} commands")
    costs = (options.source / "docs/howto/farm-cost.md").read_text()
    check_costs(costs, checks)
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        environment = {**os.environ, "PGHOST": str(server.folder), "PGUSER": "farm", "PGDATABASE": "postgres",
                       "PATH": f"{options.bin}:{os.environ['PATH']}"}
        environment.pop("SLEAVE_OPTIONS", None)
        output = ""
        (pathlib.Path(folder) / "parser_test.cc").write_text(PARSER)
        for command in (*(command.format(source=options.source) for command in SET_UP), *commands):
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=300)
            checks.equal(done.returncode, 0, command, done.stdout + done.stderr)
            output += done.stdout
        checks.that("found: " in output and "finding 1: " in output, "the first campaign ends with a finding", output)
        for command in re.findall(r"^ {4}(sleave run .*)", costs, re.MULTILINE):
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=300)
            summary = json.loads((pathlib.Path(folder) / "estimate.json").read_text())
            checks.that(done.returncode == 1 and all(name in summary for name in FIGURES), command, done.stdout + done.stderr)
        checks.that((pathlib.Path(folder) / "sleave-out/farm-2/findings/1/replay.sleave").exists(), "a finding is fetched", output)
    return checks.finish()


sys.exit(main())
