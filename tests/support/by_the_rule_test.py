#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by_the_rule.py sees every way in which a build's command may leave the README's rule; keep_output.py keeps what was said."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RULE = ["nvcc", "-I", "compat/include", "-isystem", "compat/include/shims", "-include", "cuda_legacy.h", "legacy/a/b.cu"]
BUILT = ("/usr/bin/ccache {tools}/nvcc -forward-unknown-to-host-compiler -D_GLIBCXX_ASSERTIONS -Dlegacy_a_b_EXPORTS -I{root}/compat/include"
         " -isystem={tools}/include -isystem={root}/compat/include/shims -O3 -DNDEBUG --generate-code=arch=compute_75,code=[compute_75]"
         " --generate-code=arch=compute_90,code=[compute_90,sm_90] -Xcompiler=-fPIC -UNDEBUG -include cuda_legacy.h -std=c++17 -MD -MT b.o"
         " -MF b.o.d -x cu -c {root}/legacy/a/b.cu -o CMakeFiles/legacy.a.b.dir/b.cu.o")


class ByTheRule(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.root, self.tools = self.folder / "project", self.folder / "tools"
        for path in (self.root, self.tools):
            path.mkdir()
        self.said = self.folder / "said"
        self.said.write_text("")

    def judge(self, built, rule=RULE, *also):
        command = built.format(root=self.root, tools=self.tools)
        entry = {"directory": str(self.folder), "command": command, "file": "b.cu"}
        (self.folder / "commands.json").write_text(json.dumps([entry, {**entry, "command": "c++ -o other.dir/x.o"}]))
        rule = [str(self.tools / "nvcc"), *rule[1:]]
        return subprocess.run(
            [sys.executable, "-IS", HERE / "by_the_rule.py", "--commands", self.folder / "commands.json", "--target", "legacy.a.b",
             "--root", self.root, "--said", self.said, *also, "--", *rule], cwd=self.root, capture_output=True, text=True)

    def refuses(self, words, built, *rest):
        done = self.judge(built, *rest)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(words, done.stdout)

    def test_the_rule(self):
        done = self.judge(BUILT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_options_that_the_rule_lacks(self):
        for option in ("-DFIX", "-use_fast_math", "-include other.h", "-fmad=false", "-I{root}/tests", "-w", "-rdc=true", "-UOTHER"):
            self.refuses("the build has the options", BUILT.replace(" -O3", f" {option} -O3"))

    def test_options_that_the_build_lacks(self):
        for option in ("-I{root}/compat/include", "-isystem={root}/compat/include/shims", "-include cuda_legacy.h"):
            self.refuses("the build has the options", BUILT.replace(option, ""))

    def test_the_shims_before_the_headers(self):
        shims = " -isystem={root}/compat/include/shims"
        self.refuses("the build has the options", BUILT.replace(shims, "").replace(" -I{root}", shims + " -I{root}"))

    def test_the_documents_assertions(self):
        self.refuses("switches off the document's assertions", BUILT.replace(" -UNDEBUG", ""))
        self.refuses("switches off the document's assertions", BUILT.replace(" -UNDEBUG", "").replace(" -DNDEBUG", " -UNDEBUG -DNDEBUG"))

    def test_another_file_or_compiler(self):
        self.refuses("the build compiles", BUILT.replace("a/b.cu -o", "a/copy.cu -o"))
        self.refuses("another compiler", BUILT.replace("{tools}/nvcc", "{tools}/clang++"))

    def test_no_command(self):
        self.refuses("has 0 commands for legacy.a.b", BUILT.replace("legacy.a.b.dir", "modern.a.b.dir"))

    def test_what_the_user_gave_cmake(self):
        self.assertEqual(self.judge(BUILT.replace(" -O3", " -lineinfo -O3"), RULE, "--also=-lineinfo").returncode, 0)

    def test_what_is_not_built(self):
        self.said.unlink()
        self.refuses("build the target legacy.a.b first", BUILT)

    def test_a_compiler_that_said_something(self):
        self.said.write_text("b.cu(3): warning: unused\n")
        self.refuses("warning: unused", BUILT)


class KeepOutput(unittest.TestCase):
    def kept(self, *command):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "said"
            done = subprocess.run([sys.executable, "-IS", HERE / "keep_output.py", file, "--", *command], capture_output=True, text=True)
            return done.returncode, done.stdout, file.read_text() if file.exists() else None

    def test_what_is_said(self):
        self.assertEqual(self.kept("sh", "-c", "echo one; echo two >&2; exit 3"), (3, "one\ntwo\n", "one\ntwo\n"))

    def test_nothing(self):
        self.assertEqual(self.kept("true"), (0, "", ""))

    def test_no_launcher(self):
        self.assertEqual(self.kept("", "echo", "one")[:2], (0, "one\n"))

    def test_a_signal(self):
        self.assertEqual(self.kept("sh", "-c", "kill -9 $$")[0], 137)

    def test_no_command(self):
        self.assertEqual(self.kept()[0], 2)


if __name__ == "__main__":
    unittest.main()
