#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the pairs added with LARGE are those whose tests have large cases.

large_cases_test.py --large PROGRAM... --others PROGRAM...

The large cases are a test of their own, which runs only on a GPU. A pair without such cases would fail there. Large
cases of a pair without LARGE would run beside other tests that need the same memory. Exit status: 0 they are, 1 they
are not, 77 no device, without which a test program lists nothing.
"""
import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", nargs="+", required=True)
    parser.add_argument("--others", nargs="+", required=True)
    arguments = parser.parse_args()
    wrong = []
    for programs, wanted in ((arguments.large, True), (arguments.others, False)):
        for program in programs:
            listed = subprocess.run([program, "--list_labels"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if listed.returncode == 77:
                print(listed.stdout, end="")
                return 77
            if listed.returncode or ("large" in listed.stdout.split()) != wanted:
                wrong.append(f"{program}: {'no' if wanted else 'a'} large case, and its pair is {'' if wanted else 'not '}LARGE")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
