# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lines of an example's kernels that its paired test reaches, and those that it does not.

coverage.json, which measure_coverage.py writes, has for each file of legacy/ and modern/ with kernels:

    {"sha256": of the file, "lines": lines with instructions, "unreached": [lines that no thread ran],
     "one_way": [lines with a branch that went one way in all threads]}

A file that was changed since has another sum, and its page says nothing.
"""

import collections
import hashlib
import json

from headers import escaped

FILE = "coverage.json"
STAGES = (("legacy", "legacy/{}.cu"), ("twin", "modern/{}.cu"), ("fast", "modern/{}_fast.cu"))


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def reached(tracefile, root):
    """What coverage.json has of a tracefile in lcov's format."""
    lines = collections.defaultdict(dict)
    ways = collections.defaultdict(lambda: collections.defaultdict(list))
    path = ""
    for record in tracefile.splitlines():
        kind, _, rest = record.partition(":")
        if kind == "SF":
            path = rest
        elif kind == "DA":
            line, count = map(int, rest.split(",")[:2])
            lines[path][line] = count
        elif kind == "BRDA":
            line, block, _, taken = rest.split(",")
            ways[path][int(line), block].append(taken)
    found = {}
    for path, counts in lines.items():
        name = path.removeprefix(f"{root}/")
        if not name.startswith(("legacy/", "modern/")) or not name.endswith(".cu"):
            continue
        one_way = {line for (line, _), taken in ways[path].items() if "-" not in taken and "0" in taken and len(set(taken)) > 1}
        found[name] = {"sha256": sum_of(root / name), "lines": len(counts),
                       "unreached": sorted(line for line, count in counts.items() if not count), "one_way": sorted(one_way)}
    return found


def read(folder):
    path = folder / FILE
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def listed(lines, text):
    """The lines with their code, as a list of Markdown."""
    for number in lines:
        code = text[number - 1].strip() if number <= len(text) else ""
        yield f"- line {number}: " + (f"`` {code} ``" if code and "``" not in code else escaped(code))


def section(slug, root, folder):
    """The part of a pair's page; nothing where nothing was measured, or the files are others by now."""
    known, rows, below = read(folder), [], []
    for stage, pattern in STAGES:
        path = pattern.format(slug)
        one = known.get(path)
        if not one or not (root / path).is_file() or sum_of(root / path) != one["sha256"]:
            continue
        text = (root / path).read_text(encoding="utf-8").splitlines()
        rows.append(f"| {stage} | {one['lines']} | {one['lines'] - len(one['unreached'])} | {len(one['one_way'])} |")
        for what, words in (("unreached", "that no thread ran"), ("one_way", "whose branch went one way in all threads")):
            if one[what]:
                below += [f"Lines of the {stage} file {words}:", "", *listed(one[what], text), ""]
    if not rows:
        return []
    return ["## What the paired test reaches", "",
            "Lines of the kernels with instructions, counted by the [emulated device](/compat/emulator/README.md#coverage) over all cases of the test.", "",
            "| File | Lines | Reached | Branches that went one way |", "| --- | ---: | ---: | ---: |", *rows, "", *below]
