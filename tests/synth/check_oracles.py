#!/usr/bin/env python3
"""What else a class may do wrong when calls overlap: memory leaks, calls that hinder others, and the place of an exception.

    check_oracles.py --sleave=SLEAVE

Rows of oracles/classes.json: the finding that the class has, none if `kind` is empty, and what the class claims about
progress. The repaired twins have none.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check, size  # noqa: E402

SECONDS = 20
REPAIRED_SECONDS = 5 if size.is_short() else SECONDS  # a claim about progress is never proved, so all of it is used
# Calls that throw only when they overlap, and what the line of the throw has.
THROWS = (("appenders.h", "Appenders"), ("connection.h", "Connection"))


def synth(sleave, folder, header, name, words, flags=()):
    seconds = REPAIRED_SECONDS if flags else SECONDS
    command = [sleave, "synth", str(header), f"--class={name}", "--rewrite", "--out=out", "--calls=2", "--before=1", f"--time={seconds}s", "--minimize=off",
               *words, "--", *flags]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def findings_in(folder):
    return [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("out/*/findings/*/finding.json")]


def check_row(sleave, row, checks):
    header = HERE / "oracles" / row["header"]
    words = [f"--progress={row['progress']}"] if "progress" in row else []
    label = f"{row['header']} {' '.join(words)}"
    for flags, kind in (((), row["kind"]), (("-DREPAIRED",), "")):
        with tempfile.TemporaryDirectory() as folder:
            code, output = synth(sleave, folder, header, row["type"], words, flags)
            kinds = [finding["kind"] for finding in findings_in(folder)]
            checks.equal(kinds, [kind] if kind else [], f"{label} {' '.join(flags)}\n{output}")
            checks.equal(code, 1 if kind else 0, f"{label} {' '.join(flags)}: exit code")
            if kind:
                replayed = subprocess.run([sleave, "replay", next(pathlib.Path(folder).glob("out/*/findings/1"))], cwd=folder, capture_output=True, text=True)
                checks.equal(replayed.returncode, 1, f"{label}: replays\n{replayed.stdout}{replayed.stderr}")


def check_throw(sleave, header, name, checks):
    """The innermost line of the header in the stack throws, or calls what throws."""
    path = HERE / "contege" / header
    with tempfile.TemporaryDirectory() as folder:
        _, output = synth(sleave, folder, path, name, [])
        found = findings_in(folder)
    places = [frame["line"] for finding in found for frame in finding["stack"] if pathlib.Path(frame["file"]).name == header]
    line = path.read_text().splitlines()[places[0] - 1] if places else ""
    checks.that(re.search(r"\bthrow\b|\.at\(|\.value\(", line), f"{header}: the place of the throw, not '{line}'\n{output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    options = parser.parse_args()
    checks = check.Checks()
    for row in json.loads((HERE / "oracles" / "classes.json").read_text())["classes"]:
        check_row(options.sleave, row, checks)
    for header, name in THROWS:
        check_throw(options.sleave, header, name, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
