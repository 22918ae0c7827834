#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What migration-notes/explain/explain.py answers to pasted messages, and to those of errors.md themselves."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import pasted
from pasted import EXPLAIN, ROOT, explain

DATA = explain.load()
NOTES = ROOT / "migration-notes"


def answers(text):
    return explain.explain(text, DATA)["answers"]


def subjects(text):
    return [one["what"] for one in answers(text)]


class Pastes(unittest.TestCase):
    def test_each_gets_its_answers_in_order(self):
        for one in pasted.all_pastes():
            with self.subTest(one.name):
                found = answers(one.text)
                self.assertTrue(one.answers, "no answer is expected: is the case of use?")
                self.assertEqual([(answer["note"], answer["what"][:len(what)]) for answer, (_, what) in zip(found, one.answers)], one.answers)
                self.assertEqual(len(found), len(one.answers), [answer["what"] for answer in found])

    def test_public_ones_are_many(self):
        self.assertGreater(len(pasted.pastes("public.txt")), 60)

    def test_every_message_of_the_page_finds_its_own_row(self):
        for row in DATA["rows"]:
            message = row["message"].replace("(…)", "(int, float *)").replace("…", "some")
            with self.subTest(row["message"]):
                self.assertIn(row["message"], subjects(f"old.cu(12): error: {message}"))

    def test_a_name_of_the_table_is_an_answer_in_the_words_of_each_compiler(self):
        forms = ['a.cu(3): error: identifier "{}" is undefined', "a.cpp:3:1: error: \u2018{}\u2019 was not declared in this scope",
                 "a.c:3:1: warning: implicit declaration of function \u2018{}\u2019; did you mean \u2018x\u2019? [-Wimplicit-function-declaration]",
                 "a.c:3:1: error: \u2018{}\u2019 undeclared (first use in this function)", "a.cpp:3:1: error: unknown type name '{}'",
                 "a.cpp:3:1: error: use of undeclared identifier '{}'", "C:\\a b\\a.cpp(3): error C3861: '{}': identifier not found",
                 "C:\\a.cpp(3,5): error C2065: '{}': undeclared identifier", "a.cpp(3): error C2660: '{}': function does not take 3 arguments",
                 "/usr/bin/ld: a.o: in function `main':\na.cpp:(.text+0x5): undefined reference to `{}'",
                 "a.obj : error LNK2019: unresolved external symbol {} referenced in function main", "./a: symbol lookup error: undefined symbol: {}",
                 "a.cpp:3:1: Fehler: \u00bb{}\u00ab wurde in diesem G\u00fcltigkeitsbereich nicht definiert"]
        for name in ("cudaThreadSynchronize", "cudaBindTexture2D", "cuCtxCreate", "cusparseScsrmv", "cutilSafeCall", "surfaceReference"):
            for form in forms:
                with self.subTest(name=name, form=form):
                    told = subjects(form.format(name))
                    self.assertTrue(any(name in one for one in told), told)

    def test_every_removed_name_is_an_answer(self):
        for name, told in DATA["names"].items():
            owner, _, last = name.rpartition("::")
            text = f"fatal error: {name}: No such file or directory" if re.search("[./]", name) else \
                f"a.cu(1): warning: '{name}' is deprecated" if owner and told["goes"] else \
                f"a.cu(1): error: class '{owner}' has no member '{last}'" if owner else f"a.cu(1): error: '{name}' is deprecated, or undefined"
            with self.subTest(name):
                self.assertTrue(any(one["note"] == told["note"] or name in one["what"] for one in answers(text)), answers(text))

    def test_what_is_not_of_cuda_is_no_answer(self):
        for text in ("a.cpp:3:1: error: 'foo' was not declared in this scope", "make: *** [Makefile:7: all] Error 2",
                     "a.cpp:3:1: error: expected ';' before '}' token", "error: any of these will do", "warning: a trap for all",
                     "/home/me/texture/surface.cpp:3:9: error: 'bar' was not declared in this scope", "a.cu(3): error: no member of double4", "",
                     "error: command 'nvcc -c -O2 -g -o a.o cudaBindTexture.cu' failed\nmake: *** [all] Error 2", "error: /opt/cudaBindTexture/a.o: invalid string offset",
                     "nvcc -Wno-deprecated-gpu-targets -I/x/texture -DN=1 -o a.o -c texture.cu"):
            with self.subTest(text):
                self.assertEqual(subjects(text), [])


