#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which parts of a tree of C++ sources include which, and which include each other in a circle.

  includes.py ROOT            a line for each pair of folders: who includes whom, by how many lines
  includes.py --files ROOT    the same for each pair of files

A folder is one directly below ROOT. An include is searched for beside its file, then below ROOT, then below ROOT/shims. An include
that is in none of them does not belong to the tree. For folders, only includes in quotation marks count. For files, those in angle
brackets also count, because users have these folders on the include path. `#include_next` looks after them.
"""

import argparse
import collections
import pathlib
import re
import sys
import typing

from rules.finding import Finding, nothing
from rules.text import line_of, read, without_comments

SOURCES = {".h", ".hpp", ".cuh", ".c", ".cc", ".cpp", ".cu", ".inc"}
QUOTED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)
ANY = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)


class Include(typing.NamedTuple):
    """An include of another file of the tree: both paths from the tree's root, and the line."""
    file: str
    line: int
    target: str


def stands_in_front(path):
    """Tells whether a header only includes another header of the same name. An include of that name then means the
    other."""
    return f"#include_next <{path.name}>" in read(path)


def includes(root, form):
    """The includes of this form that find a file of the tree."""
    root = pathlib.Path(root).resolve()
    for path in sorted(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file()):
        code = without_comments(read(path), strings=True)
        for include in form.finditer(code):
            for base in (path.parent, root, root / "shims"):
                target = (base / include[1]).resolve()
                if target.is_file() and root in target.parents and not stands_in_front(target):
                    yield Include(path.relative_to(root).as_posix(), line_of(code, include.start(1)),
                                  target.relative_to(root).as_posix())
                    break


def arrows(root):
    """(folder, folder it includes) -> the lines that say so."""
    found = collections.defaultdict(list)
    for include in includes(root, QUOTED):
        here, there = include.file.split("/"), include.target.split("/")
        if len(here) > 1 and len(there) > 1 and here[0] != there[0]:
            found[here[0], there[0]].append(include)
    return dict(found)


def arrows_of_files(root):
    """(file, file it includes) -> the lines that say so."""
    found = collections.defaultdict(list)
    for include in includes(root, ANY):
        found[include.file, include.target].append(include)
    return dict(found)


def way(graph, start, end):
    """The shortest way along the arrows from one folder to another; None when there is none."""
    ways = collections.deque([[start]])
    seen = {start}
    while ways:
        so_far = ways.popleft()
        if so_far[-1] == end:
            return so_far
        for after in sorted(graph.get(so_far[-1], ())):
            if after not in seen:
                seen.add(after)
                ways.append(so_far + [after])
    return None


def circles(pairs):
    """The shortest circle through each arrow that is in one; each circle once, from its first folder by name."""
    graph = collections.defaultdict(set)
    for here, there in pairs:
        graph[here].add(there)
    found = set()
    for here, there in pairs:
        back = way(graph, there, here)
        if back:
            first = back.index(min(back))
            found.add(tuple(back[first:] + back[:first]))
    return sorted(found, key=lambda circle: (len(circle), circle))


def no_circles(root):
    """No folders of the emulated device, and no headers of compat, include each other in a circle."""
    for tree, what, look in (("compat/emulator", "folders", arrows), ("compat/include", "headers", arrows_of_files)):
        found = look(root / tree)
        if not found:
            yield nothing(f"{what} of {tree} that include each other")
        for circle in circles(found):
            name = " -> ".join(circle + circle[:1])
            for arrow in zip(circle, circle[1:] + circle[:1]):
                for include in found[arrow]:
                    yield Finding(f"{tree}/{include.file}", include.line,
                                  f"includes {include.target}: a circle, {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--files", action="store_true", help="which files include which, not which folders")
    parser.add_argument("root", type=pathlib.Path)
    options = parser.parse_args()
    found = (arrows_of_files if options.files else arrows)(options.root)
    for (here, there), lines in sorted(found.items()):
        print(f"{here} -> {there}  {len(lines)}")


if __name__ == "__main__":
    sys.exit(main())
