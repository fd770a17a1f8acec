#!/usr/bin/env python3
"""Published lock-free structures under RC11: as many classes as GenMC reports (// RC11: in their headings).

    check_published.py --sleave=SLEAVE [--relaxed] SOURCE PROGRAM
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command  # noqa: E402

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--relaxed", action="store_true", help="compiled with -DRELAXED, if the source has counts for both")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    heading = "RC11, RELAXED" if options.relaxed else "RC11"
    counts = re.findall(rf"^// {heading}: (.*?) = (\d+)", options.source.read_text(), re.MULTILINE)
    checks.that(bool(counts), "there are counts")
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for arguments, expected in counts:
            ended = sleave.run(options.program, "--strategy=dpor", "--runs=0", "--time=0", "--without=symmetry", "--model=rc11",
                               arguments=arguments.split())
            seen = ended.summary and (ended.summary["result"], ended.summary["complete_runs"])
            checks.equal(seen, ("complete", int(expected)), f"{options.source.name} {arguments}", ended)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
