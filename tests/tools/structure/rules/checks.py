# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""In modern code nothing of CUDA goes unchecked: calls stand in check(…), and a check follows each launch.

Written for the few constructs that stand around a launch there, not for all of C++.
"""

import re

from rules.finding import Finding, nothing
from rules.text import line_of, read, without_comments
from rules.tree import modern_code, stems

# What needs no check: it returns no error.
NO_ERROR = {"cudaCreateChannelDesc", "cudaGetErrorName", "cudaGetErrorString"}

CALL = re.compile(r"\b(cuda[A-Z]\w*|cub::Device\w+::\w+)(?:<[^;()]*>)?\s*\(")
LAUNCH = re.compile(r"([\w:]+)\s*(?:<[^<>;{}]*>\s*)?<<<")
TOKEN = re.compile(r">>>|\w+|\S")
CHECK = "check ( cudaGetLastError ( ) ) ;".split()
OPEN, CLOSED = set("({["), set(")}]")


class Tokens:
    """A place in code that has neither comments nor strings. Behind its end nothing stands."""

    def __init__(self, code, at):
        self.tokens = TOKEN.findall(code, at)
        self.at = 0

    def next(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def skip(self, *words):
        """Goes behind the words if they are next."""
        if self.tokens[self.at:self.at + len(words)] != list(words):
            return False
        self.at += len(words)
        return True

    def skip_to(self, word):
        """Goes behind the next one of these words."""
        while self.next() not in (word, ""):
            self.at += 1
        return self.skip(word)

    def skip_brackets(self):
        """Goes behind what is in brackets, which come next."""
        if self.next() not in OPEN:
            return False
        depth = 0
        while self.next():
            depth += (self.next() in OPEN) - (self.next() in CLOSED)
            self.at += 1
            if depth == 0:
                return True
        return False

    def skip_statement(self):
        """Goes behind the statement, or the block, that comes next."""
        if self.next() == "{":
            return self.skip_brackets()
        while self.next() and self.next() not in CLOSED:
            if self.skip(";"):
                return True
            if not self.skip_brackets():
                self.at += 1
        return False


def is_checked(code, at):
    """Whether the launch whose <<< is there is a statement, and the check the next one.

    If branches without braces are launches, only one is taken. The check then follows the last of them.
    """
    here = Tokens(code, at)
    if not (here.skip_to(">>>") and here.skip_brackets() and here.skip(";")):
        return False
    while here.skip("else"):
        if here.skip("if") and not here.skip_brackets() or not here.skip_statement():
            return False
    return here.skip(*CHECK)


def enclosing_calls(code, at):
    """The names before the parentheses that are open at a place of the code, the innermost first."""
    depth = 0
    for place in range(at - 1, -1, -1):
        if code[place] in ")}":
            depth += 1
        elif code[place] in "({":
            if depth:
                depth -= 1
            elif code[place] == "{":
                return
            else:
                name = re.search(r"(\w+)\s*\Z", code[:place])
                yield name[1] if name else ""


def launches(code):
    """(name of the kernel, place of its <<<)"""
    return [(launch[1], launch.end() - 3) for launch in LAUNCH.finditer(code)]


def unchecked_launches(code):
    return [(name, at) for name, at in launches(code) if not is_checked(code, at)]


def unchecked_calls(code):
    return [(call[1], call.start()) for call in CALL.finditer(code)
            if call[1] not in NO_ERROR and "check" not in enclosing_calls(code, call.start())]


def unchecked(source):
    """The calls of CUDA in a modern example that stand in no check(…), and the launches that no check follows."""
    code = without_comments(source)
    return [name for name, _ in unchecked_calls(code)] + [f"{name}<<<>>>" for name, _ in unchecked_launches(code)]


def checked_launches(root):
    """Every launch in modern/ is followed by check(cudaGetLastError()), at once."""
    looked = False
    for file in modern_code(root):
        code = without_comments(read(root / file))
        looked = looked or bool(launches(code))
        for name, at in unchecked_launches(code):
            yield Finding(file, line_of(code, at), f"the launch of {name} is not followed by check(cudaGetLastError())")
    if not looked:
        yield nothing("launches of modern/")


def checked_calls(root):
    """Every call of CUDA in a modern example stands in a check(…)."""
    looked = False
    for stem in stems(root, "modern"):
        code = without_comments(read(root / f"modern/{stem}.cu"))
        looked = looked or bool(CALL.search(code))
        for name, at in unchecked_calls(code):
            yield Finding(f"modern/{stem}.cu", line_of(code, at), f"{name} stands in no check(…)")
    if not looked:
        yield nothing("calls of CUDA in modern/")
