#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-legacy-scan --fix as it is called: what it changes, what it leaves alone, and how files are written.

  fix_program_test.py PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OLD = "void f()\n{\n    cudaThreadSynchronize();\n}\n"
PATCH = shutil.which("patch")
NEW = "void f()\n{\n    cudaDeviceSynchronize();\n}\n"


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content=OLD):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def scan(self, *arguments, status=None):
        result = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
        if status is not None:
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def fixed(self, content, name="a.cu", kind="mechanical"):
        """What --fix makes of a file. A second run changes nothing, and the dry run said the same."""
        path = self.write(name, content)
        before = path.read_bytes()
        diff = self.scan(f"--fix={kind}", "--dry-run", name).stdout
        self.assertEqual(path.read_bytes(), before)
        self.scan(f"--fix={kind}", name)
        after = path.read_bytes()
        if PATCH:
            path.write_bytes(before)
            if diff:
                subprocess.run([PATCH, "-s", "-p1", "--binary"], input=diff, check=True, cwd=self.folder)
            self.assertEqual(path.read_bytes(), after)
        self.scan(f"--fix={kind}", name)
        self.assertEqual(path.read_bytes(), after)
        return after if isinstance(content, bytes) else after.decode()

    def same(self, content, name="a.cu", kind="mechanical"):
        self.assertEqual(self.fixed(content, name, kind), content)


class CommandLine(InAFolder):
    def test_refusals(self):
        self.write("a.cu")
        for arguments, message in (
            (("--fix=", "."), "--fix knows mechanical, textures, surfaces, clock, shuffles, not nothing"),
            (("--fix=all", "."), "not all"),
            (("--dry-run", "."), "--dry-run goes with --fix"),
            (("--dry-run", "--fix", "--format=json", "."), "--dry-run prints a diff and nothing else"),
            (("--fix", "--dry-run=1", "."), "--dry-run takes no value"),
        ):
            with self.subTest(arguments):
                result = self.scan(*arguments, status=2)
                self.assertEqual(result.stdout, b"")
                self.assertIn(message, result.stderr.decode())
        self.assertEqual((self.folder / "a.cu").read_text(), OLD)

    def test_status_and_messages(self):
        self.write("a.cu", OLD + "texture<int> t;\n")
        self.write("b.cu")
        result = self.scan("--fix", "--dry-run", ".", status=1)
        self.assertEqual(result.stderr.decode(), "cuda-legacy-scan: 2 places in 2 files would change\n")
        result = self.scan("--fix", "--format=json", ".", status=1)
        self.assertEqual(result.stderr.decode(), "cuda-legacy-scan: 2 places in 2 files changed\n")
        (left,) = json.loads(result.stdout)["findings"]
        self.assertEqual((left["file"], left["line"], left["name"]), ("a.cu", 5, "texture"))
        self.assertEqual(self.scan("--fix", "--dry-run", ".", status=0).stdout, b"")
        self.scan("--fix", "b.cu", status=0)

    def test_findings_say_so(self):
        self.write("a.cu")
        self.assertIn(b"effort low, --fix mends it]", self.scan("a.cu").stdout)
        value = json.loads(self.scan("--format=json", "a.cu").stdout)
        self.assertEqual(value["findings"][0]["fix"], "mechanical")


