#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spdx.py: which files have to say their licence, where, and how the line is written."""

import pathlib
import subprocess
import sys

import spdx
from rules.small_tree import SmallTree

WORDS = f"SPDX-License-Identifier: {spdx.IDENTIFIER}"


class Spdx(SmallTree):
    def setUp(self):
        super().setUp()
        self.empty()

    def good(self):
        super().good()
        self.run_it("--write")

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, spdx.__file__, self.root, *arguments], capture_output=True, text=True, check=False)

    def missing(self):
        return [finding.file for finding in spdx.spdx_lines(self.root) if "has no line" in finding.sentence]

    def test_every_language_has_to_say_it(self):
        sources = ["run", ".ci/run", "CMakeLists.txt", "compat/a.cmake", "compat/a.cmake.in", "compat/a.version", "compat/include/a.cuh",
                   "compat/include/a.h", "legacy/a/b.cu", "modern/a.hpp", "tests/a.c", "tests/a.cpp", "tests/a.cu.in", "tests/a.ptx",
                   "tests/a.py", "tests/a.sh"]
        for name in sources:
            self.write(name, "#!/bin/sh\n" if name.endswith("run") else "x\n")
        for name in ("README.md", "tests/a.json", "tests/a.csv", "tests/a.txt", "tests/a.md.in", "tests/CMakeLists.txt.in", ".clang-format",
                     "build/a.cpp", "LICENSE"):
            self.write(name, "x\n")
        self.write("tests/__init__.py", "")
        self.assertEqual(sorted(self.missing()), sorted(sources))

    def test_the_good_tree_and_each_file_without_it(self):
        self.good()
        self.is_content(spdx.spdx_lines)
        for file in ("legacy/area/one.cu", "modern/support/cuda.hpp", "run"):
            self.write(file, "".join(line for line in self.read(file).splitlines(keepends=True) if "SPDX" not in line))
            self.sees(spdx.spdx_lines, f'{file}: its head has no line "{WORDS}"')

    def test_it_stands_in_the_head(self):
        for name, head in (("a.cu", f"// What.\n//\n// {WORDS}\n\n#include <x>\n"), ("a.h", f"/* {WORDS} */\n/* What,\n   and more. */\nint a;\n"),
                           ("b.h", f"/*\n * {WORDS}\n */\nint a;\n"), ("a.py", f"#!/usr/bin/env python3\n# {WORDS}\n\"\"\"What.\"\"\"\n")):
            self.write(f"tests/{name}", head)
        self.assertEqual(list(spdx.spdx_lines(self.root)), [])
        for name, text in (("a.cu", f"int a;\n// {WORDS}\n"), ("a.h", f"#pragma once\n// {WORDS}\n"), ("b.h", f"const char* a = \"{WORDS}\";\n"),
                           ("a.py", f'"""\n# {WORDS}\n"""\n')):
            self.write(f"tests/{name}", text)
        self.assertEqual(sorted(self.missing()), ["tests/a.cu", "tests/a.h", "tests/a.py", "tests/b.h"])

    def test_another_licence_and_two(self):
        self.write("tests/a.cu", "// SPDX-License-Identifier: MIT\n")
        self.write("tests/b.cu", f"// {WORDS}\n// {WORDS}\n")
        self.assertEqual([f"{one.place()}: {one.sentence}" for one in spdx.spdx_lines(self.root)],
                         [f"tests/a.cu:1: the licence is {spdx.IDENTIFIER}, not 'MIT'", "tests/b.cu:2: says its licence a second time"])

    def test_where_it_is_written(self):
        hashes, slashes, stars = f"# {WORDS}\n", f"// {WORDS}\n", f"/* {WORDS} */\n"
        for name, text, with_it in (
            ("run", "#!/bin/sh\n# What.\n", "#!/bin/sh\n" + hashes + "# What.\n"),
            ("tests/a.py", '"""What."""\n', hashes + '"""What."""\n'),
            ("tests/CMakeLists.txt", "add_test(a)\n", hashes + "\nadd_test(a)\n"),
            ("tests/b/CMakeLists.txt", "# What.\nadd_test(a)\n", hashes + "# What.\nadd_test(a)\n"),
            ("tests/a.hpp", "#pragma once\n", slashes + "#pragma once\n"),
            ("compat/include/a.h", "//! \\file\n//! What.\n", slashes + "//! \\file\n//! What.\n"),
            ("compat/include/b.h", "/* What. */\n", stars + "/* What. */\n"),
            ("tests/a.c", "int a;\n", stars + "int a;\n"),
            ("legacy/a/b.cu", "// What.\n//\n// Note: x\n\n#include <x>\n", f"// What.\n//\n// Note: x\n{slashes}\n#include <x>\n"),
            ("modern/support/a.hpp", "#pragma once\n", slashes + "#pragma once\n"),
            ("tests/tools/skeleton/legacy.cu.in", "// What.\n\nint a;\n", f"// What.\n{slashes}\nint a;\n"),
            ("tests/compile_fail/a.cu", "// expect: no\nint a;\n", f"// expect: no\n{slashes}int a;\n"),
            ("tests/compat/declarations/a.cu", "// native only\nint a;\n", f"// native only\n{slashes}int a;\n"),
        ):
            self.write(name, text)
            done = self.run_it()
            self.assertEqual((done.returncode, done.stdout), (1, name + "\n"))
            self.assertEqual(self.read(name), text)
            self.assertEqual(self.run_it("--write").returncode, 0)
            self.assertEqual(self.read(name), with_it)
            self.assertEqual((self.run_it().returncode, list(spdx.spdx_lines(self.root))), (0, []))

    def test_the_identifier_is_that_of_the_licence(self):
        text = " ".join((pathlib.Path(spdx.__file__).resolve().parents[3] / "LICENSE").read_text(encoding="utf-8").split())
        self.assertIn("Apache License Version 2.0", text)
        self.assertIn("LLVM Exceptions to the Apache 2.0 License", text)
