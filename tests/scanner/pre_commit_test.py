#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a project of their user.

  pre_commit_test.py PROGRAM

Exit status: 77 where pre-commit or Git is not installed. CUDA_LEGACY_PRE_COMMIT names a pre-commit that is not on the path.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = (".pre-commit-hooks.yaml", "compat/scanner/pre_commit_hook.sh")
CONFIG = """\
repos:
  - repo: {repository}
    rev: v0.1.0
    hooks:
      - id: cuda-legacy-fix
      - id: cuda-legacy-scan
        args: [--ignore=host-sum]
"""
OLD = "void f() { cudaThreadExit(); }\n"


class Hooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # The package's command, which hands its words to the scanner.
        command = self.folder / "bin/cuda-legacy"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\n[ "$1" = scan ] || exit 9\nshift\nexec "{PROGRAM}" "$@"\n')
        command.chmod(0o755)
        self.environment = dict(os.environ, PRE_COMMIT_HOME=str(self.folder / "home"), HOME=str(self.folder), GIT_CONFIG_GLOBAL=os.devnull,
                                PATH=f"{command.parent}:{os.environ['PATH']}")
        self.repository = self.make("hooks", {name: (ROOT / name).read_text() for name in PARTS})
        (self.repository / PARTS[1]).chmod(0o755)
        self.git(self.repository, "add", "-A")
        self.git(self.repository, "commit", "-q", "-m", "hooks")
        self.git(self.repository, "tag", "v0.1.0")

    def git(self, folder, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def make(self, name, files):
        for file, text in files.items():
            path = self.folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git(self.folder / name, "init", "-q")
        return self.folder / name

    def run_hooks(self, files):
        project = self.make("project", {".pre-commit-config.yaml": CONFIG.format(repository=self.repository), **files})
        self.git(project, "add", "-A")
        result = subprocess.run([PRE_COMMIT, "run", "--all-files"], cwd=project, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        return project, result

    def test_they_fix_and_report(self):
        texture = "texture<float> t;\n"
        project, result = self.run_hooks({"a.cu": OLD, "b.cpp": OLD, "c.h": "int a;\n", "d.cuh": texture, "e.txt": OLD})
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertRegex(result.stdout, r"cuda-legacy fix\.+Failed\n(.*\n)*- files were modified by this hook")
        self.assertRegex(result.stdout, r"cuda-legacy scan\.+Failed\n- hook id: cuda-legacy-scan\n- exit code: 1\n\nd\.cuh:1:1: error: texture: ")
        for name in ("a.cu", "b.cpp"):
            self.assertEqual((project / name).read_text(), OLD.replace("cudaThreadExit", "cudaDeviceReset"))
        self.assertEqual((project / "e.txt").read_text(), OLD)

    def test_files_that_the_project_excludes(self):
        project, result = self.run_hooks({".cuda-legacy.toml": 'exclude = ["third_party"]\n', "third_party/a.cu": OLD})
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual((project / "third_party/a.cu").read_text(), OLD)

    def test_nothing_to_do(self):
        _, result = self.run_hooks({"a.cu": "int a;\n"})
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(result.stdout.count("Passed"), 2, result.stdout)
        self.assertNotIn("WARNING", result.stdout)

    def test_without_the_package_and_a_compiler(self):
        """The script says what is missing."""
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("bash", "dirname", "mkdir", "flock", "tail", "env"):
            (tools / name).symlink_to(shutil.which(name))
        result = subprocess.run([self.repository / PARTS[1], "a.cu"], env=dict(self.environment, PATH=str(tools)), capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("could not be built: pip install cuda-legacy brings it; a build needs CMake and a C++ compiler", result.stderr)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    PRE_COMMIT = os.environ.get("CUDA_LEGACY_PRE_COMMIT") or shutil.which("pre-commit")
    if not PRE_COMMIT or not shutil.which("git"):
        print("skipped: pre-commit is not installed: python3 -m pip install pre-commit")
        sys.exit(77)
    unittest.main()
