#!/usr/bin/env python3
"""The calls of filled.c: what a call fills of its caller's memory takes part in race detection.

    check_filled.py --bin=BIN [CALL...]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parent / "filled.c"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("calls", nargs="*")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        program = folder / "filled"
        subprocess.run([options.bin / "sleave-cc", "-g", "-O1", "-w", "-pthread", SOURCE, "-o", program], check=True)
        calls = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
        checks.that(len(calls) > 40, f"{len(calls)} calls")
        sleave = command.Sleave(options.bin / "sleave", folder)
        for call in options.calls or calls:
            ended = sleave.run(program, "--runs=20", "--minimize=off", out=call, arguments=[call])
            kinds = [finding["kind"] for finding in ended.summary["findings"]]
            checks.equal(kinds, ["data_race"], f"{call}: findings", ended)
            replayed = sleave.replay(sleave.finding_folder(program, out=call))
            checks.equal(replayed.code, command.FINDING, f"{call}: exit code of the replay", replayed)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
