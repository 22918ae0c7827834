# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records that keep the sources of each test: what a change makes stale, and what --resume records anew."""

import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import dependencies  # noqa: E402
import record  # noqa: E402
import recorder_tree  # noqa: E402
import sources  # noqa: E402
from recorder_tree import put  # noqa: E402

PAIRS = ("texture/one", "texture/two")
NINJA = """
build CMakeFiles/all: phony || bin/pairs
build examples/{slug}.so: LINK {slug}.cu.o | libx.so
build {slug}.cu.o: CUDA $root/modern/{slug}.cu || cmake_object_order
build {slug}.legacy.cu.o: CUDA $root/legacy/{slug}.cu
build bin/tests/pairs/{name}_test: LINK {slug}_test.cpp.o || examples/{slug}.so $
    {slug}.legacy.cu.o
build {slug}_test.cpp.o: CXX $root/tests/pairs/{slug}_test.cpp
"""


class TwoPairs(recorder_tree.Tree):
    """Two pairs whose build Ninja knows, each with a test, a stand-alone program and what that needs first."""

    def setUp(self):
        super().setUp()
        for path in self.root.glob("*/texture/array_1d.cu"):
            path.unlink()
        self.program.unlink()
        self.calls = self.tools / "calls"
        graph, deps = "", ""
        self.tests = []
        for slug in PAIRS:
            name = slug.replace("/", "_")
            for path in (f"legacy/{slug}.cu", f"modern/{slug}.cu", f"tests/pairs/{slug}_test.cpp", f"tests/pairs/{slug}.hpp"):
                put(self.root / path, path)
            put(self.root / f"build/bin/tests/pairs/{name}_test", "#!/bin/sh\n", executable=True)
            graph += NINJA.format(slug=slug, name=name).replace("$root", str(self.root).replace(" ", "$ "))
            deps += f"{slug}.cu.o: #deps 2, deps mtime 1 (VALID)\n    {self.root}/modern/{slug}.cu\n    ../modern/support/cuda.hpp\n\n"
            deps += f"{slug}_test.cpp.o: #deps 1, deps mtime 1 (VALID)\n    {self.root}/tests/pairs/{slug}.hpp\n\n"
            self.add(f"pair.{slug}.gpu", "gpu", f"{self.root}/build/bin/tests/pairs/{name}_test")
            self.add(f"alone.{slug}", "compile", "nvcc", f"legacy/{slug}.cu", FIXTURES_SETUP=[slug], WORKING_DIRECTORY=str(self.root))
            self.add(f"program.{slug}.gpu", "gpu", "program", FIXTURES_REQUIRED=[slug])
        put(self.root / "tests/pairs/CMakeLists.txt", "adds the tests")
        put(self.root / "tests/summary.py", "no test of a GPU runs it")
        headers = "".join(f"    {self.root}/tests/pairs/{slug}.hpp\n" for slug in PAIRS)
        deps += f"main.cpp.o: #deps 2, deps mtime 1 (VALID)\n{headers}\n"
        put(self.root / "build/build.ninja", graph + "build bin/pairs: LINK main.cpp.o\n")
        self.tool("ninja", f"print({deps!r})")
        self.pairs(f"{{'pairs': [{{'slug': slug}} for slug in (sys.argv[4:] or {PAIRS})]}}")
        self.listed()

    def add(self, name, label, *command, **properties):
        listed = [{"name": key, "value": value} for key, value in {"LABELS": [label], **properties}.items()]
        self.tests.append({"name": name, "command": command, "properties": listed, "backtrace": 1})

    def listed(self, outcome="status='run'"):
        graph = {"files": [str(self.root / "tests/pairs/CMakeLists.txt")], "nodes": [{"file": 0}, {"file": 0, "parent": 0}]}
        listed = json.dumps({"tests": self.tests, "backtraceGraph": graph})
        self.tool("ctest", f"""
            import re, sys
            if "--show-only=json-v1" in sys.argv:
                print({listed!r})
                sys.exit(0)
            wanted = sys.argv[sys.argv.index("-R") + 1]
            names = [name for name in {[test["name"] for test in self.tests]!r} if re.search(wanted, name)]
            print(*names, file=open({str(self.calls)!r}, "a"))
            with open(sys.argv[sys.argv.index("--output-junit") + 1], "w") as file:
                print("<testsuite>", *[f"<testcase name='{{name}}' {outcome}/>" for name in names], "</testsuite>", file=file)""")

    def ran(self):
        """The tests that ran since this was asked last."""
        names = self.calls.read_text().split() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return sorted(names)

    def change(self, *paths):
        for path in paths:
            put(self.root / path, "changed " + path)

    TWO = ["alone.texture/two", "pair.texture/two.gpu", "program.texture/two.gpu"]


