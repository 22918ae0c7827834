#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of compat/emulator/SUITES.md, out of the results and of causes.csv.

    page.py [--write]

Without --write the exit status is 1 if the page has other tables. causes.csv explains outcomes: a suite, a pattern of
program names, the outcome, and the cause. A cause that explains nothing, or an outcome without one, is an error.
"""
import collections
import csv
import json
import pathlib
import re
import sys

import suite

PAGE = suite.ROOT / "compat/emulator/SUITES.md"
BEGIN, END = "<!-- tables: begin -->\n", "<!-- tables: end -->\n"
EXPLAINED = ("wrong", "false", "missed", "too slow", "not built")


def read_causes(file: pathlib.Path) -> list[dict[str, str]]:
    with open(file, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def summary(results: dict) -> list[str]:
    rows = results["rows"]
    counts = collections.Counter(row["outcome"] for row in rows)
    found = sum(row["outcome"] == "right" and row["defect"] for row in rows)
    tried = len(rows) - counts["not applicable"]
    if sum(row["defect"] for row in rows) < 2:  # a suite of correct programs
        return [f"[{results['suite']}](#{results['suite']})", str(tried), *(str(counts[o]) for o in suite.OUTCOMES), "-", "-"]
    return [f"[{results['suite']}](#{results['suite']})", str(tried), *(str(counts[o]) for o in suite.OUTCOMES),
            ratio(found, found + counts["false"]), ratio(found, found + counts["missed"])]


def unexplained(results: list[dict], causes: list[dict[str, str]]) -> list[str]:
    errors = []
    for one in results:
        for row in one["rows"]:
            if row["outcome"] in EXPLAINED and not cause_of(one["suite"], row, causes):
                errors.append(f"causes.csv has no cause: {one['suite']} {row['program']}: {row['outcome']}")
    for cause in causes:
        if not any(one["suite"] == cause["suite"] and cause_of(one["suite"], row, [cause]) for one in results for row in one["rows"]):
            errors.append(f"causes.csv explains nothing: {cause['suite']} {cause['programs']}: {cause['outcome']}")
    return errors


def cause_of(name: str, row: dict, causes: list[dict[str, str]]) -> str:
    for cause in causes:
        if (cause["suite"], cause["outcome"]) == (name, row["outcome"]) and re.fullmatch(cause["programs"], row["program"]):
            return cause["cause"]
    return ""


def section(results: dict, causes: list[dict[str, str]]) -> str:
    settings = " ".join(f"`{k}={v}`" for k, v in results["settings"].items()) or "none"
    out = f"\n<a id=\"{results['suite']}\"></a>\n## {results['suite']}\n\n"
    out += f"From {results['source']}, commit `{results['commit'][:10]}`. Recorded {results['date']}, emulated device of commit "
    out += f"`{results['device']}`, {results['machine']}. Settings: {settings}. Limit: {results['limit']:g} s a run.\n"
    by_cause: dict[tuple[str, str], list[str]] = {}
    for row in results["rows"]:
        if row["outcome"] in EXPLAINED:
            by_cause.setdefault((row["outcome"], cause_of(results["suite"], row, causes)), []).append(f"`{row['program']}`")
        elif row["outcome"] == "not applicable":
            by_cause.setdefault((row["outcome"], row["said"]), []).append(f"`{row['program']}`")
    if by_cause:
        order = list(suite.OUTCOMES)
        out += "\n" + line(["Outcome", "Cause", "Programs"]) + line(["---"] * 3)
        for (outcome, cause), names in sorted(by_cause.items(), key=lambda item: (order.index(item[0][0]), -len(item[1]))):
            out += line([outcome, cause, ", ".join(names)])
    return out


def tables(results: list[dict], causes: list[dict[str, str]]) -> str:
    out = line(["Suite", "tried", *suite.OUTCOMES, "precision", "recall"]) + line(["---"] + ["---:"] * (len(suite.OUTCOMES) + 3))
    out += "".join(line(summary(one)) for one in results)
    return out + "".join(section(one, causes) for one in results)


def read_results(folder: pathlib.Path) -> list[dict]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]


def write(check: bool = False) -> int:
    results, causes = read_results(suite.HERE / "results"), read_causes(suite.HERE / "causes.csv")
    errors = unexplained(results, causes)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = before + BEGIN + tables(results, causes) + END + after
    if not check:
        PAGE.write_text(new, encoding="utf-8")
    elif new != text:
        errors.append(f"{PAGE.relative_to(suite.ROOT)} has other tables: tests/emulator/suites/page.py --write")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    sys.exit(write(check=sys.argv[1:] != ["--write"]))
