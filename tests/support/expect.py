#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and holds its exit status and its output against what is expected.

usage: expect.py [--status N] [--match REGEX]... [--stdout REGEX] [--silent] [--input TEXT] [--skip-status N] -- COMMAND...

--status N       the exit status expected, 0 without; "error" for any but 0
--match REGEX    must be found in what the command prints on stdout and stderr; blanks match any white space
--stdout REGEX   must match all that it prints on stdout; "" for nothing
--silent         the command must print nothing
--input TEXT     what the command reads
--skip-status N  this status means that the command could not run: exit with 77

Exit status: 0 as expected, 1 otherwise, 77 skipped.
"""
import argparse
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description="Holds a command's status and output against what is expected.")
    parser.add_argument("--status", default="0")
    parser.add_argument("--match", action="append", default=[])
    parser.add_argument("--stdout")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--input", default="")
    parser.add_argument("--skip-status", type=int)
    parser.add_argument("command", nargs="+")
    expected = parser.parse_args()

    # The two streams keep their common order, unless one is examined alone.
    stderr = subprocess.STDOUT if expected.stdout is None else subprocess.PIPE
    result = subprocess.run(expected.command, input=expected.input, stdout=subprocess.PIPE, stderr=stderr, text=True)
    output = result.stdout + (result.stderr or "")
    print(output, end="")
    if expected.skip_status is not None and result.returncode == expected.skip_status:
        if "skipped: " not in output:
            print(f"skipped: {output.strip().splitlines()[0] if output.strip() else 'no reason given'}")
        return 77

    wrong = []
    fits = result.returncode != 0 if expected.status == "error" else result.returncode == int(expected.status)
    if not fits:
        wrong.append(f"exit status {result.returncode}, expected {expected.status}")
    for pattern in expected.match:
        if not re.search(r"\s+".join(pattern.split()), output):
            wrong.append(f"nothing printed matches: {pattern}")
    if expected.stdout is not None and not re.fullmatch(r"\s+".join(expected.stdout.split()), result.stdout.strip()):
        wrong.append(f"stdout is not: {expected.stdout}")
    if expected.silent and output.strip():
        wrong.append("expected no output")
    for one in wrong:
        print(f"expect.py: {one}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
