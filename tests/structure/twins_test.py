#!/usr/bin/env python3
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


class Unchecked(unittest.TestCase):
    def test_checked_calls_and_launches(self):
        self.assertEqual(twins.unchecked("""void f() {
    check(cudaMalloc(a.out(), n));
    check(cudaMemcpy2D(a, 1, b, 1,
                       1, 1, kind));
    kernel<<<grid_of(n, 2), 2>>>(a);
    check(cudaGetLastError());
    kernel<float, 2><<<1, 2, n * sizeof(float)>>>({a, n}, b); // why
    check(cudaGetLastError());
    auto desc = cudaCreateChannelDesc<float>();
    printf("kernel <<< %d, %d >>> and cudaMalloc(\\n", 1, 2);
    check(cub::DeviceReduce::Sum(storage, bytes, a, b, n));
}"""), [])

    def test_calls_without_a_check(self):
        self.assertEqual(twins.unchecked("void f() {\n    cudaMalloc(a.out(), n);\n    check(cudaFree(a));\n}"), ["cudaMalloc"])
        self.assertEqual(twins.unchecked("void f() {\n    error = cudaMalloc(&a, n);\n}"), ["cudaMalloc"])
        self.assertEqual(twins.unchecked("void f() {\n    cub::DeviceReduce::Sum(s, n, a);\n}"), ["cub::DeviceReduce::Sum"])

    def test_one_check_behind_branches(self):
        branches = "if (a == 2)\n kernel<2><<<1, 2>>>(a);\n else if (f(a) == 16)\n kernel<16><<<1, 2>>>(a);\n else\n kernel<32><<<1, 2>>>(a);\n"
        self.assertEqual(twins.unchecked("void f() {\n" + branches + "check(cudaGetLastError());\n}"), [])
        self.assertEqual(len(twins.unchecked("void f() {\n" + branches + "}")), 3)

    def test_launches_without_a_check(self):
        for after in ("", "check(cudaDeviceSynchronize());", "cudaGetLastError();", "// check(cudaGetLastError());"):
            source = "void f() {\n    kernel<<<1, 2>>>(a);\n    " + after + "\n}"
            self.assertIn("kernel<<<>>>", twins.unchecked(source))


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
        return [one for one in twins.findings(self.root) if not one.startswith("no modern example has")]

    def test_a_near_twin_is_fine(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", LEGACY.replace("int n", "unsigned n"))
        self.assertEqual(self.found(), [])

    def test_nothing_to_look_at_is_found(self):
        self.assertEqual(twins.findings(self.root), [f"no pairs below {self.root}"])

    def test_a_far_twin_is_found_and_may_say_why(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", "int main() { return thrust::reduce(x.begin(), x.end()); }\n")
        self.assertIn("modern/area/one.cu keeps 0%", self.found()[0])
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
        self.assertEqual(self.found(), ["modern/area/one.cu and modern/area/two.cu are one program under two names"])

    def test_what_is_looked_for(self):
        self.write("legacy/area/one.cu", LEGACY)
        self.write("modern/area/one.cu", LEGACY + "// cudaEventRecord\n")
        self.assertIn("no modern example has cudaEventRecord", twins.findings(self.root))
        self.write("modern/area/one.cu", LEGACY + "void f() { cudaEventRecord(start); }\n")
        self.assertNotIn("no modern example has cudaEventRecord", twins.findings(self.root))


if __name__ == "__main__":
    unittest.main()
