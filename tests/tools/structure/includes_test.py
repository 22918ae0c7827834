#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""includes.py on small trees of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import includes


class Includes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        self.root = self.tree / "compat/emulator"
        self.root.mkdir(parents=True)
        self.header("cuda_legacy.h", '"cuda_legacy/area.h"')
        self.header("cuda_legacy/area.h")

    def write(self, **files):
        """write(a__x_h="b/y.h"): a/x.h includes "b/y.h"."""
        for name, names in files.items():
            folder, file = name.split("__")
            path = self.root / folder / file.replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(f'#include "{one}"\n' for one in names.split()))

    def header(self, name, *includes):
        """A header of compat, and what it includes as it is written there."""
        path = self.tree / "compat/include" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#pragma once\n" + "".join(f"#include {one}\n" for one in includes))

    def circles(self):
        return includes.circles(includes.arrows(self.root))

    def found(self):
        return [f"{one.place()}: {one.sentence}" for one in includes.no_circles(self.tree)]

    def table(self):
        return subprocess.run([sys.executable, includes.__file__, str(self.root)], capture_output=True, text=True, check=True).stdout

    def test_arrows_one_way_are_no_circle(self):
        self.write(a__x_h="b/y.h c/z.h", b__y_h="c/z.h", c__z_h="")
        self.assertEqual(self.circles(), [])
        self.assertEqual(self.found(), [])
        self.assertEqual(self.table(), "a -> b  1\na -> c  1\nb -> c  1\n")

    def test_two_folders_that_include_each_other(self):
        # No file includes itself in the end: it is the folders that know of each other.
        self.write(a__x_cpp="b/y.h", a__other_h="", b__y_h="", b__z_cpp="a/other.h")
        self.assertEqual(self.circles(), [("a", "b")])
        self.assertEqual(self.found(), ["compat/emulator/a/x.cpp:1: includes b/y.h: a circle, a -> b -> a",
                                        "compat/emulator/b/z.cpp:1: includes a/other.h: a circle, a -> b -> a"])

    def test_a_longer_circle(self):
        self.write(a__x_h="b/y.h", b__y_h="c/z.h", b__w_h="", c__z_h="", c__v_cpp="a/x.h")
        self.assertEqual(self.circles(), [("a", "b", "c")])

    def test_circles_apart_are_each_found(self):
        self.write(a__x_h="b/y.h", b__y_h="a/x.h", c__z_h="d/w.h", d__w_h="c/z.h b/y.h")
        self.assertEqual(self.circles(), [("a", "b"), ("c", "d")])

    def test_a_path_from_the_file_is_followed(self):
        self.write(a__x_h="../b/y.h", b__y_h="../a/x.h")
        self.assertEqual(self.circles(), [("a", "b")])

    def test_a_folder_may_include_itself_and_what_is_elsewhere(self):
        self.write(a__x_h="y.h a/y.h b/none.h ../outside.h", a__y_h="b/z.h", b__z_h="")
        self.assertEqual(includes.arrows(self.root), {("a", "b"): [("a/y.h", 1, "b/z.h")]})

    def test_comments_and_brackets_are_no_includes(self):
        self.write(a__x_h="b/y.h", b__y_h="", b__z_h="")
        (self.root / "b" / "z.h").write_text('// #include "a/x.h"\n/*\n#include "a/x.h"\n*/\n#include <a/x.h>\n')
        self.assertEqual(self.circles(), [])

    def test_a_tree_without_arrows_is_a_mistake(self):
        self.write(a__x_h="")
        self.assertIn("no folders of compat/emulator", self.found()[0])
        self.write(a__x_h="b/y.h", b__y_h="")
        self.assertEqual(self.found(), [])
        self.header("cuda_legacy.h")
        self.assertIn("no headers of compat/include", self.found()[0])

    def test_headers_that_include_each_other(self):
        self.write(a__x_h="b/y.h", b__y_h="")
        # Folders may: a header of detail/ takes one of the areas, and that one another of detail/.
        self.header("cuda_legacy/area.h", '"detail/one.h"')
        self.header("cuda_legacy/detail/one.h", '"two.h"')
        self.header("cuda_legacy/detail/two.h", '"../other.h"')
        self.header("cuda_legacy/other.h", '"detail/three.h"')
        self.header("cuda_legacy/detail/three.h")
        self.assertEqual(self.found(), [])
        self.header("cuda_legacy/detail/three.h", "<cuda_runtime.h>", '"two.h"')
        name = "a circle, cuda_legacy/detail/three.h -> cuda_legacy/detail/two.h -> cuda_legacy/other.h -> cuda_legacy/detail/three.h"
        self.assertEqual(self.found(), [
            f"compat/include/cuda_legacy/detail/three.h:3: includes cuda_legacy/detail/two.h: {name}",
            f"compat/include/cuda_legacy/detail/two.h:2: includes cuda_legacy/other.h: {name}",
            f"compat/include/cuda_legacy/other.h:2: includes cuda_legacy/detail/three.h: {name}"])

    def test_headers_are_found_on_the_users_path(self):
        self.write(a__x_h="b/y.h", b__y_h="")
        self.header("common/book.h", "<cutil.h>")
        self.header("shims/cutil.h", "<common/book.h>")
        self.assertEqual([line.split(": a circle")[0] for line in self.found()], [
            "compat/include/common/book.h:2: includes shims/cutil.h", "compat/include/shims/cutil.h:2: includes common/book.h"])
        # A header that stands in front of another one of its name includes what is behind it.
        self.header("shims/cutil.h")
        (self.tree / "compat/include/shims/cutil.h").write_text("#include_next <common/book.h>\n")
        self.assertEqual(self.found(), [])
        # One that includes itself is a circle, too.
        self.header("common/book.h", '"book.h"')
        self.assertEqual(self.found(), ["compat/include/common/book.h:2: includes common/book.h: a circle, common/book.h -> common/book.h"])


if __name__ == "__main__":
    unittest.main()
