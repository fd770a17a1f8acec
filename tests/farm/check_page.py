#!/usr/bin/env python3
"""The commands of docs/howto/farm.md work as written, in their order."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import postgres  # noqa: E402
from harness import check  # noqa: E402

COMMAND = re.compile(r"^ {4}(sleave farm [^#\n]*)", re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    commands = COMMAND.findall((options.source / "docs/howto/farm.md").read_text())
    checks.that(len(commands) > 5, f"the page has {len(commands)} commands")
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        environment = {**os.environ, "PGHOST": str(server.folder), "PGUSER": "farm", "PGDATABASE": "postgres",
                       "PATH": f"{options.bin}:{os.environ['PATH']}"}
        environment.pop("SLEAVE_OPTIONS", None)
        output = ""
        for command in ("sleave-c++ -g -O1 {0}/examples/queue_test.cc -o queue_test".format(options.source), *commands):
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=300)
            checks.equal(done.returncode, 0, command, done.stdout + done.stderr)
            output += done.stdout
        checks.that("found: " in output and "finding 1: " in output, "the first campaign ends with a finding", output)
        checks.that((pathlib.Path(folder) / "sleave-out/farm-2/findings/1/replay.sleave").exists(), "a finding is fetched", output)
    return checks.finish()


sys.exit(main())
