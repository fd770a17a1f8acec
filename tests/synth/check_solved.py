#!/usr/bin/env python3
"""Bugs that need an argument which no pool has are found by solving for it.

    check_solved.py --sleave=SLEAVE [--only HEADER...] --part=I/N

Rows of solved/classes.json: what the arguments of the smallest client must meet, by reading the header. The wrong class is found, with such arguments, and
replays; without solving it is not. The repaired twin is complete, before solving and with the values that were found (where the compiler
made a selection of its branch, none are), and the claim names all arguments. Without SLEAVE_TEST_SIZE=full, one class of each part is tested
in full, and the others are only found and replayed.
"""

import argparse
import ast
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check, size  # noqa: E402

SECONDS = 300  # most need five


def run(command, folder):
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def synth(sleave, folder, header, row, words, flags=()):
    return run([sleave, "synth", str(header), f"--class={row['type']}", "--rewrite", "--out=out", "--calls=2", "--before=0", f"--time={SECONDS}s",
                "--minimize=off", *words, "--", *flags], folder)


def values_in(text):
    return [ast.literal_eval(value) for value in re.findall(r'"[^"]*"|-?\b\d+\b', text)]


def arguments_of(output):
    """Of the calls that have no order, in the order of the lines."""
    shown = re.search(r"No order of.*\n((?:\s+(?:main|T\d+)\s.*\n)+)", output)
    calls = re.findall(r"(?<!drain)\(([^()]*)\)", shown[1]) if shown else []
    return [value for call in calls for value in values_in(call)]


def meets(row, values):
    # The expression is that of a table of ours.
    return bool(values) and eval(row["needs"], {"values": values})  # noqa: S307


def check_wrong(sleave, row, in_full, checks):
    header = HERE / "solved" / row["header"]
    with tempfile.TemporaryDirectory() as folder:
        code, output = synth(sleave, folder, header, row, ["--arguments=solve"])
        checks.equal(code, 1, f"{header.name}: found\n{output}")
        checks.that(meets(row, arguments_of(output)), f"{header.name}: arguments {arguments_of(output)}\n{output}")
        finding = next(pathlib.Path(folder).glob("out/*/findings/1"), None)
        if finding:
            replay, minimize = ["replay", str(finding)], ["minimize", "--out=out", str(finding)]
            for command in (replay, minimize, replay) if in_full else (replay,):
                code, output = run([sleave, *command], folder)
                checks.equal(code, 0 if command[0] == "minimize" else 1, f"{header.name}: {command[0]}\n{output}")
            code, output = run([sleave, "export", "--test", "--out=out", str(finding)], folder)
            checks.that(code == 0 and "--value=" in output, f"{header.name}: the exported test has the values\n{output}")
        if in_full:
            code, output = synth(sleave, folder, header, row, [])
            checks.equal(code, 0, f"{header.name}: not found without solving\n{output}")


def check_right(sleave, row, checks):
    header = HERE / "solved" / row["header"]
    with tempfile.TemporaryDirectory() as folder:
        code, output = synth(sleave, folder, header, row, ["--arguments=solve", "--summary=summary.json"], ["-DREPAIRED"])
        claims = re.findall(r"Complete for all clients of .*?, with arguments (.*?)\. No failure", re.sub(r"\s+", " ", output))
        solved = re.search(r"arguments: \d+ values? found", output) is not None
        checks.equal((code, len(claims)), (0, 1 + solved), f"{header.name}, repaired: complete before and after solving\n{output}")
        summary = json.loads((pathlib.Path(folder) / "summary.json").read_text())
        checks.equal(re.sub(r"\s+", " ", "; ".join(summary["clients"]["arguments"])), claims[-1] if claims else "", f"{header.name}: arguments in the summary")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--only", nargs="*", help="these headers")
    parser.add_argument("--part", default="0/1", help="I/N: each N-th class, from the I-th on")
    options = parser.parse_args()
    checks = check.Checks()
    part, parts = map(int, options.part.split("/"))
    rows = [row for row in json.loads((HERE / "solved" / "classes.json").read_text())["classes"] if not options.only or row["header"] in options.only]
    for number, row in enumerate(rows[part::parts]):
        in_full = number == 0 or not size.is_short()
        check_wrong(options.sleave, row, in_full, checks)
        if in_full:
            check_right(options.sleave, row, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
