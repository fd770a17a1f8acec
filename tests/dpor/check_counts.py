"""Runs every campaign of a program's heading to its end and compares the number of classes with the heading's.

// CLASSES: are counted without exchanging alike threads, // ORBITS: with it; "unchanged" there: the program has no alike threads.
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, heading  # noqa: E402

LEAST_AUDIT = 200  # runs
AUDITED = re.compile(r"^// AUDITED: at least (\d+) runs", re.MULTILINE)  # if many are of no class
CLASSES = re.compile(
    r"^// CLASSES: (.*) = (\d+) \+ (\d+)(?: \+ (\d+|some))?( up to .*?)?( anew)?(?:, at most (\d+) redundant)?$", re.MULTILINE
)
ORBITS = re.compile(r"^// ORBITS: (.*) = (\d+) \+ (\d+)( unchanged)?$", re.MULTILINE)
SPURIOUS = "--choices=+spurious"
HANDLERS = "signal handlers that run between two operations"
# Threads have events for tests for cancellation only after the search began anew. Which file a descriptor refers to the number of distinct runs
# does not count.
UNCOUNTED = {"timers", "cancels", "files"}
EXCHANGED = "one class for all exchanges of alike threads"


def check_failures(summary, failed, name, checks):
    if failed == "some":
        checks.that(summary["failed_runs"] > 0, f"{name}: runs fail")
    else:
        checks.equal(summary["failed_runs"], int(failed), f"{name}: failed runs")


def campaign(sleave, program, arguments, options, counts, checks):
    complete, deadlocked, failed, bound, anew, redundant = counts
    before = 1 if anew else 0  # runs before the search began anew
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", "--keep-going", *options, arguments=arguments)
    name = " ".join(arguments)
    summary = ended.summary
    if not checks.that(summary is not None, f"{name}: there is a summary", ended):
        return {"assumptions": []}
    seen = (summary["complete_runs"], summary["deadlocked_classes"])
    checks.equal(seen, (complete, deadlocked), f"{name}: complete runs and deadlocked classes", ended)
    check_failures(summary, failed or "0", name, checks)
    others = summary["blocked_runs"] + summary["failed_runs"] + summary["beyond_bound"]
    checks.equal(summary["runs"], before + sum(seen) + others, f"{name}: runs")
    # A failed run is a part of another; runs with different inputs may have the same order. The number of distinct runs does not count the
    # orders of signals and timers with what else the kernel keeps, and a wait that was to end in one way or another may be woken before.
    counted = HANDLERS not in summary["assumptions"] and SPURIOUS not in options and pathlib.Path(program).stem not in UNCOUNTED
    if not failed and not (summary.get("inputs") or {}).get("names") and counted:
        again = summary["runs"] - summary["distinct"]  # the run before the search began anew may be of no class
        checks.that(0 <= again <= before, f"{name}: no class is run twice", ended)
    checks.equal((summary["gaps"], summary["open"]), ([], 0), f"{name}: nothing is left out")
    fails = deadlocked or failed
    checks.equal(summary["result"], "finding" if fails else f"complete{bound}", f"{name}: result")
    if fails:
        again = sleave.replay(sleave.finding_folder(program))
        checks.equal(again.code, command.FINDING, f"{name}: the finding replays", again)
        for finding in summary["findings"]:
            checks.that("unknown place" not in finding["signature"], f"{name}: where it fails is known", ended)
    if redundant:
        checks.that(summary["blocked_runs"] <= int(redundant), f"{name}: at most {redundant} redundant runs", ended)
    print(f"{name}: {complete} + {deadlocked}, {summary['blocked_runs']} for nothing, {summary['runs_per_second']:.0f} runs/s")
    return summary


def check_audit(sleave, program, arguments, options, least, checks):
    """The same by auto, which ends when the search is audited."""
    ended = sleave.run(program, "--strategy=auto", "--runs=0", "--time=0", *options, arguments=arguments, out="auto")
    name = " ".join(arguments)
    checks.equal(ended.summary["result"], "complete", f"{name}: result of auto", ended)
    checks.that(ended.summary["audit_runs"] >= least, f"{name}: auto audits to the end", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    checks = check.Checks()
    words = heading.read(options.source)
    source = pathlib.Path(options.source).read_text()
    campaigns = CLASSES.findall(source)
    least = int(next(iter(AUDITED.findall(source)), LEAST_AUDIT))
    checks.that(bool(campaigns), "there are campaigns")
    audited = False  # one campaign of each program
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for arguments, complete, deadlocked, failed, bound, anew, redundant in campaigns:
            counts = (int(complete), int(deadlocked), failed, bound, anew, redundant)
            campaign(sleave, options.program, arguments.split(), [*words.options, "--without=symmetry"], counts, checks)
            limited = any(option.startswith("--max-steps") for option in words.options)
            if not audited and not limited and (deadlocked, failed, bound, anew) == ("0", "", "", ""):
                check_audit(sleave, options.program, arguments.split(), words.options, least, checks)
                audited = True
        for arguments, complete, deadlocked, unchanged in ORBITS.findall(source):
            counts = (int(complete), int(deadlocked), "", "", not unchanged, "")
            summary = campaign(sleave, options.program, arguments.split(), words.options, counts, checks)
            checks.equal(EXCHANGED in summary["assumptions"], not unchanged, f"{arguments}: threads are exchanged")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
