#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages' rows and marked words are those of `pairs diff`, for every pair: alignment_test.py PROGRAM (alignment_rows)."""

import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "migration-notes/site"), str(ROOT / "tests/tools/structure")]

import alignment  # noqa: E402
from rules.tree import FAST, fast_slugs, slugs_below  # noqa: E402

PROGRAM = sys.argv.pop()


def rows_here(left, right):
    lefts, rights = ((ROOT / path).read_text(encoding="utf-8").split("\n")[:-1] for path in (left, right))
    for row in alignment.align(lefts, rights):
        yield f"{'-' if row.left is None else row.left} {'-' if row.right is None else row.right} {int(row.related)}"
        if row.related:
            for one, other in ((lefts[row.left], rights[row.right]), (rights[row.right], lefts[row.left])):
                words = alignment.words_of(one)
                changed = alignment.changed_words(words, alignment.words_of(other))
                yield from (f"  {at} {word}" for at, word in enumerate(words) if changed[at])


class Rows(unittest.TestCase):
    def test_of_every_pair(self):
        compared = [(f"legacy/{slug}.cu", f"modern/{slug}.cu") for slug in slugs_below(ROOT, "legacy")]
        compared += [(f"modern/{slug}.cu", f"modern/{slug}{FAST}.cu") for slug in fast_slugs(ROOT)]
        self.assertGreater(len(compared), 1)
        for left, right in compared:
            with self.subTest(left=left, right=right):
                told = subprocess.run([PROGRAM, str(ROOT / left), str(ROOT / right)], check=True, text=True, stdout=subprocess.PIPE).stdout
                self.assertEqual(list(rows_here(left, right)), told.split("\n")[:-1])


if __name__ == "__main__":
    unittest.main()
