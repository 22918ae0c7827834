#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures of cuda-legacy-scan: what it writes, and what it refuses. No compiler of CUDA is needed.

  texture_fix_test.py PROGRAM

Without libclang only the message about it is looked at, and the rest is skipped: status 77.
"""
import re
import subprocess
import unittest

import references_in_folder
from references_in_folder import refusals

# A program that is fixed. Each refusal below changes one thing in it.
GOOD = """\
texture<float> t;

__device__ float at(int i) { return tex1Dfetch(t, i); }

__global__ void kernel(float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = at(i);
}

int other() { return 1; }

int main()
{
    float *p, *out;
    cudaMalloc(&p, 64);
    cudaMalloc(&out, 64);
    cudaBindTexture(0, t, p, 64);
    kernel<<<1, 16>>>(out, 16);
    cudaUnbindTexture(t);
    return other();
}
"""
BIND = "    cudaBindTexture(0, t, p, 64);\n"
LAUNCH = "    kernel<<<1, 16>>>(out, 16);\n"
UNBIND = "    cudaUnbindTexture(t);\n"
FETCH = "return tex1Dfetch(t, i);"
OTHER = "int other() { return 1; }\n"
ARRAY = "    cudaBindTextureToArray(t, (cudaArray*)p);\n"
# Without main, no variable of the file may keep the object.
NO_MAIN = ("int main()", "int run()")

IN_A_MACRO = "its declaration is an argument of a macro, or written by a macro's body"

# Name: what is replaced by what, once each; then the refusals, with the line of each.
REFUSED = {
    "extern": ([("texture<float> t;", "extern texture<float> t;")],
               ["1: t is extern: other sources may use it, and they are not seen from here"]),
    "static member": ([("texture<float> t;", "struct s { static texture<float> t; };\ntexture<float> s::t;\nusing namespace std;"),
                       (FETCH, "return 0;"), (BIND, ""), (UNBIND, "")],
                      ["1: t is a static member of a class"]),
    "in a function": ([(OTHER, "int other() { static texture<float> u; return 1; }\n")], ["11: u is declared in a function"]),
    "two namespaces": ([("texture<float> t;", "texture<float> t; namespace other_one { texture<float> t; }")],
                       ["1: t is declared twice, in two namespaces"]),
    "a namespace before its name": ([(FETCH, "return tex1Dfetch(::t, i);")], ["3: t is named by way of its namespace: the object is not in it"]),
    "a namespace before a kernel": (
        [NO_MAIN, ("texture<float> t;", "namespace n {\ntexture<float> t;"), (OTHER, OTHER + "}\nusing namespace n;\n"), (LAUNCH, "    n::kernel<<<1, 16>>>(out, 16);\n")],
        ["22: kernel is called by way of its namespace, and t may have no name there"]),
    "a parameter of its type": ([(OTHER, "int other() { return 1; }\nvoid bind(texture<float>& a);\n")],
                                ["12: texture is used as a type: of a parameter, a template argument or the like"]),
    "a typedef that is used otherwise": (
        [("texture<float> t;", "typedef texture<float> row; row t;"), (OTHER, "int other() { return 1; }\nint size = sizeof(row);\n")],
        ["12: row is used as a type: of a parameter, a template argument or the like"]),
    "textureReference": ([(OTHER, OTHER + "textureReference* raw;\n")], ["12: textureReference is used in a way that this fix does not know"]),
    "a first value that is no constant": ([("texture<float> t;", "int mode; texture<float> t(mode);")],
                                          ["1: t begins with a value that is no constant"]),
    "a local of its name": ([NO_MAIN, (LAUNCH, "    { int t = 2; other(); p += t; }\n" + LAUNCH)], ["19: t is a local or a parameter here, too"]),
    "a parameter of its name": ([NO_MAIN, (OTHER, OTHER + "__device__ float more(int t) { return at(t); }\n")], ["12: t is a local or a parameter here, too"]),
    "a fetch in a macro": ([("texture<float> t;", "texture<float> t;\n#define FETCH(i) tex1Dfetch(((t)), i)"), (FETCH, "return FETCH(i);")],
                           ["2: t stands in the body of macro FETCH", "4: a fetch from t is written by a macro's body"]),
    "a launch in a macro": ([NO_MAIN, (OTHER, OTHER + "#define RUN(n) kernel<<<1, n>>>(out, n)\n"), (LAUNCH, "    RUN(16);\n")],
                            ["12: kernel stands in the body of macro RUN",
                             "20: kernel is called in a macro's body, or in a way that this fix does not know",
                             "20: kernel is launched in a way that this fix does not know"]),
    "a bind in a macro": ([(OTHER, OTHER + "#define BIND(p) cudaBindTexture(0, t, p, 64)\n"), (BIND, "    BIND(p);\n")],
                          ["12: t stands in the body of macro BIND", "19: t is bound by a macro's body"]),
    "an unbind in a macro": ([(OTHER, OTHER + "#define UNBIND() cudaUnbindTexture(t)\n"), (UNBIND, "    UNBIND();\n")],
                             ["12: t stands in the body of macro UNBIND",
                              "21: cudaUnbindTexture is called by a macro's body, or with template arguments"]),
    "a function in a macro": ([NO_MAIN, ("__device__ float at(int i) {", "#define AT float at(int i)\n__device__ AT {")],
                              ["3: at stands in the body of macro AT", "4: at: its list of parameters is written by a macro's body"]),
    "a declaration in a macro": ([("texture<float> t;", "#define TEXTURE(name) texture<float> name;\nTEXTURE(t)")],
                                 ["1: texture stands in the body of macro TEXTURE", "2: t: " + IN_A_MACRO]),
    "a declaration in a macro's brackets": ([("texture<float> t;", "#define DECLARE(type, name) type name;\nDECLARE(texture<float>, t)\nint important;")],
                                            ["2: t: " + IN_A_MACRO]),
    "a declaration in brackets with more": ([("texture<float> t;", "#define DECLARE(type, name) type name; int name##_size\nDECLARE(texture<float>, t);")],
                                            ["2: t: " + IN_A_MACRO]),
    "a declaration that a macro ends": ([("texture<float> t;", "#define END ;\ntexture<float> t END\nint important;")], ["2: t: " + IN_A_MACRO]),
    "a typedef that a macro ends": ([("texture<float> t;", "#define END ;\ntypedef texture<float> row END\nint important;\nrow t;")],
                                    ["2: row is used as a type: of a parameter, a template argument or the like"]),
    "#if": ([(OTHER, OTHER + "#ifdef _WIN32\nfloat more() { return tex1Dfetch(t, 1); }\n#endif\n")],
            ["13: t stands in a branch of #if that is not parsed: -D chooses", "13: _WIN32 is a macro of the compiler or the toolkit"]),
    "#ifdef of its name": ([(OTHER, OTHER + "#ifdef t\n#endif\n")], ["12: t stands in a directive"]),
    "the address of a kernel": ([NO_MAIN, (OTHER, OTHER + "void (*pointer)(float*, int) = kernel;\n")],
                                ["12: the address of kernel is taken: it may be launched elsewhere"]),
    "cudaLaunchKernel": ([NO_MAIN, (LAUNCH, LAUNCH + "    cudaLaunchKernel((const void*)kernel, dim3(1), dim3(1), (void**)0, 0, 0);\n")],
                         ["20: kernel is launched by cudaLaunchKernel"]),
    "cudaGetTextureReference": ([(UNBIND, UNBIND + '    cudaGetTextureReference(0, "t");\n')],
                                ["21: cudaGetTextureReference finds a reference by its name"]),
    "an alignment offset without a bind": ([(BIND, "    size_t o; cudaGetTextureAlignmentOffset(&o, t);\n" + BIND)],
                                           ["18: no bind of t is certain to come before its offset is asked for"]),
    "an alignment offset behind the unbind": ([(UNBIND, UNBIND + "    size_t o; cudaGetTextureAlignmentOffset(&o, &t);\n")],
                                              ["21: no bind of t is certain to come before its offset is asked for"]),
    "an alignment offset of an array": (
        [(BIND, "    size_t o; cudaBindTextureToArray(t, (cudaArray*)p);\n    cudaGetTextureAlignmentOffset(&o, t);\n")],
        ["19: t is bound to an array: to ask for its offset was an error, which an object does not give"]),
    "an alignment offset in a macro": ([(OTHER, OTHER + "#define OFFSET(o) cudaGetTextureAlignmentOffset(&o, t)\n"), (BIND, BIND + "    size_t o; OFFSET(o);\n")],
                                       ["12: t stands in the body of macro OFFSET", "20: cudaGetTextureAlignmentOffset is called by a macro's body"]),
    "mipmaps": ([(BIND, "    cudaBindTextureToMipmappedArray(t, (cudaMipmappedArray_t)0);\n"), (LAUNCH, BIND + LAUNCH)],
                ["18: t is passed to cudaBindTextureToMipmappedArray"]),
    "gather": ([(FETCH, "return tex2Dgather(t, 1.f, 2.f) + tex1Dfetch(t, i);")], ["3: t is passed to tex2Dgather"]),
    "its address": ([(OTHER, OTHER + "void* pointer = &t;\n")],
                    ["12: the address of t is taken: what is done with it there is not in sight; the calls take the name itself"]),
    "its address as a reference": ([(BIND, BIND + "    const textureReference* r = &t;\n")],
                                   ["19: the address of t is taken: what is done with it there is not in sight; the calls take the name itself",
                                    "19: textureReference is used in a way that this fix does not know"]),
    "itself": ([(OTHER, OTHER + "void other(int i) { t; }\n")], ["12: t is used in a way that this fix does not know"]),
    "passed to a function of its own": ([(OTHER, "template <class T> int size(T&) { return 1; }\nint other() { return size(t); }\n")],
                                        ["12: t is passed to size"]),
    "no bind": ([(BIND, ""), (UNBIND, "")], ["18: no bind of t is here: another source may have it"]),
    "goto": ([(BIND, "    if (!p) goto behind;\n    cudaBindTexture(0, t, p, 64);\nbehind:;\n")],
             ["19: t is bound in a function with goto: a jump may not pass the new variables"]),
    "a second bind behind &&": ([(BIND, BIND + "    bool b = p && cudaBindTexture(0, t, p, 64) == cudaSuccess;\n    if (b) return 1;\n    for (;;)\n")],
                                ["19: t is bound within a condition of the statement: the object of the bind before would go in any case"]),
    "an unbind behind &&": ([(BIND, "    if (out)\n" + BIND), (UNBIND, "    bool b = p && cudaUnbindTexture(t) == cudaSuccess;\n")],
                            ["21: t is unbound within a condition of the statement"]),
    "a launch after the unbind": ([(UNBIND, UNBIND + LAUNCH)], ["21: no bind of t is certain to come before this launch"]),
    "a function that unbinds": ([(OTHER, "int other() { cudaUnbindTexture(t); return 1; }\n"), (BIND, BIND + "    other();\n")],
                                ["20: no bind of t is certain to come before this launch"]),
    "a bind in a switch": ([(BIND, "    switch (16) {\n    default:\n    cudaBindTexture(0, t, p, 64);\n" + LAUNCH + "    }\n"), ("    }\n" + LAUNCH, "    }\n")],
                           ["20: t is bound in a switch or in a macro's body"]),
    "two values": ([NO_MAIN, (BIND, ARRAY + "    t.filterMode = cudaFilterModePoint;\n"), (UNBIND, "    t.filterMode = cudaFilterModeLinear;\n" + LAUNCH + UNBIND)],
                   ["21: t.filterMode is written with different values: launches in between would need different objects"]),
    "a value that is no constant": ([(BIND, "    t.normalized = other();\n" + BIND)], ["18: t.normalized is written with a value that is no constant"]),
    "a value that is no mode": ([NO_MAIN, (BIND, "    t.filterMode = (cudaTextureFilterMode)7;\n" + ARRAY)], ["18: t.filterMode is written with a value that is no mode"]),
    "an index that is no constant": ([(BIND, "    for (int i = 0; i < other(); i++) t.addressMode[i] = cudaAddressModeWrap;\n" + BIND)],
                                     ["18: t.addressMode[…] is written at an index that is no constant"]),
    "an attribute on one way": ([NO_MAIN, (BIND, "    if (p) t.filterMode = cudaFilterModeLinear;\n" + ARRAY)],
                                ["18: t.filterMode is not certain to be written before each launch"]),
    "an attribute after the launch": ([NO_MAIN, (BIND, ARRAY), (LAUNCH, LAUNCH + "    t.normalized = true;\n")],
                                      ["20: t.normalized is not certain to be written before each launch"]),
    "an attribute inside of an expression": ([(BIND, "    bool b = (t.normalized = 1);\n" + BIND)],
                                             ["18: t.normalized is written inside of another expression"]),
    "an attribute that is not carried over": ([(BIND, "    t.maxAnisotropy = 4;\n" + BIND)],
                                              ["18: t.maxAnisotropy is written: this fix does not carry it over"]),
    "channels outside of a function": ([(OTHER, OTHER + "cudaChannelFormatDesc d = t.channelDesc;\n")],
                                       ["12: t.channelDesc is read outside of a function"]),
    "a bind without memory": ([(BIND, "    cudaBindTexture(0, t);\n")], ["18: t is bound in a way that this fix does not know"]),
    "a bind with more": ([(BIND, "    cudaBindTexture(0, t, p, 64, 1, 2);\n")], ["18: t is bound in a way that this fix does not know"]),
    "a bind of rows without a pitch": ([(BIND, "    cudaBindTexture2D(0, t, p, 64, 64);\n")], ["18: t is bound in a way that this fix does not know"]),
    "a bind to no array": ([(BIND, "    cudaBindTextureToArray(t);\n")], ["18: t is bound in a way that this fix does not know"]),
    "channels in a macro's body": ([(OTHER, "#define BEGIN int other() {\nBEGIN return t.channelDesc.x; }\n")],
                                   ["12: t.channelDesc is read in a switch or in a macro's body"]),
    "a fetch with its type": ([(FETCH, "return tex1Dfetch<float>(t, i);")], ["3: a fetch from t has template arguments"]),
    "an unbind in a switch": ([(UNBIND, "    switch (16) {\n    default:\n    cudaUnbindTexture(t);\n    }\n")],
                              ["22: t is unbound in a switch or in a macro's body"]),
    "a call in a lambda": ([NO_MAIN, (OTHER, OTHER + "auto first = [](int i) { return at(i); };\n")], ["12: at is called in a lambda or outside of a function"]),
    "a computed address": ([(BIND, "    cudaBindTexture(0, t, p + 1, 60);\n")], ["18: t is bound to a computed address: it may not be aligned"]),
    "an element's address": ([(BIND, "    cudaBindTexture(0, t, &p[1], 60);\n")], ["18: t is bound to a computed address: it may not be aligned"]),
    "an offset of an address that moves": ([(BIND, "    size_t o;\n    p = p + 1;\n    cudaBindTexture(&o, t, p, 60);\n")],
                                           ["20: t is bound with a place for the offset, and its address is not certain to be aligned"]),
    "an offset elsewhere": ([(BIND, "    size_t* o = new size_t;\n    cudaBindTexture(o, t, p, 60);\n")],
                            ["19: t is bound with a place for the offset that this fix does not know"]),
    "the default size": ([(BIND, "    cudaBindTexture(0, t, p);\n")], ["18: t is bound with the default size, which reaches past the memory"]),
    "the default size with channels": ([(BIND, "    cudaBindTexture(0, t, p, cudaCreateChannelDesc<float>());\n")],
                                       ["18: t is bound with the default size, which reaches past the memory"]),
    "a kernel without a launch": ([NO_MAIN, (OTHER, "__global__ void more(float* out) { *out = at(0); }\n" + OTHER)],
                                  ["11: more fetches from t, but is not launched here: another source may do it"]),
    "the host fetches": ([NO_MAIN, ("__device__ float at", "__host__ __device__ float at"), (OTHER, "float other() { return at(1); }\n")], ["11: at fetches from a texture, but the host calls it"]),
    "a function of the host that fetches": ([(OTHER, "float other() { return tex1Dfetch(t, 1); }\n")],
                                            ["11: other fetches from a texture, but is a function of the host"]),
    "a fetch in a lambda": ([NO_MAIN, ("return tex1Dfetch(t, i);", "auto f = [](int j) { return tex1Dfetch(t, j); }; return f(i);")],
                            ["3: t is fetched from in a lambda or outside of a function"]),
    "an operator": ([NO_MAIN, (OTHER, OTHER + "struct functor { __device__ float operator()(int i) const { return tex1Dfetch(t, i); } };\n")],
                    ["12: operator() fetches from a texture: an operator, constructor or destructor takes no new parameter"]),
    "a specialisation": ([NO_MAIN, ("__device__ float at(int i) {", "template <int n> __device__ float at(int i) {"), ("out[i] = at(i)", "out[i] = at<2>(i)"),
                          (OTHER, "template <> __device__ float at<0>(int i) { return 0; }\n" + OTHER)],
                         ["11: at is specialised: each specialisation would need the new parameter"]),
    "a virtual function": ([NO_MAIN, (OTHER, OTHER + "struct base { __device__ virtual float get(int i) { return tex1Dfetch(t, i); } };\n")],
                           ["12: get is virtual"]),
    "any number of arguments": ([NO_MAIN, (OTHER, OTHER + "template <class... A> __device__ float all(A... a) { return tex1Dfetch(t, 1); }\n")],
                                ["12: all takes any number of arguments"]),
    "a call that may mean several functions": (
        [NO_MAIN, ("__device__ float at(int i) {", "__device__ float at(float i) { return i; }\n__device__ float at(int i) {"),
         (OTHER, "template <class T> __device__ float get(T i) { return at(i); }\n" + OTHER)],
        ["12: at may mean several functions here, and not all of them fetch the same"]),
    "a stream that is captured": ([(BIND, "    cudaStreamBeginCapture(0);\n" + BIND), (OTHER, "void cudaStreamBeginCapture(int);\n" + OTHER)],
                                  ["1: a stream is captured: objects are neither made nor destroyed meanwhile"]),
    "an error in the statement": ([(BIND, "    unknown(cudaBindTexture(0, t, p, 64));\n")], ["18: not understood: use of undeclared identifier 'unknown'"]),
    "an error in the condition": ([(LAUNCH, "    if (unknown(p)) {\n" + LAUNCH + "    }\n")], ["19: not understood: use of undeclared identifier 'unknown'"]),
}


# Launches that no bind is certain to precede: an object of the file is 0 there, and 0 reads zeros as a reference did.
MAYBE_UNBOUND = {
    "a bind on one way": [(BIND, "    if (out)\n" + BIND)],
    "a bind of another condition": [(BIND, "    if (out) { cudaBindTexture(0, t, p, 64); }\n"), (LAUNCH, "    if (p) { kernel<<<1, 16>>>(out, 16); }\n")],
    "a condition that changes": [(BIND, "    int ok = other();\n    if (ok) { cudaBindTexture(0, t, p, 64); }\n    ok = 1;\n"),
                                 (LAUNCH, "    if (ok) { kernel<<<1, 16>>>(out, 16); }\n")],
    "a bind in a loop that may not run": [(BIND, "    for (int i = 0; i < other(); i++)\n" + BIND)],
    "an unbind in a loop": [(LAUNCH + UNBIND, "    for (int i = 0; i < 2; i++) {\n" + LAUNCH + UNBIND + "    }\n")],
    "a bind behind &&": [(BIND, "    bool b = p && cudaBindTexture(0, t, p, 64) == cudaSuccess;\n")],
    "a function that others may call": [(OTHER, 'extern "C" { void run(float* out) { kernel<<<1, 16>>>(out, 16); } }\n' + OTHER), (LAUNCH, "    run(out);\n")],
}


class InAFolder(references_in_folder.InAFolder):
    KIND = "textures"


def fix(*arguments, cwd=None, library=None):
    return references_in_folder.fix("textures", *arguments, cwd=cwd, library=library)


class Library(InAFolder):
    def test_it_is_missing(self):
        self.write("a.cu", GOOD)
        for library in ("/nowhere/libclang.so", "libc.so.6"):
            result = fix("a.cu", cwd=self.folder, library=library)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("--fix=textures and --fix=surfaces need libclang 14 or newer: on Debian 12 the package libclang1-14", result.stderr)
            self.assertEqual((self.folder / "a.cu").read_text(), GOOD)

    def test_it_is_not_needed(self):
        self.write("a.cu", "int a;\n")
        self.assertEqual(fix("a.cu", cwd=self.folder, library="/nowhere/libclang.so").returncode, 0)


class Refusals(InAFolder):
    def test_none(self):
        self.assertNotEqual(self.fixed(GOOD), GOOD)

    def test_each(self):
        self.assert_each_refused(GOOD, REFUSED)


class Fixes(InAFolder):
    def test_second_run(self):
        first = self.fixed(GOOD)
        result = fix("a.cu", cwd=self.folder)
        self.assertEqual(refusals(result), [])
        self.assertIn("0 places in 0 files changed", result.stderr)
        self.assertEqual((self.folder / "a.cu").read_text(), first)
        self.assertNotIn("texture<", first)

    def test_dry_run_is_the_difference(self):
        self.write("a.cu", GOOD)
        result = fix("--dry-run", "a.cu", cwd=self.folder)
        self.assertEqual((result.returncode, (self.folder / "a.cu").read_text()), (1, GOOD))
        after = self.fixed(GOOD)
        self.write("a.cu", GOOD)
        subprocess.run(["patch", "-p1", "--quiet"], input=result.stdout, text=True, cwd=self.folder, check=True)
        self.assertEqual((self.folder / "a.cu").read_text(), after)

    def test_in_one_function(self):
        self.assertEqual(self.fixed(GOOD), """\

