#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures: the layout and the comments of what it changes, and the headers that a source needs to be parsed.

  texture_manners_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import json
import unittest

import references_in_folder
from references_in_folder import fix, refusals

KERNEL = "__global__ void k(float* out, int n)\n"
SOURCE = """\
#include <cuda_runtime.h>

texture<float> t, u;

__global__ void k(float* out, int n)
{
    out[n] = tex1Dfetch(t, 1) + tex1Dfetch(u, 1);
}

void run(float* in, float* out)
{
    cudaBindTexture(0, t, in, 128);
    cudaBindTexture(0, u, in, 128);
    k<<<1, 32>>>(out, 32);
}
"""


class Manners(references_in_folder.InAFolder):
    KIND = "textures"

    def test_a_list_of_parameters_is_laid_out_as_before(self):
        T, U = "cudaTextureObject_t t", "cudaTextureObject_t u"
        for before, after in (
                ("(float* out, int n)", f"(float* out, int n, {T}, {U})"),
                ("(float* out,\n                  int n)", f"(float* out,\n                  int n,\n                  {T},\n                  {U})"),
                ("(\n    float* out, // result\n    int n       // size\n)",
                 f"(\n    float* out, // result\n    int n,       // size\n    {T},\n    {U}\n)"),
                ("(\n    float* out, int n\n    )", f"(\n    float* out, int n,\n    {T},\n    {U}\n    )"),
                ("(float* out, int n\n)", f"(float* out, int n,\n    {T},\n    {U}\n)"),
                ("(float* out,\n    int n = 1)", f"(float* out,\n    {T},\n    {U},\n    int n = 1)"),
                ("(float* out, int m,\n    int n)", f"(float* out, int m,\n    int n, {T}, {U})")):
            with self.subTest(before):
                text = SOURCE.replace("k(float* out, int n)", "k" + before)
                if "int m" in before:
                    text = text.replace("(out, 32)", "(out, 1, 32)")
                self.assertIn("__global__ void k" + after + "\n{", self.fixed(text))

    def test_a_list_of_arguments_too(self):
        for before, after in (("(out, 32)", "(out, 32, t, u)"), ("(\n        out,\n        32\n    )", "(\n        out,\n        32,\n        t,\n        u\n    )"),
                              ("(out,\n                 32)", "(out,\n                 32,\n                 t,\n                 u)")):
            with self.subTest(before):
                self.assertIn("k<<<1, 32>>>" + after + ";", self.fixed(SOURCE.replace("(out, 32)", before)))

    def test_comments_go_with_what_they_are_about(self):
        begin = "#include <cuda_runtime.h>\n\n"
        for comment in ("// Two textures.\n", "// Two\n// textures.\n", "/* Two textures. */\n", "/*\n * Two textures.\n */\n", "  // Two.\n"):
            with self.subTest(comment):
                text = self.fixed(SOURCE.replace("texture<float> t, u;\n", comment + "texture<float> t, u;\n"))
                self.assertTrue(text.startswith(begin + "__global__"), text)
        apart = "// Two textures.\ntexture<float> t;\n// The other.\ntexture<float> u;\n"
        self.assertNotIn("//", self.fixed(SOURCE.replace("texture<float> t, u;\n", apart)).split("void run")[0])

    def test_comments_about_more_stay(self):
        for before, kept in (("// All of it.\ntexture<float> t, u;\nint more;\n", "// All of it.\nint more;\n"),
                             ("// Apart.\n\ntexture<float> t, u;\n", "// Apart.\n"), ("int a; /* one */\ntexture<float> t, u;\n", "int a; /* one */\n"),
                             ("/* of a */ int a; /* one\n two */\ntexture<float> t, u;\n", "/* of a */ int a; /* one\n two */\n")):
            with self.subTest(before):
                self.assertIn(kept, self.fixed(SOURCE.replace("texture<float> t, u;\n", before)))
        head = "// What the file is.\ntexture<float> t, u;\n\n"
        self.assertIn("// What the file is.\n", self.fixed(head + SOURCE.replace("texture<float> t, u;\n", "").replace("#include <cuda_runtime.h>\n", "")))

    def test_a_comment_behind_several_lines(self):
        text = self.fixed(SOURCE.replace("t, u;\n", "t; // The table.\ntexture<float> u;\n")
                          .replace("void run", "void set(bool on) { t.filterMode = on ? cudaFilterModeLinear : cudaFilterModePoint; }\n\nvoid run")
                          .replace("Texture(0, ", "TextureToArray(").replace(", in, 128", ", array").replace("float* in", "cudaArray* array")
                          .replace("tex1Dfetch", "tex1D"), "--whole-program", "--one-device")
        self.assertRegex(text, "cudaTextureObject_t t = 0; // The table.\nstatic cudaResourceDesc t_resource;\nstatic cudaTextureDesc .*};\n")

    def test_a_reference_without_a_use(self):
        self.assertIn("runtime.h>\n\n__global__", self.fixed(SOURCE.replace("texture<float> t, u;\n", "// All.\ntexture<float> t, u;\n// None.\ntexture<float, 2> v;\n")))
        branch = "#ifdef V\n__device__ float f() { return tex2D(v, 0, 0); }\n#endif\n"
        self.assertIn("static cudaTextureObject_t v = 0;\n" if False else "f(cudaTextureObject_t v)", self.fixed(
            SOURCE.replace("texture<float> t, u;\n", "texture<float> t, u;\ntexture<float, 2> v;\n" + branch)))

    def test_comments_of_attributes(self):
        text = SOURCE.replace("    cudaBindTexture(0, t,", "    // Attributes.\n    t.normalized = false;\n    t.filterMode = cudaFilterModePoint;\n\n    cudaBindTexture(0, t,")
        self.assertNotIn("Attributes", self.fixed(text))

    def test_headers_that_nvcc_includes(self):
        text = SOURCE.replace("#include <cuda_runtime.h>\n", "#define CHECK(call) if ((call) != cudaSuccess) { fprintf(stderr, \"failed\\n\"); exit(1); }\n")
        text = text.replace("tex1Dfetch(t, 1)", "floor(tex1Dfetch(t, 1)) + floor(2)").replace("cudaBindTexture(0, t, in, 128)", "CHECK(cudaBindTexture(0, t, in, 128))")
        text = text.replace("<<<1,", "<<<(int)ceil(32 / 32.f),").replace("k<<<", "memset(&out, 0, 1); printf(\"%d\", (int)clock());\n    k<<<")
        self.assertIn("CHECK(cudaCreateTextureObject(", self.fixed(text))

    MISSING = '#include "elsewhere.h"\n' + SOURCE.replace("float* out)\n{\n    cuda", "shape& s)\n{\n    cuda").replace("(out, 32)", "(s.data(), 32)")

    # A macro of the header launches: no version of libclang understands the call.
    HIDDEN = '#include "elsewhere.h"\n' + SOURCE.replace("k<<<1, 32>>>(out", "LAUNCH(k, 1, 32)(out")

    def test_a_missing_header_is_the_reason(self):
        self.assert_refused(self.HIDDEN, ["1: elsewhere.h not found: give -I"])
        self.write("b.cu", self.HIDDEN.replace(" k(", " other(").replace("(k,", "(other,").replace("t, u;", "v, w;").replace("void run", "void b")
                   .replace("(t,", "(v,").replace("(u,", "(w,").replace("0, t", "0, v").replace("0, u", "0, w"))
        result = fix("textures", ".", cwd=self.folder)
        self.assertEqual(refusals(result), ["a.cu:1: elsewhere.h not found: give -I",  # once, and both stay
                                            "b.cu:4: 2 references wait for missing headers: elsewhere.h"])
        self.assertIn("texture<", (self.folder / "b.cu").read_text())

    def test_a_missing_header_of_a_caller(self):
        """The header is another source's, so the file with the references has a line, too."""
        self.write("a.cu", SOURCE.replace("    cudaBindTexture(0, t,", "    t.filterMode = out ? cudaFilterModePoint : cudaFilterModeLinear;\n    cudaBindTexture(0, t,"))
        self.write("b.cpp", '#include "elsewhere.h"\nvoid run(float*, float*);\nvoid b(shape& s) { run(s.data(), 0); }\n')
        self.assertIn("a.cu:3: 2 references wait for missing headers: elsewhere.h", refusals(fix("textures", ".", cwd=self.folder)))

    def test_a_missing_header_that_is_not_needed(self):
        self.assertNotIn("texture<", self.fixed('#include "elsewhere.h"\n' + SOURCE))

    def test_headers_of_the_toolkit(self):
        """CCCL has no reference of the program, and nvcc finds it beside the toolkit's other headers."""
        for header in ("thrust/host_vector.h", "cub/cub.cuh", "cuda/std/span", "nv/target"):
            self.assert_refused(self.HIDDEN.replace('"elsewhere.h"', f"<{header}>").replace("LAUNCH(k, 1, 32)(out", "later(k, out"),
                                ["15: the address of k is taken: it may be launched elsewhere",
                                 "6: k fetches from t, but is not launched here: another source may do it",
                                 "6: k fetches from u, but is not launched here: another source may do it"])
        self.assert_refused(self.HIDDEN.replace("elsewhere.h", "cuda/own.h"), ["1: cuda/own.h not found: give -I"])
        (self.folder / "toolkit/cccl/thrust").mkdir(parents=True)
        self.write("toolkit/cccl/thrust/size.h", "#define SIZE 128\n")
        text = '#include <thrust/size.h>\n' + SOURCE.replace("128", "SIZE")
        self.assert_refused(text, [f"{13 + i}: {one} stands where the source is not understood: use of undeclared identifier 'SIZE'"
                                   for i, one in enumerate("tu")] +
                            [f"15: no bind of {one} is here: another source may have it" for one in "tu"])
        self.assertNotIn("texture<", self.fixed(text, "-I", "toolkit"))

    def test_folders_and_macros_of_compile_commands(self):
        (self.folder / "headers/more").mkdir(parents=True)
        self.write("headers/more/elsewhere.h", "struct shape { float* data() { return 0; } };\n")
        text = self.MISSING.replace("128", "SIZE")
        for options in (["-Iheaders/more", "-DSIZE=128"], ["-I", "headers/more", "-DSIZE=128"], ["-isystem", "headers/more", "-DSIZE=128"],
                        ["--include-path=headers,headers/more", "-DSIZE=128"], ["-isystem=headers/more", "-D", "SIZE=128"]):
            with self.subTest(options):
                self.write("a.cu", text)
                self.write("commands.json", json.dumps([{"directory": str(self.folder), "file": "a.cu", "arguments": ["nvcc", *options, "-c", "a.cu"]}]))
                result = fix("textures", "--compile-commands", "commands.json", "a.cu", cwd=self.folder)
                self.assertEqual(refusals(result), [])
                self.assertNotIn("texture<", (self.folder / "a.cu").read_text())
        self.write("a.cu", text)
        self.write("compile_commands.json", json.dumps([{"directory": str(self.folder / "headers"), "file": "../a.cu", "command": "nvcc -Imore -DSIZE=128 -c ../a.cu"}]))
        self.assertEqual(refusals(fix("textures", "--whole-program", ".", cwd=self.folder)), [])

    def test_the_toolkit_s_headers_are_not_read(self):
        (self.folder / "cuda").mkdir()
        self.write("cuda/cuda_runtime.h", "#error read\n")
        self.assertNotIn("texture<", self.fixed(SOURCE, "-Icuda"))


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


if __name__ == "__main__":
    references_in_folder.main("textures", SOURCE, WithoutLibrary)