class Files(InAFolder):
    def test_line_ends_and_bytes(self):
        old = b"\xef\xbb\xbf// \xe4\xff\r\nvoid f()\r\n{ cudaThreadExit( ); }\r\n// no end of line"
        self.assertEqual(self.fixed(old), old.replace(b"cudaThreadExit", b"cudaDeviceReset"))

    def test_utf_16_is_left(self):
        path = self.write("a.cu", b"\xff\xfe" + OLD.encode("utf-16-le"))
        before = path.read_bytes()
        result = self.scan("--fix", ".", status=2)
        self.assertIn("a.cu: not changed: in UTF-16", result.stderr.decode())
        self.assertEqual(path.read_bytes(), before)

    def test_links_and_files_that_are_reached_twice(self):
        real = self.write("src/a.cu")
        (self.folder / "link.cu").symlink_to("src/a.cu")
        real.chmod(0o750)
        self.scan("--fix", "link.cu", "src", ".", "./src/../src/a.cu", status=0)
        self.assertEqual(real.read_text(), NEW)
        self.assertTrue((self.folder / "link.cu").is_symlink())
        self.assertEqual(real.stat().st_mode & 0o777, 0o750)
        self.assertEqual([path.name for path in (self.folder / "src").iterdir()], ["a.cu"])

    def test_hard_links_are_left(self):
        path = self.write("a.cu")
        os.link(path, self.folder / "b.txt")
        result = self.scan("--fix", ".", status=2)
        self.assertIn("a.cu: not changed: has other names", result.stderr.decode())
        self.assertEqual(path.read_text(), OLD)

    def test_many_files_in_the_same_order(self):
        for i in range(60):
            self.write(f"{i % 5}/{i}.cu")
        one = self.scan("--fix", "--dry-run", "--jobs=1", ".", status=1)
        self.assertEqual(one.stdout, self.scan("--fix", "--dry-run", "--jobs=8", ".", status=1).stdout)
        self.scan("--fix", "--jobs=8", ".", status=0)
        self.assertEqual({path.read_text() for path in self.folder.rglob("*.cu")}, {NEW})


class Renames(InAFolder):
    def test_names(self):
        for old, new in (
            ("void f() { cudaThreadSynchronize(); }", "void f() { cudaDeviceSynchronize(); }"),
            ("auto p = &cudaThreadSetLimit;", "auto p = &cudaDeviceSetLimit;"),
            ("#define WAIT(x) x; cudaThreadSynchronize()", "#define WAIT(x) x; cudaDeviceSynchronize()"),
            ("#define WAIT cudaThreadSynchronize", "#define WAIT cudaDeviceSynchronize"),
            ("#include <texture_fetch_functions.h>", "#include <cuda_runtime.h>"),
            ('#include "nvToolsExt.h"', '#include "nvtx3/nvToolsExt.h"'),
            ("#ifdef X\nvoid f() { return cudaThreadExit(); }\n#endif", "#ifdef X\nvoid f() { return cudaDeviceReset(); }\n#endif"),
        ):
            with self.subTest(old):
                self.assertEqual(self.fixed(old + "\n"), new + "\n")

    def test_left_alone(self):
        for text in (
            '// cudaThreadExit()\nconst char* s = "cudaThreadExit()"; auto r = R"(cudaThreadExit())";',
            "void f() { mine.cudaThreadExit(); mine::cudaThreadExit(); }",
            "#define cudaThreadExit cudaDeviceReset\nvoid f() { cudaThreadExit(); }",
            "cudaError_t cudaThreadExit();\nvoid f() { cudaThreadExit(); }",
            "extern int cudaThreadExit;\nvoid f() { g(cudaThreadExit); }",
            "#undef cudaThreadExit\n#ifdef cudaThreadExit\n#endif",
            "#define NAME(x) #cudaThreadExit x##cudaThreadExit cudaThreadExit##x",
            "#if CUDART_VERSION < 4000\nvoid f() { cudaThreadExit(); }\n#endif",
            "void f() { cudaThread\\\nExit(); }",
            "void f() { cudaThreadSynchronize(mine); }",
            "__global__ void k() { cudaThreadSynchronize(); }",
        ):
            with self.subTest(text):
                self.same(text + "\n")

    def test_cub_and_thrust(self):
        begin = "#include <cub/cub.cuh>\r\n#include <mine.h>\r\n"
        self.assertEqual(self.fixed(begin + "auto a = f(cub::Sum(), ::cub::Max{}); cub::Sum b;\r\n"),
                         "#include <cub/cub.cuh>\r\n#include <cuda/std/functional>\r\n#include <cuda/functional>\r\n#include <mine.h>\r\n"
                         "auto a = f(::cuda::std::plus<>(), ::cuda::maximum<>{}); ::cuda::std::plus<> b;\r\n")
        begin = "#include <cuda/std/functional>\n#include <cub/cub.cuh>\n"
        self.assertEqual(self.fixed(begin + "using a = cub::Sum;\n"), begin + "using a = ::cuda::std::plus<>;\n")
        for text in ("cub::Sum a;", "#include <cub/cub.cuh>\nusing cub::Sum;", "#include <cub/cub.cuh>\nauto a = cub :: Sum();",
                     "#include <cub/cub.cuh>\nauto a = mine::cub::Sum();", "#include <cub/cub.cuh>\nvoid f() { ::cub::CTA_SYNC(); }"):
            with self.subTest(text):
                self.same(text + "\n")


