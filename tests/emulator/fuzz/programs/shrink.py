#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes from a random program what its failure does not need, and writes the rest.

  shrink.py PROGRAM.cu OUTPUT.cu --mode MODE [--device DIR] [--nvcc NVCC] [--arch ARCH] [--seed N]

--mode     the mode in which the program is wrong: interpreted, scheduled, translated, hot, gpu
--seed     of the mode `scheduled`

A smaller program counts if it ends with the same exit status, and with the same finding of the checks. A program that is wrong itself, or does not compile, never does.
OUTPUT.cu always has the smallest one so far. Exit status: 0 done, 1 PROGRAM.cu does not fail, 2 a wrong argument.
"""

import argparse
import pathlib
import sys

from execution import MODES, Compiler, run_program, temporary_folder


class Unit:
    """A line, or a block: its first line, the units in it, and its last line."""

    def __init__(self, first, inner=None, last=None):
        self.first, self.inner, self.last = first, inner, last

    def is_return(self):
        """Whether it ends a function: without it, the function's value is undefined."""
        return self.first.strip().startswith("return")

    def lines(self):
        if self.inner is None:
            return [self.first]
        return [self.first, *(line for unit in self.inner for line in unit.lines()), self.last]


def units_of(lines):
    """The units of a program. A line that ends with { begins a block, and one that begins with } ends it."""
    lines = iter(lines)

    def inner():
        units = []
        for line in lines:
            text = line.strip()
            if text.startswith("}"):
                return units, line
            if text == "{" and units and units[-1].inner is None:  # a function: its head belongs to it
                line = f"{units.pop().first}\n{line}"
            if text.endswith("{"):
                body, last = inner()
                units.append(Unit(line, body, last))
            else:
                units.append(Unit(line))
        return units, None

    return inner()[0]


class Shrinker:
    """`fails` says whether a text still fails. `keep` receives each smaller text that does."""

    def __init__(self, text, fails, keep=lambda text: None):
        self.fails, self.keep = fails, keep
        self.units = units_of(text.splitlines())
        self.right = set()  # texts that do not fail: each is compiled once

    def text(self):
        return "\n".join(line for unit in self.units for line in unit.lines()) + "\n"

    def try_now(self):
        text = self.text()
        if text in self.right:
            return False
        if not self.fails(text):
            self.right.add(text)
            return False
        self.keep(text)
        return True

    def without(self, units):
        """Removes parts of a list of units, the whole first, then smaller parts. The last units go first: they use the others."""
        candidates = [unit for unit in units if not unit.is_return()]
        changed, many = False, len(candidates)
        while many:
            for start in reversed(range(0, len(candidates), many)):
                before, part = list(units), candidates[start:start + many]
                units[:] = [unit for unit in units if unit not in part]
                if self.try_now():
                    candidates[start:start + many] = []
                    changed = True
                else:
                    units[:] = before
            many = (many + 1) // 2 if many > 1 else 0
        return changed

    def opened(self, units):
        """Replaces blocks by what they contain."""
        changed = False
        for unit in list(units):
            if unit.inner is None or not unit.first.startswith(" "):
                continue
            at = units.index(unit)
            units[at:at + 1] = unit.inner
            if self.try_now():
                changed = True
            else:
                units[at:at + len(unit.inner)] = [unit]
        return changed

    def pass_over(self, units):
        changed = self.without(units)
        for unit in units:
            if unit.inner is not None:
                changed |= self.pass_over(unit.inner)
        return self.opened(units) or changed

    def run(self):
        """The smallest text. It ends when no part can go."""
        if self.units and self.units[-1].inner is not None:
            self.without(self.units[-1].inner)  # main: without its calls, the compiler skips the other kernels
        while self.pass_over(self.units):
            pass
        return self.text()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--mode", choices=MODES, required=True)
    parser.add_argument("--device", type=pathlib.Path)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.mode != "gpu" and not arguments.device:
        parser.error("--device is needed")
    compiler = Compiler(arguments.nvcc, arguments.arch or ("sm_90" if arguments.mode == "gpu" else "compute_90"))

    def outcome(text):
        with temporary_folder("shrink-") as folder:
            (folder / "program.cu").write_text(text)
            if compiler.compile(folder / "program.cu", folder / "program"):
                return None
            return run_program(folder / "program", arguments.mode, arguments.device, arguments.seed, folder / "cache").kind()

    text = arguments.program.read_text()
    wrong = outcome(text)
    if wrong is None or wrong[0] in (0, 3):
        print(f"{arguments.program} does not fail in this mode")
        return 1

    def keep(smaller):
        arguments.output.write_text(smaller)
        print(f"{len(smaller.splitlines())} lines", flush=True)

    keep(Shrinker(text, lambda smaller: outcome(smaller) == wrong, keep).run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
