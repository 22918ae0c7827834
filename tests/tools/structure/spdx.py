#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The licence in each source file: the line "SPDX-License-Identifier: …" in the comment that the file begins with.

  spdx.py [ROOT] [--write]    the files that lack it; --write adds it to them

A source file is C, C++, CUDA, PTX, Python, shell, CMake or a linker's script, or a template of one. Data, texts and settings
have the LICENSE file alone. The line is a file's first one, or comes after `#!`. In an example it is the last line of the
head, for what the example shows comes first. So it is where a test reads the first line ("expect:", "native only").
"""

import argparse
import pathlib
import re
import sys

from rules.finding import Finding, nothing
from rules.scripts import PLACES, interpreter
from rules.text import lines, read

IDENTIFIER = "Apache-2.0 WITH LLVM-exception"
LINE = re.compile(r"(?://|#|/\*|\*) ?SPDX-License-Identifier:[ \t]*(.*?)[ \t]*(?:\*/)?")
C_LIKE = (".h", ".hpp", ".cuh", ".c", ".cc", ".cpp", ".cu", ".inc", ".ptx", ".version")
HASH = (".py", ".sh", ".bash", ".cmake")
EXAMPLES = ("legacy", "modern")
TEMPLATES = ("legacy.cu.in", "modern.cu.in")  # of examples
PIECE = "CMakeLists.txt.in"  # of a file that is there already, or gets the line from who makes it
READ_BY_TESTS = re.compile(r"// (?:expect\b|native only\b)")


def ending(path):
    """What says which language a file is in; a template's is the one before .in."""
    name = path.name.removesuffix(".in")
    return ".cmake" if name == "CMakeLists.txt" else pathlib.PurePath(name).suffix


def is_source(path):
    return path.name != PIECE and (ending(path) in C_LIKE + HASH or bool(interpreter(path)))


def source_files(root):
    """The source files of the project, as paths below its root."""
    files = list(root.iterdir())
    for place in PLACES:
        files += (root / place).rglob("*")
    return [path.relative_to(root) for path in sorted(files) if path.is_file() and is_source(path)]


def head(path, text):
    """The lines of comments that a file begins with, blank ones between them."""
    marks = ("//", "/*") if ending(path) in C_LIKE else ("#",)
    found, inside = [], False
    for line in lines(text):
        word = line.strip()
        if word and not inside and not word.startswith(marks):
            break
        found.append(line)
        inside = (inside or word.startswith("/*")) and "*/" not in word
    return found


def licences(path, text):
    """(number of the line, identifier) of each such line in a file's head."""
    found = ((number, LINE.fullmatch(line.strip())) for number, line in enumerate(head(path, text), 1))
    return [(number, match[1]) for number, match in found if match]


def with_line(path, text):
    """The text with the line in its place."""
    first, comments = text.split("\n", 1)[0], head(path, text)
    words = f"SPDX-License-Identifier: {IDENTIFIER}"
    before = 0
    if ending(path) not in C_LIKE:
        line = f"# {words}\n"
        if path.name == "CMakeLists.txt" and not first.startswith("#"):
            line += "\n"  # a comment directly above a call would be the call's
    elif ending(path) in (".c", ".version") or first.startswith("/*"):
        line = f"/* {words} */\n"
    else:
        line = f"// {words}\n"
    if first.startswith("#!"):
        before = 1
    elif path.parts[0] in EXAMPLES or path.name in TEMPLATES or READ_BY_TESTS.match(first):
        while before < len(comments) and comments[before].strip():
            before += 1
    whole = text.splitlines(keepends=True)
    return "".join(whole[:before]) + line + "".join(whole[before:])


def spdx_lines(root):
    """Every source file says in its head under which licence it is."""
    looked = False
    for path in source_files(root):
        looked = True
        text = read(root / path)
        found = licences(path, text)
        if not found and text:
            yield Finding(path.as_posix(), None, f'its head has no line "SPDX-License-Identifier: {IDENTIFIER}"')
        for number, identifier in found:
            if identifier != IDENTIFIER:
                yield Finding(path.as_posix(), number, f"the licence is {IDENTIFIER}, not '{identifier}'")
        for number, _ in found[1:]:
            yield Finding(path.as_posix(), number, "says its licence a second time")
    if not looked:
        yield nothing("source files")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3])
    parser.add_argument("--write", action="store_true", help="add the line to files that lack it")
    options = parser.parse_args()
    status = 0
    for path in source_files(options.root):
        text = read(options.root / path)
        if text and not licences(path, text):
            print(path.as_posix())
            if options.write:
                (options.root / path).write_bytes(with_line(path, text).encode())
            else:
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
