#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the seeds of CUDA_EMULATOR_SCHEDULE that make a labelled race change the result.

The programs are those of programs.csv whose defect is a race. Each prints a hash of its arrays. A seed *shows* the race if the
hash differs from that of the usual order, or if the program does not end. If the same program without the defect has several
results, too, no result is wrong, and no seed shows the race.

    seeds.py DEVICE PROGRAMS --write [--seeds 50]     runs all of them, and writes seeds.csv
    seeds.py DEVICE PROGRAMS [--few]                  tries the first seed of seeds.csv that showed each race; --few: for
                                                      every fourth program
    seeds.py --page FILE [--write]                    compares the page's table with seeds.csv, or writes it

DEVICE is the folder of the emulated device's libraries, PROGRAMS the build folder of tests/emulator. Exit status 1: a program or
the page differs from seeds.csv.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys

from programs import Program, read_programs

TABLE = pathlib.Path(__file__).with_name("seeds.csv")
FIELDS = ["program", "case", "seeds", "shown", "first"]
CHECKS = ("RACES", "GLOBAL_RACES")
BEGIN, END = "<!-- seeds: begin -->\n", "<!-- seeds: end -->\n"
HANGS = "does not end"
QUIET = 5  # seeds for the program without the defect


class Failed(Exception):
    """Reports a program that behaves differently than expected."""


def races() -> list[Program]:
    return [p for p in read_programs() if p.check in CHECKS]


def result(words: list[str], device: pathlib.Path, seed: int | None) -> str:
    """Gives the program's output, or that it does not end."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    environment |= {"LD_LIBRARY_PATH": str(device), "CUDA_EMULATOR_CHECK": "0", "CUDA_EMULATOR_TIMEOUT": "2",
                    "CUDA_EMULATOR_THREADS": "1"}
    if seed is not None:
        environment["CUDA_EMULATOR_SCHEDULE"] = str(seed)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == 99 and "cudaErrorLaunch" in done.stdout:
        return HANGS
    if done.returncode != 0 or "result " not in done.stdout:
        raise Failed(f"{' '.join(words)}, seed {seed}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def showing(program: Program, options: argparse.Namespace, seeds: range) -> list[int]:
    """The seeds that show the race."""
    words = program.command(options.programs, True)
    usual = result(words, options.device, None)
    return [seed for seed in seeds if result(words, options.device, seed) != usual]


def has_one_result(program: Program, options: argparse.Namespace) -> bool:
    """Tests whether the program without its defect has the same result with each seed."""
    words = program.command(options.programs, False)
    return len({result(words, options.device, seed) for seed in (None, *range(1, QUIET + 1))}) == 1


def read_table() -> dict[tuple[str, str], dict[str, str]]:
    with open(TABLE, newline="", encoding="utf-8") as file:
        return {(row["program"], row["case"]): row for row in csv.DictReader(file)}


def record(options: argparse.Namespace) -> int:
    def row(program: Program) -> dict[str, object]:
        shown = showing(program, options, range(1, options.seeds + 1)) if has_one_result(program, options) else []
        return {"program": program.program, "case": program.case, "seeds": options.seeds, "shown": len(shown),
                "first": shown[0] if shown else ""}

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(row, races()))
    with open(TABLE, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{sum(bool(r['shown']) for r in rows)} of {len(rows)} races show another result")
    return 0


def hold(options: argparse.Namespace) -> int:
    """The seeds that were recorded still show their races. Another compiler's code may need another seed."""
    table, wrong = read_table(), []
    programs = [p for p in races() if table[p.program, p.case]["first"]]
    for program in programs[::4] if options.few else programs:
        row = table[program.program, program.case]
        first, most = int(row["first"]), int(row["seeds"])
        try:
            if not showing(program, options, range(first, first + 1)) and not showing(program, options, range(1, most + 1)):
                wrong.append(f"{program.name}: none of {most} seeds shows the race")
        except Failed as error:
            wrong.append(str(error))
    print("\n".join(wrong))
    return 1 if wrong else 0


def page_text() -> str:
    table = read_table()
    missing = [p.name for p in races() if (p.program, p.case) not in table]
    if missing:
        raise Failed(f"seeds.csv lacks {', '.join(missing)}: seeds.py DEVICE PROGRAMS --write")
    rows = [table[p.program, p.case] for p in races()]
    shown = [row for row in rows if int(row["shown"])]
    out = f"{len(shown)} of {len(rows)} races show another result for at least one of {rows[0]['seeds']} seeds.\n\n"
    out += "| Program | Seeds that show it | First |\n| --- | ---: | ---: |\n"
    for row in rows:
        name = f"{row['program']} {row['case']}".strip()
        out += f"| `{name}` | {row['shown']} of {row['seeds']} | {row['first'] or '-'} |\n"
    return out


def hold_page(path: pathlib.Path, write: bool) -> int:
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table, found, after = rest.partition(END)
    if not found:
        raise Failed(f"{path} has no place for the table: {BEGIN.strip()} and {END.strip()}")
    if table == page_text():
        return 0
    if not write:
        print(f"{path} has another table than seeds.csv: seeds.py --page {path} --write")
        return 1
    path.write_text(before + BEGIN + page_text() + END + after, encoding="utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", type=pathlib.Path, nargs="?")
    parser.add_argument("programs", type=pathlib.Path, nargs="?")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    try:
        if options.page:
            return hold_page(options.page, options.write)
        if not options.programs:
            parser.error("DEVICE and PROGRAMS are wanted")
        return record(options) if options.write else hold(options)
    except Failed as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
