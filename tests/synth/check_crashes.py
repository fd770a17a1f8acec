#!/usr/bin/env python3
"""Every crash of MINION's classes is found from the header alone: one search per class that continues after a finding.

    check_crashes.py --sleave=SLEAVE [--only HEADER...] [--table]

A line of a header that can fail only when calls overlap is marked "// crash"; each must be the place of a crash or a failed
assertion, each such finding must be at a marked line, and the repaired class has none. Without SLEAVE_TEST_SIZE=full only
two of the classes. --table prints Markdown, with processor time.
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check, size  # noqa: E402

SHORT = ("stats_counter.h", "pushback_reader.h")
SECONDS = 120
FAILS = {"crash", "assertion"}  # what the marked lines do


def marked_lines(header):
    return {number for number, line in enumerate(header.read_text().splitlines(), 1) if "// crash" in line}


def place_of(finding, header):
    """The innermost line of the header; None: there is none."""
    lines = [frame["line"] for frame in finding["stack"] if pathlib.Path(frame["file"]).name == header.name]
    return lines[0] if lines else None


def search(sleave, folder, header, row, flags=()):
    """The places of crashes, other kinds of findings, wall and processor seconds, and the output."""
    command = [sleave, "synth", str(header), f"--class={row['type']}", "--rewrite", "--keep-going", "--calls=2", "--before=1",
               f"--time={SECONDS}s", "--minimize=off", "--out=out", "--", *flags]
    begin = time.monotonic()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = (time.monotonic() - begin, spent.ru_utime + spent.ru_stime - used.ru_utime - used.ru_stime)
    places, others = set(), set()
    for path in pathlib.Path(folder).glob("out/*/findings/*/finding.json"):
        finding = json.loads(path.read_text())
        if finding["kind"] in FAILS:
            places.add(place_of(finding, header))
        else:
            others.add(finding["kind"])
    return places, others, seconds, ended.stdout + ended.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--only", nargs="*", help="these headers")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    checks = check.Checks()
    total = 0
    for row in json.loads((HERE / "minion" / "classes.json").read_text())["classes"]:
        chosen = row["header"] in (options.only or SHORT) if options.only or size.is_short() else True
        if not chosen:
            continue
        header = HERE / "minion" / row["header"]
        marked = marked_lines(header)
        checks.equal(len(marked), len(row["crashes"]), f"{header.name}: as many marks as crashes")
        with tempfile.TemporaryDirectory() as folder:
            places, others, seconds, output = search(options.sleave, folder, header, row)
        checks.equal(places, marked, f"{header.name}: its crashes\n{output}")
        total += len(places & marked)
        with tempfile.TemporaryDirectory() as folder:
            wrong, _, _, output = search(options.sleave, folder, header, row, ["-DREPAIRED"])
        checks.equal(wrong, set(), f"{header.name}, repaired: its crashes\n{output}")
        rounds = re.findall(r"clients of 2 calls.*: complete", output)
        checks.equal(len(rounds), 2, f"{header.name}, repaired: complete\n{output}")
        if options.table:
            also = ", ".join(sorted(others)).replace("_", " ")
            print(f"| {header.stem} | {len(places & marked)} of {len(marked)} | {also} | {seconds[0]:.1f} | {seconds[1]:.1f} |", flush=True)
    print(f"{total} crashes")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
