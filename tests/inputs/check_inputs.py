#!/usr/bin/env python3
"""check_inputs.py CHECKER FOLDER SOURCE...: each program, at each level of optimization, reaches what its heading says.

The heading has lines `// reaches: CODE...` (exit codes, or names of findings), `// concretizations: KIND...` and
`// arguments: WORD...` (none if absent).
Compiled programs are FOLDER/<name>_O<level>.
"""

import pathlib
import re
import subprocess
import sys

LEVELS = (0, 1, 2)


def heading(source, word):
    found = re.search(rf"^// {word}: (.*)$", source.read_text(), re.MULTILINE)
    return found.group(1).split() if found else []


def problems(checker, program, source):
    run = subprocess.run([checker, program, *heading(source, "arguments")], capture_output=True, text=True)
    if run.returncode != 0:
        yield f"{program}: {run.stderr.strip() or run.returncode}"
        return
    said = [line.split() for line in run.stdout.splitlines()]
    for word, told in (("reaches", "reached"), ("concretizations", "concretization")):
        expected = set(heading(source, word)) | set(heading(source, f"{word}-{program.name.rsplit('_', 1)[1]}"))
        seen = {what for kind, what in said if kind == told}
        if seen != expected:
            yield f"{program}: {word} {sorted(seen)}, but its heading says {sorted(expected)}"


def main():
    checker, folder, *sources = sys.argv[1:]
    failed = False
    for source in map(pathlib.Path, sources):
        for level in LEVELS:
            for problem in problems(checker, pathlib.Path(folder) / f"{source.stem}_O{level}", source):
                print(problem)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
