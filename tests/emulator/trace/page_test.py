# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace as a page: it is whole, needs nothing from outside, and holds the very trace.

page_test.py PROGRAM             PROGRAM is built of patterns.cu; LD_LIBRARY_PATH names the emulated device
page_test.py PROGRAM --browser   opens it in a headless Chromium, too; exit status 77 where there is none
"""

import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def run(*arguments, **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    environment.update({"CUDA_EMULATOR_" + name: str(value) for name, value in variables.items()})
    return subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True, timeout=60)


class Page(html.parser.HTMLParser):
    """Elements that are open and how they close, what they refer to, and the text of scripts and styles."""

    EMPTY = {"meta", "br", "input"}

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.references, self.ids, self.handlers, self.scripts = [], [], [], [], [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.references += [attributes[name] for name in ("src", "href", "data", "action") if name in attributes]
        self.handlers += [name for name in attributes if name.startswith("on")]
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag not in self.EMPTY:
            self.open.append((tag, attributes.get("id", "")))
        if tag in ("script", "style"):
            self.scripts[tag, attributes.get("id", "")] = ""

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in self.scripts:
            self.scripts[self.open[-1]] += data


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def page(self, *arguments, status=0):
        file, data = self.folder / "trace.html", self.folder / "trace.json"
        done = run(*arguments, TRACE=file, TRACE_JSON=data)
        self.assertEqual(done.returncode, status, done.stderr)
        self.text = file.read_text(encoding="utf-8")
        return Page(self.text), json.loads(data.read_text(encoding="utf-8"))

    def test_it_holds_the_trace(self):
        for argument, status in (("", 0), ("race", 99), ("fault", 99), ("exit", 7)):
            page, data = self.page(argument, status=status)
            self.assertEqual(json.loads(page.scripts["script", "trace"]), data)
            self.assertTrue(data["kernels"])

    def test_it_is_whole(self):
        page, data = self.page()
        self.assertEqual((page.open, page.wrong), ([], []))
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual(set(page.scripts), {("script", "trace"), ("script", ""), ("style", "")})
        for name in ("page.css", "page.js", "page_diagrams.js", "@trace@"):
            self.assertNotIn(f"/* {name} */", self.text)
        # The source has a line that would end the data.
        self.assertTrue(any("</script>" in line for line in data["files"][0]["text"]))
        self.assertNotIn("<", page.scripts["script", "trace"])

    def test_it_needs_nothing_from_outside(self):
        page, _ = self.page()
        self.assertEqual((page.references, page.handlers), ([], []))
        self.assertIn("default-src 'none'", self.text)
        code = page.scripts["script", ""] + page.scripts["style", ""]
        self.assertEqual(re.findall(r"@import|url\((?!#)|fetch\(|XMLHttpRequest|innerHTML|document\.write|eval\(", code), [])
        self.assertEqual(re.findall(r"https?://\S+?(?=[\"'])", code), ["http://www.w3.org/2000/svg"])

    def test_every_element_that_the_script_asks_for_is_there(self):
        page, _ = self.page()
        code = page.scripts["script", ""]
        asked = set(re.findall(r'(?:byId|getElementById)\("([\w-]+)"\)', code))
        made = set(re.findall(r'chooser\("\w+", "(\w+)"', code))
        self.assertEqual(asked - made - set(page.ids), set())
        self.assertIn("kernel", asked)

    def test_a_page_that_cannot_be_written(self):
        file, data = self.folder / "no" / "x.html", self.folder / "x.json"
        done = run(TRACE=file, TRACE_JSON=data)
        self.assertEqual(done.returncode, 99, "the exit status says so")
        self.assertIn(f"the trace cannot be written to '{file}' (CUDA_EMULATOR_TRACE): No such file", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["x.json"], "the other file is written")


# Goes through all kernels, and informs the page that has this one in a frame.
PROBE = """<script>
const result = trace.kernels.map((k, n) => {
    const select = document.getElementById("kernel");
    select.value = n;
    select.onchange();
    document.querySelectorAll("details").forEach(d => { d.open = true; });
    const buttons = [...document.querySelectorAll(".accesses button")];
    const sentences = buttons.map(b => { b.click(); return document.querySelector("#access strong").textContent; });
    const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
    return { kernel: k.name, sentences, overflow: document.documentElement.scrollWidth - innerWidth,
        lanes: document.querySelectorAll("#access tbody tr").length,
        races: [...document.querySelectorAll(".explained")].map(d => d.querySelectorAll("svg.race rect").length),
        waits: document.querySelectorAll("#timeline rect.wait.segment").length,
        unlabelled: [...document.querySelectorAll("select")].filter(s => !s.labels.length).length,
        unnamed: [...document.querySelectorAll("button")].filter(b => !b.textContent).length,
        pictures: [...document.querySelectorAll("svg[role=img]")].filter(s => !s.querySelector("title").textContent).length,
        twice: ids.filter((id, n) => ids.indexOf(id) !== n && id !== "hatch") };
});
parent.postMessage(result, "*");
</script>"""
FRAMES = """<!doctype html><meta charset="utf-8"><pre id="told"></pre><script>
const told = {};
addEventListener("message", e => {
    const width = [...document.querySelectorAll("iframe")].find(f => f.contentWindow === e.source).width;
    (told[width] = told[width] || []).push(e.data);
    document.getElementById("told").textContent = JSON.stringify(told);
});
</script>WIDTHS"""


class Browser(Files):
    def look(self, *arguments, status=0):
        self.page(*arguments, status=status)
        errors = '<script>addEventListener("error", e => parent.postMessage({error: e.message}, "*"));</script>'
        (self.folder / "probe.html").write_text(self.text.replace("<style>", errors + "<style>", 1).replace("</body>", PROBE + "</body>"), encoding="utf-8")
        frames = "".join(f'<iframe src="probe.html" width="{width}" height="800"></iframe>' for width in (360, 1400))
        (self.folder / "frames.html").write_text(FRAMES.replace("WIDTHS", frames), encoding="utf-8")
        done = browse(f"file://{self.folder}/frames.html", "--virtual-time-budget=20000", f"--user-data-dir={self.folder}/user")
        (told,) = re.findall(r'<pre id="told">(.*?)</pre>', done.stdout, re.S)
        told = json.loads(html.unescape(told))
        self.assertEqual(set(told), {"360", "1400"})
        for width, messages in told.items():
            self.assertEqual(len(messages), 1, messages)
            for kernel in messages[0]:
                self.assertLessEqual(kernel["overflow"], 0, (width, kernel))
                self.assertEqual((kernel["unlabelled"], kernel["unnamed"], kernel["pictures"], kernel["twice"]), (0, 0, 0, []))
                self.assertEqual(kernel["lanes"], 32)
        return {kernel["kernel"]: kernel for kernel in told["360"][0]}

    def test_what_it_says(self):
        kernels = self.look()
        conflict = "32 lanes, 1 bank: 32 passes over the banks, 31 bank conflicts."
        self.assertIn(conflict, kernels["transpose_tiled"]["sentences"])
        self.assertNotIn(conflict, kernels["transpose_padded"]["sentences"])
        self.assertIn("32 lanes, 32 banks: 1 pass over the banks, no bank conflict.", kernels["transpose_padded"]["sentences"])
        self.assertEqual(kernels["transpose"]["sentences"],
                         ["32 lanes ask for 128 bytes in 4 sectors of 32 bytes (1 line of 128): 128 bytes move.",
                          "32 lanes ask for 128 bytes in 32 sectors of 32 bytes (32 lines of 128): 1,024 bytes move."])
        self.assertEqual(kernels["divergent"]["waits"], 1)

    def test_findings_and_errors(self):
        racing = self.look("race", status=99)["racing"]
        self.assertEqual(set(racing["races"]), {2}, "both accesses of each race are drawn")
        self.assertIn("past_end", self.look("fault", status=99))


def browse(*arguments):
    return subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", *arguments],
                          capture_output=True, text=True, timeout=100)


def works():
    try:
        return browse("about:blank").returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__":
    if "--browser" in sys.argv:
        browser = next(filter(None, map(shutil.which, BROWSERS)), None)
        if not browser or not works():
            print(f"skipped: {browser} does not start" if browser else "skipped: no Chromium is installed")
            sys.exit(77)
        suite = unittest.defaultTestLoader.loadTestsFromNames(["Browser.test_what_it_says", "Browser.test_findings_and_errors"], sys.modules[__name__])
    else:
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(Files)
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
