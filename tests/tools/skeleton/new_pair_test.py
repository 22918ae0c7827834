#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""./run new, in copies of the tree: what it makes, what it refuses, and that it leaves nothing half-written.

usage: new_pair_test.py ROOT CXX INCLUDE_DIRECTORIES NVCC...
  INCLUDE_DIRECTORIES  of Boost, CUDA and the emulated device, separated by colons
  NVCC...              the compiler of CUDA, with its options
"""
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "structure"))
from rules import plain_english  # noqa: E402

ROOT = CXX = INCLUDES = NVCC = None
COPIED = ("legacy", "modern", "tests", "migration-notes", "compat", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE", "LICENSE", "run")
SLUG = "hosta/double_it"  # an area that sorts between others, and is new


def files(root):
    """{path: bytes} of the whole tree."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def new(root, *arguments):
    return subprocess.run([sys.executable, ROOT / "tests/tools/skeleton/new_pair.py", "--root", root, *arguments],
                          capture_output=True, text=True, check=False)


@functools.cache
def structure_of_the_project():
    return structure(ROOT)


def structure(root):
    """{name of a rule: its findings}, of those that fail.

    Whoever adds a pair writes the index by document with a command. How near the twins are takes seconds to measure, and so
    does the language of all files: that of the new ones is looked at in `made`.
    """
    done = subprocess.run([sys.executable, ROOT / "tests/tools/structure/lint.py", root, "--without=index_by_document",
                           "--without=near_twins", "--without=plain_english"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    found = {}
    for finding, rule in re.findall(r"(?m)^(\S+: (\w+): .*)", done.stdout):
        found.setdefault(rule, []).append(finding)
    return found


class InACopy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="cuda_legacy new pair ")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "copy"
        self.root.mkdir()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / name, self.root / name)
        self.before = files(self.root)

    def made(self, *arguments):
        """What differs from before: {path: text}."""
        done = new(self.root, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        after = files(self.root)
        self.assertLessEqual(set(self.before), set(after))
        changed = {path: text.decode() for path, text in after.items() if self.before.get(path) != text}
        for path, text in changed.items():
            self.assertIn(f" {path}\n", done.stdout)
            self.assertEqual(list(plain_english.findings(path, text)), [])
        return changed


class Made(InACopy):
    def test_a_pair_of_a_new_area(self):
        changed = self.made(SLUG)
        self.assertEqual(sorted(changed), sorted([
            f"legacy/{SLUG}.cu", f"modern/{SLUG}.cu", f"tests/pairs/{SLUG}.hpp", f"tests/pairs/{SLUG}_test.cpp",
            "tests/pairs/hosta/CMakeLists.txt", "migration-notes/double_it.md", "migration-notes/README.md"]))
        for path, text in changed.items():
            self.assertNotRegex(text, r"@\w+@", path)
        self.assertRegex(changed["tests/pairs/hosta/CMakeLists.txt"], rf"\A# SPDX-[^\n]*\n\ncuda_legacy_add_pair\({SLUG} PRINTS .*\)\n\Z")
        # The index has one row more, behind the last note's.
        index, was = changed["migration-notes/README.md"], self.before["migration-notes/README.md"].decode()
        row = "| TO WRITE: what old code has; then move the row to its topic | [double_it.md](double_it.md) |\n"
        self.assertEqual(index.replace(row, ""), was)
        self.assertRegex(index[:index.index(row)], r"\|.*\]\(\w+\.md\) \|\n\Z")
        self.assertNotRegex(index[index.index(row) + len(row):], r"(?m)^\|.*\]\(\w+\.md\) \|$")
        # All rules that held before still hold, except for the parts that are not written yet.
        before, found = dict(structure_of_the_project()), structure(self.root)
        left = found.pop("unwritten")
        self.assertEqual(found, {rule: found for rule, found in before.items() if rule != "unwritten"})
        for path in changed:
            said = [sentence for sentence in left if sentence.startswith(path + ":")]
            self.assertEqual(bool(said), "TO WRITE" in changed[path], path)

    def test_it_compiles_by_the_rules_of_the_examples(self):
        self.made(SLUG)
        rule = ["-I", "compat/include", "-isystem", "compat/include/shims", "-include", "cuda_legacy.h"]
        for side, options in (("legacy", rule), ("modern", [])):
            done = subprocess.run([*NVCC, *options, f"{side}/{SLUG}.cu", "-o", self.root / side / "program"], cwd=self.root,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), side)
        includes = [f"-I{folder}" for folder in INCLUDES]
        done = subprocess.run([CXX, "-std=c++17", "-fsyntax-only", *includes, f"tests/pairs/{SLUG}_test.cpp"], cwd=self.root,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_a_pair_of_an_old_area_and_note(self):
        changed = self.made("memory/half_copy", "--note", "read_only_cache.md")
        self.assertEqual([path for path in changed if path.startswith("migration-notes/")], ["migration-notes/read_only_cache.md"])
        note, before = changed["migration-notes/read_only_cache.md"], self.before["migration-notes/read_only_cache.md"].decode()
        was = re.search(r"(?m)^\| Pairs \|.*$", before)[0]
        self.assertIn(was[:-2] + ", `memory/half_copy` |\n", note)
        self.assertEqual(note.replace(", `memory/half_copy` |", " |"), before)
        calls = re.findall(r"(?m)^cuda_legacy_add_pair\(([^\s)]+)", changed["tests/pairs/memory/CMakeLists.txt"])
        self.assertEqual(calls, sorted(calls))
        self.assertIn("memory/half_copy", calls)
        before, found = dict(structure_of_the_project()), structure(self.root)
        found.pop("unwritten")
        before.pop("unwritten", None)
        # The skeleton has nothing yet of what the old note's searches look for.
        self.assertEqual([one for one in found.pop("searches") if "legacy/memory/half_copy.cu" not in one], [])
        self.assertEqual(found, before)

    def test_the_line_of_cmake(self):
        """Behind the slug before it, whatever stands between and however long that call is; or first."""
        path = self.root / "tests/pairs/memory/CMakeLists.txt"
        call = 'cuda_legacy_add_pair(memory/b PRINTS "^a)(\\"[)]\n" # one\n  LEGACY_PRINTS "(b")'
        path.write_text(f"# What b is.\n{call}\nset(c)\ncuda_legacy_add_pair(memory/d)")
        line = 'cuda_legacy_add_pair(memory/{} PRINTS "^1 2 3 4\\n$")\n'.format
        self.before = files(self.root)
        self.made("memory/c")
        self.assertEqual(path.read_text(), f"# What b is.\n{call}\n{line('c')}set(c)\ncuda_legacy_add_pair(memory/d)")
        self.before = files(self.root)
        self.made("memory/e")
        self.before = files(self.root)
        self.made("memory/a")
        self.assertEqual(path.read_text(), line("a") + f"# What b is.\n{call}\n{line('c')}set(c)\ncuda_legacy_add_pair(memory/d)\n" + line("e"))
        # The licence is the file's, and no comment on its first call.
        licence = "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
        path.write_text(f"{licence}# What b is.\n{call}\n")
        self.before = files(self.root)
        self.made("memory/aa", "--note", "read_only_cache.md")
        self.assertEqual(path.read_text(), f"{licence}{line('aa')}# What b is.\n{call}\n")


class Refused(InACopy):
    def refused(self, message, *arguments, status=2):
        done = new(self.root, *arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), arguments)
        self.assertIn(message, done.stderr)
        self.assertEqual(files(self.root), self.before, arguments)
        self.assertFalse((self.root / "legacy/hosta").exists())

    def test_names(self):
        for slug in ("double_it", "a/b/c", "hosta/", "/double_it", "", "/", "../legacy/a/b"):
            self.refused("is no AREA/NAME", slug)
        for name in ("Double", "doubleIt", "double-it", "_double", "double_", "double__it", "2double", "double it", "double.cu", "dоuble",
                     "a;b", "$(a)", "a\nb"):
            self.refused("is not in snake_case", f"hosta/{name}")
            self.refused("is not in snake_case", f"{name}/double")
        self.refused("would be the name of a function", "hosta/new")
        self.refused("would be the name of a function", "union/double_it")
        self.refused("is no area", "program/double_it")
        self.refused("is no area", "support/double_it")
        self.refused("a member that every pair has", "hosta/reference")
        self.refused("the fast stage of 'double_it'", "hosta/double_it_fast")
        self.refused("the test of 'double_it'", "hosta/double_it_test")

    def test_what_is_there_already(self):
        self.refused("there is a legacy/texture/array_1d.cu already", "texture/array_1d")
        for path in (f"modern/{SLUG}.cu", f"tests/pairs/{SLUG}.hpp", f"modern/{SLUG}_fast.cu"):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text("")
            self.before = files(self.root)
            self.refused(f"there is a {path} already", SLUG)
            (self.root / path).unlink()
            (self.root / path).parent.rmdir()
        self.before = files(self.root)
        self.refused("there is a migration-notes/bank_conflicts.md already: say --note", "hosta/bank_conflicts")
        self.refused("there is no migration-notes/nothing.md", SLUG, "--note", "nothing.md")
        self.refused("there is no migration-notes/../README.md", SLUG, "--note", "../README.md")

    def test_a_tree_that_cannot_be_written(self):
        """What was made before the error is taken back: here no index can be read, or a file stands in a folder's place."""
        (self.root / "migration-notes/README.md").unlink()
        self.before = files(self.root)
        self.refused("nothing is made", SLUG, status=1)
        shutil.copy2(ROOT / "migration-notes/README.md", self.root / "migration-notes")
        (self.root / "tests/pairs/hosta").write_text("in the way")
        self.before = files(self.root)
        self.refused("nothing is made", SLUG, status=1)


class TheCommand(unittest.TestCase):
    def test_run_new(self):
        done = subprocess.run([ROOT / "run", "new", "Bad/name"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'Bad' is not in snake_case", done.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    ROOT, CXX = Path(sys.argv[1]).resolve(), sys.argv[2]
    INCLUDES, NVCC = sys.argv[3].split(":"), sys.argv[4:]
    del sys.argv[1:]
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    unittest.main()
