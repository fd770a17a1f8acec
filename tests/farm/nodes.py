"""A farm with its nodes, as commands of sleave."""

import json
import signal
import subprocess
import time

# What a search ends with, however many nodes it had and whatever happened to them.
TOTALS = ("complete_runs", "blocked_runs", "deadlocked_classes", "failed_runs", "class_sum", "open")


class Farm:
    def __init__(self, sleave, server, sync="100ms", lease="1s"):
        self.sleave = sleave
        self.server = server
        self.times = [f"--sync-time={sync}", f"--lease-time={lease}"]
        self.nodes = []
        self.started = 0

    def call(self, action, *words):
        return self.sleave.call("farm", action, f"--database={self.server.url}", *words)

    def submit(self, program, *options, arguments=()):
        """The number of the campaign."""
        ended = self.call("submit", "--keep-going", *options, program, *arguments)
        if ended.code != 0:
            raise SystemExit(f"submit: {ended}")
        return int(ended.output.split(":")[0].split()[1])

    def start_node(self, *options):
        self.started += 1
        log = open(self.sleave.folder / f"node{self.started}.log", "w")
        node = subprocess.Popen(
            self.sleave.arguments("farm", "work", "--once", f"--database={self.server.url}", *self.times, *options), cwd=self.sleave.folder,
            env=self.sleave.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
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


def totals(summary):
    return {name: summary[name] for name in TOTALS}


def signatures(summary):
    return sorted(finding["signature"] for finding in summary["findings"])
