#!/usr/bin/env python3
"""Findings of a farm are minimized and explained by its nodes, which are killed while they do it: each is minimized in the end, fails as it
did, and `sleave minimize` makes it no smaller. A job that ends every node is given up after five, and is not the end of the campaign."""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

# Program, arguments, strategy.
CAMPAIGNS = (("locks", ["philosophers", "4"], ("--strategy=sample", "--runs=2000")),
             ("failures", ["readers"], ("--strategy=dpor", "--without=symmetry")))
KILLS = 2 if size.is_short() else 20
JOBS = "SELECT count(*) FROM farm.findings WHERE campaign = {} AND {}"
WAITING = "refining = 'waiting'"
HELD = "refine_token IS NOT NULL"


class Killer:
    """Kills the explorer of a node that has a job, or the node, now and then."""

    def __init__(self, farm, campaign, kills):
        self.farm, self.campaign, self.left = farm, campaign, kills
        self.killed = 0

    def holder(self):
        rows = self.farm.server.query(f"SELECT split_part(refine_node, ':', 2) FROM farm.findings WHERE campaign = {self.campaign} AND {HELD}")
        return int(rows[0][0]) if rows else 0

    def happen(self):
        while len([node for node in self.farm.nodes if node.poll() is None]) < 2:
            self.farm.start_node()
        process = self.holder() if self.left else 0
        if not process:
            return
        victims = [process] if self.left % 2 else nodes.descendants(process)[:1]
        for victim in victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
                self.killed += 1
                self.left -= 1


def sizes(folder):
    finding = json.loads((pathlib.Path(folder) / "finding.json").read_text())
    return finding["switches"], len(finding["threads"]), finding["events"]


def wait_for_jobs(farm, campaign, killer, checks):
    for _ in range(2400):
        killer.happen()
        if int(farm.server.query(JOBS.format(campaign, WAITING))[0][0]) == 0:
            return True
        time.sleep(0.05)
    return checks.that(False, "findings are minimized in time", farm.logs())


def check_campaign(sleave, farm, program, arguments, options, checks):
    what = " ".join([program.name, *arguments, *options])
    campaign = farm.submit(program, *options, "--minimize=on", arguments=arguments)
    killer = Killer(farm, campaign, KILLS)
    farm.wait(campaign, while_open=lambda status: killer.happen())
    if not wait_for_jobs(farm, campaign, killer, checks):
        return
    farm.stop()
    status = farm.status(campaign)
    checks.that(status["findings"], f"{what}: there are findings", status)
    checks.that(killer.killed > 0, f"{what}: nodes with a job are killed")
    checks.that(all(finding["refining"] == "done" for finding in status["findings"]), f"{what}: all are minimized", status)
    for folder in farm.call("fetch", campaign).output.splitlines():
        finding = json.loads((sleave.folder / folder / "finding.json").read_text())
        checks.that(finding["minimized"]["runs"] > 0, f"{what}: {folder} was minimized", finding["minimized"])
        before, after = finding["minimized"]["switches"], finding["switches"]
        checks.that(after <= before, f"{what}: {folder}: {before} switches became {after}")
        replayed = sleave.replay(folder)
        checks.equal(replayed.code, command.FINDING, f"{what}: {folder} fails as it did", replayed)
        small = sizes(sleave.folder / folder)
        sleave.call("minimize", folder)
        checks.equal(sizes(sleave.folder / folder), small, f"{what}: {folder}: sleave minimize makes it no smaller")
    print(f"{what}: {len(status['findings'])} findings, {killer.killed} nodes killed", flush=True)


def check_given_up(farm, program, checks):
    """Every node that has the job is killed."""
    campaign = farm.submit(program, "--strategy=dpor", "--minimize=on", arguments=["end"])
    killer = Killer(farm, campaign, 1000)
    status = farm.wait(campaign, while_open=lambda status: killer.happen())
    taken = "refining = 'waiting' AND refine_attempts < 5 OR refine_until >= clock_timestamp()"
    for _ in range(2400):
        killer.happen()
        if int(farm.server.query(JOBS.format(campaign, f"({taken})"))[0][0]) == 0:
            break
        time.sleep(0.05)
    for node in farm.nodes:
        node.wait(timeout=60)  # nothing keeps a node that was started with --once
    farm.stop()
    attempts = farm.server.query(f"SELECT refine_attempts, refining FROM farm.findings WHERE campaign = {campaign}")
    checks.that(attempts and all(row == ["5", "waiting"] for row in attempts), "a job that ends five nodes is given up", attempts)
    checks.equal(status["state"], "complete", "the search itself is not affected")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/dpor's programs")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="50ms", lease="1s")
        farm.call("init")
        # Of a search: check_poison.py is about that.
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        for name, arguments, given in CAMPAIGNS:
            check_campaign(sleave, farm, options.programs / name, arguments, given, checks)
        check_given_up(farm, options.programs / "failures", checks)
    return checks.finish()


sys.exit(main())
