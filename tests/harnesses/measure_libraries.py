#!/usr/bin/env python3
"""Harnesses of the functions of C libraries: how many compile and run, what they find, and the branches that they take.

   measure_libraries.py --sleave=SLEAVE [--functions=40] [--time=2] [--jobs=2] [--json=FILE] LIBRARY ...

LIBRARY is NAME=FILES[:OPTIONS], both separated by commas: zlib=/src/zlib/adler32.c,/src/zlib/trees.c:-I/src/zlib. The
files are compiled once, for inputs; those of a file's harnesses that are not its own are linked to them, and their functions
bring structures into states. Of each library as many functions are taken as --functions says, evenly over all that it
defines; those of a file are tested by one program (`sleave harness --each`). Branches are those within the harnessed
functions themselves; functions are not inlined, so each branch is there once. Nothing is fetched.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def call(words, timeout, **more):
    try:
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", timeout=timeout,
                              check=False, **more)
    except subprocess.TimeoutExpired:
        return None


class Library:
    def __init__(self, text, sleave, folder):
        self.name, rest = text.split("=", 1)
        files, _, options = rest.partition(":")
        self.files = [pathlib.Path(file).resolve() for file in files.split(",")]
        self.options = [option for option in options.split(",") if option]
        self.sleave, self.folder = sleave, folder / self.name
        self.folder.mkdir()
        self.objects = {}

    def build(self):
        for file in self.files:
            made = self.folder / f"{file.stem}.o"
            done = call([self.sleave.parent / "sleave-cc", "-fsleave-inputs", "-O1", "-g", "-w", *self.options, "-c", file, "-o", made], 300)
            if done is None or done.returncode != 0:
                sys.exit(f"{self.name}: {file} does not compile\n{done.stderr if done else ''}")
            self.objects[file] = made

    def others(self, file):
        return [made for source, made in self.objects.items() if source != file]

    def functions(self):
        """(file, name, whether it can be called, why not, its first line, that of the next)"""
        found = []
        for file in self.files:
            done = call([self.sleave, "harness", file, "--list", "--", *self.options], 120)
            skipped = False
            for line in done.stdout.splitlines():
                if line == "not tested:":
                    skipped = True
                elif match := re.match(r" +(\d+)  (\S+)\s+(.*)", line):
                    found.append((file, match.group(2), not skipped, match.group(3), int(match.group(1))))
        starts = {file: sorted({row[4] for row in found if row[0] == file}) for file in self.files}
        after = lambda row: next((line for line in starts[row[0]] if line > row[4]), 10**9)
        return sorted((*row, after(row)) for row in found)


def branches_in(lcov, file):
    """Of each function's record: line, number and side of a branch, and whether it was taken."""
    for record in lcov.split("end_of_record"):
        source = re.search(r"^SF:(.*)$", record, re.MULTILINE)
        if source is None or pathlib.Path(source.group(1)).resolve() != file:
            continue
        name = re.search(r"^TN:(.*)$", record, re.MULTILINE).group(1)
        for line, block, side, count in re.findall(r"^BRDA:(\d+),(\d+),(\d+),(\S+)$", record, re.MULTILINE):
            yield name, (int(line), int(block), int(side)), count not in ("0", "-")


def covered(rows, lcov, file):
    """Adds to the rows of a file the outcomes of the branches of their functions: by their own harness, and by all."""
    seen, own = {}, {}
    for name, branch, taken in branches_in(lcov, file):
        seen[branch] = seen.get(branch, False) or taken
        own.setdefault(name, set()).update([branch] if taken else [])
    for row in rows:
        inside = [branch for branch in seen if row["begin"] <= branch[0] < row["end"]]
        row["branches"] = len(inside)
        row["taken"] = sum(branch in own.get(row["function"], ()) for branch in inside)
        row["taken by all"] = sum(seen[branch] for branch in inside)
        row["missed"] = sorted({branch[0] for branch in inside if not seen[branch]})


def measure(library, file, functions, options):
    """A row for each function of a file that was chosen."""
    folder = library.folder / file.stem
    folder.mkdir()
    rows = [{"library": library.name, "file": file.name, "function": name, "result": "skipped", "findings": 0, "taken": 0, "branches": 0,
             "taken by all": 0, "requests": 0, "why": why, "begin": begin, "end": end} for _, name, _, why, begin, end in functions]
    names = [name for _, name, callable_, _, _, _ in functions if callable_]
    if not names:
        return rows
    done = call([library.sleave, "harness", file, "--each", f"--function={','.join(names)}", f"--time={options.time * len(names)}s",
                 f"--out={folder}", "--null=all", f"--strategy={options.strategy}", f"--coverage={folder}/lcov",
                 f"--summary={folder}/summary", "--color=never", "--minimize=off", "--", "-O1", "-fno-inline", *library.options,
                 *library.others(file)], options.time * len(names) * 3 + 300)
    if done is None or not (folder / "summary").exists():
        for row in rows:
            row.update(result="does not run", why=(done.stderr.strip() or done.stdout.strip())[:400] if done else "no end")
        return rows
    summary = {row["function"]: row for row in json.loads((folder / "summary").read_text())}
    for row in rows:
        found = summary.get(row["function"])
        if found is None:
            continue
        if found["result"] in ("not built", "lost"):
            row.update(result="does not run", why=found.get("why", "lost"))
            continue
        row.update(result="runs", why="", findings=found["findings"], runs=found["runs"], excluded=found["excluded"],
                   requests=len(found["requests"]), asks=[each["text"] for each in found["requests"]])
    if (folder / "lcov").exists():
        covered([row for row in rows if row["result"] == "runs"], (folder / "lcov").read_text(), file)
    return rows


def evenly(items, count):
    return items if len(items) <= count else [items[i * len(items) // count] for i in range(count)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sleave", required=True, type=pathlib.Path)
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--time", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--strategy", default="inputs")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    rows, lines = [], []
    with tempfile.TemporaryDirectory() as temporary:
        for text in options.libraries:
            library = Library(text, options.sleave.resolve(), pathlib.Path(temporary))
            library.build()
            chosen = evenly(library.functions(), options.functions)
            files = [(file, [row for row in chosen if row[0] == file]) for file in library.files]
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                jobs = [pool.submit(measure, library, file, functions, options) for file, functions in files if functions]
                own = [row for job in jobs for row in job.result()]
            rows += own
            lines.append((library.name, own))
            print(line_of(library.name, own), flush=True)
    print(line_of("all", rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


def line_of(name, rows):
    runs = [row for row in rows if row["result"] == "runs"]
    total = lambda key: sum(row[key] for row in runs)
    branches = max(1, total("branches"))
    return (f"{name}: {len(rows)} functions, {len(runs)} harnesses run ({len(runs) / max(1, len(rows)):.0%}), {total('findings')} findings, "
            f"{total('requests')} requests, outcomes of {total('branches')} branches: {total('taken')} by their own harness "
            f"({total('taken') / branches:.0%}), {total('taken by all')} by all ({total('taken by all') / branches:.0%})")


if __name__ == "__main__":
    main()
