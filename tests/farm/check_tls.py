#!/usr/bin/env python3
"""docs/howto/farm-tls.md as written: certificates are made by its commands, the server gets its settings. Nodes that verify the server work, with a
password and with a certificate. They refuse a server with another root or another name, and the server refuses those without TLS, with a wrong password
or with another login's certificate. Every error has the words that the page names."""

import argparse
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import postgres  # noqa: E402
from harness import check, command  # noqa: E402


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def lines_with(page, pattern):
    """Commands and settings of the page: its indented lines."""
    found = re.findall(rf"^ {{4}}({pattern}.*)$", page, re.MULTILINE)
    if not found:
        raise SystemExit(f"the page has no line {pattern!r}")
    return found


class Machine:
    """A folder with what a node or the administrator has."""

    def __init__(self, folder, bin_folder, port):
        self.folder = pathlib.Path(folder)
        # The name of the page's server is this machine.
        self.environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "PGHOSTADDR": "127.0.0.1", "PGPORT": str(port),
                            "PGPASSFILE": str(self.folder / "farm-pass")}
        self.environment.pop("SLEAVE_OPTIONS", None)

    def run(self, line):
        return subprocess.run(line, shell=True, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300)

    def do(self, line):
        done = self.run(line)
        if done.returncode != 0:
            raise SystemExit(f"{line}: {done.stdout}")


def configure(server, page, machine, port):
    """What the page does on the server."""
    for name in ("server.crt", "server.key", "root.crt"):
        shutil.copy(machine.folder / name, server.data / name)
        if server.user is not None:
            os.chown(server.data / name, server.user.pw_uid, server.user.pw_gid)
        (server.data / name).chmod(0o600)
    with open(server.data / "postgresql.conf", "a") as settings:
        settings.write(f"listen_addresses = '127.0.0.1'\nport = {port}\n")
        settings.write("\n".join(lines_with(page, "(?:ssl|password_encryption)")) + "\n")
    trusted = [line for line in (server.data / "pg_hba.conf").read_text().splitlines() if not line.startswith("host")]
    (server.data / "pg_hba.conf").write_text("\n".join([*trusted, *lines_with(page, "hostssl")]) + "\n")
    server.crash()
    os.environ["PGPORT"] = str(port)  # of psql
    server.start()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    page = (options.source / "docs/howto/farm-tls.md").read_text()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        machine = Machine(folder, options.bin, port)
        for line in [*lines_with(page, "openssl"), *lines_with(page, "echo"), *lines_with(page, "chmod")]:
            machine.do(line)
        configure(server, page, machine, port)
        server.query("CREATE DATABASE sleave OWNER farm")
        owner = f"host={server.folder} port={port} user=farm dbname=sleave"
        local = {**machine.environment}
        local.pop("PGHOSTADDR")

        def farm(*words):
            return subprocess.run(["sleave", "farm", words[0], f"--database={owner}", *map(str, words[1:])], cwd=folder, env=local, capture_output=True, text=True)

        checks.equal(farm("init").returncode, 0, "init")
        for line in lines_with(page, "(?:CREATE ROLE|GRANT)"):
            server.query(line)
        checks.equal(server.query("SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'farm_node'"), [["t"]], "how the password is kept")
        works = lines_with(page, "sleave farm work")
        checks.equal(len(works), 2, "commands of nodes")
        for number, line in enumerate(works, 1):
            submitted = farm("submit", options.program, "ainc", "3")
            checks.equal(submitted.returncode, 0, "submit", submitted.stderr)
            worked = machine.run(line)
            checks.equal(worked.returncode, 0, line, worked.stdout)
            shown = farm("status", number).stdout
            checks.that("complete: " in shown, line, shown + worked.stdout)
        machine.do("openssl req -new -x509 -nodes -subj '/CN=farm root' -keyout other.key -out other.crt")
        machine.do("openssl req -new -nodes -subj '/CN=somebody' -keyout somebody.key -out somebody.csr")
        machine.do("openssl x509 -req -in somebody.csr -CA root.crt -CAkey root.key -CAcreateserial -out somebody.crt")
        machine.do("echo 'farm-db:*:sleave:farm_node:wrong' > wrong-pass; chmod 600 wrong-pass")
        by_password, by_certificate = works
        refused = ((by_password.replace("root.crt", "other.crt"), "certificate verify failed"),
                   (by_password.replace("host=farm-db", "host=other-db"), "does not match host name"),
                   (by_password.replace("root.crt", "no.crt"), "root certificate file"),
                   (by_password.replace("verify-full", "disable"), "no pg_hba.conf entry"),
                   (by_password.replace("user=", "passfile=wrong-pass user="), "password authentication failed"),
                   (by_certificate.replace("sslcert=node.crt sslkey=node.key", ""), "connection requires a valid client certificate"),
                   (by_certificate.replace("sslcert=node.crt sslkey=node.key", "sslcert=somebody.crt sslkey=somebody.key"),
                    "certificate authentication failed"))
        submitted = farm("submit", options.program, "ainc", "3")
        for line, words in refused:
            tried = machine.run(line)
            checks.equal(tried.returncode, command.ENVIRONMENT, line, tried.stdout)
            checks.that(words in tried.stdout, f"{line}: {words}", tried.stdout)
            checks.that(words in page, f"the page has the words of the error: {words}")
        checks.equal(server.query("SELECT count(*) FROM pg_stat_activity WHERE usename IN ('farm_node', 'cert_node')"), [["0"]], "nobody is connected")
    return checks.finish()


sys.exit(main())
