"""Commands for gdb, sourced by `sleave replay --gdb` and `--rr`."""

import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sleave_report  # noqa: E402

current = None


def report():
    if current is None:
        raise gdb.GdbError("no report: sleave report FOLDER")
    return current


def number(variable):
    return int(gdb.parse_and_eval(f"*(unsigned long*)&{variable}"))


def runtime_folder():
    try:
        return sleave_report.runtime_folder(gdb.decode_line("__sleave_step_reached")[1][0].symtab.fullname())
    except (gdb.error, AttributeError, TypeError, IndexError):
        return ""


def own_frame(runtime):
    """The innermost frame of the program's own code in the selected thread; None: it has not begun, or has ended."""
    frame = gdb.newest_frame()
    while frame is not None:
        symtab = frame.find_sal().symtab
        path, module = (symtab.fullname(), symtab.objfile.filename) if symtab else ("", "")
        if sleave_report.is_own(frame.name() or "", path, module, runtime):
            return frame
        frame = frame.older()
    return None


def where(frame):
    if frame is None:
        return "not in the program's code"
    position = frame.find_sal()
    return f"{os.path.basename(position.symtab.filename)}:{position.line} in {frame.name()}"


def source(frame):
    position = frame.find_sal() if frame else None
    return sleave_report.source_line(position.symtab.fullname(), position.line) if position else ""


def label(thread):
    pid, lwp, _ = thread.ptid
    return "main" if lwp in (pid, 0) else thread.name or "?"


class Sleave(gdb.Command):
    """The finding that is replayed: its steps and threads."""

    def __init__(self):
        super().__init__("sleave", gdb.COMMAND_USER, gdb.COMPLETE_NONE, True)

    def invoke(self, _argument, _from_tty):
        print(sleave_report.HELP)


class Part(gdb.Command):
    def __init__(self, name):
        super().__init__(f"sleave {name}", gdb.COMMAND_USER)


class LoadReport(Part):
    """sleave report FOLDER: the finding's folder."""

    def invoke(self, argument, _from_tty):
        global current
        try:
            current = sleave_report.Report(argument)
        except (OSError, ValueError) as problem:
            print(f"there is no report: {problem}")


class Steps(Part):
    """The steps of the report; > is where the program stands."""

    def invoke(self, _argument, _from_tty):
        print("\n".join(report().listing(number("__sleave_steps"))))


def go_on_to(index):
    if index < number("__sleave_steps"):
        step = sleave_report.number(index)
        raise gdb.GdbError(f"step {step} is over; begin again: sleave replay --gdb --step={step} FINDING")
    gdb.execute(f"set var *(unsigned long*)&__sleave_stop_step = {index}")
    gdb.execute("continue")
    gdb.execute("sleave here")


class Until(Part):
    """sleave until STEP: go on to a step of the report."""

    def invoke(self, argument, _from_tty):
        if not argument.isdigit():
            raise gdb.GdbError("which step? 'sleave steps' lists them")
        go_on_to(sleave_report.index(argument))


class Next(Part):
    """Go on to the next step of the report."""

    def invoke(self, _argument, _from_tty):
        step = report().next_step(number("__sleave_steps"))
        if step is None:
            gdb.execute("continue")
        else:
            go_on_to(step)


class Threads(Part):
    """The program's threads, and where each stands."""

    def invoke(self, _argument, _from_tty):
        selected, frame, runtime, lines = gdb.selected_thread(), gdb.selected_frame(), runtime_folder(), []
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda thread: thread.num):
            thread.switch()
            lines.append((thread == selected, label(thread), thread.num, where(own_frame(runtime))))
        selected.switch()
        frame.select()
        print("\n".join(sleave_report.thread_lines(lines)))


class Here(Part):
    """The innermost code of the program, in the thread that stopped."""

    def invoke(self, _argument, _from_tty):
        thread = gdb.selected_thread()
        if thread is None or not thread.is_valid():
            return
        frame = own_frame(runtime_folder())
        if frame is not None:
            frame.select()
        print(f"{label(thread)} {'at' if frame else 'is'} {where(frame)}{source(frame)}")


STOPS = ("__sleave_finding_reached", "__sleave_step_reached")


def select_program(_event):
    """At a stop of the runtime: the frame of the program that led to it, so that `list`, `print` and `up` start there."""
    if gdb.newest_frame().name() in STOPS:
        frame = own_frame(runtime_folder())
        if frame is not None:
            frame.select()


gdb.events.stop.connect(select_program)
Sleave()
for command, name in ((LoadReport, "report"), (Steps, "steps"), (Until, "until"), (Next, "next"), (Threads, "threads"),
                      (Here, "here")):
    command(name)
