#!/usr/bin/env python3
"""What one observed run predicts, against what it must: `// CASE: name number kind` in the program.

The first run is observed, the next ones are made for what it predicts. So `number` failures are predicted after it, each comes true,
and the finding of the second run is of that kind and replays; where nothing is predicted the first run is all there is.
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

CASE = re.compile(r"^// CASE: (\w+) (\d+) ?(\w*)$", re.MULTILINE)


def check_case(call, checks, name, number, kind):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.program, "--strategy=predict", f"--runs={1 + number}", "--time=0", "--minimize=off", "--keep-going",
                           arguments=[name])
        if not checks.that(ended.summary, f"{name}: no summary", ended):
            return
        expected = {"predicted": number, "confirmed": number, "not_confirmed": 0}
        checks.equal(ended.summary["predictions"], expected, f"{name}: predictions", ended)
        found = [(finding["kind"], finding["first_run"]) for finding in ended.summary["findings"]]
        checks.equal(found, [(kind, 2)] if number else [], f"{name}: findings", ended)
        if number:
            again = sleave.replay(sleave.finding_folder(call.program))
            checks.equal(again.code, command.FINDING, f"{name}: replay", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    cases = CASE.findall(call.source.read_text())
    checks.that(len(cases) > 5, "no cases")
    for name, number, kind in cases:
        check_case(call, checks, name, int(number), kind)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
