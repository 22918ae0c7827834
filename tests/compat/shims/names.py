#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that a source of this folder uses every name of the samples' helpers in api.csv: names.py ROOT"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
folder = root / "tests/compat"
sources = [*folder.glob("*.cpp"), *(folder / "shims").rglob("*")]
words = set()
for source in sources:
    if source.suffix in (".cpp", ".cu", ".c", ".h"):
        words.update(re.findall(r"\w+(?:\.h)?", source.read_text(encoding="utf-8")))

rows = [line.split(",") for line in (root / "migration-notes/api.csv").read_text(encoding="utf-8").splitlines()]
names = [row[0] for row in rows if len(row) > 2 and row[2] == "samples helper"]
missing = [name for name in names if name not in words]
for name in missing:
    print(f"{name}: no source in tests/compat/shims uses it")
if len(names) < 2:
    print("api.csv has no names of the samples' helpers")
sys.exit(1 if missing or len(names) < 2 else 0)
