"""pbzip2: a thread that reads, threads that compress blocks, a thread that writes them in order, one that waits for signals."""

import shutil

import blocks
from campaign import Campaign

PACKAGE = "pbzip2"
TOOLS = ("make",)
HEADERS = {"bzlib.h": "libbz2-dev"}
FILES = {"open", "open64", "fopen64", "read"}  # its input and output files, which are the same in every run


def build(at):
    # Clang reads "%"PRIuMAX, which the program writes, as a literal of its own; GCC only warns.
    flags = ("-g -O1 -Wno-reserved-user-defined-literal -pthread -D_POSIX_PTHREAD_SEMANTICS -D_LARGEFILE64_SOURCE "
             "-D_FILE_OFFSET_BITS=64 -DUSE_STACKSIZE_CUSTOMIZATION")
    at.without(at.source / "pbzip2")
    at.run("make", "pbzip2", f"CC={at.cc}", f"CXX={at.cxx}", f"CXXFLAGS={flags}", f"LDLIBS={at.witness()} -lbz2 -lpthread")


def campaigns(at):
    program = at.source / "pbzip2"
    text, packed, expected = at.folder / "text", at.folder / "text.bz2", at.folder / "expected.bz2"
    unpacked = at.folder / "again"
    blocks.write(text, 350_000)
    compress = [program, "-k", "-f", "-p3", "-b1", "-1", text]
    at.run(*compress)
    shutil.copy(packed, expected)
    # The output is there before the first run: all runs find the same.
    yield Campaign("pbzip2, compress", compress, FILES,
                   environment={"SLEAVE_MADE": str(packed), "SLEAVE_WANTED": str(expected)})
    shutil.copy(expected, at.folder / "again.bz2")
    decompress = [program, "-d", "-k", "-f", "-p3", at.folder / "again.bz2"]
    at.run(*decompress)
    yield Campaign("pbzip2, decompress", decompress, FILES,
                   environment={"SLEAVE_MADE": str(unpacked), "SLEAVE_WANTED": str(text)})
