#!/usr/bin/env python3
"""Loops of limited length that look longer than it takes to suspect a livelock: no finding where they end,
and the livelock behind one is found and replays."""

import argparse
import sys
import pathlib
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

STRATEGIES = ("sample", "auto", "dpor")
RUNS = 20
REPLAYS = 5


def check_limited(call, strategy, checks):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.limited, f"--strategy={strategy}", f"--runs={RUNS}", "--time=0")
    checks.equal(ended.code, command.CLEAN, f"{strategy}: exit code", ended)
    if not checks.that(ended.summary, f"{strategy}: no summary", ended):
        return
    checks.equal(ended.summary.get("findings"), [], f"{strategy}: findings")
    checks.equal(ended.summary.get("step_limited"), 0, f"{strategy}: runs cut short")
    checks.that(ended.summary.get("runs", 0) >= 1, f"{strategy}: no run", ended.summary)


def check_endless(call, strategy, checks):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.endless, f"--strategy={strategy}", "--time=0", "--minimize=off")
        checks.equal(ended.code, command.FINDING, f"{strategy}: exit code", ended)
        findings = (ended.summary or {}).get("findings", [])
        if not checks.that([each["kind"] for each in findings] == ["no_progress"], f"{strategy}: findings", ended):
            return
        replayed = sleave.replay(sleave.finding_folder(call.endless), f"--times={REPLAYS}")
    checks.equal(replayed.code, command.FINDING, f"{strategy}: {REPLAYS} replays", replayed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("limited", help="a program without a failure")
    parser.add_argument("endless", help="a program that may spin for ever")
    call = parser.parse_args()
    checks = check.Checks()
    for strategy in STRATEGIES:
        check_limited(call, strategy, checks)
        check_endless(call, strategy, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
