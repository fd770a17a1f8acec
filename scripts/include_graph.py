"""The include graph between the folders of a house (engine/, runtime/, ...), for check-includes and draw-includes."""

import pathlib
import re
import subprocess

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = (".c", ".cc", ".h", ".def", ".S")


def project_files(root):
    """Files of the project, tracked or about to be, relative to its root."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout
    paths = (pathlib.PurePosixPath(name) for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if (root / path).is_file()]


def includes_in(root, path):
    """(line number, bracket or quote, included name) of each include in a file."""
    for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def is_for_tests(path):
    return path.name.endswith("_test.cc") or "testing" in path.parts[:-1]


def folder_edges(root, paths, house):
    """Who includes whom: {(folder, folder): [(path, line number, included name)]}, between folders of the house.

    Tests do not count: they may use everything, and `testing` is theirs."""
    edges = {}
    for path in paths:
        if path.parts[0] != house or path.suffix not in SOURCES or is_for_tests(path):
            continue
        for number, bracket, included in includes_in(root, path):
            target = pathlib.PurePosixPath(included)
            if bracket != '"' or target.parts[0] != house or target.parent == path.parent:
                continue
            edges.setdefault((str(path.parent), str(target.parent)), []).append((path, number, included))
    return edges


def components(edges):
    """Strongly connected components of the folders, each a sorted list; a folder comes after all that it includes.

    Tarjan's algorithm (1972)."""
    below = {}
    for source, target in edges:
        below.setdefault(source, set()).add(target)
        below.setdefault(target, set())
    index, low, stack, found = {}, {}, [], []

    def visit(folder):
        index[folder] = low[folder] = len(index)
        stack.append(folder)
        for target in sorted(below[folder]):
            if target not in index:
                visit(target)
            if target in stack:
                low[folder] = min(low[folder], low[target])
        if low[folder] == index[folder]:
            at = stack.index(folder)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for folder in sorted(below):
        if folder not in index:
            visit(folder)
    return found


def cycles(edges):
    """The components with more than one folder."""
    return [component for component in components(edges) if len(component) > 1]


def source_counts(paths, house):
    """How many source files each folder of the house has, those of its subfolders left out."""
    counts = {}
    for path in paths:
        if path.parts[0] == house and path.suffix in SOURCES:
            counts[str(path.parent)] = counts.get(str(path.parent), 0) + 1
    return counts
