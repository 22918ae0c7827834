#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many labelled defects the emulated device finds, how many it misses, and what it finds in correct programs.

Each line of programs.csv names one small program, with its defect and without. `check` is what should find the defect,
`expected` whether it does today. The exit status is 1 when a program does other than expected.

    table.py DEVICE PROGRAMS [--list]

DEVICE is the folder of the emulated device's libraries, PROGRAMS the build folder of tests/emulator.
"""
import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys

FINDING = re.compile(r"^cuda_emulator: (?![0-9]+ finding)(.*)$", re.MULTILINE)


def findings(program: pathlib.Path, arguments: list[str], environment: dict[str, str]) -> list[str]:
    run = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, timeout=120, check=False)
    said = FINDING.findall(run.stderr)
    if run.returncode != (99 if said else 0):
        raise RuntimeError(f"{program.name} {' '.join(arguments)}: exit status {run.returncode}\n{run.stderr}")
    return said


class Tally:
    def __init__(self) -> None:
        self.found = self.missed = self.correct = self.false = 0

    def add(self, other: "Tally") -> None:
        self.found += other.found
        self.missed += other.missed
        self.correct += other.correct
        self.false += other.false

    def row(self, name: str) -> str:
        told, defects = self.found + self.false, self.found + self.missed
        precision = f"{self.found / told:.3f}" if told else "-"
        recall = f"{self.found / defects:.3f}" if defects else "-"
        return (f"{name:<24}{defects:>9}{self.found:>7}{self.missed:>8}{self.correct:>9}{self.false:>7}"
                f"{precision:>11}{recall:>8}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="a line for each program, too")
    options = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    with open(here / "programs.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    # Settings of the caller's would change what is found.
    plain = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    plain["LD_LIBRARY_PATH"] = str(options.device)

    tallies: dict[str, Tally] = {}
    surprises = []
    for row in rows:
        tally = tallies.setdefault(row["check"], Tally())
        environment = dict(plain)
        if row["switch"]:
            environment[f"CUDA_EMULATOR_CHECK_{row['switch']}"] = "1"
        program = options.programs / row["program"]
        if row["case"]:
            wrong = findings(program, [row["case"], "broken"], environment)
            right = findings(program, [row["case"]], environment)
        else:
            wrong = findings(program, [], environment)
            right = findings(program.with_name(program.name + "_corrected"), [], environment)
        found = any(re.search(row["finding"], text) for text in wrong) if row["finding"] else bool(wrong)
        other = [text for text in wrong if row["finding"] and not re.search(row["finding"], text)] + right
        tally.found += found
        tally.missed += not found
        tally.correct += not right
        tally.false += len(other)
        name = f"{row['program']} {row['case']}".strip()
        outcome = "found" if found else "missed"
        if options.list:
            print(f"{row['check']:<24}{outcome:<8}{len(other)} false  {name}")
        if outcome != row["expected"] or other:
            surprises.append(f"{name}: {outcome}, expected {row['expected']}" + "".join(f"\n    false: {x}" for x in other))

    total = Tally()
    print(f"{'check':<24}{'defects':>9}{'found':>7}{'missed':>8}{'correct':>9}{'false':>7}{'precision':>11}{'recall':>8}")
    for check, tally in tallies.items():
        print(tally.row(check))
        total.add(tally)
    print(total.row("all"))
    print(f"{2 * len(rows)} programs")
    for surprise in surprises:
        print("other than expected:", surprise, file=sys.stderr)
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
