"""The inventory of primitives: which functions there are, what Sleave does with each, and which tests show it.

Nothing is listed by hand but the tables in abi/. A test shows a function if its source calls it, or uses a facility
(docs/tables/facilities.def) that rests on it. A row is done if the function is modeled, or needs no model, and a test compares it with
the C library's, and each choice that it takes and each misuse that it reports is shown: by a case of tests/rules that names both, or
by a program of tests/bugs that calls it and expects that finding. A function that does nothing but fail needs no more than that.
"""

import dataclasses
import re

from tables import ROOT, read_table, table, wrapped

SEMANTICS = "tests/semantics/programs"
BUGS = "tests/bugs/present"
RULES = "tests/rules/programs"
CASE = re.compile(r"^CASE\((\w+), (\w+)\)", re.MULTILINE)
EXPECT = re.compile(r"^(?://|/\*) EXPECT: ([\w |]+)", re.MULTILINE)
FATAL = {"assertion", "abort", "terminate"}  # findings that are all a function does
SHOWN = 3  # tests named in a cell


@dataclasses.dataclass
class Row:
    function: str
    family: str
    treatment: str
    semantics: list = dataclasses.field(default_factory=list)
    consequences: list = dataclasses.field(default_factory=list)
    names: list = dataclasses.field(default_factory=list)  # others of the same function
    outside: bool = False
    choices: list = dataclasses.field(default_factory=list)
    misuse: list = dataclasses.field(default_factory=list)
    unshown: list = dataclasses.field(default_factory=list)  # of choices and misuse

    @property
    def served(self):
        """Whether Sleave does with it what it promises."""
        return self.treatment in ("modeled", "library") or (self.outside and self.treatment == "passed")

    @property
    def done(self):
        return self.served and bool(self.semantics) and not self.unshown


@dataclasses.dataclass
class Facility:
    name: str
    pattern: str
    functions: list
    tests: list = dataclasses.field(default_factory=list)


class Sources:
    """The texts of the test programs of a folder, without comments, and which findings they expect."""

    def __init__(self, folder):
        self.texts = {}
        self.expected = {}
        for path in sorted((ROOT / folder).glob("*.c*")):
            whole = path.read_text()
            text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", whole, flags=re.DOTALL)
            name = f"{path.parent.parent.name if path.parent.name == 'programs' else 'bugs'}/{path.stem}"
            self.texts[name] = text
            match = EXPECT.search(whole)
            self.expected[name] = {kind.strip() for kind in match.group(1).split("|")} if match else set()

    def with_words(self, words):
        """Names of the programs in which one of `words` stands as a whole."""
        pattern = re.compile("|".join(rf"(?<![\w:]){re.escape(word)}(?![\w])" for word in words))
        return [name for name, text in self.texts.items() if any(word in text for word in words) and pattern.search(text)]

    def with_calls(self, function):
        """Names of the programs that call it, or hand it to somebody who does."""
        pattern = re.compile(rf"(?<![\w:.>]){re.escape(function)} *\(|[(,&] *{re.escape(function)} *[,)]")
        return [name for name, text in self.texts.items() if function in text and pattern.search(text)]


def read_rows():
    # Calls that are only put in order do what the C library's do.
    rows = [Row(function, family, treatment) for function, family, treatment, _ in read_table("intercepts", "SLEAVE_CALL")
            if treatment != "ordered"]
    rows += [Row(function, family, "library") for function, family in read_table("library", "SLEAVE_LIBRARY")]
    by_name = {row.function: row for row in rows}
    assert len(by_name) == len(rows), "a function is in both tables"
    for function, names in read_table("primitives", "SLEAVE_NAMES"):
        mine = by_name.get(function)
        others = [name for name in names.split() if name in by_name]
        if mine and others:
            mine.names = others
            rows = [row for row in rows if row.function not in others]
    for (functions,) in read_table("primitives", "SLEAVE_OUTSIDE"):
        for function in functions.split():
            by_name[function].outside = True
    add_names(by_name, "SLEAVE_TAKES", {name for name, *_ in read_table("choices", "SLEAVE_CHOICE")}, "choices")
    add_names(by_name, "SLEAVE_CHECKS", {name for name, *_ in read_table("findings", "SLEAVE_FINDING")}, "misuse")
    return rows


def add_names(by_name, macro, known, field):
    for name, functions in read_table("primitives", macro):
        assert name in known, f"docs/tables/primitives.def: {name} is unknown"
        for function in functions.split():
            assert function in by_name, f"docs/tables/primitives.def: {function} is in no table"
            getattr(by_name[function], field).append(name)


def read_facilities():
    return [Facility(name, pattern, functions.split())
            for name, pattern, functions in read_table("facilities", "SLEAVE_FACILITY")]


def through(sources, facilities, function):
    words = [word for facility in facilities if function in facility.functions for word in facility.pattern.split("|")]
    return sources.with_words(words) if words else []


