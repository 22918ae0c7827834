# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An example's file for a page: its head, its numbered lessons, its lines in colours with the words that differ marked."""

import html
import re

from alignment import align, changed_words, words_of
from lessons import numbered
from pygments.lexers.c_cpp import CppLexer
from pygments.lexers.c_like import CudaLexer
from pygments.token import STANDARD_TYPES
from rules.text import head_fields, lines, read  # tests/tools/structure


class Source:
    """A file: the lines of its head, those of its body, and what number the first of these has."""

    def __init__(self, root, path):
        self.path, self.text = path, read(root / path)
        everything = lines(self.text)
        self.head = []
        for line in everything:
            if not line.startswith("//"):
                break
            self.head.append(line)
        self.first = len(self.head) + 1
        self.body = everything[len(self.head):]
        while self.body and not self.body[0].strip():
            self.body.pop(0)
            self.head.append("")
            self.first += 1
        self.fields = {name: text for name, (text, _) in head_fields(self.text).items()}
        self.shows = self._shows()
        self.lessons = numbered(self.fields.get("Changes", ""))

    def _shows(self):
        """The head's first words: what the example shows."""
        words = []
        for line in self.head:
            text = line[2:].strip()
            if not text or re.match(r"[A-Z][a-z]+: ", text) or text.startswith("SPDX"):
                break
            words.append(text)
        return " ".join(words)

    def tokens(self):
        """Gives [(class, text)] for each line of the body."""
        rows = [[]]
        lexer = CudaLexer() if self.path.endswith((".cu", ".cuh")) else CppLexer()
        for kind, value in lexer.get_tokens("\n".join(self.body) + "\n"):
            while kind not in STANDARD_TYPES:
                kind = kind.parent
            for at, part in enumerate(value.split("\n")):
                if at:
                    rows.append([])
                if part:
                    rows[-1].append((STANDARD_TYPES[kind], part))
        return rows[:len(self.body)]


def coloured(tokens, marks):
    """A line as HTML. marks: for each character whether it is in a word that differs."""
    parts, at = [], 0
    for name, text in tokens:
        begin = 0
        while begin < len(text):
            marked = at + begin < len(marks) and marks[at + begin]
            end = begin
            while end < len(text) and (at + end < len(marks) and marks[at + end]) == marked:
                end += 1
            piece = html.escape(text[begin:end], quote=False)
            if name:
                piece = f'<span class="{name}">{piece}</span>'
            parts.append(f"<mark>{piece}</mark>" if marked else piece)
            begin = end
        at += len(text)
    return "".join(parts)


def marked(line, other):
    """For each character of a line whether it is in a word that the other lacks."""
    words = words_of(line)
    return [flag for word, flag in zip(words, changed_words(words, words_of(other))) for _ in word]


class Comparison:
    """Two files: rows of (left, right) numbers of lines, and which rows differ."""

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.rows = align(left.body, right.body)
        self.differs = [not row.related or left.body[row.left] != right.body[row.right] for row in self.rows]

    def texts(self, row):
        return (self.left.body[row.left] if row.left is not None else "",
                self.right.body[row.right] if row.right is not None else "")
