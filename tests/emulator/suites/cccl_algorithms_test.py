#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The script of the tests of CUB and Thrust, on a made-up checkout and with a simulated compiler."""
import json
import unittest

import cccl_algorithms
from suites_test import BAD, ENDS, NVCC, RACE, Checkout


class Algorithms(Checkout):
    def algorithms(self) -> dict[str, str]:
        """Tests of CUB and Thrust, and what they must give. Parameters come to the simulated compiler as macros."""
        self.write("Catch2/src/catch2/catch_user_config.hpp.in", "#cmakedefine CATCH_CONFIG_X\n#define WIDTH @CATCH_CONFIG_CONSOLE_WIDTH@\n")
        self.write("Catch2/src/catch2/catch_all.cpp", "")
        for name in ("c2h/runner", "thrust/testing/unittest/testframework", "thrust/testing/unittest/cuda/testframework"):
            self.write(f"checkout/{name}.cu", "")
        for path, text in {"thrust/testing/reduce": ENDS, "thrust/testing/cuda/sort": RACE, "thrust/testing/catch2_test_skips": "//sh exit 4\n",
                           "thrust/testing/fails": "//sh echo '[FAILURE] TestFails'; exit 1\n",
                           "cub/test/warp/catch2_test_warp_scan": "//sh printf 'x.cu:3: FAILED:\\n  REQUIRE( a == b )\\nassertions: 1 | 1 failed\\n'; exit 1\n",
                           "cub/test/catch2_test_expected": "//sh printf 'x.cu:3: FAILED:\\n  CHECK( a )\\nassertions: 1 | 1 failed as expected\\n'\n",
                           "cub/test/catch2_test_scan": "// %PARAM% TEST_LAUNCH lid 0:1\nCUB_SMALL CUB_LARGE\n//sh case $1 in '[small-mem]'*) ;; *) exit 3 ;; esac\n",
                           "cub/test/test_old": ENDS, "cub/test/test_param_fail": BAD, "cub/test/link_a": BAD, "cub/test/catch2_test_nvrtc": "//sh grep -q -- -I.*/checkout/cub nvrtc_args.h\n",
                           "cub/test/catch2_test_many": "CUB_LARGE\n" + BAD}.items():
            self.write(f"checkout/{path}.cu", text)
        self.write("checkout/cub/test/cmake/nvrtc_args.h.in", '"-I@CMAKE_SOURCE_DIR@/cub"\n')
        return {"thrust/reduce": "right", "thrust/cuda/sort.cdp_0": "false", "thrust/cuda/sort.cdp_1": "false", "thrust/skips": "not applicable",
                "thrust/fails": "wrong", "cub/warp/warp_scan": "wrong", "cub/scan.lid_0": "right", "cub/scan.lid_1": "right", "cub/old": "right",
                "cub/expected": "right", "cub/nvrtc": "right", "cub/many": "not applicable"}

    def test_cccl_algorithms(self) -> None:
        wanted = self.algorithms()
        self.assertEqual(self.outcomes("cccl_algorithms"), wanted)
        rows = json.loads((self.results / "cccl-algorithms.json").read_text(encoding="utf-8"))["rows"]
        said = {row["program"]: row["said"] for row in rows}
        self.assertEqual((said["thrust/fails"], said["cub/warp/warp_scan"]), ("[FAILURE] TestFails", "  REQUIRE( a == b )"))

    def test_a_parameter_gives_a_program_for_each_value(self) -> None:
        text = "// %PARAM% LAUNCH lid 0:2\n// the %PARAM% comments\n  //  %PARAM% A,B err x=1,2:y=3,4\n"
        self.assertEqual(cccl_algorithms.variants(text), [
            ("lid_0.err_x", ["LAUNCH=0", "A=1", "B=2", "VAR_IDX=0"]), ("lid_0.err_y", ["LAUNCH=0", "A=3", "B=4", "VAR_IDX=1"]),
            ("lid_2.err_x", ["LAUNCH=2", "A=1", "B=2", "VAR_IDX=2"]), ("lid_2.err_y", ["LAUNCH=2", "A=3", "B=4", "VAR_IDX=3"])])
        self.assertEqual(cccl_algorithms.variants("int main() {}"), [("", [])])

    def test_large_tests_of_thrust_do_not_run(self) -> None:
        text = "DECLARE_UNITTEST(TestA);\nDECLARE_INTEGRAL_VECTOR_UNITTEST(TestB);\nVariableUnitTest<TestC, Types> TestCInstance;\n"
        self.assertEqual(cccl_algorithms.small_tests(text), [])
        names = cccl_algorithms.small_tests(text + "DECLARE_UNITTEST(TestAWithBigIndexes);\n")
        self.assertEqual(names, ["TestA", "TestBHost", "TestBDevice", "TestBUniversal", "TestC"])

    def test_a_library_is_compiled_once(self) -> None:
        self.algorithms()
        log = self.folder / "log"
        self.write("nvcc", NVCC.replace("#!/bin/sh\n", f"#!/bin/sh\necho \"$@\" >> {log}\n", 1))
        work = self.folder / "work"
        self.outcomes("cccl_algorithms", "--work", str(work), "--jobs", "4")
        commands = log.read_text(encoding="utf-8").splitlines()
        self.assertEqual(sorted(line.rsplit("/", 1)[1] for line in commands if " -lib " in line), ["libc2h.a", "libcatch2.a", "libthrust_framework.a"])
        (scan,) = (line for line in commands if "LAUNCH=1" in line)
        self.assertIn("-rdc=true", scan)
        self.assertIn(f"catch2_test_scan.cu {work}/libc2h.a {work}/libcatch2.a -o {work}/", scan)
        self.assertIn("#define WIDTH 80", (work / "catch2/catch_user_config.hpp").read_text(encoding="utf-8"))

    def test_a_program_is_not_built_without_its_library(self) -> None:
        self.algorithms()
        self.write("checkout/c2h/runner.cu", BAD)
        found = self.outcomes("cccl_algorithms", "--only", "old|reduce")
        self.assertEqual(found, {"cub/old": "not built", "thrust/reduce": "right"})


if __name__ == "__main__":
    unittest.main()
