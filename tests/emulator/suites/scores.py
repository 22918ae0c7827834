# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the parts of the page of suites share: causes, precision, recall, and lines of tables."""
from __future__ import annotations

import csv
import pathlib
import re

REFUTED = "label refuted"


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


def explanation_of(name: str, row: dict, causes: list[dict[str, str]]) -> dict[str, str] | None:
    """The first cause that fits. With a pattern in its column `said` it fits only rows whose line has the pattern."""
    for cause in causes:
        if (cause["suite"], cause["outcome"]) == (name, row["outcome"]) and re.fullmatch(cause["programs"], row["program"]):
            if re.search(cause.get("said") or "", row.get("said", "")):
                return cause
    return None


def shown_outcome(name: str, row: dict, causes: list[dict[str, str]]) -> str:
    """The outcome on the page: REFUTED if the cause says that the suite's label does not hold for the run."""
    cause = explanation_of(name, row, causes)
    return REFUTED if cause and cause["label"] == "wrong" else row["outcome"]


def cause_of(name: str, row: dict, causes: list[dict[str, str]]) -> str:
    cause = explanation_of(name, row, causes)
    return cause["cause"] if cause else ""
