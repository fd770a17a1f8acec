#!/usr/bin/env python3
"""The commands of docs/howto/farm.md and farm-cost.md work as written, in their order, and the table of costs follows its formula."""

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

COMMAND = re.compile(r"^ {4}(sleave farm [^#\n]*)", re.MULTILINE)
ROW = re.compile(r"^\| 10\^(\d+) \| ([\d,]+) \| ([\d,.]+) \| ([\d,.]+) \$ \| (.*) \| (.*) \|$", re.MULTILINE)
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
    commands = COMMAND.findall((options.source / "docs/howto/farm.md").read_text())
    checks.that(len(commands) > 5, f"the page has {len(commands)} commands")
    costs = (options.source / "docs/howto/farm-cost.md").read_text()
    check_costs(costs, checks)
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        environment = {**os.environ, "PGHOST": str(server.folder), "PGUSER": "farm", "PGDATABASE": "postgres",
                       "PATH": f"{options.bin}:{os.environ['PATH']}"}
        environment.pop("SLEAVE_OPTIONS", None)
        output = ""
        for command in ("sleave-c++ -g -O1 {0}/examples/queue_test.cc -o queue_test".format(options.source), *commands):
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
