#!/usr/bin/env python3
"""What Sleave writes as JSON has the form that docs/formats/*.schema.json promise."""

import json
import subprocess
import unittest

import exported

try:
    import jsonschema
except ImportError:
    jsonschema = None

FORMATS = exported.SOURCES / "docs" / "formats"
BUGS = exported.BUILD / "tests" / "bugs" / "present"


def errors(name, document):
    schema = json.loads((FORMATS / f"{name}.schema.json").read_text())
    return [f"{list(error.path)}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


@unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
class Schema(exported.Exported):
    def summary(self, program, *options):
        path = self.folder / "summary.json"
        subprocess.run([exported.SLEAVE, "run", f"--summary={path}", "--time=0", *options, program], cwd=self.folder, check=False,
                       capture_output=True)
        return json.loads(path.read_text())

    def test_findings(self):
        for name in ("aba_treiber", "accept_herd", "lost_update"):
            with self.subTest(name):
                self.explore(BUGS / name, "--out=schema")
                found = list((self.folder / "schema" / name / "findings").glob("*/finding.json"))
                self.assertTrue(found)
                for path in found:
                    self.assertEqual(errors("finding", json.loads(path.read_text())), [])

    def test_summaries(self):
        for options in (["--runs=20"], ["--strategy=dpor", "--coverage=cover"], ["--strategy=interference", "--runs=50"],
                        ["--strategy=predict", "--runs=50"], ["--strategy=affect", "--runs=50"], ["--strategy=auto", "--runs=50"]):
            with self.subTest(options):
                self.assertEqual(errors("summary", self.summary(exported.REPAIRED, *options)), [])
        self.assertEqual(errors("summary", self.summary(exported.BUGGY)), [])

    def test_wrong_documents_are_told(self):
        self.assertNotEqual(errors("summary", {}), [])
        self.assertNotEqual(errors("finding", {"format": "sleave-finding", "schema": 2}), [])


if __name__ == "__main__":
    unittest.main()
