#!/usr/bin/env python3
"""SARIF 2.1.0, field by field: what the OASIS schema requires and allows of the objects that Sleave writes."""

import json
import os
import re
import unittest

import exported

# Object: (properties it must have, properties it may have), from the 2.1.0 schema, as far as Sleave uses them. The
# schema allows no other properties.
ALLOWED = {
    "log": ({"version", "runs"}, {"$schema"}),
    "run": ({"tool"}, {"results", "originalUriBaseIds", "columnKind", "invocations"}),
    "tool": ({"driver"}, set()),
    "driver": ({"name"}, {"version", "rules", "informationUri"}),
    "rule": ({"id"}, {"shortDescription", "fullDescription", "defaultConfiguration", "name"}),
    "result": ({"message"}, {"ruleId", "ruleIndex", "level", "kind", "locations", "partialFingerprints", "codeFlows", "stacks",
                             "properties"}),
    "codeFlow": ({"threadFlows"}, {"message"}),
    "threadFlow": ({"locations"}, {"id", "message"}),
    "threadFlowLocation": (set(), {"location", "executionOrder", "importance", "state"}),
    "location": (set(), {"physicalLocation", "logicalLocations", "message"}),
    "physicalLocation": ({"artifactLocation"}, {"region"}),
    "artifactLocation": ({"uri"}, {"uriBaseId"}),
    "region": (set(), {"startLine", "startColumn"}),
    "logicalLocation": (set(), {"fullyQualifiedName", "kind"}),
    "stack": ({"frames"}, {"message"}),
    "stackFrame": (set(), {"location", "module"}),
    "message": ({"text"}, set()),
}


class Sarif(exported.Exported):
    def setUp(self):
        self.log = json.loads(self.export("--sarif", f"--root={exported.SOURCES}"))
        self.run_ = self.log["runs"][0]

    @unittest.skipUnless(os.environ.get("SLEAVE_SARIF_SCHEMA"), "SLEAVE_SARIF_SCHEMA does not name the file of OASIS")
    def test_schema_of_oasis(self):
        import jsonschema
        with open(os.environ["SLEAVE_SARIF_SCHEMA"], encoding="utf-8") as file:
            schema = json.load(file)
        validator = jsonschema.validators.validator_for(schema)(schema)
        self.assertEqual([error.message for error in validator.iter_errors(self.log)], [])

    def check(self, kind, thing):
        needed, allowed = ALLOWED[kind]
        self.assertIsInstance(thing, dict, kind)
        self.assertLessEqual(needed, set(thing), kind)
        self.assertLessEqual(set(thing), needed | allowed, kind)
        if "message" in thing:
            self.check_message(thing["message"])
        return thing

    def check_message(self, message):
        self.check("message", message)
        self.assertIsInstance(message["text"], str)
        self.assertTrue(message["text"])

    def check_location(self, location):
        self.check("location", location)
        if "physicalLocation" in location:
            physical = self.check("physicalLocation", location["physicalLocation"])
            uri = self.check("artifactLocation", physical["artifactLocation"])["uri"]
            self.assertRegex(uri, r"^[A-Za-z0-9._~%:/-]+$")
            self.assertNotRegex(uri, r"%(?![0-9A-F]{2})")
            base = physical["artifactLocation"].get("uriBaseId")
            self.assertEqual(base == "SRCROOT", not uri.startswith("file://"))
            for value in self.check("region", physical.get("region", {})).values():
                self.assertGreaterEqual(value, 1)
        for logical in location.get("logicalLocations", []):
            self.check("logicalLocation", logical)

    def test_the_log_and_its_tool(self):
        self.check("log", self.log)
        self.assertEqual(self.log["version"], "2.1.0")
        self.assertEqual(len(self.log["runs"]), 1)
        self.check("run", self.run_)
        driver = self.check("driver", self.check("tool", self.run_["tool"])["driver"])
        self.assertEqual(driver["name"], "Sleave")
        for rule in driver["rules"]:
            self.check("rule", rule)
            self.check_message(rule["shortDescription"])
            self.check_message(rule["fullDescription"])
            self.assertIn(rule["defaultConfiguration"]["level"], ("none", "note", "warning", "error"))
        self.assertEqual(len({rule["id"] for rule in driver["rules"]}), len(driver["rules"]))
        # 3.14.14: an absolute URI that ends with a slash.
        self.assertRegex(self.run_["originalUriBaseIds"]["SRCROOT"]["uri"], r"^file:///.*/$")

    def test_the_result(self):
        self.assertEqual(len(self.run_["results"]), 1)
        result = self.check("result", self.run_["results"][0])
        self.assertEqual(result["ruleId"], "assertion")
        self.assertEqual(self.run_["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        for location in result["locations"]:
            self.check_location(location)
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertEqual(uri, "tests/bugs/present/lost_update.cc")
        for name, value in result["partialFingerprints"].items():
            self.assertRegex(name, r"^[A-Za-z0-9]+/v\d+$")
            self.assertRegex(value, r"^assertion:[0-9a-f]{8} ")
        for stack in result["stacks"]:
            for frame in self.check("stack", stack)["frames"]:
                self.check_location(self.check("stackFrame", frame)["location"])

    def test_one_flow_for_each_thread(self):
        flows = self.run_["results"][0]["codeFlows"][0]["threadFlows"]
        self.check("codeFlow", self.run_["results"][0]["codeFlows"][0])
        self.assertEqual([flow["id"] for flow in flows], ["main", "T1", "T2"])
        orders = []
        for flow in flows:
            self.check("threadFlow", flow)
            self.assertTrue(flow["locations"])
            for step in flow["locations"]:
                self.check("threadFlowLocation", step)
                self.check_location(step["location"])
                self.assertIn(step["importance"], ("important", "essential", "unimportant"))
                for value in step.get("state", {}).values():
                    self.check_message(value)
            order = [step["executionOrder"] for step in flow["locations"]]
            self.assertEqual(order, sorted(order))
            orders += order
        self.assertEqual(sorted(orders), list(range(1, len(orders) + 1)))

    def test_the_same_bug_has_the_same_fingerprint(self):
        first = self.run_["results"][0]["partialFingerprints"]
        self.explore(exported.BUGGY, "--seed=5", "--out=again")
        again = json.loads(self.export("--sarif", "--out=again"))
        self.assertEqual(again["runs"][0]["results"][0]["partialFingerprints"], first)


if __name__ == "__main__":
    unittest.main()
