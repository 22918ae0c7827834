#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The diffs of cuda-legacy-scan --fix --dry-run, applied by git apply and patch.

  patches_test.py PROGRAM
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import manners_test


class Patches(manners_test.InAFolder):
    """What --dry-run prints, by git apply and patch."""

    def setUp(self):
        super().setUp()
        for name in ("a.cu", "it's here/b.cu", "x/c.cu"):
            self.write(name)

    def applies(self, cwd, *paths):
        """The head of the diff, and the diff's names. The current folder takes it where there is no head."""
        result = self.scan("--fix", "--dry-run", *paths, status=1, cwd=cwd)
        head, mark, diff = result.stdout.partition("--- ")
        where = cwd
        if head:
            self.assertRegex(head, r"^patch -p1 -d '.*' applies it\n$")
            self.assertTrue(result.stderr.endswith(" would change; " + head), result.stderr)
            where = shlex.split(head)[3]
        commands = [["git", "apply", "--check"], *([["patch", "-p1", "--dry-run", "-d", where]] if shutil.which("patch") else [])]
        for command in commands:
            done = subprocess.run(command, cwd=where, input=result.stdout, capture_output=True, text=True,
                                  env={**os.environ, "GIT_CEILING_DIRECTORIES": "/"})
            self.assertEqual(done.returncode, 0, (command, done.stderr, result.stdout))
        return head, re.findall(r'(?m)^--- "?a/(.*?)"?\t?$', mark + diff)

    def test_from_the_current_folder(self):
        whole = self.folder.resolve()
        for path, name in (("a.cu", "a.cu"), ("./a.cu", "a.cu"), ("x//c.cu", "x/c.cu"), ("x/../a.cu", "a.cu"), (whole / "x/c.cu", "x/c.cu"),
                           ("./x", "x/c.cu"), (whole / "x", "x/c.cu"), (f"../{whole.name}/a.cu", "a.cu")):
            self.assertEqual(self.applies(self.folder, path), ("", [name]), path)

    def test_from_elsewhere(self):
        whole, below = self.folder.resolve(), self.folder / "it's here"
        for paths, names in ((["../a.cu"], ["a.cu"]), (["b.cu", "../x"], ["it's here/b.cu", "x/c.cu"]), ([whole / "x/c.cu"], ["x/c.cu"]),
                             ([".."], ["a.cu", "it's here/b.cu", "x/c.cu"])):
            head, found = self.applies(below, *paths)
            self.assertEqual(shlex.split(head)[3], str(whole))
            self.assertEqual(found, names)
        self.assertIn("it'\\''s here'", self.applies(self.write("it's here/y/d.cu").parent, "../b.cu")[0])

    def test_a_link_to_a_folder(self):
        (self.folder / "to x").symlink_to("x")
        self.assertEqual(self.applies(self.folder / "to x", "../x/c.cu"), ("", ["c.cu"]))
        self.assertEqual(self.applies(self.folder, "to x/../x/c.cu"), ("", ["x/c.cu"]))

    def test_a_link_that_leads_out(self):
        """It leads further out than the other PATH."""
        below = self.folder / "x/below"
        below.mkdir()
        (below / "out").symlink_to(self.folder / "it's here")
        head, names = self.applies(below, "out", "../c.cu")
        self.assertEqual(shlex.split(head)[3], str(self.folder.resolve()))
        self.assertEqual(sorted(names), ["it's here/b.cu", "x/c.cu"])


if __name__ == "__main__":
    manners_test.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
