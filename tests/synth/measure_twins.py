#!/usr/bin/env python3
"""How far the repaired twins are proved: each is compiled once, and all of its clients of so many calls are searched. Run by hand.

    measure_twins.py --sleave=SLEAVE [--folder=classes] [--calls=4] [--before=0] [--time=300s] [--workers=2] [--only HEADER...]

Prints Markdown: how the search ended, classes of executions, and processor time without the compilation.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile

from measure_seeds import HERE, processor_seconds


def verdict(code, output):
    if code == 1:
        return "reported: " + ", ".join(re.findall(r"findings/\d+  (\w+), first", output))
    if "Complete for all clients" in output:
        return "complete"
    return "sampled" if code == 0 else f"exit code {code}"


def measure(options, row):
    header = HERE / options.folder / row["header"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.sleave, "synth", header, f"--class={row['type']}", "--runs=1", "--minimize=off", "--", "-DREPAIRED"],
                       cwd=folder, capture_output=True, check=False)
        program = next((path for path in pathlib.Path(folder).glob("*_client") if path.is_file()), None)
        if program is None:
            return header.stem, "not built", 0, 0.0
        output = pathlib.Path(folder) / "output"
        code, seconds = processor_seconds([options.sleave, "synth", f"./{program.name}", f"--calls={options.calls}", f"--before={options.before}",
                                           f"--time={options.time}", "--minimize=off"], folder, output)
        text = output.read_text()
    total = re.search(r"in any of (\d+) classes", text)
    return header.stem, verdict(code, text), int(total[1]) if total else 0, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--folder", default="classes")
    parser.add_argument("--calls", type=int, default=4)
    parser.add_argument("--before", type=int, default=0)
    parser.add_argument("--time", default="300s")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    rows = [row for row in json.loads((HERE / options.folder / "classes.json").read_text())["classes"] if not options.only or row["header"] in options.only]
    complete = 0
    with concurrent.futures.ThreadPoolExecutor(options.workers) as workers:
        for name, how, classes, seconds in workers.map(lambda row: measure(options, row), rows):
            complete += how == "complete"
            print(f"| {name} | {how} | {classes} | {seconds:.1f} |", flush=True)
    print(f"{complete} of {len(rows)} twins complete")


if __name__ == "__main__":
    main()
