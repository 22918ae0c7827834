#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=surfaces of cuda-legacy-scan: what it writes, and what it refuses. No compiler of CUDA is needed.

  surface_fix_test.py PROGRAM

What it shares with --fix=textures (macros, order, kernels seen from elsewhere) is looked at there, and here once.
Without libclang only the message about it is looked at, and the rest is skipped: status 77.
"""
import references_in_folder
from references_in_folder import fix, refusals

# A program that is fixed. Each refusal below changes one thing in it.
GOOD = """\
surface<void, 2> s;

__device__ float twice(int i) { return 2 * surf2Dread<float>(s, i * sizeof(float), 0); }

__global__ void kernel(int n)
{
    int i = threadIdx.x;
    float value = twice(i);
    if (i < n) surf2Dwrite(value, s, i * sizeof(float), 1, cudaBoundaryModeZero);
}

int other() { return 1; }

int main()
{
    cudaArray* array;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &channels, 16, 2, cudaArraySurfaceLoadStore);
    cudaBindSurfaceToArray(s, array);
    kernel<<<1, 16>>>(16);
    cudaFreeArray(array);
    return other();
}
"""
DECLARATION = "surface<void, 2> s;"
READ = "2 * surf2Dread<float>(s, i * sizeof(float), 0)"
WRITE = "surf2Dwrite(value, s, i * sizeof(float), 1, cudaBoundaryModeZero)"
BIND = "    cudaBindSurfaceToArray(s, array);\n"
LAUNCH = "    kernel<<<1, 16>>>(16);\n"
OTHER = "int other() { return 1; }\n"

# Name: what is replaced by what, once each; then the refusals, with the line of each.
REFUSED = {
    "extern": ([(DECLARATION, "extern surface<void, 2> s;")], ["1: s is extern: other sources may use it, and they are not seen from here"]),
    "static member": ([(DECLARATION, "struct c { static surface<void, 2> s; };\nsurface<void, 2> c::s;"), (READ, "1.f"), (WRITE, ";"), (BIND, "")],
                      ["1: s is a static member of a class"]),
    "an element": ([(DECLARATION, "surface<float, 2> s;"), (READ, "1.f"), (WRITE, ";")], ["1: s: a surface of something else than void"]),
    "a shape": ([(DECLARATION, "surface<void, 7> s;")], ["1: s: a shape that this fix does not know"]),
    "a parameter of its type": ([(OTHER, "int other() { return 1; }\nvoid bind(surface<void, 2>& a);\n")],
                                ["13: surface is used as a type: of a parameter, a template argument or the like"]),
    "surfaceReference": ([(OTHER, OTHER + "surfaceReference* raw;\n")], ["13: surfaceReference is used in a way that this fix does not know"]),
    "cudaGetSurfaceReference": ([(BIND, BIND + '    cudaGetSurfaceReference(0, "s");\n')], ["20: cudaGetSurfaceReference finds a reference by its name"]),
    "its channels": ([(BIND, BIND + "    int x = s.channelDesc.x;\n")], ["20: s is used in a way that this fix does not know"]),
    "its address": ([(OTHER, OTHER + "void* pointer = &s;\n")], ["13: the address of s is taken: what is done with it there is not in sight; the calls take the name itself"]),
    "a local of its name": ([("int main()", "int run()"), (OTHER, OTHER + "__device__ float more(int s) { return twice(s); }\n")], ["13: s is a local or a parameter here, too"]),
    "a read with a size": ([(READ, "0; float v; surf2Dread(&v, s, i * 4, 0, 4)")], ["3: surf2Dread of s has a size: that of an object has none"]),
    "a write with a size": ([(WRITE, "surf2Dwrite(value, s, i * 4, 1, 4, cudaBoundaryModeZero)")],
                            ["9: surf2Dwrite of s is called in a way that this fix does not know"]),
    "a double": ([(WRITE, "surf2Dwrite(2. * value, s, i * 8, 1)")],
                 ["9: surf2Dwrite of s moves a double: an object moves integers and floats of 1, 2 or 4 components"]),
    "a struct": ([(READ, "surf2Dread<pixel>(s, i * 4, 0).value"), (DECLARATION, DECLARATION + " struct pixel { float value; };")],
                 ["3: surf2Dread of s moves a pixel: an object moves integers and floats of 1, 2 or 4 components"]),
    "a pointer to a struct": ([(READ, "0; pixel p; surf2Dread(&p, s, i * 4, 0)"), (DECLARATION, DECLARATION + " struct pixel { float value; };")],
                              ["3: surf2Dread of s moves a pixel: an object moves integers and floats of 1, 2 or 4 components"]),
    "three components": ([(WRITE, "surf2Dwrite(make_float3(1, 2, 3), s, i * 12, 1)")],
                         ["9: surf2Dwrite of s moves a float3: an object moves integers and floats of 1, 2 or 4 components"]),
    "an access in a macro": ([(DECLARATION, DECLARATION + "\n#define READ(i) surf2Dread<float>(s, (i) * 4, 0)"), (READ, "READ(i)")],
                             ["2: s stands in the body of macro READ", "4: an access of s is written by a macro's body"]),
    "#if": ([(OTHER, OTHER + "#ifdef _WIN32\nfloat more() { return surf2Dread<float>(s, 1, 1); }\n#endif\n")],
            ["14: s stands in a branch of #if that is not parsed: -D chooses", "14: _WIN32 is a macro of the compiler or the toolkit"]),
    "no bind": ([(BIND, "")], ["19: no bind of s is here: another source may have it"]),
    "a kernel without a launch": ([("int main()", "int run()"), (OTHER, "__global__ void more(int n) { surf2Dwrite(1.f, s, n * 4, 1); }\n" + OTHER)],
                                  ["12: more accesses s, but is not launched here: another source may do it"]),
    "a host function": ([(OTHER, "float other() { return surf2Dread<float>(s, 0, 0); }\n"), ("return other();", "return 0;")],
                        ["12: other accesses a surface, but is a function of the host"]),
}


class InAFolder(references_in_folder.InAFolder):
    KIND = "surfaces"


class Library(InAFolder):
    def test_it_is_missing(self):
        self.write("a.cu", GOOD)
        result = fix("surfaces", "a.cu", cwd=self.folder, library="/nowhere/libclang.so")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("--fix=surfaces need libclang 14 or newer", result.stderr)
        self.assertEqual((self.folder / "a.cu").read_text(), GOOD)


class Refusals(InAFolder):
    def test_each(self):
        self.assertNotEqual(self.fixed(GOOD), GOOD)
        self.assert_each_refused(GOOD, REFUSED)


class Fixes(InAFolder):
    def test_the_address_of_a_kernel(self):
        """No argument reaches its launches, so a constant keeps the object."""
        text = self.fixed(GOOD.replace(OTHER, OTHER + "void (*pointer)(int) = kernel;\n"))
        self.assertIn("static __constant__ cudaSurfaceObject_t s;\nstatic cudaSurfaceObject_t s_object = 0;\n", text)

    def test_a_launch_that_may_come_without_a_bind(self):
        for changes in ([(BIND, "    if (array)\n" + BIND)], [(BIND, LAUNCH.replace("16)", "15)") + BIND)],
                        [(BIND, ""), (OTHER, "int other(cudaArray* array) { cudaBindSurfaceToArray(s, array); return 1; }\n"), ("return other();", "return other(array);")]):
            with self.subTest(changes[0][1]):
                text = GOOD
                for old, new in changes:
                    text = text.replace(old, new)
                self.assertIn("static cudaSurfaceObject_t s = 0;\n", self.fixed(text))

    def test_in_one_function(self):
        self.assertEqual(self.fixed(GOOD), """\

