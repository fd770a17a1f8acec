#!/usr/bin/env python3
"""What summaries save on the seeded operations (seeded/README.md): runs, solver queries and seconds until every race is found.

    measure_summaries.py --sleave=SLEAVE --oracles=FOLDER [--seeds=3] [--time=60] [ROW ...]

Each row is searched twice, with and without summaries, by `sleave harness operations.cc --function=... --with=...`. The
races are those that brute force finds (oracle.cc) while neither thread has read what the other wrote; "all" counts the
others as well. Runs are those up to the last of them, runs of the operations alone included; queries and seconds of the
pair's search are taken in proportion to its runs.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent / "seeded"
ROWS = {  # structure, operation, the one beside it
    "skip_list_insert": ("skip_list", "insert", "insert"),
    "skip_list_search": ("skip_list", "insert", "search"),
    "unrolled_insert": ("unrolled_list", "insert", "insert"),
    "unrolled_erase": ("unrolled_list", "insert", "erase"),
    "unrolled_search": ("unrolled_list", "erase", "search"),
    "queue_insert": ("priority_queue", "insert", "insert"),
    "queue_remove": ("priority_queue", "insert", "remove"),
    "avl_insert": ("avl_tree", "insert", "insert"),
    "avl_erase": ("avl_tree", "insert", "erase"),
}
OPERATIONS = {"skip_list": "insert search", "unrolled_list": "insert erase search", "priority_queue": "insert remove", "avl_tree": "insert erase"}


def races_of_oracle(oracle, row):
    """Pairs of lines, and of each whether it needs no value of the other thread."""
    words = [line.split() for line in subprocess.run([oracle, row], capture_output=True, text=True, check=True).stdout.splitlines()]
    return {(int(word[0]), int(word[1])): word[-1] == "undisturbed" for word in words}


def search(call, row, seed, folder, without, runs):
    structure, first, second = ROWS[row]
    operations = " ".join(f"OPERATION({each})" for each in OPERATIONS[structure].split())
    words = [call.sleave, "harness", folder / "operations.cc", f"--function={first}", f"--with={second}", "--minimize=off",
             "--strategy=auto", f"--seed={seed}", f"--out={folder}/out", f"--summary={folder}/summary.json",
             f"--time={call.time if without else 120}s", f"--runs={runs}"]
    words += ["--without=summaries"] if without else []
    words += ["--", "-O0", f'-DSTRUCTURE="{structure}.h"', f"-DOPERATIONS={operations}"]
    subprocess.run(["rm", "-rf", f"{folder}/out"], check=True)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{row}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads((folder / "summary.json").read_text())


def found_by(summary, folder):
    """Pairs of lines, and the run in which each was found first."""
    found = {}
    for pair in summary["pairs"]:
        for finding in pair["findings"]:
            if finding["kind"] != "data_race":
                continue
            told = json.loads((pathlib.Path(finding["folder"]) / "finding.json").read_text())
            lines = tuple(sorted(access["stack"][0]["line"] for access in told["accesses"]))
            found[lines] = min(found.get(lines, finding["first_run"]), finding["first_run"])
    return found


def figures(call, row, seed, wanted, without):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in [*HERE.glob("*.h"), HERE / "operations.cc"]:
            (folder / path.name).write_text(path.read_text())
        summary = search(call, row, seed, folder, without, 100_000 if without else 300)
        found = found_by(summary, folder)
        missing = wanted - set(found)
        pair, = summary["pairs"]
        last = pair["runs"] if missing else max(found[lines] for lines in wanted)
        share = last / pair["runs"]
        alone = summary["summaries"][0] if summary["summaries"] else {"runs": 0, "queries": 0, "seconds": 0}
        return {"missing": len(missing), "runs": last + alone["runs"], "queries": round(share * pair["queries"]) + alone["queries"],
                "seconds": share * pair["seconds"] + alone["seconds"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--oracles", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--time", type=int, default=25)
    parser.add_argument("--all", action="store_true", help="also races that need a value of the other thread")
    parser.add_argument("rows", nargs="*")
    call = parser.parse_args()
    sums = {}
    begin = time.monotonic()
    for row in call.rows or ROWS:
        races = races_of_oracle(call.oracles / f"oracle_{ROWS[row][0]}", row)
        wanted = {lines for lines, undisturbed in races.items() if undisturbed or call.all}
        for seed in range(1, call.seeds + 1):
            words = []
            for without in (True, False):
                got = figures(call, row, seed, wanted, without)
                total = sums.setdefault(without, {"missing": 0, "runs": 0, "queries": 0, "seconds": 0})
                for key, value in got.items():
                    total[key] += value
                words.append(f"{got['runs']:6} runs {got['queries']:5} queries {got['seconds']:6.1f} s" +
                             (f" ({got['missing']} not found)" if got["missing"] else ""))
            print(f"{row:17} seed {seed}: {len(wanted):2} races; without {words[0]}; with {words[1]}", flush=True)
    for key in ("missing", "runs", "queries", "seconds"):
        before, after = sums[True][key], sums[False][key]
        change = f" ({100 * (after - before) / before:+.0f} %)" if before else ""
        print(f"{key}: {before:.1f} without, {after:.1f} with{change}")
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
