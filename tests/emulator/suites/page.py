#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of compat/emulator/SUITES.md, out of the results and of causes.csv.

    page.py [--write]

Without --write the exit status is 1 if the page has other tables. causes.csv explains outcomes: a suite, a pattern of
program names, the outcome, and the cause. A cause that explains nothing, or an outcome without one, is an error.
`wrong` in the column `label` means that the suite's label does not hold for the run: the finding is right, or the
defect does not show. The last two columns count such programs without the suite's label.
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


def ratios(rows: list[dict]) -> list[str]:
    found = sum(row["outcome"] == "right" and row["defect"] for row in rows)
    false, missed = (sum(row["outcome"] == outcome for row in rows) for outcome in ("false", "missed"))
    return [ratio(found, found + false), ratio(found, found + missed)]


def with_true_labels(results: dict, causes: list[dict[str, str]]) -> list[dict]:
    """The rows by what the programs do: a finding that is right counts as one, and a defect that does not show as none."""
    rows = []
    for row in results["rows"]:
        cause = explanation_of(results["suite"], row, causes)
        if cause and cause["label"] == "wrong":
            row = row | {"outcome": "right", "defect": row["outcome"] == "false"}
        rows.append(row)
    return rows


def summary(results: dict, causes: list[dict[str, str]]) -> list[str]:
    rows = results["rows"]
    counts = collections.Counter(row["outcome"] for row in rows)
    tried = len(rows) - counts["not applicable"]
    line = [f"[{results['suite']}](#{results['suite']})", str(tried), *(str(counts[o]) for o in suite.OUTCOMES)]
    if sum(row["defect"] for row in rows) < 2:  # a suite of correct programs
        return [*line, *["-"] * 4]
    return [*line, *ratios(rows), *ratios(with_true_labels(results, causes))]


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


def explanation_of(name: str, row: dict, causes: list[dict[str, str]]) -> dict[str, str] | None:
    for cause in causes:
        if (cause["suite"], cause["outcome"]) == (name, row["outcome"]) and re.fullmatch(cause["programs"], row["program"]):
            return cause
    return None


def cause_of(name: str, row: dict, causes: list[dict[str, str]]) -> str:
    cause = explanation_of(name, row, causes)
    return cause["cause"] if cause else ""


def section(results: dict, causes: list[dict[str, str]]) -> str:
    settings = " ".join(f"`{k}={v}`" for k, v in results["settings"].items()) or "none"
    out = f"\n<a id=\"{results['suite']}\"></a>\n## {results['suite']}\n\n"
    tried = [row for row in results["rows"] if row["outcome"] != "not applicable"]
    dates = sorted({row.get("date", results["date"]) for row in tried}) or [results["date"]]
    devices = sorted({row.get("device", results["device"]) for row in tried}) or [results["device"]]
    out += f"From {results['source']}, commit `{results['commit'][:10]}`. Recorded {', '.join(dates)}, emulated device of commit "
    out += f"{', '.join(f'`{device}`' for device in devices)}, {results['machine']}. Settings: {settings}. Limit: {results['limit']:g} s of {results.get('clock', 'time')} a run.\n"
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
    out = line(["Suite", "tried", *suite.OUTCOMES, "precision", "recall", "precision, true labels", "recall, true labels"])
    out += line(["---"] + ["---:"] * (len(suite.OUTCOMES) + 5))
    out += "".join(line(summary(one, causes)) for one in results)
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
