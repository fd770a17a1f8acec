#!/usr/bin/env python3
"""What the exhaustive search says about every program of tests/bugs, as a table with the reasons.

    tests/dpor/twins.py BUILD [--seconds=60] [--kind=absent] [--only=WORD] [--jobs=1]

Of a twin without its bug the search should say "complete", of a program with one it should find it. Whatever it says
instead stands in the last column. `+` after a number of runs: its time was up.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402


def found(summary, expected):
    kinds = {finding["kind"] for finding in summary["findings"]}
    return bool(kinds & set(expected)) if expected else bool(kinds)


def verdict(summary, expected):
    if summary is None:
        return "error"
    if found(summary, expected):
        return "found"
    if summary["findings"]:
        return "other finding"
    return summary["result"]


def reason(ended, summary):
    if summary is None:
        return ended.output.strip().splitlines()[-1] if ended.output.strip() else f"exit code {ended.code}"
    words = sorted(summary["gaps"])
    if summary["findings"]:
        words.insert(0, ", ".join(sorted({finding["kind"] for finding in summary["findings"]})))
    elif summary["open"]:
        words.append(f"{summary['open']} parts of the space are left")
    return "; ".join(words)


def look(options, source):
    words = heading.read(source)
    program = options.build / "tests" / "bugs" / source.parent.name / source.stem
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.build / "bin" / "sleave", folder)
        try:
            ended = sleave.run(program, "--strategy=dpor", "--runs=0", f"--time={options.seconds}s", *words.options,
                               timeout=2 * options.seconds + 60)
        except subprocess.TimeoutExpired:
            return source, "error", "", "it did not end when its time was up"
    summary = ended.summary
    said = verdict(summary, words.expected)
    runs = f"{summary['runs']}{'+' if summary['seconds'] >= options.seconds else ''}" if summary else ""
    return source, said, runs, reason(ended, summary)


def sources(options):
    kinds = [options.kind] if options.kind else ["absent", "present"]
    for kind in kinds:
        for source in sorted((HERE.parent / "bugs" / kind).iterdir()):
            if source.suffix in (".c", ".cc") and options.only in source.stem:
                yield source


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--kind", choices=["absent", "present"])
    parser.add_argument("--only", default="", help="programs whose name has this in it")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    counts = collections.Counter()
    print("| program | says | runs | reason |\n| --- | --- | --- | --- |")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for source, said, runs, why in pool.map(lambda one: look(options, one), sources(options)):
            counts[source.parent.name, said] += 1
            print(f"| {source.parent.name}/{source.stem} | {said} | {runs} | {why} |", flush=True)
    for (kind, said), count in sorted(counts.items()):
        print(f"{kind}: {said} {count}")


if __name__ == "__main__":
    main()
