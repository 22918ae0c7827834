#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a random CUDA C++ program on stdout.

  generate.py SEED [--kernels N] [--size N]

The program runs each of its kernels on the host, too, one fiber a lane, and compares what both leave in memory. It has no
undefined behaviour and no race, so each difference is a fault of the compiler or of the device. One seed gives one text.
"""

import argparse
import random
import re

import functions

SHAPES = ("{1, 1, 1}", "{31, 1, 1}", "{33, 1, 1}", "{48, 1, 1}", "{100, 1, 1}", "{8, 5, 1}", "{16, 4, 2}", "{7, 3, 2}", "{16, 6, 1}",
          "{8, 4, 1}", "{96, 1, 1}", "{32, 2, 2}")
POINTER = "using function_pointer = u32 (*)(u32, u32, u32, u32, u64, float, global_memory&);"


def functions_of_kernel(decide, number, groups):
    """The functions that a kernel can call: their names, and their lines."""
    names, lines = [], []
    if decide.randrange(4):
        name = f"function_{number}_a"
        is_recursive = decide.randrange(2)
        lines += functions.recursive_function(decide, name, groups) if is_recursive else functions.function(decide, name, (), groups)
        names.append(name)
        if decide.randrange(2):
            second = f"function_{number}_b"
            lines += ["", *functions.function(decide, second, names[:1], groups)]
            names.append(second)
        lines.append("")
    return names, lines


def record_of_kernel(decide, number):
    """A function of structures, for every other kernel: its name, and its lines."""
    if decide.randrange(2):
        return None, []
    name = f"record_function_{number}"
    return name, [*functions.record_function(decide, name), ""]


def indented(lines):
    """The lines with four spaces for each open brace."""
    depth, result = 0, []
    for line in lines:
        label = re.match(r"(case \d+|public):", line)
        level = depth - line.startswith("}") - bool(label)
        result.append("    " * max(level, 0) + line if line else "")
        depth += line.count("{") - line.count("}")
    return result


def program(seed, kernels=3, size=6):
    """The text of a program."""
    decide = random.Random(seed)
    groups = decide.randrange(3) == 0
    lines = [f"// generate.py {seed} --kernels {kernels} --size {size}", *(['#include "groups.h"'] if groups else []),
             '#include "compare.h"', "", POINTER, ""]
    for number in range(kernels):
        names, texts = functions_of_kernel(decide, number, groups)
        record, record_texts = record_of_kernel(decide, number)
        lines += [*texts, *record_texts, *functions.kernel(decide, number, size, names, record, groups), ""]
    lines += ["int main(int count, char** arguments)", "{", "comparison all(count, arguments);"]
    for number in range(kernels):
        shapes = ["{128, 1, 1}", decide.choice(("{64, 2, 1}", "{16, 8, 1}")), *decide.sample(SHAPES, 4)]
        lines += [f"all.run<kernel_{number}>({shape});" for shape in shapes]
    lines += ["return all.status();", "}"]
    return "\n".join(indented(lines)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--kernels", type=int, default=3)
    parser.add_argument("--size", type=int, default=6, help="statements of each kernel")
    arguments = parser.parse_args()
    if arguments.kernels < 1 or arguments.size < 1:
        parser.error("--kernels and --size are whole numbers from 1 on")
    print(program(arguments.seed, arguments.kernels, arguments.size), end="")


if __name__ == "__main__":
    main()
