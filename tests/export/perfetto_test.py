#!/usr/bin/env python3
"""The trace for Perfetto, field by field: what its importer of the JSON trace-event format reads."""

import json
import unittest

import exported


class Perfetto(exported.Exported):
    def setUp(self):
        self.events = json.loads(self.export("--perfetto", "1"))["traceEvents"]

    def of(self, phase):
        return [event for event in self.events if event["ph"] == phase]

    def test_every_event_has_what_its_phase_needs(self):
        needed = {"M": {"name", "args"}, "X": {"name", "ts", "dur", "cat"}, "s": {"id", "ts", "name", "cat"},
                  "f": {"id", "ts", "name", "cat", "bp"}}
        for event in self.events:
            self.assertIn(event["ph"], needed)
            self.assertLessEqual(needed[event["ph"]] | {"pid", "tid"}, set(event))
            for number in ("ts", "dur", "pid", "tid"):
                self.assertIsInstance(event.get(number, 0), int)

    def test_a_track_for_each_thread(self):
        names = {event["tid"]: event["args"]["name"] for event in self.of("M") if event["name"] == "thread_name"}
        self.assertEqual(names, {1: "main", 2: "T1", 3: "T2"})
        self.assertEqual({slice_["tid"] for slice_ in self.of("X")}, set(names))

    def test_slices_of_a_track_do_not_overlap(self):
        slices = sorted((event["ts"], event["dur"]) for event in self.of("X"))
        for (begin, length), (following, _) in zip(slices, slices[1:]):
            self.assertLessEqual(begin + length, following)

    def test_arrows_go_from_slice_to_slice_forward_in_time(self):
        starts = {event["id"]: event for event in self.of("s")}
        ends = {event["id"]: event for event in self.of("f")}
        self.assertEqual(set(starts), set(ends))
        self.assertTrue(starts)
        for key, start in starts.items():
            self.assertLess(start["ts"], ends[key]["ts"])
            self.assertNotEqual(start["tid"], ends[key]["tid"])
            self.assertEqual((start["name"], start["cat"]), (ends[key]["name"], ends[key]["cat"]))
            for end in (start, ends[key]):
                around = [s for s in self.of("X") if s["tid"] == end["tid"] and s["ts"] <= end["ts"] < s["ts"] + s["dur"]]
                self.assertEqual(len(around), 1)

    def test_the_last_load_reads_what_a_thread_stored(self):
        """The lost update itself: main's load takes the store of the thread that came last."""
        reads = [(start, end) for start in self.of("s") for end in self.of("f")
                 if start["id"] == end["id"] and start["name"] == "reads"]
        last = max(reads, key=lambda pair: pair[1]["ts"])
        self.assertEqual(last[1]["tid"], 1)
        stores = [s for s in self.of("X") if s["name"].startswith("store visitors")]
        self.assertEqual(last[0]["tid"], max(stores, key=lambda s: s["ts"])["tid"])


if __name__ == "__main__":
    unittest.main()
