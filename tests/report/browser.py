"""A Chromium without a window, driven over its debugging pipe; nothing but Python's own library is needed."""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find():
    """The browser's path, or None. EUTECTIC_BROWSER names one."""
    named = os.environ.get("EUTECTIC_BROWSER")
    return named or next((path for path in map(shutil.which, names) if path), None)


class Browser:
    """with Browser() as b: b.open("page.html"); b.value("1 + 1"); b.click("#fit")"""

    def __init__(self, width=1440, height=1000, dark=False):
        self.size, self.dark = (width, height), dark
        self.last, self.events = 0, []

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="eutectic-browser-")
        to_read, self.to = os.pipe()
        self.from_, to_write = os.pipe()

        def pipes():  # the browser reads at 3 and writes at 4; neither may be in the way of the other
            high_read, high_write = os.dup(to_read), os.dup(to_write)
            read, write = (os.dup2(fd, 100 + i) for i, fd in enumerate((high_read, high_write)))
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--hide-scrollbars", "--disable-dev-shm-usage",
             f"--user-data-dir={self.profile}", f"--window-size={self.size[0]},{self.size[1]}", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=self.size[0], height=self.size[1], deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"}])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.to)
        os.close(self.from_)
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.from_, 1 << 16)
            if not chunk:
                raise RuntimeError("the browser has gone")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, address=""):
        """Opens a file; the seconds until it is loaded and its script has run."""
        begin = time.time()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri() + address)
        while not self.value("document.readyState === 'complete' && typeof page !== 'undefined'"):
            if time.time() - begin > 60:
                raise RuntimeError("the page does not load")
            time.sleep(0.02)
        return time.time() - begin

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def click_at(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                      clickCount=0 if kind == "mouseMoved" else 1)

    def click(self, selector):
        """A real click into the middle of an element (of the first, where there are several)."""
        where = self.value(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
                           "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                           "return [r.left + r.width / 2, r.top + r.height / 2]; })()")
        if where is None:
            raise RuntimeError(f"the page has no {selector}")
        self.click_at(*where)

    def key(self, key, code=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText")

    def problems(self):
        """Errors and warnings of the console, exceptions, and every address asked for that is no local file."""
        self.value("0")
        found = []
        for event in self.events:
            kind, p = event.get("method"), event.get("params", {})
            if kind == "Runtime.exceptionThrown":
                found.append(f"exception: {p['exceptionDetails'].get('exception', {}).get('description')}")
            elif kind == "Runtime.consoleAPICalled" and p["type"] in ("error", "warning", "assert"):
                found.append(f"console: {p['args']}")
            elif kind == "Log.entryAdded" and p["entry"]["level"] in ("error", "warning"):
                found.append(f"log: {p['entry']['text']}")
            elif kind == "Network.requestWillBeSent" and not p["request"]["url"].startswith(("file:", "data:", "about:")):
                found.append(f"request: {p['request']['url']}")
        return found

    def picture(self, path):
        png = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        pathlib.Path(path).write_bytes(png)
        return len(png)
