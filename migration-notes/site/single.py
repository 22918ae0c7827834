# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An example as one file, and its kernels alone: as `pairs export --single` and `pairs diff --kernel` do it.

tests/pairs/program/export.cpp is the same in C++. A test holds the two together.
"""

import re

INCLUDE = re.compile(r'#include "([^"]*)"')


def support_header(line):
    """The name of the support header that a line includes, or nothing."""
    found = INCLUDE.match(line)
    if not found or (found[1].startswith("..") and "/support/" not in found[1]):
        return ""
    return found[1].rsplit("/", 1)[-1]


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


def appended(root, name, done):
    if name in done:
        return []
    done.add(name)
    found = [f"// modern/support/{name}"]
    for line in lines_of(root / "modern" / "support" / name):
        if line == "#pragma once" or line.startswith("// SPDX"):
            continue
        header = support_header(line)
        found += appended(root, header, done) if header else [line]
    return found


def single_file(root, path):
    """The text of modern/AREA/NAME.cu with the support headers in it; any other file as it is."""
    done, found = set(), []
    for line in lines_of(root / path):
        header = support_header(line) if path.startswith("modern/") else ""
        found += appended(root, header, done) if header else [line]
    return "".join(line + "\n" for line in found)


def is_device_code(line):
    return ("__global__" in line or "__device__" in line) and "(" in line and not line.startswith("//")


def kernel_lines(lines):
    """The lines from the first kernel to the last, as first and one behind the last; equal where there is none."""
    first = last = len(lines)
    at = 0
    while at < len(lines):
        end, opened, device_code = at, 0, False
        while end < len(lines) and (opened > 0 or lines[end]):
            opened += lines[end].count("{") - lines[end].count("}")
            device_code = device_code or is_device_code(lines[end])
            end += 1
        if device_code:
            first, last = min(first, at), end
        at = end + 1
    return first, last
