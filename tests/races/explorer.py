"""Sleave over one program of the set: what `sleave run` finds in it, and whether that is the race that is there."""

import dataclasses
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

RACE = "data_race"
PLACE = re.compile(r"([^\s+:]+):(\d+)")


@dataclasses.dataclass
class Seen:
    runs: int
    kinds: list  # of the findings, in order
    first_run: int = 0  # of the first race
    lines: set = dataclasses.field(default_factory=set)  # of the program, named by the first race
    replayed: bool = True
    trouble: str = ""

    @property
    def found(self):
        return RACE in self.kinds

    @property
    def others(self):
        return [kind for kind in self.kinds if kind != RACE]


def look_at(program, build, runs, seed=1):
    """Runs a campaign, and replays the race it found."""
    target = build / "tests" / "races" / program.source.parent.name / program.source.stem
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(build / "bin" / "sleave", folder)
        ended = sleave.run(target, f"--seed={seed}", f"--runs={runs}", "--time=0", "--races=on", *program.options)
        if ended.summary is None:
            return Seen(0, [], trouble=str(ended))
        seen = Seen(ended.summary["runs"], [finding["kind"] for finding in ended.summary["findings"]])
        races = [finding for finding in ended.summary["findings"] if finding["kind"] == RACE]
        if races:
            read_race(program, sleave, target, races[0], seen)
        if ended.code not in (command.CLEAN, command.FINDING):
            seen.trouble = str(ended)
        return seen


def read_race(program, sleave, target, race, seen):
    folder = sleave.finding_folder(target, race["id"])
    finding = json.loads((folder / "finding.json").read_text())
    seen.first_run = race["first_run"]
    seen.lines = lines_of(program, finding)
    replayed = sleave.replay(folder)
    seen.replayed = replayed.code == command.FINDING


def lines_of(program, finding):
    """Lines of the program's own source in the two places of the race and on the way to them."""
    places = PLACE.findall(finding["signature"].partition(" ")[2])
    stack = [(frame["file"], frame["line"]) for frame in finding["stack"][:1]]
    return {int(line) for file, line in places + stack if pathlib.Path(file).name == program.source.name}


def on_the_mark(program, seen):
    """Every line of the program that the report blames is one that races."""
    return seen.lines <= program.marked
