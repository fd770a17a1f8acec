#!/usr/bin/env python3
"""Runs of dpor and of flip, jCUTE's race flipping, on the same programs, as a table.

    tests/dpor/compare_flip.py BUILD [SECONDS]

flip does not say when it has seen everything; `+` after its runs: it had more to try when its time was up.
"""

import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402

CLASSES = re.compile(r"^// CLASSES: (.*) = (\d+) \+ (\d+)$", re.MULTILINE)


def summary(sleave, program, strategy, seconds, options, arguments):
    ended = sleave.run(program, f"--strategy={strategy}", "--runs=0", f"--time={seconds}s", "--keep-going", *options,
                       arguments=arguments)
    return ended.summary


def row(sleave, program, seconds, options, arguments, classes):
    dpor = summary(sleave, program, "dpor", seconds, options, arguments)
    flip = summary(sleave, program, "flip", seconds, options, arguments)
    more = "+" if flip["seconds"] >= seconds else ""
    return f"| `{' '.join(arguments)}` | {classes} | {dpor['runs']} | {flip['runs']}{more} | {flip['distinct']} |"


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    print("| program | classes | runs of dpor | runs of flip | classes flip saw |\n| --- | --- | --- | --- | --- |")
    for source in sorted(HERE.glob("*.cc")):
        program = build / "tests" / "dpor" / source.stem
        for arguments, complete, deadlocked in CLASSES.findall(source.read_text()):
            with tempfile.TemporaryDirectory() as folder:
                sleave = command.Sleave(build / "bin" / "sleave", folder)
                print(row(sleave, program, seconds, heading.read(source).options, arguments.split(),
                          int(complete) + int(deadlocked)), flush=True)


if __name__ == "__main__":
    main()
