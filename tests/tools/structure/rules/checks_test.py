# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""In modern code nothing of CUDA goes unchecked."""

import unittest

from rules.checks import checked_calls, checked_launches, unchecked
from rules.small_tree import SmallTree

LAUNCH, CHECKED = "kernel<<<blocks, threads>>>(f(a), {b, c});", "check(cudaGetLastError());"
FINE = (
    LAUNCH + CHECKED,
    LAUNCH + "\n\n    // what the launch itself says\n    check( cudaGetLastError() ) ;",
    "kernel<float, n + 1><<<dim3(1, 2), 32, sizeof(int), stream>>>(a,\n        b);\n" + CHECKED,
    "ns::kernel <<< 1, 32 >>> ();" + CHECKED,
    "if (few) " + LAUNCH + " else " + LAUNCH + CHECKED,
    "if (a) " + LAUNCH + "\nelse if (f(a))\n" + LAUNCH + "\nelse {" + LAUNCH + CHECKED + "}\n" + CHECKED,
    "for (int i = 0; i < n; i++) {" + LAUNCH + CHECKED + "}",
    "const auto go = [&] { " + LAUNCH + CHECKED + " }; go();",
)
WRONG = (
    LAUNCH,
    LAUNCH + "check(cudaDeviceSynchronize());",
    LAUNCH + "check(cudaPeekAtLastError());",
    LAUNCH + "cudaGetLastError();",
    LAUNCH + "checked(cudaGetLastError());",
    LAUNCH + "// " + CHECKED,
    LAUNCH + "check(cudaMemcpy(a, b, n, kind));" + CHECKED,
    LAUNCH + "}\nvoid other()\n{ " + CHECKED,
    "for (int i = 0; i < n; i++) {" + LAUNCH + "}" + CHECKED,
    "const auto go = [&] { " + LAUNCH + " }; go();" + CHECKED,
    "if (few) " + LAUNCH + " else stop();",
    "kernel<<<1, 32>>>(a) + " + CHECKED,
    "kernel<<<1, 32>>>(a",
    LAUNCH + LAUNCH + CHECKED,
)


class Launches(SmallTree):
    def with_statements(self, statements):
        self.write("modern/area/one.cu", f"void launch()\n{{\n    {statements}\n}}\n")

    def test_launches_that_are_checked(self):
        for statements in FINE:
            self.with_statements(statements)
            self.is_content(checked_launches)

    def test_launches_that_are_not(self):
        message = "modern/area/one.cu:3: the launch of kernel is not followed by check(cudaGetLastError())"
        for statements in WRONG:
            self.with_statements(statements)
            self.sees(checked_launches, message)
        self.with_statements("if (few) " + LAUNCH + "else " + LAUNCH)
        self.sees(checked_launches, message, 2)

    def test_launches_in_support(self):
        self.append("modern/support/cuda.hpp", "inline void go() { kernel<<<1, 32>>>(); }\n")
        self.sees(checked_launches, "modern/support/cuda.hpp:2: the launch of kernel is not followed")


class Calls(SmallTree):
    def test_a_call_without_a_check(self):
        self.append("modern/area/one.cu", "void f()\n{\n    error = cudaFree(a);\n}\n")
        self.sees(checked_calls, "modern/area/one.cu:11: cudaFree stands in no check(…)")
        self.write("modern/area/one_fast.cu", "void f() { cudaFree(a); }\n")
        self.sees(checked_calls, "modern/area/one_fast.cu:1: cudaFree stands in no check(…)")
        self.append("modern/area/one.cu", "void f() { check(cudaFree(a)); }\n")
        self.is_content(checked_calls)


class Unchecked(unittest.TestCase):
    """The launches of one source, as tests/tools/mutants uses them."""

    def test_checked_calls_and_launches(self):
        self.assertEqual(unchecked("""void f() {
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
        self.assertEqual(unchecked("void f() {\n    cudaMalloc(a.out(), n);\n    check(cudaFree(a));\n}"), ["cudaMalloc"])
        self.assertEqual(unchecked("void f() {\n    error = cudaMalloc(&a, n);\n}"), ["cudaMalloc"])
        self.assertEqual(unchecked("void f() {\n    cub::DeviceReduce::Sum(s, n, a);\n}"), ["cub::DeviceReduce::Sum"])

    def test_one_check_behind_branches(self):
        branches = "if (a == 2)\n kernel<2><<<1, 2>>>(a);\n else if (f(a) == 16)\n kernel<16><<<1, 2>>>(a);\n else\n kernel<32><<<1, 2>>>(a);\n"
        self.assertEqual(unchecked("void f() {\n" + branches + CHECKED + "\n}"), [])
        self.assertEqual(len(unchecked("void f() {\n" + branches + "}")), 3)

    def test_launches_without_a_check(self):
        for after in ("", "check(cudaDeviceSynchronize());", "cudaGetLastError();", "// check(cudaGetLastError());"):
            self.assertIn("kernel<<<>>>", unchecked("void f() {\n    kernel<<<1, 2>>>(a);\n    " + after + "\n}"))
