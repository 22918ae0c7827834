#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures: attributes that a loop writes or that a parameter gives, and kernels that are instantiated by name.

  texture_attributes_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import re
import unittest

import references_in_folder
from references_in_folder import fix, refusals

SOURCE = """\
#include <cuda_runtime.h>
texture<float, 3> t;
template <class T> __global__ void k(T* out, int n) { out[n] = tex3D(t, 1, 1, 1); }
static void set(cudaTextureFilterMode mode, bool linear)
{
    t.filterMode = cudaFilterModePoint;
}
void run(cudaArray* in, float* out)
{
    set(cudaFilterModeLinear, true);
    cudaBindTextureToArray(t, in);
    k<<<1, 32>>>(out, 32);
    cudaUnbindTexture(t);
}
"""
WRITE = "t.filterMode = cudaFilterModePoint;"
INDEX = "6: t.addressMode[…] is written at an index that is no constant"
VALUE = "6: t.filterMode is written with a value that is no constant"


class Attributes(references_in_folder.InAFolder):
    KIND = "textures"

    def modes(self, write):
        text = self.fixed(SOURCE.replace(WRITE, write))
        self.assertNotIn("t.addressMode", text.replace("t_attributes.addressMode", ""))
        return re.findall(r"t_attributes\.(?:addressMode\[\d\]|filterMode) = cuda(?:Address|Filter)Mode(\w+);", text)

    def test_a_loop_over_the_axes(self):
        for loop in ("for (int i = 0; i < 3; i++) t.addressMode[i] = cudaAddressModeWrap;", "for (int i = 0; i <= 2; ++i) { t.addressMode[i] = cudaAddressModeWrap; }",
                     "for (unsigned int i = 0; i != 3; i++)\n        t.addressMode[i] = cudaAddressModeWrap;"):
            with self.subTest(loop):
                self.assertEqual(self.modes(loop), ["Wrap", "Wrap", "Wrap", "Point"])
        self.assertEqual(self.modes("for (int i = 1; i < 3; i++) t.addressMode[i] = cudaAddressModeWrap;"), ["Clamp", "Wrap", "Wrap", "Point"])
        self.assertEqual(self.modes("for (int i = 0; i < 1; i++) t.addressMode[i] = cudaAddressModeWrap;"), ["Wrap", "Clamp", "Clamp", "Point"])

    def test_a_loop_that_does_more(self):
        for loop in ("for (int i = 0; i < 3; i++) { t.addressMode[i] = cudaAddressModeWrap; i++; }", "for (int i = 0; i < 4; i++) t.addressMode[i] = cudaAddressModeWrap;",
                     "for (int i = 0; i < linear; i++) t.addressMode[i] = cudaAddressModeWrap;", "for (int i = 0; i < 3; i += 2) t.addressMode[i] = cudaAddressModeWrap;",
                     "for (int i = 0; i < 3; i++) if (i) t.addressMode[i] = cudaAddressModeWrap;", "for (int i = 2; i >= 0; i--) t.addressMode[i] = cudaAddressModeWrap;",
                     "int i = 0; for (; i < 3; i++) t.addressMode[i] = cudaAddressModeWrap;", "for (int i = 0; i < 0; i++) t.addressMode[i] = cudaAddressModeWrap;"):
            with self.subTest(loop):
                self.assert_refused(SOURCE.replace(WRITE, loop).replace("set(cudaFilterModeLinear, true)", "set(cudaFilterModeLinear, in)"), [INDEX])

    def test_a_loop_that_is_not_reached(self):
        self.assert_refused(SOURCE.replace(WRITE, "if (linear) for (int i = 0; i < 3; i++) t.addressMode[i] = cudaAddressModeWrap;"),
                            ["6: t.addressMode[0] is not certain to be written before each launch", "6: t.addressMode[1] is not certain to be written before each launch",
                             "6: t.addressMode[2] is not certain to be written before each launch"])

    def test_a_parameter(self):
        for value in ("mode", "(mode)", "linear ? cudaFilterModeLinear : cudaFilterModePoint", "true ? mode : cudaFilterModePoint"):
            with self.subTest(value):
                self.assertEqual(self.modes(f"t.filterMode = {value};")[-1], "Linear")
        twice = SOURCE.replace("    k<<<", "    set(cudaFilterModeLinear, false);\n    k<<<").replace(WRITE, "t.filterMode = mode;")
        self.assertIn("filterMode = cudaFilterModeLinear", self.fixed(twice))

    def test_a_parameter_of_several_values(self):
        given = SOURCE.replace(WRITE, "t.filterMode = mode;")
        for old, new in (("    k<<<", "    set(cudaFilterModePoint, false);\n    k<<<"), ("set(cudaFilterModeLinear,", "set((cudaTextureFilterMode)(out != 0),"),
                         ("void run", "void (*pointer)(cudaTextureFilterMode, bool) = set;\nvoid run"), ("t.filterMode", "mode = cudaFilterModePoint;\n    t.filterMode"),
                         ("t.filterMode", "cudaTextureFilterMode& r = mode;\n    r = cudaFilterModePoint; t.filterMode"),
                         ("t.filterMode = mode;", "t.filterMode = mode; if (linear) set(mode, false);"), ("static void set", "void set")):
            with self.subTest(new):
                text = given.replace(old, new)
                line = text[:text.index("t.filterMode = mode")].count("\n") + 1
                self.assert_refused(text, [VALUE.replace("6:", f"{line}:")])

    def test_a_parameter_that_another_source_gives(self):
        main = SOURCE.replace(WRITE, "t.filterMode = mode;").replace("static void set", "void set") + "int main() { run(0, 0); }\n"
        self.assertIn("filterMode = cudaFilterModeLinear", self.fixed(main))
        self.write("a.cu", main)
        self.write("b.cpp", "void set(int, bool);\nvoid other() { set(0, false); }\n")
        self.assertEqual(refusals(fix("textures", ".", cwd=self.folder)), [])
        self.assertIn("t_attributes.filterMode = mode;", (self.folder / "a.cu").read_text())

    def test_instantiations_by_name(self):
        for before, after in (("template __global__ void k<float>(float*, int);", "template __global__ void k<float>(float*, int, cudaTextureObject_t t);"),
                              ("template void k<double>(double* out,\n                        int n);", "template void k<double>(double* out,\n                        int n,\n                        cudaTextureObject_t t);"),
                              ("extern template __global__ void k(char*, int);", "extern template __global__ void k(char*, int, cudaTextureObject_t t);")):
            with self.subTest(before):
                self.assertIn(after, self.fixed(SOURCE.replace("static void set", before + "\nstatic void set")))

    def test_instantiations_of_another_function(self):
        text = SOURCE.replace("static void set", "template <class T> __global__ void k(T* out) {}\ntemplate __global__ void k<float>(float*);\nstatic void set")
        self.assert_refused(text, ["5: k is used in a way that this fix does not know"])


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


if __name__ == "__main__":
    references_in_folder.main("textures", SOURCE, WithoutLibrary)
