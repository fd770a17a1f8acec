"""Small random programs whose threads use the same files, the same for the same seed: as functions of one C++ file, and run by brute force.

Two or three threads create, write, read, rename, link, remove and list files by path and by a descriptor that they share, and change the working
directory. The outcome of a run is what each call returned, and the tree at the end.

Brute force does the same calls in every interleaving, one after the other in a new folder each time: the results are the kernel's.
"""

import os
import random
import stat
import tempfile

MOST_ORDERS = 1200
NAMES = ["a", "a", "a", "b", "s/a"]  # one more often, so that calls meet
ENTRIES = NAMES + ["s", "t"]
SHOWN = ["a", "b", "s/a", "s/b", "s", "t"]


class TooMany(Exception):
    """Brute force would take too long."""


def operation(rng):
    kind = rng.choice(["create", "write", "write", "read", "read", "shared", "shared", "rename", "rename", "rename", "link", "symlink", "unlink",
                       "unlink", "mkdir", "rmdir", "chdir", "truncate", "stat", "list", "list"])
    names = ENTRIES if kind in ("rename", "symlink", "mkdir", "rmdir") else NAMES
    if kind == "chdir":
        return kind, rng.choice(["s", "../s/..", "t"]), ""  # never out of the folder
    if kind == "list":
        return kind, rng.choice([".", "s"]), ""
    return kind, rng.choice(names), rng.choice(names) if kind in ("rename", "link", "symlink") else ""


def program(seed):
    """Whether s/a is a second name of a, and the operations of each thread."""
    rng = random.Random(seed)
    lengths = rng.choice([(1, 2), (2, 2), (2, 2), (1, 3), (2, 3), (1, 1, 1), (1, 1, 2)])
    return rng.random() < 0.5, [[operation(rng) for _ in range(length)] for length in lengths]


