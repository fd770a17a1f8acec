"""A PostgreSQL server of a test's own, in a temporary folder, on a Unix socket."""

import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
shared_buffers = 16MB
max_connections = 60
log_min_messages = warning
"""


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


class Server:
    def __init__(self):
        self.user = server_user()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="farm", dir="/tmp"))
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self._call("initdb", "--auth=trust", "--username=farm", "--no-sync", "-D", self.data)
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(SETTINGS.format(folder=self.folder))
        self.start()

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

    def crash(self):
        """As a power failure that the disk survives: nothing is written that was not."""
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def stop(self):
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def query(self, sql):
        """Rows of text values. Waits while the server starts."""
        for _ in range(100):
            done = subprocess.run([str(binaries() / "psql"), "-X", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url],
                                  capture_output=True, text=True)
            if done.returncode == 0:
                return [line.split("\t") for line in done.stdout.splitlines()]
            if done.returncode != 2:
                raise SystemExit(f"psql: {done.stderr}")
            time.sleep(0.1)
        raise SystemExit(f"psql: {done.stderr}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
