#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures of functions that get a texture reference: to fetch through it, or to bind it.

  texture_parameters_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import unittest

import references_in_folder
from references_in_folder import fix, refusals

GOOD = """\
texture<float> t, u;
__device__ float at(const texture<float> source, int i) { return tex1Dfetch(source, i); }
__global__ void k(float* o) { o[0] = at(t, 0) + at(u, 1); }
static void bind(textureReference& r, float* p) { cudaBindTexture(NULL, &r, p, &r.channelDesc, 64); }
int main()
{
    float *p = 0, *o = 0;
    bind(t, p);
    bind(u, p);
    k<<<1, 1>>>(o);
}
"""
DEVICE = "__device__ float at(const texture<float> source, int i) { return tex1Dfetch(source, i); }\n"
BIND = "static void bind(textureReference& r, float* p) { cudaBindTexture(NULL, &r, p, &r.channelDesc, 64); }\n"
BODY = "cudaBindTexture(NULL, &r, p, &r.channelDesc, 64);"
TYPE = "is used as a type: of a parameter, a template argument or the like"

# Name: what is replaced by what, once each; then the refusals.
REFUSED = {
    "its attributes are written": ([(BODY, "r.normalized = 1; " + BODY)], ["4: attributes of the parameter r are read or written"]),
    "its offset": ([(BODY, BODY + " size_t o; cudaGetTextureAlignmentOffset(&o, &r);")], ["4: the offset of the parameter r is asked for"]),
    "it is kept": ([(BIND, "const textureReference* last;\n" + BIND.replace(BODY, BODY + " last = &r;"))],
                   ["4: textureReference is used in a way that this fix does not know",
                    "5: the address of r is taken: what is done with it there is not in sight; the calls take the name itself"]),
    "it is used otherwise": ([(BODY, BODY + " (void)sizeof(r);")], ["4: the parameter r is used in a way that this fix does not know"]),
    "the function's address": ([("int main()", "void (*pointer)(textureReference&, float*) = bind;\nint main()")],
                               ["4: the address of bind is taken, and it takes a texture reference",
                                "5: textureReference is used in a way that this fix does not know"]),
    "a bind of a device function's parameter": ([("return tex1Dfetch(source, i);", "cudaUnbindTexture(source); return tex1Dfetch(source, i);")],
                                                ["2: the parameter source of a device function is bound"]),
    "a template that finds its arguments": (
        [(DEVICE, DEVICE.replace("__device__", "template <class T> __device__").replace("texture<float>", "texture<T>"))],
        ["3: at finds its template arguments by a texture reference: give them in <>"] * 2),
    "several types": (
        [(DEVICE, DEVICE.replace("__device__", "template <class T> __device__").replace("texture<float>", "texture<T>")), ("at(t, 0)", "at<float>(t, 0)"),
         ("at(u, 1)", "at<int>(v, 1)"), ("texture<float> t, u;", "texture<float> t, u; texture<int> v;"), ("    bind(u, p);\n", "    bind(u, p); bind(v, p);\n")],
        ["2: what is fetched through the parameter source is not the same in all calls"]),
    "a copy on the host": ([(BIND, BIND + "static void copy(texture<float> c) { cudaUnbindTexture(c); }\n"), ("    bind(u, p);\n", "    bind(u, p); copy(u);\n")],
                           [f"5: texture {TYPE}", "10: u is passed to copy"]),
    "a bind in a switch": ([(BODY, "switch (64) { default: " + BODY + " }")], ["4: r is bound in a switch or in a macro's body"]),
    "an unbind in a switch": ([(BODY, BODY + " switch (64) { default: cudaUnbindTexture(&r); }")], ["4: r is unbound in a switch or in a macro's body"]),
    "an unbind in a condition": ([(BODY, BODY + " bool b = p && cudaUnbindTexture(&r);")], ["4: r is unbound within a condition of the statement"]),
    "a bind in a lambda": ([(BODY, "auto f = [&] { " + BODY + " }; f();")], ["4: r is bound or unbound in a lambda: when that is called is not certain"]),
    "passed on in a lambda": ([("    bind(u, p);\n", "    auto f = [&] { bind(u, p); }; f();\n")], ["9: u is passed on in a lambda or outside of a function"]),
    "a macro that fetches through a parameter": (
        [("texture<float> t, u;", "#define FETCH(name, i) tex1Dfetch(name, i)\ntexture<float> t, u;\ntexture<int> v;\n"
                                  "__device__ int of(const texture<int> u, int i) { return FETCH(u, i); }"),
         ("o[0] = at(t, 0)", "o[0] = FETCH(t, 2) + of(v, 1) + at(t, 0)"), ("    bind(u, p);\n", "    bind(u, p); bind(v, p);\n")],
        ["4: a fetch from u is written by a macro's body"]),
    "channels that are written": ([("    bind(u, p);\n", "    u.channelDesc.x = 16; bind(u, u.channelDesc.x ? p : 0);\n")],
                                  ["9: u.channelDesc is written, and another function binds u"]),
    "two devices": ([("    bind(u, p);\n", "    bind(u, p); cudaSetDevice(1); bind(u, p);\n")],
                    [f"1: {name} may be bound on several devices: a reference has a binding on each, an object is on one; --one-device if all that set a device set the same one" for name in "tu"]),
    "a name of the reference's": ([(DEVICE, DEVICE.replace("source", "t").replace("return", "return tex1Dfetch(::t, i) +"))],
                                  ["2: t is a local or a parameter here, too", "2: t is named by way of its namespace: the object is not in it"]),
}


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


