"""Commands for lldb, imported by `sleave replay --lldb`."""

import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sleave_report  # noqa: E402

current = None


def address_of(target, variable):
    for match in target.FindSymbols(variable):
        return match.symbol.addr.GetLoadAddress(target)
    raise ValueError(f"{variable} is not in the program")


def number(process, variable):
    error = lldb.SBError()
    value = process.ReadUnsignedFromMemory(address_of(process.target, variable), 8, error)
    if error.Fail():
        raise ValueError(f"{variable} cannot be read: {error}")
    return value


def set_number(process, variable, value):
    error = lldb.SBError()
    process.WriteMemory(address_of(process.target, variable), value.to_bytes(8, "little"), error)
    if error.Fail():
        raise ValueError(f"{variable} cannot be set: {error}")


def path_of(entry):
    return str(entry.file) if entry.IsValid() and entry.file.IsValid() else ""


def runtime_folder(target):
    for match in target.FindFunctions("__sleave_step_reached"):
        return sleave_report.runtime_folder(path_of(match.symbol.addr.GetLineEntry() if match.symbol else match.line_entry))
    return ""


def own_frame(thread, runtime):
    """The innermost frame of the program's own code; None: the thread has not begun, or has ended."""
    for frame in thread:
        if sleave_report.is_own(frame.GetFunctionName() or "", path_of(frame.line_entry), str(frame.module.file), runtime):
            return frame
    return None


def where(frame):
    if frame is None:
        return "not in the program's code"
    function = sleave_report.without_parameters(frame.GetFunctionName())
    return f"{frame.line_entry.file.basename}:{frame.line_entry.line} in {function}"


def source(frame):
    return sleave_report.source_line(path_of(frame.line_entry), frame.line_entry.line) if frame else ""


def label(thread):
    return "main" if thread.GetThreadID() == thread.process.GetProcessID() else thread.name or "?"


def load_report(_debugger, argument, _context, result, _internal):
    """The finding's folder."""
    global current
    try:
        current = sleave_report.Report(argument.strip('" '))
    except (OSError, ValueError) as problem:
        result.SetError(f"there is no report: {problem}")


def steps(_debugger, _argument, context, result, _internal):
    """The steps of the report; > is where the program stands."""
    result.AppendMessage("\n".join(current.listing(number(context.process, "__sleave_steps"))))


def go_on_to(debugger, process, index):
    if index < number(process, "__sleave_steps"):
        step = sleave_report.number(index)
        raise ValueError(f"step {step} is over; begin again: sleave replay --lldb --step={step} FINDING")
    set_number(process, "__sleave_stop_step", index)
    debugger.HandleCommand("process continue")
    debugger.HandleCommand("sleave here")


def until(debugger, argument, context, result, _internal):
    """Go on to a step of the report: sleave until STEP."""
    if not argument.isdigit():
        return result.SetError("which step? 'sleave steps' lists them")
    try:
        return go_on_to(debugger, context.process, sleave_report.index(argument))
    except ValueError as problem:
        return result.SetError(str(problem))


def next_step(debugger, _argument, context, _result, _internal):
    """Go on to the next step of the report."""
    step = current.next_step(number(context.process, "__sleave_steps"))
    if step is None:
        debugger.HandleCommand("process continue")
    else:
        go_on_to(debugger, context.process, step)


def threads(_debugger, _argument, context, result, _internal):
    """The program's threads, and where each stands."""
    process, runtime = context.process, runtime_folder(context.target)
    selected = process.GetSelectedThread().GetThreadID()
    lines = [(thread.GetThreadID() == selected, label(thread), thread.GetIndexID(), where(own_frame(thread, runtime)))
             for thread in process]
    result.AppendMessage("\n".join(sleave_report.thread_lines(lines)))


def here(_debugger, _argument, context, result, _internal):
    """The innermost code of the program, in the thread that stopped."""
    thread = context.process.GetSelectedThread()
    if not thread.IsValid():
        return
    frame = own_frame(thread, runtime_folder(context.target))
    if frame is not None:
        thread.SetSelectedFrame(frame.GetFrameID())
    result.AppendMessage(f"{label(thread)} {'at' if frame else 'is'} {where(frame)}{source(frame)}")


STOPS = ("__sleave_finding_reached", "__sleave_step_reached")


class SelectProgram:
    """At a stop of the runtime: the frame of the program that led to it, so that `list` and `print` start there."""

    def __init__(self, target, _extra, _internal):
        self.target = target

    def handle_stop(self, context, _stream):
        thread = context.thread
        innermost = thread.GetFrameAtIndex(0).GetFunctionName() or ""
        if any(stop in innermost for stop in STOPS):
            frame = own_frame(thread, runtime_folder(self.target))
            if frame is not None:
                thread.SetSelectedFrame(frame.GetFrameID())
        return True


PARTS = {"report": load_report, "steps": steps, "until": until, "next": next_step, "threads": threads, "here": here}


def sleave(debugger, argument, context, result, internal):
    """One command: lldb would list parts of its own in its own words."""
    name, _, rest = argument.strip().partition(" ")
    if not name:
        result.AppendMessage(sleave_report.HELP)
    elif name not in PARTS:
        result.SetError(f"there is no 'sleave {name}'; 'sleave' lists what there is")
    elif current is None and name != "report":
        result.SetError("no report: sleave report FOLDER")
    else:
        PARTS[name](debugger, rest.strip(), context, result, internal)


def __lldb_init_module(debugger, _dictionary):
    debugger.HandleCommand("command script add --help 'The finding that is replayed: its steps and threads.' "
                           f"--function {__name__}.sleave sleave")
    debugger.HandleCommand(f"target stop-hook add -P {__name__}.SelectProgram")
