"""What the functions of the farm's database protect from, each with calls that need it."""

import dataclasses
import typing


@dataclasses.dataclass
class Protection:
    name: str
    edits: list  # (function, what is taken out as a regular expression, what is there instead)
    scenario: typing.Callable
    right: object
    wrong: object
    options: dict  # of its campaign


PROTECTIONS = []


def protection(name, edits, right, wrong, **options):
    def add(scenario):
        PROTECTIONS.append(Protection(name, edits, scenario, right, wrong, options))
        return scenario
    return add