class Fields(InAFolder):
    def fixed_body(self, body):
        return self.fixed("void f(int device)\n{\n" + body + "}\n")[len("void f(int device)\n{\n"):-2]

    def same_body(self, body):
        self.assertEqual(self.fixed_body(body), body)

    def test_pointer_attributes(self):
        begin = "    cudaPointerAttributes a, b[2];\n    "
        for old, new in (
            ("if (a.memoryType == cudaMemoryTypeHost) g();", "if (a.type == cudaMemoryTypeHost) g();"),
            ("if (ok && b[i].memoryType != cudaMemoryTypeHost) g();", "if (ok && b[i].type != cudaMemoryTypeHost) g();"),
            ("if (a.memoryType == cudaMemoryTypeDevice) g();",
             "if ((a.type == cudaMemoryTypeDevice || a.type == cudaMemoryTypeManaged)) g();"),
            ("x = b[1].memoryType != cudaMemoryTypeDevice;",
             "x = (b[1].type != cudaMemoryTypeDevice && b[1].type != cudaMemoryTypeManaged);"),
            ("return !a.isManaged;", "return !(a.type == cudaMemoryTypeManaged);"),
        ):
            with self.subTest(old):
                self.assertEqual(self.fixed_body(begin + old + "\n"), begin + new + "\n")
        for text in ("switch (a.memoryType) {}", "a.memoryType = cudaMemoryTypeHost;", "g(&a.isManaged);", "a.isManaged = 1;",
                     "return a.memoryType;"):
            with self.subTest(text):
                self.same_body(begin + text + "\n")

    def test_properties(self):
        self.assertEqual(
            self.fixed_body("    cudaDeviceProp p;\n"
                            "    CHECK(cudaGetDeviceProperties(&p, device + 1)); // of the next\n"
                            "    if (p.major > 1)\n"
                            "        printf(\"%d %d %d\", p.clockRate, 2 * p.clockRate, p.deviceOverlap);\n"),
            "    cudaDeviceProp p;\n"
            "    CHECK(cudaGetDeviceProperties(&p, device + 1)); // of the next\n"
            "    int p_clockRate;\n"
            "    CHECK(cudaDeviceGetAttribute(&p_clockRate, cudaDevAttrClockRate, device + 1));\n"
            "    int p_deviceOverlap;\n"
            "    CHECK(cudaDeviceGetAttribute(&p_deviceOverlap, cudaDevAttrGpuOverlap, device + 1));\n"
            "    if (p.major > 1)\n"
            "        printf(\"%d %d %d\", p_clockRate, 2 * p_clockRate, p_deviceOverlap);\n")
        self.assertEqual(
            self.fixed_body("    for (int i = 0; i < 2; i++) { cudaDeviceProp p; cudaGetDeviceProperties(&p, i); g(p.computeMode); }\n"),
            "    for (int i = 0; i < 2; i++) { cudaDeviceProp p; cudaGetDeviceProperties(&p, i); int p_computeMode; "
            "cudaDeviceGetAttribute(&p_computeMode, cudaDevAttrComputeMode, i); g(p_computeMode); }\n")
        self.assertEqual(self.fixed("void f()\r\n{\r\n\tcudaDeviceProp p;\r\n\tcudaGetDeviceProperties(&p, 0);\r\n\tg(p.clockRate);\r\n}"),
                         "void f()\r\n{\r\n\tcudaDeviceProp p;\r\n\tcudaGetDeviceProperties(&p, 0);\r\n\tint p_clockRate;\r\n"
                         "\tcudaDeviceGetAttribute(&p_clockRate, cudaDevAttrClockRate, 0);\r\n\tg(p_clockRate);\r\n}")

    def test_properties_that_are_left(self):
        get, use = "    cudaGetDeviceProperties(&p, device);\n", "    g(p.clockRate);\n"
        begin = "    cudaDeviceProp p;\n"
        for body in (
            begin + use,  # who fills it?
            begin + get + get + use,
            begin + use + get,
            begin + "    if (a)\n" + get + use,
            begin + "    if (a) {\n" + get + "    }\n" + use,
            begin + "    if (cudaGetDeviceProperties(&p, device)) return;\n" + use,
            begin + "    cudaError_t e = cudaGetDeviceProperties(&p, device);\n" + use,
            begin + "    cudaGetDeviceProperties(&p, device++);\n" + use,
            begin + "    cudaGetDeviceProperties(&p, next());\n" + use,
            begin + get + "    p.clockRate = 1;\n" + use,
            begin + get + "    p = other;\n" + use,
            begin + get + "    change(&p);\n" + use,
            begin + get + "    auto l = [&p] { return p.clockRate; };\n",
            begin + "#ifdef A\n" + get + "#endif\n" + use,
            begin + get + "    int p_clockRate = 1;\n" + use,
            begin + "    for (;; cudaGetDeviceProperties(&p, device)) {\n" + use + "    }\n",
            begin + get + "#define USE g(p.clockRate)\n    USE;\n",
            begin + get + "    g(p.maxTexture1DLinear);\n",
        ):
            with self.subTest(body):
                self.same_body(body)
        self.same("cudaDeviceProp p;\nvoid f()\n{\n" + get + use + "}\n")  # of the whole program
        self.same("void f(cudaDeviceProp* p)\n{\n    cudaGetDeviceProperties(p, 0);\n    g(p->clockRate);\n}\n")


