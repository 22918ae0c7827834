#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda_11_8.py builds with the toolkit, and takes what was built elsewhere only when it is of the same sources."""
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("cuda_11_8.py")
# Writes its arguments into what -o names; fails, or talks, when the source says so.
NVCC = """#!/bin/sh
echo "$0" >> "${0%/*}/calls"
for word; do previous=$last; last=$word; [ "$previous" = -o ] && made=$word; case $word in *.cu) source=$word;; esac; done
grep -q warning "$source" && echo "a warning"
grep -q error "$source" && exit 2
echo "$@" > "$made"
"""


class Build(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name) / "a folder"
        (self.folder / "toolkit/bin").mkdir(parents=True)
        nvcc = self.folder / "toolkit/bin/nvcc"
        nvcc.write_text(NVCC)
        nvcc.chmod(nvcc.stat().st_mode | stat.S_IXUSR)
        for name in ("source.cu", "header.h", "exports"):
            (self.folder / name).write_text(name)

    def build(self, *options, toolkit=True, module_options=(), include=None):
        at = self.folder
        command = [sys.executable, SCRIPT, "--source", at / "source.cu", "--also", at / "header.h"]
        command += ["--program", at / "out/program", "--module", at / "out/area/module.so", "--exports", at / "exports"]
        command += module_options
        if include:
            command += ["--include", include]
        if toolkit:
            command += ["--toolkit", at / "toolkit"]
        return subprocess.run([*command, "--", *options], capture_output=True, text=True)

    def calls(self):
        return len((self.folder / "toolkit/bin/calls").read_text().splitlines())

    def test_both_are_built_once(self):
        result = self.build("-std=c++14")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("-std=c++14", (self.folder / "out/program").read_text())
        self.assertNotIn("-shared", (self.folder / "out/program").read_text())
        self.assertIn("-shared", (self.folder / "out/area/module.so").read_text())
        self.assertEqual(self.build("-std=c++14").returncode, 0)
        self.assertEqual(self.calls(), 2)

    def test_it_builds_for_sm_90_unless_told_otherwise(self):
        self.build()
        self.assertIn("-arch=sm_90", (self.folder / "out/program").read_text())
        self.build("-arch=compute_60", "-code=sm_90")
        self.assertIn("-arch=compute_60 -code=sm_90", (self.folder / "out/program").read_text())
        self.assertNotIn("-arch=sm_90", (self.folder / "out/program").read_text())

    def test_another_source_header_or_option_builds_anew(self):
        self.build()
        for change in (("source.cu",), ("header.h",)):
            (self.folder / change[0]).write_text("changed")
            before = self.calls()
            self.assertEqual(self.build().returncode, 0)
            self.assertEqual(self.calls(), before + 2)
        self.build("-g")
        self.assertEqual(self.calls(), 8)

    def test_a_header_that_the_source_includes_builds_anew_and_no_other(self):
        (self.folder / "source.cu").write_text('#include "near.h"\n  # include <far.h>\n#include <toolkits_own.h>\n')
        (self.folder / "near.h").write_text('#include "near.h"\n')
        (self.folder / "others").mkdir()
        for name in ("far.h", "deep.h", "unasked.h"):
            (self.folder / "others" / name).write_text('#include "deep.h"\n' if name == "far.h" else name)
        builds = 2
        for change, more in (("near.h", 2), ("others/far.h", 2), ("others/deep.h", 2), ("others/unasked.h", 0)):
            self.build(include=self.folder / "others")
            self.assertEqual(self.calls(), builds)
            with open(self.folder / change, "a") as file:
                file.write("// changed\n")
            self.build(include=self.folder / "others")
            builds += more
            self.assertEqual(self.calls(), builds, change)

    def test_an_option_of_the_shared_object_is_its_alone(self):
        self.build()
        self.assertEqual(self.build(module_options=["--module-option=-DTHROWS"]).returncode, 0)
        self.assertEqual(self.calls(), 3)
        self.assertNotIn("-DTHROWS", (self.folder / "out/program").read_text())
        self.assertIn("-DTHROWS", (self.folder / "out/area/module.so").read_text())

    def test_without_a_toolkit_what_is_of_these_sources_counts(self):
        self.build()
        result = self.build(toolkit=False)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("elsewhere", result.stdout)

    def test_without_a_toolkit_what_is_of_other_sources_does_not(self):
        self.build()
        (self.folder / "source.cu").write_text("changed")
        result = self.build(toolkit=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("program was made of other sources: build it anew", result.stdout)

    def test_with_nothing_at_all(self):
        result = self.build(toolkit=False)
        self.assertEqual(result.returncode, 77)
        self.assertIn("skipped: there is no CUDA 11.8", result.stdout)

    def test_a_failure_and_a_warning_fail_and_leave_nothing(self):
        for words in ("error", "warning"):
            self.build()
            (self.folder / "source.cu").write_text(words)
            self.assertEqual(self.build().returncode, 1)
            self.assertEqual(self.build(toolkit=False).returncode, 1)
            self.assertEqual(list(self.folder.glob("out/*.part")), [])


if __name__ == "__main__":
    unittest.main()
