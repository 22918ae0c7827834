# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures.py describes good, failing and incomplete records correctly, and detects an outdated text."""

import contextlib
import copy
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import figures  # noqa: E402  puts tests/support on the path
import generated  # noqa: E402
import then_and_now  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOOD = {
    "schema": 1, "digest": "0123456789abcdef", "files": {}, "commit": {"id": "fedcba9876543210", "dirty": False},
    "date": "2030-01-02T03:04:05Z", "os": "Some Linux, x86_64", "toolkit": "CUDA 13.0.88", "host_compiler": "GNU 13.3.0",
    "architectures": "75-virtual;90",
    "device": {"name": "Some GPU", "count": 2, "compute_capability": "9.0", "driver": "580.1"},
    "passed": True, "failures": [],
    "tests": {"one.gpu": {"outcome": "passed"}, "two.gpu": {"outcome": "passed"}},
    "pairs": {"pairs": [{"slug": "reduction/sum_of_squares_blocks", "size": 1 << 20, "agree": True,
                         "legacy": {"kernel_ms": 0.008}, "modern": {"kernel_ms": 0.007}}]},
    "sanitizers": {"memcheck": {"one_test": {"outcome": "passed", "errors": 0}}},
    "benchmarks": {},
}
FAST = {"device": "Some GPU", "starts_with": "an empty L2 cache", "copy_gigabytes_per_second": 4000.4, "rows": [
    {"pair": "reduction/sum_of_squares_blocks", "size": 1 << 20, "legacy_us": 4.0, "twin_us": 2.0, "fast_us": 1.0,
     "library_us": 2.0, "library": "CUB", "limit_us": 0.5},
    {"pair": "memory/write_offset", "size": 1 << 20, "legacy_us": 2.0, "twin_us": 2.0, "library_us": 4.0,
     "errors": {"limit": "too little memory"}}]}


def with_(**changed):
    return {**copy.deepcopy(GOOD), **changed}


class Figures(unittest.TestCase):
    def says(self, value, *texts):
        found = "\n".join(figures.figures(value))
        for text in texts:
            self.assertIn(text, found)
        return found

    def test_a_good_record(self):
        found = self.says(GOOD, "2 × Some GPU", "compute capability 9.0", "580.1", "CUDA 13.0.88", "2030-01-02, 03:04:05 UTC",
                          "`0123456789ab`", "`fedcba987654`", "The record has no failure.",
                          "2 tests: 2 passed, 0 failed, and 0 were skipped.", "ran 1 pair. The stages of each agree.",
                          "| memcheck | 1 | 1 | 0 | 0 | 0 |", "The record has no benchmark.")
        for text in ("Failed:", "Skipped", "Not run, by", "not committed"):
            self.assertNotIn(text, found)

    def test_what_is_kept_of_earlier_records(self):
        row = {**FAST["rows"][0], "recorded": "2029-12-31T00:00:00Z"}
        value = with_(tests={"one.gpu": {"outcome": "passed", "recorded": "2029-12-31T00:00:00Z"}, "two.gpu": {"outcome": "passed"}},
                      benchmarks={**FAST, "rows": [row]})
        self.says(value, "1 outcome from earlier records was kept, as the sources are the same. The oldest is of 2029-12-31.",
                  "the best of several runs, each pair in one run")

    def test_failures_are_counted_and_named(self):
        value = with_(passed=False, failures=["test two.gpu", "memcheck one_test: 3 errors"],
                      tests={"one.gpu": {"outcome": "passed"}, "two.gpu": {"outcome": "failed", "reason": "Failed"}},
                      sanitizers={"memcheck": {"one_test": {"outcome": "failed", "errors": 3}},
                                  "racecheck": {"one_test": {"outcome": "failed", "reason": "did not end within 60 s"}}})
        value["pairs"]["pairs"][0]["agree"] = False
        found = self.says(value, "**The record has 2 failures**", "2 tests: 1 passed, 1 failed", "- `two.gpu`",
                          "| memcheck | 1 | 0 | 1 | 0 | 3 |", "- memcheck, `one_test`: `3 errors`",
                          "- racecheck, `one_test`: `did not end within 60 s`", "do not agree:",
                          "- `reduction/sum_of_squares_blocks`")
        self.assertNotIn("no failure", found)
        self.assertNotIn("The stages of each agree", found)

    def test_what_was_skipped_is_told_by_reason(self):
        tests = {f"{name}.gpu": {"outcome": "skipped", "reason": f"{name} is not built"} for name in ("a", "b")}
        tests["c.gpu"] = {"outcome": "skipped", "reason": "no `second` device"}
        tests["d.gpu"] = {"outcome": "passed", "skipped_cases": {"x": "needs two devices", "y": "not recorded yet: how"}}
        self.says(with_(tests=tests), "4 tests: 1 passed, 0 failed, and 3 were skipped.", "- `… is not built`: 2",
                  "- `` no `second` device ``: 1", "- `needs two devices`: 1", "- `d.gpu: y`")
        self.says(with_(sanitizers={"memcheck": {"one_test": {"outcome": "not run", "reason": "none installed"}}}),
                  "| memcheck | 1 | 0 | 0 | 1 | 0 |", "- `none installed`: 1")

    def test_a_poor_record(self):
        self.says(with_(tests={}, pairs={}, sanitizers={}, benchmarks={}, commit=None, passed=False, failures=["ctest ran no tests"]),
                  "**The record has 1 failure**", "0 tests: 0 passed", "left no results", "No sanitizer was run.")
        self.says(with_(commit={"id": "abc", "dirty": True}), "with changes that were not committed")

    def test_the_benchmarks_ratios(self):
        self.says(with_(benchmarks=FAST), "4000 GB/s", "Each kernel starts with an empty L2 cache.",
                  "| `reduction/sum_of_squares_blocks` | 1048576 | 4.00 | 2.00 | 1.00 | 2.00 | 0.50 | 0.50 | 0.50 |",
                  "| `memory/write_offset` | 1048576 | 2.00 | 2.00 |  | 4.00 |  | 1.00 | 0.50 |",
                  "`memory/write_offset`, size 1048576, limit: `too little memory`")

    def test_a_pair_without_a_time_has_no_row(self):
        rows = [*FAST["rows"], {"pair": "device/query", "size": 16}]
        self.assertNotIn("device/query", "\n".join(figures.benchmarks(with_(benchmarks={**FAST, "rows": rows}))))


