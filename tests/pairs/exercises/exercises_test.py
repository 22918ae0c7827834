# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each exercise fails as given and passes with its solution, which is the twin.

Arguments: the project's root, the build folder, nvcc, and words of unittest. The solutions are the twins' modules in
examples/modern of the build folder: nvcc has made them of the same files. All checkers are one program here.
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile
import unittest

ROOT, BUILD, NVCC = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
sys.path.insert(0, str(ROOT / "compat" / "python" / "src"))
from cuda_legacy.exercises import checking, command, folder, texts  # noqa: E402

PLACES = checking.Places(root=ROOT, emulator=BUILD / "emulator", header=ROOT / "compat" / "emulator" / "include", nvcc=NVCC,
                         environment={}, command="./run")
SLUGS = [one.slug for one in texts.ladder(ROOT)]
FOLDER = ROOT / texts.INDEX.parent


class Texts(unittest.TestCase):
    def test_each_text_is_in_the_ladder_once_under_its_title(self):
        files = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.glob("*/*.md"))
        self.assertEqual(sorted(SLUGS), files)
        self.assertGreaterEqual(len(SLUGS), 20)
        for one in texts.ladder(ROOT):
            self.assertEqual(one.title, texts.read(ROOT, one.slug).title)

    def test_blanks_keep_the_solution_out(self):
        for slug in SLUGS:
            exercise = texts.read(ROOT, slug)
            twin = folder.twin_of(ROOT, exercise)
            given = texts.with_blanks(exercise, twin)
            self.assertTrue(texts.goals(exercise))
            self.assertNotIn("Changes:", given, slug)
            for blank in exercise.blanks:
                self.assertLess(given.count(blank.first), twin.count(blank.first) + (blank.first in blank.instead), slug)

    def test_what_is_wrong_with_a_text(self):
        good = "# T\n\nTask.\n\n<!-- blank: `a` -->\n```cpp\nb\n```\n\n<!-- check -->\n```cpp\n    check.sizes({1});\n```\n"
        exercise = texts.parse("x/y", good)
        self.assertEqual(exercise.task, "# T\n\nTask.\n")
        self.assertIn("\nb\nc\n", texts.with_blanks(exercise, "a\nc\n"))
        for twin, said in (("c\n", "has no line 'a'"), ("a\n a\n", "more than one line 'a'")):
            with self.assertRaisesRegex(texts.Wrong, said):
                texts.with_blanks(exercise, twin)
        for bad in (good.replace("# T", "T"), good.replace("blank: `a`", "blank: a"), good.replace("<!-- check -->", ""),
                    good + "<!-- blank: `c` -->\n"):
            with self.assertRaises(texts.Wrong):
                texts.parse("x/y", bad)
        with self.assertRaisesRegex(texts.Wrong, "not understood"):
            texts.goals(texts.parse("x/y", good.replace("check.sizes({1})", "check.size(1)")))

    def test_the_end_of_a_blank_and_where_to_look_for_it(self):
        text = "# T\n\n<!-- blank: `a` to `e` after `k` -->\n```cpp\nb\n```\n\n<!-- check -->\n```cpp\n```\n"
        self.assertTrue(texts.with_blanks(texts.parse("x/y", text), "a\nk\na\nc\ne\ne\n").endswith("a\nk\nb\ne\n"))


