#!/usr/bin/env python3
"""What a finding says of its inputs ("It fails whenever list->next is null, and ...") against all structures within the bounds.

    check_conditions.py --sleave=SLEAVE FOLDER ROW...      as check_seeded.py; a row is STRUCTURE:NAME[:RUNS]
    check_conditions.py --judge=OUT FOLDER ROW...          of findings that are in a folder OUT/NAME already

The oracle says for each structure with each two keys which races it has. A condition must not hold where its race cannot happen. It
need not hold wherever it can: it is that of one way to it, and exact if there is no other.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

PATH = r"(?:list|heap|tree)(?:->\w+(?:\[\d+\])*)*|key[12]"


class Missing(Exception):
    """The condition speaks of a node that this structure does not have."""


def holds(condition, inputs):
    def value(path):
        if path in ("list", "heap", "tree"):
            return path
        if path not in inputs:
            raise Missing(path)
        return inputs[path]

    try:
        if match := re.fullmatch(rf"({PATH}) is (null|a new node|{PATH})", condition):
            target = {"null": "", "a new node": match.group(1)}.get(match.group(2), match.group(2))
            return value(match.group(1)) == target
        words = re.sub(PATH, lambda match: f"({value(match.group(0))!r})", condition)
        if re.search(r"[a-z]", words.replace("0x", "").replace("or", "")):
            raise ValueError(f"not understood: {condition}")
        return bool(eval(words, {"__builtins__": {}}))  # numbers, comparisons and arithmetic
    except Missing:
        return False


def inputs_of(oracle, row):
    lines = subprocess.run([oracle, row, "inputs"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def judge(finding, inputs):
    """The race, and of how many inputs the condition and the oracle say what: both, only the condition, only the oracle."""
    lines = sorted(access["stack"][0]["line"] for access in finding["accesses"])
    both = condition_only = oracle_only = 0
    example = None
    for each in inputs:
        stated = all(holds(condition, each["inputs"]) for condition in finding["cause"]["conditions"])
        races = lines in each["races"]
        both += stated and races
        oracle_only += races and not stated
        if stated and not races:
            condition_only += 1
            example = example or each["inputs"]
    return tuple(lines), both, condition_only, oracle_only, example


def findings_in(folder):
    for path in sorted(folder.glob("*/findings/*/finding.json"), key=lambda path: int(path.parent.name)):
        finding = json.loads(path.read_text())
        if finding["kind"] == "data_race":
            yield path.parent, finding


def check_row(folder, structure, row, out, checks):
    inputs = inputs_of(folder / f"oracle_{structure}", row)
    known = {tuple(race) for each in inputs for race in each["races"]}
    counts = {"races": 0, "explained": 0, "right": 0, "exact": 0}
    for place, finding in findings_in(out):
        lines = tuple(sorted(access["stack"][0]["line"] for access in finding["accesses"]))
        if lines not in known:
            continue  # it needs two switches: the oracle does not say where it happens
        counts["races"] += 1
        if not finding["cause"]["conditions"]:
            continue
        lines, both, condition_only, oracle_only, example = judge(finding, inputs)
        counts["explained"] += 1
        counts["right"] += condition_only == 0
        counts["exact"] += condition_only == 0 and oracle_only == 0
        stated = "; ".join(finding["cause"]["conditions"])
        print(f"{row} {lines}: right for {both} inputs, wrong for {condition_only}, {oracle_only} more have the race")
        checks.equal(condition_only, 0, f"{row} {lines} ({place.name}): '{stated}' holds without the race, for example for {example}")
        checks.that(both > 0, f"{row} {lines}: '{stated}' holds for no input with the race")
    print(f"{row}: {counts}", flush=True)
    return counts


def search(sleave, folder, structure, row, runs):
    program = folder / f"search_{structure}"
    sleave.run(program, "--strategy=concolic", "--schedule-plain", "--keep-going", "--minimize=off", f"--runs={runs}", "--time=0",
               out=row, arguments=[row])
    for place, _ in findings_in(sleave.folder / row):
        sleave.call("minimize", "--time=0", place)
    return sleave.folder / row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave")
    parser.add_argument("--judge", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("rows", nargs="+")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        for text in call.rows:
            structure, row, *runs = text.split(":")
            if call.judge:
                out = call.judge / row
            else:
                out = search(command.Sleave(call.sleave, folder), call.folder, structure, row, int(runs[0]) if runs else 4_000)
            counts = check_row(call.folder, structure, row, out, checks)
            if not call.judge:
                checks.that(counts["explained"] > 0, f"{row}: a race is explained by its inputs")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
