#!/usr/bin/env python3
"""Runs the commands of the tutorial and of the how-tos, as written.   run_pages.py SOURCE BUILD [PAGE ...]

Commands stand in blocks marked `sh`, and in indented lines that begin with a command of ours. A search and a replay may end with a finding;
everything else has to succeed. The lines of a block marked `text` must be printed by the commands of the block before it,
up to what depends on the machine.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

OURS = re.compile(r"^ {4}((?:SLEAVE_OPTIONS=\S*(?:'[^']*')? )?sleave(?:-cc|-c\+\+)? .*)$")
MAY_FIND = re.compile(r"\bsleave (run|replay|synth|harness) ")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

QUEUE = ["sleave-c++ -g -O1 examples/queue_test.cc -o queue_test", "sleave run ./queue_test"]
TOOL = ["sleave-c++ -std=c++20 -fsleave-inputs -g -O1 tool.cc -o tool"]
TOOL_SOURCE = """#include <cstdio>
#include <cstdlib>
int main(int argc, char** argv) {
  char line[64] = "";
  if (argc > 3 && argv[3][0] == 'x') std::puts("x");
  if (std::fgets(line, sizeof line, stdin) != nullptr && line[0] == 'y') std::puts("y");
  return std::getenv("TOOL_MODE") != nullptr ? 0 : 0;
}
"""
TARGET_SOURCE = """#include <cstddef>
#include <cstdint>
bool parse(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { return parse(data, size) ? 0 : 0; }
"""
PARSER_SOURCE = """#include <cstddef>
#include <cstdint>
bool parse(const std::uint8_t* data, std::size_t size) { return size > 2 && data[0] == 'a' && data[1] == 'b'; }
"""
LOCK_ORDER_SOURCE = """#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> first(a);
    std::lock_guard<std::mutex> second(b);
  });
  {
    std::lock_guard<std::mutex> first(b);
    std::lock_guard<std::mutex> second(a);
  }
  other.join();
}
"""
MESSAGE_SOURCE = """#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> data, ready;
int main() {
  std::thread writer([] {
    data.store(1);
    ready.store(1);
  });
  if (ready.load() == 1) assert(data.load() == 1);
  writer.join();
}
"""

# What has to be there before the first command of a page: files, and commands.
SET_UP = {
    "docs/tutorial/README.md": ({}, ["cp examples/ring/*.cc ."]),
    "docs/howto/export.md": ({}, [*QUEUE, "mkdir tests"]),
    "docs/howto/debuggers.md": ({"FILE": "bt\n"}, QUEUE),
    "docs/howto/options.md": ({}, QUEUE),
    "docs/howto/any-program.md": ({"lock_order.cc": LOCK_ORDER_SOURCE}, []),
    "docs/howto/servers.md": ({}, ["cp examples/servers/score_* examples/servers/beside.* ."]),
    "docs/howto/nothing-found.md": ({}, QUEUE),
    "docs/howto/clients.md": ({"classes.txt": "stack.h --class=Stack  # the example\n"}, ["cp examples/stack.h ."]),
    "docs/howto/orders.md": ({"queue_test.cc": MESSAGE_SOURCE}, ["sleave-c++ -std=c++20 -g -O1 queue_test.cc -o queue_test"]),
    "docs/howto/inputs.md": ({"tool.cc": TOOL_SOURCE, "target.cc": TARGET_SOURCE, "parser.cc": PARSER_SOURCE}, TOOL),
    "docs/howto/shapes.md": ({}, []),
    "docs/howto/harness.md": ({"text.c": ""}, ["cp examples/functions.cc ."]),
    "docs/howto/projects.md": (
        {}, ["sed 's/TEST(Account/TEST(Queue/' examples/project/account_gtest.cc > queue_gtest.cc",
             "sleave-c++ -std=c++17 -g -O0 -Iexamples/project queue_gtest.cc examples/project/account.cc -lgtest -lgtest_main -o queue_gtest",
             "sleave-c++ -g -O1 examples/queue_test.cc -o queue_explored", "sleave run --out=build/sleave-out ./queue_explored"]),
}
# Not run, each for its reason.
NOT_HERE = {
    "sleave replay --rr ": "needs hardware counters; tests/debugger",
    "sleave replay --lldb ": "tests/debugger",
    "sleave synth /usr/include/glib-2.0/": "needs a package that nothing else here needs",
    "sleave harness src/parse.c": "shows where options stand",
    "sleave farm ": "needs a database; tests/farm/check_page.py",
}
SHORT = {"SLEAVE_OPTIONS": "runs=200:time=10s"}


def commands_of(block):
    return [line for line in block.splitlines() if line.strip() and not line.startswith("#")]


def parts(text):
    """The page as ("sh", commands) and ("text", lines), in order; indented commands are blocks of one."""
    result, rest = [], 0
    for match in FENCED.finditer(text):
        result += [("sh", [line]) for line in indented(text[rest:match.start()])]
        if match.group(1) in ("sh", "text"):
            result.append((match.group(1), commands_of(match.group(2))))
        rest = match.end()
    return result + [("sh", [line]) for line in indented(text[rest:])]


def indented(text):
    return [match.group(1) for line in text.splitlines() if (match := OURS.match(line))]


class Page:
    def __init__(self, source, build, page, folder):
        self.name, self.folder = page, folder
        self.text = (source / page).read_text()
        self.environment = {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}", "GITHUB_WORKSPACE": str(source), "COLUMNS": "100"}
        self.environment.pop("SLEAVE_OPTIONS", None)
        (folder / "examples").symlink_to(source / "examples")

    def call(self, command, **variables):
        done = subprocess.run(command, shell=True, cwd=self.folder, env={**self.environment, **variables}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", timeout=300, check=False)
        output = done.stdout + done.stderr
        if done.returncode != 0 and not (done.returncode == 1 and MAY_FIND.search(command)):
            sys.exit(f"{self.name}: `{command}` ended with {done.returncode}\n{output}")
        return output

    def set_up(self):
        files, commands = SET_UP[self.name]
        for name, text in files.items():
            (self.folder / name).write_text(text)
        for command in commands:
            self.call(command)

    def run(self):
        self.set_up()
        count, printed, shown = 0, "", "text" in {kind for kind, _ in parts(self.text)}
        for kind, lines in parts(self.text):
            if kind == "sh":
                printed = ""
                for command in lines:
                    if any(command.startswith(start) for start in NOT_HERE):
                        continue
                    count += 1
                    printed += self.call(command, **({} if shown else SHORT))
            else:
                self.check_shown(lines, " ".join(printed.split()))
        return count

    def check_shown(self, lines, printed):
        for line in lines:
            if " ".join(line.split()) not in printed:
                sys.exit(f"{self.name} shows a line that its commands do not print: {line}\n{printed}")


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    for page in sys.argv[3:] or SET_UP:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{page}: {Page(source, build, page, pathlib.Path(folder)).run()} commands")


if __name__ == "__main__":
    main()
