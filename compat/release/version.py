#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The version: the file VERSION beside this one has it, and files that cannot read it from there have copies.

usage: version.py                       prints it, and fails where a copy differs
       version.py --set X.Y.Z[-rc.N]    writes it into VERSION and all copies; CHANGELOG.md is written by hand

A candidate is called 1.2.3-rc.1 by tags, files and CHANGELOG.md, and 1.2.3rc1 by pip and conda. CMake and CUDA_LEGACY_VERSION
have no room for that: with a candidate, both keep the number of the whole version before it.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORM = r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d?)\.\d(?:-rc\.[1-9]\d*)?"
ONE_PLACE = ("compat/release/VERSION", rf"\A({FORM})\n\Z")
CMAKE = ("CMakeLists.txt", r"^project\(cuda_legacy VERSION ([\d.]+)")
HEADER = ("compat/include/cuda_legacy/version.h", r"^#define CUDA_LEGACY_VERSION (\d+)$")
COPIES = [
    ("compat/recipes/vcpkg/cuda-legacy/vcpkg.json", r'^  "version": "(\d[\w.-]+)"'),
    ("compat/action/README.md", r"^- uses: \S+/compat/action@v(\d[\w.-]+)$"),
    ("compat/scanner/README.md", r"^    rev: v(\d[\w.-]+)$"),
]
OF_PIP = [("compat/recipes/conda/recipe.yaml", r"^  version: (\d[\w.]+)$")]


def is_candidate(text):
    return "-rc." in text


def whole(text):
    """The version that a candidate is one of."""
    return text.partition("-")[0]


def for_pip(text):
    """The version in the form of PEP 440."""
    return text.replace("-rc.", "rc")


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
    """The version of a release of this commit."""
    return found(root, ONE_PLACE)[0]


def of_cmake(root=ROOT):
    """The version of the CMake package and of the headers."""
    return found(root, CMAKE)[0]


def wanted_of_cmake(root):
    """The version that CMake should have: that of the release, or an older one with a candidate."""
    number, release = of_cmake(root), current(root)
    return number if is_candidate(release) and as_number(number) <= as_number(whole(release)) else whole(release)


def places(root=ROOT):
    """Each copy: its file, the version there, and the version that it should have."""
    yield CMAKE[0], of_cmake(root), wanted_of_cmake(root)
    yield HEADER[0], as_text(int(found(root, HEADER)[0])), wanted_of_cmake(root)
    for copies, wanted in ((COPIES, current(root)), (OF_PIP, for_pip(current(root)))):
        for place in copies:
            for value in found(root, place):
                yield place[0], value, wanted


def unlike(root=ROOT):
    """Each copy that differs, as a sentence."""
    return [f"{name} has {value}, not {wanted}" for name, value, wanted in places(root) if value != wanted]


def write(root, place, value):
    name, pattern = place
    path = root / name

    def replaced(match):
        return match[0][:match.start(1) - match.start()] + value + match[0][match.end(1) - match.start():]

    path.write_text(re.sub(pattern, replaced, path.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")


def set_all(root, text):
    if not re.fullmatch(FORM, text):
        raise SystemExit(f"version.py: '{text}' is no version such as 1.2.3 or 1.2.3-rc.1, with a minor up to 99 and a patch up to 9: "
                         "CUDA_LEGACY_VERSION has no room")
    for place in (ONE_PLACE, CMAKE, HEADER, *COPIES, *OF_PIP):
        found(root, place)
    for place in (ONE_PLACE, *COPIES):
        write(root, place, text)
    for place in OF_PIP:
        write(root, place, for_pip(text))
    if not is_candidate(text):
        write(root, CMAKE, text)
        write(root, HEADER, str(as_number(text)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", metavar="X.Y.Z[-rc.N]")
    asked = parser.parse_args()
    if asked.set is not None:
        set_all(ROOT, asked.set)
    differing = unlike()
    print(current())
    if differing:
        print("\n".join(["version.py: other versions:", *differing]), file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
