#!/usr/bin/env python3
"""All pairs of operations of synchronized collections: `sleave harness --pairs`.

   check_collections.py --sleave=SLEAVE [--time=60] [--out=FOLDER] [NAME ...]

Each class of `collections/present` has the kinds of failures that its first lines name; their twins in `absent` have none.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# What each must show, by the names of abi/findings.def: a thrown exception ends in std::terminate.
KINDS = {
    "vector": {"data race", "deadlock", "terminate"},
    "array_list": {"data race", "deadlock", "terminate"},
    "linked_list": {"data race", "deadlock", "terminate"},  # the endless loop of clear() and contains_all() takes longer
    "hash_set": {"data race", "deadlock", "terminate"},
    "tree_set": {"data race", "deadlock", "terminate"},
    "linked_hash_set": {"data race", "deadlock", "terminate"},  # and an endless loop in some of the searches
}
# The same loop, with and without an event in each round.
SAME = {"no progress": "endless loop"}


def search(sleave, source, seconds, folder):
    begin = time.monotonic()
    done = subprocess.run([sleave, "harness", source, "--pairs", f"--time={seconds}s", f"--out={folder}", "--color=never"],
                          capture_output=True, text=True, timeout=600, check=False, env={**os.environ, "COLUMNS": "100"})
    if done.returncode not in (0, 1):
        sys.exit(f"{source}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    kinds = {}
    for count, kind in re.findall(r"(\d+) (data race|deadlock|terminate|endless loop|no progress|\w[\w ]*?)(?=,|\n)",
                                  "\n".join(row for row in done.stdout.splitlines(True) if " finding " in row)):
        kind = SAME.get(kind, kind)
        kinds[kind] = kinds.get(kind, 0) + int(count)
    return kinds, time.monotonic() - begin, done.stdout


def small(sleave):
    """Two pairs of one class, for CI."""
    wrong = []
    for group, code in (("present", 1), ("absent", 0)):
        for first, second, kind in (("TreeSet::equals", "TreeSet::equals", "deadlock"), ("TreeSet::first", "TreeSet::clear", "terminate")):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([sleave, "harness", HERE / "collections" / group / "tree_set.cc", f"--function={first}",
                                       f"--with={second}", "--time=30s", "--runs=1500", f"--out={folder}", "--minimize=off"],
                                      capture_output=True, text=True, timeout=300, check=False)
            if done.returncode != code or (code == 1 and kind not in done.stdout):
                wrong.append(f"{group}: {first} beside {second}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    sys.exit("\n".join(wrong) if wrong else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("names", nargs="*", default=sorted(KINDS))
    options = parser.parse_args()
    if options.small:
        small(options.sleave)
    wrong = []
    for name in options.names or sorted(KINDS):
        for group in ("present", "absent"):
            with tempfile.TemporaryDirectory() as folder:
                kinds, seconds, shown = search(options.sleave, HERE / "collections" / group / f"{name}.cc", options.time, folder)
            print(f"{group}/{name}: {seconds:.0f} s: {', '.join(f'{n} {k}' for k, n in sorted(kinds.items())) or 'nothing'}", flush=True)
            if options.verbose:
                print(shown)
            missing = KINDS[name] - set(kinds) if group == "present" else set(kinds)
            if missing:
                wrong.append(f"{group}/{name}: {'misses' if group == 'present' else 'false'}: {', '.join(sorted(missing))}\n{shown}")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
