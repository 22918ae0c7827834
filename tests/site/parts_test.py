# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts that need no package: lessons and their lines, links, headers' comments, pictures."""

import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "migration-notes/site"), *(str(ROOT / "tests" / part) for part in ("tools/structure", "tools/evidence", "support"))]

import accesses  # noqa: E402
import alignment  # noqa: E402
import charts  # noqa: E402
import coverage  # noqa: E402
import headers  # noqa: E402
import lessons  # noqa: E402
import single  # noqa: E402
from links import Links  # noqa: E402


class Comparison:
    """Two lists of lines as pair.py has them."""

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.rows = alignment.align(left, right)
        self.differs = [not row.related or left[row.left] != right[row.right] for row in self.rows]

    def texts(self, row):
        return ("" if row.left is None else self.left[row.left], "" if row.right is None else self.right[row.right])


def explained(left, right, told):
    comparison = Comparison(left, right)
    return {number: "".join(comparison.texts(comparison.rows[at])) for at, number in lessons.explained(comparison, told).items()}


class Coverage(unittest.TestCase):
    TRACE = ("SF:{0}/legacy/a/x.cu\nDA:2,96\nDA:3,0\nDA:4,7\nBRDA:2,0,0,0\nBRDA:2,0,1,96\nBRDA:3,0,0,-\nBRDA:3,0,1,-\nBRDA:4,0,0,3\nBRDA:4,0,1,4\n"
             "end_of_record\nSF:/usr/include/y.h\nDA:1,0\nend_of_record\nSF:{0}/modern/support/z.hpp\nDA:1,0\nend_of_record\n")

    def test_a_page_shows_what_no_thread_reached_of_the_measured_file(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "legacy/a").mkdir(parents=True)
            file = root / "legacy/a/x.cu"
            file.write_text("one\nif (a) b;\nnever(`c`);\nif (d) e;\n", encoding="utf-8")
            found = coverage.reached(self.TRACE.format(root), root)
            self.assertEqual(found, {"legacy/a/x.cu": {"sha256": coverage.sum_of(file), "lines": 3, "unreached": [3], "one_way": [2]}})
            self.assertEqual(coverage.section("a/x", root, root), [])
            (root / coverage.FILE).write_text(json.dumps(found), encoding="utf-8")
            text = "\n".join(coverage.section("a/x", root, root))
            self.assertIn("| legacy | 3 | 2 | 1 |", text)
            self.assertIn("- line 3: `` never(`c`); ``", text)
            self.assertIn("- line 2: `` if (a) b; ``", text)
            file.write_text("changed\n", encoding="utf-8")
            self.assertEqual(coverage.section("a/x", root, root), [])


