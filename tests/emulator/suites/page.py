#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of compat/emulator/SUITES.md, out of the results and of causes.csv.

    page.py [--write]

Without --write the exit status is 1 if the page has other tables. causes.csv explains outcomes: a suite, a pattern of
program names, the outcome, the cause, and a pattern of the line that shows the outcome. The first cause that fits
counts. A cause that explains nothing, or an outcome without one, is an error.
`wrong` in the column `label` means that the suite's label does not hold for the run: the finding is right, or the
defect does not show. The page counts such programs apart, and the last two columns count them without the suite's label. Causes of the suite
NAME.compute-sanitizer are for compute-sanitizer's outcomes, which need none.
"""
import collections
import csv
import json
import pathlib
import re
import sys

import sanitizer
import sanitizer_page
import suite
from scores import REFUTED, cause_of, explanation_of, line, ratios, read_causes, shown_outcome, with_true_labels

PAGE = suite.ROOT / "compat/emulator/SUITES.md"
FOLDED = 20  # more names than these are folded
ABSENT = "not in the checkout"
SHOWN = ("right", REFUTED, *(outcome for outcome in suite.OUTCOMES if outcome != "right"))  # the columns
EXPLAINED = ("wrong", "false", "missed", "too slow", "not built")


def summary(results: dict, causes: list[dict[str, str]]) -> list[str]:
    rows = results["rows"]
    counts = collections.Counter(shown_outcome(results["suite"], row, causes) for row in rows)
    tried = len(rows) - counts["not applicable"]
    line = [f"[{results['suite']}](#{results['suite']})", str(tried), *(str(counts[o]) for o in SHOWN)]
    if 20 * sum(row["defect"] for row in rows) < len(rows):  # a suite of correct programs, but for one or two
        return [*line, *["-"] * 4]
    return [*line, *ratios(rows), *ratios(with_true_labels(results, causes))]


def unexplained(results: list[dict], causes: list[dict[str, str]], others: list[dict] | None = None) -> list[str]:
    """Outcomes without a cause, and causes without an outcome. Those of `others` need no cause."""
    errors = []
    for one in results:
        for row in one["rows"]:
            if row["outcome"] in EXPLAINED and not cause_of(one["suite"], row, causes):
                errors.append(f"causes.csv has no cause: {one['suite']} {row['program']}: {row['outcome']}")
    for cause in causes:
        if not any(one["suite"] == cause["suite"] and cause_of(one["suite"], row, [cause]) for one in [*results, *(others or [])] for row in one["rows"]):
            errors.append(f"causes.csv explains nothing: {cause['suite']} {cause['programs']}: {cause['outcome']}")
    return errors


def folded(names: list[str]) -> str:
    """The names of programs. Many are folded, so that the table stays readable."""
    text = ", ".join(names)
    return text if len(names) <= FOLDED else f"<details><summary>{len(names)} programs</summary>{text}</details>"


def section(results: dict, causes: list[dict[str, str]]) -> str:
    settings = " ".join(f"`{k}={v}`" for k, v in results["settings"].items()) or "none"
    out = f"\n<a id=\"{results['suite']}\"></a>\n## {results['suite']}\n\n"
    tried = [row for row in results["rows"] if row["outcome"] != "not applicable"]
    dates = sorted({row.get("date", results["date"]) for row in tried}) or [results["date"]]
    devices = sorted({row.get("device", results["device"]) for row in tried}) or [results["device"]]
    recorded = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    device = f"of commit `{devices[0]}`" if len(devices) == 1 else f"of {len(devices)} commits, which the [results](../../tests/emulator/suites/results/{results['suite']}.json) name"
    out += f"From {results['source']}, commit `{results['commit'][:10]}`. Recorded {recorded} with the emulated device {device}. "
    limits = collections.Counter(row.get("limit", results["limit"]) for row in tried) or collections.Counter([results["limit"]])
    usual = limits.most_common(1)[0][0]
    others = limits.total() - limits[usual]
    longer = f", and up to {max(limits):g} s for {others} programs" if others else ""
    out += f"Machine: {results['machine']}. Settings: {settings}. Limit: {usual:g} s of {results.get('clock', 'time')} a run{longer}.\n"
    by_cause: dict[tuple[str, str], list[str]] = {}
    for row in results["rows"]:
        if row["outcome"] in EXPLAINED:
            shown = shown_outcome(results["suite"], row, causes)
            by_cause.setdefault((shown, cause_of(results["suite"], row, causes)), []).append(f"`{row['program']}`")
        elif row["outcome"] == "not applicable":
            by_cause.setdefault((row["outcome"], row["said"]), []).append(f"`{row['program']}`")
    if by_cause:
        out += "\n" + line(["Outcome", "Cause", "Programs"]) + line(["---"] * 3)
        for (outcome, cause), names in sorted(by_cause.items(), key=lambda item: (SHOWN.index(item[0][0]), -len(item[1]))):
            out += line([outcome, cause, folded(names)])
    return out


def tables(results: list[dict], causes: list[dict[str, str]]) -> str:
    out = line(["Suite", "tried", *SHOWN, "precision", "recall", "precision, true labels", "recall, true labels"])
    out += line(["---"] + ["---:"] * (len(SHOWN) + 5))
    return out + "".join(line(summary(one, causes)) for one in results)


def beside_cuda4cpu(results: list[dict], file: pathlib.Path, causes: list[dict[str, str]]) -> str:
    """The samples that cuda4cpu lists, by what they do there and here."""
    ours = {row["program"].rsplit("/", 1)[-1]: shown_outcome(one["suite"], row, causes)
            for one in results if one["suite"] == "cuda-samples" for row in one["rows"]}
    with file.open(encoding="utf-8", newline="") as rows:
        theirs = list(csv.DictReader(rows))
    counts = collections.Counter((row["outcome"] == "passed", ours.get(row["sample"], ABSENT)) for row in theirs)
    columns = [outcome for outcome in (*SHOWN, ABSENT) if any(counts[passed, outcome] for passed in (True, False))]
    out = line(["cuda4cpu", "samples", *columns]) + line(["---"] + ["---:"] * (len(columns) + 1))
    for passed, name in ((True, "passed"), (False, "did not pass")):
        out += line([name, *(str(n) for n in (sum(counts[passed, o] for o in columns), *(counts[passed, o] for o in columns)))])
    return out + line(["all", *(str(n) for n in (len(theirs), *(counts[True, o] + counts[False, o] for o in columns)))])


def read_results(folder: pathlib.Path) -> list[dict]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json")) if sanitizer.SUFFIX not in file.name]


def replaced(text: str, part: str, new: str) -> str:
    """The page with another text between the marks of a part."""
    begin, end = f"<!-- {part}: begin -->\n", f"<!-- {part}: end -->\n"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{PAGE.relative_to(suite.ROOT)} has no marks of the part {part}")
    return before + begin + new + end + after


def write(check: bool = False) -> int:
    results, causes = read_results(suite.HERE / "results"), read_causes(suite.HERE / "causes.csv")
    by_suite = sanitizer_page.read(suite.HERE / "results")
    errors = unexplained(results, causes, [{"suite": name + sanitizer.SUFFIX, "rows": sanitizer_page.judged(one)} for name, one in by_suite.items()])
    text = PAGE.read_text(encoding="utf-8")
    new = replaced(text, "tables", tables(results, causes))
    new = replaced(new, "compute-sanitizer", sanitizer_page.section(results, by_suite, causes))
    new = replaced(new, "cuda4cpu", beside_cuda4cpu(results, suite.HERE / "cuda4cpu.csv", causes))
    new = replaced(new, "suites", "".join(section(one, causes) for one in results))
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
