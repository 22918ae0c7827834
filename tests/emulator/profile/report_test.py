# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of the counters: table, JSON, what happens when it cannot be written, and that threads do not matter.

report_test.py WORK: WORK is the program built of work.cu; LD_LIBRARY_PATH names the emulated device.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]


def run(**variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    environment.update({"CUDA_EMULATOR_" + name: str(value) for name, value in variables.items()})
    return subprocess.run([PROGRAM], env=environment, capture_output=True, text=True, timeout=60)


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_silent_unless_asked(self):
        for variables in ({}, {"PROFILE": "0"}, {"PROFILE": ""}, {"PROFILE_JSON": ""}):
            done = run(**variables)
            self.assertEqual((done.returncode, done.stderr), (0, ""), variables)

    def test_table(self):
        done = run(PROFILE=1)
        self.assertEqual((done.returncode, done.stdout), (0, "cudaSuccess 200\n"))
        rows = {words[0]: words for words in map(str.split, done.stderr.splitlines()) if len(words) > 1}
        self.assertIn("\nwork\n", done.stderr)
        self.assertEqual(rows["launches"][1], "1")
        self.assertEqual(rows["global_loads.requests"][1:3], ["200", "gld_request"])
        self.assertEqual(rows["global_loads.sectors_32"][3], "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")
        self.assertEqual(rows["shared_stores.bank_conflicts"][1:3], ["200", "shared_store_bank_conflict"])
        self.assertEqual(rows["branch_efficiency"][2], "%")
        # Groups without a count take no line.
        self.assertNotIn("local_requests", rows)
        self.assertNotIn("shared_atomics.requests", rows)
        self.assertEqual(rows["constant_loads.cache_requests"][1:3], ["400", "idc__requests.sum"])
        self.assertEqual(rows["constant_loads.cache_requests_per_request"][1], "2.00")

    def test_json(self):
        file = self.folder / "counters.json"
        file.write_text("older")
        done = run(PROFILE_JSON=file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(file.read_text())
        self.assertEqual(report["schema"], 1)
        (kernel,) = report["kernels"]
        self.assertEqual((kernel["kernel"], kernel["launches"]), ("work", 1))
        self.assertEqual(kernel["texture_requests"], 200)
        self.assertEqual(kernel["global_atomics"], 200)
        self.assertEqual(kernel["block_barriers"], 200)
        # 6387 floats: 199 whole warps, and one of 19 lanes.
        self.assertEqual(
            {name: kernel["global_loads"][name] for name in ("requests", "requested_bytes", "lines_128", "segments_32")},
            {"requests": 200, "requested_bytes": 4 * 6387, "lines_128": 200, "segments_32": 199 * 4 + 3})
        self.assertAlmostEqual(kernel["global_loads"]["efficiency_l1_on"], 100 * 4 * 6387 / (200 * 128))
        self.assertEqual(kernel["shared_atomics"], {"requests": 0, "wavefronts": 0, "bank_conflicts": 0})
        # Two addresses for each of the 200 warps.
        self.assertEqual(kernel["constant_loads"], {"requests": 200, "cache_requests": 400, "replays": 200,
                                                    "cache_requests_per_request": 2})
        self.assertGreater(kernel["divergent_branches"], 0)
        self.assertEqual(os.listdir(self.folder), ["counters.json"])

    def test_number_of_threads_does_not_matter(self):
        reports = []
        for threads in (1, 2, 5):
            file = self.folder / str(threads)
            self.assertEqual(run(PROFILE_JSON=file, THREADS=threads).returncode, 0)
            reports.append(file.read_text())
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_what_stands_at_the_name_stays(self):
        """A link is followed, and a pipe gets the report."""
        link, file, pipe = (self.folder / name for name in ("link", "file", "pipe"))
        link.symlink_to("file")
        self.assertEqual(run(PROFILE_JSON=link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(json.loads(file.read_text())["schema"], 1)
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            self.assertEqual(run(PROFILE_JSON=pipe).returncode, 0)
            self.assertEqual(json.loads(reader.communicate(timeout=60)[0])["schema"], 1)
        self.assertEqual(sorted(os.listdir(self.folder)), ["file", "link", "pipe"])

    def test_a_file_that_cannot_be_written(self):
        for file, reason in ((self.folder / "no" / "x.json", "No such file or directory"),
                             (self.folder, "Is a directory")):
            done = run(PROFILE_JSON=file)
            self.assertEqual(done.returncode, 99, "the exit status says so")
            self.assertIn(f"the counters cannot be written to '{file}' (CUDA_EMULATOR_PROFILE_JSON): {reason}",
                          done.stderr)
            self.assertEqual(list(self.folder.parent.glob(self.folder.name + ".*")), [], "nothing half-written")
        self.assertEqual(run(PROFILE_JSON=self.folder / "no" / "x", EXIT_STATUS=0).returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
