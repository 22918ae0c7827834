#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs two programs, and holds what one prints against what the other prints.

usage: same_output.py [--input TEXT] [--measured REGEX] [--succeed] [--may-be-missing] ONE OTHER

Each program's own path counts as the same word in what it prints.

--input TEXT      what both read
--measured REGEX  what was measured and may differ: times. Each match, in both outputs, counts as the same
--succeed         a program that ends with a status other than 0, or prints nothing, is a failure, also when both do
--may-be-missing  without OTHER there is nothing to compare: CUDA 11.8 built it, and is not everywhere

Exit status: 0 when status and output are the same; 1 otherwise; 77, with a line "skipped: ...", when OTHER is not there
and may be missing; 2 for a wrong command line.
"""
import argparse
import difflib
import os
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description="Holds the output of two programs against each other.")
    parser.add_argument("--input", default="")
    parser.add_argument("--measured", default=None)
    parser.add_argument("--succeed", action="store_true")
    parser.add_argument("--may-be-missing", action="store_true")
    parser.add_argument("one", metavar="ONE")
    parser.add_argument("other", metavar="OTHER")
    arguments = parser.parse_args()
    programs = [arguments.one, arguments.other]
    missing = [program for program in programs if not os.path.isfile(program)]
    if missing == [arguments.other] and arguments.may_be_missing:
        print(f"skipped: {os.path.basename(arguments.other)} is not built")
        return 77
    for program in missing:
        print(f"{program} is not there: build it first")
    if missing:
        return 1

    outputs, failed = [], []
    for program in programs:
        result = subprocess.run(
            [program], input=arguments.input, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300
        )
        text = result.stdout.replace(program, "(program)")
        if arguments.measured:
            text = re.sub(arguments.measured, "(measured)", text)
        if arguments.succeed and (result.returncode or not text.strip()):
            failed.append(f"{program} ended with status {result.returncode} and printed:\n{text}")
        outputs.append(f"{text}\nexit status {result.returncode}".splitlines())
    if failed:
        print("\n".join(failed))
        return 1
    one, other = outputs
    if one == other:
        print("\n".join(one))
        print(f"the same, {len(one) - 1} lines")
        return 0
    print("\n".join(difflib.unified_diff(one, other, *programs, lineterm="")))
    return 1


if __name__ == "__main__":
    sys.exit(main())
