# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The record that --resume goes on from: what of it still holds, and what has to be recorded anew.

A record has three kinds of units: tests, programs under the sanitizers, and pairs, which the program pairs and the benchmark
run. For each it keeps the sources that the unit depends on.
"""

from dependencies import packed, without_other_pairs
from freshness import stale_units
from machine import Error, is_same
from sanitizers import programs


def dependencies_of(found, files, build, names):
    """What a record keeps: the sources of each unit. Nothing where the build does not tell them."""
    if not found.known:
        return {}
    slugs = [path[len("legacy/"):-len(".cu")] for path in files if path.startswith("legacy/") and path.endswith(".cu")]
    whole = found.of_program(build / "bin/pairs") | found.of_program(build / "bin/benchmark_pairs")
    whole |= found.of_script(found.root / "tests/tools/benchmarks/table.py")
    examples = {path for path in files if path.startswith(("legacy/", "modern/"))}
    units = {
        "tests": {name: found.of_test(name) for name in names},
        "programs": {name: found.of_program(path) for name, path in programs(build).items()},
        "pairs": {slug: without_other_pairs(whole | examples, slug, slugs) for slug in slugs},
    }
    return {kind: {name: packed(paths, files) for name, paths in all_of.items()} for kind, all_of in units.items()}


class Base:
    """What is kept of an earlier record, and what is not: by kind, the names of stale, failed and new units."""

    def __init__(self, value, files, belongs_to, units):
        if not value.get("dependencies"):
            raise Error("nothing to resume: the record keeps no sources of its tests; without --resume all is recorded")
        if not units:
            raise Error("nothing to resume: this build does not tell the sources of its tests, as one by Ninja does")
        for key, wanted in belongs_to.items():
            if key != "digest" and not is_same(value.get(key), wanted):
                raise Error(f"nothing to resume: the record is of another {key}; without --resume all is recorded")
        self.value, self.date, self.units = value, value["date"], units
        stale = stale_units(value, files)
        failed = {name for name, test in value["tests"].items() if test["outcome"] == "failed"}
        # A failure of pairs, benchmarks or sanitizers names no unit, so all of these are recorded again.
        others_failed = not value.get("passed") and any(not failure.startswith("test ") for failure in value.get("failures") or ["?"])
        self.again = {}
        for kind, names in units.items():
            before = value["dependencies"].get(kind, {})
            self.again[kind] = {name for name in names if name not in before or name in stale[kind]}
            if others_failed and kind != "tests":
                self.again[kind] = set(names)
        self.again["tests"] |= failed & set(units["tests"])

    def merged_tests(self, names, new):
        """The new outcomes beside the kept ones, which say when they were recorded."""
        kept = {name: test for name, test in self.value["tests"].items() if name in names and name not in new}
        return {**{name: {**test, "recorded": test.get("recorded", self.date)} for name, test in kept.items()}, **new}

    def merged_pairs(self, new, slugs):
        kept = [pair for pair in self.value["pairs"].get("pairs", []) if pair["slug"] in slugs and pair["slug"] not in self.again["pairs"]]
        return {**self.value["pairs"], **new, "pairs": sorted(kept + new.get("pairs", []), key=lambda pair: pair["slug"])}

    def merged_benchmarks(self, new, slugs):
        def is_of(row, names):
            return any(row["pair"] == slug or row["pair"].startswith(slug + "/") for slug in names)

        before = self.value["benchmarks"]
        kept = [{**row, "recorded": row.get("recorded", self.date)} for row in before.get("rows", [])
                if is_of(row, slugs) and not is_of(row, self.again["pairs"])]
        rows = kept + [row for row in new.get("rows", []) if is_of(row, self.again["pairs"])]
        return {**before, **new, "rows": sorted(rows, key=lambda row: (row["pair"].count("/"), row["pair"], row["size"]))} if rows else {}

    def merged_sanitizer(self, tool, new, names):
        before = self.value["sanitizers"].get(tool, {})
        return {**{name: result for name, result in before.items() if name in names}, **new}

