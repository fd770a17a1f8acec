"""Searches each program with affect and with dpor: the same pairs of places race, each finding replays, affect finishes, without a
reservation, with no more runs than the heading says."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import command, searches  # noqa: E402

HEADING = re.compile(r"^// RACES: (\d+),.*\n// RUNS: (\d+),", re.MULTILINE)
STATEMENT = "Every interleaving that changes a branch, a lock's identity or an address was run"


def races(ended):
    """By what tells findings apart: the kind and the places."""
    return {found["signature"] for found in ended.summary["findings"] if found["kind"] == "data_race"}


def search(sleave, program, source, checks):
    expected, most = map(int, HEADING.search(source).groups())
    name = program.name
    few = sleave.run(program, "--strategy=affect", "--runs=0", "--time=0", "--keep-going", out="few")
    all_of_them = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--keep-going", out="all")
    if not checks.that(few.summary and all_of_them.summary, f"{name}: there are summaries", few):
        return
    report = few.summary["affect"]
    checks.equal(report["gaps"], [], f"{name}: no reservation", few)
    checks.equal(report["finished"], True, f"{name}: nothing is left", few)
    checks.that(STATEMENT in few.output, f"{name}: it says so", few)
    checks.equal(len(races(few)), expected, f"{name}: pairs of places that race", few)
    checks.equal(races(few), races(all_of_them), f"{name}: the same as dpor", all_of_them)
    checks.that(few.summary["runs"] <= most, f"{name}: at most {most} runs", few)
    for number in range(1, len(few.summary["findings"]) + 1):
        again = sleave.replay(sleave.finding_folder(program, number, out="few"))
        checks.equal(again.code, command.FINDING, f"{name}: finding {number} replays", again)
    print(f"{name}: {few.summary['runs']} runs instead of {all_of_them.summary['runs']}, {expected} races")


if __name__ == "__main__":
    sys.exit(searches.main(__doc__, search))