class Texts(unittest.TestCase):
    def test_cut_by_a_terminal_at_any_column(self):
        message = '/home/someone/projects/old/source/kernels/filter.cu(1203): error: identifier "cudaBindTextureToArray" is undefined'
        for width in range(60, len(message) + 1):
            text = "\n".join(message[at:at + width] for at in range(0, len(message), width)) + "\n    cudaFree(p);\n"
            with self.subTest(width):
                self.assertEqual([one["note"] for one in answers(text)], ["texture_reference.md"])

    def test_in_colour(self):
        for colour, end in (("\x1b[01m\x1b[K", "\x1b[m\x1b[K"), ("[01m[K", "[m[K"), ("\x1b]8;;https://a.b/c\x07\x1b[1;31m", "\x1b[0m\x1b]8;;\x07")):
            with self.subTest(colour):
                self.assertEqual(subjects(f"a.cpp:3:1: {colour}error: {end}\u2018{colour}cudaThreadExit{end}\u2019 is not there"), ["cudaThreadExit"])
                self.assertEqual(subjects(f"a.cu(3): {colour}error{end}: {colour}texture{end} is not a template"), ["texture is not a template"])

    def test_a_part_of_a_message(self):
        for text in ("texture is not a templ", "... is not a template", 'error: identifier "cudaThreadSynchronize" is und'):
            with self.subTest(text):
                self.assertEqual(len(answers(text)), 1)

    def test_a_log(self):
        begin = time.monotonic()
        found = answers(pasted.long_log(20000))
        self.assertEqual([(one["line"], one["what"]) for one in found], [(6667, "texture is not a template"), (10001, "cudaThreadExit")])
        self.assertLess(time.monotonic() - begin, 60)  # a watchdog

    def test_a_call_tells_rows_of_one_message_apart(self):
        text = "a.cu(3): error: too few arguments in function call\n    {}(a, b, c);\n    ^\n"
        for call, note in (("cuCtxCreate", "context_creation.md"), ("cudaMemPrefetchAsync", "memory_prefetch.md"), ("cudaGraphAddDependencies", "from-cuda-n.md")):
            self.assertEqual([one["note"] for one in answers(text.format(call))], [note])
        self.assertGreater(len(answers("a.cu(3): error: too few arguments in function call")), 2)
        self.assertEqual(answers("a.cu(3): error: too few arguments in function call\n" + "make: a line\n" * explain.SHORT), [])

    def test_code_below_a_message_has_the_name(self):
        text = "a.cpp:3:34: error: expected template-name before \u2018<\u2019 token\n    3 | struct f : thrust::unary_function<int, int> {};\n"
        self.assertEqual(subjects(text), ["thrust::unary_function"])

    def test_a_name_alone(self):
        for text, subject in (("cudaThreadSynchronize();", "cudaThreadSynchronize"), ("properties.clockRate", "cudaDeviceProp::clockRate"), ("texture", "texture")):
            self.assertEqual(subjects(text), [subject])

    def test_power_shell_writes_utf_16(self):
        self.assertIn("template", explain.decoded("\ufefftexture is not a template".encode("utf-16-le")))


class Nothing(unittest.TestCase):
    def next_steps(self, text):
        found = explain.explain(text, DATA)
        self.assertEqual(found["answers"], [])
        return " ".join(found["next"])

    def test_the_next_step(self):
        self.assertIn("paste the output", self.next_steps("hello"))
        self.assertIn("None of the messages", self.next_steps("a.cu(3): error: expected a ';'"))
        self.assertIn("`cudaFrobnicate`", self.next_steps('a.cu(3): error: identifier "cudaFrobnicate" is undefined'))
        for text in ("hello", "a.cu(3): error: expected a ';'"):
            self.assertIn("./run scan", self.next_steps(text))


