#!/usr/bin/env python3
"""A campaign against a hostile program: all of its runs are made, its genuine bug is found and replays, the deed is named,
and nothing is left of it."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command, size  # noqa: E402

import deeds  # noqa: E402

MOST_MEMORY = 256 << 20  # of the explorer itself: a loop fills its trace, 70 MiB, of which there are two at a time
COUNTERS = ("damaged", "refused", "memory_limited", "step_limited")


class Campaign:
    """`sleave run` under observation."""

    def __init__(self, words, folder, mark):
        environment = dict(os.environ, SLEAVE_HOSTILE_MARK=mark)
        self.process = subprocess.Popen(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        self.most_memory = 0
        watch = threading.Thread(target=self.watch_memory)
        watch.start()
        self.output, _ = self.process.communicate(timeout=1800)
        self.code = self.process.returncode
        watch.join()

    def watch_memory(self):
        while self.process.poll() is None:
            self.most_memory = max(self.most_memory, self.memory_now())
            time.sleep(0.02)

    def memory_now(self):
        try:
            lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon:"))


def processes_with(mark):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "environ").read_bytes():
                found.append((entry.name, (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()))
        except OSError:
            pass
    return found


def shared_memory():
    """Of the explorer: other tests keep files there at the same time."""
    return sorted(name for name in os.listdir("/dev/shm") if "sleave-channel" in name)


# What a run draws is a function of its schedule, so of seed and strategy alone. Of the first four runs of this one two draw the genuine bug
# and two the deed: the slow deeds make no more than these in CI.
SEED = "--seed=2"


class Hostile:
    def __init__(self, call):
        self.call = call
        self.deed = deeds.DEEDS[call.deed]
        self.checks = check.Checks()
        self.runs = self.deed.small if size.is_short() else self.deed.full

    def campaign(self, folder):
        mark = uuid.uuid4().hex
        shared_before = shared_memory()
        words = [self.call.sleave, "run", f"--out={folder}/out", f"--summary={folder}/summary.json", "--keep-going", "--strategy=sample", SEED,
                 f"--runs={self.runs}", "--time=0", f"--isolation={self.call.isolation}", *self.deed.options,
                 self.call.program, self.call.deed]
        campaign = Campaign(words, folder, mark)
        self.checks.equal(processes_with(mark), [], "processes left behind")
        self.checks.equal(shared_memory(), shared_before, "shared memory")
        self.checks.that(campaign.most_memory <= MOST_MEMORY, f"the explorer used {campaign.most_memory >> 20} MiB")
        self.checks.equal(campaign.code, command.FINDING, "exit code", campaign.output)
        return campaign

    def check_names(self, summary, campaign):
        kinds = {finding["kind"] for finding in summary["findings"]}
        counted = {name for name in COUNTERS if summary[name] != 0}
        seen = (kinds | counted) - {deeds.GENUINE} or {"nothing"}
        self.checks.that(deeds.GENUINE in kinds, "the genuine bug was lost", summary)
        self.checks.that(seen & set(self.deed.named), f"not named as one of {self.deed.named}: {seen}", summary)
        self.checks.that(kinds <= set(self.deed.named) | {deeds.GENUINE}, f"named otherwise: {kinds}", summary)
        print(f"{self.call.deed}, {self.call.isolation}: {summary['runs']} runs in {summary['seconds']:.1f} s: "
              + ", ".join(f"{finding['count']} {finding['kind']}" for finding in summary["findings"])
              + "".join(f", {summary[name]} {name}" for name in COUNTERS if summary[name])
              + (f", {summary['restarts']} restarts" if summary["restarts"] else "")
              + f", {campaign.most_memory >> 20} MiB")

    def check_replays(self, summary, folder):
        sleave = command.Sleave(self.call.sleave, folder)
        for finding in summary["findings"]:
            ended = sleave.replay(finding["replay"], "--quiet")
            self.checks.equal(ended.code, command.FINDING, f"replay of {finding['kind']}", ended)

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            campaign = self.campaign(folder)
            written = pathlib.Path(folder) / "summary.json"
            if self.checks.that(written.exists(), "no summary", campaign.output):
                summary = json.loads(written.read_text())
                self.checks.equal(summary["runs"], self.runs, "runs made", campaign.output)
                self.check_names(summary, campaign)
                self.check_replays(summary, folder)
        return self.checks.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--isolation", default="fork")
    parser.add_argument("--deed", required=True, choices=deeds.DEEDS)
    parser.add_argument("program")
    return Hostile(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
