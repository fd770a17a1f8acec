"""memcached: an acceptor, workers over libevent (Debian's, not instrumented), maintenance threads; clients in the same process."""

from campaign import Campaign

PACKAGE = "memcached"
TOOLS = ("make",)
HEADERS = {"event.h": "libevent-dev"}
EXPLAINED = {
    "getrusage",  # for statistics that nobody asks for
    "fopen", "open", "read",  # what the system allows: limits, huge pages
}


def build(at):
    clients = at.folder / "clients.o"
    at.run(at.cc, "-g", "-O1", "-c", at.recipes / "memcached_clients.c", "-o", clients)
    if not (at.source / "Makefile").exists():
        at.run("./configure", f"CC={at.cc}", "CFLAGS=-g -O1", "--disable-docs")
    at.run("make", "-j2", "memcached", "LDFLAGS=-Wl,--wrap=main", f"LIBS={clients} -levent")


def campaigns(at):
    port = "11311"
    server = [at.source / "memcached", "-u", "root", "-l", "127.0.0.1", "-p", port, "-U", "0", "-t", "2", "-m", "8"]
    # About one schedule in 40 keeps a thread from its turn for so long that the run is cut short.
    yield Campaign("memcached, two clients", server, EXPLAINED, environment={"SLEAVE_PORT": port}, cut_short=True)
