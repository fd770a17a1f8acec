"""Searches each program by interferences and compares the sides of branches that need 0, 1, 2 of them with the
heading's, which was worked out by hand; a program with a bug fails, and its finding replays."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import command, searches  # noqa: E402

SIDES = re.compile(r"^// SIDES: ([\d ]+)(; (\w+))?$", re.MULTILINE)
STATEMENT = re.compile(r"^Every branch reachable with at most (\d+) interferences? was taken, or is listed", re.MULTILINE)


def search(sleave, program, source, checks):
    heading = SIDES.search(source)
    if not heading:
        return
    sides, finding = [int(number) for number in heading[1].split()], heading[3]
    most = len(sides) - 1
    ended = sleave.run(program, "--strategy=interference", f"--interferences={most}", "--runs=0", "--time=0", "--keep-going")
    name = program.name
    if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
        return
    report = ended.summary["interference"]
    checks.equal([level["sides"] for level in report["levels"]], sides, f"{name}: sides by interferences", ended)
    checks.equal(report["finished"], most, f"{name}: nothing is left", ended)
    said = STATEMENT.search(ended.output)
    checks.equal(said and int(said[1]), most, f"{name}: it says so", ended)
    kinds = {found["kind"] for found in ended.summary["findings"]}
    if not finding:
        checks.equal(kinds, set(), f"{name}: no failure", ended)
    elif checks.that(finding in kinds, f"{name}: {finding}", ended):
        again = sleave.replay(sleave.finding_folder(program))
        checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
    print(f"{name}: {sides}, {ended.summary['runs']} runs")


if __name__ == "__main__":
    sys.exit(searches.main(__doc__, search))
