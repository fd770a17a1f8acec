"""The frame of a test that searches programs one after the other and compares with what their sources say."""

import argparse
import pathlib
import tempfile

from harness import check, command


def main(description, search):
    """Calls search(sleave, program, text of its source, checks) for each source of the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path, help="with the programs")
    parser.add_argument("sources", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for source in options.sources:
            search(sleave, options.folder / source.stem, source.read_text(), checks)
    return checks.finish()
