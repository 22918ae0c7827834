#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes README.md's table of toolkits and cells from recorded.json, which matrix.py --record fills.

usage: table.py [--check | --write]

--check   hold the page against the record (without an option, too); --write: write it

A cell is *run*, *compiled*, *failed*, *not to be had* where no package has that nvcc, or empty: not recorded.
Exit status: 0 the page is as the record says, 1 it is not.
"""
import argparse
import json
import pathlib
import sys

import fetch

HERE = pathlib.Path(__file__).resolve().parent
PAGE, RECORD = HERE / "README.md", HERE / "recorded.json"
BEGIN, END = "<!-- table: written by table.py -->", "<!-- end -->"
CELLS = ("headers", "programs", "legacy", "architectures", "run")
WITHOUT_NVCC = "headers"


def numbers(version):
    return [int(part) for part in version.split(".")]


def has_nvcc(version):
    """Whether a package has this version's compiler: the wheels do since CUDA 13."""
    return numbers(version)[0] >= 13 or fetch.compiler_of(version) is not None


def table(record, versions):
    """The table's lines."""
    lines = ["| CUDA | " + " | ".join(f"`{cell}`" for cell in CELLS) + " |", "| --- |" + " --- |" * len(CELLS)]
    for version in sorted({*record, *versions}, key=numbers):
        cells = [record.get(version, {}).get(cell, "" if cell == WITHOUT_NVCC or has_nvcc(version) else "not to be had") for cell in CELLS]
        lines.append(f"| {version} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def with_table(page, text):
    """The page with its table put anew."""
    if page.count(BEGIN) != 1 or END not in page[page.index(BEGIN):]:
        raise ValueError(f"{PAGE.name}: {BEGIN} must be there once, with {END} after it")
    begin = page.index(BEGIN) + len(BEGIN)
    return page[:begin] + "\n\n" + text + "\n\n" + page[page.index(END, begin):]


def main(arguments):
    parser = argparse.ArgumentParser(description="Writes the table of toolkits and cells.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    page = PAGE.read_text(encoding="utf-8")
    made = with_table(page, table(json.loads(RECORD.read_text(encoding="utf-8")), fetch.versions()))
    if options.write:
        PAGE.write_text(made, encoding="utf-8")
    elif made != page:
        print("tests/toolkits/README.md is not what recorded.json says: tests/toolkits/table.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
