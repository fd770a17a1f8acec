#!/usr/bin/env python3
"""How surely the wrong classes are found: each is compiled once and searched with many seeds. Run by hand.

    measure_seeds.py --sleave=SLEAVE [--folder=classes] [--seeds=20] [--time=20s] [--workers=2] [--only HEADER...]

Prints Markdown: seeds that found it, and the median of the processor time of a search, with minimum and maximum.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def processor_seconds(command, folder, output=os.devnull):
    with open(output, "w") as into:
        process = subprocess.Popen(command, cwd=folder, stdout=into, stderr=into)
        _, status, used = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def measure(options, row):
    header = HERE / options.folder / row["header"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.sleave, "synth", header, f"--class={row['type']}", "--time=1s", "--minimize=off"], cwd=folder, capture_output=True, check=False)
        program = next((path for path in pathlib.Path(folder).glob("*_client") if path.is_file()), None)
        if program is None:
            return header.stem, 0, []
        results = [processor_seconds([options.sleave, "synth", f"./{program.name}", f"--seed={seed}", f"--out=out{seed}", f"--time={options.time}",
                                      "--minimize=off"], folder) for seed in range(1, options.seeds + 1)]
    found = [seconds for code, seconds in results if code == 1]
    return header.stem, len(found), [seconds for _, seconds in results]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--folder", default="classes")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--time", default="20s")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    rows = [row for row in json.loads((HERE / options.folder / "classes.json").read_text())["classes"] if not options.only or row["header"] in options.only]
    medians, all_found = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.workers) as workers:
        for name, found, seconds in workers.map(lambda row: measure(options, row), rows):
            medians.append(statistics.median(seconds) if seconds else 0)
            all_found += found == options.seeds
            spread = f"{medians[-1]:.2f} ({min(seconds):.2f} to {max(seconds):.2f})" if seconds else "not built"
            print(f"| {name} | {found} | {spread} |", flush=True)
    print(f"{all_found} of {len(rows)} classes with every seed; median of the medians {statistics.median(medians):.2f} s")


if __name__ == "__main__":
    main()
