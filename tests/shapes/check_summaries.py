#!/usr/bin/env python3
"""Summaries of the seeded operations, next to brute force: `sleave harness operations.cc`.

    check_summaries.py --sleave=SLEAVE FOLDER STRUCTURE...      FOLDER has the oracles

Every race that an execution shows before one thread has read what the other wrote must be found by a planned run; each
of them replays. With -DREPAIRED, where each operation holds one lock, no run finds anything.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import measure_summaries  # noqa: E402
from harness import check, command, size  # noqa: E402

SEEDED = pathlib.Path(__file__).resolve().parent / "seeded"


class Search:
    def __init__(self, sleave, folder, structure):
        self.sleave, self.folder, self.structure = sleave, folder, structure
        for path in [*SEEDED.glob("*.h"), SEEDED / "operations.cc"]:
            (folder / path.name).write_text(path.read_text())

    def pairs(self, *options, first="", second="", define=()):
        operations = " ".join(f"OPERATION({each})" for each in measure_summaries.OPERATIONS[self.structure].split())
        pair = [f"--function={first}", f"--with={second}"] if first else ["--pairs"]
        # The planned runs, and no more: there are fewer for each pair.
        words = [self.sleave, "harness", self.folder / "operations.cc", *pair, "--minimize=off", "--runs=60", "--time=100s",
                 f"--out={self.folder}/out", f"--summary={self.folder}/summary.json", "--color=never", *options, "--", "-O0",
                 f'-DSTRUCTURE="{self.structure}.h"', f"-DOPERATIONS={operations}", *define]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.shown = done.stdout + done.stderr
        return done.returncode, json.loads((self.folder / "summary.json").read_text())


def check_structure(sleave, folder, structure, checks, oracles):
    search = Search(sleave, folder, structure)
    rows = [row for row in measure_summaries.ROWS if measure_summaries.ROWS[row][0] == structure]
    for row in rows[:1] if size.is_short() else rows:
        _, first, second = measure_summaries.ROWS[row]
        races = measure_summaries.races_of_oracle(oracles / f"oracle_{structure}", row)
        checks.equal(any(races.values()), True, f"{row}: the oracle knows undisturbed races")
        code, summary = search.pairs(first=first, second=second)
        checks.equal(code, 1, f"{row}: exit code", search.shown)
        pair, = summary["pairs"]
        found = measure_summaries.found_by(summary, folder)
        planned = {lines for lines, run in found.items() if run <= pair["planned"]}
        missing = sorted(lines for lines, undisturbed in races.items() if undisturbed and lines not in planned)
        checks.equal(missing, [], f"{row}: races that no planned run showed", search.shown)
        print(f"{row}: {sum(races.values())} races, {len(planned)} found by {pair['planned']} planned runs")
        for finding in pair["findings"][:: 7 if size.is_short() else 1]:
            replayed = subprocess.run([sleave, "replay", finding["folder"]], capture_output=True, text=True, check=False)
            checks.equal(replayed.returncode, command.FINDING, f"{row}: replay", replayed.stdout + replayed.stderr)
    return search


def check_files(search, checks):
    """Summaries with all paths are used again, but not those of another build; and they can be left out."""
    kept = search.pairs("--runs=1")[1]["summaries"][0]
    checks.equal(kept["kept"], kept["complete"], "kept by the same build")
    checks.equal(kept["runs"] > 0, True, "their runs")
    code, summary = search.pairs(define=["-DREPAIRED"])
    checks.equal(code, 0, "repaired: exit code", search.shown)
    checks.equal(summary["summaries"][0]["kept"], 0, "those of another build are refused")
    checks.equal(search.pairs("--runs=1", "--without=summaries")[1]["summaries"], [], "--without=summaries")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("structures", nargs="+")
    call = parser.parse_args()
    checks = check.Checks()
    for structure in call.structures[: 1 if size.is_short() else None]:
        with tempfile.TemporaryDirectory() as folder:
            search = check_structure(call.sleave, pathlib.Path(folder), structure, checks, call.folder)
            if structure == call.structures[0]:
                check_files(search, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
