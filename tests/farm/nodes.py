"""A farm with its nodes, as commands of sleave."""

import json
import pathlib
import signal
import subprocess
import time

import postgres

# What a search ends with, however many nodes it had and whatever happened to them.
TOTALS = ("complete_runs", "blocked_runs", "deadlocked_classes", "failed_runs", "class_sum", "open")


class Farm:
    def __init__(self, sleave, server, sync="100ms", lease="1s"):
        self.sleave = sleave
        self.server = server
        self.times = [f"--sync-time={sync}", f"--lease-time={lease}"]
        self.node_url = server.url  # of the nodes only
        self.nodes = []
        self.started = 0

    def call(self, action, *words):
        return self.sleave.call("farm", action, f"--database={self.server.url}", *words)

    def submit(self, program, *options, arguments=()):
        """The number of the campaign."""
        ended = self.call("submit", "--keep-going", "--minimize=off", *options, program, *arguments)
        if ended.code != 0:
            raise SystemExit(f"submit: {ended}")
        return int(ended.output.split(":")[0].split()[1])

    def start_node(self, *options, environment=None):
        self.started += 1
        log = open(self.sleave.folder / f"node{self.started}.log", "w")
        node = subprocess.Popen(
            self.sleave.arguments("farm", "work", "--once", "--sandbox=off", f"--database={self.node_url}", *self.times, *options), cwd=self.sleave.folder,
            env={**self.sleave.environment, **(environment or {})}, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        node.log = log.name
        self.nodes.append(node)
        return node

    def status(self, campaign):
        ended = self.call("status", "--json", campaign)
        return json.loads(ended.output) if ended.code == 0 else None

    def wait(self, campaign, seconds=600, while_open=lambda status: None):
        """Until the campaign is over. The ledger is balanced all the time, and nothing is open at the end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            status = self.status(campaign)
            if status is not None:
                if status["ledger_difference"] != 0:
                    raise SystemExit(f"the ledger is off by {status['ledger_difference']}: {status}")
                if status["state"] != "open":
                    return status
            while_open(status)
            time.sleep(0.05)
        raise SystemExit(f"campaign {campaign} is not over after {seconds} s: {self.status(campaign)}\n{self.logs()}")

    def wait_for_admissions(self, campaign, number):
        """Until so many nodes have made the reference runs."""
        while int(self.server.query(f"SELECT count(*) FROM farm.admissions WHERE campaign = {campaign}")[0][0]) < number:
            if all(node.poll() is not None for node in self.nodes):
                raise SystemExit(f"no node is admitted: {self.logs()}")
            time.sleep(0.02)

    def logs(self):
        return "\n".join(f"{node.log}:\n{open(node.log).read()[-1000:]}" for node in self.nodes[-6:])

    def stop(self):
        """Nodes that were started with --once end on their own."""
        for node in self.nodes:
            try:
                node.wait(timeout=30)
            except subprocess.TimeoutExpired:
                node.send_signal(signal.SIGCONT)
                node.kill()
                node.wait()
        self.nodes = []


class NoWork:
    """While it is entered, nodes make their reference runs, and then wait for a lease."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self.session = postgres.Session(self.server)
        self.session.query("BEGIN")
        self.session.query("LOCK farm.leases IN SHARE MODE")

    def __exit__(self, *_):
        self.session.query("COMMIT")
        self.session.close()


def descendants(process):
    """Those that are there: any may end at any time."""
    found = [process]
    for parent in found:
        try:
            for task in pathlib.Path(f"/proc/{parent}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            pass
    return found[1:]


def totals(summary):
    return {name: summary[name] for name in TOTALS}


def signatures(summary):
    return sorted(finding["signature"] for finding in summary["findings"])
