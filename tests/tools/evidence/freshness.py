# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a record still belong to its sources, and what does it lack?"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import summary  # noqa: E402  tests/summary.py
from dependencies import unpacked  # noqa: E402  beside this file
from machine import Error  # noqa: E402
from sources import digest, hashes, short  # noqa: E402

SCHEMA = 1
# How tests/oracle/compare.py begins the reason for skipping a case that only a GPU can record.
NOT_RECORDED = "not recorded yet"
SKIPPED = 77


def skipped_cases(value):
    """The lines that say which cases were skipped in the tests of a record that ran, by reason."""
    tests = value.get("tests") or {}
    return summary.case_summary(
        {name: test.get("skipped_cases", {}) for name, test in tests.items() if test.get("outcome") != "skipped"}
    )


def not_recorded(value):
    """Gives the tests, and cases of tests, that were skipped because no record exists for a comparison."""
    found = []
    for name, test in sorted((value.get("tests") or {}).items()):
        cases = {case: reason for case, reason in test.get("skipped_cases", {}).items() if reason.startswith(NOT_RECORDED)}
        found += [f"{name}: {case}" for case in sorted(cases)]
        if not cases and test.get("outcome") == "skipped" and test.get("reason", "").startswith(NOT_RECORDED):
            found.append(name)
    return found


def read(path):
    try:
        value = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Error(f"{path.name} cannot be read: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise Error(f"{path.name} is not a record of schema {SCHEMA}")
    if not isinstance(value.get("digest"), str) or not isinstance(value.get("files"), dict):
        raise Error(f"{path.name} lacks the digest of its sources")
    return value


LISTED = 20  # changes of one record that --check lists


def changes(before, now):
    """What happened to the files since the record, one line for each."""
    lines = [f"changed: {path}" for path in sorted(before.keys() & now.keys()) if before[path] != now[path]]
    lines += [f"added: {path}" for path in sorted(now.keys() - before.keys())]
    lines += [f"removed: {path}" for path in sorted(before.keys() - now.keys())]
    return lines


def changed_files(text, value, files):
    """Which of a unit's files are other ones now, or gone. Raises Error where the record is damaged."""
    try:
        return sorted(path for path in unpacked(text, value["files"]) if files.get(path) != value["files"][path])
    except ValueError as error:
        raise Error(f"the record's list of sources is damaged: {error}") from error


def stale_units(value, files):
    """By kind, each unit of the record whose sources have changed since, with those sources. Of files short sums are wanted."""
    stale = {}
    for kind, units in value["dependencies"].items():
        changed = {name: changed_files(text, value, files) for name, text in units.items()}
        stale[kind] = {name: paths for name, paths in changed.items() if paths}
    return stale


def staleness(value, files):
    """Why a record does not belong to the sources, one line for each reason; nothing where it does.

    A record that keeps no sources of its tests is judged as a whole. One that does is stale where a unit is, or where a source
    came that it does not know: what that brought was never recorded."""
    if value["digest"] == digest(files):
        return []
    now = short(files)
    if not value.get("dependencies"):
        return changes(value["files"], now) or ["the rule of the digest"]
    lines = [f"added: {path}" for path in sorted(now.keys() - value["files"].keys())]
    by_file = {}
    for kind, units in stale_units(value, now).items():
        for name, paths in units.items():
            for path in paths:
                by_file.setdefault(path, {}).setdefault(kind, []).append(name)
    for path, kinds in sorted(by_file.items()):
        what = "changed" if path in now else "removed"
        counts = [f"{len(names)} of {len(value['dependencies'][kind])} {kind}" for kind, names in sorted(kinds.items())]
        lines.append(f"{what}: {path}: {', '.join(counts)}")
    return lines


def since(value):
    known = value.get("commit") or {}
    return str(value.get("date", "an unknown date")) + (f", commit {known['id'][:12]}" if known.get("id") else "")


def check(root, folder):
    """Says of every record whether it holds. Exit status 0 when there is one and all do."""
    records, status = sorted(folder.glob("*.json")), 0
    files = hashes(root)
    if not records:
        print(f"no record in {folder}: ./run evidence writes one on a machine with a GPU")
        return 1
    for path in records:
        try:
            value = read(path)
        except Error as error:
            print(error)
            status = 1
            continue
        try:
            lines = staleness(value, files)
        except Error as error:
            print(f"{path.name}: {error}")
            status = 1
            continue
        if not lines:
            print(f"{path.name}: up to date ({since(value)})")
        else:
            print(f"{path.name}: stale since {since(value)}:")
            for line in lines[:LISTED]:
                print(f"  {line}")
            if len(lines) > LISTED:
                print(f"  and {len(lines) - LISTED} more")
            if value.get("dependencies"):
                print("  ./run evidence --resume records these alone, on a machine like the record's")
            status = 1
        if not value.get("passed"):
            print(f"{path.name}: it records failures: {'; '.join(map(str, value.get('failures', [])))}")
        cases = skipped_cases(value)
        if cases:
            print("\n".join([f"{path.name}: {cases[0]}", *cases[1:]]))
        for case in not_recorded(value):
            print(f"{path.name}: {NOT_RECORDED}: {case}")
            status = 1
    return status


def show_status(root, folder):
    """One line for CTest. Stale is no failure: who changes a kernel need not have a GPU. A broken record is one."""
    files, stale = hashes(root), []
    records = sorted(folder.glob("*.json"))
    for path in records:
        value = read(path)
        lines = staleness(value, files)
        if lines:
            more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
            stale.append(f"{path.stem} of {since(value)} ({lines[0]}{more})")
    if not records:
        print("skipped: no evidence recorded yet")
        return SKIPPED
    if stale:
        print("skipped: stale since " + "; ".join(stale))
        return SKIPPED
    print("fresh")
    return 0
