# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a reader's browser makes of the pages. Run by browser.py, which says where pages and browser are."""

import os
import pathlib
import re
import sys
import time
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "errors"))
import pasted  # noqa: E402

SITE = pathlib.Path(os.environ["SITE"])
SCREENSHOTS = os.environ.get("SCREENSHOTS")
PAIR, FAST_PAIR = "pairs/texture/array_1d.html", "pairs/dot_product/shared_thread0.html"
ERRORS, API, CALLS = "migration-notes/errors.html", "migration-notes/api.html", "compat/emulator/CALLS.html"
LADDER, PLOTS = "ladder_reductions.html", "migration-notes/then-and-now.html"
KINDS = ("index.html", PAIR, FAST_PAIR, LADDER, ERRORS, PLOTS, "migration-notes/texture_reference.html", "search.html",
         "headers/cuda_legacy-texture_binding.html", "files/NOTICE.html", API, CALLS)
# axe takes a quarter of a minute for a thousand rows that are all alike.
FEWER_ROWS = """() => {
    for (const row of [...document.querySelectorAll('article tr:not(.lesson)')]) if (row.rowIndex > (row.closest('.pair') ? 40 : 6)) row.remove();
    for (const pair of [...document.querySelectorAll('.pair')].slice(2)) pair.remove();
}"""


