#!/usr/bin/env python3
"""Coverage of nodes that are killed all the time, and of a server that crashes: the same LCOV file as of one machine that makes the same
runs. The inputs that the farm keeps take all of these edges, in files that `sleave run --corpus` reads; a corpus that is submitted adds no
run, and leads where the solver gives up."""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import campaigns  # noqa: E402
import faults as happening  # noqa: E402
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

BYTES = 10 if size.is_short() else 11
THREADS = 8  # of n! classes
RUNS = 10_000 if size.is_short() else 100_000
EVERYTHING = ("--keep-going", "--minimize=off", "--runs=0", "--time=0")
INPUTS = ("--strategy=inputs",)
KINDS = (*campaigns.KINDS, "crash")  # of the server, too, which loses the last calls
SEEDS = {"all": b"\0" * BYTES, "none": b"\xff" * BYTES, "some": b"\x63\x64" * (BYTES // 2) + b"\0", "same": b"\x62\x65" * (BYTES // 2) + b"\1"}


class Test:
    def __init__(self, farm, options, folder, checks):
        self.farm, self.options, self.checks = farm, options, checks
        self.folder = pathlib.Path(folder)
        self.counts = {}
        self.number = 0

    def report(self, campaign):
        """The LCOV file of a campaign."""
        file = self.folder / f"farm{campaign}.info"
        fetched = self.farm.call("fetch", f"--coverage={file}", campaign)
        return file.read_text() if self.checks.equal(fetched.code, 0, f"fetch --coverage {campaign}", fetched) else None

    def corpus(self, campaign):
        folder = self.folder / "sleave-out" / f"farm-{campaign}" / "corpus"
        return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.exists() else {}

    def reference(self, program, given, arguments):
        """The LCOV file of `sleave run`, and its summary."""
        file = self.folder / "run.info"
        ended = self.farm.sleave.run(program, *EVERYTHING, *given, f"--coverage={file}", arguments=arguments)
        return file.read_text(), ended.summary

    def with_faults(self, program, given, arguments, every, least=0):
        """The status in the end. A campaign that was over before anything happened to it is made again."""
        while True:
            faults = happening.Faults(self.farm, random.Random(f"{self.options.seed}/{self.number}"), KINDS, 3, every, node_options=("--jobs=2",))
            self.number += 1
            status = campaigns.with_faults(self.farm, program, given, arguments, faults)
            campaigns.add(self.counts, faults.counts)
            if faults.counts["killed"] + faults.counts["explorers"] >= least:
                return status, f"{' '.join([*arguments, *given])}: {faults.counts}"

    def same_as_run(self, program, given, arguments, every, on_one_machine=()):
        expected, summary = self.reference(program, (*given, *on_one_machine), arguments)
        status, what = self.with_faults(program, (*given, "--record-coverage"), arguments, every, least=1)
        self.checks.that("BRDA:" in expected and "DA:" in expected, f"{what}: the file has branches and lines", expected)
        self.checks.equal(self.report(status["id"]), expected, f"{what}: edges as of one machine", self.farm.logs())
        self.checks.equal((status["coverage"]["taken"], status["coverage"]["edges"]), tuple(summary["edges"][name] for name in ("covered", "total")),
                          f"{what}: edges of the status")
        print(f"{what}: {status['coverage']}", flush=True)
        return status

    def check_paths(self):
        """Of all paths of a program whose last edges are taken by one path each."""
        program, arguments = self.options.programs / "farm/marks", ["bytes", str(BYTES)]
        status = self.same_as_run(program, INPUTS, arguments, 2**BYTES // 32)
        self.checks.equal((status["complete_runs"], status["blocked_runs"], status["notes"]), (2**BYTES, 0, []), "paths", status)
        self.check_corpus(program, arguments, status)
        text = self.farm.call("status", status["id"]).output
        self.checks.that(f"coverage: {status['coverage']['taken']} of {status['coverage']['edges']} edges" in text, "status in words", text)

    def check_corpus(self, program, arguments, status):
        """The files of the corpus take all edges, when they are all that is run; and no file is there that takes no new one."""
        corpus = self.corpus(status["id"])
        self.checks.that(0 < len(corpus) <= status["coverage"]["taken"], "size of the corpus", corpus)
        self.checks.equal(len(corpus), status["coverage"]["inputs"], "files of the corpus")
        folder = self.folder / f"corpus{status['id']}"
        folder.mkdir()
        for name, content in corpus.items():
            (folder / name).write_bytes(content)
        alone, _ = self.reference(program, (*INPUTS, f"--corpus={folder}", f"--runs={len(corpus)}"), arguments)
        self.checks.equal(alone, self.report(status["id"]), "edges of the corpus")
        self.checks.equal({file.name: file.read_bytes() for file in folder.iterdir()}, corpus, "names of files are those of sleave run")

    def check_samples(self):
        """Runs that one node makes, and several."""
        program, arguments = self.options.programs / "dpor/families", ["inc", "3", "2"]
        given = ("--strategy=surw", f"--runs={RUNS}", "--record-coverage")
        one = campaigns.alone(self.farm, program, given, arguments)
        expected = self.report(one["id"])
        status, what = self.with_faults(program, given, arguments, max(4, RUNS // 256 // 4), least=1)
        self.checks.that(expected is not None and "BRDA:" in expected, f"{what}: the file has branches", expected)
        self.checks.equal(self.report(status["id"]), expected, f"{what}: edges as of one node", self.farm.logs())
        self.checks.equal(status["coverage"], one["coverage"], f"{what}: coverage of the status")
        self.checks.equal(status["class_sum"], one["class_sum"], f"{what}: the same runs")
        print(f"{what}: {status['coverage']}", flush=True)

    def seeds(self, contents):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name, content in contents.items():
            (folder / name).write_bytes(content)
        return f"--corpus={folder}"

    def check_seeds(self):
        program, arguments = self.options.programs / "farm/marks", ["bytes", str(BYTES)]
        status, what = self.with_faults(program, (*INPUTS, self.seeds(SEEDS)), arguments, 2**BYTES // 32, least=1)
        self.checks.equal((status["complete_runs"], status["blocked_runs"], status["notes"]), (2**BYTES, 0, []), f"{what}: paths", status)
        expected, _ = self.reference(program, INPUTS, arguments)
        self.checks.equal(self.report(status["id"]), expected, f"{what}: edges")
        contents = list(self.corpus(status["id"]).values())
        for name in ("all", "none"):  # the only paths with these edges
            self.checks.that(SEEDS[name] in contents, f"{what}: seed {name!r} is what was run", contents)
        locked = (*INPUTS, "--query-budget=20000")
        without = campaigns.alone(self.farm, program, (*locked, "--record-coverage"), ["lock"])
        self.checks.equal(without["complete_runs"], 1, "without a key", without)
        status, what = self.with_faults(program, (*locked, self.seeds({"another": b"another!y", "key": b"sesame!!y"})), ["lock"], 1)
        self.checks.equal((status["complete_runs"], status["blocked_runs"], status["notes"]), (3, 0, []), f"{what}: with a key", status)

    def check_refusals(self):
        program = self.options.programs / "dpor/families"
        for given, words in ((("--coverage=x.info",), "--record-coverage"),
                             (("--strategy=dpor", self.seeds({"a": b"a"})), "--corpus needs a strategy"),
                             (("--strategy=auto", "--runs=1000", self.seeds({"a": b"a"})), "concolic and inputs")):
            ended = self.farm.call("submit", *given, program, "ainc", "2")
            self.checks.that(ended.code == command.USAGE and words in ended.output, f"submit {given}", ended)
        campaign = self.farm.submit(program, "--strategy=random", "--runs=300", arguments=["ainc", "2"])
        self.farm.start_node()
        status = self.farm.wait(campaign)
        self.farm.stop()
        self.checks.equal(status["coverage"], None, "nothing is recorded that nobody asked for")
        ended = self.farm.call("fetch", "--coverage=x.info", campaign)
        self.checks.that(ended.code == command.USAGE and "--record-coverage" in ended.output, "fetch of a campaign without coverage", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("programs", type=pathlib.Path, help="folder of the tests' programs")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server, sync="50ms", lease="1s")
        farm.call("init")
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        test = Test(farm, options, folder, checks)
        test.check_paths()
        test.check_seeds()
        test.check_samples()
        test.same_as_run(options.programs / "dpor/families", ("--strategy=dpor", "--without=symmetry"), ["ainc", str(THREADS)], 2_000,
                         on_one_machine=("--model=sc",))
        # Epochs end, and coverage begins again with each.
        status = test.same_as_run(options.programs / "farm/late", ("--strategy=dpor", "--without=symmetry"), [str(THREADS - 1)], 500,
                                  on_one_machine=("--model=sc",))
        checks.that(status["epoch"] > 1, "an epoch has ended", status)
        while campaigns.lacks(test.counts):
            test.same_as_run(options.programs / "farm/marks", INPUTS, ["bytes", str(BYTES)], 2**BYTES // 32)
        test.check_refusals()
        print(test.counts)
    return checks.finish()


sys.exit(main())
