# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which sentences plain_english.py finds, in which files, and which sentences it passes."""

import unittest

from rules import plain_english
from rules.small_tree import SmallTree

# One sentence for each pattern, with a part of the advice.
FOUND = {
    "Of two threads, the first one waits.": "begin with the subject",
    "What the file says is what the reader gets.": "name both things",
    "What they read are what they wrote.": "name both things",
    "A buffer that nobody frees stays.": '"nobody"',
    "Nobody frees the buffer.": '"nobody"',
    "The caller is told the size.": '"is told"',
    "The threads are told the size.": '"is told"',
    "Such ones stay in the list.": '"such ones"',
    "The list has such ones.": '"such ones"',
    "The kernel reads those that are bound.": '"those that are"',
    "A range of which nothing is known.": '"of which nothing"',
    **{f"{word} {pronoun} the value goes.": "a preposition and a pronoun"
       for word in ("By", "To", "In") for pronoun in ("one", "it", "them", "those", "which")},
}
CLEAN = (
    "Threads for which the guard holds, as one contiguous range.",
    "A list of two threads, and the first one waits.",
    "Offsets, sizes and alignments are in bytes.",
    "The caller tells the callee what the size is.",
    "By itself the value is unknown. To it belongs a range.",
    "`nobody` and `is told` are code.",
)


def found(name, text):
    return [f"{one.place()}: {one.sentence}" for one in plain_english.findings(name, text)]


class PlainEnglish(SmallTree):
    def test_each_pattern_is_found_in_each_language(self):
        for sentence, advice in FOUND.items():
            for name, text, line in (("a.cu", f"int x;\n// {sentence}\nint y;\n", 2),
                                     ("a.hpp", f"//! {sentence}\n", 1),
                                     ("a.h", f"int x; //!< {sentence}\n", 1),
                                     ("a.cpp", f"\n/* {sentence} */\n", 2),
                                     ("a.h", f"\n/**\n * {sentence}\n */\n", 3),
                                     ("a.py", f"x = 1\n# {sentence}\n", 2),
                                     ("a.py", f'def f():\n    """{sentence}"""\n', 2),
                                     ("a.md", f"# Title\n\n{sentence}\n", 3)):
                self.assertEqual(len(found(name, text)), 1, (name, sentence))
                self.assertIn(f"{name}:{line}: ", found(name, text)[0])
                self.assertIn(advice, found(name, text)[0])

    def test_clean_sentences_pass(self):
        for sentence in CLEAN:
            for name, text in (("a.cu", f"// {sentence}\n"), ("a.py", f"# {sentence}\n"), ("a.md", f"{sentence}\n")):
                self.assertEqual(found(name, text), [], (name, sentence))

    def test_a_sentence_goes_on_over_lines_and_begins_after_a_full_stop(self):
        self.assertEqual(len(found("a.cpp", "    // The caller is\n    // told the size.\n")), 1)
        self.assertEqual(len(found("a.cpp", "int x; // The caller is\n       // told the size.\n")), 1)
        self.assertEqual(len(found("a.py", "# The caller is\n# told the size.\n")), 1)
        self.assertEqual(len(found("a.cpp", "// A first sentence. Of two, one waits.\n")), 1)
        self.assertEqual(found("a.cpp", "int x; // what it is\nint y;\n// told by the caller\n"), [])

    def test_comments_behind_code_are_separate(self):
        self.assertEqual(len(found("a.h", "int x; //!< in bytes\nint y; //!< In it stands x\n")), 1)
        self.assertEqual(found("a.h", "int x; // what it is\nint y; // is what\n"), [])
        self.assertEqual(len(found("a.py", "x = 1  # bytes\ny = 1  # In it stands x\n")), 1)

    def test_a_paragraph_begins_anew_and_says_its_line(self):
        self.assertIn("a.cpp:3: ", found("a.cpp", "// A title.\n//\n// In it stands a value.\n")[0])
        self.assertIn("a.py:3: ", found("a.py", "# A title.\n#\n# In it stands a value.\n")[0])

    def test_a_comment_begins_behind_the_licence_line(self):
        for begin, name in (("//", "a.cpp"), ("#", "a.py"), ("#", "CMakeLists.txt")):
            text = f"{begin} SPDX-License-Identifier: MIT\n{begin} Of two, one waits.\n"
            self.assertIn(f"{name}:2: ", found(name, text)[0])

    def test_comments_of_cmake(self):
        self.assertIn("CMakeLists.txt:2: ", found("CMakeLists.txt", "project(a)\n# The caller is\n# told the size.\n")[0])
        self.assertEqual(len(found("a.cmake", "if(a)\n  # Nobody waits.\nendif()\n")), 1)
        self.assertEqual(found("CMakeLists.txt", 'set(nobody "nobody is told")\n'), [])
        self.append("tests/pairs/area/CMakeLists.txt", "# Nobody waits.\n")
        self.sees(lambda root: plain_english.plain_english(root, ("tests/pairs/area",)), "tests/pairs/area/CMakeLists.txt:2: ")

    def test_code_and_strings_are_no_prose(self):
        self.assertEqual(found("a.cpp", 'int nobody = f("nobody // is told");\n'), [])
        self.assertEqual(found("a.py", 'nobody = f("# nobody is told")\n'), [])
        self.assertEqual(found("a.md", "```cpp\n// nobody\n```\n"), [])

    def test_held_paths_alone_are_looked_at_with_their_subfolders(self):
        def rule(held):
            return lambda root: plain_english.plain_english(root, held)

        self.append("modern/support/cuda.hpp", "// Nobody frees it.\n")
        self.sees(rule(("modern",)), "modern/support/cuda.hpp:2: ")
        self.append("README.md", "\nNobody frees it.\n")
        self.sees(rule(("README.md", "legacy")), "README.md:3: ")
        self.append("modern/support/cuda.hpp", "// Nobody frees it.\n")
        self.is_content(rule(("README.md", "legacy")))

    def test_a_held_path_that_is_gone_is_a_finding(self):
        self.sees(lambda root: plain_english.plain_english(root, ("gone",)), "gone: is held by this rule")


if __name__ == "__main__":
    unittest.main()
