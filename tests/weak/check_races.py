#!/usr/bin/env python3
"""Data races of what atomic operations hand over: the report names the operations that lack an order, by place and order, and no run with
these orders has the race. Where no order would help it names none. The lines that lack an order say so in the source.

    check_races.py --sleave=SLEAVE FOLDER SOURCE...
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402


def lacking(source):
    """(line, order) of the operations whose line ends in `// lacks ORDER`."""
    lines = enumerate(source.read_text().splitlines(), 1)
    return {(line, found[1]) for line, text in lines if (found := re.search(r"// lacks (\w+)$", text))}


def check_race(sleave, program, source, options, checks):
    label = f"{source.stem} {' '.join(options)}"
    ended = sleave.run(program, *options)
    if not checks.equal(ended.code, command.FINDING, f"{label}: is found", ended):
        return
    finding = json.loads((sleave.finding_folder(program) / "finding.json").read_text())
    checks.equal(finding["kind"], "data_race", f"{label}: kind", ended)
    cause, text = finding["cause"], " ".join(ended.output.split())
    named = {(int(line), order) for words in cause["orders"]
             for line, order in re.findall(rf"\({source.name}:(\d+)\) were (\w+)", words)}
    checks.equal(named, lacking(source), f"{label}: what is missing", ended)
    checks.equal("There would be no data race if" in text, bool(named), f"{label}: the report says it", ended)
    if named:
        checks.that(cause["orders_runs"] > 50 and cause["orders_failed"] == 0, f"{label}: no run fails with these orders", ended)
    again = sleave.replay(sleave.finding_folder(program), f"--times={size.current().replays}")
    checks.equal(again.code, command.FINDING, f"{label}: it replays", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for source in options.sources:
            for search in (("--strategy=sample",), ("--strategy=dpor", "--runs=0", "--time=0")):
                check_race(sleave, options.folder / source.stem, source, search, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
