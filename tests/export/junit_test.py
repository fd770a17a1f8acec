#!/usr/bin/env python3
"""JUnit XML: read by junitparser where it is installed, and by Python's own XML parser."""

import unittest
import xml.etree.ElementTree

import exported

try:
    import junitparser
except ImportError:
    junitparser = None


class Junit(exported.Exported):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Both programs have the same name: another folder.
        cls.explore(exported.REPAIRED, "--out=clean")

    def test_a_case_for_each_program(self):
        suite = xml.etree.ElementTree.fromstring(self.export("--junit")).find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "1", "0"))
        case = suite.find("testcase")
        self.assertEqual(case.get("name"), "lost_update")
        self.assertIn("SUMMARY: Sleave: assertion failure", case.find("failure").text)
        properties = {entry.get("name"): entry.get("value") for entry in case.iter("property")}
        self.assertEqual(properties["result"], "finding")
        self.assertTrue(properties["signature"].startswith("assertion:"))

    def test_a_program_without_findings_passes(self):
        suite = xml.etree.ElementTree.fromstring(self.export("--junit", "--out=clean")).find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", "0"))
        properties = {entry.get("name"): entry.get("value") for entry in suite.iter("property")}
        self.assertEqual((properties["result"], properties["runs"]), ("sampled", "50"))

    @unittest.skipIf(junitparser is None, "junitparser is not installed (apt install python3-junitparser)")
    def test_junitparser_reads_it(self):
        (self.folder / "junit.xml").write_text(self.export("--junit"), encoding="utf-8")
        suites = list(junitparser.JUnitXml.fromfile(str(self.folder / "junit.xml")))
        self.assertEqual((suites[0].tests, suites[0].failures, suites[0].errors), (1, 1, 0))
        case = list(suites[0])[0]
        self.assertEqual((case.classname, case.name), ("sleave", "lost_update"))
        failure = case.result[0]
        self.assertIsInstance(failure, junitparser.Failure)
        self.assertEqual(failure.type, "assertion")
        self.assertIn("visitors.load() == 2", failure.message)


if __name__ == "__main__":
    unittest.main()
