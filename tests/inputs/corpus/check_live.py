"""A corpus that is shared with a fuzzer while both run: libFuzzer's folder, and the queues of AFL++ instances."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
HERE = pathlib.Path(__file__).resolve().parent
SECRET = BUILD / "tests" / "inputs" / "corpus" / "secret"
WORD = BUILD / "tests" / "inputs" / "corpus" / "word"
KEY = b"keysmith"  # for which secret.c fails
AFL = {"AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_UI": "1",
       "AFL_IMPORT_FIRST": "1", "AFL_QUIET": "1"}


class LiveCorpus(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.corpus = self.folder / "corpus"
        self.corpus.mkdir()
        self.sleave = command.Sleave(BUILD / "bin" / "sleave", self.folder)

    def start(self, program, *options):
        words = [BUILD / "bin" / "sleave", "run", f"--out={self.folder / 'out'}", f"--corpus={self.corpus}", *options, program]
        search = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(search.kill)
        return search

    def expect_finding_of(self, place):
        """Of a search that cannot find it, when another tool writes it there."""
        search = self.start(SECRET, "--strategy=auto", "--runs=0", "--time=30s", "--minimize=off")
        time.sleep(1.5)
        self.assertIsNone(search.poll())
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(KEY)
        output, _ = search.communicate(timeout=90)
        self.assertEqual(search.returncode, command.FINDING, output)
        self.assertIn("assert", output)

    def test_what_another_tool_adds_is_run(self):
        self.expect_finding_of(self.corpus / "from-another")

    def test_what_an_instance_of_afl_adds_is_run(self):
        (self.corpus / "fast" / "queue").mkdir(parents=True)
        self.expect_finding_of(self.corpus / "fast" / "queue" / "id:000000,orig:a")

    def queue(self):
        return sorted(path.name for path in (self.corpus / "sleave" / "queue").iterdir())

    def test_inputs_go_to_a_queue_of_our_own(self):
        (self.corpus / "fast" / "queue").mkdir(parents=True)
        (self.corpus / "fast" / "queue" / "id:000000,orig:a").write_bytes(b"FU")
        for expected_to_grow in (True, False):
            before = self.queue() if not expected_to_grow else []
            ended = self.sleave.run(WORD, f"--corpus={self.corpus}", "--strategy=inputs", "--time=0", "--runs=30", "--keep-going")
            self.assertEqual(ended.code, command.FINDING, ended)
            names = self.queue()
            self.assertEqual([name[:9] for name in names], [f"id:{number:06}" for number in range(len(names))])
            self.assertTrue(names == before if not expected_to_grow else len(names) >= 2, names)

    @unittest.skipUnless(shutil.which("afl-fuzz") and shutil.which("afl-clang-fast"), "afl++ is not installed")
    def test_afl_imports_what_was_found(self):
        (self.corpus / "fast" / "queue").mkdir(parents=True)
        self.sleave.run(WORD, f"--corpus={self.corpus}", "--strategy=inputs", "--time=0", "--runs=30", "--keep-going")
        shutil.rmtree(self.corpus / "fast")
        target = self.folder / "word_afl"
        environment = {**os.environ, **AFL}
        subprocess.run(["afl-clang-fast", "-fsanitize=fuzzer", "-o", target, HERE / "word.c"], check=True, env=environment,
                       capture_output=True)
        seeds = self.folder / "seeds"
        seeds.mkdir()
        (seeds / "one").write_bytes(b"x")
        subprocess.run(["timeout", "20", "afl-fuzz", "-S", "fast", "-i", seeds, "-o", self.corpus, "-V", "3", target], env=environment,
                       capture_output=True)
        imported = [path.name for path in (self.corpus / "fast" / "queue").iterdir() if "sync:sleave" in path.name]
        crashes = list((self.corpus / "fast" / "crashes").glob("id:*sync:sleave*"))
        self.assertTrue(imported or crashes, "afl-fuzz took no input over")
        # The other way: what its queue has is run.
        found = self.corpus / "fast" / "queue"
        (found / "id:900000,orig:key").write_bytes(KEY)
        ended = self.sleave.run(SECRET, f"--corpus={self.corpus}", "--strategy=inputs", "--time=0", "--runs=100")
        self.assertEqual(ended.code, command.FINDING, ended)

    @unittest.skipUnless(shutil.which("clang-19"), "clang is not installed")
    def test_libfuzzer_continues_from_what_was_found(self):
        target = self.folder / "secret_fuzzer"
        built = subprocess.run(["clang-19", "-g", "-fsanitize=fuzzer", "-o", target, HERE / "secret.c"], capture_output=True)
        if built.returncode != 0:
            self.skipTest("libFuzzer is not installed")
        fuzzer = subprocess.Popen([target, "-max_total_time=30", "-reload=1", f"-artifact_prefix={self.folder}/", self.corpus],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(fuzzer.kill)
        # Sleave runs the file and keeps the input, since it takes a new edge; the fuzzer reloads the folder.
        time.sleep(1)
        given = self.folder / "given"
        given.mkdir()
        (given / "key").write_bytes(KEY)
        self.sleave.run(SECRET, f"--corpus={given}", "--strategy=inputs", "--time=0", "--runs=20", "--keep-going")
        for path in given.iterdir():
            shutil.copy(path, self.corpus / path.name)
        output, _ = fuzzer.communicate(timeout=60)
        self.assertIn("deadly signal", output)
        again = self.start(SECRET, "--strategy=inputs", "--runs=500", "--time=0", "--minimize=off")
        output, _ = again.communicate(timeout=60)
        self.assertEqual(again.returncode, command.FINDING, output)


if __name__ == "__main__":
    unittest.main()