class SingleFiles(unittest.TestCase):
    def test_support_headers_come_in_once_and_nothing_else_does(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in (("modern/a/x.cu", '#include <cstdio>\n#include "../support/b.hpp" // b\n#include "../support/a.hpp"\nint main() {}\n'),
                               ("modern/support/a.hpp", "// a\n// SPDX-License-Identifier: X\n#pragma once\nint a;\n"),
                               ("modern/support/b.hpp", '#pragma once\n#include "a.hpp"\nint b;\n'),
                               ("legacy/a/x.cu", '#include "../support/a.hpp"\n')):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            self.assertEqual(single.single_file(root, "modern/a/x.cu"), "#include <cstdio>\n// modern/support/b.hpp\n// modern/support/a.hpp\n"
                             "// a\nint a;\nint b;\nint main() {}\n")
            self.assertEqual(single.single_file(root, "legacy/a/x.cu"), '#include "../support/a.hpp"\n')

    def test_kernels_have_what_stands_before_them(self):
        lines = ["#include <a>", "", "// K", "template <int N>", "__global__ void k()", "{", "", "}", "", "// __device__ f(x)", "int h()", "{", "}", "",
                 "__device__ int d() { return 1; }", "", "int main() {}"]
        self.assertEqual(single.kernel_lines(lines), (2, 15))
        self.assertEqual(single.kernel_lines(["__constant__ int x[4];", "__device__ int y;", "int main() {}"]), (3, 3))


class Lessons(unittest.TestCase):
    def test_numbers_go_up_by_one(self):
        self.assertEqual(lessons.numbered("1. one 2. two, of 9. 3. three"), ["one", "two, of 9.", "three"])
        self.assertEqual(lessons.numbered("no number"), [])

    def test_names_of_cuda_are_found(self):
        found = explained(["cudaMemcpyToArray(a, 0, 0, b, n, k);"], ["check(cudaMemcpy2DToArray(a, 0, 0, b, n, n, 1, k));"],
                          ["every call checked", "cudaMemcpyToArray -> cudaMemcpy2DToArray"])
        self.assertEqual(list(found), [1])

    def test_words_stand_for_code(self):
        found = explained(["int x;", "getchar();"], ["std::size_t x;"], ["int -> std::size_t", "no getchar"])
        self.assertEqual(sorted(found), [0, 1])
        self.assertIn("getchar", found[1])

    def test_includes_and_same_lines_get_none(self):
        self.assertEqual(explained(["#include <a>", "x = 1;"], ["#include <vector>", "x = 1;"], ["malloc, free -> std::vector"]), {})

    def test_a_line_goes_with_its_neighbours(self):
        found = lessons.explained(Comparison(["a();", "z();"], ["a();", "cudaCreateTextureObject(t);", "nothing_known = 1;", "z();"]),
                                  ["texture reference -> texture object"])
        self.assertEqual(found, {1: 0, 2: 0})


class Addresses(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        root = pathlib.Path(scratch.name)
        for path in ("legacy/area/name.cu", "modern/area/name.cu", "modern/area/name_fast.cu", "migration-notes/note.md", "tests/x_test.cpp", "lists/a.txt"):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("text\n", encoding="utf-8")
        self.links = Links(root, ["area/name"])
        self.links.pages["migration-notes/note.md"] = "migration-notes/note"

    def rewritten(self, text):
        return self.links.rewritten(text, "README.md", "README")

    def test_of_pages_and_pairs(self):
        self.assertEqual(self.rewritten("[n](migration-notes/note.md#part)"), "[n](migration-notes/note.md#part)")
        self.assertEqual(self.rewritten("[l](legacy/area/name.cu)"), '<a href="pairs/area/name.html#view-legacy">l</a>')
        self.assertEqual(self.rewritten("[m](modern/area/name.cu)"), '<a href="pairs/area/name.html#view-twin">m</a>')
        self.assertEqual(self.rewritten("[f](modern/area/name_fast.cu)"), '<a href="pairs/area/name.html#view-fast">f</a>')
        self.assertEqual(self.links.files, set())

    def test_of_other_files_and_folders(self):
        self.assertEqual(self.rewritten("[two\nwords](tests/x_test.cpp)"), '<a href="files/tests/x_test.cpp.html">two\nwords</a>')
        self.assertEqual(self.rewritten("[all](lists)"), '<a href="files/lists.html">all</a>')
        self.assertEqual(self.links.files, {"tests/x_test.cpp", "lists"})

    def test_slugs_become_links_but_in_code_headings_and_links(self):
        self.assertEqual(self.rewritten("see `area/name`"), "see [`area/name`](pairs/area/name.md)")
        for text in ("# `area/name`", "[`area/name`](https://a.b)", "```sh\n`area/name`\n[x](legacy/area/name.cu)\n```", "`area/other`"):
            self.assertEqual(self.rewritten(text), text)


class Headers(unittest.TestCase):
    def page(self, text):
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch) / "compat/include/cuda_legacy/x.h"
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
            return headers.page(pathlib.Path(scratch), path)

    def test_file_and_declarations(self):
        page = self.page("// SPDX\n//! \\file\n//! What *it* is.\n#pragma once\n\n//! Adds.\n//! \\return the sum\ninline int add(int a,\n"
                         "               int b = 1)\n{\n    return a + b;\n}\n\n//! Three.\n#define THREE 3\n")
        self.assertIn("# `cuda_legacy/x.h`", page)
        self.assertIn("What \\*it\\* is.", page)
        self.assertIn("## `add`\n\n```cpp\ninline int add(int a,\n               int b = 1)\n```\n\nAdds.\n\nReturns the sum", page)
        self.assertIn("## `THREE`\n\n```cpp\n#define THREE 3\n```", page)
        self.assertNotIn("return a + b", page)

    def test_none_without_comments(self):
        self.assertIsNone(self.page("int x;\n"))

    def test_parameters_labels_and_examples(self):
        page = self.page("// SPDX\n//! \\file\n//! Sums.\n#pragma once\n\n//! Adds.\n//!\n//! \\param a the first\n//!         number\n"
                         "//! \\param b the second\n//! \\return the sum\n//!\n//! Difference: none.\n//! Now: `+`.\n//!\n//! \\code{.cu}\n"
                         "//! int f_()\n//! {\n//!     return 1;\n//! }\n//! \\endcode\n"
                         "CUDA_LEGACY_DETAIL_INLINE int cuda_legacy_cudaAdd(int __a, int __b)\n{\n}\n#define cudaAdd cuda_legacy_cudaAdd\n")
        self.assertIn("## `cudaAdd`\n\n```cpp\ninline int cudaAdd(int a, int b)\n```\n\nAdds.\n\n- `a`: the first\n  number\n- `b`: the second\n\n"
                      "Returns the sum\n\n**Difference:** none.\n\n**Now:** `+`.\n\n```cpp\nint f_()\n{\n    return 1;\n}\n```", page)

    def test_functions_that_macros_declare(self):
        for code, name in (("CUDA_LEGACY_DETAIL_FETCH(tex1D, kind, (float x), (x))", "tex1D"), ("CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl, __shfl_sync)", "cuda_legacy_shfl"),
                           ("inline int CUDA_LEGACY_DETAIL_OLD(cudaGraphGetEdges)(cudaGraph_t graph)", "cudaGraphGetEdges")):
            self.assertEqual(headers.name_of([code]), name)

    def test_code_within_a_comment(self):
        self.assertEqual(headers.prose(["So:", "", "    nvcc a_b", "", "End."]), "So:\n\n```none\nnvcc a_b\n```\n\nEnd.")


class Pictures(unittest.TestCase):
    def test_a_stride_of_two_words_takes_two_turns(self):
        self.assertIn("32 lanes, 32 banks: 2 different words of one bank", charts.banks([8 * lane for lane in range(32)], 4))
        self.assertIn("32 banks: 1 word of one bank", charts.banks([4 * lane for lane in range(32)], 4))
        self.assertIn("32 banks: 1 word of one bank", charts.banks([64] * 32, 4))

    def test_sectors(self):
        self.assertIn("32 lanes, 4 sectors", charts.sectors([4 * lane for lane in range(32)], 4))
        self.assertIn("32 lanes, 5 sectors", charts.sectors([44 + 4 * lane for lane in range(32)], 4))
        self.assertIn("32 lanes, 1 sector of", charts.sectors([None] * 31 + [0], 4))

    def test_names_are_escaped(self):
        self.assertIn("a &lt; b", charts.bars("a < b", [("x", "legacy", 1.0)]))


def request(offsets, mask=0xffffffff, seen=1, **more):
    return {"mask": mask, "seen": seen, "offset": offsets, "object": [0] * 32, **more}


def trace_of(*found):
    return {"kernels": [{"name": "kernel", "counters": {"block_barriers": 3, "shared_loads": {"bank_conflicts": 8}}, "accesses": [
        {"file": 0, "line": line, "space": space, "operation": "load", "bytes": 4, "patterns": patterns} for line, space, patterns in found]}],
            "files": [{"path": "x.cu", "ptx": False, "first_line": 10, "text": ["  ten", "  eleven"]}]}


class Accesses(unittest.TestCase):
    """What is kept of a trace (compat/emulator/TRACE.md)."""

    def test_the_fullest_request_of_each_line(self):
        some, whole = request([0] * 31 + [None], 0x7fffffff, 9), request([4 * lane for lane in range(32)], seen=2)
        found = accesses.taken_from(trace_of((11, "global", [some, whole]), (10, "local", [some])), "x.cu")
        self.assertEqual([(one["line"], one["text"], one["lanes"][:3]) for one in found["accesses"]], [(11, "eleven", [0, 4, 8])])
        self.assertEqual(found["kernels"], [{"name": "kernel", "counters": {"block_barriers": 3, "shared_loads.bank_conflicts": 8}}])

    def test_what_costs_most_of_each_kernel(self):
        every = [request([0] * 32, bank=[0] * 32, bank_conflicts=cost) for cost in (0, 5, 3)]
        found = accesses.taken_from(trace_of(*((line, "shared", [one]) for line, one in enumerate(every, 10))), "x.cu")
        self.assertEqual([one["line"] for one in found["accesses"]], [11, 12])
        self.assertEqual(accesses.taken_from(trace_of((10, "shared", every)), "y.cu")["accesses"], [])

    def test_the_costliest_of_full_requests(self):
        free, costly = request([0] * 32, seen=9, bank=[0] * 32), request([128 * lane for lane in range(32)], bank=[0] * 32, bank_conflicts=31)
        lanes = accesses.taken_from(trace_of((10, "shared", [free, costly])), "x.cu")["accesses"][0]["lanes"]
        self.assertEqual(lanes[1], 128)

    def test_shared_memory_counts_from_bank_0(self):
        offsets, banks = [8 * lane for lane in range(32)], [(3 + 2 * lane) % 32 for lane in range(32)]
        lanes = accesses.taken_from(trace_of((10, "shared", [request(offsets, bank=banks)])), "x.cu")["accesses"][0]["lanes"]
        self.assertEqual([address // 4 % 32 for address in lanes], banks)

    def test_the_page(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            self.assertEqual(accesses.section("a/b", folder), [])
            (folder / "a").mkdir()
            stage = accesses.taken_from(trace_of((10, "shared", [request([8 * lane for lane in range(32)], bank=[0] * 32)])), "x.cu")
            (folder / "a/b.json").write_text(json.dumps({"legacy": stage}), encoding="utf-8")
            page = "\n".join(accesses.section("a/b", folder))
        self.assertIn("| legacy: `kernel` | 8 | 3 |", page)
        self.assertIn("Line 10, a load of shared memory, 4 bytes a lane: `` ten ``", page)
        self.assertIn("2 different words of one bank", page)


if __name__ == "__main__":
    unittest.main()
