# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python with the packages of a list, where it cannot be made: the reason is said, and nothing is left behind."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "compat/python"))
import tools  # noqa: E402


class Environment(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="tools test ")
        self.addCleanup(place.cleanup)
        self.folder, self.list = pathlib.Path(place.name) / "venv", pathlib.Path(place.name) / "list.txt"
        self.list.write_text("absent==1.0 --hash=sha256:" + 64 * "0" + "\n", encoding="utf-8")

    def refused(self, pattern, **options):
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaisesRegex(tools.Unreachable, pattern):
            tools.environment(self.folder, self.list, **options)
        self.assertFalse(self.folder.exists())

    def test_a_python_that_is_too_old(self):
        self.refused(r"needs Python 99\.1, and this is 3\.", oldest=(99, 1))

    def test_no_network(self):
        with mock.patch.dict(os.environ, {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}):
            self.refused("is there a network")

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
