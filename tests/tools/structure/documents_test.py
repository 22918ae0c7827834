# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The index by document says what the heads of the legacy files say."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import documents  # noqa: E402  puts tests/support on the path
import generated  # noqa: E402

NOTICE = "cuda_legacy\n\nWords.\n\nK   A chapter,\n    in Russian.\nM   An article.\n\nThe end.\n"
HEAD = "// What it shows.\n//\n// Source:  {}\n// Modern:  modern/x.cu\n\nint main() {{}}\n"


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "NOTICE").write_text(NOTICE)
        (self.root / "migration-notes").mkdir()
        self.index = self.root / "migration-notes/documents.md"
        self.index.write_text(f"{generated.BEGIN.format(documents.COMMAND)}\n{generated.END}\n")
        self.put("area/late", 'K, chapter 10, "Позже"')
        self.put("area/early", 'K, chapter 9, "Раньше", the launch of\n//          f(int *a); the document shows\n//          no code')
        self.put("other/article", 'M, "A Title", file.cu')

    def put(self, slug, source):
        path = self.root / "legacy" / (slug + ".cu")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD.format(source))

    def run_it(self, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = generated.main("", documents.COMMAND, self.root, {documents.FILE: documents.index},
                                    list(arguments))
        return status, out.getvalue()

    def rule(self):
        return [one.sentence for one in documents.index_by_document(self.root)]

    def test_each_pair_stands_under_its_document_in_the_documents_order(self):
        self.assertEqual(self.run_it("--write")[0], 0)
        text = self.index.read_text()
        places = [text.index(part) for part in ("## Document K", "A chapter, in Russian.", '"Раньше"', '"Позже"',
                                                "- `area/early`: the document shows no code.", "## Document M", "file.cu")]
        self.assertEqual(places, sorted(places))
        self.assertIn('| chapter 9, "Раньше", the launch of f(int \\*a) | `area/early` |'
                      " [legacy](../legacy/area/early.cu), [modern](../modern/area/early.cu) |", text)

    def test_a_new_pair_and_another_source_are_seen(self):
        self.run_it("--write")
        self.assertEqual(self.run_it()[0], 0)
        self.assertEqual(self.rule(), [])
        self.put("area/new", 'K, chapter 11, "Новое"')
        status, out = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("run python3 tests/tools/structure/documents.py --write", self.rule()[0])
        self.assertIn("run python3 tests/tools/structure/documents.py --write", out)
        self.run_it("--write")
        self.put("area/new", 'K, chapter 12, "Новое"')
        self.assertEqual(self.run_it()[0], 1)

    def test_a_source_without_a_document_is_an_error(self):
        for source in ('Z, "A Title"', '"A Title"', "K"):
            self.put("area/new", source)
            status, out = self.run_it("--write")
            self.assertEqual(status, 1)
            self.assertIn("legacy/area/new.cu", out)
            self.assertIn("legacy/area/new.cu", self.rule()[0])

    def test_a_tree_without_an_index_is_found(self):
        self.index.unlink()
        self.assertIn("documents.md", self.rule()[0])


if __name__ == "__main__":
    unittest.main()
