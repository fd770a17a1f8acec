"""memcached: an acceptor, workers over libevent (Debian's, not instrumented), maintenance threads; clients in the same process."""

from campaign import Campaign

PACKAGE = "memcached"
TOOLS = ("make",)
HEADERS = {"event.h": "libevent-dev"}
EXPLAINED = {
    "getrusage",  # for statistics that nobody asks for
    "fopen", "open", "read",  # what the system allows: limits, huge pages
    "getaddrinfo",  # of a numeric address
}
RACES = (
    "current_time",  # written by the clock's handler, read by everyone
    "clock_handler",  # reads the number of items without the lock of the statistics
    # An item's flags, time and count of references, written under the item's lock, are read without it: to find that lock,
    # for statistics, or to see whether there are too many references.
    "item_crawler_thread", "item_remove", "limited_get", "fill_item_stats_automove",
    "lru_pull_tail",  # writes the item's list under its lock, which is read without it for statistics
)


def build(at):
    clients = at.folder / "clients.o"
    at.run(at.cc, "-g", "-O1", "-c", at.recipes / "memcached_clients.c", "-o", clients)
    if not (at.source / "Makefile").exists():
        at.run("./configure", f"CC={at.cc}", "CFLAGS=-g -O1", "--disable-docs")
    at.without(at.source / "memcached")
    at.run("make", "-j2", "memcached", "LDFLAGS=-Wl,--wrap=main", f"LIBS={clients} -levent")


def campaigns(at):
    port = "11311"
    server = [at.source / "memcached", "-u", "root", "-l", "127.0.0.1", "-p", port, "-U", "0", "-t", "2", "-m", "8"]
    surroundings = {"SLEAVE_PORT": port}
    yield Campaign("memcached, two clients", server, EXPLAINED, ("--choices=default,-spurious",), surroundings, RACES)
    # A spurious wake-up of the thread that expands the hash table makes it stop all workers; one that has not got over its
    # own start by then waits for it, and it for that worker. The server's clock goes on, so the run is cut short.
    yield Campaign("memcached, spurious wake-ups", server, EXPLAINED, (), surroundings, RACES, cut_short=True)
    yield Campaign("memcached, its races", server, EXPLAINED, ("--choices=default,-spurious", "--runs=10"), surroundings,
                   finds="data_race")
