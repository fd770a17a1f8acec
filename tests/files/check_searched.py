"""Exhaustive search over threads that meet in the file system: what is wrong is found and replays, what is right is complete."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

WRONG = ("written", "stream", "folder")
# open, close and rename of one thread, and the look of the other before, between or after them. The write between open and close is ordered with the
# look only if that finds the file, which it does after the rename.
RIGHT = {"renamed": 4}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    for name in (*WRONG, *RIGHT):
        with tempfile.TemporaryDirectory() as folder:
            sleave = command.Sleave(call.sleave, folder)
            ended = sleave.run(call.program, "--strategy=dpor", "--runs=0", "--time=0", arguments=[name])
            kinds = [finding["kind"] for finding in ended.summary["findings"]]
            checks.equal(kinds, ["assertion"] if name in WRONG else [], f"{name}: what is found", ended)
            if name in RIGHT:
                checks.equal(ended.summary["result"], "complete", f"{name}: the result", ended)
                checks.equal(ended.summary["complete_runs"], RIGHT[name], f"{name}: classes", ended)
            elif kinds:
                again = sleave.replay(sleave.finding_folder(call.program))
                checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
            left = [path.name for path in pathlib.Path(folder).iterdir() if path.name in ("result", "temporary", "folder")]
            checks.equal(left, [], f"{name}: nothing is on the disk")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
