# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""migration-notes/api.csv is well formed, and says what the headers of compat bring back."""

import re
import typing

from rules.finding import Finding, nothing
from rules.text import line_of, lines, read, read_if_there, without_comments
from rules.tree import files_below

TABLE = "migration-notes/api.csv"
HEADERS = "compat/include"
FIRST_LINE = "name,kind,area,deprecated,removed,replacement,note,compat"
KINDS = {"function", "device function", "macro", "type", "field", "enumerator", "header"}
STATES = ("here", "toolkit", "cannot")
NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*|\w+(?:/\w+)*\.(?:h|cuh)|cuda/\w+", re.A)
# The CUDA version that compat is made for. Names of this version are "toolkit", even if a later one lacks them.
OF_THE_SUITE = (13, 0)
VERSION = re.compile(r"(\d+)\.(\d+)", re.A)

# What a header defines: macros, functions for the host and the device, those that a macro of ours writes or silences,
# types and enumerators.
DEFINITIONS = [re.compile(pattern, re.A) for pattern in (
    r"#[ \t]*define[ \t]+(\w+)",
    r"\bcudaError_t\s+(cuda[A-Z]\w*)\s*\(",
    r"\n[ \t]*CUDA_LEGACY_DETAIL_(?:FETCH|READ|WRITE)\((\w+),",
    r"\n[ \t]*CUDA_LEGACY_DETAIL_FETCH_AS\(\w+,\s*(\w+),",
    r"\n[ \t]*CUDA_LEGACY_DETAIL_SILENT\((\w+)\)",
    r"\n[ \t]*CUDA_LEGACY_DETAIL_SAMPLE_\w+\((\w+),",
    r"\ntypedef [^;\[]*\b(\w+);",
    r"\n[ \t]+((?:cuda[A-Z]|CUSPARSE_)\w*) = \d+\b",
    r"\nenum (\w+) \{",
    r"\binline\s+(?:[\w:<>*&]+\s+)*?[*&]*(\w+)\s*\(",
    r"__device__\s+(?:[\w:<>*&,]+\s+)*?[*&]*(\w+)\s*\(",
)]
TYPES = [re.compile(pattern, re.A) for pattern in (r"\b(?:struct|class)\s+(\w+)\s*[:{]", r"\busing\s+(\w+)\s*=")]
MACRO_OF_LINES = re.compile(r"(#[ \t]*define[^\n]*)\\\n(?:[^\n]*\\\n)*[^\n]*")


class Row(typing.NamedTuple):
    line: int
    name: str
    kind: str
    area: str
    deprecated: str
    removed: str
    replacement: str
    note: str
    compat: str


def rows(root):
    """The rows that have the right number of cells."""
    all_cells = [(number, line.split(",")) for number, line in enumerate(lines(read_if_there(root / TABLE)), 1)]
    return [Row(number, *cells) for number, cells in all_cells[1:] if len(cells) == 8]


TESTS = ("tests/compat", "tests/oracle")
REFUSALS = ("tests/compile_fail", "tests/compat/libraries/refused.cu", "tests/compat/cccl/CMakeLists.txt")
TEST_KINDS = (".cu", ".cpp", ".c", ".h", ".txt")


def used_in(root, places):
    """The names in these sources and folders, headers by their paths. A macro that puts the letter of a type into a name
    (cusparse##letter##csrmv) uses the name with each letter."""
    names = set()
    for place in places:
        below = [root / place / path for path in files_below(root / place, *TEST_KINDS)]
        for code in map(read_if_there, below or [root / place]):
            names |= set(re.findall(r"\w+", code, re.A)) | set(re.findall(r"\w+(?:/\w+)*\.(?:h|cuh)\b", code, re.A))
            for before, after in re.findall(r"\b(\w+)##\w+##(\w+)", code, re.A):
                names |= {before + letter + after for letter in "SDCZ"}
    return names


def without_library(name):
    """A name without the namespaces of the library that it belongs to: enable_if of thrust::detail::enable_if."""
    return re.sub(r"^(?:cub|thrust|cuda)::(?:\w+::)*", "", name)


def version(text):
    found = VERSION.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def wrong_in(row, root):
    """The sentences on one row."""
    if not NAME.fullmatch(row.name):
        yield f"'{row.name}' is no name"
    if row.kind not in KINDS:
        yield f"'{row.kind}' is no kind"
    if (row.kind == "field") != ("::" in without_library(row.name)):
        yield "a field, and only a field, is written as type::field"
    if (row.kind == "header") != bool(re.search("[./]", row.name)):
        yield "a header, and only a header, is written as name.h or name.cuh"
    if not row.area:
        yield "no area"
    deprecated, removed = version(row.deprecated), version(row.removed)
    for text in (row.deprecated, row.removed):
        if text and not version(text):
            yield f"'{text}' is no CUDA version"
    if deprecated and removed and removed < deprecated:
        yield "removed before it was deprecated"
    if row.note and not (root / "migration-notes" / row.note).is_file():
        yield f"there is no note {row.note}"
    if row.compat not in STATES:
        yield f"'{row.compat}' is none of {', '.join(STATES)}"
    if row.compat == "toolkit" and removed and removed <= OF_THE_SUITE:
        yield "what the toolkit still has is not removed"
    if row.compat == "cannot" and not row.note:
        yield "what cannot be brought back needs a note"
    for cell in row[1:]:
        if cell != cell.strip(" \r"):
            yield f"white space around '{cell}'"


