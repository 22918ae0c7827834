# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py on small trees of its own."""

import pathlib
import tempfile
import unittest

from rules import layers


class Layers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        self.write("machine/warp.h", "struct warp {\n};\n")

    def write(self, name, text):
        path = self.tree / layers.ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def found(self, exceptions=()):
        return [f"{one.place()}: {one.sentence}" for one in layers.layers(self.tree, set(exceptions))]

    def test_a_lower_layer_may_be_included(self):
        self.write("execute/run.cpp", '#include "machine/warp.h"\n#include "run.h"\n')
        self.write("execute/run.h", "struct warp;\n")
        self.assertEqual(self.found(), [])

    def test_a_higher_layer_may_not_be_included(self):
        self.write("translate/text.h", "")
        self.write("machine/code.cpp", '\n#include "translate/text.h"\n')
        self.assertEqual(self.found(), [
            "compat/emulator/machine/code.cpp:2: includes translate/text.h: machine/ may not know translate/"])

    def test_neighbours_that_do_not_know_each_other(self):
        self.write("translate/text.cpp", '#include "decode/operand.h"\n')
        self.write("decode/operand.h", "")
        self.assertEqual(self.found(), [
            "compat/emulator/translate/text.cpp:1: includes decode/operand.h: translate/ may not know decode/"])

    def test_a_class_of_a_higher_layer_may_not_be_declared(self):
        self.write("translate/text.h", "class writer final : base {\n};\n")
        self.write("machine/code.h", "class writer;\n// class commented;\n")
        self.assertEqual(self.found(), ["compat/emulator/machine/code.h:1: declares writer: machine/ may not know translate/"])

    def test_exceptions_are_allowed_and_can_only_shrink(self):
        self.write("check/races.h", "class races {\n};\n")
        self.write("machine/code.h", "class races;\n")
        self.assertEqual(self.found([("machine/code.h", "races")]), [])
        self.write("machine/code.h", "")
        self.assertEqual(self.found([("machine/code.h", "races")]), [
            "compat/emulator/machine/code.h: no longer declares races: remove the exception from rules/layers.py"])

    def test_a_new_folder_needs_a_layer(self):
        self.write("cellar/wine.h", "")
        self.assertIn("compat/emulator/cellar: this folder has no layer", self.found()[0])

    def test_an_empty_tree_is_a_mistake(self):
        (self.tree / layers.ROOT / "machine/warp.h").unlink()
        self.assertIn("no folders of compat/emulator", self.found()[0])

    def test_the_table_stands_in_order(self):
        seen = set()
        for folder, lower in layers.MAY_KNOW.items():
            self.assertLessEqual(set(lower), seen, folder)
            seen.add(folder)


if __name__ == "__main__":
    unittest.main()
