# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small tree with tools that stand in for the real ones, for the recorder's tests."""

import contextlib
import io
import json
import os
import pathlib
import stat
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import record  # noqa: E402
from junit_samples import JUNIT  # noqa: E402

SOURCES = {
    "CMakeLists.txt": "project(x)",
    "legacy/texture/array_1d.cu": "old",
    "modern/texture/array_1d.cu": "new",
    "modern/support/cuda.hpp": "support",
    "compat/CMakeLists.txt": "compat",
    "compat/include/cuda_legacy.h": "header",
    "compat/emulator/CMakeLists.txt": "emulator",
    "compat/emulator/ptx.cpp": "not a source of the results",
    "tests/pairs/texture/array_1d_test.cpp": "test",
    "README.md": "not a source of the results",
}

def put(path, text, executable=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if executable:
        path.chmod(path.stat().st_mode | stat.S_IXUSR)


class Tree(unittest.TestCase):
    """A source tree with a build, and tools with prescribed answers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="record test ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "source"
        self.tools = self.root.parent / "tools"
        self.records = self.root / "tests/evidence"
        for path, text in SOURCES.items():
            put(self.root / path, text)
        self.program = self.root / "build/bin/tests/pairs/texture/array_1d_test"
        put(self.program, "#!/bin/sh\n", executable=True)
        put(self.program.parent / "array_1d.so", "", executable=True)
        # The interpreter by its full path, since PATH holds nothing but the tools; without site, for speed.
        self.tool("nvidia-smi", "print('NVIDIA H200, 9.0, 580.95.05')")
        self.tool("nvcc", "print('Cuda compilation tools, release 13.0, V13.0.88')")
        self.tool("c++", "print('c++ (Debian 12.2.0) 12.2.0')")
        self.ctest()
        self.pairs(f"{{'pairs': [{{'slug': 'texture/array_1d', 'log': '{self.root}/build/log'}}]}}")
        self.sanitizer("print('========= ' + (tool == 'racecheck' and 'RACECHECK SUMMARY: 0 hazards displayed "
                       "(0 errors, 0 warnings)' or 'ERROR SUMMARY: 0 errors'))")
        put(self.root / "build/CMakeCache.txt",
            f"CMAKE_CUDA_COMPILER:FILEPATH={self.tools}/nvcc\nCMAKE_CXX_COMPILER:FILEPATH={self.tools}/c++\n"
            "CMAKE_CUDA_ARCHITECTURES:STRING=75-virtual;90\n")
        environment = mock.patch.dict(os.environ, {"PATH": str(self.tools)})
        environment.start()
        self.addCleanup(environment.stop)
        for name in ("CUDA_VISIBLE_DEVICES", "COMPUTE_SANITIZER"):
            os.environ.pop(name, None)

    def tool(self, name, code, path=None):
        put(path or self.tools / name, f"#!{sys.executable} -IS\n{textwrap.dedent(code)}\n", executable=True)

    def ctest(self, extra="", status=0, groups=("pair",), needed=()):
        put(self.tools / "junit.xml", JUNIT.format(extra))
        self.ctest_that(f"""
            import os, shutil
            assert os.environ["CUDA_LEGACY_REQUIRE_GPU"] == "1"
            assert os.environ["GLIBC_TUNABLES"] == "glibc.malloc.hugetlb=1"
            shutil.copy({str(self.tools / "junit.xml")!r}, sys.argv[sys.argv.index("--output-junit") + 1])
            sys.exit({status})""", groups, needed)

    def ctest_that(self, code, groups=("pair",), needed=(), limits=()):
        """A ctest that lists a test of each group, with the tests that it needs, and then runs the given code.

        Limits are the seconds of some groups' tests."""
        limits = dict(limits)
        tests = [{"name": f"{group}.one.gpu", "properties": [{"name": "LABELS", "value": ["gpu"]},
                                                             {"name": "TIMEOUT", "value": limits.get(group, 0)}]} for group in groups]
        tests += [{"name": name, "properties": [{"name": "LABELS", "value": ["compile"]}]} for name in needed]
        self.tool("ctest", f"""
            import sys
            if "--show-only=json-v1" in sys.argv:
                assert sys.argv[sys.argv.index("-L") + 1] == "^gpu$"
                print({json.dumps({"tests": tests})!r})
                sys.exit(0)
            """ + textwrap.dedent(code).replace("\n", "\n" + 12 * " "))

    def pairs(self, results, status=0):
        self.tool("pairs", f"""
            import json, sys
            assert sys.argv[1:3] == ["run", "--json"]
            json.dump({results}, open(sys.argv[3], "w"))
            sys.exit({status})""", self.root / "build/bin/pairs")

    def sanitizer(self, code):
        self.tool("compute-sanitizer", "import os, sys, time\n"
                  "assert os.environ['CUDA_LEGACY_SMALL'] == '1' and sys.argv[4] == '--log_level=error'\n"
                  "tool = sys.argv[2]\n" + code)

    def benchmark(self, code):
        self.tool("benchmark_pairs", f"""
            import json, sys
            out = [one.split("=")[1] for one in sys.argv if one.startswith("--benchmark_out=")][0]
            row = {{"name": "matmul/tiled/twin/65536/iterations:5/manual_time", "best_us": 12.5}}
            {code}
            json.dump({{"context": {{"device": "A GPU", "copy_gigabytes_per_second": "4000"}}, "benchmarks": [row]}},
                      open(out, "w"))""", self.root / "build/bin/benchmark_pairs")

    def latencies(self, text, status=0):
        self.tool("benchmark_latencies", f"print({text!r})\nraise SystemExit({status})", self.root / "build/bin/benchmark_latencies")

    def run_main(self, *arguments):
        """Exit status and everything printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = record.main(list(arguments), self.root)
        return status, printed.getvalue()

    def recorded(self, *arguments):
        status, printed = self.run_main(*arguments)
        self.assertTrue((self.records / "nvidia_h200.json").is_file(), printed)
        return status, json.loads((self.records / "nvidia_h200.json").read_text())
