#!/usr/bin/env python3
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
        self.root = pathlib.Path(folder.name)

    def write(self, **files):
        """write(a__x_h="b/y.h"): a/x.h includes "b/y.h"."""
        for name, names in files.items():
            folder, file = name.split("__")
            path = self.root / folder / file.replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(f'#include "{one}"\n' for one in names.split()))

    def circles(self):
        return includes.circles(includes.arrows(self.root))

    def checked(self):
        return subprocess.run([sys.executable, includes.__file__, "--check", str(self.root)], capture_output=True, text=True)

    def test_arrows_one_way_are_no_circle(self):
        self.write(a__x_h="b/y.h c/z.h", b__y_h="c/z.h", c__z_h="")
        self.assertEqual(self.circles(), [])
        done = self.checked()
        self.assertEqual((done.returncode, done.stdout), (0, "a -> b  1\na -> c  1\nb -> c  1\n"))

    def test_two_folders_that_include_each_other(self):
        # No file includes itself in the end: it is the folders that know of each other.
        self.write(a__x_cpp="b/y.h", a__other_h="", b__y_h="", b__z_cpp="a/other.h")
        self.assertEqual(self.circles(), [("a", "b")])
        done = self.checked()
        self.assertEqual(done.returncode, 1)
        self.assertIn("circle: a -> b -> a\n  a/x.cpp includes b/y.h\n  b/z.cpp includes a/other.h\n", done.stdout)

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
        self.assertEqual(includes.arrows(self.root), {("a", "b"): ["a/y.h includes b/z.h"]})

    def test_comments_and_brackets_are_no_includes(self):
        self.write(a__x_h="b/y.h", b__y_h="", b__z_h="")
        (self.root / "b" / "z.h").write_text('// #include "a/x.h"\n/*\n#include "a/x.h"\n*/\n#include <a/x.h>\n')
        self.assertEqual(self.circles(), [])

    def test_a_tree_without_arrows_is_a_mistake(self):
        self.write(a__x_h="")
        done = self.checked()
        self.assertEqual(done.returncode, 1)
        self.assertIn("is it the right one?", done.stderr)


if __name__ == "__main__":
    unittest.main()
