# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The coverage of kernels whose counts are known by reasoning, and what becomes of its file.

coverage_test.py LINES PLAIN SOURCE: the programs built of SOURCE with and without -lineinfo; LD_LIBRARY_PATH names the
emulated device, CUDA_EMULATOR_ARCH the PTX.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LINES, PLAIN, SOURCE = sys.argv[1:4]
HEADER = str(pathlib.Path(SOURCE).with_name("marked_header.h"))
ALL = ("loop", "branches", "listed")


def marks(path):
    """Line of each "@name" of a source."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    return {found[1].strip(): number for number, line in enumerate(lines, 1) if (found := re.search(r"// @(.*)", line))}


def start(program, *arguments, folder, **variables):
    kept = ("CUDA_EMULATOR_ARCH",)
    environment = {k: v for k, v in os.environ.items() if k in kept or not k.startswith("CUDA_EMULATOR_")}
    environment.update({"CUDA_EMULATOR_" + name: str(value) for name, value in variables.items()})
    return subprocess.Popen([program, *arguments], env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


class Coverage:
    """Reads a tracefile: for each file the lines, the functions, and the ways of the branches by line."""

    def __init__(self, text):
        self.lines = collections.defaultdict(dict)
        self.functions = collections.defaultdict(dict)
        self.begins = collections.defaultdict(dict)
        blocks = collections.defaultdict(lambda: collections.defaultdict(list))
        for record in text.splitlines():
            kind, _, rest = record.partition(":")
            if kind == "SF":
                path = rest
            elif kind == "DA":
                line, count = map(int, rest.split(","))
                self.lines[path][line] = count
            elif kind == "FNDA":
                count, name = rest.split(",", 1)
                self.functions[path][name] = int(count)
            elif kind == "FN":
                line, name = rest.split(",", 1)
                self.begins[path][name] = int(line)
            elif kind == "BRDA":
                line, block, way, taken = rest.split(",")
                assert int(way) == len(blocks[path, int(line)][block])
                blocks[path, int(line)][block].append(taken if taken == "-" else int(taken))
        self.branches = {place: sorted(map(sorted, of.values())) if not any("-" in ways for ways in of.values())
                         else list(of.values()) for place, of in blocks.items()}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.file = self.folder / "kernels.info"

    def start(self, *arguments, program=LINES, **variables):
        return start(program, *arguments, folder=self.folder, **{"COVERAGE": self.file, **variables})

    def run_program(self, *arguments, status=0, **more):
        started = self.start(*arguments, **more)
        self.output, self.errors = started.communicate(timeout=120)
        self.assertEqual(started.returncode, status, self.errors)

    def coverage(self):
        return Coverage(self.file.read_text(encoding="utf-8"))

    def lines(self, coverage, **counts):
        at = marks(SOURCE)
        for name, count in counts.items():
            name = name.replace("__", ".")
            self.assertEqual(coverage.lines[SOURCE].get(at[name]), count, name)


class Counts(Folder):
    """Tests the kernels' counts: 96 threads run each kernel."""

    def check_all(self, times=1, **variables):
        self.run_program(*ALL * times, **variables)
        got, at = self.coverage(), marks(SOURCE)
        n = times
        self.lines(got, loop__body=960 * n, loop__store=96 * n)
        self.lines(got, branches__if=96 * n, branches__then=40 * n, branches__else=56 * n, branches__never=96 * n,
                   branches__nothing=0, branches__call=96 * n, called__body=6 * n, branches__second=96 * n,
                   branches__inlined=32 * n, branches__inlined_again=32 * n)
        self.lines(got, never__if=0, never__body=0)
        branches = {name: got.branches[SOURCE, at[name]] for name in at if (SOURCE, at[name]) in got.branches}
        self.assertEqual(branches["branches.if"], [[40 * n, 56 * n]])
        self.assertEqual(branches["branches.never"], [[0, 96 * n]])
        self.assertEqual(branches["branches.call"], [[6 * n, 90 * n]])
        self.assertEqual(branches["branches.second"], [[32 * n, 64 * n]])
        self.assertEqual(branches["branches.inlined_again"], [[1 * n, 31 * n]])
        self.assertEqual(branches["never.if"], [["-", "-"]])
        # One guard in front of the loop, which all pass, and one behind its body.
        self.assertIn([96 * n, 864 * n], branches["loop.for"])
        self.assertEqual(got.functions[SOURCE], {"loop(int*, int)": 96 * n, "branches(int*)": 96 * n, "called(int*, int)": 6 * n,
                                                 "never(int*)": 0})
        self.assertEqual(got.begins[SOURCE], {"loop(int*, int)": at["loop"], "branches(int*)": at["branches"],
                                              "called(int*, int)": at["called"], "never(int*)": at["never"]})
        # Inlined at two lines: 32 threads at one, 1 at the other.
        self.assertEqual(got.lines[HEADER], {marks(HEADER)["twice"]: 33 * n})
        # A list of branches; its module is gone at the end. The entries 0 and 2 are one way.
        listed = str(self.folder / "listed.src")
        self.assertEqual(got.lines[listed], {3: 32 * n, 4: 32 * n, 5: 16 * n, 6: 8 * n, 7: 4 * n, 8: 4 * n})
        self.assertEqual(got.branches[listed, 4], [[4 * n, 4 * n, 8 * n, 16 * n]])
        self.assertEqual(set(got.lines), {SOURCE, HEADER, listed})

    def test_hand_counts(self):
        self.check_all()

    def test_several_launches(self):
        self.check_all(times=3)

    def test_threads_count_the_same(self):
        self.check_all(THREADS=4)
        one = self.file.read_bytes()
        self.file.unlink()
        self.check_all(THREADS=1)
        self.assertEqual(self.file.read_bytes(), one)

    def test_with_the_trace_and_the_counters(self):
        self.check_all(TRACE_JSON=self.folder / "trace.json", PROFILE_JSON=self.folder / "counters.json")
        for file in "trace.json", "counters.json":
            self.assertIn('"loop', (self.folder / file).read_text(encoding="utf-8"))
        self.run_program("loop", COVERAGE="", TRACE_JSON=self.folder / "alone.json")
        self.run_program("loop", TRACE_JSON=self.folder / "beside.json")
        self.assertEqual((self.folder / "alone.json").read_bytes(), (self.folder / "beside.json").read_bytes())

    def test_translation_hides_nothing(self):
        self.check_all(TRANSLATE=2, CACHE=self.folder)

    def test_values_that_are_followed(self):
        """What a thread reads of memory that was never written is followed through other code."""
        self.run_program("loop", CHECK=0)
        plain = self.coverage().lines[SOURCE]
        self.file.unlink()
        self.run_program("loop", CHECK=1)
        self.assertEqual(self.coverage().lines[SOURCE], plain)

    def test_nothing_ran(self):
        self.run_program()
        got = self.coverage()
        self.assertGreater(len(got.lines[SOURCE]), 10)
        self.assertEqual(set(got.lines[SOURCE].values()), {0})
        self.assertEqual(set(got.functions[SOURCE].values()), {0})