class Parameters(references_in_folder.InAFolder):
    KIND = "textures"

    def test_what_is_written(self):
        self.assertEqual(self.fixed(GOOD), """\
struct texture_binding {
    cudaTextureObject_t object;
    cudaTextureDesc attributes;
    cudaChannelFormatDesc channels;
};
static texture_binding t = {0, {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType, 0, {0, 0, 0, 0}, 0}, cudaCreateChannelDesc<float>()};
static texture_binding u = {0, {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType, 0, {0, 0, 0, 0}, 0}, cudaCreateChannelDesc<float>()};
__device__ float at(cudaTextureObject_t source, int i) { return tex1Dfetch<float>(source, i); }
__global__ void k(float* o, cudaTextureObject_t t, cudaTextureObject_t u) { o[0] = at(t, 0) + at(u, 1); }
static void bind(texture_binding& r, float* p) { if (r.object) { // the object of the bind before
    cudaDeviceSynchronize(); // kernels may still fetch through it
    cudaDestroyTextureObject(r.object);
    r.object = 0;
}
cudaResourceDesc r_resource = {};
r_resource.resType = cudaResourceTypeLinear;
r_resource.res.linear.devPtr = p;
r_resource.res.linear.desc = r.channels;
r_resource.res.linear.sizeInBytes = 64;
cudaTextureDesc r_attributes = {};
r_attributes.readMode = r.attributes.readMode;
cudaCreateTextureObject(&r.object, &r_resource, &r_attributes, NULL); }
int main()
{
    float *p = 0, *o = 0;
    bind(t, p);
    bind(u, p);
    k<<<1, 1>>>(o, t.object, u.object);
}
""")

    def test_refused(self):
        self.assert_each_refused(GOOD, REFUSED)

    def test_a_header_of_two_sources(self):
        """The class of the wrapper is in a header that another source includes, too."""
        self.write("image.h", "struct textureReference;\nstruct image {\n    float* p;\n    void bind(textureReference& r);\n};\n")
        self.write("a.cu", '#include "image.h"\n' + GOOD.replace(BIND, BIND.replace("static void bind", "void image::bind").replace(", float* p", "")).replace("bind(t, p)", "i.bind(t)")
                   .replace("bind(u, p)", "i.bind(u)").replace("float *p = 0,", "image i; float"))
        self.write("b.cpp", '#include "image.h"\nint size() { return sizeof(image); }\n')
        self.assertEqual(refusals(fix("textures", ".", cwd=self.folder)), [])
        self.assertEqual((self.folder / "image.h").read_text(), "struct texture_binding;\nstruct image {\n    float* p;\n    void bind(texture_binding& r);\n};\n")
        self.assertIn("void image::bind(texture_binding& r) {", (self.folder / "a.cu").read_text())

    def test_a_function_that_another_source_declares(self):
        """With the old type, and no header holds the two together."""
        self.write("a.cu", GOOD.replace("static void bind", "void bind"))
        self.write("b.cpp", "struct textureReference;\nvoid bind(textureReference& r, float* p);\n")
        result = refusals(fix("textures", ".", cwd=self.folder))
        self.assertIn("a.cu:4: textureReference is used in a way that this fix does not know", result)
        self.assertIn("b.cpp:2: textureReference is used in a way that this fix does not know", result)

    def test_a_function_that_no_source_defines(self):
        self.assert_refused(GOOD.replace(BIND, "void bind(textureReference& r, float* p);\n"),
                            ["4: textureReference is used in a way that this fix does not know", "8: t is passed to bind", "9: u is passed to bind",
                             "10: no bind of t is here: another source may have it", "10: no bind of u is here: another source may have it"])

    def test_a_template(self):
        template = DEVICE.replace("__device__", "template <class T> __device__").replace("texture<float>", "texture<T>")
        text = self.fixed(GOOD.replace(DEVICE, template).replace("at(t", "at<float>(t").replace("at(u", "at<float>(u"))
        self.assertIn("template <class T> __device__ float at(cudaTextureObject_t source, int i) { return tex1Dfetch<float>(source, i); }", text)


if __name__ == "__main__":
    references_in_folder.main("textures", GOOD, WithoutLibrary)
