#!/usr/bin/env python3
"""Races that depend on the shape of a data structure: all that brute force knows are found, each replays, and none is left once repaired.

    check_seeded.py --sleave=SLEAVE FOLDER STRUCTURE...      of seeded/; FOLDER has the programs and oracles

The oracle stops a thread before any of its accesses; so plain accesses are scheduling points here. CI searches one row of each structure.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

ROWS = {
    "skip_list": ("skip_list_insert", "skip_list_search"),
    "unrolled_list": ("unrolled_insert", "unrolled_erase", "unrolled_search"),
    "priority_queue": ("queue_insert", "queue_remove"),
    "avl_tree": ("avl_insert", "avl_erase"),
}
SHORT = ("skip_list_search", "unrolled_search", "queue_remove", "avl_insert")
RUNS, SHORT_RUNS = 6_000, 2_500


def races_of_oracle(oracle, row):
    """Pairs of lines, and of each whether every structure has it."""
    lines = subprocess.run([oracle, row], capture_output=True, text=True, check=True).stdout.split("\n")
    words = [line.split() for line in lines if line]
    return {(int(word[0]), int(word[1])): word[3] != word[5] for word in words}


def races_found(sleave, program, out):
    """Pairs of lines of the structure's file, with the folder of a finding of each."""
    found = {}
    for path in (sleave.folder / out / program.name / "findings").glob("*/finding.json"):
        finding = json.loads(path.read_text())
        if finding["kind"] != "data_race":
            continue
        frames = [access["stack"][0] for access in finding["accesses"]]
        found.setdefault(tuple(sorted(frame["line"] for frame in frames)), path.parent)
    return found


class Search:
    def __init__(self, sleave, folder, checks):
        self.sleave, self.folder, self.checks = sleave, folder, checks

    def check(self, structure, row, seed):
        expected = races_of_oracle(self.folder / f"oracle_{structure}", row)
        program = self.folder / f"search_{structure}"
        runs = SHORT_RUNS if size.is_short() else RUNS
        ended = self.sleave.run(program, "--strategy=concolic", "--schedule-plain", "--keep-going", "--minimize=off", f"--runs={runs}",
                                "--time=0", f"--seed={seed}", out=f"{row}{seed}", arguments=[row])
        found = races_found(self.sleave, program, f"{row}{seed}")
        missing = sorted(set(expected) - set(found))
        self.checks.equal(missing, [], f"{row}, seed {seed}: races that were not found", ended)
        print(f"{row}, seed {seed}: {len(expected)} races, {sum(expected.values())} of some structures only; "
              f"{len(set(found) - set(expected))} more were found, in {ended.summary['runs']} runs")
        for lines, folder in sorted(found.items())[:: 1 if not size.is_short() else 7]:
            replayed = self.sleave.replay(folder)
            self.checks.equal(replayed.code, command.FINDING, f"{row}, lines {lines}: replay", replayed)
        return len(expected), sum(expected.values())

    def check_repaired(self, structure, row):
        program = self.folder / f"repaired_{structure}"
        ended = self.sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off", out=f"{row}.repaired", arguments=[row])
        self.checks.equal(ended.code, command.CLEAN, f"{row}, repaired: exit code", ended)
        self.checks.equal(ended.summary["result"], "complete", f"{row}, repaired: result", ended)
        print(f"{row}, repaired: {ended.summary['complete_runs']} classes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("structures", nargs="+")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        search = Search(command.Sleave(call.sleave, folder), call.folder, checks)
        races = dependent = 0
        for structure in call.structures:
            for row in ROWS[structure]:
                search.check_repaired(structure, row)
                if size.is_short() and row not in SHORT:
                    continue
                for seed in (1,) if size.is_short() else range(1, size.current().present_seeds + 1):
                    of_row = search.check(structure, row, seed)
                races, dependent = races + of_row[0], dependent + of_row[1]
        print(f"{races} races, {dependent} of them of some structures only")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
