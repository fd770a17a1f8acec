#!/usr/bin/env python3
"""Predictions from the runs of other strategies: sampling and exhaustive search (--predict=on), and the portfolio of strategy auto.

The same seed makes the same runs, whatever is predicted and tried; what the cases have in them is found; where nothing is named nothing is
found; and a prediction that must come true does. A campaign that was cut off goes on with what it knows.
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from check_cases import CASE  # noqa: E402
from harness import check, command, size  # noqa: E402

WAYS = {"sample": ["--strategy=sample", "--predict=on"], "dpor": ["--strategy=dpor", "--predict=on"],
        "flip": ["--strategy=flip", "--predict=on"], "auto": ["--strategy=auto"]}
RUNS = 300


def outcome(summary):
    """What two campaigns with the same seed have in common."""
    findings = [(found["signature"], found["first_run"], found["count"]) for found in summary["findings"]]
    return summary["runs"], summary["distinct"], summary["events_per_run"], summary.get("predictions"), sorted(findings)


def ways_of(number):
    """In CI two of them for each case, by turns."""
    names = list(WAYS)
    return [names[number % len(names)], names[(number + 1) % len(names)]] if size.is_short() else names


def check_case(call, checks, name, kinds, ways):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)

        def search(out, *options):
            return sleave.run(call.program, *options, "--time=0", "--minimize=off", "--keep-going", out=out, arguments=[name])

        for way in ways:
            words = WAYS[way]
            once, again = (search(out, *words, f"--runs={RUNS}") for out in (f"{way}1", f"{way}2"))
            if not checks.that(once.summary and again.summary, f"{name}, {way}: no summary", once):
                continue
            checks.equal(outcome(once.summary), outcome(again.summary), f"{name}, {way}: the same seed makes the same runs")
            found = {found["kind"] for found in once.summary["findings"]}
            checks.equal(sorted(found), sorted(set(kinds)), f"{name}, {way}: findings", once)
            predicted = once.summary.get("predictions", {})
            checks.equal(predicted.get("precise_not_confirmed", 0), 0, f"{name}, {way}: precise predictions that did not come true", once)
            search(f"{way}3", *words, "--runs=40")
            resumed = search(f"{way}3", "--resume", f"--runs={RUNS}")
            checks.that(resumed.summary, f"{name}, {way}: it goes on", resumed)
            checks.equal(resumed.summary["findings"] != [], bool(kinds), f"{name}, {way}: findings after going on", resumed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    for number, (name, kinds) in enumerate(CASE.findall(call.source.read_text())):
        check_case(call, checks, name, kinds.split(), ways_of(number))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
