#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder, and verify on a GPU: on a real one, and on the emulated device in the place of one.

  recorder_test.py SCANNER RECORDER PROGRAMS

PROGRAMS has copies.cu, static_runtime and parts.cu of the evidence, built.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COPIES_TO_HOST = 6  # of copies.cu


def changes_of(lines):
    """For each launch its shape, and what it changed, whatever the numbers of the allocations are."""
    launches = []
    for line in lines:
        if line[0] == "launch":
            launches.append((line[1:], []))
        elif line[0] == "wrote" and line[2] != "0":
            launches[-1][1].append([line[2:6], line[9:]])
        elif line[0] == "chunks":
            launches[-1][1][-1].append(line)
    return [(shape, sorted(changes)) for shape, changes in launches]


def in_order(lines):
    """Word and number of each line. A copy's content is written when the copy ends, so at no certain place: these lines come last."""
    contents = [line[:2] for line in lines if line[0] == "content"]
    return [line[:2] for line in lines if line[0] != "content"] + sorted(contents)


class Recorder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def verify(self, fault, *options, status, old=None, new=None):
        """The report as JSON, and its text."""
        old = old or self.script("old", f"exec '{COPIES}'")
        new = new or self.script("new", f"exec '{COPIES}' {fault}")
        words = [SCANNER, "verify", "--device=gpu", "--json", self.folder / "report.json", *options, old, new]
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TMPDIR": str(self.folder), "CUDA_LEGACY_RECORDER": str(RECORDER.parent)}, check=False)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return json.loads((self.folder / "report.json").read_text()), result.stdout

    def run_recorded(self, *words, **variables):
        """The lines of a record, as lists of words."""
        record = self.folder / "record"
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                                env={**os.environ, "LD_PRELOAD": str(RECORDER), "CUDA_LEGACY_RECORD": str(record), **variables})
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return [line.split() for line in record.read_text().splitlines()]

    def test_the_same(self):
        report, text = self.verify("", status=0)
        evidence = report["evidence"]
        self.assertEqual((report["verdict"], evidence["launches_compared"], evidence["copies_to_host"]), ("identical", False, COPIES_TO_HOST))
        self.assertEqual([kernel["old"] for kernel in evidence["kernels"]], ["scale", "halve"])
        self.assertIn("scale: 2 launches, 0 bytes compared, not compared", text)
        self.assertIn("kernels of the new program that never ran: never_launched", text)
        self.assertIn("--every-launch compares memory", text)

    def test_every_launch(self):
        report, _ = self.verify("", "--every-launch", status=0)
        kernels = {kernel["old"]: kernel for kernel in report["evidence"]["kernels"]}
        self.assertTrue(report["evidence"]["launches_compared"])
        self.assertEqual({kernel["verdict"] for kernel in kernels.values()}, {"identical"})
        # Each launch of scale changes all of `to` but its zeros, and two variables.
        self.assertGreater(kernels["scale"]["bytes_compared"], 20000)
        self.assertEqual(kernels["halve"]["bytes_compared"], 8000)

    def test_other_bytes_in_a_copy(self):
        report, text = self.verify("factors", status=1)
        self.assertIn("cudaMemcpyToSymbol: copy to the device of 16 bytes: the new program copies other bytes", text)
        copy = report["evidence"]["copies"][0]
        self.assertEqual((copy["call"], copy["bytes"]), ("cudaMemcpy", 80000))
        self.assertEqual(copy["elements"]["first_byte"], 12)
        self.assertIn("copies.cu:", text)  # the line of the call

    def test_the_kernel_that_differs(self):
        report, text = self.verify("argument", "--every-launch", status=1)
        scale = next(kernel for kernel in report["evidence"]["kernels"] if kernel["old"] == "scale")
        launch = scale["differing"][0]
        self.assertTrue(launch["same_inputs"])
        self.assertEqual(launch["other_inputs"], ["argument 3: old bytes 0000003f, new bytes 0000803e"])
        elements = next(one["elements"] for one in launch["memory"] if one["name"] == "argument 1")
        self.assertEqual((elements["type"], elements["first_byte"], elements["old_value"], elements["new_value"]), ("float", 4, "0.125", "0.0625"))
        self.assertIn("the difference begins here, or in a texture, which a GPU does not show", text)

    def test_doubles_have_their_distance(self):
        report, _ = self.verify("lost", "--every-launch", status=1)
        halve = next(kernel for kernel in report["evidence"]["kernels"] if kernel["old"] == "halve")
        self.assertEqual(halve["differing"][0]["memory"][0]["elements"]["type"], "double")
        self.assertFalse(halve["differing"][0]["same_inputs"])

    def test_lost_calls(self):
        report, _ = self.verify("lost", status=1)
        self.assertIn("cudaMemset: memset of 8000 bytes", [call["what"] for call in report["evidence"]["calls"] if call["only_in"] == "old"])
        report, _ = self.verify("rows", status=1)
        lost = [call["what"] for call in report["evidence"]["calls"] if call["only_in"] == "old"]
        for call in ("cudaMemcpy2D: copy to the device", "cudaMemcpy2DToArray: copy to the device", "cudaMemcpy3D: copy to the host",
                     "cudaMemcpy2DFromArray: copy to the host", "cudaMemset2D: memset"):
            self.assertTrue(any(what.startswith(call) and f"of {37 * 19 * 4} bytes" in what for what in lost), (call, lost))
        report, _ = self.verify("leak", status=1)
        self.assertIn("1 of 1 stream object not destroyed at the end", report["evidence"]["calls"][0]["what"])

    def test_rows_of_an_array(self):
        report, _ = self.verify("image", status=1)
        self.assertEqual({copy["elements"]["first_byte"] for copy in report["evidence"]["copies"]}, {400})

    def test_graphs_are_not_seen(self):
        report, _ = self.verify("captured", status=1)
        for what in ("launches that are captured in a graph", "copies that are captured in a graph", "launches and copies of graphs"):
            self.assertTrue(any(f"new program: not seen: {what}" in line for line in report["evidence"]["not_reached"]), what)

    def test_two_processes(self):
        twice = self.script("twice", f"'{COPIES}' && '{COPIES}' argument")
        report, text = self.verify("", "--every-launch", status=0, old=twice, new=twice)
        self.assertIn("the old one is 2 processes that call CUDA", text)
        self.assertEqual(report["evidence"]["copies_to_host"], 2 * COPIES_TO_HOST)
        # A difference in the second one is found there.
        other = self.script("other", f"'{COPIES}' && '{COPIES}' factors")
        report, text = self.verify("", "--every-launch", status=1, old=self.script("same", f"'{COPIES}' && '{COPIES}'"), new=other)
        self.assertIn("old process 2, launch 1, scale", text)
        scale = next(kernel for kernel in report["evidence"]["kernels"] if kernel["old"] == "scale")
        elements = next(one["elements"] for one in scale["differing"][0]["memory"] if one["name"] == "argument 1")
        self.assertEqual((elements["first_byte"], elements["old_value"], elements["new_value"]), (12, "1.5", "1.6875"))

    def test_host_threads_in_another_order(self):
        """Each launch is the same, and stands elsewhere. In one thread the order may be a fault."""
        for words, status in ((("0123", "3102"), 0), (("0123 alone", "3102 alone"), 1)):
            old, new = (self.script(name, f"exec '{PARTS}' {argument}") for name, argument in zip(("old", "new"), words))
            _, text = self.verify("", "--every-launch", status=status, old=old, new=new)
            self.assertEqual("the launches stand in another order" in text, status == 0)

    def test_host_threads_at_once(self):
        """A launch looks at memory while other threads make and free theirs."""
        for _ in range(3):
            lines = self.run_recorded(PARTS, "0", "at_once", CUDA_LEGACY_RECORD_LAUNCHES="1")
            allocated, freed = (sorted(int(line[1]) for line in lines if line[0] == word) for word in ("allocated", "freed"))
            self.assertEqual((len(allocated), freed), (100, allocated))
            launches = [line for line in lines if line[0] == "launch"]
            self.assertEqual(sorted(collections.Counter(" ".join(line[11:]) for line in launches).items()),
                             [("", 25), ("2", 25), ("3", 25), ("4", 25)])
            self.assertEqual([line for line in lines if line[0] in ("wrote", "error")], [])

    def test_a_runtime_inside_the_program(self):
        static = PROGRAMS / "static_runtime"
        result = subprocess.run([SCANNER, "verify", "--device=gpu", static, static], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                env={**os.environ, "CUDA_LEGACY_RECORDER": str(RECORDER.parent)}, check=False)
        self.assertIn("the old one has the CUDA runtime inside", result.stdout)
        self.assertIn("nvcc -cudart shared", result.stdout)
        self.assertIn("only the output is compared", result.stdout)

    def test_without_the_library(self):
        result = subprocess.run([SCANNER, "verify", "--device=gpu", COPIES, COPIES], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                env={**os.environ, "CUDA_LEGACY_RECORDER": str(self.folder)}, check=False)
        if "libcuda_legacy_recorder.so is not found" not in result.stdout:  # the build folder has it
            self.assertIn("copies are compared", result.stdout)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_each_copy_has_its_content(self):
        lines = self.run_recorded(COPIES)
        self.assertEqual(lines[0], ["cuda-legacy-record", "1"])
        self.assertEqual(lines[-1], ["end"])
        copies = [line for line in lines if line[0] == "copy"]
        contents = {line[1] for line in lines if line[0] == "content"}
        self.assertEqual(contents, {line[1] for line in copies if line[2] != "in-device"})
        self.assertEqual(sum(line[2] == "to-host" for line in copies), COPIES_TO_HOST)

    def test_a_forked_child_leaves_the_record_alone(self):
        self.assertEqual(in_order(self.run_recorded(COPIES, "forked")), in_order(self.run_recorded(COPIES)))

    def test_the_same_record_as_the_emulated_device_writes(self):
        if not os.environ.get("CUDA_LEGACY_EMULATED"):
            self.skipTest("needs the emulated device")
        own = self.folder / "emulated"
        subprocess.run([COPIES], stdout=subprocess.DEVNULL, check=True, env={**os.environ, "CUDA_EMULATOR_RECORD": str(own)})
        lines = self.run_recorded(COPIES, CUDA_LEGACY_RECORD_LAUNCHES="1")
        emulated = [line.split() for line in own.read_text().splitlines()]
        hashes = {line[1]: line[2:4] for line in lines if line[0] == "content"}
        seen = [[line[2], line[3], *hashes.get(line[1], ["-", "-"]), line[6], line[8], line[9]] for line in lines if line[0] == "copy"]
        expected = [[line[2], line[3], *((line[4], line[11]) if line[2] != "in-device" else ("-", "-")), line[6], line[8], line[9]]
                    for line in emulated if line[0] == "copy"]
        self.assertEqual(seen, expected)
        self.assertEqual(changes_of(lines), changes_of(emulated))

    def test_not_asked(self):
        result = subprocess.run([COPIES], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder, check=False,
                                env={**os.environ, "LD_PRELOAD": str(RECORDER)})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_record_that_cannot_be_written(self):
        result = subprocess.run([COPIES], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                                env={**os.environ, "LD_PRELOAD": str(RECORDER), "CUDA_LEGACY_RECORD": str(self.folder / "not/there")})
        self.assertEqual(result.returncode, 0)
        self.assertIn("cuda_recorder: CUDA_LEGACY_RECORD: ", result.stderr)
        self.assertIn("No such file or directory", result.stderr)


if __name__ == "__main__":
    SCANNER, RECORDER, PROGRAMS = (Path(word).resolve() for word in sys.argv[1:4])
    COPIES, PARTS = PROGRAMS / "copies", PROGRAMS / "parts"
    del sys.argv[1:4]
    unittest.main()
