# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A trace shows what kernels did whose modules the program has unloaded since.

unloaded_trace_test.py PROGRAM: unloading.cu's; LD_LIBRARY_PATH names the emulated device.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]


class Unloaded(unittest.TestCase):
    def test_kernels_lines_and_findings(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "trace.json"
            environment = dict(os.environ, CUDA_EMULATOR_TRACE_JSON=str(file), CUDA_EMULATOR_EXIT_STATUS="0")
            done = subprocess.run([PROGRAM, "traced"], env=environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            data = json.loads(file.read_text(encoding="utf-8"))
        # The kernel of the graph, and ten later ones.
        self.assertEqual([k["name"] for k in data["kernels"]], ["number_5", *(f"number_{n}" for n in range(10))])
        self.assertEqual([k["launches"] for k in data["kernels"]], [2] + [1] * 10)
        for kernel in data["kernels"]:
            self.assertEqual([v["name"] for v in kernel["shared"]], ["room"])
            (load,) = (a for a in kernel["accesses"] if a["space"] == "global" and a["operation"] == "load")
            self.assertEqual(load["ptx"][0]["text"], "ld.global.u32 %r1, [beginning];")
            text = data["files"][load["file"]]["text"]
            self.assertTrue(any("ld.global.u32" in line for line in text), text)
        (finding,) = data["findings"]
        self.assertIn("('beginning', 4 bytes) has been freed", finding["text"])
        self.assertEqual((finding["kernel"], finding["places"][0]["line"]), (0, 11))


unittest.main(argv=sys.argv[:1])
