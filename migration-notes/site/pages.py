# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the sources of the pages together: pages.py PAGES FILES DATA

PAGES gets one Markdown file for each page. The repository's texts keep their places, so that their links hold. A pair has a
page because legacy/ has its file: nothing is registered here. FILES gets copies of the files that pages point to. DATA is what
the emulated device wrote, if it did.
"""

import csv
import html
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXPLAIN = ROOT / "migration-notes/explain"
sys.path[:0] = [str(HERE), str(EXPLAIN), *(str(ROOT / "tests" / folder) for folder in ("tools/structure", "tools/evidence", "support"))]

import accesses  # noqa: E402
import charts  # noqa: E402
import coverage  # noqa: E402
import documents  # noqa: E402  tests/tools/structure
import explain  # noqa: E402  migration-notes/explain
import headers  # noqa: E402
import slides  # noqa: E402
import then_and_now  # noqa: E402  tests/evidence
from evidence import Evidence, raw  # noqa: E402
from examples import Source  # noqa: E402
from links import Links, write_files  # noqa: E402
from rules import text as texts  # noqa: E402  tests/tools/structure
from rules import tree  # noqa: E402

SITE = "migration-notes/site/pages"
API, MESSAGES = "migration-notes/api.csv", "migration-notes/errors.md"
FIELD = """<div class="explain" hidden><label for="explain">Paste a message, or a whole log</label>
<textarea id="explain" rows="3" spellcheck="false" autocomplete="off"></textarea><div class="answers" aria-live="polite"></div></div>"""
# What the menu calls these pages; of the others it has the title's first part.
SHORT = {"migration-notes/README": "Notes by topic", "migration-notes/errors": "Messages", "migration-notes/api": "Every name",
         "migration-notes/documents": "By document", "migration-notes/then-and-now": "Then and now", "migration-notes/outdated-claims": "Outdated claims",
         "migration-notes/from-cuda-n": "From CUDA 8 … 12 to 13", "migration-notes/ready-for-14": "Ready for CUDA 14", "migration-notes/cccl_3": "CCCL 3", "migration-notes/nvtx": "NVTX",
         "migration-notes/find_cuda": "FindCUDA"}
LONGEST = 36


def title_of(text):
    return re.search(r"^# +(.*)", text, re.M)[1]


def menu_entry(page, text, is_note=False):
    """A line of a list of pages, with a title that fits the menu."""
    if is_note or page in SHORT:
        title = SHORT.get(page) or pathlib.PurePath(page).name.replace("_", " ").capitalize()
    else:
        title = title_of(text).replace("`", "")
        title = title if len(title) <= LONGEST else re.split(r": | → |, ", title)[0]
    return f"{title} </{page}>"


def write_explanations(folder):
    """What explains a pasted message: the program, and its data as a script, since a page from a file system can load no other."""
    target = folder / "explain"
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(EXPLAIN / "explain.js", target)
    data = json.dumps(explain.load(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    (target / "data.js").write_text(f"globalThis.cudaLegacyExplainData = {data};\n", encoding="utf-8")


class Site:
    def __init__(self, folder, data):
        self.folder, self.slugs = folder, tree.slugs_below(ROOT, "legacy")
        self.links = Links(ROOT, self.slugs)
        self.evidence, self.data = Evidence(ROOT), data
        beside = [path.relative_to(ROOT).as_posix() for part in ("compat", "tests") for path in (ROOT / part).rglob("*.md")]
        self.repository = sorted(path for path in {*tree.texts(ROOT), *beside} if not path.startswith("migration-notes/site/"))
        self.own = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / SITE).glob("*.md"))
        self.headers = {path.relative_to(ROOT).as_posix(): headers.page(ROOT, path) for path in headers.public(ROOT)}
        for path in self.repository:
            self.links.pages[path] = path.removesuffix(".md")
        for path in self.own:
            self.links.pages[path] = pathlib.PurePath(path).stem
        for path, text in self.headers.items():
            if text:
                self.links.pages[path] = self.header_page(path)
        self.links.pages[API] = "migration-notes/api"

    @staticmethod
    def header_page(path):
        return "headers/" + path.split("include/", 1)[1].removesuffix(".h").replace("/", "-")

    def write(self, page, text, path):
        target = self.folder / (page + ".md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(self.links.rewritten(text, path, page), encoding="utf-8")

    def all(self):
        for path in self.repository:
            text = self.as_exercise(path, self.with_plots(path, texts.read(ROOT / path)))
            self.write(self.links.pages[path], self.with_field(path, text), path)
        for slug in self.slugs:
            self.write(f"pairs/{slug}", self.pair(slug), f"pairs/{slug}.md")
        for path, text in self.headers.items():
            if text:
                # Its link to the whole file is the only one.
                self.links.files.add(path)
                whole = "../files/" + path + ".html"
                text = text.replace(f"[The whole file]({path})", f'<a href="{whole}">The whole file</a>')
                text = re.sub(r"\bmigration-notes/(?:\w|\\_)+\.md", lambda found: self.note_link(found[0]), text)
                self.write(self.links.pages[path], text, path)
        self.write("migration-notes/api", self.api(), API)
        for path in self.own:
            text = texts.read(ROOT / path).replace("<!-- contents -->", self.contents()).replace("<!-- message field -->", "\n".join(raw(FIELD)))
            self.write(self.links.pages[path], text, path)

    @staticmethod
    def note_link(path):
        path = path.replace("\\", "")
        return f"[{path.removeprefix('migration-notes/')}](/{path})" if (ROOT / path).is_file() else path

    # --- the pages ----------------------------------------------------------------------------------------------------

    def pair(self, slug):
        legacy, twin = Source(ROOT, f"legacy/{slug}.cu"), Source(ROOT, f"modern/{slug}.cu")
        source = documents.source(legacy.text)
        letter, _, where = source.partition(", ")
        notes = [f"[{title_of(texts.read(ROOT / note))}](/{note})" for note in tree.notes_named_by(ROOT / f"legacy/{slug}.cu")
                 if (ROOT / note).is_file()]
        lines = ["---", "hide-toc: true", "---", "", f"# `{slug}`", "", headers.escaped(legacy.shows), "",
                 f"Document {letter} ([what that is](/migration-notes/documents.md#document-{letter.lower()})): {headers.escaped(where)}.",
                 ("Note: " if len(notes) == 1 else "Notes: ") + ", ".join(notes) + "." if notes else "", "",
                 "```{pair} " + slug, "```", ""]
        lines += [*raw(slides.links(ROOT, slug)), "", "## What the heads say", ""]
        for name, file in (("Domain", legacy), ("Defects", legacy), ("Far", twin)):
            if name in file.fields:
                lines += \
                    [f"**{name}:** {headers.escaped(file.fields[name])}", ""]
        lines += ["## Results and figures", "", self.evidence.results(slug), ""]
        lines += coverage.section(slug, ROOT, HERE)
        lines += accesses.section(slug, self.data / "accesses")
        return "\n".join(lines)

    @staticmethod
    def names(text):
        """A cell's text, with names that may be cut behind a namespace alone, and long ones small."""
        return re.sub(r"\w{34,}", r'<span class="long">\g<0></span>', html.escape(text).replace("::", "::<wbr>"), flags=re.ASCII)

    def api(self):
        with (ROOT / API).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        removed = sorted({row["removed"] for row in rows if row["removed"]}, key=lambda version: [int(part) if part.isdigit() else 0 for part in re.split(r"\D+", version)])
        body = []
        for row in rows:
            note = f'<a href="{row["note"].removesuffix(".md")}.html">{row["note"].removesuffix(".md")}</a>' \
                if (ROOT / "migration-notes" / row["note"]).is_file() and row["note"] else ""
            cells = [f"<code>{self.names(row['name'])}</code>", html.escape(row["kind"]), row["deprecated"], row["removed"],
                     self.names(row["replacement"]), note, row["compat"]]
            body.append(f'<tr data-removed="{row["removed"]}" data-compat="{row["compat"]}"><td>' + "</td><td>".join(cells) + "</td></tr>")

        def choice(name, words, values):
            options = "".join(f"<option>{html.escape(value)}</option>" for value in values)
            return f'<label>{words} <select data-column="{name}"><option value="">any</option>{options}</select></label>'

        heads = "".join(f'<th scope="col">{name}</th>' for name in ("Name", "Kind", "Deprecated", "Removed", "Replacement", "Note", "Compat"))
        table = (f'<div class="filters" hidden>{choice("removed", "Removed in", removed)}'
                 f'{choice("compat", "Compat", sorted({row["compat"] for row in rows if row["compat"]}))}</div>'
                 f'<div class="table-wrapper"><table class="api"><thead><tr>{heads}</tr></thead><tbody>' + "\n".join(body) + "</tbody></table></div>")
        return "\n".join(["---", "hide-toc: true", "---", "", "# Every name that is gone or going", "",
                          "What the columns mean: [the list of everything](README.md#the-list-of-everything).", "",
                          *raw(table)])

    @staticmethod
    def with_field(path, text):
        """The page of messages has the field for one below its title, and all the width for its tables."""
        if path != MESSAGES:
            return text
        field = raw(FIELD.replace('"explain"', '"explain messages"', 1))
        return "---\nhide-toc: true\n---\n" + re.sub(r"^(# .*)$", lambda title: "\n".join([title[1], "", *field]), text, count=1, flags=re.M)

    @staticmethod
    def as_exercise(path, text):
        """The text of an exercise for readers: its parts get words instead of marks."""
        found = re.fullmatch(r"tests/pairs/exercises/(\w+/\w+)\.md", path)
        if not found:
            return text
        text = re.sub(r"^<!-- blank: .* -->$", "As given:\n", text, flags=re.M).replace("<!-- check -->", "What is checked:\n")
        return f"{text}\n`cuda-legacy exercise {found[1]}` writes it, `--check` tries it, `--solution` shows one.\n"

    def with_plots(self, path, text):
        if path != "migration-notes/then-and-now.md":
            return text
        for document in then_and_now.DOCUMENTS:
            plots = [line for unit, rows in self.measured(document).items()
                     for line in raw(charts.then_and_now(f"Document {document.letter}, {unit}: then and today", rows, unit))]
            heading = re.search(rf"^## {document.letter}: .*$", text, re.M)
            if plots and heading:
                text = text[:heading.end()] + "\n\n" + "\n".join(plots) + text[heading.end():]
        return text

    def measured(self, document):
        """{unit: [(quantity, then, now)]} of a document's figures that have one unit on both sides."""
        units = {"ms": ("ms", 1), "µs": ("ms", 1e-3), "GB/s": ("GB/s", 1), "GFLOPS": ("GFLOP/s", 1), "TFLOP/s": ("GFLOP/s", 1e3),
                 "cycles": ("cycles", 1), "cycle": ("cycles", 1)}
        found = {}
        for row in document.rows:
            sides = []
            for words in (row.then, row.today(ROOT, self.evidence.value)):
                sides.append({})
                for number, unit in re.findall(r"(\d+(?:\.\d+)?) (ms|µs|GB/s|GFLOPS|TFLOP/s|cycles?)(?![\w/])", words):
                    name, factor = units[unit]
                    sides[-1].setdefault(name, float(number) * factor)
            for unit in sides[0].keys() & sides[1].keys():
                found.setdefault(unit, []).append((row.quantity.replace("`", ""), sides[0][unit], sides[1][unit]))
        return dict(sorted(found.items()))

    def contents(self):
        """The lists of pages that the menu shows."""
        def part(caption, pages):
            return ["```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""]

        notes = [f"migration-notes/{note.removesuffix('.md')}" for note in tree.notes(ROOT)]

        def entries(pages, are_notes=False):
            return [menu_entry(page, "" if are_notes or page in SHORT else texts.read(ROOT / paths[page]), are_notes) for page in pages]

        areas = sorted({slug.split("/")[0] for slug in self.slugs})
        for area in areas:
            names = [slug for slug in self.slugs if slug.startswith(area + "/")]
            listed = "\n".join(f"- [`{slug}`](/pairs/{slug}.md): {headers.escaped(Source(ROOT, f'legacy/{slug}.cu').shows)}" for slug in names)
            (self.folder / "pairs").mkdir(parents=True, exist_ok=True)
            (self.folder / f"pairs/{area}.md").write_text(
                f"# Pairs: {area.replace('_', ' ')}\n\n{listed}\n\n```{{toctree}}\n:hidden:\n\n" + "\n".join(f"{slug.split('/')[1]} <{slug}>" for slug in names) + "\n```\n", encoding="utf-8")
        (self.folder / "migration-notes").mkdir(parents=True, exist_ok=True)
        known = sorted(page for path, page in self.links.pages.items() if path in self.headers)
        (self.folder / "headers/index.md").write_text(
            "# The public headers\n\nWhat their own comments say.\n\n```{toctree}\n:maxdepth: 1\n\n"
            + "\n".join("/" + page for page in known) + "\n```\n", encoding="utf-8")
        own = [self.links.pages[path] for path in self.own if self.links.pages[path] != "index"]
        beside = [f"migration-notes/{name}" for name in ("README", "errors", "api", "from-cuda-n", "ready-for-14", "documents", "then-and-now", "outdated-claims")]
        beside += sorted(page for page in self.links.pages.values() if page.startswith("migration-notes/documents/"))
        exercises = sorted(page for page in self.links.pages.values() if page.startswith("tests/pairs/exercises/"))
        listed = {*notes, *beside, *exercises}
        others = [page for path, page in sorted(self.links.pages.items()) if path in self.repository and page not in listed]
        paths = {page: path for path, page in self.links.pages.items()}
        return "\n".join([*part("For a lecture", own), *part("Pairs", [f"{area.replace('_', ' ')} </pairs/{area}>" for area in areas]),
                          *part("Look up", entries(beside)), *part("Migration notes", entries(notes, True)), *part("Exercises", entries(exercises)),
                          *part("The project", [*entries(others), "headers/index"])])


def main():
    folder, files, data = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    for one in (folder, files):
        shutil.rmtree(one, ignore_errors=True)
        one.mkdir(parents=True)
    site = Site(folder, data)
    site.all()
    write_files(site.links, files)
    slides.write(ROOT, site.slugs, files)
    write_explanations(files)


if __name__ == "__main__":
    main()
