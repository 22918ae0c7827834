#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the output of an oracle program built through compat with the output of CUDA 11.8.

usage: compare.py PROGRAM RECORDED [--differences FILE] [--without CASE]... [--bounded FILE] [--argument TEXT]...
                  [--limit SECONDS] [--may-be-missing] [--original]

PROGRAM    built from tests/oracle/<name>.cu through compat. The cases on one line of its --list run in one process. If
a
           case ends its process, another process runs the rest
RECORDED   the output of the same source, built with CUDA 11.8, on a GPU. A missing case is skipped, and without the
file
           the whole program is: only a machine with a GPU can record
FILE       the known and documented differences: lines "case: what differs and why", each for one case. The file may be
missing
CASE       is left out, because this device cannot run it
--bounded  omits the digests whose values bounded.py compares within bounds: those of its FILE
TEXT       an argument for PROGRAM, before the names of cases
SECONDS    the time that each case may take; default 300
--may-be-missing  without PROGRAM the test is skipped: CUDA 11.8 builds it, and may not be there
--original        PROGRAM is built by CUDA 11.8, so RECORDED must have its output. With CUDA_LEGACY_RECORD=1 in the
                  environment, cases that RECORDED lacks are added to it, each from a process of its own

Exit status: 0 if every line is the same, except for cases with a known difference, which must differ; 1 otherwise;
77, with a line "skipped: ...", without a device, without a PROGRAM that may be missing, or without a recorded case;
2 for a wrong command line. A case that is skipped beside others has a line "case skipped: NAME: REASON".
"""
import argparse
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

# ./run evidence --check looks for a line that begins like this.
NOT_RECORDED = "not recorded yet: CUDA_LEGACY_RECORD=1 ./run oracle records it, on a machine with a GPU"


def cases_of(text):
    """The lines of each case, by its name: a case begins with '# name'."""
    cases, name = {}, None
    for line in text.splitlines():
        if line.startswith("# "):
            name = line[2:]
            cases[name] = []
        elif name is not None:
            cases[name].append(line)
    return cases


def known_differences(path):
    known = {}
    if path and path.is_file():
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                name, _, reason = line.partition(": ")
                known[name] = reason
    return known


def bounded_digests(path):
    """Gives the fields of lines "SETTING: FIELD DIGEST, ..." that FILE has: its settings are named "SETTING FIELD"."""
    names = re.findall(r"(?m)^(.+?): of \d+ at most", path.read_text()) if path else []
    return {tuple(name.rsplit(" ", 1)) for name in names}


def without(digests, lines):
    """Gives the lines without those fields."""
    def shortened(line):
        setting, colon, fields = line.partition(": ")
        kept = [field for field in fields.split(", ") if (setting, field.split(" ")[0]) not in digests]
        return setting + colon + ", ".join(kept)
    return [shortened(line) for line in lines] if digests else lines


def first_difference(recorded, now):
    for number in range(max(len(recorded), len(now))):
        one = recorded[number] if number < len(recorded) else "(nothing)"
        other = now[number] if number < len(now) else "(nothing)"
        if one != other:
            return f"    11.8:   {one}\n    compat: {other}"
    return None


def run(command, limit):
    """Gives a command's output, and its end: its status, or that a case took longer than the limit."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = queue.Queue()

    def read():
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    output = []
    deadline = time.monotonic() + limit
    while True:
        try:
            line = lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            process.kill()
            process.wait()
            return "".join(output), f"was not done after {limit:g} s"
        if line is None:
            return "".join(output), process.wait()
        output.append(line)
        if line.startswith("# "):  # the next case begins
            deadline = time.monotonic() + limit


