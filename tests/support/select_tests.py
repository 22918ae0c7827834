#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chooses tests by rules that ctest has no option for, and prints their numbers, as ctest -I FILE reads them.

usage: select_tests.py --build FOLDER --root FOLDER [--part NAME] [--quick [--gpu]]
       select_tests.py --folders NAME --root FOLDER     the folders of tests/ that a part consists of

--part NAME  the tests of one part, by the folder of tests/ whose CMakeLists.txt adds them: "examples", "device" or
             "others". Each test belongs to one part.
--quick      tests that compile nothing, need nothing that another test makes, and are given less than 300 s by CTest.
             No thorough ones. Without --gpu none of those for a GPU, which would only say that there is none.

Exit status: 0 something was chosen, 1 nothing was.
"""
import argparse
import json
import pathlib
import subprocess
import sys

# The scanner's tests run programs of the examples, and those of the wheel take the emulated device.
PARTS = {"examples": ("pairs", "scanner"), "device": ("emulator", "package")}
SLOW_LABELS = {"compile", "exercises", "package", "thorough"}
LONG = 300  # seconds: who gives a test so much expects it to need more than a moment


class Listed:
    """The tests of a build folder, as ctest lists them."""

    def __init__(self, value, root):
        self.tests, self.root = value["tests"], root
        self.files, self.nodes = value["backtraceGraph"]["files"], value["backtraceGraph"]["nodes"]
        for test in self.tests:
            test["properties"] = {one["name"]: one["value"] for one in test.get("properties", [])}

    def folder(self, test):
        """The folder below tests/ whose list adds the test: the outermost caller is that list, or one above it."""
        node, found = test.get("backtrace"), ""
        while node is not None:
            path = pathlib.Path(self.files[self.nodes[node]["file"]])
            path = (self.root / path).resolve()
            try:
                parts = path.relative_to(self.root / "tests").parts
            except ValueError:
                parts = ()
            found = parts[0] if len(parts) > 1 else ""
            node = self.nodes[node].get("parent")
        return found

    def of_part(self, part):
        return {test["name"] for test in self.tests if part_of(self.folder(test)) == part}

    def quick(self, gpu):
        made = {fixture for test in self.tests for fixture in test["properties"].get("FIXTURES_SETUP", [])
                if SLOW_LABELS & set(test["properties"].get("LABELS", []))}
        names = set()
        for test in self.tests:
            properties = test["properties"]
            labels = set(properties.get("LABELS", []))
            if labels & SLOW_LABELS or made & set(properties.get("FIXTURES_REQUIRED", [])):
                continue
            if properties.get("TIMEOUT", 0) >= LONG or ("gpu" in labels and not gpu):
                continue
            names.add(test["name"])
        return names


def part_of(folder):
    return next((part for part, folders in PARTS.items() if folder in folders), "others")


def folders_of(part, root):
    """Those folders of tests/ that have a list of their own; of tools/, the folders in it that have one."""
    lists = [*(root / "tests").glob("*/CMakeLists.txt"), *(root / "tests/tools").glob("*/CMakeLists.txt")]
    folders = [path.parent.relative_to(root / "tests") for path in lists]
    return sorted(folder.as_posix() for folder in folders if part_of(folder.parts[0]) == part)


def main(arguments):
    parser = argparse.ArgumentParser(description="Chooses tests by rules that ctest has no option for.")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--part", choices=[*PARTS, "others"])
    parser.add_argument("--folders", choices=[*PARTS, "others"])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if options.folders:
        print("\n".join(folders_of(options.folders, root)))
        return 0
    command = ["ctest", "--test-dir", options.build, "--show-only=json-v1"]
    listed = Listed(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout), root)
    names = {test["name"] for test in listed.tests}
    if options.part:
        names &= listed.of_part(options.part)
    if options.quick:
        names &= listed.quick(options.gpu)
    numbers = [str(at) for at, test in enumerate(listed.tests, 1) if test["name"] in names]
    print(",".join(["", "0", "", *numbers]))  # none from a range
    return 0 if names else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
