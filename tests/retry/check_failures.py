"""Searches each case of a program's heading exhaustively: its failure is found, and replays. With --apart, by a search that does not
exchange threads."""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

EXCHANGED = "one class for all exchanges of alike threads"
FAILS = re.compile(r"^// FAILS: (\w+) = (.*)$", re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    cases = FAILS.findall(call.source.read_text())
    checks.that(bool(cases), "there are cases")
    for name, kind in cases:
        with tempfile.TemporaryDirectory() as folder:
            sleave = command.Sleave(call.sleave, folder)
            ended = sleave.run(call.program, "--strategy=dpor", "--runs=0", "--time=0", arguments=[name])
            kinds = [finding["kind"] for finding in ended.summary["findings"]]
            if call.apart:
                checks.that(EXCHANGED not in ended.summary["assumptions"], f"{name}: no threads are exchanged", ended)
            if checks.equal(kinds, [kind], f"{name}: what is found", ended):
                again = sleave.replay(sleave.finding_folder(call.program))
                checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
