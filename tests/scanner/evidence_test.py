#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-legacy-scan verify on the emulated device: each fault of a migration is found at its kernel, line and value.

  evidence_test.py PROGRAM EMULATOR OLD NEW PARTS SOURCE

OLD, NEW and PARTS are evidence/old.cu, new.cu and parts.cu, built. The argument of OLD and NEW is the name of a fault;
SOURCE is new.cu.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path


def line_of(mark):
    lines = SOURCE.read_text().splitlines()
    return 1 + next(k for k, line in enumerate(lines) if line.endswith(mark))


class Evidence(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def verify(self, new_fault, *options, old_fault="", status, old=None, new=None):
        """The report as JSON, and its text. Each program gets a fault of its own."""
        for name, program, fault in (("old", old or OLD, old_fault), ("new", new or NEW, new_fault)):
            script = self.folder / name
            script.write_text(f"#!/bin/sh\nexec '{program}' {fault}\n")
            script.chmod(0o755)
        words = [PROGRAM, "verify", "--device=emulated", "--emulator", EMULATOR, "--json", self.folder / "report.json",
                 "--page", self.folder / "report.html", *options, self.folder / "old", self.folder / "new"]
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TMPDIR": str(self.folder), **CHECKS})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return json.loads((self.folder / "report.json").read_text()), result.stdout

    def kernels(self, report):
        return {kernel["new"]: kernel for kernel in report["evidence"]["kernels"]}

    def begins_in(self, report):
        """The kernels that differ though they were given the same."""
        return [kernel["new"] for kernel in report["evidence"]["kernels"] for launch in kernel["differing"] if launch["same_inputs"]]

    def test_clean(self):
        report, text = self.verify("", status=0)
        self.assertEqual(report["verdict"], "identical")
        self.assertEqual({kernel["verdict"] for kernel in report["evidence"]["kernels"]}, {"identical"})
        self.assertEqual(set(self.kernels(report)), {"smooth", "scale", "pick", "total"})
        self.assertEqual(report["evidence"]["calls"], [])
        self.assertTrue(all(kernel["bytes_compared"] for kernel in report["evidence"]["kernels"]))
        self.assertIn("the same: ", text)

    def test_wrong_address_mode(self):
        report, text = self.verify("address", status=1)
        self.assertEqual(self.begins_in(report), ["smooth"])
        launch = self.kernels(report)["smooth"]["differing"][0]
        elements, (texture,) = launch["memory"][0]["elements"], launch["textures"]
        self.assertIn("address clamp/clamp", texture["old"]["description"])
        self.assertIn("address border/border", texture["new"]["description"])
        self.assertEqual(texture["new_value"], "0")
        self.assertEqual(elements["new_store"]["source"].split("/")[-1], f"new.cu:{line_of('// line of smooth')}")
        self.assertEqual(elements["compared"], 960)
        # The last pixel of the first row is the first whose fetch leaves the image and is not 0.
        self.assertEqual(elements["first_byte"], 4 * 39)
        self.assertEqual((elements["new_store"]["block"], elements["new_store"]["thread"]), ("(2,0,0)", "(7,0,0)"))
        self.assertEqual(elements["type"], "float")
        self.assertIn("new store: block (2,0,0), thread (7,0,0)", text)
        self.assertIn("not the same; a difference begins in smooth\n", text)

    def test_normalised_coordinates(self):
        report, _ = self.verify("normalised", status=1)
        self.assertEqual(self.begins_in(report), ["smooth"])
        texture = self.kernels(report)["smooth"]["differing"][0]["textures"][0]
        self.assertIn("coordinates in texels", texture["old"]["description"])
        self.assertIn("normalised coordinates", texture["new"]["description"])

    def test_wrong_channel(self):
        report, _ = self.verify("channel", status=1)
        self.assertEqual(self.begins_in(report), ["pick"])
        elements = self.kernels(report)["pick"]["differing"][0]["memory"][0]["elements"]
        self.assertEqual((elements["first_byte"], elements["old_value"], elements["new_value"]), (1, "1", "3"))
        self.assertEqual(elements["type"], "uint8_t")
        self.assertTrue(elements["new_store"]["source"].endswith(f"new.cu:{line_of('// line of pick')}"))

    def test_lost_copy(self):
        report, text = self.verify("copy", status=1)
        lost = [call for call in report["evidence"]["calls"] if call["only_in"] == "old"]
        self.assertEqual(len(lost), 1)
        self.assertIn("cudaMemcpyToSymbol: copy to the device of 16 bytes", lost[0]["what"])
        self.assertIn("variable 'gains' holds other bytes before the launch", text)
        self.assertEqual(self.begins_in(report), [])
        launch = self.kernels(report)["scale"]["differing"][0]
        self.assertEqual(launch["memory"][0]["elements"]["new_value"], "0")
        self.assertTrue(launch["memory"][0]["elements"]["new_store"]["source"].endswith(f"new.cu:{line_of('// line of scale')}"))

    def test_leaked_object(self):
        report, _ = self.verify("leak", status=1)
        self.assertEqual(self.begins_in(report), [])
        (call,) = report["evidence"]["calls"]
        self.assertIn("1 of 2 texture objects not destroyed", call["what"])
        self.assertIn("cudaCreateTextureObject", call["what"])

    def test_missing_unbind(self):
        report, _ = self.verify("unbind", status=1, new=OLD)
        (call,) = report["evidence"]["calls"]
        self.assertIn("texture reference 'colours' is still bound at the end", call["what"])
        self.assertEqual({kernel["verdict"] for kernel in report["evidence"]["kernels"]}, {"identical"})

    def test_swapped_order(self):
        report, text = self.verify("order", status=1)
        self.assertTrue(report["evidence"]["reordered"])
        self.assertIn("scale", [name for name, kernel in self.kernels(report).items() if kernel["verdict"] == "differs"])
        self.assertFalse(self.kernels(report)["scale"]["differing"][0]["same_inputs"])
        self.assertIn("the launches stand in another order", text)

    def test_order_of_additions(self):
        report, text = self.verify("additions", status=0)
        self.assertEqual(report["verdict"], "order of additions")
        elements = self.kernels(report)["total"]["differing"][0]["memory"][0]["elements"]
        self.assertTrue(elements["only_order_of_additions"])
        self.assertGreater(elements["most_ulp"], 0)
        self.assertIn("both sides add the same 960 numbers to the same start", text)

    def test_other_addends_are_no_order(self):
        report, _ = self.verify("address", status=1)
        self.assertFalse(self.kernels(report)["total"]["differing"][0]["memory"][0]["elements"]["only_order_of_additions"])

    def test_renamed_and_fused(self):
        report, _ = self.verify("renamed", status=0)
        self.assertEqual([kernel["old"] for kernel in report["evidence"]["kernels"] if kernel["new"] == "renamed"], ["scale"])
        report, _ = self.verify("fused", status=0)
        (group,) = report["evidence"]["groups"]
        self.assertEqual([one["kernel"] for one in group["old"]], ["smooth", "scale"])
        self.assertEqual([one["kernel"] for one in group["new"]], ["smooth_and_scale"])
        self.assertTrue(group["same"])

    def test_tolerance(self):
        report, _ = self.verify("additions", "--tolerance", "float=1ulp,double=3", status=0)
        self.assertEqual(report["tolerance_ulp"], {"float": 1, "double": 3})
        # A value that became 0 is farther away.
        report, _ = self.verify("address", "--tolerance", "float=1000ulp", status=1)
        self.assertEqual(self.kernels(report)["smooth"]["verdict"], "differs")

    def test_not_reached(self):
        _, text = self.verify("", status=0)
        self.assertIn("kernels of the new program that never ran: ", text)
        self.assertIn("other launch sizes: one is tried of smooth, scale, pick, total", text)
        self.assertIn("lines and branches of kernels are not counted; --coverage does", text)
        # The guard of `total`'s loop: no thread is without an element.
        report, _ = self.verify("", "--coverage", status=0)
        line = 1 + next(k for k, text in enumerate(SOURCE.read_text().splitlines()) if "i < pixels; i += gridDim.x" in text)
        self.assertIn(f"new program: branches that all threads took one way: new.cu:{line}", report["evidence"]["not_reached"])

    def test_two_processes(self):
        for name, first, second in (("old_twice", OLD, OLD), ("new_twice", NEW, f"{NEW}' 'address")):
            (self.folder / name).write_text(f"#!/bin/sh\n'{first}' && '{second}'\n")
            (self.folder / name).chmod(0o755)
        report, text = self.verify("", status=1, old=self.folder / "old_twice", new=self.folder / "new_twice")
        self.assertIn("the new one is 2 processes that call CUDA", text)
        (launch,) = self.kernels(report)["smooth"]["differing"]
        self.assertEqual(launch["memory"][0]["elements"]["new_store"]["source"].split("/")[-1], f"new.cu:{line_of('// line of smooth')}")
        self.assertIn("old process 2, launch 1, smooth", text)

    def test_parts_in_another_order(self):
        """As several host threads launch: each launch is the same, and stands elsewhere."""
        report, text = self.verify("3102", old_fault="0123", status=0, old=PARTS, new=PARTS)
        self.assertEqual(report["verdict"], "identical")
        self.assertIn("the launches stand in another order", text)

    def test_one_thread_keeps_its_order(self):
        """Another order in one thread may be a fault: two buffers that are swapped look like this."""
        self.verify("3102 alone", old_fault="0123 alone", status=1, old=PARTS, new=PARTS)

    def test_each_allocation_of_four_threads_is_freed(self):
        """A launch looks at memory that another thread has just freed, and that the record must still tell of."""
        record = self.folder / "record"
        subprocess.run([PARTS, "0", "at_once"], check=True,
                       env={**os.environ, "LD_LIBRARY_PATH": EMULATOR, "CUDA_EMULATOR_RECORD": str(record)})
        lines = [line.split() for line in record.read_text().splitlines()]
        allocated, freed = (sorted(int(line[1]) for line in lines if line[0] == word) for word in ("allocated", "freed"))
        self.assertEqual(allocated, list(range(1, 101)))
        self.assertEqual(freed, allocated)

    def test_a_fault_in_another_order(self):
        report, _ = self.verify("3102 wrong", old_fault="0123", status=1, old=PARTS, new=PARTS)
        self.assertEqual(self.begins_in(report), ["shift"])
        launch = next(one for one in self.kernels(report)["shift"]["differing"] if one["same_inputs"])
        elements = launch["memory"][0]["elements"]
        self.assertEqual((elements["differing"], elements["first_byte"]), (1, 4 * 777))
        self.assertEqual(elements["new_store"]["block"], "(6,0,0)")

    def test_another_order_in_each_run(self):
        """What differs is looked into by a second run. Where that has another launch in its place, the report shows no elements."""
        program = self.folder / "any_order"
        program.write_text(f"#!/bin/sh\ncd '{self.folder}'\nif mkdir first; then exec '{PARTS}' 3102 wrong; fi\nexec '{PARTS}' 0231 wrong\n")
        program.chmod(0o755)
        report, text = self.verify("", old_fault="0123", status=1, old=PARTS, new=program)
        self.assertEqual(self.begins_in(report), ["shift"])
        self.assertIn("some differences are not looked into", text)
        self.assertNotIn("old , new", text)

    def test_a_record_that_cannot_be_written(self):
        result = subprocess.run([NEW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "LD_LIBRARY_PATH": EMULATOR, "CUDA_EMULATOR_RECORD": str(self.folder / "not/there")})
        self.assertEqual(result.returncode, 99)
        self.assertIn("CUDA_EMULATOR_RECORD: ", result.stderr)
        self.assertIn("No such file or directory", result.stderr)

    def test_page(self):
        self.verify("address", status=1)
        page = (self.folder / "report.html").read_text()
        HTMLParser().feed(page)
        self.assertNotIn("http", page.replace("<!doctype html>", ""))
        self.assertIn("This is evidence for this input", page)
        self.assertNotIn("proof", page)


if __name__ == "__main__":
    PROGRAM, EMULATOR, OLD, NEW, PARTS, SOURCE = (str(Path(word).resolve()) for word in sys.argv[1:7])
    SOURCE = Path(SOURCE)
    del sys.argv[1:7]
    CHECKS = {"CUDA_EMULATOR_CHECK_UNINITIALISED_GLOBAL": "0"}  # the swapped order reads unwritten memory
    unittest.main()
