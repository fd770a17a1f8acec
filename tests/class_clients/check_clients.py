#!/usr/bin/env python3
"""A client of a right and of a wrong class (README.md).

    check_clients.py --sleave=SLEAVE RIGHT WRONG
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

# At most three calls of at most three threads, after at most one of main: exhausted in a moment.
SMALL = ["--calls=3", "--before=1"]

# Right by a weaker contract only. Real time across quiet moments is not what the search can prove of every order.
WEAKER = {"per_producer": "first in, first out per producer", "counting_network": "quiescently consistent",
          "replicas": "sequentially consistent", "relaxed_queue": "linearizable up to 1 places"}
WAITS = {"manual_event": "deadlock", "awaited_queue": "deadlock", "bulk_permits": "deadlock", "spinning_permits": "no_progress"}
NO_ORDER = "waits although it could continue: no order of these calls lets it wait"
REASONS = {"manual_event": (f"wait() {NO_ORDER}",), "awaited_queue": (f"pop() {NO_ORDER}",), "bulk_permits": (f"take() {NO_ORDER}",),
           "spinning_permits": (f"take() {NO_ORDER}",),
           "hinted_size": ("No order of some of these calls leads to size() -> -1:",),
           "estimated_size": ("No order of some of these calls leads to estimate() -> throws",),
           "added_in_bulk": ("No order of some of these calls leads to add(2) -> throws",),
           "taken_at_once": ("is there twice: it was inserted once, and removed again, which no order of these calls shows",),
           "precise_sum": ("-> 1000000001",), "tuple_result": ("both() -> (",)}
UNPROVEN = ("counting_network",)


def check_right(sleave, program, checks):
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", arguments=SMALL)
    checks.equal(ended.code, command.CLEAN, "right: exit code", ended)
    name = pathlib.Path(program).name
    checks.equal(ended.summary["result"], "sampled" if name in UNPROVEN else "complete", "right: result", ended)
    checks.that(ended.summary["runs"] > 3, "right: there are several clients and orders", ended)
    checks.equal(ended.summary["waiting"] != 0, name in WAITS, "right: runs that end with calls that wait", ended)
    checks.equal(ended.summary["misused"], 0, "right: runs left out", ended)
    if name in WEAKER:
        ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off",
                           arguments=["--calls=4", "--before=1", "--contract=linearizable"])
        checks.equal(ended.code, command.FINDING, "right, but not linearizable", ended)


def check_wrong(sleave, program, name, checks):
    if name in WAITS:  # in the smallest clients, some of whose calls wait in every order
        ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off", arguments=["--calls=3", "--before=0"])
        checks.equal(ended.code, command.FINDING, "wrong: exit code for three calls", ended)
    ended = sleave.run(program, "--strategy=auto", "--runs=0", "--time=60s", "--minimize=off")
    checks.equal(ended.code, command.FINDING, "wrong: exit code", ended)
    kinds = [finding["kind"] for finding in ended.summary["findings"]]
    kind = WAITS.get(name, "not_linearizable")
    checks.that(kind in kinds, f"wrong: {kind}, not {kinds}", ended)
    title = [] if name in WAITS else [f"{name} is not {WEAKER.get(name, 'linearizable')}"]
    for words in (*title, *REASONS.get(name, ("No order of these calls gives these results:", "The longest beginning"))):
        checks.that(words in ended.output, f"wrong: the report has {words!r}", ended)
    again = sleave.replay(sleave.finding_folder(program))
    checks.equal(again.code, command.FINDING, "wrong: the finding replays", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("right")
    parser.add_argument("wrong")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        check_right(sleave, options.right, checks)
        check_wrong(sleave, options.wrong, pathlib.Path(options.wrong).name, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