class ArrayCopies(InAFolder):
    BEGIN = ("void f(const float* in, float* out, int w, int h)\n{\n"
             "    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();\n    cudaArray* a;\n")

    def test_whole_arrays(self):
        copy = "    cudaMemcpyToArray(a, 0, 0, in, {}, cudaMemcpyHostToDevice);\n}}\n"
        new = "    cudaMemcpy2DToArray(a, 0, 0, in, {0}, {0}, {1}, cudaMemcpyHostToDevice);\n}}\n"
        allocate = "    cudaMallocArray(&a, &d, w, h);\n"
        for count, row in (("w * h * sizeof(float)", "w * sizeof(float)"), ("sizeof(float)*h*w", "w * sizeof(float)"),
                           ("w*h*4", "w * 4"), ("h * w * sizeof(int)", "w * sizeof(int)")):
            with self.subTest(count):
                self.assertEqual(self.fixed(self.BEGIN + allocate + copy.format(count)),
                                 self.BEGIN + allocate + new.format(row, "h"))
        size = "    const unsigned size = w * h * sizeof(float), other = 3;\n"
        for before in (size + allocate, allocate + size):
            self.assertEqual(self.fixed(self.BEGIN + before + copy.format("size")),
                             self.BEGIN + before + new.format("w * sizeof(float)", "h"))

    def test_other_calls_and_elements(self):
        for begin, old, new in (
            ("texture<uchar4, 2> t;\nvoid f(void* p, int w, int h) {\n cudaArray_t a;\n cudaMallocArray(&a, &t.channelDesc, w, h);\n",
             "cudaMemcpyToArrayAsync(a, 0, 0, p, w * h * sizeof(uchar4), k, s);",
             "cudaMemcpy2DToArrayAsync(a, 0, 0, p, w * sizeof(uchar4), w * sizeof(uchar4), h, k, s);"),
            ("#define N 64\nvoid f(void* p) {\n auto d = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);\n cudaArray* a = 0;\n"
             "cudaMallocArray(&a, &d, N, N);\n",
             "cudaMemcpyFromArray(p, a, 0, 0, N * N, k);", "cudaMemcpy2DFromArray(p, N, a, 0, 0, N, N, k);"),
            # a name of its own for the type
            ("typedef unsigned char byte;\nusing pixel = byte;\nvoid f(void* p, int w, int h) {\n cudaChannelFormatDesc d = cudaCreateChannelDesc<byte>();\n"
             " cudaArray* a;\n cudaMallocArray(&a, &d, w, h);\n", "cudaMemcpyToArray(a, 0, 0, p, w * h * sizeof(pixel), k);",
             "cudaMemcpy2DToArray(a, 0, 0, p, w * sizeof(pixel), w * sizeof(pixel), h, k);"),
            # an array of one row: any part of it
            ("void f(void* p, cudaChannelFormatDesc* d, int n) {\n struct cudaArray* a;\n cudaMallocArray(&a, d, n);\n",
             "cudaMemcpyToArray(a, 4, 0, p, (n - 1) * 4, k);", None),
            ("void f(void* p, cudaChannelFormatDesc* d, int n) {\n cudaArray* a;\n cudaMallocArray(&a, d, n, 1);\n",
             "CHECK(cudaMemcpyToArray(a, 4, 0, p, n * 4 - 4, k));", "CHECK(cudaMemcpy2DToArray(a, 4, 0, p, n * 4 - 4, n * 4 - 4, 1, k));"),
        ):
            with self.subTest(old):
                self.assertEqual(self.fixed(begin + old + "\n}\n"), begin + (new or old) + "\n}\n")

    def test_what_is_not_proven(self):
        allocate = "    cudaMallocArray(&a, &d, w, h);\n"
        copy = "    cudaMemcpyToArray(a, 0, 0, in, w * h * sizeof(float), cudaMemcpyHostToDevice);\n"
        for body in (
            copy,
            copy + allocate,
            allocate + copy.replace("a, 0, 0", "a, 4, 0"),
            allocate + copy.replace("a, 0, 0", "a, 0, 1"),
            allocate + copy.replace("w * h", "w"),
            allocate + copy.replace("w * h", "w * h * 2"),
            allocate + copy.replace("sizeof(float)", "sizeof(short)"),
            allocate + copy.replace("sizeof(float)", "sizeof(pixel)"),
            "    typedef short uint;\n" + allocate + copy.replace("sizeof(float)", "sizeof(uint)"),
            "    typedef float uint[2];\n" + allocate + copy.replace("sizeof(float)", "sizeof(uint)"),
            "    typedef a b; typedef b a;\n" + allocate + copy.replace("sizeof(float)", "sizeof(a)"),
            allocate + "    w /= 2;\n" + copy,
            allocate + "    shrink(&w);\n" + copy,
            allocate + "    shrink(w, h);\n" + copy,
            allocate + "    d = cudaCreateChannelDesc<short>();\n" + copy,
            allocate + "    a = other;\n" + copy,
            allocate + allocate + copy,
            allocate + copy.replace("in, w", "in, w++"),
            "    for (;;) {\n" + allocate + copy + "    h--;\n    }\n",
            "    cudaGetChannelDesc(&d, b);\n" + allocate + copy,
        ):
            with self.subTest(body):
                self.same(self.BEGIN + body + "}\n")
        self.same("cudaArray* a;\n" + self.BEGIN.replace("    cudaArray* a;\n", "") + allocate + copy + "}\n")
        self.same("#define W 3 + 1\n" + self.BEGIN + allocate.replace("w,", "W,") + copy.replace("w *", "W *") + "}\n")


