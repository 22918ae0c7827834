#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which folders of a tree of C++ sources include which, and which do so in a circle.

  includes.py ROOT    a line for each pair of folders: who includes whom, by how many lines

A folder is one directly below ROOT. An include is looked for beside the file that has it, then below ROOT; one that is
in neither place, or in angle brackets, is none of the tree's own.
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
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)


class Include(typing.NamedTuple):
    """An include of another folder's file: both paths from the tree's root, and the line."""
    file: str
    line: int
    target: str


def arrows(root):
    """(folder, folder it includes) -> the lines that say so."""
    root = pathlib.Path(root).resolve()
    found = collections.defaultdict(list)
    for path in sorted(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file()):
        if path.parent == root:
            continue
        code = without_comments(read(path), strings=True)
        for include in INCLUDE.finditer(code):
            for base in (path.parent, root):
                target = (base / include[1]).resolve()
                if target.is_file() and root in target.parents:
                    break
            else:
                continue
            here, there = path.relative_to(root), target.relative_to(root)
            if len(there.parts) > 1 and here.parts[0] != there.parts[0]:
                found[here.parts[0], there.parts[0]].append(
                    Include(here.as_posix(), line_of(code, include.start(1)), there.as_posix()))
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
    """No folders of the emulated device include each other in a circle."""
    tree = root / "compat/emulator"
    found = arrows(tree)
    if not found:
        yield nothing("folders of compat/emulator that include each other")
    for circle in circles(found):
        name = " -> ".join(circle + circle[:1])
        for arrow in zip(circle, circle[1:] + circle[:1]):
            for include in found[arrow]:
                yield Finding(f"compat/emulator/{include.file}", include.line, f"includes {include.target}: a circle, {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("root", type=pathlib.Path)
    found = arrows(parser.parse_args().root)
    for (here, there), lines in sorted(found.items()):
        print(f"{here} -> {there}  {len(lines)}")


if __name__ == "__main__":
    sys.exit(main())
