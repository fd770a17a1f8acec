"""Small random programs whose threads use the same files, the same for the same seed: as functions of one C++ file, and run by brute force.

Two or three threads create, write, read, rename, link, remove and list files by path, and change the working directory. They use descriptors that
were opened before: one of the file "a", a duplicate with the same place, one that appends, one that reads, and one of a file of each thread. They
move the place, cut the file, ask for its size and links, and make the duplicate mean something else. The outcome of a run is what each call returned,
and the tree at the end.

Brute force does the same calls in every interleaving, one after the other in a new folder each time: the results are the kernel's.
"""

import os
import random
import stat
import tempfile

MOST_ORDERS = 1200
NAMES = ["a", "a", "a", "b", "s/a"]  # one more often, so that calls meet
ENTRIES = NAMES + ["s", "t"]
SHOWN = ["a", "b", "s/a", "s/b", "s", "t", "m0", "m1", "m2"]
# On descriptors. "mine" and "back" are of the thread's own file, unless another renames over it, cuts it or asks for it.
DESCRIPTORS = {
    "shared": 'note(write(shared, "s", 1));',
    "duplicate": 'note(write(duplicate, "d", 1));',
    "append": 'note(write(appender, "p", 1));',
    "at": 'note(pwrite(shared, "q", 1, 2));',
    "next": "show(shared_read(1));",
    "all": "show(shared_read_at(0));",
    "size": "look_at(shared);",
    "cut": "note(ftruncate(shared, 1));",
    "end": "note(lseek(duplicate, 0, SEEK_END));",
    "start": "note(lseek(shared, 0, SEEK_SET));",
    "replace": "note(dup2(appender, duplicate) < 0 ? -1 : 0);",
    "exchange": "note(dup2(mine[0], duplicate) < 0 ? -1 : 0);",
    "mine": 'note(write(mine[self], "m", 1));',
    "back": "show(read_back());",
}
# The first programs are these: threads by their operations on descriptors.
DIRECTED = [
    [["mine"], ["duplicate"], ["exchange"]],  # a number means another file by the time that it is used
    [["mine", "back"], ["exchange", "duplicate"]],
    [["next"], ["next"], ["append"]],  # a place that is shared
    [["end", "duplicate"], ["shared"]],
    [["size"], ["shared"], ["cut"]],
    [["at", "all"], ["append", "cut"]],
    [["duplicate"], ["replace"], ["start", "shared"]],
]
OF_OTHERS = ["stat", "truncate", "unlink", "read"]  # also of the files of the threads


class TooMany(Exception):
    """Brute force would take too long."""


def operation(rng):
    if rng.random() < 0.5:
        return rng.choice([*DESCRIPTORS, "shared", "duplicate", "mine", "mine"]), "", ""
    kind = rng.choice(["create", "write", "write", "read", "read", "rename", "rename", "rename", "link", "symlink", "unlink",
                       "unlink", "mkdir", "rmdir", "chdir", "truncate", "stat", "list", "list"])
    names = ENTRIES if kind in ("rename", "symlink", "mkdir", "rmdir") else NAMES
    if kind in OF_OTHERS and rng.random() < 0.4:
        return kind, f"m{rng.randrange(3)}", ""
    if kind == "rename" and rng.random() < 0.3:
        return kind, "m0", rng.choice(["a", "m1"])
    if kind == "chdir":
        return kind, rng.choice(["s", "../s/..", "t"]), ""  # never out of the folder
    if kind == "list":
        return kind, rng.choice([".", "s"]), ""
    return kind, rng.choice(names), rng.choice(names) if kind in ("rename", "link", "symlink") else ""


def program(seed):
    """Whether s/a is a second name of a, and the operations of each thread."""
    if seed <= len(DIRECTED):
        return False, [[(kind, "", "") for kind in thread] for thread in DIRECTED[seed - 1]]
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
        self.duplicate = os.dup(self.shared)
        self.appender = os.open("a", os.O_WRONLY | os.O_APPEND)
        self.reader = os.open("a", os.O_RDONLY)
        self.mine = [os.open(f"m{index}", os.O_CREAT | os.O_RDWR, 0o644) for index in range(3)]

    def steps(self, op, thread, notes):
        kind, a, b = op
        if kind in DESCRIPTORS:
            return self.on_descriptor(kind, thread, notes)
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

    def on_descriptor(self, kind, thread, notes):
        if kind == "size":
            notes.append(status(os.fstat(self.shared)))
        elif kind in ("next", "all", "back"):
            text = os.read(self.reader, 1) if kind == "next" else os.pread(self.reader if kind == "all" else self.mine[thread], 16, 0)
            notes.append("'" + shown(text.decode()) + "'")
        else:
            notes.append(str(self.change(kind, thread)))
        return
        yield

    def change(self, kind, thread):
        if kind == "at":
            return os.pwrite(self.shared, b"q", 2)
        if kind == "cut":
            os.ftruncate(self.shared, 1)
        elif kind == "end":
            return os.lseek(self.duplicate, 0, os.SEEK_END)
        elif kind == "start":
            return os.lseek(self.shared, 0, os.SEEK_SET)
        elif kind in ("replace", "exchange"):
            os.dup2(self.appender if kind == "replace" else self.mine[0], self.duplicate)
        else:
            number, text = {"shared": (self.shared, b"s"), "duplicate": (self.duplicate, b"d"), "append": (self.appender, b"p"),
                            "mine": (self.mine[thread], b"m")}[kind]
            return os.write(number, text)
        return 0

    def call(self, kind, a, b):
        if kind == "create":
            os.close(os.open(a, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
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
        for number in (self.shared, self.duplicate, self.appender, self.reader, *self.mine):
            os.close(number)
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


def body(files, operations, thread, notes):
    """All steps of a thread, each behind a yield."""
    for op in operations:
        yield
        yield from files.steps(op, thread, notes)


def execute(folder, linked, threads, order):
    """The outcome, and how many threads could have continued at each place beyond `order`, where the first that can does."""
    files = Files(folder, linked)
    notes = [[] for _ in threads]
    bodies = {index: body(files, operations, index, notes[index]) for index, operations in enumerate(threads)}
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
    if kind in DESCRIPTORS:
        return DESCRIPTORS[kind]
    return {
        "create": f'create("{a}");',
        "write": f'append("{a}");',
        "read": f'read_all("{a}");',
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
static int shared, duplicate, appender, reader;
static int mine[3];
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
struct Bytes {
  long count;
  char bytes[17];
};
static Bytes shared_read(long most) {
  Bytes got = {};
  got.count = read(reader, got.bytes, most);
  return got;
}
static Bytes shared_read_at(long place) {
  Bytes got = {};
  got.count = pread(reader, got.bytes, 16, place);
  return got;
}
static Bytes read_back() {
  Bytes got = {};
  got.count = pread(mine[self], got.bytes, 16, 0);
  return got;
}
static void show(Bytes got) {
  if (got.count < 0) return note(got.count);
  char text[32];
  show_holes(got.bytes, got.count);
  sprintf(text, "'%s',", got.bytes);
  add(text);
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
static void look_at(int file) {
  struct stat found;
  if (fstat(file, &found) != 0) return note(-1);
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
  duplicate = dup(shared);
  appender = open("a", O_WRONLY | O_APPEND);
  reader = open("a", O_RDONLY);
  for (int i = 0; i < 3; ++i) {
    const char name[] = {'m', char('0' + i), 0};
    mine[i] = open(name, O_CREAT | O_RDWR, 0644);
  }
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
  for (const char* name : {"a", "b", "s/a", "s/b", "s", "t", "m0", "m1", "m2"}) add_entry(name);
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