class File(Folder):
    """Tests what happens to the file."""

    def test_two_runs_add(self):
        self.run_program("loop")
        self.lines(self.coverage(), loop__body=960, branches__then=0)
        self.run_program("branches")
        self.lines(self.coverage(), loop__body=960, branches__then=40, never__body=0)
        self.run_program("loop")
        self.lines(self.coverage(), loop__body=1920, branches__then=40)
        self.assertEqual(self.coverage().branches[SOURCE, marks(SOURCE)["branches.if"]], [[40, 56]])
        self.assertEqual(os.listdir(self.folder), [self.file.name])

    def test_processes_at_once_add(self):
        count = 8
        for started in [self.start("loop", "branches") for _ in range(count)]:
            _, errors = started.communicate(timeout=120)
            self.assertEqual((started.returncode, errors), (0, ""))
        self.lines(self.coverage(), loop__body=960 * count, branches__then=40 * count, branches__nothing=0)
        self.assertEqual(os.listdir(self.folder), [self.file.name])

    def test_no_place_for_the_file(self):
        missing = self.folder / "none" / "kernels.info"
        for kernel, status in ("loop", 0), ("bad", 99):
            self.run_program(kernel, COVERAGE=missing, status=status)
            self.assertIn(f"the coverage cannot be written to '{missing}' (CUDA_EMULATOR_COVERAGE): No such file", self.errors)
            self.assertEqual(self.errors.count("COVERAGE"), 1)

    def test_a_folder_in_its_place(self):
        self.run_program("loop", COVERAGE=self.folder)
        self.assertIn(f"the coverage cannot be written to '{self.folder}' (CUDA_EMULATOR_COVERAGE): ", self.errors)
        self.assertEqual(os.listdir(self.folder), [])

    def test_another_file_in_its_place(self):
        for text in "a letter\n", "SF:x.cu\nDA:1,two\nend_of_record\n", "SF:x.cu\nDA:1,2\n", "SF:x.cu\nDA:1\nend_of_record\n":
            self.file.write_text(text, encoding="utf-8")
            self.run_program("loop")
            self.assertRegex(self.errors, r"cannot be written to '.*' \(CUDA_EMULATOR_COVERAGE\): line \d+ is no record")
            self.assertEqual(self.file.read_text(encoding="utf-8"), text)

    def test_without_lineinfo(self):
        self.run_program("loop", "branches", "loop", program=PLAIN)
        self.assertEqual(self.errors.count("was built without -lineinfo"), 1, self.errors)
        self.assertIn("kernel 'loop(int*, int)' was built without -lineinfo", self.errors)
        self.assertEqual(self.coverage().lines, {})

    def test_a_failing_kernel_counts(self):
        self.run_program("bad", status=99)
        self.assertGreater(self.coverage().lines[SOURCE][marks(SOURCE)["loop.body"]], 0)

    @unittest.skipUnless(shutil.which("genhtml"), "no genhtml (package lcov)")
    def test_genhtml_shows_it(self):
        self.run_program("loop", "branches")
        done = subprocess.run(["genhtml", "--branch-coverage", "-o", self.folder / "site", self.file], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        got = self.coverage()
        lines = [count for of in got.lines.values() for count in of.values()]
        self.assertIn(f"({sum(count > 0 for count in lines)} of {len(lines)} lines)", done.stdout)
        (page,) = (self.folder / "site").rglob("hand_counted.cu.gcov.html")
        self.assertRegex(page.read_text(encoding="utf-8"), r"960\s*(</span>)?\s*:.*sum \+= data\[k\]")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