class ThenAndNow(unittest.TestCase):
    def test_the_benchmark_goes_before_the_single_run(self):
        cell = then_and_now.time_and_rate("reduction/sum_of_squares_blocks", 1 << 20, 4)
        self.assertEqual(cell(ROOT, GOOD), "8.0 µs, 524 GB/s")
        self.assertEqual(cell(ROOT, with_(benchmarks=FAST)), "4.0 µs, 1049 GB/s")
        self.assertEqual(cell(ROOT, None), then_and_now.NOT_YET)
        self.assertEqual(cell(ROOT, with_(pairs={})), then_and_now.NOT_YET)

    def test_sizes_and_stages_are_not_mixed_up(self):
        self.assertEqual(then_and_now.time("reduction/sum_of_squares_blocks", 1 << 24)(ROOT, GOOD), then_and_now.NOT_YET)
        self.assertEqual(then_and_now.time("reduction/sum_of_squares_blocks", 1 << 20, "twin")(ROOT, GOOD), "7.0 µs")
        self.assertEqual(then_and_now.time("reduction/sum_of_squares_blocks", 1 << 20, "fast")(ROOT, GOOD), then_and_now.NOT_YET)

    def test_rates(self):
        rows = [{"pair": "matmul/naive", "size": 4096 * 4096, "legacy_us": 26000.0},
                {"pair": "matmul/tiled", "size": 4096 * 4096, "legacy_us": 13000.0}]
        value = with_(benchmarks={"rows": rows, "copy_gigabytes_per_second": 4000.4})
        self.assertEqual(then_and_now.products("matmul/naive", 4096 * 4096)(ROOT, value), "5.3 TFLOP/s")
        self.assertEqual(then_and_now.times_as_fast("matmul/naive", "matmul/tiled", 4096 * 4096)(ROOT, value), "2.0 times as fast")
        self.assertEqual(then_and_now.copy_rate(ROOT, value), "4000 GB/s, a copy")
        self.assertEqual(then_and_now.copy_rate(ROOT, GOOD), then_and_now.NOT_YET)

    def test_a_quotation_has_to_stand_in_its_file(self):
        with self.assertRaises(generated.Error):
            then_and_now.stands_in("tests/evidence/README.md", "what no file says", "1")(ROOT, GOOD)

    def test_it_says_which_record_or_that_there_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("legacy", "migration-notes"):
                (root / name).symlink_to(ROOT / name)
            (root / "tests/evidence").mkdir(parents=True)
            (root / "tests/pairs").symlink_to(ROOT / "tests/pairs")
            self.assertIn("There is no record of a GPU yet.", then_and_now.tables(root))
            for name, date in (("a", "2030-01-01T00:00:00Z"), ("b", "2031-01-01T00:00:00Z"), ("c", "2029-01-01T00:00:00Z")):
                value = with_(date=date, device={**GOOD["device"], "name": "GPU " + name})
                (root / f"tests/evidence/{name}.json").write_text(json.dumps(value))
            self.assertIn("one GPU b, driver 580.1, CUDA 13.0.88, 2031-01-01", then_and_now.tables(root))
            self.assertIn("It has no benchmark", then_and_now.tables(root))
            (root / "tests/evidence/b.json").write_text(json.dumps(with_(date="2031-01-01T00:00:00Z", benchmarks=FAST)))
            self.assertNotIn("It has no benchmark", then_and_now.tables(root))


