# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace of kernels whose accesses are known by reasoning, and what becomes of its file.

trace_test.py LINES PLAIN SOURCE: the programs built of SOURCE with and without -lineinfo; LD_LIBRARY_PATH names the
emulated device, CUDA_EMULATOR_ARCH the PTX.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LINES, PLAIN, SOURCE = sys.argv[1:4]
ALL = 0xffffffff


def run(program, *arguments, **variables):
    kept = ("CUDA_EMULATOR_ARCH",)
    environment = {k: v for k, v in os.environ.items() if k in kept or not k.startswith("CUDA_EMULATOR_")}
    environment.update({"CUDA_EMULATOR_" + name: str(value) for name, value in variables.items()})
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, timeout=60)


def marks():
    """Line of each "@name" of the source."""
    lines = pathlib.Path(SOURCE).read_text(encoding="utf-8").splitlines()
    return {found[1].strip(): number for number, line in enumerate(lines, 1) if (found := re.search(r"// @(.*)", line))}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def trace(self, *arguments, program=LINES, status=0, **variables):
        file = self.folder / "trace.json"
        self.done = run(program, *arguments, TRACE_JSON=file, **variables)
        self.assertEqual(self.done.returncode, status, self.done.stderr)
        return json.loads(file.read_text(encoding="utf-8"))


