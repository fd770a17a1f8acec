#!/usr/bin/env python3
"""However many workers share a search, it makes the same runs: totals and class sum are those of one worker. Other searches have other
sums, and so has the same search with one class for all exchanges of alike threads."""

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
        sums = set()
        for arguments, classes in PROGRAMS:
            of_program = set()
            for jobs in JOBS:
                ended = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", f"--jobs={jobs}",
                                   arguments=arguments)
                summary = ended.summary
                seen = (summary["runs"], summary["complete_runs"], summary["distinct"], summary["open"], summary["result"])
                checks.equal(seen, (classes, classes, classes, 0, "complete"), f"{' '.join(arguments)}, {jobs} jobs", ended)
                of_program.add(summary["class_sum"])
            checks.equal(len(of_program), 1, f"{' '.join(arguments)}: class sums")
            sums |= of_program
        alike = sleave.run(options.program, "--strategy=dpor", "--runs=0", "--time=0", arguments=PROGRAMS[0][0])
        checks.that(alike.summary["class_sum"] not in sums, "a search of other classes has another sum", alike)
        checks.equal(len(sums), len(PROGRAMS), "class sums of all programs")
    return checks.finish()


sys.exit(main())