__device__ float twice(int i, cudaSurfaceObject_t s) { return 2 * surf2Dread<float>(s, i * sizeof(float), 0); }

__global__ void kernel(int n, cudaSurfaceObject_t s)
{
    int i = threadIdx.x;
    float value = twice(i, s);
    if (i < n) surf2Dwrite(value, s, i * sizeof(float), 1, cudaBoundaryModeZero);
}

int other() { return 1; }

int main()
{
    cudaArray* array;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &channels, 16, 2, cudaArraySurfaceLoadStore);
    cudaResourceDesc s_resource = {};
    s_resource.resType = cudaResourceTypeArray;
    s_resource.res.array.array = array;
    cudaSurfaceObject_t s = 0;
    cudaCreateSurfaceObject(&s, &s_resource);
    kernel<<<1, 16>>>(16, s);
    cudaDeviceSynchronize(); // kernels may still use s
    cudaDestroySurfaceObject(s);
    cudaFreeArray(array);
    return other();
}
""")

    def test_second_run(self):
        first = self.fixed(GOOD)
        self.assertEqual(self.fixed(first), first)

    def test_where_the_object_goes(self):
        """Before what takes the array or the device away, also in a function of the program; else at the list's end."""
        destroy = "    cudaDestroySurfaceObject(s);\n"
        free = "    cudaFreeArray(array);\n    return other();\n"
        for behind in ("    cudaDeviceReset();\n    return 0;\n", "    clean_up(array);\n    return 0;\n", "    return other();\n",
                       "    if (other()) cudaFreeArray(array);\n    return 0;\n", "    if (!array) return 1;\n    cudaSetDevice(1);\n    return 0;\n"):
            with self.subTest(behind):
                text = self.fixed("void clean_up(cudaArray* array) { cudaFreeArray(array); }\n" + GOOD.replace(free, behind))
                self.assertIn(destroy + behind + "}\n", text)
        text = self.fixed(GOOD.replace(free, "    other();\n").replace("int main()", "void run()") + "int main() { run(); }\n")
        self.assertIn("    other();\n    cudaDeviceSynchronize(); // kernels may still use s\n" + destroy + "}\n", text)

    def test_it_waits_where_nothing_else_did(self):
        for behind, waits in (("", True), ("    cudaDeviceSynchronize();\n", False), ("    cudaStreamSynchronize(0);\n", True)):
            with self.subTest(behind):
                self.assertEqual("// kernels may still use" in self.fixed(GOOD.replace(LAUNCH, LAUNCH + behind)), waits)

    def test_an_object_goes_on_each_way_out(self):
        text = self.fixed(GOOD.replace(LAUNCH, "    if (!array) return 1;\n" + LAUNCH))
        self.assertIn("    cudaSurfaceObject_t s = 0;\n", text)
        self.assertIn("    if (!array) {\n        if (s) {\n            cudaDeviceSynchronize(); // kernels may still use s\n"
                      "            cudaDestroySurfaceObject(s);\n        }\n        return 1;\n    }\n", text)

    def test_the_form_of_c(self):
        text = self.fixed(GOOD.replace("cudaBindSurfaceToArray(s, array)", "cudaBindSurfaceToArray(&s, (const cudaArray*)array, &channels)"))
        self.assertIn("s_resource.res.array.array = (cudaArray_t)((const cudaArray*)array);", text)

    def test_a_pointer_and_template_arguments(self):
        text = GOOD.replace(READ, "0; uchar4 v; surf2Dread(&v, s, i * 4, 0); surf2Dread<uchar4>(&v, s, i * 4, 0, cudaBoundaryModeClamp)")
        self.assertIn("surf2Dread<uchar4>(&v, s, i * 4, 0, cudaBoundaryModeClamp)", self.fixed(text))
        self.assertIn("surf2Dwrite<float>(2., s, 0, 0)", self.fixed(GOOD.replace(WRITE, "surf2Dwrite<float>(2., s, 0, 0)")))

    def test_names_of_types(self):
        text = self.fixed(GOOD.replace(DECLARATION, "typedef surface<void, cudaSurfaceType2D> image;\nimage s;"))
        self.assertNotIn("image", text)

    def test_beside_a_texture(self):
        """Each fix takes its own kind; both together write one list of parameters."""
        text = GOOD.replace(DECLARATION, "texture<float> t;\n" + DECLARATION).replace("twice(i);", "twice(i) + tex1Dfetch(t, i);")
        text = text.replace(BIND, BIND + "    cudaBindTexture(0, t, other_memory(), 64);\n").replace("int other()", "float* other_memory() { return 0; }\nint other()")
        alone = self.fixed(text)
        self.assertIn("texture<float> t;", alone)
        self.assertIn("kernel(int n, cudaSurfaceObject_t s)", alone)
        self.write("a.cu", text)
        self.assertEqual(refusals(fix("surfaces,textures", "a.cu", cwd=self.folder)), [])
        both = (self.folder / "a.cu").read_text()
        self.assertIn("__global__ void kernel(int n, cudaTextureObject_t t, cudaSurfaceObject_t s)", both)
        self.assertIn("kernel<<<1, 16>>>(16, t, s);", both)


if __name__ == "__main__":
    references_in_folder.main("surfaces", GOOD, Library)
