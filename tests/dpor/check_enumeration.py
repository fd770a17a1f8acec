"""Compares the numbers of classes in the programs' headings with an enumeration of all interleavings (`enumeration.py`)."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, size  # noqa: E402

import algorithms  # noqa: E402
import enumeration  # noqa: E402
from check_counts import CLASSES  # noqa: E402

LONG = {"inc 3 2", "readers 8", "lastzero 7", "philosophers 5", "queue 2 2"}  # up to some seconds each


def check_program(source, families, checks):
    for arguments, complete, stuck, *_ in CLASSES.findall(source.read_text()):
        words = arguments.split()
        family = "" if "" in families else words.pop(0)
        if family not in families or (size.is_short() and arguments in LONG):
            continue
        found = enumeration.Enumeration(families[family](*map(int, words)))
        checks.equal((found.complete, found.stuck), (int(complete), int(stuck)), f"{source.stem} {arguments}")


def main():
    checks = check.Checks()
    here = pathlib.Path(__file__).parent
    for program, families in algorithms.PROGRAMS.items():
        check_program(here / f"{program}.cc", families, checks)
    for program, families in algorithms.PUBLISHED.items():
        check_program(here / "published" / f"{program}.c", families, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
