#!/usr/bin/env python3
"""The search is depth first: however many classes there are, few work items are open at a time. Three threads that increment a counter
three times each have 1,824,912 classes; the first of them are run here, all of them at full size."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command, size  # noqa: E402

ARGUMENTS, CLASSES = ["inc", "3", "3"], 1_824_912
MOST_OPEN = 2000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    runs = 40_000 if size.is_short() else 0
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for jobs in (1, 2):
            ended = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", f"--runs={runs}", "--time=0", f"--jobs={jobs}",
                               arguments=ARGUMENTS)
            checks.equal(ended.summary["complete_runs"], runs or CLASSES, f"{jobs} jobs: classes", ended)
            checks.that(ended.summary["most_open"] <= MOST_OPEN, f"{jobs} jobs: {ended.summary['most_open']} items open", ended)
    return checks.finish()


sys.exit(main())
