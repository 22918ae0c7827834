# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the fixes that parse have in common: sources in a folder, the program, and what it refuses."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None  # the path of cuda-legacy-scan, from main


def fix(kind, *arguments, cwd=None, library=None):
    environment = dict(os.environ, **({"CUDA_LEGACY_LIBCLANG": library} if library else {}))
    return subprocess.run([PROGRAM, "--fix=" + kind, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=cwd, env=environment, text=True)


def refusals(result):
    """Without the columns."""
    return [re.sub(r"^(.*?:\d+):\d+: (.*) \[left as it is\]$", r"\1: \2", line) for line in result.stderr.splitlines()
            if line.endswith("[left as it is]")]


class InAFolder(unittest.TestCase):
    maxDiff = None
    KIND = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def fixed(self, text, *arguments):
        self.write("a.cu", text)
        result = fix(self.KIND, *arguments, "a.cu", cwd=self.folder)
        self.assertEqual(refusals(result), [])
        return (self.folder / "a.cu").read_text()

    def assert_refused(self, text, expected):
        self.write("a.cu", text)
        result = fix(self.KIND, "a.cu", cwd=self.folder)
        self.assertEqual(sorted(refusals(result)), sorted("a.cu:" + one for one in expected))
        self.assertEqual(result.returncode, 1)
        self.assertEqual((self.folder / "a.cu").read_text(), text)

    def assert_each_refused(self, good, table):
        """A row of the table: the name, the replacements in the good source, once each, and the refusals."""
        for name, (changes, expected) in table.items():
            with self.subTest(name):
                text = good
                for old, new in changes:
                    self.assertEqual(text.count(old), 1, old)
                    text = text.replace(old, new)
                self.assert_refused(text, expected)


def main(kind, good, without_libclang):
    """All tests of the calling file; where libclang is missing, those of one class, and status 77."""
    global PROGRAM
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    with tempfile.TemporaryDirectory() as there:
        (Path(there) / "a.cu").write_text(good)
        probe = fix(kind, "--dry-run", "a.cu", cwd=there)
    if "need libclang" not in probe.stderr:
        unittest.main()
    outcome = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(without_libclang))
    if not outcome.wasSuccessful():
        sys.exit(1)
    print("skipped: " + probe.stderr.strip())
    sys.exit(77)
