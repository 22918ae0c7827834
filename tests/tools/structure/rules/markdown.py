# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the texts show and where they point: snippets of built files, and links."""

import posixpath
import re
import typing

from rules.finding import Finding, nothing
from rules.text import line_of, lines, prose, read, read_if_there
from rules.tree import texts

MARKER = re.compile(r"\s*<!--\s*from\s+(\S+)\s*-->\s*")
CPP = {"cpp", "c++", "c", "cu", "cuda", "cxx"}
LINK = re.compile(r"\]\(<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)", re.M)


def contains(all_lines, part):
    return any(all_lines[at:at + len(part)] == part for at in range(len(all_lines) - len(part) + 1))


class Block(typing.NamedTuple):
    """A fenced block, or a marker that none follows: that has no lines."""
    line: int
    source: typing.Optional[str]  # the file that the marker before it names
    language: str = ""
    lines: typing.Optional[list] = None
    ends: bool = True


def blocks(markdown):
    text, source, at = lines(markdown), None, 0
    while at < len(text):
        marker = MARKER.fullmatch(text[at])
        if marker:
            source = marker[1]
            if at + 1 == len(text) or not text[at + 1].startswith("```"):
                yield Block(at + 1, source)
        elif not text[at].startswith("```"):
            source = None
        else:
            begin = at
            at += 1
            while at < len(text) and not text[at].startswith("```"):
                at += 1
            yield Block(begin + 1, source, text[begin][3:].strip(), text[begin + 1:at], at < len(text))
            source = None
        at += 1


def snippets(root):
    """Every snippet marked "from" stands in its file as it is, and notes show no other C++."""
    looked = False
    for file in texts(root):
        for block in blocks(read_if_there(root / file)):
            if block.lines is None:
                yield Finding(file, block.line, f'no fenced block follows the line "from {block.source}"')
                continue
            looked = looked or block.source is not None
            if not block.ends:
                yield Finding(file, block.line, "the fenced block does not end")
            if block.source is None:
                if block.language in CPP and file.startswith("migration-notes/"):
                    yield Finding(file, block.line, "a block of C++ that comes from no file")
            elif not (root / block.source).is_file():
                yield Finding(file, block.line, f"there is no {block.source}")
            elif not block.lines or not contains(lines(read(root / block.source)), block.lines):
                yield Finding(file, block.line, f"the snippet does not stand in {block.source} as it is here")
    if not looked:
        yield nothing("snippets")


def links(root):
    """Every relative link of the texts that users read points to something."""
    files = texts(root)
    if not files:
        yield nothing("texts")
    for file in files:
        text = prose(read(root / file))
        for found in LINK.finditer(text):
            link = found[1] or found[2]
            if re.match(r"[a-z][a-z0-9+.-]*:|#", link):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(file), link.split("#")[0]))
            if target.split("/")[0] in ("..", ""):
                yield Finding(file, line_of(text, found.start()), f"the link to {link} leaves the repository")
            elif not (root / target).exists():
                yield Finding(file, line_of(text, found.start()), f"the link to {link} points nowhere")
