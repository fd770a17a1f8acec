#!/usr/bin/env python3
"""Prints how many sides of branches of real parsers Sleave and two fuzzers reach. See bench/README.md.

  python3 bench/parsers.py BUILD --sources=DIR [--at=SECONDS,...] [--seeds=N] [--bytes=N] [--only=PARSER,...] [--tools=TOOL,...] [--from=WHAT,...]
                           [--keep=DIR]

DIR has the unpacked sources of Debian's packages, as `apt-get source libinih cjson http-parser lodepng` leaves them. Each parser is one fuzz target
of parsers/ for all tools, compiled at -O0. A search starts from nothing (a file of one line end) or from a small valid file. What counts, and when,
is as in peers.py; only branches of the parser itself are counted.
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import peers

HERE = pathlib.Path(__file__).resolve().parent


def picture():
    """A PNG file of 4 x 2 pixels with a palette of three colors."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"".join([
        b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 2, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", bytes([255, 0, 0, 0, 255, 0, 0, 0, 255])), chunk(b"IDAT", zlib.compress(b"\0\0\1\2\0\1\1\1\0\0")), chunk(b"IEND", b"")])


# Name -> its package's folder (all but the version), the source file, a small valid file.
PARSERS = {
    "ini": ("libinih", "ini.c", b"[server]\nport=80\n; no\nname = x\n"),
    "json": ("cjson", "cJSON.c", b'{"a": [1, -2.5e3, "x\\n", true, null]}'),
    "http": ("http-parser", "http_parser.c", b"GET /a?b HTTP/1.1\r\nHost: c\r\nContent-Length: 1\r\n\r\nd"),
    "png": ("lodepng", "lodepng.cpp", picture()),
}
STARTS = ("nothing", "seed")
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Parser:
    """One of them: where it is, and how a target is made of it."""

    def __init__(self, call, name):
        package, source, self.valid = PARSERS[name]
        folders = [path for path in call.sources.glob(f"{package}-*") if path.is_dir()]
        if not folders:
            sys.exit(f"parsers: no {call.sources}/{package}-*: run 'apt-get source {package}' there")
        self.source = folders[0] / source
        self.target = next((HERE / "parsers").glob(f"{name}.c*"))

    def compile(self, compiler, binary, *flags, more=()):
        """`compiler` is that of C, or a pair of words for C and for C++."""
        is_cpp = self.target.suffix == ".cc"
        words = [word + "++" if is_cpp and word in ("afl-clang-fast",) else word for word in map(str, compiler)]
        if is_cpp:
            words[0] = words[0].replace("sleave-cc", "sleave-c++").replace("clang-19", "clang++-19")
        peers.run([*words, "-w", "-O0", "-g", *flags, f"-I{self.source.parent}", self.target, self.source, *more, "-o", binary], **QUIET,
                  env={**peers.os.environ, **peers.QUIET})


class Counter(peers.Counter):
    def __init__(self, parser, scratch):
        self.source, self.scratch, self.binary = parser.source, scratch, scratch / "counted"
        peers.run(["clang-19", "-w", "-O0", "-c", HERE / "sequential" / "each_file.c", "-o", scratch / "each_file.o"])
        parser.compile(["clang-19"], self.binary, "-fprofile-instr-generate", "-fcoverage-mapping", more=[scratch / "each_file.o"])


def sides_over_time(call, tool, parser, start, counter, seed, at, place):
    with tempfile.TemporaryDirectory(dir=place) as temporary:
        folder = pathlib.Path(temporary)
        binary, copies = folder / "target", folder / "copies"
        for path in (folder / "corpus", copies):
            path.mkdir()
        (folder / "corpus" / "first").write_bytes(parser.valid if start == "seed" else b"\n")
        parser.compile(tool.compiler(), binary)
        kept = peers.files_over_time(tool.search(binary, folder, seed), tool.kept(folder), max(at), copies)
        if not kept:
            sys.exit(f"parsers: {type(tool).__name__} kept nothing: does it run here?")
        if call.keep:
            call.keep.mkdir(parents=True, exist_ok=True)
            name = f"{parser.target.stem}-{start}-{type(tool).__name__}-{seed}"
            peers.shutil.copytree(copies, call.keep / name, dirs_exist_ok=True)
        return [counter.sides([path for spent, path in kept if spent <= until])[0] for until in at]


class Sleave(peers.Sleave):
    def search(self, binary, folder, seed):
        return [*super().search(binary, folder, seed), f"-max_len={self.call.bytes}"]


class SleaveAuto(Sleave):
    strategy = "auto"


TOOLS = {**peers.TOOLS, "sleave": Sleave, "sleave-auto": SleaveAuto}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--sources", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--at", default="2,10,60", help="processor seconds at which sides are counted")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--bytes", type=int, default=128, help="of the longest input")
    parser.add_argument("--only", default=",".join(PARSERS))
    parser.add_argument("--tools", default="sleave,libfuzzer,afl++")
    parser.add_argument("--from", dest="starts", default=",".join(STARTS))
    parser.add_argument("--keep", type=lambda text: pathlib.Path(text).resolve(), help="folder for the files that were found")
    call = parser.parse_args()
    at = [float(seconds) for seconds in call.at.split(",")]
    tools = {name: TOOLS[name](call) for name in call.tools.split(",")}
    for name in [name for name, tool in tools.items() if tool.missing()]:
        print(f"not measured: {name} ({', '.join(tools.pop(name).missing())} not installed)", flush=True)
    print("| parser | from | sides | " + " | ".join(f"{name}, {seconds:g} s" for seconds in at for name in tools) + " |")
    print("| --- " * (3 + len(tools) * len(at)) + "|")
    for name in call.only.split(","):
        for start in call.starts.split(","):
            with tempfile.TemporaryDirectory() as place:
                scratch = pathlib.Path(place)
                subject = Parser(call, name)
                counter = Counter(subject, scratch)
                (scratch / "first").write_bytes(subject.valid)
                sides = counter.sides([scratch / "first"])[1]
                found = {tool: [sides_over_time(call, tools[tool], subject, start, counter, seed, at, scratch)
                                for seed in range(1, call.seeds + 1)] for tool in tools}
                cells = [peers.cell([counts[i] for counts in found[tool]]) for i in range(len(at)) for tool in tools]
                print(f"| {name} | {start} | {sides} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
