#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scripts of the suites with --sanitizer: a simulated compute-sanitizer prints what the real one prints.

The simulated compiler makes shell scripts. They get the tool's name in TOOL, and write reports into the file LOG.
"""
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

import sanitizer
import sanitizer_page
import suites_test
from suites_test import ASSERTION, BAD, ENDS, KERNEL

SANITIZER = r"""#!/bin/sh
[ "$1" != --version ] || { printf 'NVIDIA (R) Compute Sanitizer\nVersion 2025.3.1.0 (build 36400806) (public-release)\n'; exit; }
while :; do
    case $1 in --tool) TOOL=$2 ;; --log-file) LOG=$2 ;; --show-backtrace | --print-limit | --port | --require-cuda-init) ;; *) break ;; esac
    shift 2
done
export TOOL LOG
echo '========= COMPUTE-SANITIZER' > "$LOG"
"$@"
status=$?
if [ $TOOL = racecheck ]; then summary='RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'; else summary='ERROR SUMMARY: 1 error'; fi
[ $status != 78 ] || summary='Error: Target application terminated before first instrumented API call'
[ $status = 77 ] || echo "========= $summary" >> "$LOG"
exit $status
"""


def reported(tool: str, *lines: str) -> str:
    """What makes the simulated program appear in the log of one tool."""
    return f"//sh test \"$TOOL\" != {tool} || cat >> \"$LOG\" <<'END'\n" + "".join(f"//sh ========={line and ' '}{line}\n" for line in lines) + "//sh END\n"


HAZARD = ("Error: Race reported between Write access at k(int *)+0x150 in k.cu:27", "    and Read access at k(int *)+0x160 in k.cu:30 [4 hazards]", "")
INVALID = ("Invalid __global__ write of size 4 bytes", "    at k(int *)+0x160 in k.cu:6", "    by thread (0,0,0) in block (0,0,0)",
           "    Access to 0x7f6510c00001 is out of bounds", "    and is 1 bytes after the nearest allocation at 0x7f6510c00000 of size 1 bytes", "")
NULL = (*INVALID[:3], "    Access to 0x8 is out of bounds", *INVALID[4:])
UNWRITTEN = ("Uninitialized __global__ memory read of size 4 bytes", "    at k(int *)+0x70 in k.cu:41", "    by thread (31,0,0) in block (1,0,0)",
             "    Access to 0x7f3c7ec000fc", "")
BARRIER = ("Barrier error detected. Divergent thread(s) in block.", "    at k(int *)+0xf0 in k.cu:79", "    by thread (37,0,0) in block (0,0,0)", "")
ILLEGAL = ("Program hit cudaErrorIllegalAddress (error 700) due to \"an illegal memory access was encountered\" on CUDA API call to cudaDeviceSynchronize.", "")
CALL = ("Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to cudaMemcpy.", "")
UNSUPPORTED = ("Error: Device not supported. Please refer to the \"Supported Devices\" section", "")
RACING = reported("racecheck", *HAZARD) + ENDS


class Runs(suites_test.Checkout):
    def setUp(self) -> None:
        super().setUp()
        self.write("bin/compute-sanitizer", SANITIZER).chmod(0o755)
        self.write("bin/nvidia-smi", "#!/bin/sh\necho 'NVIDIA H200, 580.65.06'\n").chmod(0o755)

    def run_script(self, name: str, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-B", suites_test.HERE / f"{name}.py", self.checkout, "--sanitizer", "--nvcc", self.folder / "nvcc",
             "--results", self.results, "--limit", "1", "--jobs", "4", "--commit", "abc", "--write", *options],
            env={**os.environ, "COMPUTE_SANITIZER": str(self.folder / "bin/compute-sanitizer"), "PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
            capture_output=True, text=True, check=False)

    def rows(self, name: str, *options: str) -> dict[str, dict]:
        done = self.run_script(name, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        recorded = json.loads((self.results / f"{name}.compute-sanitizer.json").read_text(encoding="utf-8"))
        self.assertEqual([recorded[key] for key in ("gpu", "driver", "sanitizer")], ["NVIDIA H200", "580.65.06", "2025.3.1.0"])
        return {row["program"]: row for row in recorded["rows"]}

    def outcomes(self, name: str, *options: str) -> dict[str, str]:
        return {program: sanitizer.judge(row)[0] for program, row in self.rows(name, *options).items()}

    def micro_programs(self, **texts: str) -> None:
        for name, text in texts.items():
            self.write(f"checkout/microbenchmarks/src/{name}.cu", text)

    def test_a_report_is_judged_by_its_kind(self) -> None:
        names = {
            "BFS_RaceBug": (RACING, "right"), "CC_RaceBug": (ENDS, "missed"), "PR_BoundsBug": (RACING, "false"),
            "MIS_BoundsBug": (reported("memcheck", *INVALID) + "//sh exit 4\n", "right"), "MST_SyncBug": (reported("synccheck", *BARRIER), "right"),
            "TC_UninitializedBug": (reported("initcheck", *UNWRITTEN), "right"), "SSSP_BoundsBug": (reported("memcheck", *ILLEGAL), "right"),
            "TC_NoBoundsBug": (ENDS, "right"), "CC_Atomic": (reported("initcheck", *UNWRITTEN), "false"),
            "MIS_Atomic": (reported("memcheck", *CALL), "right"), "PR_Atomic": ("//sh echo ERROR: no good\n", "not run"),
            "MST_Atomic": (reported("memcheck", *UNSUPPORTED), "not run"), "TC_Atomic": ("//sh test -z \"$TOOL\" || exit 77\n", "not run"),
            "BFS_Atomic": ("//sh test -z \"$TOOL\" || exit 78\n", "not run"), "BFS_BoundsBug": ("//sh test -z \"$TOOL\" || exit 78\n", "not run"),
            "SSSP_Atomic": (BAD, "not built"), "PR_PrecedenceBug": (ENDS, "not applicable")}
        self.indigo({name: text for name, (text, _) in names.items()})
        self.assertEqual(self.outcomes("indigo3"), {name: outcome for name, (_, outcome) in names.items()})

    def test_a_run_without_an_end_is_ended_with_all_that_it_started(self) -> None:
        pid = self.folder / "pid"
        self.indigo({"BFS_LivelockBug": f"//sh setsid sh -c 'echo $$ > {pid}; exec sleep 61' &\n//sh yes not yet\n", "CC_Atomic": ENDS})
        began = time.monotonic()
        self.assertEqual(self.outcomes("indigo3"), {"BFS_LivelockBug": "not ended", "CC_Atomic": "right"})
        self.assertLess(time.monotonic() - began, 30)
        command = pathlib.Path("/proc", pid.read_text(encoding="utf-8").strip(), "cmdline")
        self.assertNotIn("sleep", command.read_text(encoding="utf-8") if command.exists() else "")

    def test_the_tools_are_those_that_the_labels_are_about(self) -> None:
        self.micro_programs(race_found=RACING, norace_right=ENDS, race_missed=reported("initcheck", *UNWRITTEN) + ENDS)
        rows = self.rows("scor")
        tools = {name: [run["tool"] for run in row["runs"]] for name, row in rows.items()}
        self.assertEqual(tools, {"race_found": ["", "racecheck"], "norace_right": ["", "memcheck", "racecheck", "synccheck"],
                                 "race_missed": ["", "racecheck", "memcheck", "synccheck"]})
        self.assertEqual(rows["race_found"]["runs"][1]["reports"], [f"{HAZARD[0]}; {HAZARD[1].strip()}"])
        self.assertEqual([file.name for file in self.results.iterdir()], ["scor.compute-sanitizer.json"])

    def test_gpuverify(self) -> None:
        head = "//{}\n//--blockDim=64 --gridDim=1 {}\n{}\n"
        failing = "xfail:NOT_ALL_VERIFIED"
        tests = {
            "together": head.format("pass", "", ENDS) + KERNEL,
            "no_call": head.format("pass", "", "//sh test $# -lt 2 || exit 4\n//sh test -z \"$TOOL\" -o $1 -eq 3 || exit 78\n") + KERNEL,
            "one_by_one": head.format("pass", "", "//sh test $# -lt 2 || exit 4\n") + KERNEL,
            "pointers": head.format("pass", "", ENDS) + "__global__ void k(int *p) { }\n",
            "keeps": head.format("pass", "", ENDS) + "__device__ int kept;\n" + KERNEL,
            "null": head.format(failing, "", "//error: possible null pointer access") + reported("memcheck", *NULL) + KERNEL,
            "not_null": head.format(failing, "", "//error: possible null pointer access") + reported("memcheck", *INVALID) + KERNEL,
            "asserted": head.format(failing, "", "//assert") + ASSERTION + KERNEL,
            "divergence": head.format("pass", "--only-divergence", ENDS) + KERNEL,
            "lock_step": head.format("pass", "--warp-sync=32", ENDS) + KERNEL}
        for name, text in tests.items():
            self.write(f"checkout/testsuite/CUDA/{name}/kernel.cu", text)
        rows = self.rows("gpuverify")
        self.assertEqual({name: sanitizer.judge(row)[0] for name, row in rows.items()}, {
            "together": "right", "no_call": "right", "one_by_one": "right", "pointers": "right", "keeps": "right", "null": "right", "not_null": "false",
            "asserted": "right", "divergence": "right", "lock_step": "not run"})
        alone = {name: [run["arguments"] for run in row["runs"] if not run["tool"]] for name, row in rows.items()}
        each = [["0"], ["1"], ["2"], ["3"]]
        self.assertEqual([alone[name] for name in ("together", "one_by_one", "pointers", "keeps")], [[["0", "1", "2", "3"]], each, [["0"]], each])
        self.assertEqual({run["tool"] for run in rows["divergence"]["runs"]}, {"", "memcheck", "synccheck"})

    def test_managed_memory_has_no_run(self) -> None:
        self.micro_programs(norace_managed="// cudaMallocManaged(&p, 4);\n" + ENDS)
        self.assertEqual(sanitizer.judge(self.rows("scor")["norace_managed"]), ("not run", "it has managed memory"))

    def test_what_had_no_time_left_runs_later(self) -> None:
        self.micro_programs(race_found=RACING)
        self.assertEqual(sanitizer.judge(self.rows("scor", "--total", "0.001")["race_found"]), ("not run", sanitizer.NO_TIME))
        self.assertEqual(self.outcomes("scor", "--resume"), {"race_found": "right"})
        self.micro_programs(race_found=ENDS, norace_new=ENDS)
        self.assertEqual(self.outcomes("scor", "--resume"), {"race_found": "right", "norace_new": "right"})
        self.assertEqual(self.outcomes("scor", "--only", "race_found"), {"race_found": "missed", "norace_new": "right"})

    def test_programs_may_be_built_elsewhere(self) -> None:
        self.micro_programs(race_found=RACING)
        self.assertEqual(self.run_script("scor", "--build-only", "--work", str(self.folder / "work")).returncode, 0)
        self.assertEqual(list(self.results.iterdir()), [])
        for name in ("work", "checkout"):
            (self.folder / name).rename(self.folder / f"moved-{name}")
        self.checkout = self.folder / "moved-checkout"
        self.write("nvcc", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.outcomes("scor", "--work", str(self.folder / "moved-work")), {"race_found": "right"})

    def test_without_a_gpu_nothing_is_written(self) -> None:
        self.micro_programs(race_found=RACING)
        self.write("bin/nvidia-smi", "#!/bin/sh\nexit 9\n")
        done = self.run_script("scor")
        self.assertEqual((done.returncode, "no GPU" in done.stderr, list(self.results.iterdir())), (1, True, []))


class Reports(unittest.TestCase):
    def found(self, *lines: str) -> tuple[list[str], list[str], bool]:
        return sanitizer.reports_of("\n".join(["========= COMPUTE-SANITIZER", *(f"========= {line}".rstrip() for line in lines)]) + "\n")

    def test_reports_that_differ_in_numbers_alone_are_one(self) -> None:
        moved = [line.replace("0x7f6510c00001", "0x7f6510c00401").replace("(0,0,0)", "(1,0,0)") for line in INVALID]
        found, other, ended = self.found(*INVALID, *moved, *NULL, "Target application returned an error", "ERROR SUMMARY: 3 errors")
        self.assertEqual(found, [f"{INVALID[0]}; {INVALID[3].strip()}", f"{NULL[0]}; {NULL[3].strip()}"])
        self.assertEqual((other, ended), ([], True))

    def test_words(self) -> None:
        lines = {
            "Warning: Race reported between Read access at k()+0x10 in k.cu:1": "race in shared memory",
            "ERROR: Potential WAW hazard detected at __shared__ 0x0 in block (0,0,0) :": "race in shared memory",
            "Barrier error detected. Invalid arguments.": "a barrier in divergent code",
            "Host API uninitialized memory access": "nothing has written",
            "Invalid __shared__ atomic of size 4 bytes; Address 0x7f6510c00001 is misaligned": "out of bounds",
            "Malloc/Free error encountered : Double free": "out of bounds",
            "Program hit cudaErrorMisalignedAddress (error 716) due to \"misaligned address\"": "out of bounds",
            "Program hit cudaErrorAssert (error 710) due to \"device-side assert triggered\"": ""}
        self.assertEqual({line: sanitizer.in_words(self.found(line)[0][0]) for line in lines}, lines)

    def test_what_is_unknown_is_no_report(self) -> None:
        for line in ("Internal Sanitizer Error: The Sanitizer encountered an error", "Error: No attachable process found. compute-sanitizer timed-out."):
            self.assertEqual(self.found(line), ([], [line], False))

    def test_notices_are_no_reports(self) -> None:
        lines = ("Error: Target application terminated before first instrumented API call", "Error: process didn't terminate successfully",
                 "Warning: Detected overflow of tracked cuda::barrier structures. Results might be incorrect.",
                 "7 errors were not printed. Use --print-limit option to adjust the number of printed errors")
        self.assertEqual(self.found(*lines), ([], [], False))


class Tables(unittest.TestCase):
    MACHINE = {"date": "d", "gpu": "g", "driver": "v", "sanitizer": "s"}

    def row(self, program: str, defect: str, *reports: str, state: str = "", label: str = "xfail") -> dict:
        runs = [{"tool": "", "status": 0, "reports": [], "other": [], "failed": "", "summary": False},
                {"tool": "racecheck", "status": 0, "reports": list(reports), "other": [], "failed": "", "summary": True}]
        return {"program": program, "label": label, "defect": defect, "state": state, "said": state and "why", "runs": [] if state else runs, **self.MACHINE}

    def setUp(self) -> None:
        race, kind = HAZARD[0], "race in"
        self.recorded = {"suite": "s", "commit": "abc", "limit": 20.0, **self.MACHINE, "rows": [
            self.row("found", kind, race), self.row("global", kind), self.row("told", "", race), self.row("shared_after_all", "", race),
            self.row("global_after_all", ""), self.row("harmless", kind), self.row("bad", kind, state="not built")]}
        said = {"found": "race in shared memory: x", "global": "race in global memory: x", "shared_after_all": "race in shared memory",
                "global_after_all": "race in global memory", "bad": "race in global memory: x"}
        own = {"found": "right", "global": "right", "told": "right", "shared_after_all": "false", "global_after_all": "false",
               "harmless": "missed", "bad": "right"}
        self.emulated = {"suite": "s", "rows": [
            {"program": row["program"], "defect": bool(row["defect"]), "outcome": own[row["program"]], "said": said.get(row["program"], "")}
            for row in self.recorded["rows"]]}
        # Programs that one of both has count for neither.
        self.recorded["rows"].append(self.row("alone", "", race))
        self.emulated["rows"].append({"program": "other", "defect": True, "outcome": "missed", "said": ""})
        self.causes = [{"suite": "s", "programs": p, "outcome": o, "cause": "why", "label": "wrong"}
                       for p, o in ((".*_after_all", "false"), ("harmless", "missed"))]

    def test_both_have_a_line(self) -> None:
        lines = sanitizer_page.comparison([self.emulated], {"s": self.recorded}, self.causes).splitlines()[2:]
        self.assertEqual(lines, ["| s | emulated device | 7 | 4 | 2 | 1 | 0 | 0.600 | 0.750 | 1.000 | 1.000 |",
                                 "| s | compute-sanitizer | 7 | 2 | 2 | 2 | 1 | 0.333 | 0.333 | 0.667 | 0.500 |"])

    def test_a_finding_that_a_cause_calls_right_counts_as_one(self) -> None:
        cause = {"suite": "s.compute-sanitizer", "programs": "told", "outcome": "false", "cause": "a real race", "label": "wrong"}
        lines = sanitizer_page.comparison([self.emulated], {"s": self.recorded}, [*self.causes, cause]).splitlines()
        self.assertIn("| 1.000 | 0.600 |", lines[-1])
        self.assertIn("| false | a real race | `told` |", sanitizer_page.details(self.recorded, [cause]))

    def test_defects_are_counted_by_kind(self) -> None:
        lines = sanitizer_page.by_defect([self.emulated], {"s": self.recorded}).splitlines()[2:]
        self.assertEqual(lines, ["| s | race in global memory | 2 | 2 | 0 | 1 |", "| s | race in shared memory | 1 | 1 | 1 | 0 |",
                                 "| s | not found by the emulated device | 1 | 0 | 0 | 0 |"])

    def test_what_was_said_in_vain_is_named(self) -> None:
        text = sanitizer_page.details(self.recorded, [])
        self.assertIn("Recorded d on g, driver v, compute-sanitizer s. Limit: 20 s a run.", text)
        self.assertIn("| false | racecheck: Error: Race reported between Write access | `told`, `shared_after_all`, `alone` |", text)
        self.assertIn("| not built | why | `bad` |", text)


if __name__ == "__main__":
    unittest.main()
