# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compute-sanitizer's part of compat/emulator/SUITES.md. page.py writes it."""
from __future__ import annotations

import collections
import json
import pathlib
import re

import sanitizer
import scores

# The defects, by what the emulated device says of them. Labels of other suites than Indigo3 do not name the defect.
KINDS = {
    "race in shared memory": "race in shared memory",
    "race in global memory": "race in global memory",
    "null pointer": "a null pointer",
    "a call through": "a call through a pointer that leads to no function",
    "Assertion": "an assertion that fails",
    "barrier": "a barrier that not all threads reach",
    "spin": "a loop without an end",
}
UNKNOWN = "not found by the emulated device"


def read(folder: pathlib.Path) -> dict[str, dict]:
    """The results of compute-sanitizer, by suite."""
    recorded = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob(f"*{sanitizer.SUFFIX}.json"))]
    return {one["suite"]: one for one in recorded}


def of_both(one: dict, recorded: dict) -> tuple[dict, dict]:
    """The results of the emulated device and of compute-sanitizer, for the programs that both have."""
    names = {row["program"] for row in one["rows"]} & {row["program"] for row in recorded["rows"]}
    same, other = ({**results, "rows": [row for row in results["rows"] if row["program"] in names]} for results in (one, recorded))
    return same, other


def judged(recorded: dict) -> list[dict]:
    rows = []
    for row in recorded["rows"]:
        outcome, said = sanitizer.judge(row)
        rows.append({"program": row["program"], "label": row["label"], "defect": bool(row["defect"]), "outcome": outcome, "said": said})
    return rows


def with_true_labels(recorded: dict, emulated: dict, causes: list[dict[str, str]]) -> list[dict]:
    """The rows by what the programs do, where causes.csv says that a suite's label does not hold.

    The emulated device's finding says which defect such a program has. A finding of compute-sanitizer is right if it is
    of the same kind. A cause of the suite NAME.compute-sanitizer says that compute-sanitizer's own finding is right."""
    labels = {row["program"]: row for row in emulated["rows"]}
    rows = []
    for row in recorded["rows"]:
        own = labels[row["program"]]
        cause = scores.explanation_of(emulated["suite"], own, causes)
        if cause and cause["label"] == "wrong" and not row["state"]:
            row = row | {"defect": kind_pattern(own["said"]) if own["outcome"] == "false" else ""}
        outcome, said = sanitizer.judge(row)
        result = {"program": row["program"], "label": row["label"], "defect": bool(row["defect"]), "outcome": outcome, "said": said}
        cause = scores.explanation_of(emulated["suite"] + sanitizer.SUFFIX, result, causes)
        if cause and cause["label"] == "wrong":
            result |= {"outcome": "right", "defect": outcome == "false"}
        rows.append(result)
    return rows


def kind_pattern(said: str) -> str:
    """The pattern of findings of the same kind as the emulated device's."""
    for pattern in ("race in", "barrier", "spin", "Assertion", "a call through", "written"):
        if pattern in said:
            return pattern
    return "^(?!.*(race in|barrier|spin|written))"


def figures(rows: list[dict]) -> list[str]:
    counts = collections.Counter(row["outcome"] for row in rows)
    tried = len(rows) - counts["not applicable"]
    judged_rows = [counts[outcome] for outcome in ("right", "false", "missed")]
    return [str(tried), *map(str, judged_rows), str(tried - sum(judged_rows))]


def comparison(results: list[dict], by_suite: dict[str, dict], causes: list[dict[str, str]]) -> str:
    """A line for the emulated device and one for compute-sanitizer, for each suite with both."""
    out = scores.line(["Suite", "Tool", "tried", "right", "false", "missed", "no verdict", "precision", "recall",
                     "precision, true labels", "recall, true labels"])
    out += scores.line(["---"] * 2 + ["---:"] * 9)
    for one in results:
        if one["suite"] not in by_suite:
            continue
        one, recorded = of_both(one, by_suite[one["suite"]])
        for tool, rows, true in (("emulated device", one["rows"], scores.with_true_labels(one, causes)),
                                 ("compute-sanitizer", judged(recorded), with_true_labels(recorded, one, causes))):
            out += scores.line([one["suite"], tool, *figures(rows), *scores.ratios(rows), *scores.ratios(true)])
    return out


