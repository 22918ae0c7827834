#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every link and anchor of the pages, and that they fetch nothing from a network: links_test.py BUILD"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("video", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.twice, self.links = set(), set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                (self.twice if value in self.names else self.names).add(value)
            if name in ("href", "src") and value is not None:
                self.links.append((tag, name, value, dict(attributes)))


def wrong_links(folder):
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    if len(pages) < 50:
        yield f"{folder} has {len(pages)} pages only"
    for path, page in pages.items():
        name = path.relative_to(folder)
        for twice in page.twice:
            yield f"{name}: the id {twice!r} twice"
        for tag, kind, address, attributes in page.links:
            if re.match(r"https?:|//", address):
                if (tag, kind) in FETCHED and attributes.get("rel") not in ("canonical",):
                    yield f"{name}: fetches {address}"
                continue
            if address.startswith(("mailto:", "data:")):
                continue
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.path.startswith("/"):
                yield f"{name}: {address} does not work from a file system"
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{name}: no file for {address}"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].names:
                yield f"{name}: no anchor for {address}"
    for path in sorted(folder.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')]+)", path.read_text(encoding="utf-8")):
            if re.match(r"https?:|//", address):
                yield f"{path.relative_to(folder)}: fetches {address}"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve() / "site"
    if not (folder / "index.html").is_file():
        print("skipped: the pages are not built")
        return 77
    wrong = list(wrong_links(folder))
    print("\n".join(wrong) or "every link and anchor is there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
