#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""twins.py on small trees of its own."""

import pathlib
import tempfile
import unittest

import twins

LEGACY = """// Head.
#include <stdio.h>

__global__ void kernel(float *a, int n)
{
    int i = threadIdx.x; // which
    if (i < n) a[i] = 1;
}
"""


class Nearness(unittest.TestCase):
    def test_the_same_code_is_kept_whatever_its_comments(self):
        self.assertEqual(twins.nearness(LEGACY, LEGACY.replace("// Head.", "/* Another\n head */")), (1, 1))

    def test_a_changed_line_is_similar(self):
        kept, similar = twins.nearness(LEGACY, LEGACY.replace("int n)", "std::size_t n)"))
        self.assertEqual((kept, similar), (2 / 3, 1))

    def test_a_line_that_went_is_neither(self):
        kept, similar = twins.nearness(LEGACY, LEGACY.replace("int i = threadIdx.x;", ""))
        self.assertEqual((kept, similar), (2 / 3, 2 / 3))

    def test_includes_braces_and_blanks_do_not_count(self):
        self.assertEqual(twins.code_lines('#include "a.h"\n{\n\n  f("// no comment");\n};\n'), ['f("// no comment");'])


class Findings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def found(self):
        return [f"{one.file}: {one.sentence}" for rule in (twins.near_twins, twins.different_programs) for one in rule(self.root)]

    def looked_for(self):
        return [one.sentence for one in twins.looked_for(self.root)]

    def test_a_near_twin_is_fine(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", LEGACY.replace("int n", "unsigned n"))
        self.assertEqual(self.found(), [])

    def test_nothing_to_look_at_is_found(self):
        self.assertEqual([one.split(" below")[0] for one in self.found()], [".: no pairs", ".: no examples of modern/"])

    def test_a_far_twin_is_found_and_may_say_why(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", "int main() { return thrust::reduce(x.begin(), x.end()); }\n")
        self.assertIn("modern/area/one.cu: keeps 0%", self.found()[0])
        self.write("modern/area/one.cu", "// Far: the kernel goes away\nint main() { return 7; }\n")
        self.assertFalse([one for one in self.found() if "asked for, or" in one])

    def test_the_medians_are_held(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", "// Far: it is\nint main() { return 7; }\n")
        self.assertEqual(len([one for one in self.found() if "the median" in one]), 2)

    def test_one_program_under_two_names(self):
        for name, word in (("one", "kernel"), ("two", "other_kernel")):
            self.write(f"legacy/area/{name}.cu", LEGACY.replace("kernel", word))
            self.write(f"modern/area/{name}.cu", LEGACY.replace("kernel", word).replace("= 1", "= 2"))
        self.assertEqual(self.found(), ["modern/area/one.cu: is one program with modern/area/two.cu, under two names"])

    def test_what_is_looked_for(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", LEGACY + "// cudaEventRecord\n")
        self.assertIn("no modern example has cudaEventRecord", self.looked_for())
        self.write("modern/area/one.cu", LEGACY + "void f() { cudaEventRecord(start); }\n")
        self.assertNotIn("no modern example has cudaEventRecord", self.looked_for())


if __name__ == "__main__":
    unittest.main()
