#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device's libnvrtc has each function that the toolkit's nvrtc.h declares.

    functions_test.py NVRTC_H LIBRARY
"""
import ctypes
import pathlib
import re
import sys
import unittest

HEADER = LIBRARY = None


class Functions(unittest.TestCase):
    def test_each_declared_function_is_there(self):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", pathlib.Path(HEADER).read_text(encoding="utf-8"), flags=re.DOTALL)
        declared = set(re.findall(r"^\s*(?:nvrtcResult|const char \*)\s*(nvrtc[A-Z]\w+)\([^{;]*;", code, flags=re.MULTILINE))
        self.assertIn("nvrtcCompileProgram", declared)
        library = ctypes.CDLL(LIBRARY)
        self.assertEqual([name for name in sorted(declared) if not hasattr(library, name)], [])


if __name__ == "__main__":
    HEADER, LIBRARY = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
