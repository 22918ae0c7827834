# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things stand in the tree: examples and their slugs, notes, texts."""

import re

from rules.text import head_fields, read_if_there, table_row

FAST = "_fast"  # the ending of a slug's file that is its fast stage: modern/<slug>_fast.cu
CODE = (".cu", ".hpp", ".cuh", ".h")

# The Markdown files of migration-notes/ that are no note on one construct.
NO_NOTES = {"README.md", "documents.md", "errors.md", "from-cuda-n.md", "outdated-claims.md", "ready-for-14.md", "then-and-now.md"}
INDEX = "migration-notes/README.md"

# What users read. Those of the build folder are other people's.
TEXTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "compat/**/README.md", "tests/**/README.md",
         "tests/pairs/exercises/*/*.md", "migration-notes/**/*.md")


def files_below(folder, *endings):
    """All files below a folder with one of these endings, relative to it, sorted. Empty when there is no such folder."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.suffix in endings and path.is_file())


def is_fast(slug):
    return len(slug) > len(FAST) and slug.endswith(FAST)


def stems(root, side):
    """The examples below legacy/ or modern/, fast stages with them: texture/array_1d for texture/array_1d.cu."""
    return [path.with_suffix("").as_posix() for path in files_below(root / side, ".cu") if path.parts[0] != "support"]


def slugs_below(root, side):
    return [stem for stem in stems(root, side) if not is_fast(stem)]


def fast_slugs(root):
    """The slugs that have a fast stage, or claim one."""
    return [stem[:-len(FAST)] for stem in stems(root, "modern") if is_fast(stem)]


def slugs_of(root):
    """The slugs of both sides."""
    return sorted({*slugs_below(root, "legacy"), *slugs_below(root, "modern")})


def modern_code(root):
    """All of modern/ that is C++, the support headers with it, as paths of the tree."""
    return ["modern/" + path.as_posix() for path in files_below(root / "modern", *CODE)]


def notes(root):
    """The notes on one construct, as their files in migration-notes/."""
    return sorted(path.name for path in (root / "migration-notes").glob("*.md") if path.name not in NO_NOTES)


def texts(root):
    found = {path.relative_to(root) for pattern in TEXTS for path in root.glob(pattern) if path.is_file()}
    return sorted(path.as_posix() for path in found if "build" not in path.parts)


def notes_named_by(path):
    """The notes that a head comment names, "migration-notes/<note>.md" if they are as they should be."""
    words = head_fields(read_if_there(path)).get("Note", ("", 0))[0]
    return [word.strip(" ") for word in words.split(",") if word.strip(" ")]


def slugs_in(cell):
    return re.findall(r"`([a-z0-9_]+/[a-z0-9_]+)`", cell)


def pairs_of(note):
    """The slugs in a note's row of pairs."""
    row = table_row(note, "Pairs")
    return slugs_in(row[1]) if row else []
