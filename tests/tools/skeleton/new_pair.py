#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the skeleton of a pair: its files, its line of CMake, and its note with a row in the index, or its place in one.

It builds and runs, and copies an array. What has to be written in its place says "TO WRITE"; the pair's own test and
structure.repository fail until nothing says so any more.
"""

import argparse
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEMPLATES = {
    "legacy/{slug}.cu": "legacy.cu.in",
    "modern/{slug}.cu": "modern.cu.in",
    "tests/pairs/{slug}.hpp": "pair.hpp.in",
    "tests/pairs/{slug}_test.cpp": "test.cpp.in",
}
INDEX = "migration-notes/README.md"
LICENCE = "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"

WORD = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
# A name becomes a function, a structure and a namespace.
KEYWORDS = set(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval
    constexpr constinit continue decltype default delete do double else enum explicit export extern false final float for
    friend goto if inline int long main mutable namespace new noexcept not not_eq nullptr operator or or_eq override private
    protected public register requires return short signed sizeof static std struct switch template this throw true try
    typedef typeid typename union unsigned using virtual void volatile while xor xor_eq""".split())
# Folders of tests/pairs and modern that hold no pairs.
NO_AREAS = {"exercises", "program", "support"}
# What each pair's structure has members of this name for.
MEMBERS = {"bytes_per_element", "compare", "default_size", "fast", "input", "legacy", "make", "modern",
           "outside_legacy_domain", "reference", "result", "show", "slug", "summary", "warmups"}


class Refused(Exception):
    pass


def read(path):
    return path.read_text(encoding="utf-8")


def filled(template, names):
    text = read(HERE / template)
    for name, value in names.items():
        text = text.replace(f"@{name}@", value)
    return text


def checked_slug(slug):
    """(area, name)"""
    parts = slug.split("/")
    if len(parts) != 2 or not all(parts):
        raise Refused(f"'{slug}' is no AREA/NAME, like memory/write_offset")
    for part in parts:
        if not WORD.fullmatch(part):
            raise Refused(f"'{part}' is not in snake_case: small letters of English, digits, and single underscores between")
        if part in KEYWORDS:
            raise Refused(f"'{part}' is a word of C++, and would be the name of a function or a namespace")
    area, name = parts
    if area in NO_AREAS:
        raise Refused(f"'{area}' is no area: the folder has another use")
    if name in MEMBERS:
        raise Refused(f"'{name}' is the name of a member that every pair has, see tests/pairs/pair.hpp")
    if name.endswith("_fast"):
        raise Refused(f"'{name}' ends as the fast stage of '{name[:-5]}' would: that is a file beside the twin, no pair")
    if name.endswith("_test"):
        raise Refused(f"'{name}' ends as the test of '{name[:-5]}' does")
    return area, name


def end_of_call(text, begin):
    """Behind the parenthesis that closes the call at `begin`, and the rest of its line."""
    depth, quoted, at = 0, False, text.index("(", begin)
    while True:
        if text[at] == "\\":
            at += 1
        elif text[at] == '"':
            quoted = not quoted
        elif not quoted and text[at] in "()":
            depth += 1 if text[at] == "(" else -1
            if depth == 0:
                break
        at += 1
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def with_pair_added(text, slug, line):
    """CMake's text with the line behind those of the slugs that come before, or before all others."""
    calls = [(call.group(1), call.start()) for call in re.finditer(r"(?m)^cuda_legacy_add_pair\(\s*([^\s)]+)", text)]
    before = [start for other, start in calls if other < slug]
    if before:
        at = end_of_call(text, before[-1])
    else:
        at = calls[0][1] if calls else len(text)
        above = text[:at].splitlines(keepends=True)
        while above and above[-1].startswith("#") and above[-1] != LICENCE:  # the comment above it
            at -= len(above.pop())
    head = text[:at] if not text[:at] or text[:at].endswith("\n") else text[:at] + "\n"
    return head + line + text[at:]


