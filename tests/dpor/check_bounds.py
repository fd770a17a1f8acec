"""Runs the campaigns of a program's `// BOUNDS:` lines up to each bound and compares the number of classes.

    // BOUNDS: casw 3 --preemptions = 6 24 54 66

says how many classes need at most 0, 1, 2, 3 preemptions; the last number is all there are.
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, heading  # noqa: E402

BOUNDS = re.compile(r"^// BOUNDS: (.*) --(\w+) = (.*)$", re.MULTILINE)


def campaign(sleave, program, arguments, options, bound, most, classes, checks):
    ended = sleave.run(program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", f"--{bound}={most}", *options, arguments=arguments)
    name = f"{' '.join(arguments)} up to {most} {bound}"
    if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
        return None
    checks.equal(ended.summary["complete_runs"], classes, f"{name}: classes", ended)
    checks.equal((ended.summary["gaps"], ended.summary["open"]), ([], 0), f"{name}: nothing is left out")
    noun = bound if most != 1 else bound[:-1]
    checks.that(ended.summary["result"] in ("complete", f"complete up to {most} {noun}"), f"{name}: result", ended)
    print(f"{name}: {classes}, {ended.summary['beyond_bound']} runs beyond")
    return ended.summary["result"]


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
        for arguments, bound, numbers in BOUNDS.findall(pathlib.Path(options.source).read_text()):
            counts = [int(number) for number in numbers.split()]
            for most, classes in enumerate(counts):
                said = campaign(sleave, options.program, arguments.split(), words.options, bound, most, classes, checks)
                checks.equal(said == "complete", classes == counts[-1], f"{arguments} {most}: whether that is all")
    return checks.finish()


sys.exit(main())
