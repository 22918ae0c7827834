# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the rule of the documents' pages finds."""

import pathlib
import tempfile
import unittest

import document_pages

PAGE = """# K
| No. | a | b | c |
| --- | --- | --- | --- |
| K-L1 | here | `memory/x` | nothing |
| K-C1 | says | **true** | [x_test.cpp](../../tests/pairs/memory/x_test.cpp), `one` |
| K-C2 | says | **wrong then** | – |

K-T1, a table:
"""
ITEMS = {"K": {"L": 1, "Q": 0, "C": 2, "T": 1}}


class Pages(unittest.TestCase):
    def found(self, page, legacy="// Source:  K, chapter 7\n", case="BOOST_AUTO_TEST_CASE(one)\n"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in (("migration-notes/documents/k.md", page), ("legacy/memory/x.cu", legacy),
                               ("tests/pairs/memory/x_test.cpp", case)):
                if text is not None:
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text, encoding="utf-8")
            return [str(finding) for finding in document_pages.document_pages(root, ITEMS)]

    def test_a_whole_page(self):
        self.assertEqual(self.found(PAGE), [])

    def test_what_is_missing(self):
        for page, words in ((None, "the page is missing"), (PAGE.replace("| K-C2 | says | **wrong then** | – |\n", ""), "K-C1 to K-C2"),
                            (PAGE.replace("K-C2", "K-C1"), "[1, 1]"), (PAGE.replace("K-T1, ", "K-T2, "), "K-T1 to K-T1"),
                            (PAGE.replace("**wrong then**", "perhaps"), "K-C2: a claim is"),
                            (PAGE.replace("K-C2", "M-C2"), "M-C2 belongs to another"),
                            (PAGE.replace("memory/x`", "memory/y`"), "'memory/y' is no pair"),
                            (PAGE.replace("`one`", "`two`"), "has no case two")):
            found = self.found(page)
            self.assertTrue(any(words in one for one in found), (words, found))
        self.assertTrue(any("is not named" in one for one in self.found(PAGE.replace("`memory/x`", "x"))))
        self.assertTrue(any("is no pair of this document" in one for one in self.found(PAGE, legacy="// Source:  H, section 1\n")))


if __name__ == "__main__":
    unittest.main()
