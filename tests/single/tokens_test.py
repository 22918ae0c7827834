# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler gets the same tokens of cuda_legacy_single.h as of the headers.

usage: tokens_test.py FOLDER NVCC...    FOLDER has the single file

nvcc says which preprocessors it would run, for the device and for the host. Each runs here with either header. The folder of
the headers goes last: the one file has no headers with the names of CUDA's own, which that folder would put in front of them.
"""

import itertools
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SINGLE = NVCC = None
BACK_ENDS = ((), ("-DCUDA_LEGACY_OBJECT_REFERENCES",))
FEWER = ("-DCUDA_LEGACY_NO_TEXTURE_KEYWORD", "-DCUDA_LEGACY_NO_SURFACE_KEYWORD")


def preprocessors(source, flags):
    """The commands that preprocess, as nvcc would run them, each with its macros and folders."""
    said = subprocess.run([*NVCC, "--dryrun", *flags, "-c", source, "-o", "unused.o"], capture_output=True, text=True, check=True).stderr
    lines = [line[3:] for line in said.splitlines() if line.startswith("#$ ")]
    variables = dict(line.split("=", 1) for line in lines if re.match(r"^\w+=", line))
    for line in lines:
        words = shlex.split(re.sub(r"\$(\w+)", lambda found: variables.get(found[1], ""), line))
        if "-E" in words or (words and "-c" in words and words[0].endswith(("gcc", "g++")) and source in words):
            yield words


def tokens(words, flags):
    """What the preprocessor prints, without lines that are empty or only say where it was."""
    words = [*words[:1], *flags, *words[1:]]
    if ">" in words:
        del words[words.index(">"):]
    if "-o" in words:
        del words[words.index("-o"):words.index("-o") + 2]
    if "-c" in words:
        words[words.index("-c")] = "-E"
    done = subprocess.run([*words, "-P"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = (line.strip() for line in done.stdout.splitlines())
    return "\n".join(line for line in lines if line and line != "#pragma GCC system_header")


class Tokens(unittest.TestCase):
    def same(self, name, *flags):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / name
            source.write_text("int used;\n", encoding="utf-8")
            commands = list(preprocessors(str(source), flags))
            self.assertTrue(commands)
            for words in commands:
                headers = tokens(words, ["-include", str(ROOT / "compat/include/cuda_legacy.h"), "-idirafter", str(ROOT / "compat/include")])
                single = tokens(words, ["-include", str(SINGLE / "cuda_legacy_single.h")])
                without = tokens(words, [])
                self.assertGreater(len(headers), len(without) + 10000)
                if headers != single:  # not assertEqual, whose difference takes minutes
                    first = next(i for i, (a, b) in enumerate(itertools.zip_longest(headers, single)) if a != b)
                    self.fail(f"{name} {flags}: after ...{headers[max(0, first - 200):first]}\nheaders: {headers[first:first + 200]}\n"
                              f"single: {single[first:first + 200]}")
        return len(commands)

    def test_cuda(self):
        for standard, back_end in itertools.product((14, 17, 20), BACK_ENDS):
            self.assertEqual(self.same("a.cu", f"-std=c++{standard}", "-arch=sm_90", *back_end), 2)

    def test_architectures_and_options(self):
        self.assertEqual(self.same("a.cu", "-gencode=arch=compute_75,code=compute_75", "-gencode=arch=compute_90,code=sm_90"), 3)
        self.same("a.cu", "-rdc=true")
        self.same("a.cu", *FEWER)
        self.same("a.cu", "--default-stream", "per-thread")

    def test_host_sources(self):
        for name, back_end in itertools.product(("a.cpp", "a.c"), BACK_ENDS):
            self.same(name, *back_end)
        self.same("a.cpp", "-std=c++20", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM")


if __name__ == "__main__":
    SINGLE, NVCC = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
