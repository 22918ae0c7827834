#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compute-sanitizer's four tools find in the labelled programs: writes sanitizer.csv. It needs a GPU.

    sanitizer.py PROGRAMS [--only CHECK] [--timeout SECONDS] [--jobs N] [--out FILE]

PROGRAMS is the build folder of tests/emulator. COMPUTE_SANITIZER names the program, where it is not in PATH. Each line of
sanitizer.csv says of one program and one tool whether the defect was found, and whether the correct program was clean.
table.py reads it.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import shutil
import subprocess
import sys

from programs import Program, read_programs

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
FOUND_STATUS = 86


def run(sanitizer: str, tool: str, program: Program, broken: bool, folder: pathlib.Path, timeout: float) -> str:
    """found, clean, or why it is neither."""
    command = [sanitizer, "--tool", tool, "--error-exitcode", str(FOUND_STATUS)]
    if tool == "memcheck" and program.check == "LEAKS":
        command += ["--leak-check", "full"]
    try:
        status = subprocess.run([*command, *program.command(folder, broken)], capture_output=True, text=True,
                                timeout=timeout, check=False).returncode
    except subprocess.TimeoutExpired:
        return "timed out"
    return {0: "clean", FOUND_STATUS: "found"}.get(status, f"exit status {status}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--only", help="programs of this check alone")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("sanitizer.csv"))
    options = parser.parse_args()
    sanitizer = os.environ.get("COMPUTE_SANITIZER") or shutil.which("compute-sanitizer")
    if not sanitizer:
        print("compute-sanitizer is not in PATH, and COMPUTE_SANITIZER does not name it", file=sys.stderr)
        return 1
    tried = [(program, tool) for program in read_programs() if not options.only or program.check == options.only
             for tool in TOOLS]

    def both(one: tuple[Program, str]) -> tuple[str, str]:
        program, tool = one
        return (run(sanitizer, tool, program, True, options.programs, options.timeout),
                run(sanitizer, tool, program, False, options.programs, options.timeout))

    rows = []
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for (program, tool), (wrong, right) in zip(tried, pool.map(both, tried)):
            rows.append((program.program, program.case, tool, wrong, right))
            print(f"{tool:<12}{wrong:<12}{right:<12}{program.name}", flush=True)
    with open(options.out, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("program", "case", "tool", "defect", "correct"))
        writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
