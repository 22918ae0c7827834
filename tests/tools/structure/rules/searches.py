# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The searches of each migration note find in legacy/ every pair that the note names."""

import re
import subprocess

from rules.finding import Finding, nothing
from rules.text import line_of, read, table_row
from rules.tree import notes, slugs_in


def section(text, title):
    """(what stands below a heading, up to the next of its rank, and the heading's line)"""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
    return (found[1], line_of(text, found.start())) if found else ("", None)


def found_by(search, folder):
    """The slugs that a search prints; it names files as grep does."""
    done = subprocess.run(["bash", "-c", search], cwd=folder, capture_output=True, text=True, check=False)
    if done.stderr:
        raise ValueError(" ".join(done.stderr.split()))
    return set(re.findall(r"^(?:\./)?(\w+/\w+)\.cu\b", done.stdout, re.M))


def searches(root):
    """The searches of each note find every pair of its row; one without pairs says "none" first in that row."""
    looked = False
    for note in notes(root):
        file = f"migration-notes/{note}"
        text = read(root / file)
        row = table_row(text, "Pairs")
        if not row or row[1].startswith("none"):
            continue
        looked = True
        words, line = section(text, "How to detect")
        found = set()
        try:
            for search in re.findall(r"```sh\n(.*?)```", words, re.S):
                if "grep" in search:
                    found |= found_by(search, root / "legacy")
        except (OSError, ValueError) as error:
            yield Finding(file, line, f"a search fails: {error}")
            continue
        for slug in slugs_in(row[1]):
            if slug not in found:
                yield Finding(file, line, f"no search of it finds legacy/{slug}.cu")
    if not looked:
        yield nothing("notes with pairs")
