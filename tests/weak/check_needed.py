#!/usr/bin/env python3
"""Published memory orders and `sleave orders`: from a program whose orders are stronger, it arrives at the published ones or weaker, and
says that the search was complete; the published ones are never too weak.

    check_needed.py --sleave=SLEAVE STRONG PUBLISHED [ARGUMENT...]

Both programs have the same source, so their operations are compared by line and column.
"""

import argparse
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command  # noqa: E402

NO_STRONGER = {
    "relaxed": {"relaxed"}, "none": {"none"}, "acquire": {"relaxed", "none", "acquire"}, "release": {"relaxed", "none", "release"},
    "acq_rel": {"relaxed", "none", "acquire", "release", "acq_rel"},
    "seq_cst": {"relaxed", "none", "acquire", "release", "acq_rel", "seq_cst"},
}


def key(row):
    return row["line"], row["column"], row["operation"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("strong")
    parser.add_argument("published")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        found = {}
        for name in ("strong", "published"):
            ended = sleave.call("orders", "--json", "--time=0", getattr(options, name), *options.arguments)
            checks.equal(ended.code, command.CLEAN, f"{name}: its own orders pass", ended)
            found[name] = json.loads(ended.output)
            checks.equal(found[name]["result"], "complete", f"{name}: complete", ended)
            checks.that(bool(found[name]["operations"]), f"{name}: there are operations", ended)
            print(f"{name}: {found[name]['tests']} tests, {found[name]['runs']} runs, {found[name]['seconds']:.2f} s")
        published = {key(row): row["now"] for row in found["published"]["operations"]}
        for row in found["strong"]["operations"]:
            print(row["line"], row["operation"], row["now"], "->", row["enough"], "published:", published.get(key(row)))
            if key(row) not in published:
                continue
            checks.that(row["enough"] in NO_STRONGER[published[key(row)]],
                        f"line {row['line']}, {row['operation']}: {row['enough']} is no stronger than {published[key(row)]}")
        shared = sum(key(row) in published for row in found["strong"]["operations"])
        checks.that(shared * 2 > len(published), "most operations are in both programs")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