__device__ float at(int i, cudaTextureObject_t t) { return tex1Dfetch<float>(t, i); }

__global__ void kernel(float* out, int n, cudaTextureObject_t t)
{
    int i = threadIdx.x;
    if (i < n) out[i] = at(i, t);
}

int other() { return 1; }

int main()
{
    float *p, *out;
    cudaMalloc(&p, 64);
    cudaMalloc(&out, 64);
    cudaResourceDesc t_resource = {};
    t_resource.resType = cudaResourceTypeLinear;
    t_resource.res.linear.devPtr = p;
    t_resource.res.linear.desc = cudaCreateChannelDesc<float>();
    t_resource.res.linear.sizeInBytes = 64;
    cudaTextureDesc t_attributes = {};
    t_attributes.readMode = cudaReadModeElementType;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &t_resource, &t_attributes, NULL);
    kernel<<<1, 16>>>(out, 16, t);
    cudaDeviceSynchronize(); // kernels may still fetch through t
    cudaDestroyTextureObject(t);
    return other();
}
""")

    def test_a_launch_that_may_come_without_a_bind(self):
        for name, changes in MAYBE_UNBOUND.items():
            with self.subTest(name):
                text = GOOD
                for old, new in changes:
                    text = text.replace(old, new)
                result = self.fixed(text)
                self.assertIn("static cudaTextureObject_t t = 0;\n", result)
                self.assertIn("kernel<<<1, 16>>>(out, 16, t);", result)
                self.assert_refused(text.replace(*NO_MAIN), [f"{text[:text.index('cudaBindTexture')].count(chr(10)) + 1}: t needs an object that outlives its function, "
                                                             "and callers that no path has may use several devices: give the whole program, or "
                                                             "--whole-program if it uses one device and resets none"])

    def test_names_that_hide_nothing(self):
        for text in ("int other() { int t = 2; return t; }\n", "int other(int t = 2) { return t; }\n", OTHER + "void later(float* t);\n",
                     OTHER + "__device__ float scaled(float t) { return t * 2; }\n"):
            with self.subTest(text):
                result = self.fixed(GOOD.replace(OTHER, text))
                self.assertIn(text, result)
                self.assertIn("kernel<<<1, 16>>>(out, 16, t);", result)

    def test_an_argument_of_a_macro_is_the_texture(self):
        text = GOOD.replace("texture<float> t;", "texture<float> t, u;\n#define FETCH(name, i) tex1Dfetch(name, i)")
        text = text.replace(FETCH, "return FETCH(t, i) + FETCH(u, i);").replace(BIND, BIND + BIND.replace("t,", "u,"))
        result = self.fixed(text)
        self.assertIn("#define FETCH(name, i) tex1Dfetch<float>(name, i)\n", result)
        self.assertIn("return FETCH(t, i) + FETCH(u, i);", result)
        joined = text.replace("FETCH(t,", "FETCH(,").replace("FETCH(u,", "FETCH(a,").replace("tex1Dfetch(name,", "tex1Dfetch(name##Row,")
        for old, new in ((" t, u;", " tRow, uRow;"), ("(0, t,", "(0, tRow,"), ("(0, u,", "(0, uRow,"), ("(t)", "(tRow)"), ("FETCH(,", "FETCH(t,"), ("FETCH(a,", "FETCH(u,")):
            joined = joined.replace(old, new)
        self.assertIn("#define FETCH(name, i) tex1Dfetch<float>(name##Row, i)\n", self.fixed(joined))
        mixed = joined.replace("texture<float> tRow, uRow;", "texture<float> tRow;\ntexture<int> uRow;")
        result = self.fixed(mixed)
        self.assertIn("#define FETCH(name, i) tex1Dfetch<name##Row##_fetched>(name##Row, i)\n", result)
        self.assertIn("typedef float tRow_fetched;\ntypedef int uRow_fetched;\n", result)

    def test_an_argument_of_a_macro_is_not_certain(self):
        text = GOOD.replace("texture<float> t;", "texture<float> t;\n#define FETCH(name, i) tex1Dfetch(name, i)").replace(FETCH, "return FETCH(t, i);")
        self.assertIn("tex1Dfetch<float>(name", self.fixed(text))
        macro = ["4: a fetch from t is written by a macro's body"]
        for old, new, expected in (
                ("FETCH(t, i)", "FETCH((t), i)", macro), ("tex1Dfetch(name,", "tex1Dfetch((name),", macro),
                (OTHER, OTHER + "#define EACH(name) FETCH(name, 1)\n", macro),  # what it gets is not in sight
                (OTHER, OTHER + "#define SAME t\n__device__ float more() { return FETCH(SAME, 1); }\n", ["13: t stands in the body of macro SAME", *macro, "14: a fetch from t is written by a macro's body"]),
                (OTHER, OTHER + "template <class T> __device__ float of(T a) { return FETCH(a, 1); }\n", macro)):
            with self.subTest(new):
                self.assert_refused(text.replace(old, new).replace(*NO_MAIN), expected)

    def test_an_error_that_hides_a_use(self):
        self.assert_refused(GOOD.replace("if (i < n) out[i] = at(i);", "for (int k = 0; k < COUNT; k++) {\n        out[i] = tex1Dfetch(t, i);\n    }"),
                            ["9: t stands where the source is not understood: use of undeclared identifier 'COUNT'"])

    def test_it_waits_where_nothing_else_did(self):
        wait = "cudaDeviceSynchronize(); // kernels may still fetch"
        for behind, waits in (("", True), ("    cudaDeviceSynchronize();\n", False), ("    cudaThreadSynchronize();\n", False),
                              ("    cudaMemcpy(p, out, 4, cudaMemcpyDeviceToHost);\n", False),
                              ("    if (p) cudaDeviceSynchronize();\n", True),
                              ("    cudaMemcpyAsync(p, out, 4, cudaMemcpyDeviceToHost, 0);\n", True),
                              ("    cudaMemcpy(p, out, 4, cudaMemcpyHostToDevice);\n", True)):
            with self.subTest(behind):
                self.assertEqual(wait in self.fixed(GOOD.replace(UNBIND, behind + UNBIND)), waits)
        in_a_stream = GOOD.replace("<<<1, 16>>>", "<<<1, 16, 0, (cudaStream_t)p>>>")
        self.assertIn(wait, self.fixed(in_a_stream.replace(UNBIND, "    cudaMemcpy(p, out, 4, cudaMemcpyDeviceToHost);\n" + UNBIND)))

    def test_an_object_goes_on_each_way_out(self):
        """A way out of the function between bind and unbind or launch: the object is destroyed there."""
        for change in ((LAUNCH, LAUNCH + "    if (!p) return 1;\n"), (LAUNCH + UNBIND, "    if (!p) return 1;\n" + LAUNCH)):
            with self.subTest(change[1]):
                text = self.fixed(GOOD.replace(*change))
                self.assertIn("    cudaTextureObject_t t = 0;\n", text)
                self.assertIn("    if (!p) {\n"
                              "        if (t) {\n"
                              "            cudaDeviceSynchronize(); // kernels may still fetch through t\n"
                              "            cudaDestroyTextureObject(t);\n"
                              "        }\n"
                              "        return 1;\n"
                              "    }\n", text)

    def test_nobody_unbinds(self):
        """The object goes before what takes its memory or its device away, else at the end of the list."""
        destroy = "    cudaDeviceSynchronize(); // kernels may still fetch through t\n    cudaDestroyTextureObject(t);\n"
        for behind in ("    return other();\n", "    cudaFree(p);\n    return other();\n", "    clean_up();\n    return 0;\n"):
            with self.subTest(behind):
                text = self.fixed("void clean_up() { cudaDeviceReset(); }\n" + GOOD.replace(UNBIND + "    return other();\n", behind))
                self.assertIn(destroy + behind + "}\n", text)

    CALLBACK = GOOD.replace("int main()", "float *p, *out;\nvoid loop(void (*)());\nvoid render()\n{\n" + LAUNCH + "}\n\nint main()")
    CALLBACK = CALLBACK.replace("    float *p, *out;\n", "").replace(LAUNCH + UNBIND, "    loop(render);\n")

    def test_a_callback(self):
        """The callback cannot be called before its address is taken, and no call unbinds."""
        text = self.fixed(self.CALLBACK, "--whole-program")
        self.assertIn("static cudaTextureObject_t t = 0;\n", text)
        self.assertIn("    kernel<<<1, 16>>>(out, 16, t);\n", text)
        self.assertIn("    cudaCreateTextureObject(&t, &t_resource, &t_attributes, NULL);\n    loop(render);\n", text)

    def test_a_callback_that_may_come_too_early(self):
        for old, new in ((BIND + "    loop(render);\n", "    loop(render);\n" + BIND), ("int main()\n", "void (*pointer)() = render;\nint main()\n"),
                         ("    loop(render);\n", "    loop(render);\n" + UNBIND)):
            with self.subTest(new):
                self.assertIn("static cudaTextureObject_t t = 0;\n", self.fixed(self.CALLBACK.replace(old, new), "--whole-program"))

    def test_launches_as_editors_format_them(self):
        """nvcc takes the marks with blanks in them."""
        for launch in ("kernel << <1, 16 >> >(out, 16);", "kernel<< <1, 16>> > (out, 16);", "kernel << < 1, 1 << 4 >> > (out, 16);"):
            with self.subTest(launch):
                text = self.fixed(GOOD.replace("kernel<<<1, 16>>>(out, 16);", launch))
                self.assertIn("    " + launch.replace("16);", "16, t);") + "\n", text)

    def test_its_channels_in_a_bind(self):
        for bind, description in (("cudaBindTexture(0, t, p, t.channelDesc, 64)", "res.linear.desc = cudaCreateChannelDesc<float>();"),
                                  ("cudaBindTexture(0, &t, p, &t.channelDesc, 64)", "res.linear.desc = cudaCreateChannelDesc<float>();"),
                                  ("cudaBindTextureToArray(t, (cudaArray*)p, t.channelDesc)", "res.array.array = (cudaArray*)p;")):
            with self.subTest(bind):
                text = self.fixed(GOOD.replace("cudaBindTexture(0, t, p, 64)", bind))
                self.assertIn(description, text)
                self.assertNotIn("channelDesc", text)

    def test_channels_that_are_written(self):
        """A bind compares its descriptor with the channels. A bind without a descriptor uses the channels."""
        begin = "struct format { cudaChannelFormatDesc d; }* desc;\n" + GOOD.replace(
            "    float *p, *out;\n", "    float *p, *out;\n    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();\n")
        writes = ("t.channelDesc = d;", "t.channelDesc = cudaCreateChannelDesc<float>();", "t.channelDesc = desc->d;",
                  "t.channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);")
        binds = {"cudaBindTexture(0, t, p, d, 64)": writes, "cudaBindTexture(0, &t, p, &d, 64)": writes[:1],
                 "cudaBindTextureToArray(t, (cudaArray*)p)": writes[1:2], "cudaBindTextureToArray(&t, (cudaArray*)p, &d)": writes[:1]}
        for bind in binds:  # they are not read
            text = begin.replace("cudaBindTexture(0, t, p, 64)", bind)
            expected = self.fixed(text)
            for write in binds[bind]:
                with self.subTest(write + " " + bind):
                    written = text.replace("    cudaMalloc(&out, 64);\n", "    cudaMalloc(&out, 64);\n    " + write + "\n")
                    self.assertEqual(self.fixed(written), expected)
        self.assertIn("    if (p) ;\n", self.fixed(written.replace("    " + write, "    if (p) " + write)))

    def test_channels_that_are_written_and_read(self):
        """A variable has them, in place of the reference."""
        halves = "t.channelDesc = cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);"
        for line in (halves, "cudaGetChannelDesc(&t.channelDesc, (cudaArray*)0);", "t.channelDesc.x = 16;", "t.channelDesc = make();",
                     "t.channelDesc.x += 1;", "t.channelDesc.x++;", "--t.channelDesc.x;", "change(&t.channelDesc);",
                     "if (p) t.channelDesc = cudaCreateChannelDesc<float>();"):
            with self.subTest(line):
                text = "cudaChannelFormatDesc make();\nvoid change(cudaChannelFormatDesc*);\n" + GOOD.replace(BIND, "    " + line + "\n" + BIND)
                result = self.fixed(text)
                self.assertIn("static cudaChannelFormatDesc t_channels = cudaCreateChannelDesc<float>();\n", result)
                self.assertIn("    " + line.replace("t.channelDesc", "t_channels") + "\n", result)
                self.assertIn("t_resource.res.linear.desc = t_channels;\n", result)
        for bind in ("cudaBindTexture(0, t, p, t.channelDesc, 64)", "cudaBindTexture(0, &t, p, &t.channelDesc, 64)"):
            result = self.fixed(GOOD.replace(BIND, "    " + halves + "\n    " + bind + ";\n"))
            self.assertIn("    " + halves.replace("t.channelDesc", "t_channels") + "\n", result)
            self.assertIn("t_resource.res.linear.desc = t_channels;\n", result)
        array = GOOD.replace(BIND, "    " + halves + "\n    cudaMallocArray(0, &t.channelDesc, 8, 8);\n    cudaBindTextureToArray(t, (cudaArray*)p);\n")
        self.assertIn("    cudaMallocArray(0, &t_channels, 8, 8);\n", self.fixed(array))

    def test_channels_of_two_references(self):
        """One takes the other's; and with the object itself at file scope."""
        text = GOOD.replace("texture<float> t;", "texture<float> t, u;").replace(FETCH, "return tex1Dfetch(t, i) + tex1Dfetch(u, i);")
        text = text.replace(BIND, "    t.channelDesc = u.channelDesc = cudaCreateChannelDesc<float>();\n    if (!p) return 1;\n" + BIND + BIND.replace("t,", "u,"))
        result = self.fixed(text.replace(UNBIND, ""))
        self.assertIn("static cudaChannelFormatDesc t_channels = cudaCreateChannelDesc<float>();\n"
                      "static cudaChannelFormatDesc u_channels = cudaCreateChannelDesc<float>();\n", result)
        self.assertIn("    t_channels = u_channels = cudaCreateChannelDesc<float>();\n", result)
        apart = text.replace("t.channelDesc = u.channelDesc =", "u.channelDesc =").replace(BIND, "    t.channelDesc = u.channelDesc;\n" + BIND)
        self.assertIn("    t_channels = u_channels;\n", self.fixed(apart.replace(UNBIND, "")))
        of_file = self.fixed(GOOD.replace(BIND, "    t.channelDesc.x = 32;\n" + BIND).replace(OTHER, "int other() { cudaUnbindTexture(t); return 1; }\n"))
        self.assertIn("static cudaTextureObject_t t = 0;\nstatic cudaChannelFormatDesc t_channels = cudaCreateChannelDesc<float>();\n", of_file)

    def test_an_unbind_with_the_address(self):
        text = GOOD.replace(LAUNCH, "    if (!p) return 1;\n" + LAUNCH).replace("cudaUnbindTexture(t)", "cudaUnbindTexture(&t)")
        self.assertIn("    if (t) cudaDestroyTextureObject(t);\n    t = 0;\n", self.fixed(text))

    def test_the_offset_of_aligned_memory(self):
        begin = BIND + "    size_t o, *q = &o;\n"
        for call, expected in (("cudaGetTextureAlignmentOffset(&o, t);", "o = 0; // the memory is aligned"),
                               ("cudaGetTextureAlignmentOffset(&o, &t);", "o = 0; // the memory is aligned"),
                               ("cudaGetTextureAlignmentOffset(q, &t);", "*(q) = 0; // the memory is aligned"),
                               ("if (cudaGetTextureAlignmentOffset(&o, t) != cudaSuccess) return 1;", "if ((o = 0, cudaSuccess) != cudaSuccess) {"),
                               ("o += 1, cudaGetTextureAlignmentOffset(&o, t);", "o += 1, (o = 0, cudaSuccess);")):
            with self.subTest(call):
                self.assertIn("    " + expected + "\n", self.fixed(GOOD.replace(BIND, begin + "    " + call + "\n")))

    def test_the_book_s_checks(self):
        text = GOOD.replace("cudaBindTexture(0, t, p, 64)", "HANDLE_ERROR(cudaBindTexture(0, t, p, 64))")
        for header in ("../common/book.h", "common/book.h", "book.h"):
            with self.subTest(header):
                self.assertIn("HANDLE_ERROR(cudaCreateTextureObject(", self.fixed(f'#include "{header}"\n' + text))

    def test_attributes_of_the_launch(self):
        text = GOOD.replace("cudaBindTexture(0, t, p, 64)", "cudaBindTextureToArray(t, (cudaArray*)p)").replace("texture<float> t", "texture<float, 2> t")
        text = text.replace("tex1Dfetch(t, i)", "tex2D(t, i, 0.f)")
        attributes = lambda text: re.findall(r"t_attributes\.(.*);", text)
        begin = ["addressMode[0] = cudaAddressModeClamp", "addressMode[1] = cudaAddressModeClamp", "filterMode = cudaFilterModePoint",
                 "readMode = cudaReadModeElementType", "normalizedCoords = 0"]
        self.assertEqual(attributes(self.fixed(text)), begin)
        after_the_bind = text.replace(LAUNCH, "    t.addressMode[1] = t.addressMode[0] = cudaAddressModeWrap;\n    t.normalized = true;\n" + LAUNCH)
        self.assertEqual(attributes(self.fixed(after_the_bind)), [
            "addressMode[0] = cudaAddressModeWrap", "addressMode[1] = cudaAddressModeWrap", begin[2], begin[3], "normalizedCoords = 1"])
        declared = text.replace("texture<float, 2> t", "texture<float, 2> t(1, cudaFilterModeLinear, cudaAddressModeBorder)")
        self.assertEqual(attributes(self.fixed(declared)), [
            "addressMode[0] = cudaAddressModeBorder", "addressMode[1] = cudaAddressModeBorder", "filterMode = cudaFilterModeLinear", begin[3],
            "normalizedCoords = 1"])

    def test_the_form_of_c(self):
        text = GOOD.replace("cudaBindTexture(0, t, p, 64)", "cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();\n    cudaBindTexture(NULL, &t, p, &d, 64)")
        text = self.fixed(text.replace("cudaUnbindTexture(t)", "cudaUnbindTexture(&t)"))
        self.assertIn("t_resource.res.linear.desc = d;", text)
        self.assertIn("    cudaDestroyTextureObject(t);\n", text)
        text = GOOD.replace("cudaBindTexture(0, t, p, 64)", "const cudaChannelFormatDesc* d = 0;\n    cudaBindTexture(NULL, &t, p, d, 64)")
        self.assertIn("t_resource.res.linear.desc = *d;", self.fixed(text))
        text = GOOD.replace("cudaBindTexture(0, t, p, 64)", "cudaBindTextureToArray(&t, (const cudaArray*)p, 0)")
        self.assertIn("t_resource.res.array.array = (cudaArray_t)((const cudaArray*)p);", self.fixed(text))

    def test_other_functions_of_a_name(self):
        text = self.fixed(GOOD.replace(OTHER, OTHER + "struct s { int t, kernel; };\nint kernel(s a) { return a.t + a.kernel; }\n"))
        self.assertIn("int kernel(s a) { return a.t + a.kernel; }", text)

    def test_checks_of_the_samples_and_line_ends(self):
        text = '#include "helper_cuda.h"\n' + GOOD.replace("cudaBindTexture(0, t, p, 64)", "checkCudaErrors(cudaBindTexture(0, t, p, 64))")
        self.assertIn("    checkCudaErrors(cudaCreateTextureObject(&t, &t_resource, &t_attributes, NULL));\n", self.fixed(text))
        (self.folder / "a.cu").write_bytes(text.replace("\n", "\r\n").encode())
        self.assertEqual(refusals(fix("a.cu", cwd=self.folder)), [])
        content = (self.folder / "a.cu").read_bytes()
        self.assertEqual(content.count(b"\n"), content.count(b"\r\n"))

    def test_options_of_the_parser(self):
        text = GOOD.replace("64);\n    kernel", "SIZE);\n    kernel")
        self.write("a.cu", text)
        self.assertIn("a.cu:18: t stands where the source is not understood: use of undeclared identifier 'SIZE'",
                      refusals(fix("a.cu", cwd=self.folder)))
        self.assertIn("sizeInBytes = SIZE;", self.fixed(text, "-D", "SIZE=64"))
        (self.folder / "headers").mkdir()
        self.write("headers/size.h", "#define SIZE 64\n")
        self.assertIn("sizeInBytes = SIZE;", self.fixed('#include "size.h"\n' + text, "-Iheaders"))


