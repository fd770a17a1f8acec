#!/usr/bin/env python3
"""Runs the commands of the README's first shell block.   run_readme.py SOURCE BUILD"""

import pathlib
import re
import subprocess
import sys
import tempfile

SET_UP = {
    "scripts/install-deps": ["bash", "-n", "scripts/install-deps"],
    "cmake --preset default": ["cmake", "--preset", "default", "-N"],
    "cmake --build --preset default": ["cmake", "--build", "--list-presets"],
}
EXIT_CODES = [
    (re.compile(r"bin/sleave run "), 1),
    (re.compile(r"bin/sleave replay "), 1),
    (re.compile(r""), 0),
]


def readme_commands(source):
    block = re.search(r"^```sh\n(.*?)^```$", (source / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    return [line for line in block.group(1).splitlines() if line and not line.startswith("#")]


def make_clone(source, build, scratch):
    """A folder with the files of the clone and the finished build in its place."""
    for entry in source.iterdir():
        if entry.name not in ("build", ".git", "sleave-out"):
            (scratch / entry.name).symlink_to(entry)
    (scratch / "build").mkdir()
    (scratch / "build" / "default").symlink_to(build)


def run(command, scratch, source):
    if command in SET_UP:
        return subprocess.run(SET_UP[command], cwd=source, capture_output=True, text=True, timeout=60), 0
    expected = next(code for pattern, code in EXIT_CODES if pattern.search(command))
    done = subprocess.run(
        command, shell=True, cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    return done, expected


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    commands = readme_commands(source)
    missing = set(SET_UP) - set(commands)
    if missing:
        sys.exit(f"the README does not say how to build: {sorted(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        make_clone(source, build, scratch)
        for command in commands:
            done, expected = run(command, scratch, source)
            print(f"$ {command}\n{done.stdout}{done.stderr}")
            if done.returncode != expected:
                sys.exit(f"`{command}` ended with {done.returncode}, expected {expected}")


if __name__ == "__main__":
    main()
