# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The labelled programs: programs.csv, a line for each pair of a program with its defect and without."""
import csv
import dataclasses
import pathlib


@dataclasses.dataclass
class Program:
    check: str  # the check that should find it; "none" if there is none
    program: str  # in the build folder of tests/emulator
    case: str  # its first argument; empty: a program of its own, beside PROGRAM_corrected
    switch: str  # a check that is off by default
    finding: str  # a regular expression
    expected: str  # found or missed
    what: str  # a description of a missed defect

    @property
    def name(self) -> str:
        return f"{self.program} {self.case}".strip()

    def command(self, folder: pathlib.Path, broken: bool) -> list[str]:
        if self.case:
            return [str(folder / self.program), self.case, *(["broken"] if broken else [])]
        return [str(folder / self.program) + ("" if broken else "_corrected")]


def read_programs() -> list[Program]:
    with open(pathlib.Path(__file__).with_name("programs.csv"), newline="", encoding="utf-8") as file:
        return [Program(**{k: v or "" for k, v in row.items()}) for row in csv.DictReader(file)]
