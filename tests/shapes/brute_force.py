"""All heaps, written down without shapes: every assignment of labeled nodes to roots and links, and of each what can be reached.

A heap is text, as heaps.cc writes it: the nodes that the roots hold, then of each node the nodes that its links hold. Nodes are numbered as a
breadth-first search meets them, null is 0.
"""

import functools
import itertools


def text_of(roots, links_of):
    """`links_of` has the nodes that a node links, by its label; None is null."""
    order = []

    def number(node):
        if node is None:
            return "0 "
        if node not in order:
            order.append(node)
        return f"{order.index(node) + 1} "

    text = "".join(map(number, roots))
    at = 0
    while at < len(order):
        text += "|" + "".join(map(number, links_of[order[at]]))
        at += 1
    return text


def heaps(links, most, roots=1):
    """Of at most so many nodes with so many links, reached from so many roots."""
    labels = [None, *range(most)]
    found = set()
    for held in itertools.product(labels, repeat=roots):
        for assignment in itertools.product(itertools.product(labels, repeat=links), repeat=most):
            found.add(text_of(held, assignment))
    return found


def nodes_in(text):
    return text.count("|")


def depth_of(text, links):
    """Nodes on the longest of the shortest paths from the root, of a heap with one root."""
    nodes = [list(map(int, part.split())) for part in text.split("|")]
    depth, seen, level = 0, set(), {nodes[0][0]} - {0}
    while level:
        depth += 1
        seen |= level
        level = {other for node in level for other in nodes[node]} - seen - {0}
    return depth


def has_circle(text):
    links = [list(map(int, part.split())) for part in text.split("|")]
    left = set(range(1, len(links)))
    while left:
        ends = {node for node in left if not any(other in left for other in links[node])}
        if not ends:
            return True
        left -= ends
    return False


@functools.lru_cache(maxsize=None)
def trees(count):
    """Binary trees, as pairs."""
    if count == 0:
        return [None]
    return [(left, right) for below in range(count) for left in trees(below) for right in trees(count - 1 - below)]


def tree_text(tree, mark=None):
    """`mark`: of a node, what is written after its links."""
    order = [tree] if tree else []
    places = {(): 1} if tree else {}
    paths = [()] if tree else []
    text = "1 " if tree else "0 "
    at = 0
    while at < len(order):
        text += "|"
        for side, below in enumerate(order[at][:2]):
            if below is None:
                text += "0 "
                continue
            order.append(below)
            paths.append((*paths[at], side))
            places[paths[-1]] = len(order)
            text += f"{len(order)} "
        if mark:
            text += mark(order[at])
        at += 1
    return text


@functools.lru_cache(maxsize=None)
def colored(count):
    """Trees of (left, right, color) in which no red node has a red child, with their number of black nodes to each leaf, if it is the same."""
    if count == 0:
        return [(None, 1)]
    found = []
    for below in range(count):
        for left, left_height in colored(below):
            for right, right_height in colored(count - 1 - below):
                if left_height != right_height:
                    continue
                found.append(((left, right, "b"), left_height + 1))
                if (left is None or left[2] == "b") and (right is None or right[2] == "b"):
                    found.append(((left, right, "r"), left_height))
    return found


def red_black(count):
    return {tree_text(tree, lambda node: node[2]) for tree, _ in colored(count)}