def with_slug_in_row(text, row, slug, where):
    """The table's text with the slug behind the last one of the row that the pattern matches."""
    found = re.search(row, text, re.MULTILINE)
    if not found:
        raise Refused(f"{where} has no row of pairs to add `{slug}` to")
    cells = found.group(0)[:-1].rstrip()
    last = cells.rsplit("|", 1)[1].strip()
    added = cells.rsplit("|", 1)[0] + f"| `{slug}` |" if last in ("", "–", "none") else f"{cells}, `{slug}` |"
    return text[:found.start()] + added + text[found.end():]


def with_row_added(text, row, where):
    """The index with a row behind the last one of a note."""
    rows = list(re.finditer(r"^\|.*\]\([\w-]+\.md\) *\|\n", text, re.MULTILINE))
    if not rows:
        raise Refused(f"{where} has no row of a note to add one behind")
    return text[:rows[-1].end()] + row + text[rows[-1].end():]


def changes(root, slug, note):
    """What the pair's files would be: {path: text}. Nothing is written."""
    area, name = checked_slug(slug)
    new_note = note is None
    note = note or f"{name}.md"
    names = {"slug": slug, "area": area, "name": name, "note": note}
    texts = {path.format(slug=slug): filled(template, names) for path, template in TEMPLATES.items()}
    for path in [*texts, f"modern/{slug}_fast.cu"]:
        if os.path.lexists(root / path):
            raise Refused(f"there is a {path} already")

    listed = root / f"tests/pairs/{area}/CMakeLists.txt"
    line = filled("CMakeLists.txt.in", names)
    text = read(listed) if listed.exists() else LICENCE + "\n"
    if re.search(rf"^cuda_legacy_add_pair\(\s*{slug}[\s)]", text, re.MULTILINE):
        raise Refused(f"tests/pairs/{area}/CMakeLists.txt names {slug} already")
    texts[f"tests/pairs/{area}/CMakeLists.txt"] = with_pair_added(text, slug, line)

    at = f"migration-notes/{note}"
    if new_note:
        if (root / at).exists():
            raise Refused(f"there is a {at} already: say --note {note} if it is this pair's, too")
        texts[at] = filled("note.md.in", names)
        texts[INDEX] = with_row_added(read(root / INDEX), filled("index_row.md.in", names), INDEX)
    else:
        if not re.fullmatch(r"\w[\w-]*\.md", note) or not (root / at).is_file():
            raise Refused(f"there is no {at}: --note names a note that is there; without it a new one is made")
        texts[at] = with_slug_in_row(read(root / at), r"^\| Pairs \|.*\|$", slug, at)
    return texts


def write_all(root, texts):
    """All of it or nothing: what fails on the way is taken back."""
    begun, folders = [], []  # (path, what was there or None)
    try:
        for path, text in texts.items():
            for folder in reversed((root / path).relative_to(root).parents):
                if not (root / folder).is_dir():
                    (root / folder).mkdir()
                    folders.append(root / folder)
            begun.append((root / path, (root / path).read_bytes() if (root / path).exists() else None))
            (root / path).write_bytes(text.encode())
    except BaseException:
        for path, was in begun:
            if was is None:
                path.unlink(missing_ok=True)
            elif path.read_bytes() != was:
                path.write_bytes(was)
        for folder in reversed(folders):
            folder.rmdir()
        raise


def main():
    parser = argparse.ArgumentParser(prog="./run new", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slug", metavar="AREA/NAME", help="what the pair is called: an area, new or not, and a name in it")
    parser.add_argument("--note", metavar="NOTE.md", help="the note that tells of its construct, where there is one already")
    parser.add_argument("--root", type=Path, default=HERE.parents[2], help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        texts = changes(arguments.root, arguments.slug, arguments.note)
        there = {path for path in texts if (arguments.root / path).exists()}
        write_all(arguments.root, texts)
    except Refused as why:
        print(f"run: new: {why}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"run: new: nothing is made: {error}", file=sys.stderr)
        return 1
    for path in texts:
        print(f"{'changed' if path in there else 'made   '} {path}")
    print("Now search them for TO WRITE; tests/pairs/README.md says how a pair is written. What is still missing:\n"
          f"  ./run test -R '{re.escape(arguments.slug).replace('/', '.')}|structure'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
