#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutants.py: what each operator makes of a line, and which lines of an example are broken."""

import pathlib
import tempfile
import unittest

import mutants

EXAMPLE = """// Head.
#define N 10

void fillOnHost(float *a, int n)
{
    for (int i = 0; i < n; i++) // no call of CUDA: another test's
        a[i] = 1;
}

__global__ void kernel(float *a, std::size_t n)
{
    std::size_t i = threadIdx.x;
    if (i < n) a[i] += 1; // the bound
}

void example(float *h, std::size_t n)
{
    check(cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice));
    kernel<<<grid_of(n, 256), 256>>>(a, n);
    check(cudaGetLastError());
}

int main()
{
    check(cudaFree(0));
}
"""


class Operators(unittest.TestCase):
    def made(self, operator, code):
        return list(mutants.OPERATORS[operator](code))

    def test_without_check(self):
        self.assertEqual(self.made("without-check", "    check(cudaFree(a));"), ["    cudaFree(a);"])
        self.assertEqual(self.made("without-check", "    cudaFree(a);"), [])

    def test_without_statement(self):
        for code in ("    check(cudaEventRecord(stop));", "    cudaDeviceSynchronize();", "    __syncthreads();",
                     "    warmup<<<grid, block>>>(a);", "    block.sync();"):
            self.assertEqual(self.made("without-statement", code), [""])
        self.assertEqual(self.made("without-statement", "    int i = 0;"), [])

    def test_without_bound(self):
        self.assertEqual(self.made("without-bound", "    if (i < n) a[i] = 1;"), ["    if (true) a[i] = 1;"])
        self.assertEqual(self.made("without-bound", "    if (i < n && j < n) {"), ["    if (true) {"])
        self.assertEqual(self.made("without-bound", "    if (tid == 0) a[i] = 1;"), [])

    def test_off_by_one(self):
        self.assertEqual(self.made("off-by-one", "    for (int i = 0; i < n; i++)"), ["    for (int i = 0; i <= n; i++)"])
        self.assertEqual(self.made("off-by-one", "    kernel<<<a < b, 2>>>(a);"), [])
        self.assertEqual(self.made("off-by-one", "    texture<float, 1> t;"), [])

    def test_other_unit(self):
        self.assertEqual(self.made("other-unit", "    f(n * sizeof(float), sizeof(int) * m);"),
                         ["    f(n, sizeof(int) * m);", "    f(n * sizeof(float), m);"])

    def test_one_block(self):
        self.assertEqual(self.made("one-block", "    kernel<<<grid_of(n, 2), 2>>>(a);"), ["    kernel<<<1, 2>>>(a);"])
        self.assertEqual(self.made("one-block", "    kernel<<<1, n>>>(a);"), [])

    def test_added_is_assigned(self):
        self.assertEqual(self.made("added-is-assigned", "        sum += a[i];"), ["        sum = a[i];"])
        self.assertEqual(self.made("added-is-assigned", "    for (i = 0; i < n; i += 2)"), [])

    def test_other_arithmetic(self):
        self.assertEqual(self.made("other-arithmetic", "    int i = blockIdx.x * blockDim.x + threadIdx.x;"),
                         ["    int i = blockIdx.x / blockDim.x + threadIdx.x;", "    int i = blockIdx.x * blockDim.x - threadIdx.x;"])
        self.assertEqual(self.made("other-arithmetic", "    size_t rest = n % 4;"), ["    size_t rest = n / 4;"])
        for code in ("    float *a = b, *c;", "    const float * d = e;", "    f(n * sizeof(float));", "    kernel<<<a + b, 2>>>(a);",
                     "    a->b = -1;"):
            self.assertEqual(self.made("other-arithmetic", code), [], code)

    def test_other_constant(self):
        self.assertEqual(self.made("other-constant", "    if (n == 0) return 0.5f;"), ["    if (n == 1) return 0.5f;", "    if (n == 0) return 1.5f;"])
        self.assertEqual(self.made("other-constant", "    x1 = a.x2 + 10.f;"), ["    x1 = a.x2 + 11.f;"])
        for code in ('    throw std::length_error{"2^31 blocks"};', "    x = 0x1p500;", "    kernel<<<1, 2>>>(a);", "    f(a1, b.y2);"):
            self.assertEqual(self.made("other-constant", code), [], code)

    def test_other_index(self):
        self.assertEqual(self.made("other-index", "        c[i] = a[b[j]];"), ["        c[i + 1] = a[b[j]];", "        c[i] = a[b[j + 1]];"])
        self.assertEqual(self.made("other-index", "    int i = threadIdx.x;"), ["    int i = blockIdx.x;"])
        for code in ("    __shared__ float a[BS];", "    int used[4];", "    auto f = [&] { };"):
            self.assertEqual(self.made("other-index", code), [], code)

    def test_other_launch(self):
        self.assertEqual(self.made("other-launch", "    k<<<n, f(a, 2), bytes>>>(a, b, g(c, d));"),
                         ["    k<<<n, (f(a, 2) + 1) / 2, bytes>>>(a, b, g(c, d));", "    k<<<n, f(a, 2), 0>>>(a, b, g(c, d));",
                          "    k<<<n, f(a, 2), bytes>>>(b, a, g(c, d));", "    k<<<n, f(a, 2), bytes>>>(a, g(c, d), b);"])
        self.assertEqual(self.made("other-launch", "    k<<<1, 1, 0>>>(a);"), [])
        self.assertEqual(self.made("other-launch", "    f(a, b);"), [])

    def test_other_descriptor(self):
        self.assertEqual(self.made("other-descriptor", "    texDesc.filterMode = cudaFilterModePoint;"),
                         ["    texDesc.filterMode = cudaFilterModeLinear;"])
        self.assertEqual(self.made("other-descriptor", "    texDesc.normalizedCoords = false;"), ["    texDesc.normalizedCoords = true;"])
        self.assertEqual(self.made("other-descriptor", "    texDesc.addressMode[0] = cudaAddressModeClamp;"),
                         ["    texDesc.addressMode[0] = cudaAddressModeWrap;", ""])
        self.assertEqual(self.made("other-descriptor", "    resource.res.array.array = cuArray;"), [""])
        self.assertEqual(self.made("other-descriptor", "    check(cudaMemcpy(a, b, n, cudaMemcpyHostToDevice));"),
                         ["    check(cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost));"])
        self.assertEqual(self.made("other-descriptor", "    sum = 0;"), [])


