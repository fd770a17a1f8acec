"""Runs every campaign of a program's heading to its end and compares the number of classes with the heading's."""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, heading  # noqa: E402

CLASSES = re.compile(r"^// CLASSES: (.*) = (\d+) \+ (\d+)$", re.MULTILINE)


def campaign(sleave, program, arguments, options, counts, checks):
    complete, deadlocked = counts
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--keep-going", *options, arguments=arguments)
    name = " ".join(arguments)
    summary = ended.summary
    if not checks.that(summary is not None, f"{name}: there is a summary", ended):
        return
    seen = (summary["complete_runs"], summary["deadlocked_classes"])
    checks.equal(seen, (complete, deadlocked), f"{name}: complete runs and deadlocked classes", ended)
    checks.equal(summary["runs"], sum(seen) + summary["blocked_runs"], f"{name}: runs")
    checks.equal(summary["distinct"], summary["runs"], f"{name}: no class is run twice")
    checks.equal((summary["gaps"], summary["open"]), ([], 0), f"{name}: nothing is left out")
    checks.equal(summary["result"], "finding" if deadlocked else "complete", f"{name}: result")
    if deadlocked:
        again = sleave.replay(sleave.finding_folder(program))
        checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
    print(f"{name}: {complete} + {deadlocked}, {summary['blocked_runs']} for nothing, {summary['runs_per_second']:.0f} runs/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    words = heading.read(options.source)
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for arguments, complete, deadlocked in CLASSES.findall(pathlib.Path(options.source).read_text()):
            campaign(sleave, options.program, arguments.split(), words.options, (int(complete), int(deadlocked)), checks)
    return checks.finish()


sys.exit(main())