class Command(unittest.TestCase):
    def run_command(self, *arguments, given=""):
        return subprocess.run([sys.executable, "-B", str(EXPLAIN / "explain.py"), *arguments], input=given, text=True, capture_output=True, check=False)

    def test_status_and_output(self):
        done = self.run_command("-", given="x.cu(3): error: texture is not a template\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("stdin:1: texture is not a template\n    Compile with compat", done.stdout)
        self.assertIn("migration-notes/texture_reference.md", done.stdout)
        done = self.run_command("-", given="hello\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("./run scan", done.stdout)

    def test_no_text(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"x.cu(3): error: texture is not a template\n\0\xff\x80")
            file.flush()
            done = self.run_command(file.name)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"explain: {file.name} is no text: it has zero bytes\n"))

    def test_a_message_as_the_argument(self):
        done = self.run_command("x.cu(3): error: texture is not a template")
        self.assertEqual(done.returncode, 0)
        self.assertIn("message:1: texture is not a template\n    Compile with compat", done.stdout)
        self.assertEqual(self.run_command("no error at all").returncode, 1)
        self.assertEqual(self.run_command("no such.log").returncode, 2)

    def test_wrong_use(self):
        for arguments in ((), ("/no/such/file",), ("--frob", "-"), ("a", "b")):
            done = self.run_command(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr)

    def test_an_output_that_cannot_be_written(self):
        for setting in ("", "1"):  # at the end, or at once
            for end, status, said in (("> /dev/full", 2, "explain: standard output cannot be written: No space left on device\n"),
                                      ("| true; exit ${PIPESTATUS[0]}", 141, ""), (">&-", 0, "")):
                done = subprocess.run(["bash", "-c", f'"$@" {end}', "-", sys.executable, "-B", str(EXPLAIN / "explain.py"), "error: texture is not a template"],
                                      text=True, capture_output=True, check=False, env={**os.environ, "PYTHONUNBUFFERED": setting})
                self.assertEqual((done.returncode, done.stderr), (status, said), (setting, end))

    def test_json_and_the_data_of_a_wheel(self):
        done = self.run_command("--json", "-", given="texture is not a template")
        self.assertEqual(json.loads(done.stdout)["answers"][0]["note"], "texture_reference.md")
        with tempfile.TemporaryDirectory() as scratch:  # explain.py and its data alone, as a wheel has them
            folder = pathlib.Path(scratch)
            (folder / "explain.py").write_bytes((EXPLAIN / "explain.py").read_bytes())
            (folder / "explain.json").write_text(self.run_command("--data").stdout, encoding="utf-8")
            done = subprocess.run([sys.executable, "-B", "explain.py", "-"], cwd=folder, input="texture is not a template", text=True, capture_output=True, check=False)
            self.assertIn("texture_reference.md", done.stdout)


class Links(unittest.TestCase):
    def test_each_answer_s_note_is_there(self):
        for told in [*DATA["rows"], *DATA["families"], *DATA["names"].values()]:
            self.assertTrue((NOTES / told["note"]).is_file(), told)

    def test_what_the_scanner_advises_is_in_the_note_that_it_names(self):
        looked = 0
        for source in sorted((ROOT / "compat/scanner").rglob("*.cpp")):
            for note in re.findall(r'"([\w-]+\.md)"', source.read_text(encoding="utf-8")):
                looked += 1
                self.assertTrue((NOTES / note).is_file(), f"{source.name}: {note}")
                self.assertNotIn(note, ("errors.md", "README.md", "documents.md"), f"{source.name}: a page of messages has no row for an advice")
        self.assertGreater(looked, 5)
        self.assertIn("cudaGetLastError()", (NOTES / "thread_management.md").read_text(encoding="utf-8"))  # unchecked-launch


if __name__ == "__main__":
    unittest.main()
