#!/usr/bin/env python3
"""Every function of intercepts.def is defined by the runtime.   check_symbols.py --bin=FOLDER

The pass and the explorer take a function of the table for one that is under control. A row without a definition would let its
calls through to the C library, unseen and without a gap.
"""

import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
sys.dont_write_bytecode = True
from tables import read_table  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    archive = parser.parse_args().bin.parent / "lib" / "sleave" / "libsleave_rt.a"
    listed = subprocess.run(["nm", "--extern-only", "--defined-only", "--format=posix", archive], capture_output=True, text=True, check=True)
    defined = {line.split()[0] for line in listed.stdout.splitlines() if line.strip()}
    functions = [row[0] for row in read_table("intercepts", "SLEAVE_CALL")]
    missing = [name for name in functions if name not in defined]
    if len(functions) < 500 or missing:
        sys.exit(f"{len(functions)} functions in the table, not defined by the runtime: {missing}")
    print(f"{len(functions)} functions")


if __name__ == "__main__":
    main()
