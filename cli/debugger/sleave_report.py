"""The report of a finding as debuggers show it: docs/formats/finding.md."""

import json
import linecache
import os

HELP = """sleave steps        the steps of the report; > is where the program stands
sleave until STEP   go on to a step of the report
sleave next         go on to the next step of the report
sleave threads      the program's threads, and where each stands
sleave here         the innermost code of the program, in the thread that stopped"""


class Report:
    def __init__(self, folder):
        with open(os.path.join(folder, "finding.json"), encoding="utf-8") as file:
            self.finding = json.load(file)

    def steps(self):
        """Those that are events of the run: the failure itself is none."""
        return [step for step in self.finding["steps"] if not step.get("unfinished")]

    def label(self, step):
        return self.finding["threads"][step["thread"]]["label"]

    def listing(self, recorded):
        """A line for each step, with its number in the report; `recorded`: how many events the run has."""
        reached = [step["index"] for step in self.steps() if step["index"] < recorded]
        lines = []
        for step in self.steps():
            mark = ">" if reached and step["index"] == reached[-1] else " "
            lines.append(f"{mark} {number(step['index']):6}  {self.label(step):5} {step['text']:32} {place(step['where'])}".rstrip())
        return lines

    def next_step(self, recorded):
        """The index of the first step that is still to come; None: there is none."""
        return next((step["index"] for step in self.steps() if step["index"] >= recorded), None)


def number(index):
    """Of a step in the report, which counts from 1."""
    return index + 1


def index(number_in_report):
    return int(number_in_report) - 1


def place(frame):
    return f"{os.path.basename(frame['file'])}:{frame['line']}" if frame.get("file") else ""


SYSTEM = ("/usr/include/", "/usr/lib/", "/lib/", "/lib64/")


def is_own(function, path, module, runtime):
    """Whether a frame is the program's own code. `path` is of its source, `module` of the executable or library that it lies in,
    `runtime` the folder of Sleave's sources, as debug information has it."""
    if not path or path.startswith(SYSTEM) or module.startswith(SYSTEM):
        return False
    if runtime and path.startswith(runtime):
        return False
    return not function.startswith(("sleave::rt::", "__sleave", "sleave_"))


def runtime_folder(path):
    """The folder of the runtime, from the path of runtime/record/steps.cc; empty if its debug information was removed."""
    return os.path.dirname(os.path.dirname(path)) + "/" if path else ""


def without_parameters(function):
    """push for push(int): as in the report. A name in brackets, as that of a namespace without one, stays."""
    name = function.removesuffix(" const")
    depth = 0
    for i in range(len(name) - 1, 0, -1):
        depth += {")": 1, "(": -1}.get(name[i], 0)
        if depth == 0:
            return name[:i] if name[i] == "(" else name
    return name


def source_line(path, line):
    """As debuggers list it; nothing if the source is not there."""
    text = linecache.getline(path, line).rstrip()
    return f"\n{line}\t{text}" if text else ""


def thread_lines(threads):
    """`threads`: (selected, label, number in the debugger, where)."""
    return [f"{'*' if selected else ' '} {label:6} {number:>4}  {where}" for selected, label, number, where in threads]
