# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A note's searches find its pairs."""

from rules.searches import searches
from rules.small_tree import SmallTree

NOTE = "migration-notes/first.md"


class Searches(SmallTree):
    def test_a_search_that_does_not_find_its_pair(self):
        self.is_content(searches)
        self.replace(NOTE, "cudaDeviceReset --include", "nothing --include")
        self.sees(searches, f"{NOTE}:26: no search of it finds legacy/area/one.cu")
        self.replace(NOTE, "```sh\n", "```text\n")
        self.sees(searches, "no search of it finds legacy/area/one.cu")
        self.replace(NOTE, "## How to detect\n", "")
        self.sees(searches, f"{NOTE}: no search of it finds legacy/area/one.cu")

    def test_searches_find_the_pairs_together(self):
        self.write("legacy/area/two.cu", "other\n")
        self.replace(NOTE, "`area/one`", "`area/one`, `area/two`")
        self.replace(NOTE, "## Why", "```sh\ngrep -rn 'other' .\n```\n\n## Why")
        self.is_content(searches)

    def test_a_search_that_fails(self):
        self.replace(NOTE, "--include", "--no-such-option")
        self.sees(searches, f"{NOTE}:26: a search fails: ")

    def test_a_note_without_pairs(self):
        self.replace(NOTE, "| Pairs | `area/one` |", "| Pairs | none of ours |")
        self.sees(searches, "no notes with pairs")
