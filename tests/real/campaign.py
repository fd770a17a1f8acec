"""One campaign over a program that nobody wrote for us: sampled to the end, clean, and nothing out of control but what is
explained."""

import dataclasses
import fnmatch
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

RUNS = int(os.environ.get("SLEAVE_REAL_RUNS", "300"))
PLANS = 6  # of every sampling strategy one, each run eleven times
REPLAYS = 20


@dataclasses.dataclass
class Campaign:
    name: str
    call: list  # the program and its arguments
    explained: set = dataclasses.field(default_factory=set)  # patterns of calls that may be out of control: the recipe says why
    options: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    races: tuple = ()  # functions, files or variables whose data races are known and explained
    cut_short: bool = False  # runs may end at --max-steps
    finds: str = ""  # the kind of its findings, if it is there to have some: each must replay
    seconds: int = 3000


def row(name, summary):
    """A line of docs/results/real-programs.md."""
    cells = [
        name, f"{summary['events_per_run']:,.0f}", f"{summary['runs_per_second']:,.0f}",
        f"{summary['runs']} runs, {summary['distinct']} distinct", f"{len(summary['findings'])}",
        ", ".join(f"`{call}`" for call in summary["uncontrolled"]) or "none",
    ]
    return "| " + " | ".join(cells) + " |"


def suppressions(campaign, folder):
    """Races that a program is known to have: not reported, but counted in the summary."""
    if not campaign.races:
        return ()
    listed = pathlib.Path(folder) / "suppressions"
    listed.write_text("".join(f"race:{name}\n" for name in campaign.races))
    return (f"--suppressions={listed}",)


def check(campaign, sleave_command, folder, checks):
    """The first plans of a campaign run twice: a run that differs ends it with another exit code."""
    sleave = command.Sleave(sleave_command, folder, {**os.environ, **campaign.environment})
    if campaign.finds:
        return check_findings(campaign, sleave, checks)
    ended = sleave.run(
        campaign.call[0], f"--runs={RUNS}", "--time=0", "--fail-on-exit", *campaign.options,
        *suppressions(campaign, folder), timeout=campaign.seconds,
        arguments=campaign.call[1:])
    checks.equal(ended.code, command.CLEAN, f"{campaign.name}: exit code", ended)
    if not checks.that(ended.summary, f"{campaign.name}: no summary", ended):
        return
    summary = ended.summary
    print(row(campaign.name, summary))
    for word, expected in (("result", "sampled"), ("findings", []), ("runs", RUNS), ("refused", 0)):
        checks.equal(summary[word], expected, f"{campaign.name}: {word}")
    checks.that(campaign.cut_short or summary["step_limited"] == 0, f"{campaign.name}: runs reached the step limit")
    unexplained = {call for call in summary["uncontrolled"]
                   if not any(fnmatch.fnmatchcase(call, pattern) for pattern in campaign.explained)}
    checks.that(not unexplained, f"{campaign.name}: out of control and not explained: {sorted(unexplained)}")


def check_findings(campaign, sleave, checks):
    """Of findings that are expected: nothing else is found, and each happens again, every time."""
    ended = sleave.run(campaign.call[0], "--time=0", "--keep-going", "--minimize=off", *campaign.options, timeout=campaign.seconds,
                       arguments=campaign.call[1:])
    checks.equal(ended.code, command.FINDING, f"{campaign.name}: exit code", ended)
    if not checks.that(ended.summary, f"{campaign.name}: no summary", ended):
        return
    print(row(campaign.name, ended.summary))
    checks.equal({found["kind"] for found in ended.summary["findings"]}, {campaign.finds}, f"{campaign.name}: kinds")
    for found in ended.summary["findings"]:
        again = sleave.replay(sleave.finding_folder(campaign.call[0], found["id"]), f"--times={REPLAYS}",
                              timeout=campaign.seconds)
        checks.equal(again.code, command.FINDING, f"{campaign.name}: replay of finding {found['id']}", again)


def check_determinism(campaign, checker, checks):
    """Plans of all samplers under exec, fork and reset, on native threads, recorded, replayed and in batches."""
    kept = [option for option in campaign.options if option.startswith(("--choices=", "--max-steps="))]
    clean = [] if campaign.cut_short else ["--clean"]
    done = subprocess.run(
        [checker, f"--plans={PLANS}", "--fail-on-exit", *kept, *clean, campaign.call[0], "--", *campaign.call[1:]],
        env={**os.environ, **campaign.environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        errors="replace", timeout=campaign.seconds)
    if checks.equal(done.returncode, 0, f"{campaign.name}: determinism", done.stdout + done.stderr):
        print(done.stdout.strip().split("/")[-1])
