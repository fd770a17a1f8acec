#!/usr/bin/env python3
"""Runs of dpor and of flip, jCUTE's race flipping, on the same programs, as a table.

    tests/dpor/compare_flip.py BUILD [SECONDS]

flip does not say when it has seen everything; `+` after its runs: it had more to try when its time was up.
A second table has the programs of tests/bugs/present that are like those of the paper's Table 2 (Sen and Agha, 2006): paths until
jCUTE met the first error there, runs until ours do.
"""

import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402

# Program of tests/bugs/present, program of the paper, its paths.
ALIKE = [("nested_monitor", "NestedMonitor", 2), ("lost_wakeup", "RemoteAgent", 2), ("bounded_buffer", "BoundedBuffer", 43)]

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


def until_found(build, program, strategy, seconds):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(build / "bin" / "sleave", folder)
        ended = sleave.run(build / "tests" / "bugs" / "present" / program, f"--strategy={strategy}", "--runs=0",
                           f"--time={seconds}s", "--minimize=off")
    return f"{ended.summary['runs']}" if ended.summary["findings"] else f"not in {ended.summary['runs']}"


def print_alike(build, seconds):
    print("\n| program | like | paths of jCUTE | runs of dpor | runs of flip |\n| --- | --- | --- | --- | --- |")
    for program, like, paths in ALIKE:
        dpor, flip = (until_found(build, program, strategy, seconds) for strategy in ("dpor", "flip"))
        print(f"| {program} | {like} | {paths} | {dpor} | {flip} |", flush=True)


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
    print_alike(build, seconds)


if __name__ == "__main__":
    main()