def api_table(root):
    """Every row of api.csv is well formed, its name is there once, and its note exists."""
    text = lines(read_if_there(root / TABLE))
    if text[:1] != [FIRST_LINE]:
        yield Finding(TABLE, 1, f"the first line is not {FIRST_LINE}")
    if len(text) < 2:
        yield Finding(TABLE, None, "no rows")
    for number, line in enumerate(text[1:], 2):
        cells = line.count(",") + 1
        if cells != 8:
            yield Finding(TABLE, number, f"{cells} cells, not 8")
    names = set()
    for row in rows(root):
        if row.name in names:
            yield Finding(TABLE, row.line, f"{row.name} is there twice")
        names.add(row.name)
        for sentence in wrong_in(row, root):
            yield Finding(TABLE, row.line, sentence)


def without_version(name):
    """A driver's name without its version: cuCtxCreate of cuCtxCreate_v4."""
    return re.sub(r"^(cu[A-Z]\w*?)_v\d+(_ptsz)?$", r"\1", name)


def brought_back(header, listed=()):
    """{name: line} of what a header defines under a name that is not ours.

    What a macro of several lines looks like inside is left out. A driver's name with a version (cuCtxCreate_v4) is what
    cuda.h makes of the plain one, unless the table has it itself (cuCtxCreate_v2).
    """
    code = MACRO_OF_LINES.sub(lambda found: found[1] + "\n" * found[0].count("\n"), without_comments(header))
    names = {}
    for pattern in DEFINITIONS:
        for found in pattern.finditer(code):
            if not found[1].startswith(("CUDA_LEGACY_", "cuda_legacy_")):
                name = found[1] if found[1] in listed else without_version(found[1])
                names.setdefault(name, line_of(code, found.start(1)))
    return names


def has_field(code, type_name, field):
    return bool(re.search(rf"\b(?:struct|class)\s+{type_name}\s*[:{{]", code) and re.search(rf"\b{field}\s*[;\[]", code))


def api_and_headers(root):
    """What the compat headers bring back is in api.csv as "here", and what is "here" is in the headers."""
    states = {row.name: row for row in rows(root)}
    include = root / HEADERS
    defined, codes, public = set(), [], 0
    for path in files_below(include, ".cuh"):
        defined.add(path.as_posix())
    for path in files_below(include, ".h"):
        text = read(include / path)
        names = brought_back(text, states)
        codes.append(without_comments(text))
        defined |= {path.name, path.as_posix(), *names, *map(without_version, names)}
        for pattern in TYPES:
            defined.update(pattern.findall(codes[-1]))
        if path.parent.as_posix() != "cuda_legacy":
            continue
        public += 1
        for name, line in sorted(names.items()):
            if name not in states:
                yield Finding(f"{HEADERS}/{path.as_posix()}", line, f"{name} is not in {TABLE}")
            elif states[name].compat != "here":
                yield Finding(f"{HEADERS}/{path.as_posix()}", line,
                              f"{name} is '{states[name].compat}' in {TABLE}, not 'here'")
    if not public:
        yield nothing(f"headers of {HEADERS}/cuda_legacy")
    for row in states.values():
        type_name, _, field = without_library(row.name).partition("::")
        there = type_name in defined and (not field or any(has_field(code, type_name, field) for code in codes))
        if row.compat == "here" and not there:
            yield Finding(TABLE, row.line, f"{row.name} is 'here', but no compat header defines it")


def api_tests(root):
    """A test of compat or an oracle uses each name that is "here" in api.csv. A test that must not compile has each
    "cannot"."""
    used, refused, all_rows = used_in(root, TESTS), used_in(root, REFUSALS), rows(root)
    if not all_rows:
        yield nothing(f"rows of {TABLE}")
    for row in all_rows:
        name = row.name if row.kind == "header" else row.name.rpartition("::")[2]
        if row.compat == "here" and name not in used:
            yield Finding(TABLE, row.line, f"{row.name} is 'here', but no source of {' or '.join(TESTS)} uses it")
        if row.compat == "cannot" and name not in refused:
            yield Finding(TABLE, row.line, f"{row.name} is 'cannot', but no test has its message")
