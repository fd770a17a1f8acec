#!/usr/bin/env python3
"""The tables of classes: every header has a row, every row is complete, and all headers compile as C++17, wrong and repaired.

    check_tables.py --compiler=CLANG++ --findings=FINDINGS.DEF
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check  # noqa: E402

FOLDERS = ("classes", "minion", "contege")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
CALL = re.compile(r"^\w+\(.*\)$")


def rows_of(folder):
    return json.loads((HERE / folder / "classes.json").read_text())["classes"]


def clients_of(row):
    return [row["client"]] if "client" in row else [crash["client"] for crash in row["crashes"]]


def check_headers(folder, checks):
    listed = [row["header"] for row in rows_of(folder)]
    found = [path.name for path in (HERE / folder).glob("*.h")]
    checks.equal(sorted(listed), sorted(found), f"{folder}: rows and headers")


def check_row(row, findings, checks):
    name = row["header"]
    text = row["text"]
    checks.that("#ifdef REPAIRED" in text or "#ifndef REPAIRED" in text, f"{name}: has a repaired twin")
    checks.that("// Wrong:" in text, f"{name}: says what is wrong")
    class_name = row["type"].partition("<")[0]
    checks.that(re.search(rf"class {class_name}\b", text), f"{name}: defines {class_name}")
    for oracle in row["oracles"]:
        checks.that(oracle in findings or oracle == "not_linearizable" or oracle.startswith("exception:std::"), f"{name}: no oracle {oracle}")
    for client in clients_of(row):
        calls = client["before"] + [call for thread in client["threads"] for call in thread]
        checks.that(len(client["threads"]) >= 2 and all(CALL.match(call) for call in calls), f"{name}: calls of a client: {calls}")
        for call in calls:
            checks.that(re.search(rf"\b{call.partition('(')[0]}\(", text), f"{name}: has a method for {call}")
    for method in [*row.get("roles", {}), *row.get("handles", {}), *row.get("blocking", [])]:
        checks.that(re.search(rf"\b{method}\(", text), f"{name}: has a method {method}")


def check_compilation(compiler, checks):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.cc"
        headers = [HERE / each / row["header"] for each in FOLDERS for row in rows_of(each)]
        types = [row["type"] for each in FOLDERS for row in rows_of(each)]
        lines = [f'#include "{header}"' for header in headers]
        lines += [f"static_assert(sizeof({type}) != 0);" for type in types]
        source.write_text("\n".join(lines) + "\n")
        for kind in ((), ("-DREPAIRED",)):
            done = subprocess.run([compiler, "-std=c++17", "-fsyntax-only", *WARNINGS, *kind, source], capture_output=True, text=True)
            checks.equal(done.returncode, 0, f"compiles {' '.join(kind) or 'wrong'}", done.stderr[:3000])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--findings", required=True, type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    findings = set(re.findall(r"^SLEAVE_FINDING\w*\((\w+)", options.findings.read_text(), re.MULTILINE))
    for folder in FOLDERS:
        check_headers(folder, checks)
        for row in rows_of(folder):
            check_row({**row, "text": (HERE / folder / row["header"]).read_text()}, findings, checks)
    crashes = sum(len(row["crashes"]) for row in rows_of("minion"))
    checks.equal((len(rows_of("minion")), crashes), (10, 31), "MINION's classes and crashes")
    checks.that(len(rows_of("classes")) >= 47 and len(rows_of("contege")) == 15, "as many classes as the README states")
    check_compilation(options.compiler, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