class Example(unittest.TestCase):
    def test_kernels_and_the_entry_are_broken_and_nothing_else(self):
        found = mutants.mutants_of("modern", "area/example", EXAMPLE)
        self.assertEqual({mutant.number for mutant in found}, {12, 13, 18, 19, 20})

    def test_code_for_other_architectures(self):
        self.assertEqual(mutants.architectures(EXAMPLE), ["90"])
        dispatch = "NV_DISPATCH_TARGET(NV_PROVIDES_SM_80, (a();), NV_IS_DEVICE, (b();))"
        self.assertEqual(mutants.architectures(dispatch), ["90", "80", "75"])

    def test_survivors_are_read_with_their_reasons(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "survivors.txt"
            path.write_text("# comment\n\nlegacy a/b off-by-one |  if (i <  n) x; | the same\n"
                            "fast a/b other-unit | y; | likewise\n", encoding="utf-8")
            self.assertEqual(mutants.survivors(path), {("legacy", "a/b", "off-by-one", "if (i < n) x;"): "the same",
                                                       ("fast", "a/b", "other-unit", "y;"): "the same"})

    def test_every_survivor_is_a_mutant_of_today(self):
        for stage, slug, operator, line in mutants.survivors():
            text = mutants.source_of(stage, slug).read_text(encoding="utf-8")
            keys = {mutant.key() for mutant in mutants.mutants_of(stage, slug, text)}
            self.assertIn((stage, slug, operator, line), keys)


if __name__ == "__main__":
    unittest.main()