def address(page):
    return (SITE / page).as_uri() if "?" not in page else (SITE / page.split("?")[0]).as_uri() + "?" + page.split("?")[1]


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=os.environ["CHROMIUM"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.context = self.browser.new_context(viewport={"width": 1400, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.told, self.fetched = [], []
        self.page.on("console", lambda message: self.told.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.told.append(str(error)))
        self.page.on("request", lambda request: self.fetched.append(request.url) if not request.url.startswith(("file:", "data:")) else None)

    def open(self, page):
        self.page.goto(address(page))
        return self.page

    def run(self, result=None):
        begin = time.monotonic()
        super().run(result)
        print(f"  {time.monotonic() - begin:.1f} s", flush=True)

    def test_no_page_scrolls_sideways_complains_or_fetches(self):
        pages = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
        self.assertGreater(len(pages), 50)
        for width, names in ((360, pages), (1400, KINDS)):  # what fits the narrow one is looked at wide where kinds differ
            self.page.set_viewport_size({"width": width, "height": 900})
            for name in names:
                page = self.open(name)
                with self.subTest(page=name, width=width):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                if SCREENSHOTS and name in KINDS:
                    folder = pathlib.Path(SCREENSHOTS)
                    folder.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=str(folder / f"{name.replace('/', '-')}-{width}.png"))
        self.assertEqual(self.told, [])
        self.assertEqual(self.fetched, [])

    def test_axe_finds_nothing(self):
        axe = Axe()
        # What is dark differs in colours alone.
        whole = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
        for scheme, rules in (("light", whole), ("dark", {"type": "rule", "values": ["color-contrast"]})):
            self.page.emulate_media(color_scheme=scheme)
            options = {"runOnly": rules, "resultTypes": ["violations"]}
            for name in KINDS:
                with self.subTest(page=name, scheme=scheme):
                    page = self.open(name)
                    page.evaluate(FEWER_ROWS)
                    found = axe.run(page, options=options).response["violations"]
                    self.assertEqual([(one["id"], [node["html"][:120] + " " + node.get("failureSummary", "")[:300] for node in one["nodes"][:3]], len(one["nodes"])) for one in found], [])

    def test_the_lesson_stands_on_the_first_screen(self):
        for name in (PAIR, LADDER):
            for width, height in ((1400, 900), (360, 740)):
                page = self.open(name)
                page.set_viewport_size({"width": width, "height": height})
                with self.subTest(page=name, width=width):
                    row = page.locator("tr.lesson, tr.changed, tr.new, tr.old").first
                    self.assertLess(row.bounding_box()["y"], height - 60)
                    self.assertEqual(page.locator("details[open] pre").count(), 0)
        self.open(PAIR)
        self.page.set_viewport_size({"width": 1400, "height": 900})
        self.assertLess(self.page.locator("#lesson-1").bounding_box()["y"], 600)

    def test_the_switch_shows_one_stage_or_two(self):
        page = self.open(FAST_PAIR)
        left, right = page.locator(".first td.line.left").first, page.locator(".first tr.changed td.line.right").first
        fast = page.locator("[id^=fast-]").first
        self.assertTrue(left.is_visible() and right.is_visible() and not fast.is_visible())
        page.locator("#view-both").focus()
        for keys, seen in ((1, (True, False, False)), (1, (False, True, False)), (1, (False, False, True)), (1, (False, False, True))):
            for _ in range(keys):
                page.keyboard.press("ArrowRight")
            self.assertEqual((left.is_visible(), right.is_visible(), fast.is_visible()), seen)

    def test_a_lecture_goes_step_by_step(self):
        page = self.open(LADDER)
        steps = page.locator(".pair.step")
        seen = lambda: [number for number in range(steps.count()) if steps.nth(number).is_visible()]  # noqa: E731
        everything = seen()
        self.assertGreater(len(everything), 3)
        page.locator(".slides-button").click()
        self.assertEqual(seen(), [0])
        for key, at in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("ArrowLeft", 0), ("ArrowLeft", 0)):
            page.keyboard.press(key)
            self.assertEqual(seen(), [at])
        page.keyboard.press("Escape")
        self.assertEqual(seen(), everything)
        self.assertIn(LADDER, page.url)

    def test_an_address_shows_its_line_and_stage(self):
        page = self.open(FAST_PAIR + "")
        page.goto(address(FAST_PAIR) + "#fast-30")
        page.reload()
        self.assertTrue(page.locator("#fast-30").is_visible())
        page.goto(address(PAIR) + "#view-legacy")
        self.assertTrue(page.locator("#view-legacy").is_checked())
        page.goto(address(PAIR) + "#twin-40")
        self.assertTrue(page.locator("#twin-40").is_visible())

    def test_what_is_copied_is_the_file(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        page = self.open(PAIR)
        for number, path in enumerate(("legacy/texture/array_1d.cu", "modern/texture/array_1d.cu")):
            page.locator("th button.copy").nth(number).click()
            page.wait_for_function("n => document.querySelectorAll('th button.copy')[n].textContent === 'Copied'", arg=number)
            self.assertEqual(page.evaluate("navigator.clipboard.readText()"), (root / path).read_text(encoding="utf-8"))

    def test_a_keyboard_reaches_everything(self):
        page = self.open(PAIR)
        reached = set()
        for _ in range(400):
            page.keyboard.press("Tab")
            at = page.evaluate("""() => { const e = document.activeElement;
                return e.matches('input[name=q], .sidebar-search') ? 'search' : e.id && e.id.startsWith('view-') ? 'switch'
                    : e.matches('button.copy') ? 'copy' : e.matches('summary') ? 'head' : e.matches('.skip') ? 'skip'
                    : e.matches('a[id^=twin-]') ? 'line' : e.matches('.related-pages a') ? 'next' : '' }""")
            reached.add(at)
            if at == "next":
                break
        self.assertLessEqual({"search", "switch", "copy", "head", "skip", "line", "next"}, reached)

    def test_the_search_finds_a_message(self):
        page = self.open("search.html?q=texture+is+not+a+template")
        for expected in (ERRORS, "migration-notes/texture_reference.html"):  # results come one by one
            page.wait_for_selector(f"#search-results li a[href^='{expected}']")
        found = page.eval_on_selector_all("#search-results li a", "all => all.map(one => one.getAttribute('href'))")
        names = [re.sub(r"[#?].*", "", one) for one in found]
        self.assertIn("migration-notes/texture_reference.html", names[:3])
        self.assertEqual(self.told, [])

    def paste(self, page, text):
        page = self.open(page)
        page.locator(".explain textarea").fill(text)
        page.wait_for_selector(".explain .answers > *")
        return page

    def test_a_pasted_log_gets_its_answers_in_order(self):
        log = "make: begin\r\nC:\\a b\\x.cpp(118): error C2039: 'clockRate': is not a member of 'cudaDeviceProp'\r\n" \
              "\x1b[31mold.cu(12): error\x1b[0m: texture is not a template\r\n"
        for name in ("index.html", ERRORS):
            with self.subTest(page=name):
                page = self.paste(name, log)
                cards = page.locator(".explain .answers ol > li")
                self.assertEqual(cards.count(), 2)
                self.assertIn("line 2", cards.nth(0).text_content())
                self.assertIn("line 3", cards.nth(1).text_content())
                for at, note in enumerate(("device_properties", "texture_reference")):
                    link = cards.nth(at).locator("a").get_attribute("href")
                    self.assertTrue((SITE / name).parent.joinpath(link).resolve().is_file(), link)
                    self.assertIn(note, link)
        rows = page.locator("article section section tbody tr:visible")
        self.assertEqual(rows.count(), 1)
        self.assertIn("texture is not a template", rows.first.text_content())
        self.assertEqual(page.locator("article section section h2:visible").count(), 1)  # of the other sections nothing is left
        page.locator(".explain textarea").fill("")
        page.wait_for_function("document.querySelectorAll('article section section h2').length > 3")
        self.assertEqual((self.told, self.fetched), ([], []))

    def test_words_filter_the_messages(self):
        page = self.paste(ERRORS, "cudart shared object")
        rows = page.locator("article section section tbody tr:visible")
        self.assertGreater(rows.count(), 0)
        self.assertLess(rows.count(), 10)

    def test_an_unknown_message_gets_the_next_step(self):
        for name in ("index.html", ERRORS):
            page = self.paste(name, "x.cpp(3): error: expected a ';'")
            self.assertIn("./run scan", page.locator(".explain .answers").text_content())
            self.assertEqual(page.locator(".explain .answers ol").count(), 0)

    def test_the_page_answers_what_the_command_answers(self):
        page = self.paste("index.html", "texture is not a template")
        data = pasted.explain.load()
        for one in pasted.all_pastes():
            with self.subTest(one.name):
                found = page.evaluate("text => globalThis.cudaLegacyExplain(text, globalThis.cudaLegacyExplainData)", one.text)
                self.assertEqual(found, pasted.explain.explain(one.text, data))

    def test_no_cell_breaks_a_name(self):
        broken = """() => { const found = [];
            for (const code of document.querySelectorAll('article td code')) for (const part of code.childNodes.length ? [code] : []) {
                const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
                for (let text = walker.nextNode(); text; text = walker.nextNode()) for (const name of text.data.matchAll(/\\w{6,}/g)) {
                    const range = document.createRange();
                    range.setStart(text, name.index);
                    range.setEnd(text, name.index + name[0].length);
                    if (range.getClientRects().length > 1) found.push(name[0]);
                }
            } return found; }"""
        for width in (360, 500, 700, 1400):
            for name in (ERRORS, API, "migration-notes/README.html", "migration-notes/texture_reference.html"):
                page = self.open(name)
                page.set_viewport_size({"width": width, "height": 900})
                with self.subTest(page=name, width=width):
                    self.assertEqual(page.evaluate(broken), [])

    def test_rows_are_cards_on_a_narrow_screen(self):
        page = self.open(ERRORS)
        for width, cards in ((590, True), (610, False)):
            page.set_viewport_size({"width": width, "height": 900})
            boxes = [page.locator("table.cards tbody tr").first.locator("td").nth(at).bounding_box() for at in (0, 2)]
            self.assertEqual(boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"], cards)

    def test_the_menu_s_titles_are_short(self):
        page = self.open("index.html")
        titles = page.eval_on_selector_all(".sidebar-tree li.toctree-l1 > a", "all => all.map(one => one.textContent.trim())")
        self.assertGreater(len(titles), 50)
        self.assertEqual([title for title in titles if len(title) > 45], [])

    def test_the_table_of_names_is_filtered(self):
        page = self.open(API)
        rows = page.locator("table.api tbody tr:visible")
        everything = rows.count()
        page.locator(".filters input").fill("cudaThread")
        few = rows.count()
        self.assertTrue(0 < few < everything / 10)
        page.locator(".filters input").fill("")
        page.locator("select[data-column=removed]").select_option("12.0")
        gone = rows.count()
        self.assertTrue(0 < gone < everything)
        page.locator("select[data-column=compat]").select_option("cannot")
        self.assertLess(rows.count(), gone)


if __name__ == "__main__":
    unittest.main(verbosity=2)
