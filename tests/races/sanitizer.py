"""ThreadSanitizer of clang 19 over one program: compiles it and runs it natively, some times."""

import dataclasses
import os
import re
import subprocess

REPORT = re.compile(r"^WARNING: ThreadSanitizer: (data race|heap-use-after-free)", re.MULTILINE)
FRAME = re.compile(r"^    #\d+ .*?/([^/ :]+):(\d+)", re.MULTILINE)
OPTIONS = "detect_deadlocks=0 report_thread_leaks=0 report_mutex_bugs=0 report_signal_unsafe=0 exitcode=0"


@dataclasses.dataclass
class Seen:
    runs: int
    reports: int  # runs with at least one report of a race
    off_the_mark: int  # runs with a report in which no marked line occurs
    trouble: str = ""

    @property
    def found(self):
        return self.reports > 0


def compile_with(program, folder):
    """The program built for ThreadSanitizer, made again when its source is newer."""
    target = folder / program.source.parent.name / program.source.stem
    if target.exists() and target.stat().st_mtime > program.source.stat().st_mtime:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    compiler = ["clang-19", "-std=c17", "-D_GNU_SOURCE"] if program.is_c else ["clang++-19", "-std=c++20"]
    words = [*compiler, "-fsanitize=thread", "-O1", "-g", "-pthread", "-Wall", "-Wextra", program.source, "-o", target]
    subprocess.run(list(map(str, words)), check=True)
    return target


def look_at(program, folder, runs):
    """Of a program with a race one report is enough; one without is run to the end."""
    target = compile_with(program, folder)
    environment = dict(os.environ, TSAN_OPTIONS=OPTIONS)
    seen = Seen(0, 0, 0)
    while seen.runs < runs and not (program.racy and seen.found):
        seen.runs += 1
        done = subprocess.run([target], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace", timeout=1200)
        if done.returncode != 0:
            seen.trouble = f"ended with {done.returncode}"
        if REPORT.search(done.stderr):
            seen.reports += 1
            seen.off_the_mark += not on_the_mark(program, done.stderr)
    return seen


def on_the_mark(program, report):
    lines = {int(line) for name, line in FRAME.findall(report) if name == program.source.name}
    return bool(lines & program.marked)
