#!/usr/bin/env python3
"""However many workers share a search, it makes the same runs: the totals are those of one worker."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

# Arguments and the number of their classes, as in the program's heading.
PROGRAMS = ((["inc", "3", "2"], 7134), (["casrot", "7"], 523), (["readers", "2"], 4))
JOBS = (1, 2, 5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for arguments, classes in PROGRAMS:
            for jobs in JOBS:
                ended = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", f"--jobs={jobs}",
                                   arguments=arguments)
                summary = ended.summary
                seen = (summary["runs"], summary["complete_runs"], summary["distinct"], summary["open"], summary["result"])
                checks.equal(seen, (classes, classes, classes, 0, "complete"), f"{' '.join(arguments)}, {jobs} jobs", ended)
    return checks.finish()


sys.exit(main())
