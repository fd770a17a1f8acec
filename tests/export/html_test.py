#!/usr/bin/env python3
"""The HTML page of a finding in a real browser: steps by keys and clicks, arrows, source lines, values; and the campaign's page."""

import json
import unittest

import browser
import exported


@unittest.skipIf(browser.COMMAND is None, "chromium is not installed (apt install chromium)")
class Page(exported.Exported):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.finding = json.loads((cls.folder / "sleave-out/lost_update/findings/1/finding.json").read_text(encoding="utf-8"))

    def open(self, *words):
        page = self.folder / "page.html"
        page.write_text(self.export("--html", *words), encoding="utf-8")
        self.browser.open(page)

    def value(self, expression):
        return self.browser.value(expression)

    def current(self):
        """The texts of the steps that are marked; the page has an arrow for "->"."""
        texts = self.value("[...document.querySelectorAll('tr.now.step .op')].map(op => op.textContent)")
        return [text.replace("\u2192\u00a0", "-> ") for text in texts]

    def test_keys_walk_through_all_steps(self):
        self.open("1")
        texts = [step["text"] for step in self.finding["steps"]]
        self.assertEqual(self.current(), [])
        for key in ("j", "ArrowDown", "ArrowRight"):
            self.browser.press("Escape")
            for text in texts:
                self.browser.press(key)
                self.assertEqual(self.current(), [text])
            self.browser.press(key)
            self.assertEqual(self.current(), [texts[-1]])
        for text in reversed(texts[:-1]):
            self.browser.press("k")
            self.assertEqual(self.current(), [text])

    def test_keys_to_the_parts_of_the_failure(self):
        self.open("1")
        for text in [step["text"] for step in self.finding["steps"] if step["key"]]:
            self.browser.press("J")
            self.assertEqual(self.current(), [text])

    def test_what_makes_it_fail_is_shown_and_its_steps_are_marked(self):
        self.open("1")
        cause = self.finding["cause"]
        self.assertTrue(cause["orderings"] and cause["steps"], cause)
        shown = self.value("[...document.querySelectorAll('.cause li')].map(item => item.textContent)")
        self.assertEqual([text.removesuffix(", and").removesuffix(".") for text in shown], cause["orderings"] + cause["conditions"])
        marked = self.value("[...document.querySelectorAll('tr.step')].flatMap((row, i) => row.classList.contains('cause') ? [i] : [])")
        self.assertEqual(marked, cause["steps"])
        edge = self.value("getComputedStyle(document.querySelector('tr.cause td.number')).boxShadow")
        self.assertIn("inset", edge)

    def test_the_source_line_of_each_step_is_seen(self):
        self.open("1")
        for step in self.finding["steps"]:
            self.browser.press("j")
            if step["where"]["line"] == 0:
                continue
            self.assertEqual(self.value("document.querySelector('.code .now').dataset.line"), str(step["where"]["line"]))
            # In view, inside of the block with the source.
            self.assertTrue(self.value("(() => { const line = document.querySelector('.code .now').getBoundingClientRect(),"
                                       " box = document.querySelector('.source.shown').getBoundingClientRect();"
                                       " return line.top >= box.top && line.bottom <= box.bottom + 1; })()"))
            label = self.finding["threads"][step["thread"]]["label"]
            self.assertIn(label, self.value("document.querySelector('.code .now .marks').textContent").split())

    def test_values_follow_the_steps(self):
        self.open("1")
        last = {}
        for step in self.finding["steps"]:
            self.browser.press("j")
            if step["object"] and step["value"]:
                last[step["object"]] = step["value"]
            rows = self.value("[...document.querySelectorAll('.values tbody tr')].map(row => [...row.cells].map(c => c.textContent))")
            self.assertEqual({row[0]: row[1] for row in rows}, last)

    def initial_links(self):
        """What was written before there was a second thread."""
        links = self.finding["links"]
        alone = min(link["from"] for link in links if link["kind"] == "create")
        return [link for link in links if link["kind"] == "reads" and link["from"] < alone]

    def test_an_arrow_for_each_link(self):
        self.open("1")
        kinds = sorted(link["kind"] for link in self.finding["links"] if link not in self.initial_links())
        drawn = "[...document.querySelectorAll('path.arrow')].map(path => path.classList[1]).sort()"
        self.assertEqual(self.value(drawn), kinds)
        self.browser.click(".legend input[data-kinds=reads]")
        self.assertEqual(self.value(drawn), [kind for kind in kinds if kind != "reads"])

    def test_the_step_shows_where_its_initial_value_comes_from(self):
        self.open("1")
        for number, _ in enumerate(self.finding["steps"]):
            self.browser.press("j")
            mine = [link["kind"] for link in self.finding["links"] if number in (link["from"], link["to"])]
            self.assertEqual(self.value("[...document.querySelectorAll('path.arrow.of-now')].map(path => path.classList[1]).sort()"), sorted(mine))

    def test_only_the_steps_of_the_explanation(self):
        self.open("1")
        shown = "[...document.querySelectorAll('tr.step')].flatMap((row, i) => row.offsetParent ? [i] : [])"
        keys = [i for i, step in enumerate(self.finding["steps"]) if step["key"]]
        self.assertLess(set(self.finding["cause"]["steps"]), set(keys))
        self.browser.press("e")
        self.assertEqual(self.value(shown), keys)
        self.assertEqual(self.value("document.querySelector('.position').textContent"), f"{len(keys)} steps")
        for i in keys:
            self.browser.press("j")
            self.assertEqual(self.current(), [self.finding["steps"][i]["text"]])
        self.browser.click("#only")
        self.assertEqual(self.value(shown), list(range(len(self.finding["steps"]))))

    def test_rows_do_not_wrap(self):
        self.open("1")
        self.assertLessEqual(self.value("Math.max(...[...document.querySelectorAll('tr.step')].map(row => row.offsetHeight))"), 26)

    def test_clicks_buttons_and_addresses(self):
        self.open("1")
        self.browser.click("#row-3")
        self.assertEqual(self.current(), [self.finding["steps"][2]["text"]])
        self.assertEqual(self.value("location.hash"), "#row-3")
        self.browser.click("button[data-move=next]")
        self.assertEqual(self.current(), [self.finding["steps"][3]["text"]])
        self.browser.click("button[data-move=last]")
        self.assertEqual(self.current(), [self.finding["steps"][-1]["text"]])
        self.browser.click("button[data-move=all]")
        self.assertEqual(self.current(), [])

    def test_fits_into_1280_pixels(self):
        self.open("1")
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 1280)
        self.assertLessEqual(self.value("document.querySelector('.lanes').scrollWidth"),
                             self.value("document.querySelector('.lanes').clientWidth"))

    def test_light_and_dark(self):
        self.open("1")
        ground = "getComputedStyle(document.body).backgroundColor"
        self.browser.colors("light")
        light = self.value(ground)
        self.browser.colors("dark")
        dark = self.value(ground)
        self.assertNotEqual(light, dark)
        self.browser.press("t")
        self.assertEqual(self.value(ground), light)

    def test_the_page_of_the_campaign(self):
        self.explore(exported.REPAIRED, "--out=clean")
        self.open("--out=clean")
        self.assertEqual(self.value("document.querySelector('h1').textContent"), "1 program")
        self.assertEqual(self.value("document.querySelector('.overview a').textContent"), "lost_update")
        self.assertFalse(self.value("document.querySelector('details.target').open"), "nothing failed: details are folded")
        self.value("document.querySelector('.overview a').click()")
        self.assertTrue(self.value("location.hash === '#p1'"))
        self.assertIn("50 in", self.value("document.body.textContent"))
        self.assertGreaterEqual(self.value("document.querySelectorAll('.plots svg .curve').length"), 2)
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 1280)


if __name__ == "__main__":
    unittest.main()
