#!/usr/bin/env python3
"""Servers with clients in processes of their own."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

RUNS = 100
ISOLATIONS = ("reset", "fork", "exec")
# Ways of echo_client, several clients beside each other, and what the run ends in.
GOOD = ("one", "one; {client} one", "sleepy", "much", "threads", "threads; {client} sleepy", "refused", "'two words'")
BAD = {"fails": "client 1 failed", "crashes": "client 1 failed", "exits": "client 1 ended with exit status 3",
       "one; {client} exits": "client 2 ended with exit status 3"}


class Tests:
    def __init__(self, call):
        self.call = call
        self.checks = check.Checks()
        self.programs = pathlib.Path(call.programs)
        self.client = self.programs / "echo_client"

    def run(self, folder, server, clients, *options):
        sleave = command.Sleave(self.call.sleave, folder)
        return sleave, sleave.run(self.programs / server, f"--client={clients}", "--time=0", "--choices=default,-timeout",
                                  "--fail-on-exit", "--minimize=off", *options)

    def echo(self, way, *options):
        with tempfile.TemporaryDirectory() as folder:
            return self.run(folder, "echo_server", f"{self.client} " + way.format(client=self.client), *options)[1]

    def good(self):
        for way in GOOD:
            ended = self.echo(way, f"--runs={RUNS}")
            self.checks.equal(ended.code, command.CLEAN, f"clients '{way}'", ended)
            if ended.summary:
                self.checks.equal(ended.summary["result"], "sampled", f"clients '{way}': result")
                self.checks.that("a client" in ended.summary["uncontrolled"], f"clients '{way}' are not listed")

    def bad(self):
        for way, words in BAD.items():
            ended = self.echo(way, "--runs=3")
            self.checks.equal(ended.code, command.FINDING, f"clients '{way}'", ended)
            self.checks.that(words in ended.output, f"clients '{way}': '{words}' is not in the report", ended)

    def deadlock(self):
        ended = self.echo("waits", "--runs=3")
        self.checks.equal(ended.code, command.FINDING, "a client and a server that wait for each other", ended)
        self.checks.that("deadlock" in ended.output, "no deadlock is reported", ended)

    def not_started(self):
        for name, words in (("/no/such/program", "such"), ("'open", "quote"), ("/bin/sh", "not built with Sleave")):
            with tempfile.TemporaryDirectory() as folder:
                ended = self.run(folder, "echo_server", name)[1]
            self.checks.equal(ended.code, command.USAGE, f"client {name}", ended)
            self.checks.that(words in ended.output, f"client {name}: unclear message", ended)

    def example(self):
        clients = f"{self.programs / 'score_client'} ada; {self.programs / 'score_client'} ada"
        for isolation in ISOLATIONS:
            with tempfile.TemporaryDirectory() as folder:
                ended = self.run(folder, "score_fixed", clients, f"--runs={RUNS}", f"--isolation={isolation}")[1]
            self.checks.equal(ended.code, command.CLEAN, f"fixed server, {isolation}", ended)
        with tempfile.TemporaryDirectory() as folder:
            sleave, ended = self.run(folder, "score_server", clients, "--runs=3000")
            self.checks.equal(ended.code, command.FINDING, "server with a bug", ended)
            for isolation in ISOLATIONS:
                finding = sleave.finding_folder("score_server")
                again = sleave.replay(finding, "--times=10", f"--isolation={isolation}")
                self.checks.equal(again.code, command.FINDING, f"replay, {isolation}", again)
                self.checks.that("reproduced 10 of 10" in again.output, f"replay, {isolation}", again)

    def search(self):
        """No search may claim to have tried everything: it does not know what clients do."""
        with tempfile.TemporaryDirectory() as folder:
            ended = self.run(folder, "echo_server", f"{self.client} one", "--strategy=dpor", "--runs=2000")[1]
        self.checks.equal(ended.code, command.CLEAN, "search with a client", ended)
        if ended.summary:
            self.checks.equal(ended.summary["result"], "sampled", "search with a client: result", ended)

    def determinism(self):
        end = {"word": "\x1f", "client": "\x1e"}
        client = f"{self.programs / 'score_client'}{end['word']}ada{end['word']}{end['client']}"
        done = subprocess.run([self.call.checker, "--plans=8", "--fail-on-exit", "--clean", f"--clients={client * 2}",
                               self.programs / "score_fixed"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=os.environ, timeout=500)
        self.checks.equal(done.returncode, 0, "plans with clients", done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("programs", help="their folder")
    tests = Tests(parser.parse_args())
    tests.good()
    tests.bad()
    tests.deadlock()
    tests.not_started()
    tests.example()
    tests.search()
    tests.determinism()
    return tests.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
