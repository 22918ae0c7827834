#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what the records say into tests/evidence/README.md, and into three pages of migration-notes.

  figures.py            exit status 1 where one of them does not say what the committed records say
  figures.py --write    writes them: after each new record
"""

import collections
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[2] / "support")]
import generated  # noqa: E402  tests/support
import freshness  # noqa: E402  beside this file
from machine import Error  # noqa: E402
import then_and_now  # noqa: E402

COMMAND = "tests/tools/evidence/figures.py"


def code(text):
    """A program's own words."""
    return "`` " + text + " ``" if "`" in text else "`" + text + "`"


def number_of(count, what):
    return f"{count} {what}" + ("" if count == 1 else "s")


def joined(parts):
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


def kind(reason):
    """Reasons that differ by a test's name alone are one."""
    for ending in (" is not built",):
        if reason.endswith(ending):
            return "…" + ending
    return reason


def by_reason(reasons):
    """Items "- `reason`: count", the most frequent first."""
    counted = collections.Counter(map(kind, reasons))
    return [f"- {code(reason)}: {count}" for reason, count in sorted(counted.items(), key=lambda one: (-one[1], one[0]))]


def machine(value):
    device, known = value["device"], value.get("commit") or {}
    rows = [
        ("Recorded", value["date"].replace("T", ", ").replace("Z", " UTC")),
        ("GPU", f"{device['count']} × {device['name']}, compute capability {device['compute_capability']}"),
        ("Driver", device["driver"]),
        ("Toolkit", value["toolkit"]),
        ("Host compiler", value["host_compiler"]),
        ("System", value["os"]),
        ("Built for", code(value["architectures"])),
        ("Sources", f"digest {code(value['digest'][:12])}" + (f", commit {code(known['id'][:12])}" if known.get("id") else "")
         + (", with changes that were not committed" if known.get("dirty") else "")),
    ]
    return ["| | |", "| --- | --- |", *(f"| {name} | {cell} |" for name, cell in rows)]


def tests(value):
    found = value.get("tests") or {}
    count = collections.Counter(test["outcome"] for test in found.values())
    lines = [f"{number_of(len(found), 'test').capitalize()}: {count['passed']} passed, {count['failed']} failed, and"
             f" {count['skipped']} {'was' if count['skipped'] == 1 else 'were'} skipped."]
    kept = sorted(test["recorded"] for test in found.values() if "recorded" in test)
    if kept:
        lines += ["", f"{number_of(len(kept), 'outcome')} from earlier records {'was' if len(kept) == 1 else 'were'} kept, as the sources are the same."
                  f" The oldest is of {kept[0][:10]}."]
    if count["failed"]:
        lines += ["", "Failed:", "", *(f"- {code(name)}" for name, test in sorted(found.items()) if test["outcome"] == "failed")]
    if count["skipped"]:
        lines += ["", "Skipped, by reason:", "",
                  *by_reason([test.get("reason", "no reason given") for test in found.values() if test["outcome"] == "skipped"])]
    cases = [reason for test in found.values() if test["outcome"] != "skipped"
             for reason in test.get("skipped_cases", {}).values()]
    if cases:
        lines += ["", "Tests that ran skipped some of their cases, by reason:", "", *by_reason(cases)]
    lacking = freshness.not_recorded(value)
    if lacking:
        lines += ["", "Nothing was recorded to hold these against:", "", *(f"- {code(name)}" for name in lacking)]
    return lines


def pairs(value):
    found = (value.get("pairs") or {}).get("pairs", [])
    if not found:
        return ["The program `pairs` left no results."]
    wrong = sorted({pair["slug"] for pair in found if not pair.get("agree")})
    slugs = {pair["slug"] for pair in found}
    if not wrong:
        return [f"The program `pairs` ran {number_of(len(slugs), 'pair')}. The stages of each agree."]
    return [f"The program `pairs` ran {number_of(len(slugs), 'pair')}. The stages of these do not agree:", "",
            *(f"- {code(slug)}" for slug in wrong)]


