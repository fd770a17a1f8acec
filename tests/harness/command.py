"""Runs sleave as a user would, and reads what it leaves behind."""

import dataclasses
import json
import os
import pathlib
import subprocess

CLEAN, FINDING, USAGE, ENVIRONMENT, DIVERGED, INTERRUPTED = 0, 1, 2, 3, 4, 130


# Options that come later override these.
SAMPLED = ("--strategy=sample", "--runs=10000")


@dataclasses.dataclass
class Ended:
    code: int
    output: str  # standard output, then standard error
    summary: dict | None = None

    def __str__(self):
        return f"exit code {self.code}\n{self.output}"


class Sleave:
    """The command under test. `folder` is the working directory of all calls, and campaigns are kept in it."""

    def __init__(self, command, folder, environment=None, prepare=None):
        self.command = str(command)
        self.folder = pathlib.Path(folder)
        self.environment = dict(os.environ) if environment is None else environment
        self.prepare = prepare

    def arguments(self, *words):
        return [self.command, *map(str, words)]

    def call(self, *words, timeout=900):
        done = subprocess.run(
            self.arguments(*words), cwd=self.folder, env=self.environment, preexec_fn=self.prepare,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=timeout,
        )
        return Ended(done.returncode, done.stdout + done.stderr)

    def run(self, program, *options, out="out", timeout=900, arguments=()):
        """A campaign over `program` with `arguments`; its summary is read if one was written. Samples a number of runs, not seconds, unless
        `options` state another search."""
        summary = self.folder / f"{out}.json"
        summary.unlink(missing_ok=True)
        ended = self.call("run", *SAMPLED, f"--out={out}", f"--summary={summary}", *options, program,
                          *arguments, timeout=timeout)
        if summary.exists():
            ended.summary = json.loads(summary.read_text())
        return ended

    def finding_folder(self, program, number=1, out="out"):
        return self.folder / out / pathlib.Path(program).name / "findings" / str(number)

    def replay(self, finding, *options, timeout=900):
        return self.call("replay", *options, finding, timeout=timeout)
