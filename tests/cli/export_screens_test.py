"""Every file that `sleave export` writes of a finding and of a campaign, and the JSON that campaigns keep."""

import re
import sys
import unittest

import screen

sys.path.insert(0, str(screen.SOURCE / "scripts"))
sys.dont_write_bytecode = True
from tables import options_table  # noqa: E402

FORMATS = [name for name, argument, _, commands, _ in options_table() if commands == "export" and not argument and name != "stale"]
CHANGING = (
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"\b[0-9a-f]{40,64}\b", "HASH"),
    (r'(?m)^ *"[A-Za-z0-9+/]{60,}={0,2}"[,;]?\n(?: *"[A-Za-z0-9+/=]+"[,;]?\n)*', "REPLAY FILE\n"),
    (r'((?:seconds|second|time)"?[=:] ?"?)\d+(?:\.\d+)?(?:e-?\d+)?', r"\1N"),
    (r"\d+ a second", "N a second"),
    (r"<svg .*?</svg>", "<svg>"),  # curves over time
    (r'("?\bversion"?: ?")\d+\.\d+\.\d+', r"\1VERSION"),
)
# Of HTML pages what is shown, without style and script.
SHOWN = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)


class Files(screen.Screens):
    def test_every_format_of_a_finding(self):
        self.found()
        for name in FORMATS:
            text = self.plain("export", f"--{name}", "account/1")
            self.expect(f"export_{name}", SHOWN.sub(r"<\1>", text), CHANGING)
            self.assertEqual(self.plain("export", f"--{name}", "account/1", f"--output=file.{name}"), "")

    def test_campaign(self):
        self.program("absent")
        self.plain("run", "--seed=1", "--strategy=random", "--runs=100", "--time=0", "--summary=summary.json", "./account")
        self.expect("summary_json", (self.folder / "summary.json").read_text(), CHANGING)
        for name in ("html", "junit", "sarif", "github"):
            self.expect(f"export_clean_{name}", SHOWN.sub(r"<\1>", self.plain("export", f"--{name}", "account")), CHANGING)


if __name__ == "__main__":
    unittest.main()
