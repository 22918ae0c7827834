# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Notes keep to their template and stand in the index; notes and examples name each other."""

from rules.notes import SECTIONS, copied_headers, note_template, notes_of_examples, pairs_of_notes
from rules.small_tree import SmallTree

INDEX, FIRST, SECOND = "migration-notes/README.md", "migration-notes/first.md", "migration-notes/second.md"
LEGACY, MODERN = "legacy/area/one.cu", "modern/area/one.cu"


class Examples(SmallTree):
    def test_an_example_without_its_note(self):
        self.replace(LEGACY, "first.md", "second.md")
        self.sees(notes_of_examples, f"{LEGACY}:5: there is no {SECOND}")
        self.replace(MODERN, FIRST, "first.md")
        self.sees(notes_of_examples, f"{MODERN}:5: 'first.md' is no migration-notes/<note>.md")
        self.replace(INDEX, "[first.md](first.md)", "first.md")
        self.sees(notes_of_examples, f"{LEGACY}:5: {INDEX} does not link to its note, {FIRST}", 2)
        self.replace(FIRST, "| Pairs | `area/one` |", "| Pairs | none |")
        self.sees(notes_of_examples, "do not name `area/one`", 2)
        self.replace(LEGACY, "first.md", f"first.md, {SECOND}")
        self.sees(notes_of_examples, f"{LEGACY}:5: there is no {SECOND}")

    def test_notes_and_pairs_that_do_not_name_each_other(self):
        self.replace(MODERN, FIRST, f"{FIRST}, {SECOND}")
        self.sees(pairs_of_notes, f"{LEGACY}:5: names the notes {FIRST}; {MODERN} {FIRST}, {SECOND}")
        self.replace(MODERN, FIRST, SECOND)
        self.sees(pairs_of_notes, f"{MODERN}:5: does not name {FIRST}, whose pairs name `area/one`", 2)
        self.replace(LEGACY, FIRST, "")
        self.replace(MODERN, FIRST, "")
        self.sees(pairs_of_notes, f"{LEGACY}:5: does not name {FIRST}", 2)

    def test_a_pair_may_have_two_notes(self):
        self.write(SECOND, "# Second\n\n| Pairs | `area/one` |\n")
        for file in (LEGACY, MODERN):
            self.replace(file, FIRST, f"{FIRST},\n//          {SECOND}")
        self.is_content(pairs_of_notes)


class Template(SmallTree):
    def test_sections(self):
        self.assertEqual(SECTIONS[:3], ("Summary", "Before", "After"))
        for section in SECTIONS[:3]:
            self.replace(FIRST, f"## {section}\n", "")
            self.sees(note_template, f'{FIRST}: no section "## {section}"')
        for section in SECTIONS[3:]:
            self.replace(FIRST, f"## {section}\n", "")
        self.is_content(note_template)
        self.replace(FIRST, "## Verify\n", "## Verify\n## Line by line\n")
        self.sees(note_template, f'{FIRST}:39: "## Line by line" is no section of a note')
        self.replace(FIRST, "## How to detect\n", "")
        self.replace(FIRST, "## Verify\n", "## Verify\n## How to detect\n")
        self.sees(note_template, f'{FIRST}:38: section "## How to detect" stands too late')
        self.append(FIRST, "## Verify\n")
        self.sees(note_template, f'{FIRST}:39: section "## Verify" stands too late')

    def test_the_table(self):
        for row in ("Deprecated", "Removed", "Compat header", "Pairs", "Tested on"):
            self.replace(FIRST, f"| {row} |", "| Something |")
            self.sees(note_template, f'{FIRST}: the table has no row "{row}"')
        self.replace(FIRST, "| Removed | CUDA 13.0 |", "| Removed | |")
        self.sees(note_template, 'the table has no row "Removed"')
        self.replace(FIRST, "| Pairs | `area/one` |", "| Pairs | `area/one`, `area/two` |")
        self.sees(note_template, f"{FIRST}:8: there is no pair `area/two`")

    def test_headers_of_what_is_copied(self):
        use = "\n<!-- from modern/area/one.cu -->\n```cpp\n    sum = cub::BlockReduce<int, 32>(shared).Sum(cuda::std::min(a, b));\n```\n"
        after = "\n## After\n"
        self.replace(FIRST, after, after + use)
        self.sees(copied_headers, f"{FIRST}:27: names cub::, and no block shows #include <cub/", 2)
        self.replace(FIRST, after, after + use.replace("    sum", "#include <cub/block/block_reduce.cuh>\n    sum"))
        self.sees(copied_headers, f"{FIRST}:27: names cuda::std::, and no block shows #include <cuda/std/")
        self.replace(FIRST, after, after + use + use.replace("    sum", "#include <cuda/std/algorithm>\n#include <cub/cub.cuh>\n    sum"))
        self.is_content(copied_headers)
        self.replace(FIRST, after, use + after)  # before it there is old code
        self.is_content(copied_headers)

    def test_title_and_index(self):
        self.replace(FIRST, "# Old", "Old")
        self.sees(note_template, f"{FIRST}:1: does not begin with a title")
        self.replace(INDEX, "(first.md)", "")
        self.sees(note_template, f"{INDEX}: first.md has 0 rows, not one")
        self.append(INDEX, "| the same | [first.md](first.md) |\n")
        self.sees(note_template, f"{INDEX}: first.md has 2 rows, not one")
        self.append(INDEX, "\nSee [first.md](first.md).\n")
        self.is_content(note_template)

    def test_pages_that_are_no_notes(self):
        for page in ("documents.md", "errors.md", "from-cuda-n.md", "outdated-claims.md", "ready-for-14.md", "then-and-now.md"):
            self.write(f"migration-notes/{page}", "A page.\n")
        self.is_content(note_template)
        self.write("migration-notes/other.md", "A page.\n")
        self.sees(note_template, "migration-notes/other.md:1: does not begin with a title", 10)