class Stale(TwoPairs):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.recorded()[0], 0)

    def check(self):
        return self.run_main("--check")

    def test_a_changed_twin_makes_one_pair_stale(self):
        self.change("modern/texture/two.cu")
        status, printed = self.check()
        self.assertEqual(status, 1)
        self.assertIn("  changed: modern/texture/two.cu: 1 of 2 pairs, 1 of 2 programs, 1 of 6 tests\n", printed)
        status, printed = self.run_main("--status")
        self.assertEqual(status, 77)
        self.assertIn("modern/texture/two.cu: 1 of 2 pairs", printed)

    def test_a_header_counts_for_those_that_include_it(self):
        self.change("tests/pairs/texture/one.hpp")
        self.assertIn("changed: tests/pairs/texture/one.hpp: 1 of 2 pairs, 1 of 2 programs, 1 of 6 tests\n", self.check()[1] + "\n")
        self.change("modern/support/cuda.hpp")
        self.assertIn("changed: modern/support/cuda.hpp: 2 of 2 pairs, 2 of 2 programs, 2 of 6 tests\n", self.check()[1] + "\n")

    def test_what_a_fixture_compiles_counts_for_who_needs_it(self):
        self.change("legacy/texture/one.cu")
        self.assertIn("changed: legacy/texture/one.cu: 1 of 2 pairs, 1 of 2 programs, 3 of 6 tests\n", self.check()[1])

    def test_the_lists_of_cmake_count_for_what_they_add(self):
        self.change("tests/pairs/CMakeLists.txt")
        self.assertIn("changed: tests/pairs/CMakeLists.txt: 6 of 6 tests\n", self.check()[1])

    def test_what_no_test_depends_on_makes_none_stale(self):
        self.change("tests/summary.py")
        self.assertEqual(self.check()[0], 0)
        self.assertEqual(self.run_main("--status"), (0, "fresh\n"))

    def test_what_came_and_what_went(self):
        self.change("tests/oracle/new.cu")
        (self.root / "modern/texture/one.cu").unlink()
        status, printed = self.check()
        self.assertEqual(status, 1)
        self.assertIn("  added: tests/oracle/new.cu\n", printed)
        self.assertIn("  removed: modern/texture/one.cu: 1 of 2 pairs", printed)

    def test_a_damaged_list(self):
        value = json.loads((self.records / "nvidia_h200.json").read_text())
        value["dependencies"]["tests"]["pair.texture/one.gpu"] = "0 99999"
        value["digest"] = "0"
        put(self.records / "nvidia_h200.json", json.dumps(value))
        for option in ("--check", "--status"):
            status, printed = self.run_main(option)
            self.assertEqual(status, 1)
            self.assertIn("the record's list of sources is damaged", printed)

    def test_a_record_without_lists_is_judged_as_a_whole(self):
        value = json.loads((self.records / "nvidia_h200.json").read_text())
        del value["dependencies"]
        put(self.records / "nvidia_h200.json", json.dumps(value))
        self.assertEqual(self.check()[0], 0)
        self.change("tests/summary.py")
        self.assertIn("  changed: tests/summary.py\n", self.check()[1])
        status, printed = self.run_main("--resume")
        self.assertEqual(status, 1)
        self.assertIn("the record keeps no sources of its tests", printed)


