# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notes keep to their template and stand in the index; notes and examples name each other."""

import re

from rules.finding import Finding, nothing
from rules.markdown import blocks
from rules.text import head_fields, line_of, lines, links_to, read, read_if_there, table_row
from rules.tree import INDEX, notes, notes_named_by, pairs_of, slugs_of

ROWS = ("Deprecated", "Removed", "Compat header", "Pairs", "Tested on")

# The order of the sections. Empty sections are left out, except for the first three.
SECTIONS = ("Summary", "Before", "After", "Pitfalls", "How to detect", "Why it changed", "Stop-gap: compat", "Verify")
REQUIRED_SECTIONS = SECTIONS[:3]


# What a library's names look like, and how the line begins that they need. nvcc includes cuda_runtime.h by itself.
HEADERS = {
    "cub::": "#include <cub/",
    "thrust::": "#include <thrust/",
    "cuda::std::": "#include <cuda/std/",
    "cuda::atomic": "#include <cuda/atomic",
    "cooperative_groups": "#include <cooperative_groups",
    "cg::": "#include <cooperative_groups",
    "cusparse": "#include <cusparse",
    "cublas": "#include <cublas",
    "cuCtx": "#include <cuda.h>",
    "cudaProfiler": "#include <cuda_profiler_api.h>",
    "nvtx": "#include <nvtx3/",
}


def line_of_row(note, name):
    row = table_row(note, name)
    return row[0] if row else None


def line_of_notes(path):
    return head_fields(read_if_there(path)).get("Note", ("", None))[1]


def note_template(root):
    """Every note has the template's table, its sections in their order and no others, and one row in the index."""
    index, all_notes = lines(read_if_there(root / INDEX)), notes(root)
    if not all_notes:
        yield nothing("migration notes")
    for note in all_notes:
        file = f"migration-notes/{note}"
        text = read(root / file)
        if not text.startswith("# "):
            yield Finding(file, 1, "does not begin with a title")
        for row in ROWS:
            if not table_row(text, row):
                yield Finding(file, None, f'the table has no row "{row}"')
        headings = [(found[1], line_of(text, found.start())) for found in re.finditer(r"^## ([^\n]*)", text, re.M)]
        for section in REQUIRED_SECTIONS:
            if section not in (heading for heading, _ in headings):
                yield Finding(file, None, f'no section "## {section}"')
        least = 0
        for heading, line in headings:
            if heading not in SECTIONS:
                yield Finding(file, line, f'"## {heading}" is no section of a note')
            elif SECTIONS.index(heading) < least:
                yield Finding(file, line, f'section "## {heading}" stands too late')
            else:
                least = SECTIONS.index(heading) + 1
        places = sum(line.startswith("|") and links_to(line, note) for line in index)
        if places != 1:
            yield Finding(INDEX, None, f"{note} has {places} rows, not one")
        for slug in pairs_of(text):
            if not (root / f"legacy/{slug}.cu").is_file():
                yield Finding(file, line_of_row(text, "Pairs"), f"there is no pair `{slug}`")


def copied_headers(root):
    """What a reader copies from After is whole: where it names a library, a block there shows its header."""
    looked = False
    for note in notes(root):
        file = f"migration-notes/{note}"
        text = read(root / file)
        after = re.search(r"^## After\n(.*?)(?=^## |\Z)", text, re.S | re.M)
        if not after:
            continue
        looked = True
        shown = [(block.line + line_of(text, after.start(1)) - 1, "\n".join(block.lines)) for block in blocks(after[1])
                 if block.source and block.lines]
        code = "\n".join(lines_of_block for _, lines_of_block in shown)
        for name, header in HEADERS.items():
            users = [line for line, block in shown if re.search(rf"(?<![\w<:/]){name}", block)]
            if users and header not in code:
                yield Finding(file, users[0], f"names {name}, and no block shows {header}")
    if not looked:
        yield nothing("sections After")


def notes_of_examples(root):
    """The notes that an example names exist, stand in the index, and have the pair in their rows of pairs."""
    index, slugs = read_if_there(root / INDEX), slugs_of(root)
    if not slugs:
        yield nothing("examples")
    for slug in slugs:
        for side in ("legacy", "modern"):
            file = f"{side}/{slug}.cu"
            line = line_of_notes(root / file)
            for note in notes_named_by(root / file):
                if not re.fullmatch(r"migration-notes/[\w-]+\.md", note):
                    yield Finding(file, line, f"'{note}' is no migration-notes/<note>.md")
                elif not (root / note).is_file():
                    yield Finding(file, line, f"there is no {note}")
                else:
                    if not links_to(index, note.split("/")[1]):
                        yield Finding(file, line, f"{INDEX} does not link to its note, {note}")
                    if slug not in pairs_of(read(root / note)):
                        yield Finding(file, line, f"the pairs of its note, {note}, do not name `{slug}`")


def pairs_of_notes(root):
    """Both files of a pair name the same notes: all those whose rows of pairs name it."""
    slugs = slugs_of(root)
    if not slugs:
        yield nothing("examples")
    for slug in slugs:
        legacy, modern = (sorted(notes_named_by(root / side / f"{slug}.cu")) for side in ("legacy", "modern"))
        if legacy != modern:
            yield Finding(f"legacy/{slug}.cu", line_of_notes(root / f"legacy/{slug}.cu"),
                          f"names the notes {', '.join(legacy) or 'none'}; modern/{slug}.cu {', '.join(modern) or 'none'}")
    for note in notes(root):
        file = f"migration-notes/{note}"
        pairs = pairs_of(read(root / file))
        for slug in pairs:
            for side in ("legacy", "modern"):
                if slug in slugs and file not in notes_named_by(root / side / f"{slug}.cu"):
                    yield Finding(f"{side}/{slug}.cu", line_of_notes(root / side / f"{slug}.cu"),
                                  f"does not name {file}, whose pairs name `{slug}`")
