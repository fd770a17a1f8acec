#!/usr/bin/env python3
"""`sleave harness` from a source file to a replayed finding, in C++ and in C.   check_harness.py --sleave=SLEAVE"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check  # noqa: E402

LISTS = pathlib.Path(__file__).resolve().parent / "lists"


class Command:
    def __init__(self, sleave, folder):
        self.sleave, self.folder = sleave, folder

    def __call__(self, *words):
        done = subprocess.run([self.sleave, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False,
                              env={**os.environ, "COLUMNS": "100", "SLEAVE_OPTIONS": ""})
        return done.returncode, done.stdout + done.stderr


def two_threads(sleave, checks):
    code, shown = sleave("harness", LISTS / "list.cc", "--function=remove", "--with=search", "--runs=1500", "--minimize=off")
    checks.equal(code, 1, "remove beside search fails", shown)
    checks.that("heap use after free" in shown, "it reads freed memory", shown)
    replay = re.search(r"sleave (replay \S+heap\S*|replay sleave-out/\S+)", shown)
    if checks.that(replay is not None, "the report says how to replay", shown):
        code, again = sleave(*replay.group(1).split(), "--quiet")
        checks.equal(code, 1, "the finding replays", again)


def kept(sleave, checks):
    code, shown = sleave("harness", LISTS / "list.cc", "--function=insert", "--with=search", "-o", "test.cc", "--write")
    checks.equal(code, 0, "a harness is written", shown)
    text = (sleave.folder / "test.cc").read_text()
    for line in ("#include", "any_Node", "insert(in.list, in.key)", "search(in.list, in.search_key)", "SLEAVE_HARNESS("):
        checks.that(line in text, f"the harness has {line}", text)
    code, shown = sleave("harness", LISTS / "list.cc", "--function=insert", "--with=search", "-o", "test.cc", "--write")
    checks.equal(code, 2, "it is not replaced", shown)
    code, shown = sleave("harness", "test.cc", "--runs=100", "--minimize=off")
    checks.equal(code, 0, "it is searched as it is: insert publishes a node as it should", shown)


def requests(sleave, checks):
    code, shown = sleave("harness", LISTS / "list.cc", "--function=second_key", "--runs=100")
    checks.equal(code, 0, "a function that fails alone is no finding", shown)
    checks.that("second_key asks for list->next != null (list.cc:42)" in shown, "it asks for two nodes", shown)
    code, shown = sleave("harness", LISTS / "list.cc", "--function=second_key", "--with=search", "--runs=150", "--minimize=off")
    checks.equal(code, 0, "nor is it beside another", shown)


def in_c(sleave, checks):
    code, shown = sleave("harness", LISTS / "ring.c", "--list")
    checks.equal(code, 0, "functions are listed", shown)
    for line in (r"concat +first: linked nodes, second: linked nodes", r"sum +values: array, count: length",
                 r"for_each +list: linked nodes, visit: callback"):
        checks.that(re.search(line, shown), line, shown)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=concat", "--null=second", "--runs=500", "--minimize=off")
    checks.equal(code, 1, "concat of an empty list fails, which may be empty", shown)
    checks.that("ring.c:15" in shown, "where the second list is used", shown)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=is_member", "--runs=10", "--minimize=off", "--hang-time=100ms")
    checks.equal(code, 0, "is_member fails alone, and nothing is known of its callers", shown)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=is_member", f"--expects={LISTS / 'ring.expects'}", "--runs=100",
                         "--minimize=off", "--hang-time=100ms")
    checks.equal(code, 1, "is_member loops, whatever its precondition", shown)
    checks.that("endless loop" in shown, "without an end", shown)
    checks.that("precondition of is_member: key != 0" in shown, "the precondition is repeated", shown)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=sum", "--runs=60")
    checks.equal(code, 0, "an array with its length has no errors", shown)
    checks.that("asks for" not in shown, "and asks for nothing", shown)


def judged_later(sleave, checks):
    """minimize and verify leave out what one thread shows, as the search did."""
    code, shown = sleave("harness", LISTS / "flag.cc", "--function=look", "--with=raise", "--runs=2000", "--minimize=off", "--out=judged")
    checks.equal(code, 1, "look beside raise fails", shown)
    folder = sleave.folder / "judged" / "look_with_raise" / "findings" / "1"
    replay = (folder / "replay.sleave").read_bytes()
    checks.that(b"one-thread: --one-thread=12\none-thread: --one-thread=21\n" in replay, "the replay file has both orders")
    code, shown = sleave("minimize", "--time=0", folder)
    checks.equal(code, 0, "it is minimized", shown)
    inputs = json.loads((folder / "finding.json").read_text())["inputs"]
    checks.that(any(int(each["bytes"], 16) > 5 for each in inputs), "to an input that one thread stands", inputs)
    code, shown = sleave("verify", "--runs=200", folder)
    checks.equal(code, 1, "it is not fixed", shown)
    code, shown = sleave("harness", LISTS / "flag.cc", "--function=look", "--with=raise", "--runs=1", "--minimize=off", "--out=fixed", "--",
                         "-DREPAIRED")
    code, shown = sleave("verify", "--runs=200", folder, "--", sleave.folder / "fixed" / "harness" / "look_with_raise")
    checks.equal(code, 0, "it is fixed: what is left one thread shows as well", shown)


def each_function(sleave, checks):
    code, shown = sleave("harness", LISTS / "ring.c", "--each", "--time=6s", "--out=each", "--summary=each.json", "--coverage=each.lcov", "--", "-fno-inline")
    checks.equal(code, 0, "functions alone have no findings", shown)
    rows = {row["function"]: row for row in json.loads((sleave.folder / "each.json").read_text())}
    checks.equal(sorted(rows), ["concat", "for_each", "is_member", "sum"], "each is in the table", shown)
    checks.that(all(row["result"] in ("runs", "complete") for row in rows.values()), "each runs", rows)
    lcov = (sleave.folder / "each.lcov").read_text()
    checks.that(all(f"TN:{name}\n" in lcov for name in rows), "each has a record of what it covers", lcov)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=concat", "--runs=300", "--null=all", "--suggest")
    checks.that(re.search(r"^concat: first != NULL$", shown, re.MULTILINE), "requests are printed as conditions", shown)
    code, shown = sleave("harness", LISTS / "ring.c", "--function=concat", "--same=first,second", "--write", "-o", "same.c")
    checks.that("concat(in.first, in.first)" in (sleave.folder / "same.c").read_text(), "two parameters get one pointer", shown)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sleave", required=True, type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = Command(options.sleave.resolve(), pathlib.Path(folder))
        for part in (two_threads, kept, requests, in_c, judged_later, each_function):
            part(sleave, checks)
    sys.exit(checks.finish())


if __name__ == "__main__":
    main()
