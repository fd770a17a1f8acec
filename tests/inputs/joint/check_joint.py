#!/usr/bin/env python3
"""Random programs with threads and inputs, compiled by sleave-cc and searched to the end, against brute force: check_joint.cc.

    check_joint.py --bin=BIN --checker=CHECKER [--first=SEED] [--programs=N] [--strategy=NAME]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from harness import size  # noqa: E402

OF_A_FILE = 50


def check(call, scratch, first, count):
    source = scratch / "joint.c"
    source.write_text(subprocess.run([call.checker, f"--source={first},{count}"], check=True, capture_output=True, text=True).stdout)
    program = scratch / "joint"
    subprocess.run([call.bin / "sleave-cc", "-O0", "-w", "-pthread", source, "-o", program], check=True)
    return subprocess.run([call.checker, program, f"--programs={first},{count}", f"--strategy={call.strategy}"]).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=10 if size.is_short() else 1_300,
                        help="some are left out, because there is too much of them for brute force")
    parser.add_argument("--strategy", default="dpor")
    call = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(call.first, call.first + call.programs, OF_A_FILE):
            count = min(OF_A_FILE, call.first + call.programs - first)
            failed += check(call, pathlib.Path(folder), first, count)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
