# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When a record is stale, and what the last lines of a run say."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import compare  # noqa: E402
import freshness  # noqa: E402
import parts  # noqa: E402
import record  # noqa: E402,F401  it puts tests/ on the path
import summary  # noqa: E402
from junit_samples import FAILED, IN_PART, IN_PART_SAID, JUNIT, NOT_RECORDED, NOT_STARTED  # noqa: E402
from recorder_tree import Tree, put  # noqa: E402


class Freshness(Tree):
    def setUp(self):
        super().setUp()
        self.recorded()

    def test_fresh(self):
        self.assertEqual(self.run_main("--check")[0], 0)
        self.assertEqual(self.run_main("--status"), (0, "fresh\n"))

    def test_the_cases_that_the_tests_skipped(self):
        self.assertNotIn("skipped", self.run_main("--check")[1])
        self.ctest(IN_PART.replace('status="fail"', 'status="run"').replace('<failure message=""/>', ""))
        self.assertEqual(self.recorded()[0], 0)
        status, printed = self.run_main("--check")
        self.assertEqual(status, 0)
        self.assertTrue(printed.endswith("nvidia_h200.json: " + IN_PART_SAID), printed)
        # CTest reads a single line.
        self.assertEqual(self.run_main("--status"), (0, "fresh\n"))

    def test_cases_that_are_not_recorded_yet(self):
        self.ctest(NOT_RECORDED.format(compare.NOT_RECORDED))
        self.assertEqual(self.recorded()[0], 0)
        status, printed = self.run_main("--check")
        self.assertEqual(status, 1)
        self.assertTrue(printed.endswith("""nvidia_h200.json: not recorded yet: oracle.legacy_results.gpu: memory/new
nvidia_h200.json: not recorded yet: oracle.new.gpu: one
"""), printed)
        # Who adds a case need not have a GPU.
        self.assertEqual(self.run_main("--status"), (0, "fresh\n"))

    def test_what_the_results_do_not_depend_on(self):
        put(self.root / "README.md", "other")
        put(self.root / "tests/evidence/README.md", "other")
        put(self.root / "compat/emulator/ptx.cpp", "other")
        put(self.root / "tests/__pycache__/summary.pyc", "other")
        put(self.root / "build/bin/other", "other")
        self.assertEqual(self.run_main("--status")[0], 0)

    def test_each_kind_of_change(self):
        put(self.root / "compat/CMakeLists.txt", "other")
        put(self.root / "legacy/memory/new.cu", "new")
        (self.root / "modern/support/cuda.hpp").unlink()
        status, printed = self.run_main("--check")
        self.assertEqual(status, 1)
        for line in ("stale since 2", "changed: compat/CMakeLists.txt", "added: legacy/memory/new.cu",
                     "removed: modern/support/cuda.hpp"):
            self.assertIn(line, printed)
        status, printed = self.run_main("--status")
        self.assertEqual(status, 77)
        self.assertTrue(printed.startswith("skipped: stale since nvidia_h200 of "), printed)
        self.assertEqual(printed.count("\n"), 1)

    def test_many_changes(self):
        for number in range(freshness.LISTED + 3):
            put(self.root / f"legacy/memory/new{number:02}.cu", "new")
        printed = self.run_main("--check")[1]
        self.assertEqual(printed.count("added: "), freshness.LISTED)
        self.assertIn("\n  and 3 more\n", printed)

    def test_a_renamed_file_with_the_same_contents(self):
        (self.root / "legacy/texture/array_1d.cu").rename(self.root / "legacy/texture/array_2d.cu")
        self.assertEqual(self.run_main("--status")[0], 77)

    def test_none(self):
        (self.records / "nvidia_h200.json").unlink()
        self.assertEqual(self.run_main("--check")[0], 1)
        self.assertEqual(self.run_main("--status"), (77, "skipped: no evidence recorded yet\n"))

    def test_one_stale_among_two(self):
        value = json.loads((self.records / "nvidia_h200.json").read_text())
        value["digest"] = "0" * 64
        parts.write(self.records / "nvidia_a100.json", value)
        self.assertEqual(self.run_main("--check")[0], 1)
        status, printed = self.run_main("--status")
        self.assertEqual(status, 77)
        self.assertNotIn("h200", printed)

    def test_half_a_file(self):
        path = self.records / "nvidia_h200.json"
        path.write_text(path.read_text()[:100])
        for option in ("--check", "--status"):
            status, printed = self.run_main(option)
            self.assertEqual(status, 1)
            self.assertIn("nvidia_h200.json cannot be read", printed)

    def test_files_that_are_no_records(self):
        for text in ("[]", "{}", '{"schema": 99}', '{"schema": 1, "digest": 3}'):
            (self.records / "nvidia_h200.json").write_text(text)
            self.assertEqual(self.run_main("--check")[0], 1)

    def test_a_fresh_record_of_failures_says_so(self):
        self.ctest(FAILED, status=8)
        self.recorded()
        status, printed = self.run_main("--check")
        self.assertEqual(status, 0)
        self.assertIn("records failures: test compat.attributes", printed)


