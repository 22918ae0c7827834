# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder against fake tools: what it records of good and of failing runs."""

import json
import os
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import machine  # noqa: E402
import parts  # noqa: E402
import record  # noqa: E402
import sanitizers  # noqa: E402
from junit_samples import FAILED, IN_PART, IN_PART_SAID, NOT_STARTED  # noqa: E402
from recorder_tree import Tree, put  # noqa: E402


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

    def test_the_latencies_are_recorded(self):
        self.latencies("A GPU, compute capability 9.0, L2 51200 KB, driver for CUDA 13.0\n"
                       f"{'':44} {'steps':>8} {'cycles':>8} {'ns':>8}\n"
                       f"{'multiply-add, one operand a constant':44} {4096:8d} {4.2:8.1f} {2.1:8.1f}\n"
                       f"{'global memory, 512 MB, in no cache':44} {16384:8d} {662:8.1f} {335:8.1f}")
        status, value = self.recorded()
        self.assertEqual(status, 0)
        self.assertEqual(value["latencies"]["rows"], [
            {"what": "multiply-add, one operand a constant", "steps": 4096, "cycles": 4.2, "nanoseconds": 2.1},
            {"what": "global memory, 512 MB, in no cache", "steps": 16384, "cycles": 662.0, "nanoseconds": 335.0}])

    def test_latencies_that_fail_are_a_failure(self):
        self.latencies("no device", 1)
        status, value = self.recorded()
        self.assertEqual((status, value["latencies"], value["failures"]), (1, {}, ["the latencies ended with status 1"]))

    def test_without_the_program_there_are_no_latencies(self):
        self.assertEqual(self.recorded()[1]["latencies"], {})

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

    def test_the_longest_group_comes_first(self):
        self.ctest_that("", groups=("oracle", "pair", "opcodes"), limits={"opcodes": 600})
        self.assertEqual(list(record.groups_of_tests(self.root / "build")), ["opcodes", "oracle", "pair"])

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



if __name__ == "__main__":
    unittest.main()
