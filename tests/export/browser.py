"""A headless Chromium, spoken to through two pipes (--remote-debugging-pipe): no port, no library. Waits for answers, never for time."""

import base64
import json
import os
import shutil
import subprocess
import tempfile

COMMAND = shutil.which("chromium")


def _pipes_in_place(reads, writes):
    """In the child: 3 is read from, 4 is written to."""
    kept = os.dup(reads), os.dup(writes)
    os.dup2(kept[0], 3)
    os.dup2(kept[1], 4)


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        reads, self.to_browser = os.pipe()
        self.from_browser, writes = os.pipe()
        self.process = subprocess.Popen(
            [COMMAND, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile.name}"],
            preexec_fn=lambda: _pipes_in_place(reads, writes), close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.received = b""
        self.calls = 0
        self.session = None

    def _message(self):
        while b"\0" not in self.received:
            more = os.read(self.from_browser, 1 << 16)
            if not more:
                raise EOFError("the browser has ended")
            self.received += more
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, until=None, **parameters):
        """The method's result; or, with `until`, what that event brings, which comes after the call was understood."""
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        result = event = None
        while result is None or (until and event is None):
            answer = self._message()
            if answer.get("id") == self.calls:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                result = answer["result"]
            if until and answer.get("method") == until:
                event = answer["params"]
        return event if until else result

    def open(self, page, width=1280, height=800):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", until="Page.loadEventFired", url=page.as_uri())

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def click(self, selector):
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def colors(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (EOFError, OSError):
            pass  # it may be gone before it answers
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.profile.cleanup()