class Headers(InAFolder):
    HEADER, SOURCE = GOOD.split(OTHER)

    def setUp(self):
        super().setUp()
        self.write("kernels.cuh", self.HEADER)
        self.write("a.cu", '#include "kernels.cuh"\n' + OTHER + self.SOURCE)

    def test_with_its_header(self):
        result = fix(".", cwd=self.folder)
        self.assertEqual(refusals(result), [])
        self.assertIn("__global__ void kernel(float* out, int n, cudaTextureObject_t t)", (self.folder / "kernels.cuh").read_text())
        self.assertIn("kernel<<<1, 16>>>(out, 16, t);", (self.folder / "a.cu").read_text())

    def test_a_source_that_is_included(self):
        (self.folder / "kernels.cuh").rename(self.folder / "kernels.cu")
        self.write("a.cu", '#include "kernels.cu"\n' + OTHER + self.SOURCE)
        self.assertEqual(refusals(fix(".", cwd=self.folder)), [])
        self.assertNotIn("texture<", (self.folder / "kernels.cu").read_text())

    def assert_untouched(self, arguments, expected):
        before = {path.name: path.read_text() for path in self.folder.iterdir()}
        result = fix(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertEqual([re.sub(re.escape(str(self.folder.resolve()) + "/"), "", one) for one in refusals(result)], expected)
        self.assertEqual(before, {path.name: path.read_text() for path in self.folder.iterdir()})

    def test_without_its_header(self):
        self.assert_untouched(["a.cu"], ["a.cu:1: kernels.cuh would have to change, and is none of the paths"])

    def test_a_header_without_a_source(self):
        self.assert_untouched(["kernels.cuh"], ["kernels.cuh:1: no source among the paths includes it"])

    def test_sources_that_differ(self):
        """One unbinds in another function: a static variable and a local one."""
        self.write("b.cu", (self.folder / "a.cu").read_text().replace(UNBIND, "    unbind();\n").replace(OTHER, OTHER + "void unbind() { cudaUnbindTexture(t); }\n"))
        self.assert_untouched(["."], ["kernels.cuh:1: sources that include it need different changes of it"])

    def test_a_reference_that_is_extern_elsewhere(self):
        self.write("b.cu", "extern texture<float> t;\n")
        self.assert_untouched(["."], ["a.cu:1: t is extern in another source",
                                      "b.cu:1: t is extern: other sources may use it, and they are not seen from here"])

    def test_a_kernel_that_others_know(self):
        for text in ("__global__ void __launch_bounds__(32) kernel(float* out, int n);\n", "void f(float* p) { kernel<<<1, 2>>>(p, 1); }\n",
                     "void f(float* p) { kernel<float, g<2> ><<<1, 2>>>(p, 1); }\n"):
            with self.subTest(text):
                self.write("b.h", text)
                self.assert_untouched(["."], ["a.cu:1: kernel is declared or launched in b.h, too"])
        (self.folder / "b.h").unlink()
        self.write("b.cu", "__global__ void kernel(float* p) {}\nvoid f(float* p) { kernel<<<1, 2>>>(p); }\n")  # its own
        self.assertEqual(refusals(fix(".", cwd=self.folder)), [])

    def test_a_kernel_that_another_source_launches(self):
        """The sources are read together. A launch that is not understood may follow the unbind."""
        declaration = "__global__ void kernel(float* out, int n);\n"
        source = (self.folder / "a.cu").read_text()
        launch = declaration + "void f(float* p) { kernel<<<1, 2>>>(p, 1); }\n"
        self.write("b.cu", launch)
        self.write("a.cu", source.replace("int main", "int run"))
        self.assert_untouched(["."], ["a.cu:9: t needs an object that outlives its function, and callers that no path has may use several devices: give the whole "
                                      "program, or --whole-program if it uses one device and resets none",
                                      "b.cu:2: kernel is launched in another source than that of t", "a.cu:1: kernel is declared or launched in b.cu, too"])
        self.write("a.cu", source)
        self.write("b.cu", "void f(float* p) { kernel<<<1, 2>>>(p, 1); }\n")
        self.assert_untouched(["."], ["b.cu:1: kernel stands where the source is not understood: use of undeclared identifier 'kernel'",
                                      "a.cu:1: kernel is declared or launched in b.cu, too"])
        self.write("b.cu", launch)
        self.assertEqual(refusals(fix(".", cwd=self.folder)), [])
        self.assertIn("    t_object = 0;\n    cudaMemcpyToSymbol(t, &t_object, sizeof(t_object));\n", (self.folder / "a.cu").read_text())
        self.assertEqual((self.folder / "b.cu").read_text(), launch)
        self.setUp()
        self.write("b.cu", declaration)
        self.assertEqual(refusals(fix(".", cwd=self.folder)), [])
        self.assertEqual((self.folder / "b.cu").read_text(), declaration.replace("int n", "int n, cudaTextureObject_t t"))

    def test_a_refusal_of_one_source_holds_for_all(self):
        self.write("b.cu", (self.folder / "a.cu").read_text().replace(LAUNCH, LAUNCH + "    cudaLaunchKernel((void*)kernel);\n"))
        self.assert_untouched(["."], ["b.cu:11: kernel is launched by cudaLaunchKernel"])


if __name__ == "__main__":
    references_in_folder.main("textures", GOOD, Library)
