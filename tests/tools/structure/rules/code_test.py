# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands in the examples' code, and what does not."""

from rules.code import conditionals, forbidden_calls, order_of_atomics, short_lines, wide_indices
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

    def test_lines_have_120_columns_at_most(self):
        for file, number in (("legacy/area/one.cu", 17), ("modern/area/one.cu", 9), ("modern/support/cuda.hpp", 2)):
            self.append(file, "// " + "ж" * 117 + "\n")
            self.is_content(short_lines)
            self.append(file, "// " + "x" * 118 + "\n")
            self.sees(short_lines, f"{file}:{number}: 121 columns, 120 at most")

    def test_indices_are_widened_first(self):
        for narrow in ("    std::size_t i = blockIdx.x * blockDim.x;", "    long long i = blockIdx.x * 4;", "    i += gridDim.x * 4;",
                       "    std::size_t i = blockIdx.x * std::size_t{blockDim.x};", "    for (i = bid * 4; ;)"):
            self.write("modern/area/two.cu", narrow + "\n")
            self.assertEqual([one.file for one in wide_indices(self.root)], ["modern/area/two.cu"], narrow)
        for wide in ("    std::size_t i = std::size_t{blockIdx.x} * blockDim.x;", "    int i = blockIdx.x * blockDim.x;",
                     "    i += (long long)gridDim.x * 4;"):
            self.write("modern/area/two.cu", wide + "\n")
            self.is_content(wide_indices)

    def test_atomic_sums_of_reals_say_that_they_have_no_order(self):
        kernel = "__global__ void add({0} *c)\n{{\n    atomicAdd(c, {0}(1));\n}}\n"
        for real in ("float", "double", "BASE_TYPE"):
            self.write("modern/area/two.cu", "// Adds.\n\n" + kernel.format(real))
            self.sees(order_of_atomics, 'modern/area/two.cu: adds real numbers by atomics, and its head does not say "no fixed order"')
            self.write("modern/area/two.cu", "// Adds, in no\n// fixed order.\n\n" + kernel.format(real))
            self.is_content(order_of_atomics)
        self.write("modern/area/two.cu", "// Adds.\n\n" + kernel.format("int"))
        self.is_content(order_of_atomics)
