#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many labelled defects the emulated device finds, how many it misses, and what it finds in correct programs.

Each line of programs.csv names one small program, with its defect and without. `check` is what should find the defect,
`expected` whether it does today. sanitizer.csv, which sanitizer.py writes on a machine with a GPU, says what
compute-sanitizer found in the same programs. The exit status is 1 when a program does other than expected.

    table.py DEVICE PROGRAMS [--list] [--page FILE [--write]]

DEVICE is the folder of the emulated device's libraries, PROGRAMS the build folder of tests/emulator. FILE is the page
with the table between its markers: it must say the same, or is written anew.
"""
import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys

from programs import Program, read_programs
from sanitizer import TOOLS

FINDING = re.compile(r"^cuda_emulator: (?![0-9]+ finding|\()(.*)$", re.MULTILINE)
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


def findings(command: list[str], environment: dict[str, str]) -> list[str]:
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    said = FINDING.findall(run.stderr)
    if run.returncode != (99 if said else 0):
        raise RuntimeError(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
    return said


def by_sanitizer() -> dict[tuple[str, str], dict[str, tuple[str, str]]]:
    """By program and case, and tool: its answers for the defect and for the correct program. Empty: it was not run."""
    path = pathlib.Path(__file__).with_name("sanitizer.csv")
    out: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
    if path.exists():
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                out.setdefault((row["program"], row["case"]), {})[row["tool"]] = (row["defect"], row["correct"])
    return out


class Tally:
    def __init__(self) -> None:
        self.found = self.missed = self.correct = self.false = 0
        self.tools = {tool: [0, 0, 0] for tool in TOOLS}  # ran, found, false

    def add(self, other: "Tally") -> None:
        self.found += other.found
        self.missed += other.missed
        self.correct += other.correct
        self.false += other.false
        for tool, counts in other.tools.items():
            self.tools[tool] = [a + b for a, b in zip(self.tools[tool], counts)]

    def note_tools(self, said: dict[str, tuple[str, str]]) -> None:
        for tool, (wrong, right) in said.items():
            counts = self.tools[tool]
            counts[0] += 1
            counts[1] += wrong == "found"
            counts[2] += right == "found"

    def cells(self) -> list[str]:
        told, defects = self.found + self.false, self.found + self.missed
        return [str(defects), str(self.found), str(self.missed), str(self.correct), str(self.false),
                f"{self.found / told:.3f}" if told else "-", f"{self.found / defects:.3f}" if defects else "-"]

    def tool_cells(self) -> list[str]:
        """The cells of each tool, with the number of programs that are newer than its run."""
        all_programs = self.found + self.missed

        def cell(ran: int, found: int, false: int) -> str:
            if not ran:
                return "*not run*"
            return f"{found} found, {false} false" + (f", {all_programs - ran} *not run*" if ran < all_programs else "")

        return [cell(*counts) for counts in self.tools.values()]


COLUMNS = ("defects", "found", "missed", "correct", "false", "precision", "recall")


def told_of_correct(programs: list[Program], sanitizer: dict[tuple[str, str], dict[str, tuple[str, str]]]) -> list[list[str]]:
    """Gives rows for the tools' reports of correct programs: the program, its defect's check, the tools, and another
    end."""
    rows = []
    for program in programs:
        said = {tool: right for tool, (_, right) in sanitizer.get((program.program, program.case), {}).items() if right != "clean"}
        if said:
            tools = ", ".join(tool if right == "found" else f"{tool} ({right})" for tool, right in said.items())
            rows.append([f"`{program.name}`", program.check if program.check == "none" else f"`{program.check}`", tools])
    return rows


def page(tallies: dict[str, Tally], missed: list[Program], told: list[list[str]]) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cells) + " |\n"

    out = line(["check", *COLUMNS, *TOOLS]) + line(["---"] + ["---:"] * len(COLUMNS) + ["---"] * len(TOOLS))
    for check, tally in tallies.items():
        out += line([check if check in ("none", "all") else f"`{check}`", *tally.cells(), *tally.tool_cells()])
    out += "\nMissed:\n\n" + line(["Program", "What it does"]) + line(["---", "---"])
    for program in missed:
        out += line([f"`{program.name}`", program.what])
    if told:
        out += "\nCorrect programs of which compute-sanitizer tells something:\n\n"
        out += line(["Program", "Check", "Tool"]) + line(["---"] * 3) + "".join(map(line, told))
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="a line for each program, too")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    # Settings of the caller would change the findings.
    plain = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    plain["LD_LIBRARY_PATH"] = str(options.device)
    sanitizer = by_sanitizer()

    tallies: dict[str, Tally] = {}
    surprises, missed = [], []
    programs = read_programs()
    for program in programs:
        tally = tallies.setdefault(program.check, Tally())
        environment = dict(plain)
        if program.switch:
            environment[f"CUDA_EMULATOR_CHECK_{program.switch}"] = "1"
        wrong = findings(program.command(options.programs, True), environment)
        right = findings(program.command(options.programs, False), environment)
        found = any(re.search(program.finding, text) for text in wrong) if program.finding else bool(wrong)
        other = [text for text in wrong if program.finding and not re.search(program.finding, text)] + right
        tally.found += found
        tally.missed += not found
        tally.correct += not right
        tally.false += len(other)
        tally.note_tools(sanitizer.get((program.program, program.case), {}))
        outcome = "found" if found else "missed"
        if not found:
            missed.append(program)
        if options.list:
            print(f"{program.check:<24}{outcome:<8}{len(other)} false  {program.name}")
        if outcome != program.expected or other:
            surprises.append(f"{program.name}: {outcome}, expected {program.expected}" +
                             "".join(f"\n    false: {x}" for x in other))

    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    tallies["all"] = total
    print(f"{'check':<22}" + "".join(f"{c:>10}" for c in COLUMNS) + "".join(f"{t:>33}" for t in TOOLS))
    for check, tally in tallies.items():
        print(f"{check:<22}" + "".join(f"{c:>10}" for c in tally.cells()) +
              "".join(f"{t:>33}" for t in tally.tool_cells()))
    print(f"{2 * len(programs)} programs")
    for surprise in surprises:
        print("other than expected:", surprise, file=sys.stderr)
    if options.page:
        text = options.page.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        now, _, after = rest.partition(END)
        wanted = page(tallies, missed, told_of_correct(programs, sanitizer))
        if options.write:
            options.page.write_text(before + BEGIN + wanted + END + after, encoding="utf-8")
        elif now != wanted:
            surprises.append("the page")
            print(f"{options.page} has another table: table.py … --page {options.page} --write", file=sys.stderr)
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
