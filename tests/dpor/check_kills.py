#!/usr/bin/env python3
"""Campaigns that are killed at random moments and resumed: each ends with the same totals as one that was left alone.
The number of distinct classes is right too where it is called exact; dpor runs each class once, so it is that of the runs.

A moment is a number of runs that the campaign has on disk; the kill comes somewhat later, and a campaign that has ended by then
is just resumed once more. So nothing here depends on time.
"""

import argparse
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import campaign_state, check, command, size  # noqa: E402

# Arguments and the number of their classes, as in the program's heading.
ARGUMENTS, CLASSES = ["inc", "3", "2"], 7134
# What a campaign keeps of its classes is exact up to 4,096 of them; beyond, the standard error of the count is 1.2 / sqrt(4096).
KEPT_CLASSES, ERROR = 4096, 5 * 1.2 / 4096**0.5
# Totals that a person sees and that are counted exactly, however many sessions a campaign has.
TOTALS = ("runs", "complete_runs", "blocked_runs", "deadlocked_classes", "class_sum", "open", "gaps", "result", "findings")


def runs_on_disk(folder):
    try:
        return campaign_state.read(folder)["status"]["runs"]
    except (sqlite3.OperationalError, KeyError):
        return 0


def session_until(sleave, words, folder, runs):
    """Starts a session and kills it when it has so many runs on disk."""
    process = subprocess.Popen(sleave.arguments(*words), cwd=sleave.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while process.poll() is None and runs_on_disk(folder) < runs:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()


def check_distinct(sleave, program, options, out, moment, checks):
    """Resumes for a few runs, so that the count begins with what the last session left."""
    few = [option for option in options if not option.startswith("--runs=")]
    ended = sleave.run(program, *few, f"--runs={min(moment + 200, CLASSES - 1)}", "--resume", out=out, arguments=ARGUMENTS)
    if ended.summary is None or not checks.equal(ended.code, command.CLEAN, f"{out}: resumed for a few runs", ended):
        return
    runs, distinct = ended.summary["runs"], ended.summary["distinct"]
    if runs <= KEPT_CLASSES:
        checks.that(ended.summary["distinct_exact"], f"{out}: {runs} classes are few enough to be counted", ended)
    if ended.summary["distinct_exact"]:
        checks.equal(distinct, runs, f"{out}: distinct", ended)
    else:
        checks.that(abs(distinct - runs) <= ERROR * runs, f"{out}: {distinct} distinct, and {runs} runs", ended)


def campaign(sleave, program, chance, number, checks):
    out = f"kill{number}"
    folder = sleave.folder / out / pathlib.Path(program).name
    options = ["--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", f"--jobs={1 + number % 2}"]
    words = ["run", f"--out={out}", *options]
    moments = sorted(chance.randrange(1, CLASSES) for _ in range(1 + number % 3))
    for moment in moments:
        resume = ["--resume"] if folder.exists() else []
        session_until(sleave, [*words, *resume, program, *ARGUMENTS], folder, moment)
    check_distinct(sleave, program, options, out, max(moments), checks)
    ended = sleave.run(program, *options, "--resume", out=out, arguments=ARGUMENTS)
    if checks.that(ended.summary is not None, f"{out}: the campaign is resumed", ended):
        return {total: ended.summary[total] for total in TOTALS}
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        whole = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", out="whole", arguments=ARGUMENTS)
        expected = {total: whole.summary[total] for total in TOTALS}
        checks.equal((expected["complete_runs"], expected["runs"]), (CLASSES, CLASSES), "a campaign left alone", whole)
        for number in range(size.current().killed_campaigns):
            totals = campaign(sleave, options.program, random.Random(f"{options.seed}/{number}"), number, checks)
            checks.equal(totals, expected, f"campaign {number}: totals")
    return checks.finish()


sys.exit(main())
