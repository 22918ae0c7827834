#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on a sample of Indigo3, graph programs with planted defects (github.com/burtscher/Indigo3Suite).

    indigo3.py CHECKOUT [--write]

The suite's own generator makes the programs in the work folder, for CUDA and the data types int and float. The sample
is fixed. For each algorithm and each single planted defect it has two programs, and six programs without a defect:
those whose names have the smallest SHA-256. Each program runs once on a graph of 250 nodes, whose degrees differ.
Ranks of a regular graph never change, and stores of the same value are no race.
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys

import suite

GRAPH = "undirect_power_law_250n_2200e.egr"
DEFECTIVE = 2  # programs of each algorithm and defect
CORRECT = 6  # programs of each algorithm without a defect
UNWRITTEN = "(no thread|nothing) has written"
# An access that leaves what is filled of a buffer, and not the buffer, reads what nothing has written.
OUTSIDE = "^(?!.*(race in|barrier|spin))"
KINDS = {
    "RaceBug": "race in", "SyncBug": "race in|barrier", "UninitializedBug": UNWRITTEN,
    "LivelockBug": "spin|TIMEOUT", "BoundsBug": OUTSIDE, "NbrBoundsBug": OUTSIDE, "NborBoundsBug": OUTSIDE,
    "ExcessThreadsBug": OUTSIDE, "FieldBug": OUTSIDE, "OverflowBug": OUTSIDE,
}
NOT_HERE = {"PrecedenceBug": "the defect shows with graphs of more than 2^26 nodes alone"}
CONFIGURATION = """{all}
CODE:
    bug:        {{all}}
    pattern:    {{all}}
    option:     {{all}}
    dataType:   {{IntType, FloatType}}
"""


def defects(name: str) -> list[str]:
    return [part for part in name.split("_") if part.endswith("Bug") and not part.startswith("No")]


def generate(checkout: pathlib.Path, work: pathlib.Path) -> pathlib.Path:
    """The generator's programs. It writes beside itself, so it runs in a copy."""
    copy = work / "indigo3"
    out = copy / "generatedCodes"
    if not (copy / "complete").exists():
        shutil.rmtree(copy, ignore_errors=True)
        for part in ("codeGen", "scripts"):
            shutil.copytree(checkout / part, copy / part)
        for part in ("generate_all_codes.py", "copyright.txt"):
            shutil.copy(checkout / part, copy / part)
        settings = copy / "codeGen/configure.txt"
        head, end, _ = settings.read_text(encoding="utf-8").partition("**/")
        settings.write_text(CONFIGURATION.format(all=head + end), encoding="utf-8")
        run = subprocess.run([sys.executable, "-W", "ignore", "generate_all_codes.py", "CUDA"], cwd=copy,
                             capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise SystemExit(f"the suite's generator failed: {suite.last_line(run.stderr + run.stdout)}")
        (copy / "complete").touch()
    return out


def by_hash(name: str) -> str:
    """An order of names that has nothing to do with what they mean."""
    return hashlib.sha256(name.encode()).hexdigest()


def program(source: pathlib.Path, headers: pathlib.Path, planted: str, runs: list[list[str]], **others) -> suite.Program:
    # The programs print fields that CUDA 13 removed.
    options = ["-O3", "-I", str(headers), "-I", str(suite.ROOT / "compat/include"), "-include", "cuda_legacy.h"]
    return suite.Program(source.stem, [source], planted or "no bug", KINDS.get(planted, ""), options, runs, **others)


def sample(names: list[str]) -> list[str]:
    """The names of the fixed sample, whatever the order of the list."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in names:
        planted = defects(name)
        if len(planted) < 2:
            groups.setdefault((name.split("_")[0], "".join(planted)), []).append(name)
    chosen = []
    for (_, planted), members in groups.items():
        chosen += sorted(members, key=by_hash)[:DEFECTIVE if planted else CORRECT]
    return sorted(chosen)


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    sources = {source.stem: source for source in generate(checkout, work).rglob("*.cu")}
    found = []
    for name in sample(list(sources)):
        planted = "".join(defects(name))
        found.append(program(sources[name], checkout / "lib", planted, [[str(checkout / "inputs" / GRAPH), "1", "0"]], failure=r"ERROR.*",
                             not_applicable=NOT_HERE.get(planted, "")))
        if planted and planted not in KINDS and planted not in NOT_HERE:
            raise SystemExit(f"{name}: the defect {planted} is not known here")
    return found


SETTINGS = {"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1"}
SUITE = suite.Suite("indigo3", "github.com/burtscher/Indigo3Suite", SETTINGS, programs, sanitized=True)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