class Words(TwoPairs):
    """What stands in a test's command."""

    def test_what_a_word_stands_for(self):
        build = self.root / "build"
        put(self.root / "tests/oracle/hold.py", "import held\nfrom json import loads\n")
        put(self.root / "tests/oracle/held.py", "")
        put(self.root / "tests/oracle/answers/one.txt", "")
        put(self.root / "tests/oracle/program.cu", '#include "../pairs/texture/one.hpp"\n#include <none.h>\n')
        count = sources.source_files(self.root)
        found = dependencies.Dependencies(self.root, build, count)
        library = {"modern/texture/one.cu", "modern/support/cuda.hpp"}
        oracle = {f"tests/oracle/{name}" for name in ("hold.py", "held.py", "answers/one.txt")}
        for word, folder, wanted in (
            ("LD_PRELOAD=./one.so", build / "examples/texture", library),
            (str(build / "examples/texture/one.so"), build, library),
            (str(self.root / "tests/oracle/hold.py"), build, oracle),
            (f"-I{self.root}/tests/oracle/answers", build, {"tests/oracle/answers/one.txt"}),
            ("tests/oracle/program.cu", self.root, {"tests/oracle/program.cu", "tests/pairs/texture/one.hpp"}),
            ("--match", build, set()), ("x" * 5000, build, set()), ("/usr/include", build, set()), ("..", build, set()),
        ):
            self.assertEqual(found.of_word(word, folder) - {None}, wanted, word)


