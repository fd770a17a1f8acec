#!/usr/bin/env python3
"""A run that an assumption ends, while another thread would have made it true: found without inputs, never called complete with them.

    excluded_test.py --bin=BIN
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from harness import check, command  # noqa: E402

SOURCE = pathlib.Path(__file__).with_name("excluded.c")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "excluded"
        sleave = command.Sleave(call.bin / "sleave", folder)
        for flags in ((), ("-DWITH_INPUT",)):
            subprocess.run([call.bin / "sleave-cc", "-O1", "-pthread", *flags, SOURCE, "-o", program], check=True)
            ended = sleave.run(program, "--strategy=dpor", "--time=0")
            if not flags:
                checks.equal(ended.code, command.FINDING, "without inputs: exit code", ended)
            checks.that("Result: complete" not in ended.output, f"complete with {flags}", ended)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
