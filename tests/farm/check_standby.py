#!/usr/bin/env python3
"""The server is lost, and a standby that lags behind it takes its place: calls that were answered are gone. Nodes go to the standby, those
that are ahead of it are fenced, and the search ends with the classes of theory and the class sum of one worker."""

import argparse
import contextlib
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

ARGUMENTS, CLASSES = (["ainc", "8"], 40_320) if size.is_short() else (["ainc", "9"], 362_880)
PROMOTIONS = 2 if size.is_short() else 20  # at least, each with calls that are lost
IN_A_SEARCH = 2  # at most: each sends it back
LAG = CLASSES // 20  # items that the standby does not know
NODES = 3


def wait_until(condition, what, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"waited {seconds} s until {what}")
        time.sleep(0.02)


class Pair:
    """A server and its standby; to a farm, one server."""

    def __init__(self, stack):
        self.primary = stack.enter_context(postgres.Server())
        self.standby = stack.enter_context(postgres.Server(standby_of=self.primary))
        self.url = f"host={self.primary.folder},{self.standby.folder} user=farm dbname=postgres target_session_attrs=read-write"

    def query(self, sql):
        return postgres.query(self.url, sql)

    def catch_up(self):
        now = self.primary.query("SELECT pg_current_wal_insert_lsn(), pg_switch_wal()")[0][0]
        wait_until(lambda: self.standby.query(f"SELECT pg_last_wal_replay_lsn() >= '{now}'") == [["t"]], "the standby has what the server had")

    def lag(self):
        """From now on the standby receives nothing."""
        self.standby.query("ALTER SYSTEM SET primary_conninfo = ''")
        self.standby.query("SELECT pg_reload_conf()")
        wait_until(lambda: self.standby.query("SELECT count(*) FROM pg_stat_wal_receiver") == [["0"]], "the standby receives nothing")

    def fail_over(self):
        self.primary.crash()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def repair(self):
        self.standby.become_standby_of(self.primary)


def done_in(server, campaign):
    return int(server.query(f"SELECT coalesce(sum(done), 0) FROM farm.totals WHERE campaign = {campaign}")[0][0])


class Failures:
    """The server is lost again and again while the campaign is open."""

    def __init__(self, farm, pair, campaign):
        self.farm, self.pair, self.campaign = farm, pair, campaign
        self.known = None  # to the standby, items
        self.lost = []  # items of each promotion

    def look(self, status):
        while sum(node.poll() is None for node in self.farm.nodes) < NODES:
            self.farm.start_node()
        if status is None or len(self.lost) == IN_A_SEARCH:
            return
        if self.known is None:
            self.pair.catch_up()
            self.pair.lag()
            self.known = done_in(self.pair.standby, self.campaign)
        elif status["done"] >= self.known + LAG:
            before = status["done"]
            self.pair.fail_over()
            self.lost.append(before - done_in(self.pair.primary, self.campaign))
            self.pair.repair()
            self.known = None


def search(farm, pair, program):
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    failures = Failures(farm, pair, campaign)
    try:
        return farm.wait(campaign, seconds=1800, while_open=failures.look), failures
    finally:
        farm.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        pair = Pair(stack)
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, pair, sync="50ms", lease="2s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=ARGUMENTS)
        checks.equal(alone.summary["complete_runs"], CLASSES, "one worker", alone)
        lost = []
        while len(lost) < PROMOTIONS:
            status, failures = search(farm, pair, options.program)
            lost += failures.lost
            checks.equal((status["state"], nodes.totals(status), status["ledger_difference"]), ("complete", nodes.totals(alone.summary), 0),
                         f"{failures.lost} items lost with servers", farm.logs())
            if not checks.that(failures.lost, "the server is lost before the search is over", status):
                break
            if failures.known is not None:  # the standby was cut off
                pair.standby.crash()
                pair.repair()
        checks.that(all(items > 0 for items in lost), "calls are lost with each server", lost)
        print(f"{len(lost)} promotions, after which {min(lost)} to {max(lost)} items were done again")
    return checks.finish()


sys.exit(main())