class Summary(unittest.TestCase):
    def outcomes(self, extra=""):
        with tempfile.TemporaryDirectory() as folder:
            put(pathlib.Path(folder) / "tests.xml", JUNIT.format(extra))
            return summary.read_junit(pathlib.Path(folder) / "tests.xml")

    def test_the_last_lines(self):
        self.assertEqual(summary.summary(self.outcomes(FAILED + NOT_STARTED)), [
            "Failed: compat.attributes",
            "Failed: lost: Unable to find executable",
            "Skipped: the emulated device is not built",
            "  pair.texture.array_1d.emulated",
            "4 tests, 3 ran",
            "1 passed, 2 failed, 1 skipped",
        ])

    def test_cases_that_a_test_skips(self):
        lines = summary.summary(self.outcomes(IN_PART))
        self.assertEqual("\n".join(lines), f"""\
Failed: pair.memory.write_offset.gpu
Skipped: counters are the emulated device's
  pair.memory.profile.gpu
Skipped: the emulated device is not built
  pair.texture.array_1d.emulated
{IN_PART_SAID}6 tests, 4 ran
3 passed, 1 failed, 2 skipped""")

    def test_a_skipped_case_is_no_skipped_test(self):
        output = "case skipped: a: b\nno case skipped: c: d\n  case skipped: e/f: g: h\nskipped: i\n"
        self.assertEqual(summary.skipped_cases(output), {"a": "b", "e/f": "g: h"})
        self.assertEqual(summary.skip_reason(output, ""), "i")
        self.assertEqual(summary.skip_reason("case skipped: a: b\n", "none"), "none")

    def test_disabled_tests(self):
        found = self.outcomes('<testcase name="off" status="disabled"><system-out>Disabled</system-out></testcase>')
        self.assertEqual([test.reason for test in found if test.name == "off"], ["disabled"])

    def test_thorough_tests_are_counted_apart(self):
        off = "".join(f'<testcase name="{name}" status="disabled"/>' for name in ("a.compute_75", "b.compute_75"))
        self.assertEqual(summary.summary(self.outcomes(off))[2:], [
            "2 thorough tests left out: ./run test --thorough runs everything",
            "2 tests, 1 ran",
            "1 passed, 0 failed, 1 skipped",
        ])

    def test_all_skipped_is_no_success(self):
        skipped = '<testcase name="a" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>'
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            put(pathlib.Path(folder) / "tests.xml", f"<testsuite>{skipped}</testsuite>")
            self.assertEqual(summary.main([f"{folder}/tests.xml"]), 1)
        self.assertTrue(printed.getvalue().endswith("1 tests, none ran\n0 passed, 0 failed, 1 skipped\n"))

    def test_no_results(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(summary.main(["/nowhere/tests.xml"]), 1)



if __name__ == "__main__":
    unittest.main()
