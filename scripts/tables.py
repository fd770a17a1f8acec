"""Reads .def tables, and writes tables for people."""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s,()"]+)|([,()])')


FOLDERS = ("abi", "abi/calls", "cli/tables", "docs/tables", "engine/strategy", "engine/trace")


def path_of_table(name):
    """Relative to the root."""
    return next(path for folder in FOLDERS if (ROOT / (path := f"{folder}/{name}.def")).is_file())


def read_table(name, macro):
    """The rows of <name>.def: one list of texts for each use of `macro`. Adjacent C strings are joined."""
    text = (ROOT / path_of_table(name)).read_text()
    text = re.sub(r"^\s*(//|#).*$", "", text, flags=re.MULTILINE)
    return [read_arguments(text, use.end()) for use in re.finditer(rf"\b{macro}\(", text)]


def options_table():
    """The rows of options.def; the one of --strategy also lists the strategies."""
    strategies = "".join(f"; {name}: {words}" for name, _, _, words in read_table("strategies", "SLEAVE_STRATEGY"))
    rows = read_table("options", "SLEAVE_OPTION(?:_COMMON)?")
    return [[row[0].rstrip("_"), *row[1:-1], row[-1] + (strategies if row[0] == "strategy" else "")] for row in rows]


def option_letters():
    """Short forms: {"jobs": "j"}"""
    return {name: letter for letter, name in read_table("options", "SLEAVE_OPTION_LETTER")}


def read_arguments(text, position):
    arguments, current, depth = [], "", 1
    while depth:
        token = TOKEN.search(text, position)
        position = token.end()
        string, word, mark = token.groups()
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if mark == "," and depth == 1:
            arguments.append(current)
            current = ""
        elif depth:
            current += string.replace('\\"', '"') if string is not None else (word or mark)
    return arguments + [current]


def table(head, rows):
    def line(cells):
        return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(head), line(["---"] * len(head))] + [line(row) for row in rows])


def wrapped(part):
    """A paragraph in lines of at most 100 columns; a table, a heading or several paragraphs as they are."""
    if part.startswith(("|", "#")) or "\n" in part:
        return part
    return "\n".join(textwrap.wrap(part, 100, break_long_words=False, break_on_hyphens=False))
