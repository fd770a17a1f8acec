"""A PostgreSQL server of a test's own, in a temporary folder, on a Unix socket."""

import os
import pathlib
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
shared_buffers = 16MB
max_connections = {connections}
log_min_messages = warning
"""


# A test that is asked to end stops its server.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def binaries():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def server_user():
    """The server refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise SystemExit("no unprivileged user to run PostgreSQL as")


def query(url, sql):
    """Rows of text values. Waits while the server starts."""
    for _ in range(100):
        done = subprocess.run([str(binaries() / "psql"), "-X", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, url],
                              capture_output=True, text=True)
        if done.returncode == 0:
            return [line.split("\t") for line in done.stdout.splitlines()]
        if done.returncode != 2:
            raise SystemExit(f"psql: {done.stderr}")
        time.sleep(0.1)
    raise SystemExit(f"psql: {done.stderr}")


class Refused(Exception):
    """A statement that the server refused: its SQLSTATE and the server's words."""

    def __init__(self, code, words):
        super().__init__(f"{code}: {words}")
        self.code = code


class Session:
    """A connection that stays: statements of one transaction, or that wait for others. Takes statements without their semicolon."""

    END = "end of the answer"

    def __init__(self, server, setup=""):
        self.server, self.setup = server, setup
        self.open()

    def open(self):
        self.psql = subprocess.Popen([str(binaries() / "psql"), "-X", "-q", "-A", "-t", "-F", "\t", self.server.url],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.process = int(self.query("SELECT pg_backend_pid()")[0][0])
        if self.setup:
            self.query(self.setup)

    def begin(self, sql):
        """Sends a statement, and does not wait for its answer."""
        self.psql.stdin.write(f"{sql};\n\\echo {self.END} :SQLSTATE\n")
        self.psql.stdin.flush()

    def end(self):
        """The rows of the statement that was sent."""
        lines = []
        for line in self.psql.stdout:
            if line.startswith(self.END):
                code = line.split()[-1]
                if code != "00000":
                    raise Refused(code, "".join(lines))
                return [row.rstrip("\n").split("\t") for row in lines]
            lines.append(line)
        raise SystemExit("psql ended: " + "".join(lines))

    def query(self, sql):
        self.begin(sql)
        return self.end()

    def has_ended(self):
        """Whether the answer of the statement that was sent is there."""
        return bool(select.select([self.psql.stdout], [], [], 0)[0])

    def close(self):
        self.psql.kill()
        self.psql.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """`standby_of`: a copy of that server that receives what it does. `waldir`, `datadir`: its folders, if they are not in its own."""

    def __init__(self, connections=60, standby_of=None, datadir=None, waldir=None, initdb=()):
        self.user = server_user()
        self.folder = self.own(pathlib.Path(tempfile.mkdtemp(prefix="farm", dir="/tmp")))
        self.data = datadir or self.folder / "data"
        try:
            if standby_of is None:
                where = () if waldir is None else (f"--waldir={waldir}",)
                self._call("initdb", "--auth=trust", "--username=farm", "--no-sync", *where, *initdb, "-D", self.data)
                with open(self.data / "postgresql.conf", "a") as settings:
                    settings.write(SETTINGS.format(folder=self.folder, connections=connections))
            else:
                self._copy(standby_of)
            self.start()
        except BaseException:
            self.stop()
            raise

    def _copy(self, primary):
        self._call("pg_basebackup", "--host", primary.folder, "--username=farm", "--no-sync", "--checkpoint=fast", "--wal-method=stream",
                   "--write-recovery-conf", "-D", self.data)
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(f"unix_socket_directories = '{self.folder}'\n")

    def become_standby_of(self, primary):
        """A new copy, after this server has crashed."""
        shutil.rmtree(self.data)
        self._copy(primary)
        self.start()

    def own(self, folder):
        """The folder belongs to the user of the server, and everybody gets in."""
        if self.user is not None:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        folder.chmod(0o755)
        return folder

    @property
    def url(self):
        return f"host={self.folder} user=farm dbname=postgres"

    def _demote(self):
        if self.user is not None:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def _call(self, tool, *words, check=True):
        done = subprocess.run([str(word) for word in (binaries() / tool, *words)], preexec_fn=self._demote, cwd="/", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if check and done.returncode != 0:
            raise SystemExit(f"{tool}: {done.stdout}")
        return done.returncode

    def start(self):
        self._call("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "start")

    def is_running(self):
        return self._call("pg_ctl", "-D", self.data, "status", check=False) == 0

    def promote(self):
        """Makes a standby a server of its own."""
        self._call("pg_ctl", "-D", self.data, "-w", "promote")

    def crash(self, stopped=None):
        """As a power failure that the disk survives: nothing is written that was not. `stopped`: a process of the server that a test has
        stopped."""
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "-W", "stop")
        if stopped is not None:
            os.kill(stopped, signal.SIGCONT)
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)

    def stop(self):
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def query(self, sql):
        return query(self.url, sql)

    def change(self, function, edits):
        """Changes the text of one of the farm's functions."""
        text = "\n".join("\t".join(row) for row in self.query(f"SELECT pg_get_functiondef('farm.{function}'::regproc)"))
        for there, instead in edits:
            if text.count(there) != 1:
                raise SystemExit(f"{function} has '{there}' {text.count(there)} times, not once")
            text = text.replace(there, instead)
        self.query(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
