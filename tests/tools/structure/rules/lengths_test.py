# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which functions lengths.py finds in C++, and which files and functions are too long."""

import unittest

from rules import lengths
from rules.small_tree import SmallTree


def found(source):
    return [(function.name, function.length()) for function in lengths.functions(source)]


class Functions(unittest.TestCase):
    def test_functions_of_a_namespace(self):
        self.assertEqual(found("namespace a {\nint f(int x)\n{\n    return x;\n}\n\nvoid g() {}\n} // namespace a\n"),
                         [("f", 4), ("g", 1)])

    def test_functions_of_a_class_and_of_a_nested_class(self):
        source = "class a final : b<c> {\npublic:\n    a();\n    int f() const { return 1; }\n    struct d {\n        void g()\n        {\n        }\n    };\n};\n"
        self.assertEqual(found(source), [("f", 1), ("g", 3)])

    def test_templates_and_constructors(self):
        self.assertEqual(found("template <class T>\nvoid f(T t)\n{\n}\na::a(int x)\n    : x_(x)\n{\n}\na::~a() {}\n"),
                         [("f", 4), ("a", 4), ("~a", 1)])
        self.assertEqual(found('extern "C" {\nint f(struct s* p) {\n}\n}\n'), [("f", 2)])

    def test_statements_and_lambdas_belong_to_their_function(self):
        source = "void f()\n{\n    for (;;) {\n        g([&](int x) {\n            if (x) { h(); }\n        });\n    }\n}\nvoid i() {}\n"
        self.assertEqual(found(source), [("f", 8), ("i", 1)])

    def test_declarations_and_initialisers_are_no_functions(self):
        self.assertEqual(found("int f(int);\nenum class e { a, b };\nconst int list[] = {1, 2};\nstruct s {\n    int n{};\n};\n"), [])

    def test_braces_of_comments_strings_and_macros_do_not_count(self):
        source = "#define BEGIN \\\n    {\n// {\nvoid f()\n{\n    g(\"}\", '{'); /* } */\n}\nvoid h() {}\n"
        self.assertEqual(found(source), [("f", 4), ("h", 1)])


class Lengths(SmallTree):
    def function(self, count):
        return "void f()\n{\n" + "    g();\n" * (count - 3) + "}\n"

    def test_functions_of_held_folders_alone(self):
        def rule(root):
            return lengths.short_functions(root, ("modern",))

        self.write("modern/support/inner/cuda.hpp", self.function(80))
        self.write("legacy/area/other.h", self.function(81))
        self.is_content(rule)
        self.write("modern/support/inner/cuda.hpp", self.function(80) + self.function(81))
        self.sees(rule, "modern/support/inner/cuda.hpp:81: f() has 81 lines, 80 at most")

    def test_a_held_folder_without_sources_is_a_finding(self):
        self.sees(lambda root: lengths.short_functions(root, ("gone",)), "gone: is held by this rule")

    def test_long_files(self):
        def rule(root):
            return lengths.short_files(root, (), ())

        self.write("modern/support/long.py", "x = 1\n" * 450)
        self.is_content(rule)
        self.write("modern/support/long.py", "x = 1\n" * 451)
        self.sees(rule, "modern/support/long.py: 451 lines, 450 at most")

    def test_a_listed_file_may_be_long_and_must_be(self):
        def rule(root):
            return lengths.short_files(root, ("tests/long.py",), ("tests/made.py",))

        def files(count):
            self.write("tests/made.py", "x = 1\n")
            self.write("tests/long.py", "x = 1\n" * count)

        files(451)
        self.is_content(rule)
        files(450)
        self.sees(rule, "tests/long.py: has only 450 lines: remove it from LONG_FILES")
        files(451)
        self.remove("tests/made.py")
        self.sees(rule, "tests/made.py: is listed as a long file and does not exist")

    def test_a_tree_without_sources_is_a_finding(self):
        self.empty()
        self.sees(lambda root: lengths.short_files(root, (), ()), "no sources below this folder")


if __name__ == "__main__":
    unittest.main()
