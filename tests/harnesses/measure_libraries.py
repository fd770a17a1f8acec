#!/usr/bin/env python3
"""Harnesses of the functions of C libraries: how many compile and run, what they find, and the branches that they take.

   measure_libraries.py --sleave=SLEAVE [--functions=40] [--time=2] [--jobs=2] [--json=FILE] LIBRARY ...

LIBRARY is NAME=FILES[:OPTIONS], both separated by commas: zlib=/src/zlib/adler32.c,/src/zlib/trees.c:-I/src/zlib. The
other files of a library are compiled once, for inputs, and linked to each harness. Of each library as many functions are
taken as --functions says, evenly over all that it defines. Nothing is fetched.
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


def branches_of(lcov, file, begin, end):
    """The outcomes in these lines of a file, and how many were taken."""
    total = taken = 0
    for record in lcov.split("end_of_record"):
        source = re.search(r"^SF:(.*)$", record, re.MULTILINE)
        if source is None or pathlib.Path(source.group(1)).resolve() != file:
            continue
        for line, count in re.findall(r"^BRDA:(\d+),\d+,\d+,(\S+)$", record, re.MULTILINE):
            if begin <= int(line) < end:
                total += 1
                taken += count not in ("0", "-")
    return taken, total


def measure(library, function, seconds, strategy):
    file, name, _, _, begin, end = function
    folder = library.folder / f"{file.stem}.{name}"
    folder.mkdir(exist_ok=True)
    row = {"library": library.name, "file": file.name, "function": name, "result": "runs", "findings": 0, "taken": 0, "branches": 0,
           "requests": 0, "why": ""}
    done = call([library.sleave, "harness", file, f"--function={name}", f"--time={seconds}s", f"--out={folder}", "--full", "--keep-going", "--null=all",
                 f"--strategy={strategy}", f"--coverage={folder}/lcov", f"--summary={folder}/summary", "--color=never", "--minimize=off",
                 "--", *library.options, *library.others(file)], seconds * 5 + 120)
    if done is None or done.returncode not in (0, 1) or not (folder / "summary").exists():
        message = (done.stderr.strip() or done.stdout.strip()) if done else "no end"
        return {**row, "result": "does not compile" if "does not compile" in message else "does not run", "why": message[:400]}
    summary = json.loads((folder / "summary").read_text())
    row["findings"] = len(summary.get("findings", []))
    row["runs"] = summary.get("runs", 0)
    row["requests"] = len(re.findall(r"asks for", done.stdout))
    row["asks"] = re.findall(r"asks for .*", done.stdout)
    if (folder / "lcov").exists():
        row["taken"], row["branches"] = branches_of((folder / "lcov").read_text(), file, begin, end)
    return row


def evenly(items, count):
    return items if len(items) <= count else [items[i * len(items) // count] for i in range(count)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sleave", required=True, type=pathlib.Path)
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--time", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--strategy", default="auto")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    rows, lines = [], []
    with tempfile.TemporaryDirectory() as temporary:
        for text in options.libraries:
            library = Library(text, options.sleave.resolve(), pathlib.Path(temporary))
            library.build()
            chosen = evenly(library.functions(), options.functions)
            own = [{"library": library.name, "file": file.name, "function": name, "result": "skipped", "findings": 0, "taken": 0,
                    "branches": 0, "requests": 0, "why": why} for file, name, callable_, why, _, _ in chosen if not callable_]
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                jobs = [pool.submit(measure, library, function, options.time, options.strategy) for function in chosen if function[2]]
                own += [job.result() for job in jobs]
            rows += own
            lines.append((library.name, own))
            print(line_of(library.name, own), flush=True)
    print(line_of("all", rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


def line_of(name, rows):
    runs = [row for row in rows if row["result"] == "runs"]
    taken, branches = sum(row["taken"] for row in runs), sum(row["branches"] for row in runs)
    return (f"{name}: {len(rows)} functions, {len(runs)} harnesses run ({len(runs) / max(1, len(rows)):.0%}), "
            f"{sum(row['findings'] for row in runs)} findings, {sum(row['requests'] for row in runs)} requests, "
            f"{taken} of {branches} outcomes of branches ({taken / max(1, branches):.0%})")


if __name__ == "__main__":
    main()
