"""The report of a finding as debuggers show it: docs/formats/finding.md."""

import json
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
        """A line for each step; `recorded`: how many events the run has."""
        reached = [step["index"] for step in self.steps() if step["index"] < recorded]
        lines = []
        for step in self.steps():
            mark = ">" if reached and step["index"] == reached[-1] else " "
            lines.append(f"{mark} {step['index']:6}  {self.label(step):5} {step['text']:32} {place(step['where'])}".rstrip())
        return lines

    def next_step(self, recorded):
        """The number of the first step that is still to come; None: there is none."""
        return next((step["index"] for step in self.steps() if step["index"] >= recorded), None)


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


def thread_lines(threads):
    """`threads`: (selected, label, number in the debugger, where)."""
    return [f"{'*' if selected else ' '} {label:6} {number:>4}  {where}" for selected, label, number, where in threads]