def sanitizers(value):
    found = value.get("sanitizers") or {}
    if not any(found.values()):
        return ["No sanitizer was run."]
    lines = ["| Tool | Programs | Passed | Failed | Not run | Errors |", "| --- | --- | --- | --- | --- | --- |"]
    failed, missing = [], []
    for tool, programs in sorted(found.items()):
        count = collections.Counter(program["outcome"] for program in programs.values())
        errors = sum(program.get("errors", 0) for program in programs.values())
        lines.append(f"| {tool} | {len(programs)} | {count['passed']} | {count['failed']} | {count['not run']} | {errors} |")
        for name, program in sorted(programs.items()):
            if program["outcome"] == "failed":
                failed.append(f"- {tool}, {code(name)}: {code(program.get('reason') or str(program.get('errors')) + ' errors')}")
            elif program["outcome"] == "not run":
                missing.append(program.get("reason", "no reason given"))
    if failed:
        lines += ["", "Failed:", "", *failed]
    if missing:
        lines += ["", "Not run, by reason:", "", *by_reason(missing)]
    cases = [reason for programs in found.values() for program in programs.values()
             for reason in program.get("skipped_cases", {}).values()]
    if cases:
        lines += ["", "Cases that the programs skipped under the tools, by reason:", "", *by_reason(cases)]
    return lines


def ratio(row, of, to):
    return f"{row[of] / row[to]:.2f}" if row.get(of) and row.get(to) else ""


def benchmarks(value):
    found = value.get("benchmarks") or {}
    if not found.get("rows"):
        return ["The record has no benchmark."]
    together = "each pair" if any("recorded" in row for row in found["rows"]) else "all"
    lines = [
        f"A copy within the device's memory: {found['copy_gigabytes_per_second']:.0f} GB/s. Times are in microseconds, of the"
        f" kernels alone, the best of several runs, {together} in one run of `./run bench`. Each kernel starts with"
        f" {found.get('starts_with', 'what the run before it left in the cache')}.",
        "A ratio over 1 means that the stage named first in it is slower.",
        "",
        "| Pair | Size | Legacy | Twin | Fast | Library | Limit | Twin / legacy | Fast / library |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in found["rows"]:
        times = [f"{row[stage + '_us']:.2f}" if row.get(stage + "_us") else ""
                 for stage in ("legacy", "twin", "fast", "library", "limit")]
        if not any(times):
            continue  # outside of every stage's reach, or not a matter of time, as device/query
        best = "fast_us" if row.get("fast_us") else "twin_us"
        cells = [code(row["pair"]), str(row["size"]), *times, ratio(row, "twin_us", "legacy_us"), ratio(row, best, "library_us")]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "Where a pair has no fast stage, the last column is twin / library."]
    errors = [f"- {code(row['pair'])}, size {row['size']}, {stage}: {code(reason)}"
              for row in found["rows"] for stage, reason in row.get("errors", {}).items()]
    if errors:
        lines += ["", "Not measured:", "", *errors]
    return lines


def figures(value):
    """The lines of one record."""
    lines = [f"### {value['device']['name']}", "", *machine(value), ""]
    if value.get("passed"):
        lines.append("The record has no failure.")
    else:
        failures = value.get("failures") or []
        lines.append(f"**The record has {number_of(len(failures), 'failure')}**, named below.")
    for title, part in (("Tests", tests), ("Pairs", pairs), ("Sanitizers", sanitizers), ("Benchmarks", benchmarks)):
        lines += ["", f"#### {title}", "", *part(value)]
    return lines


def all_figures(root):
    paths = sorted((root / "tests/evidence").glob("*.json"))
    if not paths:
        return "There is no record yet. `./run evidence` writes one on a machine with a GPU.\n"
    try:
        return "\n\n".join("\n".join(figures(freshness.read(path))) for path in paths) + "\n"
    except Error as error:
        raise generated.Error(str(error)) from error


PARTS = {"tests/evidence/README.md": all_figures, "migration-notes/then-and-now.md": then_and_now.tables,
         "migration-notes/outdated-claims.md": then_and_now.table_of_latencies, "migration-notes/documents/m.md": then_and_now.printed_by_m}

if __name__ == "__main__":
    sys.exit(generated.main(__doc__, COMMAND, pathlib.Path(__file__).resolve().parents[3], PARTS, sys.argv[1:]))
