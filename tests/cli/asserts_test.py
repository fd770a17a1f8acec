"""Asserts are on in what users get, whatever the build type."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import session

SOURCE = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = tuple(str(SOURCE / name) + "/" for name in ("cli", "driver", "engine", "pass", "runtime"))


class Asserts(unittest.TestCase):
    def test_of_this_build(self):
        entries = json.loads((session.BUILD / "compile_commands.json").read_text())
        ours = [entry for entry in entries if entry["file"].startswith(FOLDERS) and not entry["file"].endswith(".S")]
        self.assertGreater(len(ours), 300)
        self.assertEqual([entry["file"] for entry in ours if "NDEBUG" in entry["command"]], [])

    def test_of_every_build_type(self):
        types = ("RELEASE", "RELWITHDEBINFO", "MINSIZEREL")
        names = [f"CMAKE_{language}_FLAGS_{build}" for language in ("C", "CXX") for build in types]
        given = "\n".join(f'set({name} "-O2 -g -DNDEBUG")' for name in names)
        shown = "\n".join(f'message("${{{name}}}")' for name in names)
        script = f"{given}\ninclude({SOURCE}/cmake/SleaveAsserts.cmake)\n{shown}\n"
        with tempfile.NamedTemporaryFile("w", suffix=".cmake") as file:
            file.write(script)
            file.flush()
            done = subprocess.run(["cmake", "-P", file.name], capture_output=True, text=True, check=True)
        self.assertEqual([line.split() for line in done.stderr.splitlines()], [["-O2", "-g"]] * len(names))


if __name__ == "__main__":
    unittest.main()
