#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures where branches of #if have textures in them: each is parsed, and all have to agree on what they share.

  texture_branches_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import unittest

import references_in_folder
from references_in_folder import fix, refusals

GOOD = """\
texture<float> t;
#ifdef DOUBLED
#define FACTOR 2
#else
#define FACTOR 1
#endif
__global__ void k(float* o, float* p)
{
    int i = threadIdx.x;
#ifdef PLAIN
    o[i] = FACTOR * p[i];
#else
    o[i] = FACTOR * tex1Dfetch(t, i);
#endif
}
int main()
{
    float *p = 0, *o = 0;
#ifndef PLAIN
    cudaBindTexture(0, t, p, 64);
#endif
    k<<<1, 16>>>(o, p);
}
"""
FETCH = "    o[i] = FACTOR * p[i];\n"
ELSE = "    o[i] = FACTOR * p[i] + tex1Dfetch(t, 0);\n"
BIND = "#ifndef PLAIN\n    cudaBindTexture(0, t, p, 64);\n#endif\n"
TWO = GOOD.replace(FETCH, ELSE).replace(BIND, "    cudaBindTexture(0, t, p, 64);\n")
NOT_PARSED = "stands in a branch of #if that is not parsed: -D chooses"

# Name: what is replaced by what in TWO, once each; then the refusals.
REFUSED = {
    "a macro of the compiler": ([("#ifdef PLAIN\n", "#ifdef __GNUG__\n"), (ELSE, ELSE.replace("t, 0", "t, i"))], ["13: t " + NOT_PARSED, "13: __GNUG__ is a macro of the compiler or the toolkit"]),
    "a macro with arguments": ([("#ifdef PLAIN\n", "#define IS(x) x\n#if IS(0)\n")], ["12: t " + NOT_PARSED, "12: IS takes arguments in #if"]),
    "#undef": ([("#ifdef PLAIN\n", "#undef PLAIN\n#ifdef PLAIN\n")], ["12: t " + NOT_PARSED, "12: PLAIN is undefined by #undef"]),
    "several definitions": ([("#ifdef PLAIN\n", "#if 0\n#define PLAIN 1\n#define PLAIN 2\n#endif\n#ifdef PLAIN\n")],
                            ["15: t " + NOT_PARSED, "15: PLAIN is defined at several places"]),
    "a definition with parameters": ([("#ifdef PLAIN\n", "#define MODE(x) x\n#if MODE\n")],
                                     ["12: t " + NOT_PARSED, "1: MODE is defined with parameters"]),
    "too many combinations": ([("#ifdef PLAIN\n", "#if (A || B || C || D || E) && A\n")], ["11: t " + NOT_PARSED, "1: the macros of its #if have too many combinations"]),
    "an element of another type": ([("texture<float> t;", "#ifdef PLAIN\ntexture<int> t;\n#else\ntexture<float> t;\n#endif\n"), ("#ifdef PLAIN\n    o[i] = FACTOR * p[i] + tex1Dfetch(t, 0);\n#else\n", ""),
                                    ("tex1Dfetch(t, i);\n#endif", "tex1Dfetch(t, i);")],
                                   ["2: t " + NOT_PARSED, "2: texture " + NOT_PARSED, "15: branches of #if need different changes here (PLAIN not defined; PLAIN=1)"]),
    "one branch that is refused": ([(ELSE, "    o[i] = tex2Dgather(t, 0.f, 0.f).x;\n")], ["11: t " + NOT_PARSED, "11: t is passed to tex2Dgather (PLAIN=1)"]),
    "a reference of one branch": ([("texture<float> t;", "#ifdef PLAIN\ntexture<float> u;\n#endif\ntexture<float> t;"), ("tex1Dfetch(t, 0)", "tex1Dfetch(u, 0)"),
                                   ("    k<<<", "#ifdef PLAIN\n    if (cudaBindTexture(0, u, p, 64)) return 1;\n#endif\n    k<<<")],
                                  ["2: texture " + NOT_PARSED,
                                   "10: k needs u in another branch of #if, and u is not declared in this one (PLAIN not defined)"]),
    "a change across a branch": ([("    k<<<1, 16>>>(o, p);\n", "    k<<<1, 16>>>(o, p);\n    cudaUnbindTexture(\n#ifdef PLAIN\n    t\n#else\n    t\n#endif\n    );\n")],
                                 ["11: t " + NOT_PARSED, "23: t " + NOT_PARSED, "21: the change would span branches of #if"]),
}


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


