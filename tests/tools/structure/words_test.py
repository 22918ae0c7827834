# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What words.py counts, and what it does not."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import words


def of(count, word="word"):
    return " ".join([word] * count)


class Words(unittest.TestCase):
    def found(self, markdown):
        return [f"{one.place()}: {one.sentence}" for one in words.findings("text.md", markdown)]

    def test_a_sentence_of_25_words_passes_and_of_26_does_not(self):
        self.assertEqual(self.found(of(25) + ".\n"), [])
        self.assertEqual(len(self.found(of(26) + ".\n")), 1)
        self.assertIn("text.md:3: a sentence of 26 words", self.found("# Title\n\n" + of(26) + ".\n")[0])

    def test_a_sentence_goes_on_over_lines_and_ends_at_the_paragraph(self):
        self.assertEqual(len(self.found(of(13) + "\n" + of(13) + ".\n")), 1)
        self.assertEqual(self.found(of(13) + "\n\n" + of(13) + ".\n"), [])
        self.assertEqual(self.found("# " + of(13) + "\n" + of(13) + ".\n"), [])

    def test_full_stops_end_sentences(self):
        self.assertEqual(self.found(f"{of(20)}. Then {of(20)}? Then {of(20)}.\n"), [])
        self.assertEqual(self.found(f"**{of(20)}.** {of(20, 'Word')}.\n"), [])
        self.assertEqual(self.found(f"{of(20)}. `code` {of(20)}.\n"), [])

    def test_no_other_stops_do(self):
        for stop in (", e.g. ", " 13.0 ", "; ", ": ", " D. ", " e.g. Some "):
            self.assertEqual(len(self.found(of(13) + stop + of(13) + ".\n")), 1, stop)

    def test_items_are_sentences_of_their_own(self):
        self.assertEqual(self.found(f"- {of(20)}\n- {of(20)}\n1. {of(20)}\n"), [])
        self.assertEqual(len(self.found(f"- {of(20)}\n  {of(20)}\n")), 1)

    def test_code_is_one_word(self):
        self.assertEqual(self.found(f"{of(24)} `a call(of, many words)`.\n"), [])
        self.assertEqual(self.found(f"{of(24)} ``with ` in it``.\n"), [])
        self.assertEqual(self.found(f"{of(24)} `one`, `two`, `three` and `four`.\n"), [])
        self.assertEqual(len(self.found(f"{of(23)} `one` word, `two`, `three`.\n")), 1)
        self.assertEqual(self.found(f"```sh\n{of(50)}\n```\n"), [])
        self.assertEqual(self.found(f"<!-- {of(50)} -->\n"), [])

    def test_after_a_block_of_code_words_are_counted_again(self):
        self.assertEqual(len(self.found(f"```sh\n{of(50)}\n```\n{of(26)}\n")), 1)

    def test_links_are_their_text(self):
        self.assertEqual(self.found(f"{of(23)} [two words](https://example.com/a%20b).\n"), [])
        self.assertEqual(len(self.found(f"{of(23)} [three such words](x.md).\n")), 1)

    def test_a_figure_and_its_unit_are_one_word(self):
        self.assertEqual(self.found(f"{of(24)} 4.5 GB/s.\n"), [])
        self.assertEqual(self.found(f"{of(24)} 100 per cent.\n"), [])
        self.assertEqual(len(self.found(f"{of(24)} 12 others.\n")), 1)

    def test_signs_are_no_words(self):
        self.assertEqual(self.found(f"{of(25)} – → = .\n"), [])

    def test_cells_are_counted_each_and_as_a_whole(self):
        short = ". Word ".join([of(14)] * 2)
        self.assertEqual(self.found(f"| {short} | {short} |\n"), [])
        self.assertEqual(len(self.found(f"| {short}. Two more | x |\n")), 1)
        self.assertIn("a cell of 31 words", self.found(f"| {short}. Two more | x |\n")[0])
        self.assertEqual(len(self.found(f"| {of(26)} | x |\n")), 1)

    def test_a_stroke_in_code_divides_no_cell(self):
        self.assertEqual(words.cells(r"| `a | b` | c \| d |"), ["`a | b`", "c | d"])

    def test_the_program_reads_the_tree_and_tells_where(self):
        program = pathlib.Path(__file__).with_name("words.py")
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)

            def run():
                done = subprocess.run([sys.executable, program, root], capture_output=True, text=True)
                return done.returncode, done.stdout

            self.assertEqual(run()[0], 1)  # nothing to look at
            for name in ("README.md", "compat/README.md", "compat/emulator/README.md", "tests/a/b/README.md",
                         "migration-notes/note.md"):
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(of(25) + ".\n")
                self.assertEqual(run()[0], 0)
                path.write_text(of(26) + ".\n")
                self.assertIn(name + ":1: ", run()[1])
                self.assertEqual(run()[0], 1)
                path.write_text(of(25) + ".\n")


if __name__ == "__main__":
    unittest.main()
