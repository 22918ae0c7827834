# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands in the examples' code, and what does not."""

from rules.code import conditionals, forbidden_calls
from rules.small_tree import SmallTree


class Code(SmallTree):
    def test_conditional_compilation(self):
        for line in ("#ifdef X", "#if 1", "  #  ifndef X", "#elif X", "#else"):
            for file, number in (("legacy/area/one.cu", 17), ("modern/area/one.cu", 9)):
                self.append(file, line + "\n")
                self.sees(conditionals, f"{file}:{number}: conditional compilation: {line}")
        self.write("modern/area/one_fast.cu", "#if 1\n")
        self.sees(conditionals, "modern/area/one_fast.cu:1: conditional compilation: #if 1")
        self.append("modern/area/one.cu", "#define iff 1\n// #if\n")
        self.is_content(conditionals)

    def test_calls_that_modern_code_does_not_make(self):
        for call in ("cudaDeviceReset", "getchar"):
            for file, number in (("modern/area/one.cu", 9), ("modern/support/cuda.hpp", 2)):
                self.append(file, f"inline void end() {{ {call}(); }}\n")
                self.sees(forbidden_calls, f"{file}:{number}: modern code does not call {call}")