class Branches(references_in_folder.InAFolder):
    KIND = "textures"

    def test_one_branch_has_no_texture(self):
        """As before: the names are in the parsed branches."""
        self.assertIn("__global__ void k(float* o, float* p, cudaTextureObject_t t)\n", self.fixed(GOOD))

    def test_both_branches(self):
        text = self.fixed(TWO)
        self.assertIn("__global__ void k(float* o, float* p, cudaTextureObject_t t)\n", text)
        self.assertIn("    o[i] = FACTOR * p[i] + tex1Dfetch<float>(t, 0);\n", text)
        self.assertIn("    o[i] = FACTOR * tex1Dfetch<float>(t, i);\n", text)
        self.assertEqual(text.count("cudaCreateTextureObject"), 1)

    def test_a_branch_that_needs_more(self):
        """The list of parameters is the same for all branches."""
        text = self.fixed(GOOD.replace("texture<float> t;", "texture<float> t, u;").replace(FETCH, FETCH.replace("p[i]", "tex1Dfetch(u, i)"))
                          .replace("    k<<<", "    cudaBindTexture(0, u, p, 64);\n    k<<<"))
        self.assertIn("__global__ void k(float* o, float* p, cudaTextureObject_t t, cudaTextureObject_t u)\n", text)
        self.assertIn("    k<<<1, 16>>>(o, p, t, u);\n", text)
        self.assertIn("static cudaTextureObject_t t = 0, u = 0;\n", text)

    def test_the_states_of_a_macro(self):
        for before, condition in (("", "#if PLAIN == 3"), ("", "#if PLAIN > 3"), ("#define PLAIN 0\n", "#if PLAIN"), ("#define PLAIN 0\n", "#if PLAIN != 0"), ("", "#if defined PLAIN"),
                                  ("#ifndef PLAIN\n#define PLAIN 0\n#endif\n", "#if PLAIN"), ("", "#if defined(PLAIN) && PLAIN > 1"), ("#define LESS\n", "#ifndef LESS"),
                                  ("#define PLAIN (1 - 1)\n", "#if PLAIN"), ("#define PLAIN (2 * 4)\n", "#if PLAIN == 16"), ("#define PLAIN 8\n", "#if PLAIN == 16"),
                                  ("#define PLAIN (2 * 4)\n", "#if PLAIN == 8")):
            with self.subTest(condition):
                text = self.fixed(before + TWO.replace("#ifdef PLAIN", condition))
                self.assertEqual(text.count("tex1Dfetch<float>(t, "), 2)
                self.assertTrue(text.startswith(before))

    def test_the_device_s_own_branch(self):
        text = self.fixed(TWO.replace("#ifdef PLAIN", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 200"))
        self.assertEqual(text.count("tex1Dfetch<float>(t, "), 2)

    def test_no_build_compiles_it(self):
        for condition in ("#if 0", "#if 1\n    o[i] = tex1Dfetch(t, i);\n#else"):
            with self.subTest(condition):
                text = self.fixed(TWO.replace("#ifdef PLAIN", condition).replace("#else\n    o[i] = FACTOR * tex1Dfetch(t, i);\n", ""))
                self.assertIn(ELSE, text)  # as it was

    def test_a_combination_that_the_program_refuses(self):
        text = self.fixed(TWO.replace("#ifdef PLAIN\n", "#ifdef PLAIN\n#ifndef DOUBLED\n#error DOUBLED, too\n#endif\n", 1), "-DDOUBLED")
        self.assertEqual(text.count("tex1Dfetch<float>(t, "), 2)

    def test_an_error_of_each_combination(self):
        """A header that is not for this parser, say: the program does not refuse the combination."""
        self.write("old.h", "#error too old\n")
        text = self.fixed('#include "old.h"\n' + TWO)
        self.assertEqual(text.count("tex1Dfetch<float>(t, "), 2)

    def test_refused(self):
        self.assert_each_refused(TWO, REFUSED)

    def test_a_header_of_two_sources(self):
        self.write("mode.h", "#define MODE 0\n")
        source = '#include "mode.h"\n' + TWO.replace("#ifdef PLAIN", "#if MODE")
        self.write("a.cu", source)
        self.assertEqual(refusals(fix("textures", ".", cwd=self.folder)), [])
        self.assertEqual((self.folder / "mode.h").read_text(), "#define MODE 0\n")


if __name__ == "__main__":
    references_in_folder.main("textures", GOOD, WithoutLibrary)
