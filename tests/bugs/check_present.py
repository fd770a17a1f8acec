#!/usr/bin/env python3
"""A program with a bug: the default strategy finds it within its budget, and the finding, minimized, replays.

The finding of the first seed is minimized, the others are told as they were found. Each is replayed where it was found, and
then from a moved campaign folder in other surroundings: an environment of another size and content, another working
directory, another stack limit. The explanation of the minimized one names the order that causes.txt has for the program.
"""

import argparse
import json
import pathlib
import resource
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cause_truth  # noqa: E402
from harness import check, command, heading, size  # noqa: E402

BUDGET = 10_000  # runs


def other_stack_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (3 << 20, hard))


def other_surroundings(folder):
    """An environment with nothing of ours in it, of a size nobody uses."""
    (folder / "elsewhere").mkdir()
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C", "JUNK": "x" * 7321, "MORE_JUNK": "y" * 13}
    return folder / "elsewhere", environment


class Present:
    def __init__(self, call):
        self.call = call
        self.heading = heading.read(call.source)
        self.expected = [call.expect] if call.expect else self.heading.expected
        self.checks = check.Checks()

    def campaign(self, seed, folder):
        sleave = command.Sleave(self.call.sleave, folder)
        minimize = "on" if seed == 1 else "off"
        ended = sleave.run(self.call.program, f"--seed={seed}", f"--runs={BUDGET}", "--time=0", f"--minimize={minimize}",
                           *self.heading.options)
        self.checks.equal(ended.code, command.FINDING, f"seed {seed}: exit code", ended)
        if not self.checks.that(ended.summary, f"seed {seed}: no summary", ended):
            return None
        return self.check_summary(seed, ended.summary, sleave)

    def check_summary(self, seed, summary, sleave):
        self.checks.equal(summary.get("result"), "finding", f"seed {seed}: result")
        self.checks.equal(summary.get("seed"), seed, f"seed {seed}: seed in the summary")
        findings = summary.get("findings", [])
        if not self.checks.that(findings, f"seed {seed}: the summary lists no finding", summary):
            return None
        first = findings[0]
        self.checks.that(first["kind"] in self.expected,
                         f"seed {seed}: expected {' or '.join(self.expected)}, found {first['kind']}", first)
        self.checks.that(first["first_run"] <= summary["runs"] <= BUDGET, f"seed {seed}: counts of runs", summary)
        if seed == 1:
            self.check_minimized(seed, first)
        print(f"seed {seed}: {first['kind']} in run {first['first_run']}, {summary['events_per_run']} events per run")
        folder = sleave.finding_folder(self.call.program, first["id"])
        if seed == 1 and folder.is_dir():
            self.check_cause(json.loads((folder / "finding.json").read_text(encoding="utf-8")))
        return folder if self.checks.that(folder.is_dir(), f"seed {seed}: {folder} is missing") else None

    def check_minimized(self, seed, finding):
        """Something was tried, and what is reported is not harder to follow than what was found."""
        before = finding.get("minimized")
        if self.checks.that(before, f"seed {seed}: it was not minimized", finding):
            self.checks.that(finding["preemptions"] <= before["from_preemptions"], f"seed {seed}: more preemptions", finding)

    def check_cause(self, finding):
        """Of the programs of this folder, whose bugs are known."""
        source = pathlib.Path(self.call.source).resolve()
        if source.parent != HERE / "present":
            return
        for lack in cause_truth.missing(source.stem, source.name, finding["cause"]):
            self.checks.that(False, f"the explanation: {lack}", "\n".join(finding["cause"]["orderings"]))

    def replay(self, seed, finding, folder, where, environment=None, prepare=None):
        sleave = command.Sleave(self.call.sleave, folder, environment, prepare)
        much = size.current()
        times = much.waiting_replays if self.heading.waits else much.replays
        ended = sleave.replay(finding, f"--times={times}")
        self.checks.equal(ended.code, command.FINDING, f"seed {seed}: {times} replays {where}: exit code", ended)

    def one_seed(self, seed, folder):
        finding = self.campaign(seed, folder)
        if finding is None:
            return
        self.replay(seed, finding, folder, "in place")
        moved = folder / "moved" / "to" / "another place"
        shutil.move(folder / "out", moved)
        elsewhere, environment = other_surroundings(folder)
        moved_finding = moved / finding.relative_to(folder / "out")
        self.replay(seed, moved_finding, elsewhere, "moved", environment, other_stack_limit)

    def run(self):
        if not self.checks.that(self.expected, f"{self.call.source}: no EXPECT line"):
            return self.checks.finish()
        for seed in range(1, size.current().present_seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                self.one_seed(seed, pathlib.Path(folder))
        return self.checks.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("--expect", help="the kind of finding, for a program whose heading does not say")
    parser.add_argument("program")
    return Present(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
