"""A proxy between nodes and the server's socket that knows PostgreSQL's messages, and cuts connections at chosen moments of a call: before
the server has it, before the server commits, after it has committed, and within the answer."""

import collections
import pathlib
import random
import re
import shutil
import socket
import struct
import tempfile
import threading

MOMENTS = ("before the call", "before COMMIT", "after COMMIT", "within the answer")
FUNCTION = re.compile(rb"farm\.(\w+)")


class Cut(Exception):
    pass


def receive(source, size):
    got = b""
    while len(got) < size:
        more = source.recv(size - len(got))
        if not more:
            raise Cut
        got += more
    return got


def receive_message(source):
    """One message with a type: its letter and all of its bytes."""
    head = receive(source, 5)
    return head[:1], head + receive(source, struct.unpack("!I", head[1:])[0] - 4)


class Proxy:
    """`choose(function)`: the moment at which this call is cut, or None."""

    def __init__(self, server, choose):
        self.server, self.choose = server, choose
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="proxy", dir="/tmp"))
        self.cuts = collections.Counter()  # of each function and moment
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / ".s.PGSQL.5432"))
        self.listener.listen(64)
        self.over = False
        self.thread = threading.Thread(target=self.accept)
        self.thread.start()

    @property
    def url(self):
        return f"host={self.folder} user=farm dbname=postgres"

    def accept(self):
        while not self.over:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client, socket.socket(socket.AF_UNIX) as server:
            try:
                server.connect(str(self.server.folder / ".s.PGSQL.5432"))
                size = receive(client, 4)
                server.sendall(size + receive(client, struct.unpack("!I", size)[0] - 4))
                self.answer(client, server)
                prepared = {}
                while self.call(client, server, prepared):
                    pass
            except (Cut, OSError):
                pass  # of both at once: the sockets are closed

    @staticmethod
    def answer(client, server, cut=None):
        """Passes messages on until the server waits for the next call: it has committed."""
        messages = []
        while True:
            kind, message = receive_message(server)
            if cut is None:
                client.sendall(message)
            messages.append(message)
            if kind == b"Z":
                return b"".join(messages)

    def call(self, client, server, prepared):
        """Passes on one call, which ends with Sync, and its answer. False: the client has ended in order.

        `prepared`: the functions that the connection's prepared statements call. To prepare one is no call."""
        messages = b""
        function = ""
        is_bound = False
        while True:
            kind, message = receive_message(client)
            if kind == b"X":
                server.sendall(message)
                return False
            if kind == b"P":
                found = FUNCTION.search(message)
                prepared[message[5:].split(b"\0")[0]] = found.group(1).decode() if found else ""
            if kind == b"B":
                function, is_bound = prepared.get(message[5:].split(b"\0")[1], ""), True
            if kind == b"S":
                break
            messages += message
        moment = None
        if is_bound:
            with self.lock:
                moment = self.choose(function)
                if moment is not None:
                    self.cuts[function, moment] += 1
        if moment == "before the call":
            raise Cut
        server.sendall(messages)
        if moment == "before COMMIT":
            # With Flush in the place of Sync, the server executes the call, answers it, and does not commit.
            server.sendall(b"H" + struct.pack("!I", 4))
            kind = b""
            while kind not in (b"C", b"E"):
                kind, _ = receive_message(server)
            raise Cut
        server.sendall(message)
        if moment is None:
            self.answer(client, server)
            return True
        answer = self.answer(client, server, cut=moment)
        if moment == "within the answer":
            client.sendall(answer[:len(answer) // 2])
        raise Cut

    def close(self):
        self.over = True
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class ByChance:
    """Cuts the first calls of each of these functions once at each moment, and later ones with a probability."""

    def __init__(self, seed, probability, functions):
        self.chance = random.Random(seed)
        self.probability = probability
        self.first = {function: list(MOMENTS) for function in functions}

    def __call__(self, function):
        if function not in self.first:
            return None
        if self.first[function]:
            return self.first[function].pop(0)
        return self.chance.choice(MOMENTS) if self.chance.random() < self.probability else None
