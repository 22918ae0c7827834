# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python with the packages of a list, where it cannot be made: the reason is said, and nothing is left behind."""
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "compat/python"))
import tools  # noqa: E402


class Environment(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="tools test ")
        self.addCleanup(place.cleanup)
        self.folder, self.list = pathlib.Path(place.name) / "venv", pathlib.Path(place.name) / "list.txt"
        self.list.write_text("absent==1.0 --hash=sha256:" + 64 * "0" + "\n", encoding="utf-8")

    def refused(self, pattern, error=tools.Unreachable, **options):
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaisesRegex(error, pattern):
            tools.environment(self.folder, self.list, **options)
        self.assertFalse(self.folder.exists())

    def test_a_python_that_is_too_old(self):
        self.refused(r"needs Python 99\.1, and this is 3\.", oldest=(99, 1))

    def test_no_network(self):
        with mock.patch.dict(os.environ, {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}):
            self.refused("is there a network")

    def test_a_folder_that_cannot_be_made(self):
        self.folder = self.list / "venv"
        self.refused("list.txt/venv cannot be made: Not a directory$", tools.Unwritable)

    def test_the_reason_of_venv(self):
        for said, error, pattern in (("Error: [Errno 28] No space left on device", tools.Unwritable, "No space left"),
                                     ("because ensurepip is not available", tools.Unreachable, "install python3-venv"),
                                     ("/usr/bin/python3: No module named venv", tools.Unreachable, "install python3-venv")):
            with mock.patch.object(tools, "made_environment", return_value=mock.Mock(returncode=1, stdout=said + "\n")):
                self.refused(pattern, error)

    def test_the_programs_that_want_it(self):
        for words in (("migration-notes/site/build.py", "--build", self.list), ("migration-notes/site/build.py", "--build", self.list / "x"),
                      ("compat/python/build_wheel.py", "--tools", self.list / "x")):
            done = subprocess.run([sys.executable, "-B", ROOT / words[0], *words[1:]], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"^(site|build_wheel\.py): \S.*list.txt(/x)? cannot be (made|written): (File exists|Not a directory)\n$")

    def test_a_pip_that_installs_into_its_own_environment_alone(self):
        """Before 22.3, or without pip, an environment gets a pip of its own, and that one is used."""
        self.addCleanup(tools.installs_elsewhere.cache_clear)
        for said, elsewhere in (("pip 22.3 from /x", True), ("pip 100.0.1 from /x", True), ("pip 22.2.2 from /x", False), ("", False)):
            tools.installs_elsewhere.cache_clear()
            with mock.patch.object(tools.subprocess, "run", return_value=mock.Mock(stdout=said)) as run:
                for with_pip in (False, True):
                    tools.made_environment(self.folder, with_pip)
                    self.assertEqual("--without-pip" in run.call_args.args[0], elsewhere and not with_pip, said)
                self.assertEqual(tools.pip("python")[0], sys.executable if elsewhere else "python", said)


if __name__ == "__main__":
    unittest.main()