class Patterns(Folder):
    """Tests the kernels' accesses."""

    def setUp(self):
        super().setUp()
        self.data = self.trace()
        self.mark = marks()

    def kernel(self, name):
        (kernel,) = (k for k in self.data["kernels"] if k["name"] == name)
        return kernel

    def access(self, kernel, mark, space, operation):
        (access,) = (a for a in self.kernel(kernel)["accesses"]
                     if (a["line"], a["space"], a["operation"]) == (self.mark[mark], space, operation))
        return access

    def pattern(self, *access):
        (pattern,) = self.access(*access)["patterns"]
        return pattern

    def line(self, kernel, mark):
        (line,) = (line for line in self.kernel(kernel)["lines"] if line["line"] == self.mark[mark])
        return line["counters"]

    def test_nothing_else(self):
        self.assertEqual((self.data["schema"], self.data["program"]), (1, pathlib.Path(LINES).name))
        self.assertEqual([k["name"] for k in self.data["kernels"]],
                         ["transpose", "transpose_tiled", "transpose_padded", "divergent", "mixed"])
        self.assertEqual((self.data["findings"], self.data["all_findings"]), ([], 0))
        self.assertEqual(self.data["blocks"], [0, 1, 2, 3])
        self.assertEqual(self.done.stderr, "")

    def test_coalesced_floats_are_four_sectors(self):
        p = self.pattern("transpose", "transpose", "global", "load")
        self.assertEqual(p["offset"], [4 * lane for lane in range(32)])
        self.assertEqual(p["sector"], [lane // 8 for lane in range(32)])
        self.assertEqual((p["sectors_32"], p["lines_128"], p["requested_bytes"]), (4, 1, 128))
        # 4 blocks of 32 warps.
        self.assertEqual((p["seen"], p["mask"], p["launch"], p["block"], p["warp"]), (128, ALL, 1, [0, 0, 0], 0))
        self.assertEqual(p["objects"], [{"name": "argument 0", "bytes": 64 * 64 * 4}])
        self.assertNotIn("lane_bytes", p)

    def test_a_column_is_a_sector_for_each_lane(self):
        p = self.pattern("transpose", "transpose", "global", "store")
        self.assertEqual(p["offset"], [64 * 4 * lane for lane in range(32)])
        self.assertEqual(p["sectors_32"], 32)
        self.assertEqual(p["objects"][0]["name"], "argument 1")
        self.assertEqual(self.line("transpose", "transpose")["global_stores"]["sectors_32"], 128 * 32)

    def test_a_column_of_32_floats_is_one_bank(self):
        p = self.pattern("transpose_tiled", "tiled out", "shared", "load")
        self.assertEqual(len(set(p["bank"])), 1)
        self.assertEqual((p["wavefronts"], p["bank_conflicts"], p["seen"]), (32, 31, 128))
        self.assertEqual(self.pattern("transpose_tiled", "tiled in", "shared", "store")["bank"], list(range(32)))
        self.assertEqual(self.line("transpose_tiled", "tiled out")["shared_loads"],
                         {"requests": 128, "wavefronts": 128 * 32, "bank_conflicts": 128 * 31})
        self.assertEqual(self.kernel("transpose_tiled")["shared"], [{"name": "tile", "offset": 0, "bytes": 32 * 32 * 4}])

    def test_padded_rows_are_32_banks(self):
        p = self.pattern("transpose_padded", "padded out", "shared", "load")
        self.assertEqual(sorted(p["bank"]), list(range(32)))
        self.assertEqual((p["wavefronts"], p["bank_conflicts"], p["seen"]), (1, 0, 128))
        self.assertNotIn("bank_conflicts", self.line("transpose_padded", "padded out")["shared_loads"])

    def test_wide_and_others(self):
        p = self.pattern("mixed", "wide", "global", "load")
        self.assertEqual((p["sectors_32"], p["sector"]), (16, [lane // 2 for lane in range(32)]))
        self.assertEqual(self.access("mixed", "wide", "global", "load")["bytes"], 16)
        p = self.pattern("mixed", "constant", "constant", "load")
        self.assertEqual((p["offset"], p["cache_requests"]), ([0, 4] * 16, 2))
        self.assertEqual(p["objects"], [{"name": "table", "bytes": 256}])

    def test_lanes_that_are_not_there(self):
        p = self.pattern("mixed", "atomic", "global", "atomic")
        self.assertEqual((p["mask"], p["sectors_32"]), (0x1f, 1))
        self.assertEqual(p["offset"], [0] * 5 + [None] * 27)
        self.assertEqual(p["sector"], [0] * 5 + [None] * 27)
        self.assertEqual(p["object"], [0] * 5 + [None] * 27)

    def test_an_unrolled_loop_is_one_access(self):
        for mark, mask, seen in (("odd", 0xaaaaaaaa, (14, 16)), ("late", ALL, (100,))):
            access = self.access("divergent", mark, "global", "load")
            self.assertEqual([p["mask"] for p in access["patterns"]], [mask])
            self.assertIn(access["patterns"][0]["seen"], seen)
            self.assertEqual(access["counters"]["global_loads"]["requests"], access["patterns"][0]["seen"])
            self.assertGreater(len(access["ptx"]), 1)
            for ptx in access["ptx"]:
                self.assertIn("ld.volatile", ptx["text"])

    def test_divergence(self):
        # Both warps take both sides.
        self.assertEqual(self.line("divergent", "branch")["divergent_branches"], 2)
        odd = self.line("divergent", "odd")
        self.assertEqual(odd["thread_instructions"], 16 * odd["warp_instructions"])
        whole = self.line("transpose", "transpose")
        self.assertEqual(whole["thread_instructions"], 32 * whole["warp_instructions"])

    def test_lines_add_up_to_the_kernel(self):
        file = self.folder / "counters.json"
        run(LINES, PROFILE_JSON=file)
        counted = {k["kernel"]: k for k in json.loads(file.read_text())["kernels"]}
        for kernel in self.data["kernels"]:
            total = {}
            for line in kernel["lines"]:
                for name, value in line["counters"].items():
                    for part, number in value.items() if isinstance(value, dict) else [("", value)]:
                        total[name, part] = total.get((name, part), 0) + number
            for (name, part), number in total.items():
                for truth in (kernel["counters"], counted[kernel["name"]]):
                    self.assertEqual(truth[name][part] if part else truth[name], number, (kernel["name"], name, part))
            self.assertGreater(total["warp_instructions", ""], 0)

    def test_timeline(self):
        mark, (launch,) = self.mark, [x for x in self.data["launches"] if x["kernel"] == 3]
        self.assertEqual((launch["grid"], launch["block"], launch["error"]), ([1, 1, 1], [64, 1, 1], None))
        (block,) = launch["blocks"]
        self.assertEqual((block["number"], block["index"]), (0, [0, 0, 0]))
        early, late = block["warps"]
        for warp in (early, late):
            segments = warp["segments"]
            # There are no holes, and each part is executed or waited.
            self.assertEqual([s[0] for s in segments], [0] + [s[1] for s in segments][:-1])
            self.assertEqual(segments[-1][1], warp["steps"])
            self.assertEqual(sum(s[1] - s[0] for s in segments if s[2] is not None), warp["instructions"])
            self.assertEqual((warp["shown"], warp["lanes"], warp["waits"]), (warp["steps"], ALL, False))
            masks = {line: {s[2] for s in segments if s[4] == mark[line]} for line in ("odd", "even", "barrier")}
            self.assertEqual((masks["odd"], masks["even"]), ({0xaaaaaaaa}, {0x55555555}))
        self.assertEqual(early["steps"], late["steps"])
        (wait,) = [s for s in early["segments"] if s[2] is None]
        self.assertEqual(wait[1] - wait[0], late["instructions"] - early["instructions"])
        self.assertEqual(wait[4], mark["barrier"])
        self.assertEqual([s for s in late["segments"] if s[2] is None], [])
        self.assertEqual(sum(w["instructions"] for w in block["warps"]),
                         self.data["kernels"][3]["counters"]["warp_instructions"])

    def test_the_source_stands_there(self):
        (file,) = self.data["files"]
        self.assertEqual((pathlib.Path(file["path"]).name, file["ptx"], file["newer_than_program"]),
                         ("patterns.cu", False, False))
        lines = pathlib.Path(SOURCE).read_text(encoding="utf-8").splitlines()
        self.assertEqual((file["first_line"], file["lines"], file["text"]), (1, len(lines), lines))

    def test_the_same_in_each_run(self):
        before = self.data
        for threads in (1, 5):
            self.assertEqual(self.trace(THREADS=threads), before)


class Programs(Folder):
    def test_without_lines_it_is_the_ptx(self):
        data = self.trace(program=PLAIN)
        (file,) = data["files"]
        self.assertEqual((file["path"], file["ptx"]), ("PTX", True))
        (access,) = (a for a in data["kernels"][1]["accesses"] if (a["space"], a["operation"]) == ("shared", "load"))
        text = file["text"][access["line"] - file["first_line"]]
        self.assertIn("ld.shared", text)
        self.assertEqual(text.strip(), access["ptx"][0]["text"])
        self.assertEqual(access["patterns"][0]["bank_conflicts"], 31)

    def test_a_source_that_is_not_there(self):
        program = self.folder / "moved"
        program.write_bytes(pathlib.Path(LINES).read_bytes().replace(b"patterns.cu", b"patternz.cu"))
        program.chmod(0o755)
        (file,) = self.trace(program=program)["files"]
        self.assertEqual((file["text"], file["why"]), (None, "it cannot be read"))

    def test_blocks_that_were_chosen(self):
        data = self.trace(TRACE_BLOCKS="1,3-3,77")
        self.assertEqual(data["blocks"], [1, 3, 77])
        self.assertEqual([[b["number"] for b in x["blocks"]] for x in data["launches"]], [[1, 3]] * 3 + [[]] * 2)
        (load,) = (a for a in data["kernels"][0]["accesses"] if a["operation"] == "load")
        (pattern,) = load["patterns"]
        # The counters are of all blocks.
        self.assertEqual((pattern["seen"], pattern["block"]), (64, [1, 0, 0]))
        self.assertEqual(load["counters"]["global_loads"]["requests"], 128)
        data = self.trace(TRACE_BLOCKS="0-99")
        self.assertEqual(data["blocks"], [0, 1, 2, 3])
        self.assertIn("CUDA_EMULATOR_TRACE_BLOCKS is '0-99', which is no list of up to 16 blocks", self.done.stderr)

    def test_findings_at_their_lines(self):
        data = self.trace("race", status=99)
        mark = marks()
        self.assertEqual(data["all_findings"], len(data["findings"]))
        for finding in data["findings"]:
            self.assertIn("race in shared memory", finding["text"])
            self.assertIn(finding["text"], self.done.stderr)
            self.assertEqual(data["kernels"][finding["kernel"]]["name"], "racing")
            self.assertEqual({p["line"] for p in finding["places"]}, {mark["race write"], mark["race read"]})
            why, text = finding["explanation"], pathlib.Path(SOURCE).read_text(encoding="utf-8").splitlines()
            self.assertRegex(why["threads"], "^Two (lanes of one warp|threads of one block) are enough:$")
            self.assertEqual({(a["line"], a["does"]) for a in why["accesses"]}, {(mark["race write"], "writes"), (mark["race read"], "reads")})
            for access in why["accesses"]:
                self.assertRegex(access["who"], r"^thread \(\d+,0,0\)$")
                self.assertEqual(access["code"], text[access["line"] - 1].strip())
                self.assertRegex(self.done.stderr, rf"\n {{6}}{re.escape(access['who'])} +{access['does']} +patterns.cu:{access['line']} +{re.escape(access['code'])}\n")
            self.assertIn(f"between line {mark['race write']} and line {mark['race read']} would order them.", why["remedy"])
            self.assertIn(f"\n    {why['remedy']}\n", self.done.stderr)

    def test_a_race_without_lines_is_not_explained(self):
        data = self.trace("race", program=PLAIN, status=99)
        self.assertEqual({f["explanation"] for f in data["findings"]}, {None})
        self.assertNotIn("are enough", self.done.stderr)

    def test_a_launch_that_ends_in_an_error(self):
        data = self.trace("fault", status=99)
        (launch,), (finding,) = data["launches"], data["findings"]
        self.assertIsNone(finding["explanation"], "one access")
        self.assertIn("behind an allocation of 256 bytes", launch["error"])
        self.assertEqual([p["line"] for p in finding["places"]], [marks()["fault"]])
        (access,) = data["kernels"][0]["accesses"]
        inside, outside = access["patterns"] if len(access["patterns"]) == 2 else (access["patterns"][0], None)
        self.assertEqual(inside["objects"][0]["bytes"], 256)
        self.assertIsNone(outside, "the same pattern, further on")
        (block,) = launch["blocks"]
        self.assertEqual([bool(w["segments"]) for w in block["warps"]], [True] * 3)

    def test_warps_that_wait_for_ever(self):
        data = self.trace("stuck", status=99)
        (launch,) = data["launches"]
        self.assertIn("this barrier is not reached by every thread", launch["error"])
        for warp in launch["blocks"][0]["warps"]:
            self.assertTrue(warp["waits"])
            self.assertEqual(warp["segments"][-1][4], marks()["stuck"])

    def test_exit_with_a_status(self):
        data = self.trace("exit", status=7)
        self.assertEqual(data["kernels"][0]["counters"]["global_loads"]["requests"], 128)

    def test_host_threads_and_many_launches(self):
        data = self.trace("threads")
        self.assertEqual({k["name"]: k["launches"] for k in data["kernels"]}, {"transpose": 20, "transpose_tiled": 20})
        self.assertEqual((len(data["launches"]), data["all_launches"]), (40, 40))
        for n in range(2):
            looked_into = [x["looked_into"] for x in data["launches"] if x["kernel"] == n]
            self.assertEqual(looked_into, [True] * 4 + [False] * 16)
            self.assertEqual(data["kernels"][n]["counters"]["global_loads"]["requests"], 20 * 128)

    def test_nothing_unless_asked(self):
        done = run(LINES, TRACE_JSON="")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_file_that_cannot_be_written(self):
        for file, reason in ((self.folder / "no" / "x.json", "No such file or directory"),
                             (self.folder, "Is a directory")):
            done = run(LINES, TRACE_JSON=file)
            self.assertEqual(done.returncode, 99, "the exit status says so")
            self.assertIn(f"the trace cannot be written to '{file}' (CUDA_EMULATOR_TRACE_JSON): {reason}", done.stderr)
            self.assertEqual(list(self.folder.parent.glob(self.folder.name + ".*")), [], "nothing half-written")
        self.assertEqual(run(LINES, TRACE_JSON=self.folder / "no" / "x", EXIT_STATUS=0).returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
