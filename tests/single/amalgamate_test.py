# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amalgamate.py: what stands where, and how often."""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "compat/single"))
import amalgamate  # noqa: E402


class Places(unittest.TestCase):
    def of(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            include = pathlib.Path(folder).resolve()
            for name, text in files.items():
                (include / f"{name}.h").write_text(f"#ifndef {name.upper()}_H\n#define {name.upper()}_H\n{text}#endif\n", encoding="utf-8")
            before, amalgamate.INCLUDE = amalgamate.INCLUDE, include
            try:
                made = amalgamate.Amalgamation()
                made.add(include / "root.h")
            finally:
                amalgamate.INCLUDE = before
            return "\n".join(made.lines)

    def test_once(self):
        text = self.of(root='#include "a.h"\n#include "b.h"\n', a="int a;\n", b='#include "a.h"\nint b;\n')
        self.assertEqual((text.count("int a;"), text.count("int b;")), (1, 1))
        self.assertLess(text.index("int a;"), text.index("int b;"))
        self.assertNotIn("#include", text)

    def test_again_where_the_first_place_is_under_a_condition(self):
        text = self.of(root='#ifdef X\n#include "a.h"\n#endif\n#include "a.h"\n', a="int a;\n")
        self.assertEqual(text.count("int a;"), 2)

    def test_not_again_under_the_same_condition(self):
        text = self.of(root='#if defined(X)\n#include "a.h"\n#endif\n#if defined X && !defined Y\n#endif\n#if defined( X )\n#if Y\n'
                            '#include "a.h"\n#endif\n#endif\n', a="int a;\n")
        self.assertEqual(text.count("int a;"), 1)

    def test_the_other_branch_is_another_condition(self):
        for directive in ("#else", "#elif Y"):
            text = self.of(root=f'#ifdef X\n#include "a.h"\n{directive}\n#include "a.h"\n#endif\n', a="int a;\n")
            self.assertEqual(text.count("int a;"), 2, directive)

    def test_other_headers_stay_includes(self):
        self.assertIn("#include <a.h>", self.of(root="#include <a.h>\n", a="int a;\n"))
        self.assertIn('#include "not_there.h"', self.of(root='#include "not_there.h"\n'))


class Written(unittest.TestCase):
    def test_one_pragma_behind_comments_that_c90_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            amalgamate.header(pathlib.Path(folder))
            text = (pathlib.Path(folder) / "cuda_legacy_single.h").read_text(encoding="utf-8")
        before, pragma, behind = text.partition("#pragma GCC system_header")
        self.assertTrue(pragma)
        self.assertNotIn("//", before)
        self.assertNotIn(pragma, behind)  # it would hold for the macros texture and surface, too


class Wrong(unittest.TestCase):
    def test_folders_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder).resolve() / "file"
            file.touch()
            for words, reason in (([file], "File exists"), ([file / "x"], "Not a directory"), (["--tree", file], "File exists"),
                                  (["--tree", file / "x"], "Not a directory"), (["/proc/none"], "No such file")):
                done = subprocess.run([sys.executable, "-B", ROOT / "compat/single/amalgamate.py", *words], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, rf"^amalgamate\.py: /\S+ cannot be written: {reason}[^\n]*\n$")

    def test_wrong_words(self):
        for words in ([], ["--tree"], [""], ["--tree", ""], ["a", "b"], ["--no"]):
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(amalgamate.main(words), 2)
            self.assertIn("usage: amalgamate.py", said.getvalue())


class Request(unittest.TestCase):
    def test_each_header_that_is_named_is_there(self):
        for names in amalgamate.ON_REQUEST.values():
            for name in names:
                self.assertTrue((amalgamate.SHIMS / name).is_file(), name)


if __name__ == "__main__":
    unittest.main()
