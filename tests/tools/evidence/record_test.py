# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder against fake tools: what it records of good and of failing runs, and when a record is stale."""

import contextlib
import io
import json
import os
import pathlib
import stat
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import compare  # noqa: E402
import machine  # noqa: E402
import parts  # noqa: E402
import record  # noqa: E402
import sanitizers  # noqa: E402
import summary  # noqa: E402  record puts tests/ on the path
from junit_samples import FAILED, IN_PART, IN_PART_SAID, JUNIT, NOT_RECORDED, NOT_STARTED  # noqa: E402

SOURCES = {
    "CMakeLists.txt": "project(x)",
    "legacy/texture/array_1d.cu": "old",
    "modern/texture/array_1d.cu": "new",
    "modern/support/cuda.hpp": "support",
    "compat/CMakeLists.txt": "compat",
    "compat/include/cuda_legacy.h": "header",
    "compat/emulator/CMakeLists.txt": "emulator",
    "compat/emulator/ptx.cpp": "not a source of the results",
    "tests/pairs/texture/array_1d_test.cpp": "test",
    "README.md": "not a source of the results",
}

def put(path, text, executable=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if executable:
        path.chmod(path.stat().st_mode | stat.S_IXUSR)


class Tree(unittest.TestCase):
    """A source tree with a build, and tools with prescribed answers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="record test ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "source"
        self.tools = self.root.parent / "tools"
        self.records = self.root / "tests/evidence"
        for path, text in SOURCES.items():
            put(self.root / path, text)
        self.program = self.root / "build/bin/tests/pairs/texture/array_1d_test"
        put(self.program, "#!/bin/sh\n", executable=True)
        put(self.program.parent / "array_1d.so", "", executable=True)
        # The interpreter by its full path, since PATH holds nothing but the tools; without site, for speed.
        self.tool("nvidia-smi", "print('NVIDIA H200, 9.0, 580.95.05')")
        self.tool("nvcc", "print('Cuda compilation tools, release 13.0, V13.0.88')")
        self.tool("c++", "print('c++ (Debian 12.2.0) 12.2.0')")
        self.ctest()
        self.pairs(f"{{'pairs': [{{'slug': 'texture/array_1d', 'log': '{self.root}/build/log'}}]}}")
        self.sanitizer("print('========= ' + (tool == 'racecheck' and 'RACECHECK SUMMARY: 0 hazards displayed "
                       "(0 errors, 0 warnings)' or 'ERROR SUMMARY: 0 errors'))")
        put(self.root / "build/CMakeCache.txt",
            f"CMAKE_CUDA_COMPILER:FILEPATH={self.tools}/nvcc\nCMAKE_CXX_COMPILER:FILEPATH={self.tools}/c++\n"
            "CMAKE_CUDA_ARCHITECTURES:STRING=75-virtual;90\n")
        environment = mock.patch.dict(os.environ, {"PATH": str(self.tools)})
        environment.start()
        self.addCleanup(environment.stop)
        for name in ("CUDA_VISIBLE_DEVICES", "COMPUTE_SANITIZER"):
            os.environ.pop(name, None)

    def tool(self, name, code, path=None):
        put(path or self.tools / name, f"#!{sys.executable} -IS\n{textwrap.dedent(code)}\n", executable=True)

    def ctest(self, extra="", status=0, groups=("pair",), needed=()):
        put(self.tools / "junit.xml", JUNIT.format(extra))
        self.ctest_that(f"""
            import os, shutil
            assert os.environ["CUDA_LEGACY_REQUIRE_GPU"] == "1"
            assert os.environ["GLIBC_TUNABLES"] == "glibc.malloc.hugetlb=1"
            shutil.copy({str(self.tools / "junit.xml")!r}, sys.argv[sys.argv.index("--output-junit") + 1])
            sys.exit({status})""", groups, needed)

    def ctest_that(self, code, groups=("pair",), needed=()):
        """A ctest that lists a test of each group, with the tests that it needs, and then runs the given code."""
        tests = [{"name": f"{group}.one.gpu", "properties": [{"name": "LABELS", "value": ["gpu"]}]} for group in groups]
        tests += [{"name": name, "properties": [{"name": "LABELS", "value": ["compile"]}]} for name in needed]
        self.tool("ctest", f"""
            import sys
            if "--show-only=json-v1" in sys.argv:
                assert sys.argv[sys.argv.index("-L") + 1] == "^gpu$"
                print({json.dumps({"tests": tests})!r})
                sys.exit(0)
            """ + textwrap.dedent(code).replace("\n", "\n" + 12 * " "))

    def pairs(self, results, status=0):
        self.tool("pairs", f"""
            import json, sys
            assert sys.argv[1:3] == ["run", "--json"]
            json.dump({results}, open(sys.argv[3], "w"))
            sys.exit({status})""", self.root / "build/bin/pairs")

    def sanitizer(self, code):
        self.tool("compute-sanitizer", "import os, sys, time\n"
                  "assert os.environ['CUDA_LEGACY_SMALL'] == '1' and sys.argv[4] == '--log_level=error'\n"
                  "tool = sys.argv[2]\n" + code)

    def benchmark(self, code):
        self.tool("benchmark_pairs", f"""
            import json, sys
            out = [one.split("=")[1] for one in sys.argv if one.startswith("--benchmark_out=")][0]
            row = {{"name": "matmul/tiled/twin/65536/iterations:5/manual_time", "best_us": 12.5}}
            {code}
            json.dump({{"context": {{"device": "A GPU", "copy_gigabytes_per_second": "4000"}}, "benchmarks": [row]}},
                      open(out, "w"))""", self.root / "build/bin/benchmark_pairs")

    def run_main(self, *arguments):
        """Exit status and everything printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = record.main(list(arguments), self.root)
        return status, printed.getvalue()

    def recorded(self, *arguments):
        status, printed = self.run_main(*arguments)
        self.assertTrue((self.records / "nvidia_h200.json").is_file(), printed)
        return status, json.loads((self.records / "nvidia_h200.json").read_text())


class Recording(Tree):
    def test_the_benchmark_is_recorded(self):
        self.benchmark("")
        status, value = self.recorded()
        self.assertEqual(status, 0)
        self.assertEqual(value["benchmarks"]["rows"], [{"pair": "matmul/tiled", "size": 65536, "twin_us": 12.5}])

    def test_the_benchmark_gets_large_pages(self):
        self.benchmark('import os; assert os.environ["GLIBC_TUNABLES"] == "glibc.malloc.hugetlb=1"')
        self.assertEqual(self.recorded()[0], 0)

    def test_a_benchmark_that_fails_is_a_failure(self):
        self.benchmark("sys.exit(3)")
        status, value = self.recorded()
        self.assertEqual((status, value["benchmarks"]), (1, {}))
        self.assertEqual(value["failures"], ["the benchmark ended with status 1"])

    def test_the_compiler_is_the_one_of_the_build(self):
        put(self.root / "build/CMakeFiles/3.25.1/CMakeCXXCompiler.cmake",
            'set(CMAKE_CXX_COMPILER_ID "GNU")\nset(CMAKE_CXX_COMPILER_VERSION "13.3.0")\n')
        self.assertEqual(self.recorded()[1]["host_compiler"], "GNU 13.3.0")

    def test_without_a_benchmark_there_is_none(self):
        self.assertEqual(self.recorded()[1]["benchmarks"], {})

    def test_several_devices_are_counted(self):
        self.tool("nvidia-smi", """
            import sys
            print("NVIDIA H200, 9.0, 580.95.05\\n" * (1 if "-i" in sys.argv else 3))""")
        self.assertEqual(self.recorded()[1]["device"]["count"], 3)
        os.environ["CUDA_VISIBLE_DEVICES"] = "2,0"
        self.assertEqual(self.recorded()[1]["device"]["count"], 2)

    def test_a_good_run(self):
        status, value = self.recorded()
        self.assertEqual((status, value["passed"], value["failures"]), (0, True, []))
        self.assertEqual(value["device"], {
            "name": "NVIDIA H200", "compute_capability": "9.0", "driver": "580.95.05", "count": 1})
        self.assertEqual(value["toolkit"], "CUDA 13.0.88")
        self.assertEqual(value["host_compiler"], "c++ (Debian 12.2.0) 12.2.0")
        self.assertEqual(value["architectures"], "75-virtual;90")
        self.assertIsNone(value["commit"])
        self.assertEqual(value["benchmarks"], {})
        self.assertEqual(value["tests"], {
            "pair.texture.array_1d.gpu": {"outcome": "passed"},
            "pair.texture.array_1d.emulated": {"outcome": "skipped", "reason": "the emulated device is not built"},
        })
        for tool in sanitizers.TOOLS:
            self.assertEqual(value["sanitizers"][tool], {"texture/array_1d_test": {"outcome": "passed", "errors": 0}})
        self.assertEqual(value["pairs"]["pairs"][0]["log"], "<build>/log")

    def test_no_path_of_this_machine_is_recorded(self):
        self.recorded()
        self.assertNotIn(str(self.root.parent), (self.records / "nvidia_h200.json").read_text())

    def test_two_records_differ_in_the_date_only(self):
        first, second = self.recorded()[1], self.recorded()[1]
        first.pop("date"), second.pop("date")
        self.assertEqual(first, second)

    def test_failing_tests(self):
        self.ctest(FAILED + NOT_STARTED, status=8)
        status, value = self.recorded()
        self.assertEqual((status, value["passed"]), (1, False))
        self.assertEqual(value["failures"], ["test compat.attributes", "test lost"])
        self.assertEqual(value["tests"]["lost"], {"outcome": "failed", "reason": "Unable to find executable"})

    def test_cases_that_a_test_skips(self):
        self.ctest(IN_PART, status=8)
        status, printed = self.run_main()
        self.assertIn(f"{IN_PART_SAID}Recorded in ", printed)
        tests = json.loads((self.records / "nvidia_h200.json").read_text())["tests"]
        self.assertEqual(tests["pair.memory.shared_copy.gpu"], {
            "outcome": "passed",
            "skipped_cases": {
                "the_longest_array": "too little memory on the device: 9216 MiB needed",
                "profile/stores": "counters are the emulated device's",
            },
        })
        self.assertEqual(tests["pair.memory.write_offset.gpu"], {
            "outcome": "failed",
            "skipped_cases": {"profile/stores": "counters are the emulated device's", "launch": "no reason given"},
        })
        self.assertEqual(tests["pair.memory.profile.gpu"], {
            "outcome": "skipped",
            "reason": "counters are the emulated device's",
            "skipped_cases": {"profile/stores": "counters are the emulated device's"},
        })
        # A test that ran all of its cases has no such list.
        self.assertEqual(tests["pair.texture.array_1d.gpu"], {"outcome": "passed"})

    def test_the_output_of_passed_tests_is_kept(self):
        self.ctest_that("""
            kept = int(sys.argv[sys.argv.index("--test-output-size-passed") + 1])
            with open(sys.argv[sys.argv.index("--output-junit") + 1], "w") as file:
                print("<testsuite><testcase name='a' status='run'/></testsuite>" if kept >= 65536 else "", file=file)""")
        self.assertEqual(self.recorded()[1]["tests"], {"a": {"outcome": "passed"}})

    def test_ctest_that_leaves_nothing(self):
        self.ctest_that("sys.exit(1)")
        status, value = self.recorded()
        self.assertEqual((status, value["failures"], value["tests"]), (1, ["ctest left no results of pair.one.gpu and those beside it"], {}))

    def test_ctest_that_lists_nothing(self):
        self.tool("ctest", "import sys; sys.exit(1)")
        status, printed = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("ctest does not list the tests", printed)

    def test_no_test_uses_a_gpu(self):
        self.ctest(groups=())
        self.assertEqual(self.recorded()[1]["failures"], ["ctest ran no tests"])

    def test_each_device_has_its_share_of_the_tests(self):
        self.tool("nvidia-smi", """
            import sys
            print("NVIDIA H200, 9.0, 580.95.05\\n" * (1 if "-i" in sys.argv else 2))""")
        self.ctest_that(f"""
            import os, re
            group = re.search(r"\\w+", sys.argv[sys.argv.index("-R") + 1])[0]
            order = os.environ["CUDA_VISIBLE_DEVICES"]
            open({str(self.tools)!r} + "/seen." + group, "w").write(order)
            # The other one has begun, too: with one device they would wait for ever.
            import time
            while not all(os.path.exists({str(self.tools)!r} + "/seen." + one) for one in ("oracle", "pair")): time.sleep(0.01)
            with open(sys.argv[sys.argv.index("--output-junit") + 1], "w") as file:
                print(f"<testsuite><testcase name='{{group}}.one.gpu' status='run'/></testsuite>", file=file)
            """, ("oracle", "pair"))
        status, value = self.recorded()
        self.assertEqual((status, sorted(value["tests"])), (0, ["oracle.one.gpu", "pair.one.gpu"]))
        seen = sorted((self.tools / f"seen.{group}").read_text() for group in ("oracle", "pair"))
        self.assertEqual(seen, ["0,1", "1,0"])

    def test_a_mismatch_of_pairs_is_recorded_as_such(self):
        self.pairs("{'pairs': [{'slug': 'x', 'identical': False}]}", status=1)
        status, value = self.recorded()
        self.assertEqual((status, value["failures"]), (1, ["pairs ended with status 1"]))
        self.assertFalse(value["pairs"]["pairs"][0]["identical"])

    def test_pairs_that_write_half_a_file(self):
        self.tool("pairs", "import sys; open(sys.argv[3], 'w').write('{')", self.root / "build/bin/pairs")
        status, value = self.recorded()
        self.assertEqual((status, value["failures"], value["pairs"]), (1, ["pairs wrote no results"], {}))

    def test_sanitizer_errors(self):
        self.sanitizer("print('========= ' + (tool == 'racecheck' and 'RACECHECK SUMMARY: 2 hazards displayed "
                       "(1 error, 1 warning)' or 'ERROR SUMMARY: 1 error'))")
        status, value = self.recorded()
        self.assertEqual((status, value["passed"]), (1, False))
        self.assertEqual(value["sanitizers"]["racecheck"]["texture/array_1d_test"], {"outcome": "failed", "errors": 2})
        self.assertEqual(value["sanitizers"]["memcheck"]["texture/array_1d_test"], {"outcome": "failed", "errors": 1})

    def sanitized(self, code, *arguments):
        self.sanitizer(code)
        status, value = self.recorded(*arguments)
        return status, value["sanitizers"]["memcheck"]["texture/array_1d_test"]

    def test_a_device_that_the_sanitizer_does_not_support(self):
        status, result = self.sanitized("print('========= Error: Device not supported.'); sys.exit(1)")
        self.assertEqual((status, result), (0, {"outcome": "not run", "reason": "Error: Device not supported."}))

    def test_the_same_words_from_the_program_excuse_nothing(self):
        status, result = self.sanitized("print('device not supported'); sys.exit(1)")
        self.assertEqual((status, result["outcome"]), (1, "failed"))

    def test_a_program_that_fails_without_a_sanitizer_error(self):
        status, result = self.sanitized("print('========= ERROR SUMMARY: 0 errors'); sys.exit(201)")
        self.assertEqual(status, 1)
        self.assertEqual(result, {"outcome": "failed", "errors": 0, "reason": "the program ended with status 201"})

    def test_a_program_that_skips_itself(self):
        status, result = self.sanitized("print('skipped: too little memory'); sys.exit(77)")
        self.assertEqual((status, result), (0, {"outcome": "not run", "reason": "too little memory"}))

    def test_cases_that_a_program_skips(self):
        cases = "print('case skipped: full_memory: refused calls are errors to a sanitizer')"
        status, result = self.sanitized(f"{cases}; print('========= ERROR SUMMARY: 0 errors')")
        self.assertEqual((status, result), (0, {
            "outcome": "passed",
            "errors": 0,
            "skipped_cases": {"full_memory": "refused calls are errors to a sanitizer"},
        }))

    def test_a_program_that_hangs(self):
        status, result = self.sanitized("time.sleep(60)", "--program-seconds", "0.5")
        self.assertEqual((status, result["outcome"]), (1, "failed"))
        self.assertIn("did not end within", result["reason"])

    def test_the_time_for_all_sanitizer_runs_is_bounded(self):
        status, result = self.sanitized("sys.exit(1)", "--sanitizer-seconds", "0")
        self.assertEqual((status, result["outcome"]), (1, "not run"))

    def test_no_sanitizer(self):
        with mock.patch.object(sanitizers, "sanitizer", return_value=None):
            status, value = self.recorded()
        self.assertEqual(status, 0)
        self.assertEqual(value["sanitizers"]["initcheck"]["texture/array_1d_test"],
                         {"outcome": "not run", "reason": "compute-sanitizer is not installed"})

    def test_no_gpu(self):
        self.tool("nvidia-smi", "print('NVIDIA-SMI has failed'); import sys; sys.exit(9)")
        status, printed = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("no GPU", printed)
        self.assertEqual(list(self.records.glob("*.json")), [])

    def test_no_build(self):
        (self.root / "build/bin/pairs").unlink()
        status, printed = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("nothing is built", printed)

    def test_sources_that_change_meanwhile(self):
        self.tool("pairs", f"""
            import sys
            open(sys.argv[3], "w").write("{{}}")
            open({str(self.root / "legacy/texture/array_1d.cu")!r}, "a").write("edited")""",
                  self.root / "build/bin/pairs")
        status, printed = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("changed meanwhile", printed)
        self.assertEqual(list(self.records.glob("*")), [])

    def parts(self):
        return self.records / ".nvidia_h200.json.parts"

    def test_what_broke_off_goes_on(self):
        with mock.patch.object(record, "run_pairs", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.run_main()
        self.assertTrue(self.parts().is_file())
        self.ctest_that("sys.exit(1)")
        status, value = self.recorded("--resume")
        self.assertEqual((status, value["tests"]["pair.texture.array_1d.gpu"]), (0, {"outcome": "passed"}))
        self.assertEqual(list(value["resumed"]), ["tests of pair"])
        self.assertFalse(self.parts().exists())

    def test_tests_that_broke_off_go_on_with_the_next_group(self):
        run = record.run_tests

        def breaks_off(build, names, *rest):
            if names == ["pair.one.gpu"]:
                raise KeyboardInterrupt
            return run(build, names, *rest)

        self.ctest(groups=("oracle", "pair"), needed=("needed.first",))
        with mock.patch.object(record, "run_tests", side_effect=breaks_off), self.assertRaises(KeyboardInterrupt):
            self.run_main()
        with mock.patch.object(record, "run_tests", side_effect=run) as again:
            status, value = self.recorded("--resume")
        self.assertEqual((status, [call.args[1] for call in again.call_args_list]), (0, [["needed.first"], ["pair.one.gpu"]]))
        self.assertEqual(list(value["resumed"]), ["tests of oracle"])

    def test_large_sizes_are_kept_apart(self):
        self.ctest(groups=("pair", "pair.dots.naive.large", "pair.sums.tree.large"))
        groups = {"pair": ["pair.one.gpu"], "pair.dots.large": ["pair.dots.naive.large.one.gpu"],
                  "pair.sums.large": ["pair.sums.tree.large.one.gpu"]}
        self.assertEqual(record.groups_of_tests(self.root / "build"), groups)

    def test_failures_are_kept_with_their_part(self):
        self.ctest(FAILED, status=8)
        with mock.patch.object(record, "run_pairs", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.run_main()
        status, value = self.recorded("--resume")
        self.assertEqual((status, value["passed"]), (1, False))
        self.assertEqual(len(value["failures"]), 1)

    def test_without_being_asked_a_record_begins_anew(self):
        with mock.patch.object(record, "run_pairs", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.run_main()
        self.ctest(FAILED, status=8)
        value = self.recorded()[1]
        self.assertEqual(value["failures"], ["test compat.attributes"])
        self.assertNotIn("resumed", value)

    def test_nothing_to_resume(self):
        status, printed = self.run_main("--resume")
        self.assertEqual(status, 1)
        self.assertIn("nothing to resume", printed)

    def test_parts_of_other_sources_or_another_machine(self):
        for change, what in ((lambda: put(self.root / "legacy/texture/array_1d.cu", "other"), "digest"),
                             (lambda: self.tool("nvidia-smi", "print('NVIDIA H200, 9.0, 600.1')"), "device"),
                             (lambda: self.tool("nvcc", "print('release 13.1, V13.1.5')"), "toolkit")):
            with self.subTest(what=what):
                with mock.patch.object(record, "run_pairs", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
                    self.run_main()
                change()
                status, printed = self.run_main("--resume")
                self.assertEqual(status, 1)
                self.assertIn(f"is of another {what}", printed)

    def test_a_file_that_holds_no_parts(self):
        for text, why in (("{", "cannot be read"), ("[]", "has no parts"), ('{"belongs_to": {}}', "has no parts")):
            with self.subTest(text=text):
                put(self.parts(), text)
                status, printed = self.run_main("--resume")
                self.assertEqual(status, 1)
                self.assertIn(why, printed)

    def test_another_folder(self):
        self.assertEqual(self.run_main("--output", str(self.root.parent / "else where"))[0], 0)
        self.assertTrue((self.root.parent / "else where/nvidia_h200.json").is_file())
        self.assertEqual(self.run_main("--check", "--output", str(self.root.parent / "else where"))[0], 0)

    def test_a_write_that_breaks_off_leaves_the_old_record(self):
        self.recorded()
        before = (self.records / "nvidia_h200.json").read_text()
        with self.assertRaises(TypeError):
            parts.write(self.records / "nvidia_h200.json", {"a": object()})
        self.assertEqual([path.name for path in self.records.iterdir()], ["nvidia_h200.json"])
        self.assertEqual((self.records / "nvidia_h200.json").read_text(), before)


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


class Commit(Tree):
    def test_with_git(self):
        for path in os.defpath.split(":") + ["/usr/bin", "/usr/local/bin"]:
            if (pathlib.Path(path) / "git").is_file():
                os.environ["PATH"] += ":" + path
                break
        else:
            self.skipTest("git is not installed")
        os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull)
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.com")
        for command in (("init", "-q"), ("add", "legacy"), (*identity, "commit", "-qm", "x")):
            self.assertIsNotNone(machine.output_of("git", *command, cwd=self.root))
        self.assertTrue(machine.commit(self.root)["dirty"])
        put(self.root / ".gitignore", "*\n")
        self.assertFalse(machine.commit(self.root)["dirty"])
        self.assertEqual(len(machine.commit(self.root)["id"]), 40)
        # A copy without .git inside of another repository has no commit.
        self.assertIsNone(machine.commit(self.root / "legacy"))


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