def read_cases():
    """The cases of tests/rules: by kind and function, the programs that have one."""
    found = {}
    for path in sorted((ROOT / RULES).glob("*.c")):
        for case in CASE.findall(path.read_text()):
            found.setdefault(case, []).append(f"rules/{path.stem}")
    return found


def find_consequences(row, cases, bugs, facilities):
    """Which tests show each of its choices and misuses."""
    callers = bugs.with_calls(row.function) + through(bugs, facilities, row.function)
    if row.function.startswith("_Z"):  # nobody writes such a name
        callers = list(bugs.texts)
    for kind in row.choices + row.misuse:
        shown = cases.get((kind, row.function), []) + [name for name in callers if kind in bugs.expected[name]]
        row.consequences += [name for name in shown if name not in row.consequences]
        if not shown:
            row.unshown.append(kind)


def find_tests(rows, facilities):
    semantics, bugs, cases = Sources(SEMANTICS), Sources(BUGS), read_cases()
    indirect = {}
    for facility in facilities:
        facility.tests = semantics.with_words(facility.pattern.split("|"))
        for function in facility.functions:
            indirect.setdefault(function, []).extend(facility.tests)
    for row in rows:
        row.semantics = semantics.with_calls(row.function) or list(dict.fromkeys(indirect.get(row.function, [])))
        find_consequences(row, cases, bugs, facilities)
        if FATAL & set(row.misuse):
            row.semantics = row.semantics or row.consequences
    ends = {name: row for row in rows if FATAL & set(row.misuse) for name in [row.function, *row.names]}
    for facility in facilities:
        if facility.functions and all(function in ends for function in facility.functions):
            facility.tests = facility.tests or ends[facility.functions[0]].consequences


def tests_cell(tests):
    names = ", ".join(f"`{name}`" for name in tests[:SHOWN])
    return names + (f" and {len(tests) - SHOWN} more" if len(tests) > SHOWN else "")


def treatment_cell(row):
    if row.done:
        return row.treatment
    if row.served:
        missing = row.unshown if row.semantics else ["its semantics", *row.unshown]
        return f"{row.treatment}; **not done**: no test of {', '.join(missing)}"
    return f"{row.treatment}; **not done**"


def family_part(name, title, modeled, rows):
    cells = [[", ".join(f"`{name}`" for name in [row.function, *row.names]), treatment_cell(row), ", ".join(row.choices), ", ".join(row.misuse), tests_cell(row.semantics),
              tests_cell(row.consequences)] for row in rows]
    head = ["function", "treatment", "choices", "misuse reported", "semantics shown by", "choices and misuse shown by"]
    return [f"## {title or name}", *([modeled] if modeled else []), table(head, cells)]


def page():
    rows, facilities = read_rows(), read_facilities()
    find_tests(rows, facilities)
    families = {name: (title, modeled) for name, title, modeled in read_table("families", "SLEAVE_FAMILY")}
    parts = [
        "# Primitives",
        "Every function for threading, time, signals, processes and descriptors that Sleave knows, with the tests that call it. "
        "`modeled`: Sleave implements it. `library`: the implementation of the C library is used unchanged. `passed`: the real "
        "function runs, and the result lists it as uncontrolled; for child processes and files no more is promised. `refused`: the "
        "run ends with an error that names the function. Calls that are only ordered with others "
        "(files, environment) are on [another page](intercepts.md). A function in no table, that was not compiled with Sleave, runs as part of its "
        "caller's step, and leaves an exhaustive search incomplete if it is called while other threads live.",
    ]
    order = list(families) + [row.family for row in rows if row.family not in families]
    for family in dict.fromkeys(order):
        mine = [row for row in rows if row.family == family]
        if mine:
            parts += family_part(family, *families.get(family, ("", "")), mine)
    shown = [[facility.name, ", ".join(f"`{name}`" for name in facility.functions), tests_cell(facility.tests) or "**not done**: no test"]
             for facility in facilities]
    parts += ["## Facilities of the languages", "What programs use without naming a function of the tables above.",
              table(["facility", "rests on", "shown by"], shown)]
    return parts + figures(rows, facilities)


def figures(rows, facilities):
    done = sum(row.done for row in rows)
    shown = sum(bool(facility.tests) for facility in facilities)
    return ["## How much is done",
            f"{done} of {len(rows)} functions are done ({100 * done / len(rows):.1f} %); tests show {shown} of {len(facilities)} "
            "facilities of the languages."]


def page_text():
    title, *rest = page()
    made = ("<!-- Written by scripts/generate-inventory from abi/*.def and the test programs: edit those. -->")
    return "\n\n".join([title, made, *map(wrapped, rest)]) + "\n"


def without_test():
    """Functions that are modeled, or left to the library, and that no test shows."""
    rows, facilities = read_rows(), read_facilities()
    find_tests(rows, facilities)
    return [row.function for row in rows if row.served and not row.done]