class Resumed(TwoPairs):
    def setUp(self):
        super().setUp()
        self.sanitizer(f"open({str(self.tools / 'sanitized')!r}, 'a').write(tool + ' ' + os.path.basename(sys.argv[3]) + '\\n')\n"
                       "print('========= ERROR SUMMARY: 0 errors')\nprint('========= RACECHECK SUMMARY: 0 hazards')")
        with mock.patch.object(record, "now", return_value="2026-01-01T00:00:00Z"):
            self.before = self.recorded()[1]
        self.ran()
        (self.tools / "sanitized").unlink()

    def test_the_changed_pair_alone(self):
        self.change("modern/texture/two.cu")
        status, value = self.recorded("--resume")
        self.assertEqual(status, 0)
        self.assertEqual(self.ran(), ["pair.texture/two.gpu"])
        self.assertEqual(value["tests"]["pair.texture/two.gpu"], {"outcome": "passed"})
        kept = {"outcome": "passed", "recorded": "2026-01-01T00:00:00Z"}
        self.assertEqual(value["tests"]["pair.texture/one.gpu"], kept)
        self.assertEqual(len(value["tests"]), 6)
        self.assertEqual([pair["slug"] for pair in value["pairs"]["pairs"]], list(PAIRS))
        self.assertEqual((self.tools / "sanitized").read_text().count("texture_two_test"), 4)
        self.assertNotIn("texture_one_test", (self.tools / "sanitized").read_text())
        self.assertEqual(sorted(value["sanitizers"]["memcheck"]), ["texture_one_test", "texture_two_test"])
        self.assertEqual(self.run_main("--check")[0], 0)
        # What is kept twice keeps its date.
        self.change("legacy/texture/two.cu")
        self.assertEqual(self.recorded("--resume")[1]["tests"]["pair.texture/one.gpu"], kept)
        self.assertEqual(self.ran(), self.TWO)

    def test_the_benchmark_of_the_changed_pair_alone(self):
        with mock.patch.object(record, "run_benchmark", side_effect=lambda *rest: {"rows": [
                {"pair": slug, "size": 1, "twin_us": 1} for slug in (rest[4] if len(rest) > 4 else PAIRS)]}) as ran:
            self.recorded_on = self.recorded()[1]["date"]
            self.change("modern/texture/two.cu")
            value = self.recorded("--resume")[1]
        self.assertEqual(ran.call_args.args[4], ["texture/two"])
        self.assertEqual([(row["pair"], row.get("recorded")) for row in value["benchmarks"]["rows"]],
                         [("texture/one", self.recorded_on), ("texture/two", None)])

    def test_a_new_test(self):
        self.add("oracle.new.gpu", "gpu", "program")
        self.listed()
        self.change("tests/oracle/new.cu")
        status, value = self.recorded("--resume")
        self.assertEqual((status, self.ran()), (0, ["oracle.new.gpu"]))
        self.assertEqual(len(value["tests"]), 7)

    def test_a_test_that_failed(self):
        self.listed("status='fail'")
        self.change("modern/texture/two.cu")
        self.assertEqual(self.recorded("--resume")[0], 1)
        self.assertEqual(self.run_main("--resume")[0], 1)
        self.ran()
        self.listed()
        sanitized = self.tools / "sanitized"
        sanitized.unlink()
        status, value = self.recorded("--resume")
        self.assertEqual((status, self.ran(), value["passed"]), (0, ["pair.texture/two.gpu"], True))
        self.assertFalse(sanitized.exists())  # no program has failed

    def test_what_broke_off_goes_on_beside_the_same_record(self):
        self.change("modern/texture/two.cu")
        with mock.patch.object(record, "run_pairs", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.run_main("--resume")
        self.assertEqual(self.ran(), ["pair.texture/two.gpu"])
        status, value = self.recorded("--resume")
        self.assertEqual((status, self.ran(), len(value["tests"])), (0, [], 6))

    def test_of_another_machine(self):
        self.change("modern/texture/two.cu")
        self.tool("nvcc", "print('release 13.1, V13.1.5')")
        status, printed = self.run_main("--resume")
        self.assertEqual(status, 1)
        self.assertIn("the record is of another toolkit", printed)
        self.assertEqual(json.loads((self.records / "nvidia_h200.json").read_text()), self.before)

    def test_with_another_number_of_gpus(self):
        """Each test uses one GPU."""
        self.change("modern/texture/two.cu")
        self.tool("nvidia-smi", 'print("NVIDIA H200, 9.0, 580.95.05\\n" * 3)')
        status, value = self.recorded("--resume")
        self.assertEqual((status, self.ran(), value["device"]["count"]), (0, ["pair.texture/two.gpu"], 3))

    def test_beside_the_record_of_the_project(self):
        """The new record is written elsewhere, and the old one stays."""
        self.change("modern/texture/two.cu")
        status, printed = self.run_main("--resume", "--output", str(self.root / "elsewhere"))
        self.assertEqual((status, self.ran()), (0, ["pair.texture/two.gpu"]), printed)
        self.assertEqual(json.loads((self.records / "nvidia_h200.json").read_text()), self.before)
        self.assertEqual(len(json.loads((self.root / "elsewhere/nvidia_h200.json").read_text())["tests"]), 6)

    def test_a_build_that_does_not_tell(self):
        (self.root / "build/build.ninja").unlink()
        status, printed = self.run_main("--resume")
        self.assertEqual(status, 1)
        self.assertIn("does not tell the sources of its tests", printed)


class Lists(unittest.TestCase):
    def test_places(self):
        names = [f"{at:02}" for at in range(12)]
        for chosen, text in ((set(), ""), ({"00"}, "0"), ({"00", "01", "02", "05", "10", "11"}, "0-2 5 10-11")):
            self.assertEqual(dependencies.packed(chosen, names), text)
            self.assertEqual(dependencies.unpacked(text, names), chosen)
        for wrong in ("12", "3-1", "x", "-1"):
            with self.assertRaises(ValueError):
                dependencies.unpacked(wrong, names)

    def test_names_of_ninja(self):
        with tempfile.TemporaryDirectory() as folder:
            put(pathlib.Path(folder) / "build.ninja", "build a$ b$:c | d: RULE e f$$ | g || h\n  x = y: z\nbuild i: phony\n")
            graph = dependencies.Graph(pathlib.Path(folder))
        self.assertEqual(graph.inputs, {"a b:c": {"e", "f$", "g", "h"}, "d": {"e", "f$", "g", "h"}, "i": set()})


if __name__ == "__main__":
    unittest.main()
