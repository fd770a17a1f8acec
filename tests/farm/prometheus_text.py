"""A strict reader of the text format of Prometheus (version 0.0.4)."""

import math
import re

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)')
SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$")
KINDS = ("counter", "gauge")


class Wrong(Exception):
    pass


def labels_of(text):
    labels = {}
    at = 0
    while at < len(text):
        found = LABEL.match(text, at)
        if not found or found[1] in labels:
            raise Wrong(f"labels: {text}")
        labels[found[1]] = found[2].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
        at = found.end()
    if text.endswith(","):
        raise Wrong(f"labels: {text}")
    return labels


def read(text):
    """{name: (kind, [(labels, value)])}. Each family has its two comments, once, and its samples below them; no sample is there twice."""
    if not text.endswith("\n"):
        raise Wrong("the last line has no end")
    families, now, seen = {}, None, set()
    lines = text.splitlines()
    while lines:
        line = lines.pop(0)
        if line.startswith("# HELP "):
            name = line.split(" ", 3)[2]
            kind = lines.pop(0).split(" ") if lines else []
            if name in families or not NAME.fullmatch(name) or kind[:3] != ["#", "TYPE", name] or kind[3:] not in [[one] for one in KINDS]:
                raise Wrong(f"comments: {line}")
            if (kind[3] == "counter") != name.endswith("_total"):
                raise Wrong(f"a counter ends with _total, and nothing else does: {name}")
            families[name] = (kind[3], [])
            now = name
            continue
        sample = SAMPLE.fullmatch(line)
        if not sample or sample[1] != now:
            raise Wrong(f"sample: {line}")
        labels, value = labels_of(sample[2] or ""), float(sample[3])
        key = (sample[1], tuple(sorted(labels.items())))
        if key in seen or not math.isfinite(value):
            raise Wrong(f"sample: {line}")
        seen.add(key)
        families[now][1].append((labels, value))
    return families
