#!/usr/bin/env python3
"""What is found of the programs of tests/bugs, by how they are built.

  python3 tests/sights/table.py BUILD [--seeds=3] [--runs=10000] [--twins] [NAME ...]

Prints a row for each program: the run in which its bug was found with each seed's default search, or what was found instead.
With --twins the repaired programs, of which nothing must be found.
"""

import argparse
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import ways  # noqa: E402
from harness import command, heading  # noqa: E402

BUGS = HERE.parent / "bugs"


def outcome(call, program, source, seed, folder):
    """The run that found what the heading expects; else what was found, or "-"."""
    words = heading.read(source)
    sleave = command.Sleave(pathlib.Path(call.build) / "bin" / "sleave", folder)
    ended = sleave.run(program, f"--seed={seed}", f"--runs={call.runs}", "--time=60s", "--minimize=off", *words.options)
    if ended.code not in (command.CLEAN, command.FINDING) or ended.summary is None:
        print(f"{source.name}: {ended}", file=sys.stderr)
        return "refused"
    findings = ended.summary["findings"]
    expected = [finding for finding in findings if finding["kind"] in words.expected]
    if expected:
        return str(expected[0]["first_run"])
    return findings[0]["kind"] if findings else "-"


def row(call, source):
    kind = "absent" if call.twins else "present"
    cells = []
    for way in (*ways.WAYS, None):
        with tempfile.TemporaryDirectory() as folder:
            if way is None:
                program = pathlib.Path(call.build) / "tests" / "bugs" / kind / source.stem
            elif ways.other_sanitizer(source):
                program = None
            else:
                program = ways.build(way, source, folder)
            found = [outcome(call, program, source, seed, folder) for seed in range(1, call.seeds + 1)] if program else ["not built"]
        cells.append(" ".join(found))
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--twins", action="store_true")
    parser.add_argument("names", nargs="*")
    call = parser.parse_args()
    sources = sorted((BUGS / ("absent" if call.twins else "present")).glob("*.c*"))
    titles = [*(way.name for way in ways.WAYS), "sleave-c++"]
    found = [0] * len(titles)
    rows = 0
    print("| program | " + " | ".join(titles) + " |")
    print("| --- " * (len(titles) + 1) + "|")
    for source in sources:
        if call.names and source.stem not in call.names:
            continue
        cells = row(call, source)
        rows += 1
        for i, cell in enumerate(cells):
            found[i] += all(word.isdigit() for word in cell.split())
        print(f"| {source.stem} | " + " | ".join(cells) + " |", flush=True)
    print(f"| found with every seed, of {rows} | " + " | ".join(map(str, found)) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
