#!/usr/bin/env python3
"""Which folders of a tree of C++ sources include which, and whether some do so in a circle.

  includes.py ROOT            a line for each pair of folders: who includes whom, by how many lines
  includes.py --check ROOT    the same, and exit status 1 with each circle, and the lines that close it

A folder is one directly below ROOT. An include is looked for beside the file that has it, then below ROOT; one that is
in neither place, or in angle brackets, is none of the tree's own.
"""

import argparse
import collections
import pathlib
import re
import sys

SOURCES = {".h", ".hpp", ".cuh", ".c", ".cc", ".cpp", ".cu", ".inc"}
COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)


def without_comments(source):
    return COMMENT_OR_STRING.sub(lambda found: found[0] if found[0].startswith('"') else " ", source)


def arrows(root):
    """(folder, folder it includes) -> the lines that say so, as "file includes file"."""
    root = pathlib.Path(root).resolve()
    found = collections.defaultdict(list)
    for path in sorted(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file()):
        if path.parent == root:
            continue
        for name in INCLUDE.findall(without_comments(path.read_text(errors="replace"))):
            for base in (path.parent, root):
                target = (base / name).resolve()
                if target.is_file() and root in target.parents:
                    break
            else:
                continue
            here, there = path.relative_to(root), target.relative_to(root)
            if len(there.parts) > 1 and here.parts[0] != there.parts[0]:
                found[here.parts[0], there.parts[0]].append(f"{here.as_posix()} includes {there.as_posix()}")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit status 1 when folders include each other in a circle")
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    found = arrows(arguments.root)
    if not found:
        sys.exit(f"includes.py: no folder of {arguments.root} includes another: is it the right one?")
    for (here, there), lines in sorted(found.items()):
        print(f"{here} -> {there}  {len(lines)}")
    if not arguments.check:
        return 0
    wrong = circles(found)
    for circle in wrong:
        print(f"\ncircle: {' -> '.join(circle + circle[:1])}")
        for here, there in zip(circle, circle[1:] + circle[:1]):
            for line in found[here, there]:
                print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