class Folders(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.place = pathlib.Path(made.name)

    def say(self, *words, places=PLACES):
        """Status and output of the command."""
        read, write = os.pipe()
        with open(read, encoding="utf-8") as said, open(write, "w", encoding="utf-8") as into:
            before = sys.stdout, sys.stderr
            sys.stdout = sys.stderr = into
            try:
                status = command.main(list(map(str, words)), places)
            except SystemExit as left:
                status = left.code
            finally:
                sys.stdout, sys.stderr = before
            into.close()
            return status, said.read()

    def test_a_folder_is_written_and_never_overwritten(self):
        target = self.place / "deep" / "one"
        status, said = self.say("memory/bank_conflicts", target)
        self.assertEqual(status, 0, said)
        self.assertEqual(sorted(path.name for path in target.iterdir()), ["README.md", "bank_conflicts.cu", "exercise.txt", "support"])
        self.assertEqual(sorted(path.name for path in (target / "support").iterdir()), ["cuda.hpp", "launch.hpp"])
        self.assertIn("at most 0.1, for L = 2", (target / "README.md").read_text(encoding="utf-8"))
        self.assertNotIn("<!--", (target / "README.md").read_text(encoding="utf-8"))
        status, said = self.say("memory/bank_conflicts", target)
        self.assertEqual(status, 2)
        self.assertIn("is there already", said)
        self.assertEqual([path.name for path in target.parent.iterdir()], ["one"])

    def test_wrong_commands(self):
        for words, said in ((["memory/no_such"], "--list names all"), (["bank_conflicts", self.place / "x"], "there is memory/bank_conflicts"),
                            ([], "it takes AREA/NAME"), (["--check", self.place], "has no exercise.txt"),
                            (["--solution", "x/y"], "there is no exercise 'x/y'")):
            status, text = self.say(*words)
            self.assertEqual(status, 2, text)
            self.assertIn(said, text)
        self.say("memory/bank_conflicts", self.place / "one")
        status, text = self.say("--check", self.place / "one", places=PLACES._replace(nvcc=None))
        self.assertEqual(status, 2)
        self.assertIn("no nvcc", text)
        self.assertFalse((self.place / "one" / "build").exists())

    def test_from_the_task_to_done(self):
        target = self.place / "one"
        self.say("memory/bank_conflicts", target)
        status, said = self.say("--check", target)
        self.assertEqual(status, 1, said)
        self.assertIn("NOT YET  floatAccess: bank conflicts a request at most 0.1: ", said)
        file = target / "bank_conflicts.cu"
        given = file.read_text(encoding="utf-8")
        file.write_text("no C++\n", encoding="utf-8")
        status, said = self.say("--check", target)
        self.assertEqual(status, 1, said)
        self.assertIn("NOT YET  bank_conflicts.cu does not compile", said)
        self.assertIn("bank_conflicts.cu(1): error", said)
        file.write_text(given.replace("void bank_conflicts(", "void bank_conflict(").replace("bank_conflicts(chars", "bank_conflict(chars"),
                        encoding="utf-8")
        status, said = self.say("--check", target)
        self.assertEqual(status, 1, said)
        self.assertIn("its name and parameters have to stay", said)
        status, solution = self.say("--solution", "memory/bank_conflicts")
        file.write_text(solution, encoding="utf-8")
        status, said = self.say("--check", target)
        self.assertEqual(status, 0, said)
        self.assertIn("\ndone\n", said)


class All(unittest.TestCase):
    """All exercises, given and solved."""

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.made.cleanup)
        cls.scratch = pathlib.Path(cls.made.name)
        cls.exercises = [texts.read(ROOT, slug) for slug in SLUGS]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            program = pool.submit(checking.checker_of, PLACES, cls.exercises, cls.scratch)
            cls.given = list(pool.map(cls.build_given, cls.exercises))
        cls.program = program.result()

    @classmethod
    def build_given(cls, exercise):
        """The module of an exercise as given, or the compiler's message."""
        file = cls.scratch / f"{exercise.name}.cu"
        text = texts.with_blanks(exercise, folder.twin_of(ROOT, exercise))
        file.write_text(text.replace('#include "../support/', '#include "'), encoding="utf-8")
        module = cls.scratch / f"{exercise.name}.so"
        try:
            checking.module_of(PLACES, file, module)
        except checking.Broken as error:
            return error
        return module

    def test_as_given(self):
        for number, (exercise, module) in enumerate(zip(self.exercises, self.given)):
            with self.subTest(exercise.slug):
                if isinstance(module, checking.Broken):
                    self.fail(f"it does not compile:\n{module}")
                said, done = checking.run(PLACES, self.program, number, module)
                self.assertFalse(done, said)
                self.assertIn("NOT YET", said)
                self.assertNotIn("the program ended with status", said)

    def test_with_the_solution(self):
        for number, exercise in enumerate(self.exercises):
            with self.subTest(exercise.slug):
                module = BUILD / "examples" / "modern" / f"{exercise.slug}.so"
                said, done = checking.run(PLACES, self.program, number, module)
                self.assertTrue(done, said)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
