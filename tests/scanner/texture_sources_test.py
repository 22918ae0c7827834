#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures where sources call each other, attributes change between launches, or no argument reaches a kernel.

  texture_sources_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import re
import unittest

import references_in_folder
from references_in_folder import fix, refusals

KERNELS = """\
texture<float> t;
__global__ void k(float* o) { o[threadIdx.x] = tex1Dfetch(t, threadIdx.x); }
extern "C" int bind(float* p) { return cudaBindTexture(0, t, p, 64); }
extern "C" void unbind() { cudaUnbindTexture(t); }
void launch(float* o) { k<<<1, 1>>>(o); }
"""
HEAD = 'extern "C" int bind(float*);\nextern "C" void unbind();\nvoid launch(float*);\n'
MAIN = HEAD + "int main()\n{\n    float *p = 0, *o = 0;\n    %s\n}\n"
LOOP = "void loop(void (*f)());\nstatic float *p, *o;\nstatic void frame() { launch(o); }\n"

# Name: the sources beside KERNELS.
FIXED = {
    "main binds and launches": {"main.cpp": MAIN % "bind(p); launch(o); unbind();"},
    "a callback": {"main.cpp": HEAD + LOOP + "void end() { unbind(); }\nint main() { bind(p); loop(frame); loop(end); }\n", "loop.cpp": "void loop(void (*f)()) { f(); }\n"},
    "a function between": {"main.cpp": "void step(float*, float*);\nint main() { step(0, 0); }\n",
                           "step.cc": HEAD + "void step(float* p, float* o) { bind(p); launch(o); }\n"},
    "a header between": {"k.h": HEAD, "main.cpp": '#include "k.h"\nint main() { bind(0); launch(0); }\n'},
    "a source in C": {"main.c": "int bind(float*);\nvoid go(float*);\nint main(void) { float* p = 0; bind(p); go(p); return 0; }\n",
                      "go.cpp": HEAD + 'extern "C" void go(float* o) { launch(o); }\n'},
    "names of others": {"main.cpp": MAIN % "int t = 1; bind(p); launch(o);", "other.cpp": "static void launch(int) {}\nvoid f() { launch(1); }\n"},
    "a kernel of another source": {"main.cu": HEAD + "__global__ void k(float* o);\nint main() { bind(0); k<<<1, 1>>>(0); launch(0); }\n"},
}
# A launch may come without a bind, or behind an unbind: the object of the file is 0 then.
MAYBE_UNBOUND = {
    "a launch before the bind": {"main.cpp": MAIN % "launch(o); bind(p); launch(o);"},
    "a bind on one way": {"main.cpp": MAIN % "if (p) bind(p);\n    launch(o);"},
    "a launch after the unbind": {"main.cpp": MAIN % "bind(p); launch(o); unbind(); launch(o);"},
    "an unbind between": {"main.cpp": MAIN % "bind(p); done(); launch(o);", "done.cpp": HEAD + "void done() { unbind(); }\n"},
    "a third source launches early": {"main.cpp": "void early();\n" + MAIN % "early(); bind(p); launch(o);", "early.cpp": HEAD + "void early() { launch(0); }\n"},
    "a global object launches": {"main.cpp": HEAD + "struct S { S() { launch(0); } } s;\nint main() { bind(0); launch(0); }\n"},
    "nobody calls the launch": {"main.cpp": MAIN % "bind(p);"},
    "a call that is not understood": {"main.cpp": MAIN % "early(launch, 1 +); bind(p); launch(o);"},
    "a macro of another header": {"k.h": HEAD + "#define LAUNCH launch(0)\n", "main.cpp": '#include "k.h"\nint main() { bind(0); launch(0); }\n',
                                   "other.cpp": '#include "k.h"\nvoid f() { LAUNCH; }\n'},
}
ONE_SOURCE = """\
texture<float, 2> t;
static __device__ float at(int i) { return tex2D(t, i, 0); }
struct functor { __device__ float operator()(int i) const { return at(i); } };
template <class F> __global__ void k(float* o, F f) { o[0] = f(0); }
static void set(int mode) { t.filterMode = (cudaTextureFilterMode)mode; }
int main(int c, char**)
{
    float* o = 0;
    cudaArray* a = 0;
    cudaBindTextureToArray(t, a);
    k<<<1, 1>>>(o, functor());
}
"""
PLAIN = re.sub("struct.*\n", "", ONE_SOURCE).replace("functor()", "0").replace("template <class F> ", "").replace("F f", "int f").replace("f(0)", "at(f)")
BIND = "    cudaBindTextureToArray(t, a);\n"
LAUNCH = "    k<<<1, 1>>>(o, functor());\n"
OPERATOR = "a.cu:3: operator() fetches from a texture: an operator, constructor or destructor takes no new parameter"


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


