# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The GitHub Action on three projects as strangers write them: with CMake, with a Makefile, and of one file."""

import json
import pathlib
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

import installed
import runner

WHEEL = NVCC = None
ACTION = installed.ROOT / "compat/action"
PROJECTS = pathlib.Path(__file__).resolve().parent / "action"


class Action(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="runner temp ")  # one for all: what is installed stays
        cls.addClassCleanup(temporary.cleanup)
        cls.temporary = pathlib.Path(temporary.name)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with blank ")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name).resolve()
        self.workspace = self.place / "workspace"
        shutil.copytree(PROJECTS, self.workspace)

    def use(self, mode, project, **inputs):
        named = {name.replace("_", "-"): value for name, value in inputs.items()}
        variables = {"CUDACXX": NVCC, "NVCC": NVCC, "CUDA_EMULATOR_TRANSLATE": "0", "PIP_NO_INDEX": "1"}
        return runner.Run(ACTION, self.workspace, self.temporary,
                          {"mode": mode, "package": str(WHEEL), "working-directory": project, **named}, **variables)

    def cases(self, used):
        return list(xml.etree.ElementTree.parse(used.outputs["report"]).getroot())

    def test_cmake_finding_at_its_line(self):
        used = self.use("test", "cmake", run="cmake -S . -B build > log || { cat log; exit 1; }\ncmake --build build\nctest --test-dir build\n")
        self.assertEqual(used.status, 8, used.log)  # that of ctest
        self.assertIn("50% tests passed", used.log)
        found = list(used.annotations())
        self.assertEqual([(file, line) for file, line, _ in found], [("cmake/wrong.cu", 5)])
        self.assertRegex(found[0][2], r"^kernel 'fill\(int\*, int\)'.*: write of 4 bytes .* behind an allocation of 400 bytes$")
        self.assertEqual(used.outputs["findings"], "1")
        self.assertEqual([(one.get("name").split(" ")[0], len(one)) for one in self.cases(used)], [("cmake", 1), ("finding", 1)])
        self.assertIn("`cmake/wrong.cu:5`", used.summary)

    def test_makefile_passes(self):
        used = self.use("test", "makefile", run="make check", junit="reports/junit.xml")
        self.assertEqual((used.status, list(used.annotations())), (0, []), used.log)
        self.assertIn("sum 2016", used.log)
        self.assertEqual([(one.get("name"), len(one)) for one in self.cases(used)], [("make check", 0)])
        self.assertEqual(pathlib.Path(used.outputs["report"]), self.workspace / "makefile/reports/junit.xml")

    def test_one_file_fails_by_itself(self):
        used = self.use("test", "one_file", run="cuda-legacy nvcc old.cu -o old\n./old")
        self.assertEqual((used.status, list(used.annotations())), (3, []), used.log)
        self.assertIn("last 62", used.log)
        self.assertEqual([len(one) for one in self.cases(used)], [1])

    def test_the_first_command_that_fails_ends_it(self):
        used = self.use("test", "one_file", run="false\necho not reached")
        self.assertEqual(used.status, 1)
        self.assertNotIn("not reached", used.log)

    def test_scan_fails_by_level(self):
        used = self.use("scan", ".")
        self.assertEqual(used.status, 1, used.log)
        results = json.loads(pathlib.Path(used.outputs["report"]).read_text(encoding="utf-8"))["runs"][0]["results"]
        self.assertEqual(used.outputs["findings"], str(len(results)))
        self.assertIn("one_file/old.cu:5: error: texture: removed in CUDA 12.0", used.log)
        self.assertIn("| error | `one_file/old.cu:5` |", used.summary)
        self.assertEqual(self.use("scan", ".", fail_on="none").status, 0)

    def test_scan_of_what_is_not_old(self):
        for level, status in (("error", 0), ("note", 1)):  # unchecked launches are notes
            self.assertEqual(self.use("scan", ".", paths="cmake\nmakefile\n", fail_on=level).status, status)

    def test_arguments(self):
        used = self.use("scan", ".", arguments="--exclude 'one_file' --from 11 --to 13.0", paths=".", fail_on="warning")
        self.assertEqual(used.status, 0, used.log)

    def test_wrong_inputs(self):
        for mode, inputs, said in (("look", {}, "mode is scan or test, not 'look'"), ("scan", {"fail_on": "fatal"}, "fail-on is"),
                                   ("test", {"run": " "}, "wants an input 'run'"), ("scan", {"paths": "not there"}, "ended with status 2"),
                                   ("scan", {"arguments": "--exclude 'x"}, "arguments are no words of a shell: No closing quotation"),
                                   ("scan", {"arguments": "--format json"}, "another format or output file"),
                                   ("scan", {"sarif": "makefile/Makefile/x.sarif"}, "makefile/Makefile: (File exists|Not a directory)"),
                                   ("test", {"run": "true", "junit": "makefile/Makefile/x.xml"}, "makefile/Makefile: (File exists|Not a directory)")):
            used = self.use(mode, ".", **inputs)
            self.assertEqual(used.status, 2, used.log)
            self.assertNotIn("Traceback", used.log)
            self.assertRegex([message for _, _, message in used.annotations()][-1], said)


class Parser(unittest.TestCase):
    def test_the_subset_of_yaml(self):
        text = "a: 1\nb:\n  c: 'x y'\n  d: |\n    one\n      two\n\n    three\nl:\n  - n: 1\n    m: \"2\"\n  # left out\n  - n: 3\n"
        self.assertEqual(runner.parse(text), {"a": "1", "b": {"c": "x y", "d": "one\n  two\n\nthree\n"}, "l": [{"n": "1", "m": "2"}, {"n": "3"}]})


if __name__ == "__main__":
    installed.main(globals())
