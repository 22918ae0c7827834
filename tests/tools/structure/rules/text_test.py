# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading and cutting text."""

import unittest

from rules import text
from rules.finding import Finding


class Text(unittest.TestCase):
    def test_comments_and_strings_are_no_code(self):
        self.assertEqual(text.without_comments("a // b\nc /* d\n */ e \"f // \\\" g\" h '\"' i '\\\"' j"),
                         "a  \nc  \n e \"\" h ' ' i ' ' j")
        self.assertEqual(text.without_comments("a /* b"), "a  ")
        self.assertEqual(text.without_comments("\"open\nb"), "\"\"\nb")
        self.assertEqual(text.without_comments("f(\"// g\"); /* h */ // i", strings=True), "f(\"// g\");    ")

    def test_lines_stay_lines(self):
        source = "a /* b\nc */\n// d\n\"e\\\nf\";\ng"
        self.assertEqual(text.line_of(text.without_comments("/* a\n b */\nc"), len(" \n\n")), 3)
        self.assertIn("\ng", text.without_comments(source))
        self.assertEqual(text.prose("a `b`\n```\nc\n```\nd\n"), "a \n\n\n\nd\n")

    def test_a_field_of_a_head_comment_may_go_on(self):
        fields = text.head_fields("// Title.\n//\n// One: a\n//      b\n// Two:\n// no field\n//   c\n")
        self.assertEqual(fields, {"One": ("a b", 3), "Two": ("", 5)})

    def test_lines_end_with_their_ends(self):
        self.assertEqual([text.lines(one) for one in ("", "a", "a\n", "a\n\n", "\n")], [[], ["a"], ["a"], ["a", ""], [""]])

    def test_a_row_is_that_of_its_name_and_has_something_to_say(self):
        self.assertEqual(text.table_row("# x\n| Pairs | a, b |\n", "Pairs"), (2, "a, b"))
        self.assertIsNone(text.table_row("| Pairs | |\n", "Pairs"))
        self.assertIsNone(text.table_row("| Other | a |\n", "Pairs"))

    def test_a_finding_says_where(self):
        self.assertEqual(Finding("a.cu", 3, "x").told("rule"), "a.cu:3: rule: x")
        self.assertEqual(Finding("a.cu", None, "x").told("rule"), "a.cu: rule: x")


if __name__ == "__main__":
    unittest.main()