class Latencies(unittest.TestCase):
    ROWS = {"rows": [{"what": "multiply-add of registers", "cycles": 4.1, "nanoseconds": 2.07, "steps": 4096},
                     {"what": "global memory, 2 MB, in L2", "cycles": 276.6, "nanoseconds": 139.7, "steps": 8192}]}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tests/evidence").mkdir(parents=True)

    def record(self, name, **changed):
        value = with_(device={**GOOD["device"], "name": name}, **changed)
        (self.root / f"tests/evidence/{name}.json").write_text(json.dumps(value))
        return value

    def test_a_cell(self):
        cell = then_and_now.cycles("{} cycles, {} in L2", "multiply-add of registers", "global memory, 2 MB, in L2")
        self.assertEqual(cell(self.root, None), then_and_now.NOT_YET)
        self.assertEqual(cell(self.root, self.record("A", latencies=self.ROWS, date="2030-01-01T00:00:00Z")), "4.1 cycles, 277 in L2")
        self.assertEqual(cell(self.root, self.record("B", date="2031-01-01T00:00:00Z")), "4.1 cycles, 277 in L2 (A)")
        self.assertEqual(then_and_now.cycles("{}", "another")(self.root, None), then_and_now.NOT_YET)

    def test_the_table_is_of_the_newest_record_with_latencies(self):
        self.assertIn("No latency is recorded yet.", then_and_now.table_of_latencies(self.root))
        self.record("A", latencies=self.ROWS, date="2030-01-01T00:00:00Z")
        self.record("B", date="2031-01-01T00:00:00Z")
        found = then_and_now.table_of_latencies(self.root)
        self.assertIn("| multiply-add of registers | 4.1 | 2.07 |\n| global memory, 2 MB, in L2 | 277 | 140 |\n", found)
        self.assertIn("Measured on one A, driver 580.1, CUDA 13.0.88, 2030-01-01", found)


class PrintedByM(unittest.TestCase):
    def test_the_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tests/evidence").mkdir(parents=True)
            self.assertIn("There is no record of a GPU yet.", then_and_now.printed_by_m(root))
            (root / "tests/evidence/a.json").write_text(json.dumps(with_(benchmarks=FAST)))
            found = then_and_now.printed_by_m(root)
        self.assertIn("Times: one Some GPU, driver 580.1, CUDA 13.0.88, 2030-01-02, from [the record](../../tests/evidence/README.md)", found)
        self.assertIn("| M-T1 | `readOffset`, 2^24, offsets 0, 11, 128: 1.820, 1.949, 1.821 ms | not recorded yet |", found)
        self.assertIn("| M-T6 | `writeOffset`, 2^20: 0.134, 0.184, 0.134 ms | offset 11: 2.0 µs |", found)
        self.assertEqual(found.count("| M-T"), 13)


class Texts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tests/evidence").mkdir(parents=True)
        self.readme = self.root / "tests/evidence/README.md"
        self.put("")

    def put(self, part):
        self.readme.write_text(f"# Title\n{generated.BEGIN.format(figures.COMMAND)}\n{part}{generated.END}\nrest\n")

    def record(self, value, name="some_gpu.json"):
        (self.root / "tests/evidence" / name).write_text(json.dumps(value))

    def run_it(self, *arguments):
        parts = {"tests/evidence/README.md": figures.all_figures}
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = generated.main(figures.__doc__, figures.COMMAND, self.root, parts, list(arguments))
        return status, out.getvalue()

    def test_the_text_is_held_and_written(self):
        self.record(GOOD)
        status, out = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("run python3 tests/tools/evidence/figures.py --write", out)
        self.assertEqual(self.run_it("--write")[0], 0)
        self.assertEqual(self.run_it()[0], 0)
        self.assertIn("Some GPU", self.readme.read_text())
        self.assertTrue(self.readme.read_text().startswith("# Title\n") and self.readme.read_text().endswith("\nrest\n"))

    def test_another_record_and_an_edit_by_hand_are_seen(self):
        self.record(GOOD)
        self.run_it("--write")
        self.record(with_(passed=False, failures=["test one.gpu"]))
        self.assertEqual(self.run_it()[0], 1)
        self.run_it("--write")
        self.assertEqual(self.run_it()[0], 0)
        self.readme.write_text(self.readme.read_text().replace("1 failure", "0 failures"))
        self.assertEqual(self.run_it()[0], 1)
        self.record(GOOD, "other_gpu.json")
        self.run_it("--write")
        self.assertEqual(self.readme.read_text().count("### Some GPU"), 2)

    def test_no_record_and_a_broken_one(self):
        self.assertEqual(self.run_it("--write")[0], 0)
        self.assertIn("There is no record yet", self.readme.read_text())
        (self.root / "tests/evidence/some_gpu.json").write_text("{")
        status, out = self.run_it("--write")
        self.assertEqual(status, 1)
        self.assertIn("some_gpu.json cannot be read", out)

    def test_the_two_lines_have_to_be_there(self):
        self.readme.write_text("# Title\n")
        status, out = self.run_it("--write")
        self.assertEqual(status, 1)
        self.assertIn("must have the lines", out)


if __name__ == "__main__":
    unittest.main()
