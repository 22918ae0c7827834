#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The version: CMakeLists.txt has it, and files that cannot read it from there have copies.

usage: version.py               prints it, and fails where a copy differs
       version.py --set X.Y.Z   writes it into CMakeLists.txt and all copies; CHANGELOG.md is written by hand
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ONE_PLACE = ("CMakeLists.txt", r"^project\(cuda_legacy VERSION ([\d.]+)")
HEADER = ("compat/include/cuda_legacy/version.h", r"^#define CUDA_LEGACY_VERSION (\d+)$")
COPIES = [
    ("compat/recipes/vcpkg/cuda-legacy/vcpkg.json", r'^  "version": "([\d.]+)"'),
    ("compat/recipes/conda/recipe.yaml", r"^  version: ([\d.]+)$"),
    ("compat/action/README.md", r"^- uses: \S+/compat/action@v([\d.]+)$"),
    ("compat/scanner/README.md", r"^    rev: v([\d.]+)$"),
]


def as_number(text):
    """The version as CUDA_LEGACY_VERSION: 1000 * major + 10 * minor + patch."""
    major, minor, patch = map(int, text.split("."))
    return 1000 * major + 10 * minor + patch


def as_text(number):
    return f"{number // 1000}.{number // 10 % 100}.{number % 10}"


def found(root, place):
    """All that a pattern finds in its file: at least one."""
    name, pattern = place
    values = re.findall(pattern, (root / name).read_text(encoding="utf-8"), flags=re.M)
    if not values:
        raise SystemExit(f"version.py: {name} has no version where one belongs")
    return values


def current(root=ROOT):
    return found(root, ONE_PLACE)[0]


def places(root=ROOT):
    """Each copy: its file, and the version there."""
    yield HEADER[0], as_text(int(found(root, HEADER)[0]))
    for place in COPIES:
        for value in found(root, place):
            yield place[0], value


def write(root, place, value):
    name, pattern = place
    path = root / name

    def replaced(match):
        return match[0][:match.start(1) - match.start()] + value + match[0][match.end(1) - match.start():]

    path.write_text(re.sub(pattern, replaced, path.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")


def set_all(root, text):
    if not re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d?)\.\d", text):
        raise SystemExit(f"version.py: '{text}' is no version such as 1.2.3, with a minor up to 99 and a patch up to 9: CUDA_LEGACY_VERSION has no room")
    for place in (ONE_PLACE, HEADER, *COPIES):
        found(root, place)
    for place in (ONE_PLACE, *COPIES):
        write(root, place, text)
    write(root, HEADER, str(as_number(text)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", metavar="X.Y.Z")
    asked = parser.parse_args()
    if asked.set:
        set_all(ROOT, asked.set)
    unlike = [f"{name}: {value}" for name, value in places() if value != current()]
    print(current())
    if unlike:
        print("\n".join(["version.py: other versions:", *unlike]), file=sys.stderr)
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main())