def run_cases(command, names, limit):
    """Runs the cases in one process, and those that it did not reach in another one. Gives the output and the error of
    each name. The error is None if the process ended with status 0, or began the next case."""
    outcomes = {}
    while names:
        output, status = run([*command, *names], limit)
        begun = {name: lines for name, lines in cases_of(output).items() if name in names}
        outcomes.update((name, (lines, None)) for name, lines in begun.items())
        if status != 0 or len(begun) < len(names):
            culprit = list(begun)[-1] if begun else names[0]
            lines = begun.get(culprit, output.splitlines())
            how = status if isinstance(status, str) else f"ended with status {status}"
            outcomes[culprit] = (lines, "\n".join([how, *lines]))
        names = [name for name in names if name not in outcomes]
    return outcomes


def record(path, command, names, limit):
    """Adds the cases to the file, and gives the errors of the others."""
    text, failures = path.read_text() if path.is_file() else "", 0
    for name in names:
        lines, wrong = run_cases(command, [name], limit)[name]
        if wrong:
            print(f"{name}: not recorded: {wrong}")
            failures += 1
        else:
            text += "\n".join([f"# {name}", *lines]) + "\n"
            print(f"{name}: recorded, {len(lines)} lines")
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    partial.write_text(text)
    os.replace(partial, path)
    return failures


def main():
    parser = argparse.ArgumentParser(description="Holds a program built through compat against CUDA 11.8's answers.")
    parser.add_argument("program")
    parser.add_argument("recorded", type=Path)
    parser.add_argument("--differences", type=Path)
    parser.add_argument("--without", action="append", default=[], metavar="CASE")
    parser.add_argument("--bounded", type=Path)
    parser.add_argument("--argument", action="append", default=[], metavar="TEXT")
    parser.add_argument("--may-be-missing", action="store_true")
    parser.add_argument("--original", action="store_true")
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS")
    arguments = parser.parse_args()
    if not Path(arguments.program).is_file():
        if arguments.may_be_missing:
            print(f"skipped: {Path(arguments.program).name} is not built")
            return 77
        print(f"{arguments.program} is not there: build it first")
        return 1

    bounded = bounded_digests(arguments.bounded)
    recorded = cases_of(arguments.recorded.read_text()) if arguments.recorded.is_file() else {}
    known = known_differences(arguments.differences)
    command = [arguments.program, *arguments.argument]
    listed, status = run([*command, "--list"], arguments.limit)
    if status == 77:
        print(listed, end="")
        return 77
    if status != 0:
        print(f"{arguments.program} --list: status {status}\n{listed}", end="")
        return 1
    together = [line.split() for line in listed.splitlines()]
    names = [name for group in together for name in group]
    for name in arguments.without:
        if name not in names:
            parser.error(f"there is no case {name} to leave out")
        names.remove(name)
        recorded.pop(name, None)
        print(f"{name}: left out")

    failures = 0
    for name in sorted(set(recorded) - set(names)):
        print(f"{name}: no such case any more; take its lines out of {arguments.recorded.name}")
        failures += 1
    skipped, missing = "", [name for name in names if name not in recorded]
    if missing and arguments.original and os.environ.get("CUDA_LEGACY_RECORD", "0") not in ("", "0"):
        failures += record(arguments.recorded, command, missing, arguments.limit)
    else:
        for name in missing:
            print(f"case skipped: {name}: {NOT_RECORDED}")
            skipped = f", {len(missing)} skipped"
        if missing and missing == names and not failures:
            print(f"skipped: {NOT_RECORDED}")
            return 77
    for group in together:
        wanted = [name for name in group if name in recorded]
        for name, (now, wrong) in run_cases(command, wanted, arguments.limit).items():
            difference = first_difference(without(bounded, recorded[name]), without(bounded, now))
            if wrong:
                print(f"{name}: {wrong}")
                failures += 1
            elif name in known and difference is None:
                print(f"{name}: is the same now; remove it from the known differences ({known[name]})")
                failures += 1
            elif name in known:
                print(f"{name}: differs as known: {known[name]}")
            elif difference is not None:
                print(f"{name}: differs\n{difference}")
                failures += 1
            else:
                print(f"{name}: {len(recorded[name])} lines, all the same")
    print(f"{len(names)} cases, {failures} failed{skipped}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
