"""lbzip2: a pool of workers over a priority queue of tasks, a reader, a writer; the main thread waits in sigsuspend and is woken by
signals that the others send."""

import shutil

import blocks
from campaign import Campaign

PACKAGE = "lbzip2"
TOOLS = ("make",)
HEADERS = {}
FILES = {"open", "read"}  # its input and output files, which are the same in every run


def build(at):
    if not (at.source / "Makefile").exists():
        # gnulib of that time does not know newer C libraries; Debian's patch, where it could be had, says the same.
        at.run("./configure", f"CC={at.cc}", f"CXX={at.cxx}", "CFLAGS=-g -O1",
               "CPPFLAGS=-D_IO_ftrylockfile -D_IO_IN_BACKUP=0x100", "LDFLAGS=-Wl,--wrap=_exit", f"LIBS={at.witness()}")
    at.without(at.source / "src" / "lbzip2")
    at.run("make")


def campaigns(at):
    program = at.source / "src" / "lbzip2"
    text, packed, expected = at.folder / "text", at.folder / "text.bz2", at.folder / "expected.bz2"
    blocks.write(text, 350_000)
    compress = [program, "-k", "-f", "-n3", "-1", text]
    at.run(*compress)
    shutil.copy(packed, expected)
    yield Campaign("lbzip2, compress", compress, FILES,
                   environment={"SLEAVE_MADE": str(packed), "SLEAVE_WANTED": str(expected)})
    again, unpacked = at.folder / "again.bz2", at.folder / "again"
    shutil.copy(expected, again)
    decompress = [program, "-d", "-k", "-f", "-n3", again]
    at.run(*decompress)
    yield Campaign("lbzip2, decompress", decompress, FILES,
                   environment={"SLEAVE_MADE": str(unpacked), "SLEAVE_WANTED": str(text)})
