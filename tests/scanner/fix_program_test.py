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


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
