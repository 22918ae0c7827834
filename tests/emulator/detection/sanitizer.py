#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compute-sanitizer's four tools find in the labelled programs: writes sanitizer.csv. It needs a GPU.

    sanitizer.py PROGRAMS [--only CHECK] [--timeout SECONDS] [--jobs N] [--out FILE] [--resume]

PROGRAMS is the build folder of tests/emulator. COMPUTE_SANITIZER names the program, where it is not in PATH. Each line of
sanitizer.csv says of one program and one tool whether the defect was found, and whether the correct program was clean.
It is written as soon as it is known. --resume keeps the lines that say so, and runs what is missing. table.py reads it.
Exit status: 0, or 1 with the reason.
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
COLUMNS = ("program", "case", "tool", "defect", "correct")


def run(sanitizer: str, tool: str, program: Program, broken: bool, folder: pathlib.Path, timeout: float) -> str:
    """Gives found, clean, or the reason why the result is neither."""
    command = [sanitizer, "--tool", tool, "--error-exitcode", str(FOUND_STATUS)]
    if tool == "memcheck" and program.check == "LEAKS":
        command += ["--leak-check", "full"]
    # These programs call the driver without linking its library, because the emulated device's runtime library has the
    # calls.
    driver = {"LD_PRELOAD": "libcuda.so.1"} if program.program.startswith("driver/") else {}
    try:
        status = subprocess.run([*command, *program.command(folder, broken)], capture_output=True, text=True,
                                env={**os.environ, **driver}, timeout=timeout, check=False).returncode
    except subprocess.TimeoutExpired:
        return "timed out"
    return {0: "clean", FOUND_STATUS: "found"}.get(status, f"exit status {status}")


def known(path: pathlib.Path, programs: list[Program]) -> list[dict[str, str]]:
    """Gives the lines of an earlier run that have a result, and all lines of programs that are not run now."""
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        names = {(program.program, program.case) for program in programs}
        return [row for row in csv.DictReader(file)
                if {row["defect"], row["correct"]} <= {"found", "clean"} or (row["program"], row["case"]) not in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--only", help="programs of this check alone")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("sanitizer.csv"))
    parser.add_argument("--resume", action="store_true", help="keep what --out says already")
    options = parser.parse_args()
    sanitizer = os.environ.get("COMPUTE_SANITIZER") or shutil.which("compute-sanitizer")
    if not sanitizer:
        print("compute-sanitizer is not in PATH, and COMPUTE_SANITIZER does not name it", file=sys.stderr)
        return 1
    programs = [program for program in read_programs() if not options.only or program.check == options.only]
    missing = {command[0] for program in programs for broken in (True, False)
               if not os.access((command := program.command(options.programs, broken))[0], os.X_OK)}
    if missing:
        print(f"not built: {', '.join(sorted(missing))}", file=sys.stderr)
        return 1
    rows = known(options.out, programs) if options.resume else []
    done = {(row["program"], row["case"], row["tool"]) for row in rows}
    tried = [(program, tool) for program in programs for tool in TOOLS
             if (program.program, program.case, tool) not in done]

    def both(one: tuple[Program, str]) -> tuple[str, str]:
        program, tool = one
        return (run(sanitizer, tool, program, True, options.programs, options.timeout),
                run(sanitizer, tool, program, False, options.programs, options.timeout))

    with open(options.out, "w", newline="", encoding="utf-8") as file, \
            concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        for (program, tool), (wrong, right) in zip(tried, pool.map(both, tried)):
            writer.writerow(dict(zip(COLUMNS, (program.program, program.case, tool, wrong, right))))
            file.flush()
            print(f"{tool:<12}{wrong:<12}{right:<12}{program.name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