def defect_of(label: str, own: dict) -> str:
    if label.endswith("Bug"):
        return f"`{label}`"
    said = own["said"] if own["outcome"] == "right" else ""
    return next((kind for pattern, kind in KINDS.items() if pattern in said), "another defect" if said else UNKNOWN)


def by_defect(results: list[dict], by_suite: dict[str, dict]) -> str:
    """How many programs of each defect were found."""
    out = scores.line(["Suite", "Defect", "programs", "found by the emulated device", "found by compute-sanitizer", "no verdict of compute-sanitizer"])
    out += scores.line(["---"] * 2 + ["---:"] * 4)
    for one in results:
        if one["suite"] not in by_suite:
            continue
        one, recorded = of_both(one, by_suite[one["suite"]])
        own = {row["program"]: row for row in one["rows"]}
        groups: dict[str, list[dict]] = {}
        for row in judged(recorded):
            if row["defect"] and row["outcome"] != "not applicable":
                groups.setdefault(defect_of(row["label"], own[row["program"]]), []).append(row)
        for kind, rows in sorted(groups.items(), key=lambda item: (item[0] == UNKNOWN, -len(item[1]), item[0])):
            emulated = sum(own[row["program"]]["outcome"] == "right" for row in rows)
            found = sum(row["outcome"] == "right" for row in rows)
            verdict = sum(row["outcome"] in ("right", "false", "missed") for row in rows)
            out += scores.line([one["suite"], kind, *map(str, (len(rows), emulated, found, len(rows) - verdict))])
    return out


def details(recorded: dict, causes: list[dict[str, str]]) -> str:
    """The programs of one suite that compute-sanitizer reports in vain, or has no verdict on."""
    def all_of(key: str) -> str:
        return ", ".join(sorted({row[key] for row in recorded["rows"] if key in row} or {recorded[key]}))
    out = f"\n**{recorded['suite']}**, commit `{recorded['commit'][:10]}`. Recorded {all_of('date')} on {all_of('gpu')}, driver {all_of('driver')}, "
    out += f"compute-sanitizer {all_of('sanitizer')}. Limit: {recorded['limit']:g} s a run.\n"
    groups: dict[tuple[str, str], list[str]] = {}
    for row in judged(recorded):
        if row["outcome"] not in ("right", "missed", "not applicable"):
            cause = scores.cause_of(recorded["suite"] + sanitizer.SUFFIX, row, causes)
            groups.setdefault((row["outcome"], cause or brief(row["said"])), []).append(f"`{row['program']}`")
    if groups:
        out += "\n" + scores.line(["Outcome", "What was said", "Programs"]) + scores.line(["---"] * 3)
        order = sanitizer.OUTCOMES.index
        for (outcome, said), names in sorted(groups.items(), key=lambda item: (order(item[0][0]), -len(item[1]), item[0][1])):
            out += scores.line([outcome, said, ", ".join(names)])
    return out


def brief(said: str) -> str:
    """A report without its place: the tool, and the first line up to the name of a kernel."""
    return re.split(r" at (?=\S*[(+<])| on CUDA API|; ", said)[0].replace("__", "\\_\\_")


def section(results: list[dict], by_suite: dict[str, dict], causes: list[dict[str, str]]) -> str:
    if not by_suite:
        return "compute-sanitizer has not run on these programs yet.\n"
    out = comparison(results, by_suite, causes) + "\n" + by_defect(results, by_suite)
    return out + "".join(details(by_suite[name], causes) for name in sorted(by_suite))
