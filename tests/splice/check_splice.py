"""Searches each program by splices and compares the sides of branches that threads take by themselves, and in all, with
the heading's, which was worked out by hand; every splice that was run came true, and a finding replays."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import command, searches  # noqa: E402

SIDES = re.compile(r"^// SIDES: (\d+) alone, (\d+) in all(; (\w+))?$", re.MULTILINE)


def search(sleave, program, source, checks):
    heading = SIDES.search(source)
    ended = sleave.run(program, "--strategy=splice", "--runs=0", "--time=0", "--keep-going")
    name = program.name
    if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
        return
    report = ended.summary["splice"]
    checks.equal(report["sides_alone"], int(heading[1]), f"{name}: sides without splices", ended)
    checks.equal(report["sides"], int(heading[2]), f"{name}: sides in all", ended)
    checks.equal(report["strayed"], 0, f"{name}: every splice came true", ended)
    checks.that(report["finished"], f"{name}: nothing is left", ended)
    checks.equal(report["gaps"], [], f"{name}: nothing was overlooked", ended)
    checks.that("No splice of the runs seen is left." in ended.output, f"{name}: it says so", ended)
    kinds = {found["kind"] for found in ended.summary["findings"]}
    if not heading[4]:
        checks.equal(kinds, set(), f"{name}: no failure", ended)
    elif checks.that(heading[4] in kinds, f"{name}: {heading[4]}", ended):
        again = sleave.replay(sleave.finding_folder(program))
        checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
    print(f"{name}: {report['sides_alone']}, {report['sides']}, {ended.summary['runs']} runs")


if __name__ == "__main__":
    sys.exit(searches.main(__doc__, search))
