# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs, without a CUDA compiler: their text, what run.py says of their ends, and how shrink.py shortens them."""

import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest

import execution
import expressions
import statements
from generate import program
from shrink import Shrinker

FOLDER = pathlib.Path(__file__).resolve().parent
SEEDS = range(40)


class Text(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = [program(seed) for seed in SEEDS]
        cls.all = "\n".join(cls.texts)

    def test_a_seed_gives_one_text(self):
        self.assertEqual(self.texts[7], program(7))
        self.assertEqual(len(set(self.texts)), len(SEEDS))
        written = subprocess.run([sys.executable, "-B", FOLDER / "generate.py", "7"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(written, self.texts[7])

    def test_no_place_is_left(self):
        self.assertNotIn("$", self.all)

    def test_braces_and_parentheses_match(self):
        for text in self.texts:
            self.assertEqual(text.count("{"), text.count("}"))
            self.assertEqual(text.count("("), text.count(")"))

    def test_all_operations_are_tried(self):
        headers = "\n".join((FOLDER / "runtime" / name).read_text() for name in ("integers.h", "floats.h", "atomics.h", "exchanges.h", "groups.h"))
        names = set(re.findall(r"^(?:OPERATION_\d\(\w+, |SATURATION\(|ATOMIC\(|REDUCTION\()(\w+),", headers, re.M))
        self.assertGreater(len(names), 100)
        self.assertEqual(sorted(name for name in names if not re.search(rf"\b{name}\(", self.all)), [])

    def test_all_statements_are_tried(self):
        for text in ("do {", "continue;", "break;", "switch", "for (", "function_pointer pointer", "record_function_", "return a * 7u",
                     "level - 1u", "coalesced_sum", "tile_sum", "block_or", "warp_barrier", "quads", "columns", "volatile", "peeled"):
            self.assertIn(text, self.all)

    def test_each_method_exists(self):
        for _, method, _ in statements.STATEMENTS:
            self.assertTrue(callable(getattr(statements.Statements, method)))

    def test_each_kind_has_leaves_without_operands(self):
        for kind, leaves in expressions.LEAVES.items():
            self.assertIn(kind, expressions.FORMS)
            for _, form in leaves:
                self.assertNotRegex(form, r"\$(word|wide|single|double|condition)\b")


class Runs(unittest.TestCase):
    """A shell script takes the compiler's place: its programs end as it is asked."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, program_script, *arguments):
        compiler = self.folder / "compiler"
        compiler.write_text(f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncat > "$2" <<"END"\n#!/bin/sh\n{program_script}\nEND\nchmod +x "$2"\n')
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
        return subprocess.run([sys.executable, "-B", FOLDER / "run.py", "--device", self.folder, "--nvcc", compiler, "--work", self.folder / "work",
                               *arguments], capture_output=True, text=True, check=False)

    def findings(self):
        return sorted(path.name for path in (self.folder / "work/findings").iterdir())

    def test_right_programs(self):
        done = self.run_with("exit 0", "--programs", "3", "--seed", "5")
        self.assertEqual((done.returncode, done.stdout), (0, "3 programs from seed 5 on, interpreted, scheduled, translated, hot: nothing found\n"))
        self.assertEqual(self.findings(), [])

    def test_a_difference_of_one_mode(self):
        done = self.run_with('[ "$CUDA_EMULATOR_TRANSLATE" != 2 ] || { echo "output[3] is 1, right is 2"; exit 1; }', "--programs", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("seed 1, translated: a difference: output[3] is 1, right is 2\n", done.stdout)
        self.assertNotIn("interpreted: ", done.stdout)
        self.assertEqual(self.findings(), ["program-1.cu", "program-2.cu"])

    def test_a_signal_is_a_failure(self):
        done = self.run_with("kill -SEGV $$", "--programs", "1", "--modes", "interpreted")
        self.assertEqual(done.returncode, 1)
        self.assertIn("seed 1, interpreted: signal 11\n", done.stdout)

    def test_each_mode_has_its_variables(self):
        script = 'echo "$CUDA_EMULATOR_TRANSLATE $CUDA_EMULATOR_SCHEDULE $1"; exit 1'
        done = self.run_with(script, "--programs", "1", "--seed", "9")
        for line in ("interpreted: a difference: 0  1", "scheduled: a difference: 0 9 1", "translated: a difference: 2  1", "hot: a difference: 1  300"):
            self.assertIn(f"seed 9, {line}\n", done.stdout)

    def test_time_ends_it(self):
        done = self.run_with("sleep 0.3", "--seconds", "1", "--modes", "interpreted", "--jobs", "1")
        self.assertRegex(done.stdout, r"^\d programs from seed 1 on")

    def test_wrong_arguments(self):
        self.assertEqual(self.run_with("exit 0", "--modes", "quick").returncode, 2)


class Shrinks(unittest.TestCase):
    TEXT = "int used;\nint f()\n{\n    if (x) {\n        bad;\n        good;\n    }\n    else {\n        good;\n    }\n}\nint unused;\n"

    def shrunk(self, *needed):
        kept = []
        result = Shrinker(self.TEXT, lambda text: all(line in text for line in needed), kept.append).run()
        self.assertEqual(kept[-1], result)
        return result

    def test_what_is_not_needed_goes(self):
        self.assertEqual(self.shrunk("bad;", "int f()"), "int f()\n{\n        bad;\n}\n")

    def test_a_block_stays_if_it_is_needed(self):
        self.assertEqual(self.shrunk("bad;", "if (x) {"), "int f()\n{\n    if (x) {\n        bad;\n    }\n}\n")

    def test_a_block_may_become_empty(self):
        self.assertEqual(self.shrunk("else {"), "int f()\n{\n    else {\n    }\n}\n")

    def test_a_function_keeps_its_value(self):
        text = "int f()\n{\n    int a;\n    if (x) return 1;\n    return 2;\n}\n"
        self.assertEqual(Shrinker(text, lambda text: "int f" in text).run(), "int f()\n{\n    return 2;\n}\n")

    def test_a_program_is_its_units(self):
        text = program(3)
        self.assertEqual(Shrinker(text, None).text(), text)


class Modes(unittest.TestCase):
    def test_an_outcome_names_its_first_line(self):
        self.assertEqual(execution.Outcome(1, "\nfirst\nsecond\n").reason(), "a difference: first")
        finding = "cuda_emulator: kernel 'k3', block (0,0,0), thread (1,0,0), PTX line 64: divergent exchange: its mask names thread (2,0,0)"
        self.assertEqual(execution.Outcome(99, finding).kind(), (99, "divergent exchange: its mask names thread "))
        self.assertEqual(execution.Outcome(1, finding).kind(), (1, None))
        self.assertEqual(execution.Outcome("timeout", "").reason(), "no end in the time limit")


if __name__ == "__main__":
    unittest.main()
