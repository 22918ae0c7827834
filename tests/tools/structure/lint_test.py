#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lint.py: the rules together, and the command."""

import contextlib
import io
import pathlib
import subprocess
import sys

import lint
from rules.small_tree import SmallTree

# What small trees have no part of: of them each rule's own tests tell.
OF_THE_WHOLE_TREE = {"near_twins", "looked_for", "index_by_document", "document_pages", "no_circles", "layers", "spdx_lines", "plain_english",
                     "short_functions", "short_files"}


class Lint(SmallTree):
    def run_it(self, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            try:
                status = lint.main([str(self.root), *arguments])
            except SystemExit as end:
                status = end.code
        return status, out.getvalue()

    def test_a_good_tree_has_no_findings(self):
        self.assertEqual(self.run_it(*(f"--without={name}" for name in sorted(OF_THE_WHOLE_TREE))), (0, ""))

    def test_an_empty_tree_is_never_good(self):
        self.empty()
        for name in lint.RULES:
            status, out = self.run_it("--rule", name)
            self.assertEqual(status, 1, name)
            self.assertIn(f": {name}: ", out)

    def test_findings_say_where_and_by_which_rule(self):
        self.append("README.md", "[x](gone.md)\n")
        self.remove("modern/area/one.cu")
        self.assertEqual(self.run_it("--rule", "links", "--rule=twins"),
                         (1, "legacy/area/one.cu: twins: has no twin modern/area/one.cu\n"
                             "README.md:2: links: the link to gone.md points nowhere\n"))
        self.assertEqual(self.run_it("--rule", "snippets"), (0, ""))
        self.assertNotIn(" links: ", self.run_it("--without", "links")[1])

    def test_wrong_arguments(self):
        for arguments in (("--rule", "nothing"), ("--without", "nothing"), ("--nothing",), ("one more",), ("--rule",)):
            self.assertEqual(self.run_it(*arguments), (2, ""), arguments)
        program = pathlib.Path(lint.__file__)
        done = subprocess.run([sys.executable, program, self.root / "gone"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("gone is no folder", done.stderr)

    def test_every_rule_says_what_it_holds(self):
        for name, rule in lint.RULES.items():
            self.assertTrue(rule.__doc__, name)
        done = subprocess.run([sys.executable, lint.__file__, "--help"], capture_output=True, text=True, check=True)
        self.assertIn("checked_launches     Every launch in modern/ is followed by check", done.stdout)
