# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pair is whole: both files, its test, its line of CMake, its heads, and nothing left to write."""

import re

from rules.finding import Finding, nothing
from rules.text import head_fields, lines, read, read_if_there
from rules.tree import fast_slugs, files_below, slugs_below, slugs_of

REQUIRED = {"legacy": ("Source", "Note", "Domain", "Defects", "Modern"), "modern": ("Source", "Note", "Legacy")}
TITLE = re.compile(r'"[^"\s][^"]*"')
MARK = "TO WRITE"


def twins(root):
    """Each legacy file has a twin, and each twin a legacy file. A fast stage has its twin."""
    if not slugs_of(root):
        yield nothing("examples")
    legacy, modern = slugs_below(root, "legacy"), slugs_below(root, "modern")
    for slug in legacy:
        if slug not in modern:
            yield Finding(f"legacy/{slug}.cu", None, f"has no twin modern/{slug}.cu")
    for slug in modern:
        if slug not in legacy:
            yield Finding(f"modern/{slug}.cu", None, f"has no twin legacy/{slug}.cu")
    for slug in fast_slugs(root):
        if slug not in modern:
            yield Finding(f"modern/{slug}_fast.cu", None, f"has no twin modern/{slug}.cu")


def paired_tests(root):
    """Every pair has its test, its header in tests/pairs, and its line in the CMakeLists.txt of its area."""
    slugs = slugs_of(root)
    if not slugs:
        yield nothing("examples")
    for slug in slugs:
        for file in (f"tests/pairs/{slug}_test.cpp", f"tests/pairs/{slug}.hpp"):
            if not (root / file).is_file():
                yield Finding(file, None, f"is missing: {slug} has to have it")
        file = f"tests/pairs/{slug.split('/')[0]}/CMakeLists.txt"
        text = re.sub(r"#[^\n]*", "", read_if_there(root / file))
        if re.findall(r"cuda_legacy_add_pair\(\s*([^\s)]+)", text).count(slug) != 1:
            yield Finding(file, None, f"does not say cuda_legacy_add_pair({slug}) once")


def head_comments(root):
    """The heads of both files have their fields and name the twin; that of a legacy file has the document's own title."""
    if not slugs_of(root):
        yield nothing("examples")
    for side, other in (("legacy", "modern"), ("modern", "legacy")):
        for slug in slugs_below(root, side):
            file, twin = f"{side}/{slug}.cu", f"{other}/{slug}.cu"
            fields = head_fields(read(root / file))
            for name in REQUIRED[side]:
                if not fields.get(name, ("",))[0]:
                    yield Finding(file, fields[name][1] if name in fields else None, f'the head comment has no "{name}:"')
            said, line = fields.get(other.capitalize(), (twin, None))
            if said != twin:
                yield Finding(file, line, f"\"{other.capitalize()}:\" says '{said}', not '{twin}'")
            source, line = fields.get("Source", ("", None))
            if side == "legacy" and source and not TITLE.search(source):
                yield Finding(file, line, '"Source:" has no title of the document\'s in quotation marks')
    for slug in fast_slugs(root):
        file, twin = f"modern/{slug}_fast.cu", f"modern/{slug}.cu"
        fields = head_fields(read(root / file))
        said, line = fields.get("Twin", ("", None))
        if said != twin:
            yield Finding(file, line, f"\"Twin:\" says '{said}', not '{twin}'")
        if not fields.get("Note", ("",))[0]:
            yield Finding(file, None, 'the head comment has no "Note:"')


def unwritten(root):
    """Nothing of a pair says "TO WRITE", as what `./run new` makes does."""
    looked = False
    for folder in ("legacy", "modern", "tests/pairs", "migration-notes"):
        for path in files_below(root / folder, ".cu", ".hpp", ".cpp", ".md"):
            looked = True
            if folder == "tests/pairs" and path.as_posix() == "README.md":
                continue  # explains the mark
            for number, line in enumerate(lines(read(root / folder / path)), 1):
                if MARK in line:
                    yield Finding(f"{folder}/{path.as_posix()}", number, line[line.index(MARK):])
    if not looked:
        yield nothing("files of pairs")
