#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds values that the emulated device does not give bit for bit within the bounds that an H200's values gave.

usage: bounded.py PROGRAM RECORDED [--exact]
       bounded.py PROGRAM RECORDED --record VALUES NAME...

PROGRAM    a sweep; its values are those of `PROGRAM --values CASE`
RECORDED   for each setting its bounds, and the first component of what an H200 fetched, as bits:
             NAME: of COUNT at most N differ, by at most W of the largest, M on average
           A name begins with that of its case. Distances are parts of the largest recorded value of the setting.
--exact    nothing may differ: for a GPU
--record   writes RECORDED anew for these settings, from an H200's values and what this device gives

Exit status: 0 within the bounds, 1 otherwise; 77, with a line "skipped: ...", when there is no device.
"""
import argparse
import math
import re
import struct
import subprocess
import sys
from pathlib import Path

SETTING = re.compile(r"(.+): of (\d+) at most (\d+) differ, by at most (\S+) of the largest, (\S+) on average$")
SWEPT = re.compile(r"(.+): [0-9a-f]{16} of \d+$")


def value_of(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def first_components(lines, wanted):
    """Gives the bits of the first component of each sample, by setting, from the output of --values."""
    values, current = {}, None
    for line in lines:
        if line.startswith("  "):
            if current is not None:
                current.append(int(line.split(": ")[1][:8], 16))
            continue
        swept = SWEPT.match(line)
        current = values.setdefault(swept[1], []) if swept and swept[1] in wanted else None
    return values


def difference(recorded, now):
    """Gives how many differ, and the worst and the average difference, as parts of the largest recorded value."""
    largest = max((abs(value_of(bits)) for bits in recorded if math.isfinite(value_of(bits))), default=0) or 1
    distances = [0 if a == b else abs(value_of(a) - value_of(b)) / largest for a, b in zip(recorded, now)]
    distances = [d if math.isfinite(d) else math.inf for d in distances]
    differing = sum(a != b for a, b in zip(recorded, now))
    return differing, max(distances), sum(distances) / len(distances)


def read(path):
    settings, current = {}, None
    for line in path.read_text().splitlines():
        header = SETTING.match(line)
        if header:
            bounds = int(header[3]), float(header[4]), float(header[5])
            current = []
            settings[header[1]] = bounds, current
        elif current is not None:
            current += [int(bits, 16) for bits in line.split()]
    return settings


def run(program, names):
    cases = sorted({name.split()[0] for name in names})
    result = subprocess.run([program, "--values", *cases], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", timeout=300 * len(cases))
    if result.returncode == 77:
        print(result.stdout, end="")
        sys.exit(77)
    if result.returncode != 0:
        begun = re.findall(r"(?m)^# (.+)$", result.stdout)
        print(f"{begun[-1] if begun else program}: ended with status {result.returncode}\n{result.stdout[-2000:]}")
        sys.exit(1)
    return first_components(result.stdout.splitlines(), set(names))


def record(path, program, values, names):
    with open(values, errors="replace") as file:
        recorded = first_components(file, set(names))
    now = run(program, names)
    lines = []

    def up(x):
        return math.ceil(x * 10000) / 10000

    for name in names:
        differing, worst, average = difference(recorded[name], now[name])
        lines.append(f"{name}: of {len(recorded[name])} at most {differing} differ, by at most {up(worst):.4f} of the "
                     f"largest, {up(average):.4f} on average")
        words = [f"{bits:x}" for bits in recorded[name]]
        lines += [" ".join(words[i:i + 32]) for i in range(0, len(words), 32)]
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Holds values within the bounds that an H200's values gave.")
    parser.add_argument("program")
    parser.add_argument("recorded", type=Path)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--record", nargs="+", metavar="VALUES NAME")
    arguments = parser.parse_args()
    if arguments.record:
        record(arguments.recorded, arguments.program, arguments.record[0], arguments.record[1:])
        return 0

    settings = read(arguments.recorded)
    if not settings:
        parser.error(f"{arguments.recorded} holds no setting")
    now = run(arguments.program, settings)
    failures = 0
    for name, (bounds, recorded) in settings.items():
        if len(now.get(name, [])) != len(recorded):
            print(f"{name}: {len(now.get(name, []))} samples, {len(recorded)} are recorded")
            failures += 1
            continue
        found = difference(recorded, now[name])
        allowed = (0, 0, 0) if arguments.exact else bounds
        if any(f > a for f, a in zip(found, allowed)):
            print("{}: {} differ, by at most {:.5f}, {:.5f} on average; allowed are {}, {}, {}".format(
                name, *found, *allowed))
            failures += 1
        elif not arguments.exact and found[0] == 0 and bounds[0] > 0:
            print(f"{name}: nothing differs now; take it out of {arguments.recorded.name}")
            failures += 1
    print(f"{len(settings)} settings, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
