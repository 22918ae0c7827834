# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What from_cuda_n.py writes, from a small table and a small record."""
import unittest

import from_cuda_n

ROWS = from_cuda_n.table_rows("""name,kind,area,deprecated,removed,replacement,note,compat
cudaFirst,function,threads,4.0,13.0,,thread_management.md,here
cudaSecond,function,threads,12.4,13.1,,thread_management.md,here
cudaThird,function,others,12.1,,,,here
cudaOld,function,others,4.1,5.0,,,here
""")


class Page(unittest.TestCase):
    def test_a_step(self):
        self.assertEqual(from_cuda_n.step_list(ROWS, 12).splitlines(),
                         ["Stops the build from CUDA 13 on:", "", "- [ ] threads: `cudaFirst`, `cudaSecond`: [thread_management.md](thread_management.md)"])
        self.assertEqual(from_cuda_n.step_list(ROWS, 11).splitlines()[2:],
                         ["- [ ] threads: `cudaSecond`: [thread_management.md](thread_management.md)", "- [ ] others: `cudaThird`: [api.csv](api.csv)"])
        self.assertIn("No name", from_cuda_n.step_list(ROWS, 9))

    def test_a_family(self):
        rows = [{"name": f"cuda{number}", "area": "many", "note": "one.md"} for number in range(from_cuda_n.MOST_NAMES + 1)]
        self.assertEqual(from_cuda_n.bullets(rows), ["- [ ] many: `cuda0` … `cuda12`, 13 names: [api.csv](api.csv), [one.md](one.md)"])
        self.assertTrue(from_cuda_n.bullets([{**row, "note": ""} for row in rows])[0].endswith("13 names: [api.csv](api.csv)"))
        self.assertIn("`cuda11`: [one.md]", from_cuda_n.bullets(rows[:-1])[0])

    def test_a_replacement_has_a_row_for_its_names(self):
        rows = [{"name": name, "area": "graphs", "replacement": "one", "note": note} for name, note in (("a", "x.md"), ("b", "x.md"), ("c", "ready-for-14.md"))]
        self.assertEqual(from_cuda_n.replacements(rows).splitlines()[2:], ["| `a`, `b` | `one` | [x.md](x.md) |", "| `c` | `one` | – |"])

    def test_a_library_has_a_row(self):
        rows = [{"name": name, "area": area, "note": "x.md"} for name, area in (("a", "first"), ("b", "first"), ("c", "second"))]
        self.assertEqual(from_cuda_n.table_of_libraries(rows).splitlines()[2:],
                         ["| first | `a` | `b` | 2 | [x.md](x.md) |", "| second | `c` | `c` | 1 | [x.md](x.md) |"])

    def test_a_toolkit_of_which_not_all_is_known(self):
        table = from_cuda_n.toolchain_table({"13.0": {"architectures": [75, 121], "newest_gcc": 15, "dialects": ["c++14", "c++17"]}, "9.2": {"newest_gcc": 7}})
        self.assertEqual(table.splitlines()[2:], ["| 9.2 |  | 7 |  |", "| 13.0 | `compute_75` to `compute_121` | 15 | 14, 17 |"])

    def test_parts_are_put_between_their_markers(self):
        page = "a\n<!-- from tests/errors/from_cuda_n.py: x -->\nold\n<!-- end -->\nb\n"
        once = from_cuda_n.with_parts(page, {"x": "new"})
        self.assertEqual(once, "a\n<!-- from tests/errors/from_cuda_n.py: x -->\n\nnew\n\n<!-- end -->\nb\n")
        self.assertEqual(from_cuda_n.with_parts(once, {"x": "new"}), once)
        with self.assertRaises(ValueError):
            from_cuda_n.with_parts("a\n", {"x": "new"})


if __name__ == "__main__":
    unittest.main()