class OwnNames(InAFolder):
    def test_a_name_that_the_program_defines(self):
        """In whatever file: a call may mean that one."""
        self.write("hip.h", "#define cudaThreadExit hipDeviceReset\n")
        self.write("a.cu", "void f() { cudaThreadExit(); cudaThreadSynchronize(); }\n")
        result = self.scan("--fix", ".", status=1)
        self.assertIn("cudaThreadExit: left as it is, for hip.h defines it", result.stderr.decode())
        self.assertEqual((self.folder / "a.cu").read_text(), "void f() { cudaThreadExit(); cudaDeviceSynchronize(); }\n")
        self.assertNotIn(b"mends it", result.stdout)

    def test_a_prototype_and_compat_are_none(self):
        self.write("old/cuda_runtime_api.h", "extern cudaError_t cudaThreadExit(void);\n")
        self.write("third_party/cuda_legacy/threads.h", "static inline cudaError_t cudaThreadExit(void) { return 0; }\n")
        self.write("a.cu", "void f() { cudaThreadExit(); }\n")
        self.scan("--fix", "a.cu", "old", "third_party", status=1)
        self.assertEqual((self.folder / "a.cu").read_text(), "void f() { cudaDeviceReset(); }\n")


class Shuffles(InAFolder):
    def test_proven(self):
        for old, new in (
            ("v = __shfl(v, 0);", "v = __shfl_sync(0xffffffff, v, 0);"),
            ("return g(__shfl(v, 0));", "return g(__shfl_sync(0xffffffff, v, 0));"),
            ("v += __shfl_down(v, 1, 16) + __shfl_xor( v, 1);", "v += __shfl_down_sync(0xffffffff, v, 1, 16) + __shfl_xor_sync(0xffffffff,  v, 1);"),
            ("b = __ballot(v > 0); c = __any(v); d = __all(v);",
             "b = __ballot_sync(0xffffffff, v > 0); c = __any_sync(0xffffffff, v); d = __all_sync(0xffffffff, v);"),
            ("#pragma unroll\n    for (int o = warpSize / 2; o > 0; o >>= 1)\n        v += __shfl_down(v, o);",
             "#pragma unroll\n    for (int o = warpSize / 2; o > 0; o >>= 1)\n        v += __shfl_down_sync(0xffffffff, v, o);"),
            ("for (int i = 0; i < n; i++) { for (int o = 1; o < 32; o *= 2) { if (v) g(v); v += __shfl_up(v, o); } }",
             "for (int i = 0; i < n; i++) { for (int o = 1; o < 32; o *= 2) { if (v) g(v); v += __shfl_up_sync(0xffffffff, v, o); } }"),
            ("if (v) { g(v); } { v = __shfl(v, 0); } if (v) return;",
             "if (v) { g(v); } { v = __shfl_sync(0xffffffff, v, 0); } if (v) return;"),
        ):
            with self.subTest(old):
                frame = "__global__ void k(int* p, int n)\n{{\n    int v = p[threadIdx.x];\n    {}\n}}\n"
                self.assertEqual(self.fixed(frame.format(old), kind="shuffles"), frame.format(new))

    def test_not_proven(self):
        for text in (
            "if (v) v = __shfl(v, 0);",
            "if (v) { v = __shfl(v, 0); }",
            "if (v) g(v); else v = __shfl(v, 0);",
            "if (v) for (int o = 1; o < 32; o *= 2) v = __shfl(v, o);",
            "if (v) return; v = __shfl(v, 0);",
            "v = v ? __shfl(v, 0) : 0;",
            "v = v && __any(v);",
            "for (int i = threadIdx.x; i < n; i += 32) v += __shfl(v, 0);",
            "for (int i = 0; i < p[3]; i++) v += __shfl(v, 0);",
            "for (int i = 0; i < 4; i++) { if (v > i) break; v += __shfl(v, 0); }",
            "for (int i = 0; i < 4; i++) { v += __shfl(v, 0); if (v > i) return; }",
            "for (int i = 0; i < 4; i++) { v += __shfl(v, v); i += v; }",
            "n = threadIdx.x; for (int i = 0; i < n; i++) v += __shfl(v, 0);",
            "switch (v) { case 1: v = __shfl(v, 0); }",
            "\n#ifdef A\n if (v) {\n#else\n {\n#endif\n v = __shfl(v, 0); }",
            "asm(\"exit;\"); v = __shfl(v, 0);",
            "\n#define S v = __shfl(v, 0)\n S;",
        ):
            with self.subTest(text):
                self.same("__global__ void k(int* p, int n)\n{\n    int v = p[threadIdx.x];\n    " + text + "\n}\n", kind="shuffles")

    def test_functions(self):
        sums = "__device__ {} int sum(int v) {{ for (int o = 16; o; o /= 2) v += {}(v, o); return v; }}\n"
        old, new = "__shfl_down", "__shfl_down_sync(0xffffffff, "
        inline = sums.format("__inline__", old)
        called = "__global__ void k(int* p, int v) { v = sum(v); if (!threadIdx.x) p[0] = v; }\n"
        self.assertEqual(self.fixed(inline + called, kind="shuffles"), inline.replace(old + "(", new) + called)
        self.same(inline, kind="shuffles")  # who calls it?
        self.same(inline + called, "a.cuh", kind="shuffles")  # a header: others may call it
        self.same(sums.format("", old) + called, kind="shuffles")
        self.same(inline + called + "__global__ void l(int v) { if (threadIdx.x) sum(v); }\n", kind="shuffles")
        self.same(inline + called + "__device__ int (*pointer)(int) = sum;\n", kind="shuffles")
        self.same("__device__ inline int f(int v) { return g(__shfl(v, 0)); }\n__device__ inline int g(int v) { return f(v); }\n", kind="shuffles")


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