class Files:
    """One execution. Each of steps(operation) is a call that nothing interrupts."""

    def __init__(self, folder, linked):
        self.folder = os.path.join(folder, "work")
        os.mkdir(self.folder)
        os.chdir(self.folder)
        os.mkdir("s", 0o755)
        with open("a", "w", encoding="ascii") as file:
            file.write("x")
        if linked:
            os.link("a", "s/a")
        self.shared = os.open("a", os.O_WRONLY)

    def steps(self, op, notes):
        kind, a, b = op
        if kind in ("write", "read"):
            return self.open_and_use(kind, a, notes)
        return self.one_call(kind, a, b, notes)

    @staticmethod
    def open_and_use(kind, name, notes):
        try:
            file = os.open(name, os.O_WRONLY | os.O_APPEND if kind == "write" else os.O_RDONLY)
        except OSError as error:
            notes.append(str(-error.errno))
            return
        yield
        try:
            notes.append(str(os.write(file, b"w")) if kind == "write" else "'" + shown(os.read(file, 16).decode()) + "'")
        except OSError as error:
            notes.append(str(-error.errno))
        os.close(file)

    def one_call(self, kind, a, b, notes):
        try:
            notes.append(self.call(kind, a, b))
        except OSError as error:
            notes.append(str(-error.errno))
        return
        yield  # a generator, like the other

    def call(self, kind, a, b):
        if kind == "create":
            os.close(os.open(a, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        elif kind == "shared":
            return str(os.write(self.shared, b"s"))
        elif kind == "stat":
            return status(os.stat(a))
        elif kind == "list":
            return "".join(f"{name}:" for name in sorted(os.listdir(a)))
        elif kind == "truncate":
            os.truncate(a, 0)
        elif kind in ("rename", "link", "symlink"):
            getattr(os, kind)(a, b)
        else:
            getattr(os, kind)(a)
        return "0"

    def tree(self):
        os.close(self.shared)
        os.chdir(self.folder)
        return "".join(self.entry(name) for name in SHOWN)

    @staticmethod
    def entry(name):
        try:
            found = os.lstat(name)
        except OSError as error:
            return f"{-error.errno};"
        if not stat.S_ISREG(found.st_mode):
            return "folder;" if stat.S_ISDIR(found.st_mode) else "link;"
        with open(name, encoding="ascii") as file:
            return f"{status(found)}'{shown(file.read())}';"


def shown(text):
    """Holes are zeros."""
    return text.replace("\0", "0")


def status(found):
    return f"{found.st_size}x{found.st_nlink}" if stat.S_ISREG(found.st_mode) else "other"


def body(files, operations, notes):
    """All steps of a thread, each behind a yield."""
    for op in operations:
        yield
        yield from files.steps(op, notes)


def execute(folder, linked, threads, order):
    """The outcome, and how many threads could have continued at each place beyond `order`, where the first that can does."""
    files = Files(folder, linked)
    notes = [[] for _ in threads]
    bodies = {index: body(files, operations, notes[index]) for index, operations in enumerate(threads)}
    for steps in bodies.values():
        next(steps)
    made = []
    while bodies:
        able = sorted(bodies)
        choice = order[len(made)] if len(made) < len(order) else able[0]
        made.append((choice, able))
        if next(bodies[choice], "end") == "end":
            del bodies[choice]
    texts = ["".join(f"{note}," for note in thread) for thread in notes] + [""] * (3 - len(notes))
    return "/".join(texts) + "/" + files.tree(), made


def outcomes(drawn):
    linked, threads = drawn
    seen, todo, count = set(), [[]], 0
    back = os.getcwd()
    while todo:
        order = todo.pop()
        with tempfile.TemporaryDirectory() as folder:
            outcome, made = execute(folder, linked, threads, order)
            os.chdir(back)
        seen.add(outcome)
        for place in range(len(order), len(made)):
            chosen, able = made[place]
            todo += [[choice for choice, _ in made[:place]] + [other] for other in able if other != chosen]
        count += 1
        if count > MOST_ORDERS:
            raise TooMany
    return seen, False


def text_of(op):
    kind, a, b = op
    return {
        "create": f'create("{a}");',
        "write": f'append("{a}");',
        "read": f'read_all("{a}");',
        "shared": 'note(write(shared, "s", 1));',
        "rename": f'note(rename("{a}", "{b}"));',
        "link": f'note(link("{a}", "{b}"));',
        "symlink": f'note(symlink("{a}", "{b}"));',
        "unlink": f'note(unlink("{a}"));',
        "mkdir": f'note(mkdir("{a}", 0755));',
        "rmdir": f'note(rmdir("{a}"));',
        "chdir": f'note(chdir("{a}"));',
        "truncate": f'note(truncate("{a}", 0));',
        "stat": f'look("{a}");',
        "list": f'list("{a}");',
    }[kind]


HEAD = r"""
#include <dirent.h>
#include <errno.h>
#include <initializer_list>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static thread_local int self;
static char notes[4][512];
static int shared;
static char folder[4096];

static void add(const char* text) { strcat(notes[self], text); }
static void note(long result) {
  char text[32];
  sprintf(text, "%ld,", result < 0 ? -(long)errno : result);
  add(text);
}
static void create(const char* name) {
  const int file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0644);
  note(file < 0 ? file : 0);
  if (file >= 0) close(file);
}
static void append(const char* name) {
  const int file = open(name, O_WRONLY | O_APPEND);
  if (file < 0) return note(file);
  note(write(file, "w", 1));
  close(file);
}
static void show_holes(char* bytes, long count) {
  for (long i = 0; i < count; ++i) bytes[i] = bytes[i] == 0 ? '0' : bytes[i];
}
static void read_all(const char* name) {
  const int file = open(name, O_RDONLY);
  if (file < 0) return note(file);
  char bytes[17] = {}, text[32];
  const long count = read(file, bytes, 16);
  if (count < 0) {
    note(count);
  } else {
    show_holes(bytes, count);
    sprintf(text, "'%s',", bytes);
    add(text);
  }
  close(file);
}
static void add_status(const struct stat& found) {
  char text[32];
  sprintf(text, "%ldx%ld", (long)found.st_size, (long)found.st_nlink);
  add(S_ISREG(found.st_mode) ? text : "other");
}
static void look(const char* name) {
  struct stat found;
  if (stat(name, &found) != 0) return note(-1);
  add_status(found);
  add(",");
}
static int shown(const dirent* entry) { return entry->d_name[0] != '.'; }
static void list(const char* name) {
  dirent** entries;
  const int count = scandir(name, &entries, shown, alphasort);
  if (count < 0) return note(count);
  for (int i = 0; i < count; ++i) {
    add(entries[i]->d_name);
    add(":");
  }
  add(",");
}
static void begin(bool linked) {
  sprintf(folder, "%s.folder", getenv("OUTCOMES"));
  if (mkdir(folder, 0755) != 0) abort();
  strcat(folder, "/work");
  if (mkdir(folder, 0755) != 0 || chdir(folder) != 0 || mkdir("s", 0755) != 0) abort();
  shared = open("a", O_CREAT | O_WRONLY, 0644);
  if (pwrite(shared, "x", 1, 0) != 1 || (linked && link("a", "s/a") != 0)) abort();
}
static void add_entry(const char* name) {
  struct stat found;
  char bytes[64] = {}, text[80];
  if (lstat(name, &found) != 0) {
    sprintf(text, "%d;", -errno);
  } else if (!S_ISREG(found.st_mode)) {
    strcpy(text, S_ISDIR(found.st_mode) ? "folder;" : "link;");
  } else {
    add_status(found);
    const int file = open(name, O_RDONLY);
    const long count = read(file, bytes, sizeof bytes - 1);
    if (count < 0) abort();
    show_holes(bytes, count);
    close(file);
    sprintf(text, "'%s';", bytes);
  }
  add(text);
}
// Past the overlay.
static void end() {
  self = 3;
  if (chdir(folder) != 0) abort();
  for (const char* name : {"a", "b", "s/a", "s/b", "s", "t"}) add_entry(name);
  static char line[4096];
  const int bytes = sprintf(line, "%s/%s/%s/%s\n", notes[0], notes[1], notes[2], notes[3]);
  const long file = syscall(SYS_open, getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (syscall(SYS_write, file, line, bytes) != bytes) abort();
  syscall(SYS_close, file);
}
"""


def source_of(seeds):
    parts = [HEAD]
    for seed in seeds:
        linked, threads = program(seed)
        parts.append(f"namespace p{seed} {{")
        for index, operations in enumerate(threads):
            parts.append(f"static void* body{index}(void*) {{ self = {index}; {' '.join(map(text_of, operations))} return nullptr; }}")
        count = len(threads)
        parts.append(f"static void all() {{ begin({str(linked).lower()}); pthread_t threads[{count}];")
        parts += [f"pthread_create(&threads[{index}], nullptr, body{index}, nullptr);" for index in range(count)]
        parts += [f"pthread_join(threads[{index}], nullptr);" for index in range(count)]
        parts.append("end(); } }")
    parts.append("int main(int, char** words) { switch (atoi(words[1])) {")
    parts += [f"case {seed}: p{seed}::all(); break;" for seed in seeds]
    parts.append("} }")
    return "\n".join(parts)
