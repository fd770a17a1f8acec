"""Compares the numbers of classes in the programs' headings with an enumeration of all interleavings (`enumeration.py`)."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, size  # noqa: E402

import algorithms  # noqa: E402
import enumeration  # noqa: E402
from check_counts import CLASSES  # noqa: E402

LONG = {"inc 3 2", "readers 8", "lastzero 7", "philosophers 5", "queue 2 2"}  # up to some seconds each


def main():
    checks = check.Checks()
    short = size.is_short()
    for program, families in algorithms.PROGRAMS.items():
        source = pathlib.Path(__file__).with_name(f"{program}.cc").read_text()
        for arguments, complete, stuck, *_ in CLASSES.findall(source):
            family, *numbers = arguments.split()
            if family not in families or (short and arguments in LONG):
                continue
            found = enumeration.Enumeration(families[family](*map(int, numbers)))
            checks.equal((found.complete, found.stuck), (int(complete), int(stuck)), f"{program} {arguments}")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
