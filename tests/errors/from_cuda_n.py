#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the generated parts of migration-notes/from-cuda-n.md and ready-for-14.md.

from-cuda-n.md has the names that each step removes, and the architectures of each toolkit. ready-for-14.md has the names that
CUDA 13's headers deprecate and announce.

usage: from_cuda_n.py [--check | --page | --write] [--build FOLDER] [--toolkit FOLDER]...

--check   compare toolchains.json with the installed toolkits (also without an option)
--page    compare the pages with api.csv and toolchains.json, without running a tool
--write   record the installed toolkits, and write the pages

The lists of names come from migration-notes/api.csv. `removed` and `deprecated` give the step; names with the same `area` and
`note` belong together. nvcc itself lists architectures and dialects (or ptxas, if a toolkit has no nvcc), and
crt/host_config.h names the newest g++.

Exit status: 0 all as recorded, 1 something differs, 77 no installed toolkit is recorded.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "migration-notes/from-cuda-n.md"
NEXT_PAGE = ROOT / "migration-notes/ready-for-14.md"
TABLE = ROOT / "migration-notes/api.csv"
RECORD = HERE / "toolchains.json"
sys.path.insert(0, str(HERE.parent / "support"))
import toolkits  # noqa: E402  (in tests/support)

STEPS = [8, 9, 10, 11, 12]
# The last step leads to this version; what came later is on the page of the next one.
LAST, NEXT = [13, 0], 14
# A longer list appears on the page as its first and its last name.
MOST_NAMES = 12
END = "<!-- end -->"


# --- what a toolkit compiles for ----------------------------------------------------------------


def printed(command):
    """What a command prints."""
    return subprocess.run([str(one) for one in command], capture_output=True, text=True, check=False).stdout


