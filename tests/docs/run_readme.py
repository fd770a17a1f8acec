#!/usr/bin/env python3
"""Runs the commands of the README's shell blocks.   run_readme.py SOURCE BUILD"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SET_UP = {
    "scripts/install-deps build": ["bash", "-n", "scripts/install-deps"],
    "cmake --preset default": ["cmake", "--preset", "default", "-N"],
    "cmake --build --preset tools": ["cmake", "--build", "--list-presets"],
}
# (in the command, exit code, words its output must have); the first that fits counts.
EXPECTED = [
    ("bin/sleave run ", 1, "Result: finding"),
    (" --gdb", 0, "__sleave_finding_reached"),
    ("bin/sleave replay ", 1, "reproduced"),
    ("", 0, ""),
]

# Explanations are within the limit on time: under load they must not be cut short.
PATIENT = {"SLEAVE_OPTIONS": "time=10m"}


def blocks(source, language):
    """The lines of all blocks in a language, one after the other."""
    text = (source / "README.md").read_text()
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)).splitlines()


def readme_commands(source):
    return [line for line in blocks(source, "sh") if line and not line.startswith("#")]


def shown_lines(source):
    """What the README shows of the report, up to a "...", without the table, which follows the width of the terminal."""
    lines = (line.split("...")[0].split() for line in blocks(source, "text") if not re.search(r"[|]|-[+]-", line))
    return [" ".join(words) for words in lines if words]


def make_clone(source, build, scratch):
    """A folder with the files of the clone and the finished build in its place."""
    for entry in source.iterdir():
        if entry.name not in ("build", ".git", "sleave-out"):
            (scratch / entry.name).symlink_to(entry)
    (scratch / "build").mkdir()
    (scratch / "build" / "default").symlink_to(build)


def run(command, scratch, source):
    """Output of the command; ends the test if the command did not do what it should."""
    if command in SET_UP:
        code, words = 0, ""
        done = subprocess.run(SET_UP[command], cwd=source, capture_output=True, text=True, timeout=300)
    else:
        code, words = next((code, words) for part, code, words in EXPECTED if part in command)
        done = subprocess.run(
            command, shell=True, cwd=scratch, env={**os.environ, **PATIENT}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    output = done.stdout + done.stderr
    print(f"$ {command}\n{output}")
    if done.returncode != code or words not in output:
        sys.exit(f"`{command}` ended with {done.returncode}; expected: {code}, saying '{words}'")
    return output


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    commands = readme_commands(source)
    missing = set(SET_UP) - set(commands)
    if missing:
        sys.exit(f"the README does not say how to build: {sorted(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        make_clone(source, build, scratch)
        outputs = " ".join(" ".join(run(command, scratch, source) for command in commands).split())
    for line in shown_lines(source):
        if line not in outputs:
            sys.exit(f"the README shows a line that the commands do not print: {line}")


if __name__ == "__main__":
    main()
