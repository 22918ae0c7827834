# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a link of the repository's texts leads on the pages: to a page, to a pair, or to a copy of the file."""

import html
import os
import posixpath
import re

from rules.tree import FAST

CODE = re.compile(r"(`+)(?:(?!\1).)+?\1(?!`)", re.S)
LINK = re.compile(r"(?<!!)\[((?:[^\[\]`]|`[^`]*`)*)\]\(<?([^)\s>]+)>?\)")
ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|#")
NO_PROSE = re.compile(r"^#.*|^\s*<!--.*", re.M)  # a heading's words are its name
ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$', re.M)
FENCE = re.compile(r"^\s*(```+|~~~+)")


class Links:
    """What is on the site. pages: {path in the repository: name of its page}."""

    def __init__(self, root, slugs):
        self.root, self.slugs, self.pages, self.files = root, set(slugs), {}, set()

    def target(self, path):
        """(page, anchor) or None, of a path in the repository."""
        if path in self.pages:
            return self.pages[path], ""
        for side, name in (("legacy", "legacy"), ("modern", "twin")):
            slug = path.removeprefix(side + "/").removesuffix(".cu")
            if path == f"{side}/{slug}.cu" and slug in self.slugs:
                return f"pairs/{slug}", f"#view-{name}"
            if path == f"{side}/{slug}.cu" and slug.endswith(FAST) and slug.removesuffix(FAST) in self.slugs:
                return f"pairs/{slug.removesuffix(FAST)}", "#view-fast"
        for index in ("README.md", "CMakeLists.txt"):
            if (self.root / path).is_dir() and (self.root / path / index).is_file():
                return self.target(f"{path}/{index}")
        return None

    def address(self, path, anchor, page):
        """(address from a page, whether Sphinx knows what is there)"""
        found = self.target(path)
        here = posixpath.dirname(page)
        if found and not found[1]:
            return posixpath.relpath(found[0] + ".md", here or ".") + anchor, True  # a page and a folder may share a name
        if found:
            return posixpath.relpath(found[0], here or ".") + ".html" + found[1], False
        self.files.add(path)
        return posixpath.relpath("files/" + path, here or ".") + ".html", False

    def rewritten(self, text, path, page):
        """A Markdown text of the repository for its page. Names of pairs become links."""
        def link(found):
            words, address = found.groups()
            if ABSOLUTE.match(address):
                return found[0]
            name, hash_, anchor = address.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            if not (self.root / target).exists():
                return found[0]
            to, known = self.address(target, hash_ + anchor, page)
            # What Sphinx does not write must not be looked for by it.
            return f"[{words}]({to})" if known else f'<a href="{html.escape(to)}">{words}</a>'

        def slug(found):
            name = found[0].strip("`")
            return f"[`{name}`]({posixpath.relpath('pairs/' + name, posixpath.dirname(page) or '.')}.md)" if name in self.slugs else found[0]

        def outside(chunk):
            linked = [found.span() for found in LINK.finditer(chunk)]
            linked += [found.span() for found in NO_PROSE.finditer(chunk)]

            def one(found):
                return found[0] if any(begin <= found.start() < end for begin, end in linked) else slug(found)

            return ANCHOR.sub(r"(\1)=", LINK.sub(link, CODE.sub(one, chunk)))

        chunks, lines, fence = [], [], ""
        for line in text.split("\n"):
            mark = FENCE.match(line)
            if mark and (not fence or mark[1].startswith(fence)):
                fence, lines = ("" if fence else mark[1]), [*lines, line]
                chunks.append("\n".join(lines) if not fence else outside("\n".join(lines)))
                lines = []
            else:
                lines.append(line)
        return "\n".join([*chunks, outside("\n".join(lines))] if lines else chunks)


def write_files(links, folder):
    """The files that pages point to, as simple pages of their own; folders as lists of their files."""
    for path in sorted(links.files):
        source, page = links.root / path, folder / "files" / (path + ".html")
        page.parent.mkdir(parents=True, exist_ok=True)
        up = os.path.relpath(folder, page.parent)
        if source.is_dir():
            names = sorted(one.relative_to(source).as_posix() for one in source.rglob("*") if one.is_file() and "__pycache__" not in one.parts)
            body = "<ul>" + "".join(f"<li>{html.escape(name)}</li>" for name in names) + "</ul>"
        else:
            body = '<pre tabindex="0">' + html.escape(source.read_text(encoding="utf-8", errors="replace"), quote=False) + "</pre>"
        page.write_text(
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f'<meta name="color-scheme" content="light dark"><title>{html.escape(path)}</title>'
            f'<link rel="stylesheet" href="{up}/_static/file.css"></head><body><main><p><a href="{up}/index.html">cuda_legacy</a></p>'
            f"<h1>{html.escape(path)}</h1>{body}</main></body></html>\n", encoding="utf-8")
