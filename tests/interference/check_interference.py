"""Searches each program by interferences and compares with its heading, which was worked out by hand: the sides of
branches that need 0, 1, 2 of them, the failure and how many it needs; a failure replays."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import command, searches  # noqa: E402

SIDES = re.compile(r"^// SIDES: ([\d ]+)$", re.MULTILINE)
FAILS = re.compile(r"^// FAILS: (\w+) with (\d+) interferences?$", re.MULTILINE)
STATEMENT = re.compile(r"^Every branch reachable with (?:at most (\d+)|however many) interferences? was taken, or is listed",
                       re.MULTILINE)


def search(sleave, program, source, checks):
    sides, fails = SIDES.search(source), FAILS.search(source)
    if not sides and not fails:
        return
    sides = [int(number) for number in sides[1].split()] if sides else None
    most = max(len(sides or [0]) - 1, int(fails[2]) if fails else 0)
    ended = sleave.run(program, "--strategy=interference", f"--interferences={most}", "--runs=0", "--time=0", "--keep-going", "--fail-on-exit=no")
    name = program.name
    if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
        return
    report = ended.summary["interference"]
    if sides:
        checks.equal([level["sides"] for level in report["levels"]], sides, f"{name}: sides by interferences", ended)
    checks.equal(report["finished"], most, f"{name}: nothing is left", ended)
    said = STATEMENT.search(ended.output)
    checks.equal(said and int(said[1] or most), most, f"{name}: it says so", ended)
    kinds = {found["kind"] for found in ended.summary["findings"]}
    checks.equal(report["failed_with"], int(fails[2]) if fails else None, f"{name}: how many a failure needs", ended)
    if not fails:
        checks.equal(kinds, set(), f"{name}: no failure", ended)
    elif checks.that(fails[1] in kinds, f"{name}: {fails[1]}", ended):
        again = sleave.replay(sleave.finding_folder(program))
        checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
    if name == "handshake":
        resume(sleave, program, most, report, checks)
    print(f"{name}: {sides}, {ended.summary['runs']} runs")


def resume(sleave, program, most, before, checks):
    """A resumed search restarts, says so, and ends with the same."""
    ended = sleave.run(program, "--strategy=interference", f"--interferences={most}", "--runs=0", "--time=0", "--keep-going", "--fail-on-exit=no",
                       "--resume")
    checks.that("restarts the search" in ended.output, f"{program.name}: it says that the search restarts", ended)
    same = ended.summary and ended.summary["interference"]["missed"] == before["missed"]
    checks.that(same, f"{program.name}: it ends with the same", ended)


if __name__ == "__main__":
    sys.exit(searches.main(__doc__, search))