class Sources(references_in_folder.InAFolder):
    KIND = "textures"

    def fix_folder(self, sources):
        for old in self.folder.iterdir():
            old.unlink()
        self.write("kernels.cu", KERNELS)
        for name, text in sources.items():
            self.write(name, text)
        return fix("textures", ".", cwd=self.folder)

    def test_fixed(self):
        for name, sources in FIXED.items():
            with self.subTest(name):
                self.assertEqual(refusals(self.fix_folder(sources)), [])
                self.assertNotIn("texture<", (self.folder / "kernels.cu").read_text())
                for other, text in sources.items():
                    self.assertEqual((self.folder / other).read_text(), text)

    def test_a_launch_that_may_come_without_a_bind(self):
        for name, sources in MAYBE_UNBOUND.items():
            with self.subTest(name):
                self.assertEqual(refusals(self.fix_folder(sources)), [])
                self.assertIn("static cudaTextureObject_t t = 0;\n", (self.folder / "kernels.cu").read_text())
                for other, text in sources.items():
                    self.assertEqual((self.folder / other).read_text(), text)

    def test_two_programs(self):
        result = refusals(self.fix_folder({"main.cu": HEAD + "__global__ void k(float* o);\nvoid launch(float*) {}\nint main() { bind(0); k<<<1, 1>>>(0); launch(0); }\n"}))
        self.assertTrue(any(one.endswith("launch is defined in several sources: give the files of one program") for one in result), result)
        self.assertEqual((self.folder / "kernels.cu").read_text(), KERNELS)

    def test_two_devices_in_another_source(self):
        result = refusals(self.fix_folder({"main.cpp": "int cudaSetDevice(int);\n" + MAIN % "for (int i = 0; i < 2; i++) { cudaSetDevice(i); bind(p); launch(o); }"}))
        self.assertEqual(len(result), 1)
        self.assertIn("t may be bound on several devices", result[0])

    def test_a_reference_in_a_header_of_two_sources(self):
        """Each source has a reference of its own, so a bind in one source does not bind the other's."""
        self.write("t.h", "static texture<float> t;\n")
        self.write("a.cu", '#include "t.h"\nvoid launch(float* o);\nint main() { cudaBindTexture(0, t, (float*)0, 64); launch(0); }\n')
        self.write("b.cu", '#include "t.h"\n__global__ void k(float* o) { o[0] = tex1Dfetch(t, 0); }\nvoid launch(float* o) { k<<<1, 1>>>(o); }\n')
        self.assertIn("b.cu:3: no bind of t is here: another source may have it", refusals(fix("textures", ".", cwd=self.folder)))
        self.assertIn("texture<", (self.folder / "t.h").read_text())

    def test_each_source_has_its_own_reference(self):
        """The callers know only an interface, so both sources may be called. Each refusal is true for its source alone."""
        for source, kind in (("a.cu", "A"), ("b.cu", "B")):
            self.write(source, "texture<float> t;\n__global__ void k(float* o) { o[0] = tex1Dfetch(t, 0); }\n"
                       f"struct {kind} {{ bool bind(float*); void run(float*); }};\n"
                       f"bool {kind}::bind(float* p) {{ return cudaBindTexture(0, t, p, 64) == cudaSuccess; }}\n"
                       f"void {kind}::run(float* o) {{ k<<<1, 1>>>(o); }}\n")
        self.write("main.cpp", "struct I { virtual bool bind(float*) = 0; virtual void run(float*) = 0; };\n"
                   "void go(I* i, float* p) { if (i->bind(p)) i->run(p); }\n")
        result = refusals(fix("textures", ".", cwd=self.folder))
        self.assertEqual(len(result), 2, result)
        for one in result:
            self.assertIn(":4: t needs an object that outlives its function", one)

    def test_constants(self):
        text = self.fixed(ONE_SOURCE)
        self.assertIn("static __constant__ cudaTextureObject_t t;\nstatic cudaTextureObject_t t_object = 0;\n", text)
        self.assertIn("    cudaMemcpyToSymbol(t, &t_object, sizeof(t_object));\n", text)
        self.assertIn(LAUNCH, text)
        for old, new in ((BIND, "    if (cudaBindTextureToArray(t, a) == cudaSuccess)\n" + LAUNCH), (BIND, ""), (LAUNCH, LAUNCH + "    cudaUnbindTexture(t);\n" + LAUNCH), (BIND, "    cudaSetDevice(0);\n" + BIND + "    cudaSetDevice(1);\n" + BIND),
                         (LAUNCH, LAUNCH + "    cudaUnbindTexture(t);\n    cudaDeviceReset();\n" + BIND + LAUNCH),
                         (BIND, "    cudaSetDevice(c);\n" + BIND + LAUNCH + "    cudaUnbindTexture(t);\n    cudaSetDevice(c + 1);\n" + BIND),
                         (LAUNCH, LAUNCH + "    void (*reset)() = (void (*)())cudaDeviceReset;\n    reset();\n" + LAUNCH),
                         ("texture<", "#include <thrust/transform.h>\ntexture<")):
            with self.subTest(new):  # with the reason of the first way
                self.write("a.cu", ONE_SOURCE.replace(old, new))
                self.assertNotEqual(refusals(fix("textures", "a.cu", cwd=self.folder)), [])
                self.assertEqual((self.folder / "a.cu").read_text(), ONE_SOURCE.replace(old, new))

    CHECK = "#define CHECK(call) do { cudaError_t e = call; if (e) { %s } } while (0)\n"

    def test_constants_behind_a_check(self):
        for rest in ("exit(1);", "printf(\"%d\", e);"):
            with self.subTest(rest):
                text = self.fixed(self.CHECK % rest + ONE_SOURCE.replace(BIND, "    if (c) {\n        CHECK(cudaBindTextureToArray(t, a));\n    }\n"))
                self.assertIn("&t_attributes, NULL));\n        cudaMemcpyToSymbol(t, &t_object, sizeof(t_object));\n    }\n", text)
        for rest in ("return 1;", "throw 1;", "k<<<1, 1>>>(o, functor());", "launch(o);"):
            with self.subTest(rest):  # the copy would come too late, or not at all
                source = ONE_SOURCE.replace("int main", "static void launch(float* o) { k<<<1, 1>>>(o, functor()); }\nint main")
                self.assert_refused(self.CHECK % rest + source.replace(BIND, "    CHECK(cudaBindTextureToArray(t, a));\n"),
                                    [OPERATOR[5:].replace("3:", "4:", 1)])

    def test_a_constant_is_empty_behind_an_unbind(self):
        empty = "    t_object = 0;\n    cudaMemcpyToSymbol(t, &t_object, sizeof(t_object));\n"
        self.assertIn(empty, self.fixed(ONE_SOURCE.replace(LAUNCH, LAUNCH + "    cudaUnbindTexture(t);\n")))
        turn = self.fixed(ONE_SOURCE.replace(LAUNCH, "    for (; c; c--) {\n" + LAUNCH + "    cudaUnbindTexture(t);\n    }\n"))
        self.assertIn(empty, turn)
        last = self.fixed(ONE_SOURCE.replace(LAUNCH + "}", LAUNCH + "    return cudaUnbindTexture(t);\n}"))
        self.assertIn(empty + "    return (t_bound ?", last)
        self.assert_refused(ONE_SOURCE.replace(LAUNCH, LAUNCH + "    if (c && cudaUnbindTexture(t)) c = 0;\n"), [OPERATOR[5:]])

    def test_attributes_that_change(self):
        plain = PLAIN
        changing = plain.replace("    k<<<1, 1>>>(o, 0);\n", "    set(c);\n    k<<<1, 1>>>(o, 0);\n    set(0);\n    k<<<1, 1>>>(o, 0);\n")
        text = self.fixed(changing)
        self.assertIn("t_attributes.filterMode = (cudaTextureFilterMode)mode;\nif (t) { // attributes count from the next launch on\n", text)
        before = plain.replace(BIND, "    t.filterMode = (cudaTextureFilterMode)c;\n" + BIND)
        self.assertNotIn("attributes count", self.fixed(re.sub("static void set.*\n", "", before)))
        linear = changing.replace("texture<float, 2>", "texture<float>").replace("tex2D(t, i, 0)", "tex1Dfetch(t, i)").replace(BIND, "    cudaBindTexture(0, t, o, 64);\n")
        self.assert_refused(linear, ["4: t.filterMode is written with a value that is no constant"])
        self.assert_refused(changing.replace("int main(", "int run("), ["4: t.filterMode is written with a value that is no constant"])
        self.assert_refused(changing.replace("int main(", "int run(").replace("set(c);", "c = t.filterMode;").replace("set(0);", "").replace("(cudaTextureFilterMode)mode", "cudaFilterModePoint"),
                            ["10: t.filterMode is read"])

    def test_a_result_that_is_returned(self):
        end = "\n    return cudaUnbindTexture(t);\n}\n"
        plain = PLAIN[:-3]
        text = self.fixed(plain + end)
        self.assertIn("    t = 0;\n    return (t_bound ? cudaDestroyTextureObject(t_bound) : cudaSuccess);\n", text)
        self.write("a.cu", plain + end.replace("return ", "return c ? 1 : (int)"))
        self.assertIn("what unbinding t says is returned, in some cases alone", "".join(refusals(fix("textures", "a.cu", cwd=self.folder))))


if __name__ == "__main__":
    references_in_folder.main("textures", KERNELS + "int main() { bind(0); launch(0); }\n", WithoutLibrary)
