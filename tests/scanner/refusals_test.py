#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each reason for which a fix leaves a source has a source that shows it.

refusals_test.py FIX_FOLDER

The reasons are read from the code of the fixes. The sources are those of the fixes' tests, which compare them with the
program.
"""
import ast
import re
import sys
import unittest
from pathlib import Path

FIXES = None  # compat/scanner/fix, from main
TESTS = [Path(__file__).with_name(name) for name in ("clock_fix_test.py", "shuffles_fix_test.py", "texture_fix_test.py", "texture_bindings_test.py", "texture_manners_test.py", "texture_attributes_test.py", "texture_sources_test.py", "texture_branches_test.py", "texture_parameters_test.py", "surface_fix_test.py")]
LITERAL = r'"((?:[^"\\]|\\.)*)"'
BEGIN = re.compile(r'\b(?:refuse|refusals_?\.push_back)\(|\bwhy_not = |\{0, 0, "", |\breturn one\.needs\.front\(\)')
# Those of shuffles are handed on as texts.
TEXTS = re.compile(r'\b(?:refuse|diverge|leave|branch)\(|\breturn (?=")|\bfail\((?=")|\bwhy = (?=")')

# Reasons that no source is known to lead to: they are there should a part of the fixes be wrong, or the parser.
WITHOUT_A_SOURCE = {
    "its type is not understood": "the parser tells of an error before",
    "libclang does not parse it": "the parser makes something of each file that can be read",
    "two changes of one place": "each change has a place of its own",
    # The messages have the reasons against arguments, not those against constants or against several sources.
    "is bound within a condition, before the handle can be copied": "the operator is told",
    "is bound by a function that gets it, and no argument reaches its kernels": "the operator is told",
    "is fetched from in an operator or the like, and Thrust or CUB may launch that": "the operator is told",
    "is in a header of several sources: each has a reference of its own": "the missing bind is told",
}


def reasons(text, begins=BEGIN):
    """The words of each refusal, in the pieces between which names stand; the shortest ones say nothing by themselves."""
    text = re.sub(r"//.*", "", text)
    for begin in begins.finditer(text):
        depth, end, quoted = 1, begin.end(), False
        while end < len(text) and depth:
            if quoted:
                end += text[end] == "\\"
                quoted = text[end] != '"'
            else:
                quoted = text[end] == '"'
                depth += (text[end] in "({") - (text[end] in ")}")
                if text[end] == ";":
                    break
            end += 1
        for piece in re.findall(LITERAL, re.sub(r'"\s*\n\s*"', "", text[begin.end():end])):
            piece = re.sub(r"^(:1:1)?[ :,.]*", "", piece).strip()
            if len(piece) >= 8:
                yield piece


def all_reasons():
    result = {}
    for folder, begins in (("clock", BEGIN), ("references", BEGIN), ("shuffles", TEXTS)):
        for file in sorted((FIXES / folder).glob("*.cpp")):
            for piece in reasons(file.read_text(), begins):
                result.setdefault(piece, file.name)
    return result


def expected():
    """Gives the texts of the tests, without descriptions: what the program must print."""
    result = []
    for file in TESTS:
        tree = ast.parse(file.read_text())
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
                node.body[0].value.value = ""
        result += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return result


class Reasons(unittest.TestCase):
    def test_are_found(self):
        found = all_reasons()
        for known in ("is used in a way whose unit this fix does not know", "fetches from a texture", "but the host calls it",
                      "is part of a time in whole seconds: too coarse for a kernel", "is declared or launched in"):
            self.assertIn(known, found)
        self.assertGreater(len(found), 60)

    def test_have_a_source(self):
        texts = expected()
        missing = {piece for piece in all_reasons() if not any(piece in text for text in texts)}
        self.assertEqual(sorted(missing), sorted(WITHOUT_A_SOURCE), "a reason without a source, or one that is not there any more")

    def test_a_new_one_is_missed(self):
        """The test can fail."""
        self.assertEqual(list(reasons('model.refuse(one, one.name + " is nothing that anybody"\n    " has seen"); return "not this";')),
                         ["is nothing that anybody has seen"])


if __name__ == "__main__":
    FIXES = Path(sys.argv.pop(1)).resolve()
    unittest.main()
