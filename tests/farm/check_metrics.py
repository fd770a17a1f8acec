#!/usr/bin/env python3
"""`sleave farm metrics` writes what Prometheus reads, with the figures of the search; the dashboard and the alerts use its names and no
others. The page of `status --html` shows every campaign. Both are for readers."""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
import prometheus_text  # noqa: E402
from harness import check, command  # noqa: E402

CLASSES = 120  # 5!
NAME = re.compile(r"\bsleave_farm_\w+")
# In the name of a database user, a label has every character that must be escaped.
TEAM = 'we"b\\team'


class As:
    def __init__(self, server, login):
        self.url = f"host={server.folder} user={login} dbname=postgres"


def value(families, name, **labels):
    found = [number for own, number in families[name][1] if own.items() >= {key: str(one) for key, one in labels.items()}.items()]
    if len(found) != 1:
        raise SystemExit(f"{name} {labels}: {found} in {families[name]}")
    return found[0]


def check_figures(families, complete, waiting, checks):
    """As theory says for a search that is over, and for one that nobody has begun."""
    for name, expected in (("sleave_farm_classes", CLASSES), ("sleave_farm_items_open", 0), ("sleave_farm_ledger_difference", 0),
                           ("sleave_farm_findings", 0), ("sleave_farm_audits_waiting", 0), ("sleave_farm_nodes_refused", 0)):
        checks.equal(value(families, name, campaign=complete), expected, name)
    checks.equal(value(families, "sleave_farm_runs_total", campaign=complete, result="complete"), CLASSES, "runs")
    checks.equal(value(families, "sleave_farm_runs_total", campaign=complete, result="failed"), 0, "failed runs")
    checks.that(value(families, "sleave_farm_audits_total", campaign=complete, result="equal") > 0, "repeated runs")
    checks.equal(value(families, "sleave_farm_campaign_info", campaign=complete, state="complete"), 1, "state")
    checks.that(abs(value(families, "sleave_farm_done_ratio", campaign=complete) - 1) < 1e-6, "all is done")
    checks.equal((value(families, "sleave_farm_items_open", campaign=waiting), value(families, "sleave_farm_rows", campaign=waiting, state="free")), (1, 1),
                 "the first item waits")
    checks.equal(value(families, "sleave_farm_campaign_info", campaign=waiting, state="open", team=TEAM), 1, "a label with every special character")
    for state, count in (("open", 1), ("complete", 1), ("found", 0)):
        checks.equal(value(families, "sleave_farm_campaigns", state=state), count, f"campaigns that are {state}")
    checks.that(value(families, "sleave_farm_database_bytes") > 1_000_000, "size of the database")


def check_names(families, packaging, checks):
    dashboard = json.loads((packaging / "dashboard.json").read_text())
    shown = set()
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            shown |= set(NAME.findall(target["expr"]))
            checks.that(target["datasource"] == {"type": "prometheus", "uid": "${source}"}, f"source of {panel['title']}")
    checks.equal(shown, set(families), "names of the dashboard")
    ids = [panel["id"] for panel in dashboard["panels"]]
    checks.equal(len(set(ids)), len(ids), "panels have numbers of their own")
    checks.equal(set(NAME.findall((packaging / "alerts.yaml").read_text())) - set(families), set(),
                 "names of the alerts")


def check_promtool(text, packaging, checks):
    if shutil.which("promtool") is None:
        print("prometheus is not installed: only the reader of this test has read the metrics")
        return
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
    checks.equal(done.returncode, 0, "promtool check metrics", done.stdout + done.stderr)
    done = subprocess.run(["promtool", "check", "rules", packaging / "alerts.yaml"], capture_output=True, text=True)
    checks.equal(done.returncode, 0, "promtool check rules", done.stdout + done.stderr)


def check_page(reader, folder, complete, waiting, checks):
    written = folder / "farm.html"
    done = reader.call("status", "--html", f"--output={written}")
    checks.equal((done.code, done.output), (0, ""), "status --html", done)
    page = written.read_text()
    for campaign in (complete, waiting):
        checks.that(f'id="c{campaign}"' in page and f'href="#c{campaign}"' in page, f"campaign {campaign} is on the page")
    checks.that("default-src 'none'" in page and "http" not in page.replace("http-equiv", ""), "the page loads nothing")
    checks.that(f"sleave farm certificate {complete}" in page, "how to get the certificate")
    one = reader.call("status", "--html", complete)
    checks.that(one.code == 0 and f'id="c{waiting}"' not in one.output, "one campaign, to standard output", one)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    packaging = options.source / "packaging/farm"
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as name, postgres.Server() as server:
        folder = pathlib.Path(name)
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server)
        farm.call("init")
        quoted = '"' + TEAM.replace('"', '""') + '"'
        server.query(f"CREATE ROLE watcher LOGIN; GRANT sleave_reader TO watcher; CREATE ROLE {quoted} NOLOGIN; GRANT {quoted} TO watcher")
        empty = farm.call("metrics")
        checks.equal(empty.code, 0, "metrics of an empty farm", empty)
        prometheus_text.read(empty.output)
        complete = farm.submit(options.program, "--without=symmetry", arguments=["ainc", "5"])
        farm.start_node()
        farm.wait(complete)
        farm.stop()
        waiting = farm.submit(options.program, f"--team={TEAM}", arguments=["ainc", "5"])

        reader = nodes.Farm(sleave, As(server, "watcher"))
        written = folder / "sleave_farm.prom"
        done = reader.call("metrics", f"--output={written}")
        checks.equal((done.code, done.output), (0, ""), "metrics", done)
        text = written.read_text()
        families = prometheus_text.read(text)
        check_figures(families, complete, waiting, checks)
        check_names(families, packaging, checks)
        check_promtool(text, packaging, checks)
        check_page(reader, folder, complete, waiting, checks)

        # Nobody is interested any more, and the number of series does not grow for ever.
        server.query(f"UPDATE farm.campaigns SET finished = finished - interval '25 h' WHERE id = {complete}")
        later = prometheus_text.read(reader.call("metrics").output)
        checks.equal([labels["campaign"] for labels, _ in later["sleave_farm_classes"][1]], [str(waiting)], "campaigns that ended long ago")
        checks.equal(value(later, "sleave_farm_campaigns", state="complete"), 1, "they are still counted")
        server.query("CREATE ROLE stranger LOGIN")
        checks.equal(nodes.Farm(sleave, As(server, "stranger")).call("metrics").code, command.USAGE, "not for everybody")
    return checks.finish()


sys.exit(main())
