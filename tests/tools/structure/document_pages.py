# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of the five documents: nothing of a document stays without a row.

ITEMS says how many listings, questions, claims and tables each document has, as they were counted when it was read. A page numbers them:
K-L1 is the first listing of document K.
"""

import re

import documents
from rules.finding import Finding
from rules.text import read, read_if_there

FOLDER = "migration-notes/documents"
ITEMS = {
    "K": {"L": 15, "Q": 12, "C": 29, "T": 3},
    "H": {"L": 6, "Q": 0, "C": 9, "T": 3},
    "M": {"L": 15, "Q": 0, "C": 23, "T": 13},
    "G": {"L": 6, "Q": 0, "C": 22, "T": 4},
    "L": {"L": 14, "Q": 0, "C": 15, "T": 2},
}
VERDICTS = ("**true**", "**outdated**", "**wrong then**", "not measured here")
ROW = re.compile(r"^\| ([A-Z])-([LQCT])(\d+) \| (.*) \|$", re.M)
NAMED = re.compile(r"\[([a-z0-9_]+_test\.cpp)\]\(\.\./\.\./([^)]+)\), `([a-z0-9_]+)`")


def case_is_there(root, path, case):
    """Whether a test has that case, by itself or by a header of its folder."""
    text = read_if_there(root / path)
    headers = (root / path).parent.glob("*_test.hpp")
    return any(re.search(rf"\b{case}\b", one) for one in [text, *(read(header) for header in headers)])


def numbers(letter, kind, text):
    """The numbers of a kind on a page: rows of tables, and a table that has a paragraph before it."""
    found = [int(row[3]) for row in ROW.finditer(text) if row[1] == letter and row[2] == kind]
    return sorted(found + [int(one) for one in re.findall(rf"^{letter}-{kind}(\d+), ", text, re.M)])


def rows(root, letter, file, text):
    """What is wrong with single rows."""
    for row in ROW.finditer(text):
        number, cells = f"{row[1]}-{row[2]}{row[3]}", row[4].split(" | ")
        if row[1] != letter:
            yield Finding(file, None, f"{number} belongs to another document")
        if row[2] == "C" and (len(cells) != 3 or not cells[1].startswith(VERDICTS)):
            yield Finding(file, None, f"{number}: a claim is true, outdated, wrong then, or not measured here")
        if row[2] == "L":
            pair = cells[1].strip("`") if len(cells) == 3 else ""
            source = documents.source(read_if_there(root / "legacy" / f"{pair}.cu"))
            if not source.startswith(f"{letter}, "):
                yield Finding(file, None, f"{number}: '{pair}' is no pair of this document")
        for name, path, case in NAMED.findall(row[4]):
            if not case_is_there(root, path, case):
                yield Finding(file, None, f"{number}: {name} has no case {case}")


def document_pages(root, items=None):
    """The page of each document has all of its listings, questions, claims and tables, with what they became."""
    for letter, kinds in (ITEMS if items is None else items).items():
        file = f"{FOLDER}/{letter.lower()}.md"
        if not (root / file).is_file():
            yield Finding(file, None, "the page is missing")
            continue
        text = read(root / file)
        for kind, count in kinds.items():
            if numbers(letter, kind, text) != list(range(1, count + 1)):
                yield Finding(file, None, f"it wants {letter}-{kind}1 to {letter}-{kind}{count} once each, and has "
                                          f"{numbers(letter, kind, text)}")
        yield from rows(root, letter, file, text)
        for path in sorted((root / "legacy").rglob("*.cu")):
            slug = path.relative_to(root / "legacy").with_suffix("").as_posix()
            if documents.source(read(path)).startswith(f"{letter}, ") and f"`{slug}`" not in text:
                yield Finding(file, None, f"the pair {slug} of this document is not named")