def toolchain_of(toolkit):
    """{architectures, dialects, newest_gcc} of a toolkit; a part that cannot be asked for is left out."""
    found = {}
    if toolkit.nvcc:
        architectures = re.findall(r"compute_(\d+)\b", printed([toolkit.nvcc, "--list-gpu-arch"]))
        allowed = re.search(r"\(-std\).*?Allowed values for this option:(.*?)\.\s*\n", printed([toolkit.nvcc, "--help"]), re.DOTALL)
        found["dialects"] = re.findall(r"c\+\+\d\d", allowed.group(1)) if allowed else []
    else:
        architectures = re.findall(r"'compute_(\d+)'", printed([toolkit.ptxas, "--help"])) if toolkit.ptxas else []
    if architectures:
        found["architectures"] = sorted({int(one) for one in architectures})
    header = toolkit.header("crt/host_config.h")
    if header:
        newest = re.search(r"^#if __GNUC__ > (\d+)", header.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
        if newest:
            found["newest_gcc"] = int(newest.group(1))
    return found


def look(options):
    """{version: its toolchain} of what is installed."""
    here = toolkits.installed(options.build, options.toolkit, compilers=False)
    return {toolkit.version: toolchain for toolkit in here for toolchain in [toolchain_of(toolkit)] if toolchain}


# --- the page -----------------------------------------------------------------------------------


def numbers(version):
    """A version, to order by."""
    return [int(one) for one in version.split(".")]


def toolchain_table(record):
    """What each recorded toolkit compiles for."""
    lines = ["| CUDA | Oldest and newest architecture | Newest `g++` | `-std` |", "| --- | --- | --- | --- |"]
    for version in sorted(record, key=numbers):
        one = record[version]
        architectures = one.get("architectures")
        ends = f"`compute_{architectures[0]}` to `compute_{architectures[-1]}`" if architectures else ""
        dialects = ", ".join(name.replace("c++", "") for name in one.get("dialects", []))
        lines.append(f"| {version} | {ends} | {one.get('newest_gcc', '')} | {dialects} |")
    return "\n".join(lines)


def bullets(rows):
    """Gives a line for each area and note, with its names."""
    groups = {}
    for row in rows:
        groups.setdefault((row["area"], row["note"]), []).append(row["name"])
    lines = []
    for (area, note), names in groups.items():
        listed = ", ".join(f"`{name}`" for name in names)
        places = [note or "api.csv"]
        if len(names) > MOST_NAMES:
            listed, places = f"`{names[0]}` … `{names[-1]}`, {len(names)} names", ["api.csv", note]
        lines.append(f"- [ ] {area}: {listed}: " + ", ".join(f"[{place}]({place})" for place in places if place))
    return lines


def step_list(rows, step):
    """Gives the names that the major version after `step` removes, and those that it deprecates."""
    def first_in(column):
        return [row for row in rows if row[column] and numbers(row[column])[0] == step + 1]

    removed, deprecated = first_in("removed"), [row for row in first_in("deprecated") if row not in first_in("removed")]
    lines = []
    if removed:
        lines += [f"Stops the build from CUDA {step + 1} on:", "", *bullets(removed), ""]
    if deprecated:
        lines += [f"Deprecated from CUDA {step + 1} on:", "", *bullets(deprecated), ""]
    return "\n".join(lines or [f"No name of [api.csv](api.csv) goes in CUDA {step + 1}.", ""]).rstrip()


def as_of_last(row):
    """A row as the last step's version knew it."""
    return {**row, **{column: "" for column in ("deprecated", "removed") if row[column] and numbers(row[column]) > LAST}}


def generated(record, rows):
    """{what stands in the marker: the part's text}."""
    parts = {"toolchains": toolchain_table(record)}
    then = [as_of_last(row) for row in rows]
    for step in STEPS:
        parts[f"{step} to {step + 1}"] = step_list(then, step)
    return parts


def note_cell(note):
    """A link to a row's note. A row whose note is the page itself has none."""
    return "–" if note == NEXT_PAGE.name else f"[{note or 'api.csv'}]({note or 'api.csv'})"


def replacements(rows):
    """A table of names and their replacements. A family has a row: the names of an area with the same replacement."""
    groups = {}
    for row in rows:
        groups.setdefault((row["area"], row["replacement"], row["note"]), []).append(f"`{row['name']}`")
    lines = ["| Names | Instead | Note |", "| --- | --- | --- |"]
    for (_, instead, note), names in groups.items():
        code = f"`{instead}`" if re.fullmatch(r"[\w:/]+", instead, re.ASCII) else instead or "–"
        lines.append(f"| {', '.join(names)} | {code} | {note_cell(note)} |")
    return "\n".join(lines)


def table_of_libraries(rows):
    """A table with a row for each library: its first and its last name, and the number of names."""
    groups = {}
    for row in rows:
        groups.setdefault((row["area"], row["note"]), []).append(row["name"])
    lines = ["| Library | First name | Last name | Names in [api.csv](api.csv) | Note |", "| --- | --- | --- | ---: | --- |"]
    lines += [f"| {area} | `{names[0]}` | `{names[-1]}` | {len(names)} | {note_cell(note)} |" for (area, note), names in groups.items()]
    return "\n".join(lines)


def next_page(rows):
    """The parts of the next version's page. An announced name has an area that says so."""
    new = {column: [row for row in rows if row[column] and numbers(row[column]) > LAST] for column in ("deprecated", "removed")}
    goes = [row for row in new["removed"] if numbers(row["removed"])[0] >= NEXT]
    announced = [row for row in new["deprecated"] if row["area"].startswith("announced") and row not in goes]
    old = [row for row in rows if row["area"] in ("cuSPARSE", "cuSOLVER") and not row["removed"] and row["deprecated"] and row not in new["deprecated"]]
    return {"goes in 14": replacements(goes), "announced": replacements(announced), "libraries": table_of_libraries(old),
            "gone since": replacements([row for row in new["removed"] if row not in goes]),
            "deprecated since": replacements([row for row in new["deprecated"] if row not in goes + announced and not row["removed"]])}


def with_parts(page, parts, place=PAGE):
    """The page with its generated parts put anew; each has to be there once."""
    for name, text in parts.items():
        marker = f"<!-- from tests/errors/from_cuda_n.py: {name} -->"
        pattern = re.compile(re.escape(marker) + r"\n.*?" + re.escape(END), re.DOTALL)
        if len(pattern.findall(page)) != 1:
            raise ValueError(f"{place.name}: {marker} must be there once, with {END} after it")
        page = pattern.sub(lambda _, text=text, marker=marker: f"{marker}\n\n{text}\n\n{END}", page)
    return page


def table_rows(text):
    """The rows of api.csv."""
    return list(csv.DictReader(text.splitlines(), quoting=csv.QUOTE_NONE))


def main(arguments):
    parser = argparse.ArgumentParser(description="The generated parts of migration-notes/from-cuda-n.md.")
    mode = parser.add_mutually_exclusive_group()
    for name in ("check", "page", "write"):
        mode.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--toolkit", action="append", default=[])
    options = parser.parse_args(arguments)
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    rows = table_rows(TABLE.read_text(encoding="utf-8"))

    if options.write:
        record.update(look(options))
        RECORD.write_text(json.dumps({version: record[version] for version in sorted(record, key=numbers)}, indent=1) + "\n", encoding="utf-8")
        for place, parts in ((PAGE, generated(record, rows)), (NEXT_PAGE, next_page(rows))):
            place.write_text(with_parts(place.read_text(encoding="utf-8"), parts, place), encoding="utf-8")
        return 0
    if options.page:
        wrong = 0
        for place, parts in ((PAGE, generated(record, rows)), (NEXT_PAGE, next_page(rows))):
            page = place.read_text(encoding="utf-8")
            if with_parts(page, parts, place) != page:
                print(f"migration-notes/{place.name} is not what api.csv and toolchains.json say: tests/errors/from_cuda_n.py --write")
                wrong = 1
        return wrong
    wrong, held = [], 0
    for version, toolchain in look(options).items():
        if version not in record:
            print(f"case skipped: CUDA {version}: not recorded yet: from_cuda_n.py --write")
            continue
        held += 1
        if toolchain != record[version]:
            wrong.append(f"CUDA {version}: is {toolchain}, recorded is {record[version]}")
    for one in wrong:
        print(one)
    if not held:
        print("skipped: no installed toolkit is recorded")
        return 77
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
