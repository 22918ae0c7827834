#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the project's texts are short: no sentence over 25 words, no table cell over 30.

  words.py [ROOT] [FILE...]   says of every sentence and cell that is longer where it stands; exit status 1 if there is one

A piece of `code`, a link's text and a figure with its unit count as they are read: code as one word, and so a list of
nothing but code, a link as its text, "3.5 GB/s" as one word. Fenced blocks, comments and addresses are not counted.
"""

import argparse
import pathlib
import re
import sys

from rules.finding import Finding, nothing
from rules.tree import texts

SENTENCE, CELL = 25, 30

# A full stop after these ends no sentence.
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|al|approx)|\b[A-Z])\.$")
SENTENCE_END = re.compile(r"[.!?][)\"”’*_]*(?=\s)")
FIGURE = re.compile(r"([~<>±+-]?\d[\d.,^]*)\s+(%|per cent|[kKMGT]i?B(?:/s)?|[GT]FLOP/?S?(?:/s)?|[mµun]s|[kMG]?Hz|bytes?|bits?|cycles?)(?!\w)")
BLOCK_START = re.compile(r"\s*(?:[-*+]|\d+\.)\s+|\s*#{1,6}\s+|\s*>\s?")


def plain(text):
    """Markdown as it is read: one word for a piece of code, a link's text, no marks."""
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "code", text)
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.S)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"!?\[([^\]]*)\]\[[^\]]*\]", r"\1", text)
    text = re.sub(r"<?https?://\S+", "address", text)
    text = re.sub(r"\bcode(?:(?:, | and | or )code\b)+", "code", text)
    return FIGURE.sub(r"\1", text.replace("**", ""))


def words(text):
    return sum(any(character.isalnum() for character in word) for word in plain(text).split())


def sentences(text):
    """The sentences of a paragraph, in the plain form."""
    text, start = " ".join(plain(text).split()), 0
    for end in SENTENCE_END.finditer(text):
        if ABBREVIATION.search(text[start:end.start() + 1]):
            continue
        yield text[start:end.end()]
        start = end.end()
    yield text[start:]


def blocks(markdown):
    """(number of the first line, text, whether it is a table's row) of each paragraph, item, heading and row."""
    without_comments = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), markdown, flags=re.S)
    start, gathered, fence = 0, [], None

    def whole():
        text = "\n".join(gathered)
        gathered.clear()
        return [(start, text, False)] if text.strip() else []

    for number, line in enumerate(without_comments.split("\n"), 1):
        opening = re.match(r"\s*(```+|~~~+)", line)
        if fence:
            if opening and opening[1].startswith(fence):
                fence = None
            continue
        if opening:
            fence = opening[1]
            yield from whole()
        elif line.lstrip().startswith("|"):
            yield from whole()
            yield number, line, True
        elif not line.strip():
            yield from whole()
        else:
            begins = BLOCK_START.match(line)
            if begins:
                yield from whole()
                line = line[begins.end():]
            if not gathered:
                start = number
            gathered.append(line)
            if begins and "#" in begins[0]:
                yield from whole()
    yield from whole()


def cells(row):
    """A row's cells; a stroke in code or behind a backslash divides none."""
    hidden = re.sub(r"(`+).+?\1", lambda found: found[0].replace("|", "\0"), row.strip()).replace("\\|", "\0")
    return [cell.replace("\0", "|").strip() for cell in hidden.strip("|").split("|")]


def findings(name, markdown):
    for line, text, is_row in blocks(markdown):
        for part in cells(text) if is_row else [text]:
            if is_row and words(part) > CELL:
                yield Finding(name, line, f"a cell of {words(part)} words, {CELL} are the most: {' '.join(part.split())}")
            for sentence in sentences(part):
                if words(sentence) > SENTENCE:
                    yield Finding(name, line, f"a sentence of {words(sentence)} words, {SENTENCE} are the most: {sentence.strip()}")


def short_words(root, files=()):
    """No sentence of the texts that users read is over 25 words, no table cell over 30."""
    files = files or texts(root)
    if not files:
        yield nothing("texts")
    for file in files:
        yield from findings(file, (root / file).read_text(encoding="utf-8"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[3])
    arguments.add_argument("files", nargs="*", help="of the tree; default: all of its texts")
    options = arguments.parse_args()
    found = list(short_words(options.root, options.files))
    for one in found:
        print(f"{one.place()}: {one.sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
