#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes migration-notes/documents.md: which pair shows which place of the documents, from the heads' `Source:` lines.

  documents.py            exit status 1 where the index is not what the heads of the legacy files say
  documents.py --write    writes it: after a new pair
"""

import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import generated  # noqa: E402
from rules.finding import Finding  # noqa: E402

COMMAND, FILE = "tests/tools/structure/documents.py", "migration-notes/documents.md"


def source(text):
    """The words behind "Source:" in the head of a legacy file, in one line; empty without any."""
    found = re.search(r"^// Source:[ ]+(.*(?:\n//[ ]{3,}\S.*)*)", text, re.M)
    return " ".join(found[1].replace("\n//", " ").split()) if found else ""


def documents(root):
    """What NOTICE says of each letter."""
    text = (root / "NOTICE").read_text(encoding="utf-8")
    return {letter: " ".join(words.split())
            for letter, words in re.findall(r"^([A-Z])   (\S.*(?:\n    .*)*)", text, re.M)}


def in_order(where):
    """Chapters by their numbers, the rest in their own order."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", where)]


def index(root):
    known, found = documents(root), collections.defaultdict(list)
    for path in sorted((root / "legacy").rglob("*.cu")):
        slug = path.relative_to(root / "legacy").with_suffix("").as_posix()
        words = source(path.read_text(encoding="utf-8"))
        letter, _, rest = words.partition(", ")
        if letter not in known or not rest:
            raise generated.Error(f"legacy/{slug}.cu: \"Source:\" begins with no letter of a document in NOTICE: {words!r}")
        where, _, remark = rest.partition("; ")
        found[letter].append((in_order(where), where, slug, remark))
    if not found:
        raise generated.Error(f"no examples below {root / 'legacy'}")
    lines = []
    for letter, words in known.items():
        lines += ["", f"## Document {letter}", "", words, "", "| In the document | Pair | Files |", "| --- | --- | --- |"]
        remarks = collections.defaultdict(list)
        for _, where, slug, remark in sorted(found[letter], key=lambda one: (one[0], one[2])):
            where = where.replace("*", "\\*").replace("|", "\\|")
            lines.append(f"| {where} | `{slug}` | [legacy](../legacy/{slug}.cu), [modern](../modern/{slug}.cu) |")
            if remark:
                remarks[remark].append(slug)
        if remarks:
            lines.append("")
        for remark, slugs in remarks.items():
            lines.append("- " + ", ".join(f"`{slug}`" for slug in slugs) + f": {remark}.")
    return "\n".join(lines)


def index_by_document(root):
    """migration-notes/documents.md is what the heads of the legacy files say."""
    try:
        text = (root / FILE).read_text(encoding="utf-8")
        if text != generated.replaced(text, FILE, COMMAND, index(root)):
            yield Finding(FILE, None, f"is not what its sources give: run python3 {COMMAND} --write, and commit")
    except (OSError, generated.Error) as error:
        yield Finding(FILE, None, str(error))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, COMMAND, pathlib.Path(__file__).resolve().parents[3], {FILE: index}, sys.argv[1:]))
