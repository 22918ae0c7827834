# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compute-sanitizer on the programs of a suite, on a machine with a GPU: `NAME.py CHECKOUT --sanitizer`.

Each program is compiled for the GPU, runs once by itself, and once under each of the four tools, with the suite's own
arguments and input. The results are observations: exit statuses, and what the tools report. `judge` gives the outcome,
so a better rule needs no new run. Each report is put into the words of the emulated device. The suite's pattern of a
right finding then decides for both.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import suite

# The tools, with a finding of each in the words of the emulated device.
TOOLS = {
    "memcheck": "out of bounds",
    "racecheck": "race in shared memory",
    "initcheck": "nothing has written",
    "synccheck": "a barrier in divergent code",
}
# The outcomes of a program. Only the first three count for precision and recall.
OUTCOMES = ("right", "false", "missed", "not ended", "not run", "not built", "not applicable")
NO_TIME = "no time was left"
NO_CALL = "before first instrumented"
SUFFIX = ".compute-sanitizer"
PORTS, BASE_PORT = 10, 49152  # a run of compute-sanitizer uses so many ports, so runs at a time need their own
PRINTED, RECORDED = 100, 6  # reports of a run
MARK = "CUDA_LEGACY_SUITE_RUN"  # in the environment of what a run starts

# A line of compute-sanitizer begins with a row of signs. A report's first line has one space after it, the others more.
LINE = re.compile(r"^=========(?: (.*))?$", re.MULTILINE)
NOTICE = re.compile(r"COMPUTE-SANITIZER|[A-Z ]*SUMMARY: |Target application|Error: (Target application|process didn't|couldn't find exit)|"
                    r".*errors? w(as|ere) not printed|Maximum number of hazards|Warning: (?!Race|Potential)")
REPORT = re.compile(r"Invalid |Malloc/Free|Host API |Uninitialized |Barrier error|Divergent |Misaligned |Out-of-range |Illegal |Warp |Lane |"
                    r"(?:(?:Error|Warning|ERROR|WARNING|WARN): )?(?:Race reported|Potential )|User stack overflow|Hardware |Device illegal")
# A failing call is a report where the failure is an illegal access. Other failing calls are the program's own.
CALL = re.compile(r"Program hit (.*)")
ILLEGAL = re.compile(r"IllegalAddress|ILLEGAL_ADDRESS|MisalignedAddress|MISALIGNED_ADDRESS|InvalidAddressSpace|INVALID_ADDRESS_SPACE|"
                     r"InvalidPc|INVALID_PC|error 7(00|16|17|18)\b")
ASSERTION = re.compile(r"^.*: block: \[.*Assertion .*$", re.MULTILINE)
ADDRESS = re.compile(r"(?:Access (?:to|at)|Address) 0x([0-9a-f]+)")
NULL = 1 << 16  # addresses below are those of null pointers


class OutOfTime(Exception):
    """The time for the whole run is over."""


def reports_of(log: str) -> tuple[list[str], list[str], bool]:
    """The reports of a log, other lines that are no notice, and whether the log has a summary."""
    found: list[str] = []
    other: list[str] = []
    for line in LINE.findall(log):
        if not line.strip():
            continue
        if line.startswith(" "):
            if found and (ADDRESS.search(line) or "access at" in line) and line.strip() not in found[-1]:
                found[-1] += "; " + line.strip()
        elif REPORT.match(line) or CALL.match(line):
            found.append(line.strip())
        elif not NOTICE.match(line):
            other.append(line.strip())
    return different(found), different(other), "SUMMARY: " in log


def different(texts: list[str]) -> list[str]:
    """The first of those that differ in more than numbers. A null pointer stays beside another address."""
    kept = {}
    for text in texts:
        kept.setdefault((in_words(text), re.sub(r"0x[0-9a-f]+|\d[\d,]*", "#", text)), text[:240])
    return list(kept.values())[:RECORDED]


def in_words(report: str) -> str:
    """A report in the words of the emulated device; empty, if it is no finding."""
    if ASSERTION.match(report):
        return report
    if CALL.match(report):
        return "out of bounds" if ILLEGAL.search(report) else ""
    if re.search(r"Race reported|hazard detected", report):
        return TOOLS["racecheck"]
    if re.search(r"Barrier error|Divergent", report):
        return TOOLS["synccheck"]
    if re.search(r"[Uu]ninitialized", report):
        return TOOLS["initcheck"]
    if re.search(r"\bPC\b|[Ii]llegal instruction", report):
        return "a call through a pointer that leads to no function"
    address = ADDRESS.search(report)
    return "a null pointer" if address and int(address.group(1), 16) < NULL else TOOLS["memcheck"]


def findings_of(row: dict) -> list[tuple[str, str, str]]:
    """The tool, the report and its words, for each finding in a row of the results."""
    return [(run["tool"], report, words) for run in row["runs"] if run["tool"] for report in run["reports"] if (words := in_words(report))]


def judge(row: dict) -> tuple[str, str]:
    """The outcome, and what shows it."""
    if row["state"]:
        return row["state"], row["said"]
    found = findings_of(row)
    for tool, report, words in found:
        if row["defect"] and re.search(row["defect"], words):
            return "right", f"{tool}: {report}"
    if endless := [run["tool"] for run in row["runs"] if run["tool"] and run["status"] is None]:
        return "not ended", ", ".join(dict.fromkeys(endless))
    if found:
        return "false", f"{found[0][0]}: {found[0][1]}"
    for run in row["runs"]:
        if run["other"]:
            return "not run", f"{run['tool']}: {run['other'][0]}"
    # One of several runs may call nothing. If none does, the tool has seen nothing.
    for tool in {run["tool"]: None for run in row["runs"] if run["tool"]}:
        if not any(run["summary"] for run in row["runs"] if run["tool"] == tool):
            return "not run", f"{tool}: the tool saw no call of CUDA"
    if row["defect"]:
        return "missed", ""
    alone = next((run for run in row["runs"] if not run["tool"] and (run["failed"] or run["status"] is None)), None)
    return ("not run", f"the program fails without a tool, too: {alone['failed'] or 'no end'}") if alone else ("right", "")


def tools_for(settings: dict[str, str]) -> list[str]:
    """The tools whose findings the suite's labels are about, by what the emulated device looks for."""
    off = {name.removeprefix("CUDA_EMULATOR_CHECK_") for name, value in settings.items() if value == "0"}
    without = {"racecheck": "RACES", "initcheck": "UNINITIALISED_GLOBAL"}
    return [tool for tool in TOOLS if without.get(tool) not in off]


def why_not(program: suite.Program) -> str:
    """Why a program has no run on a GPU; empty, if it has."""
    if program.settings.get("CUDA_EMULATOR_WARP_SYNCHRONOUS") == "1":
        return "it is for warps in lock-step, which GPUs since Volta do not have"
    texts = [source.read_text(encoding="utf-8", errors="replace") for source in program.sources]
    included = [pathlib.Path(name) for text in texts for name in re.findall(r'^#include "(/[^"]+)"', text, re.MULTILINE)]
    texts += [file.read_text(encoding="utf-8", errors="replace") for file in included if file.exists()]
    return "it has managed memory" if any(re.search(r"cudaMallocManaged|__managed__", text) for text in texts) else ""


def sanitizer_path(nvcc: str) -> str:
    """compute-sanitizer: the one that is named, in PATH, or beside nvcc."""
    beside = pathlib.Path(os.path.realpath(shutil.which(nvcc) or "")).parent / "compute-sanitizer"
    for candidate in (os.environ.get("COMPUTE_SANITIZER"), shutil.which("compute-sanitizer"), str(beside), "/usr/local/cuda/bin/compute-sanitizer"):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise SystemExit("compute-sanitizer is not in PATH, and COMPUTE_SANITIZER does not name it")


def gpus() -> list[tuple[str, str]]:
    """The name and the driver of each GPU."""
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"no GPU: nvidia-smi: {error}") from error
    return [(name.strip(), driver.strip()) for name, _, driver in (line.partition(",") for line in said.splitlines() if line.strip())]


def end_marked(mark: str) -> None:
    """Ends what a run has started and what has left its process group: a kernel without an end would hold the GPU."""
    for entry in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)
        except (OSError, ValueError):
            continue


class Runner:
    """The runs of a suite's programs, some at a time."""

    def __init__(self, one: suite.Suite, options: argparse.Namespace, work: pathlib.Path) -> None:
        self.suite, self.options, self.work = one, options, work
        self.logs = work / "logs"
        self.logs.mkdir(exist_ok=True)
        self.sanitizer = "" if options.build_only else sanitizer_path(options.nvcc)
        self.gpus = [] if options.build_only else gpus()
        self.deadline = time.monotonic() + options.total if options.total else float("inf")
        self.slots: queue.SimpleQueue[int] = queue.SimpleQueue()
        for slot in range(options.jobs):
            self.slots.put(slot)

    def machine(self) -> dict[str, str]:
        version = subprocess.run([self.sanitizer, "--version"], capture_output=True, text=True, check=False).stdout
        number = re.search(r"Version (\S+)", version)
        return {"date": datetime.date.today().isoformat(), "gpu": self.gpus[0][0], "driver": self.gpus[0][1],
                "sanitizer": number.group(1) if number else suite.last_line(version)}

    def run(self, program: suite.Program, tool: str, arguments: list[str], slot: int, limit: float) -> dict:
        """One run, under a tool or by itself. An empty name is no tool."""
        log = self.logs / f"{suite.file_name(program.name)}.{tool or 'alone'}.{'_'.join(arguments)[:20].replace('/', '_')}.log"
        log.unlink(missing_ok=True)
        mark = f"{os.getpid()}.{slot}.{time.monotonic_ns()}"
        command = [str(self.work / suite.file_name(program.name)), *arguments]
        if tool:
            command = [self.sanitizer, "--tool", tool, "--show-backtrace", "no", "--print-limit", str(PRINTED),
                       "--require-cuda-init", "no", "--port", str(BASE_PORT + PORTS * slot), "--log-file", str(log), *command]
        environment = {**os.environ, MARK: mark}
        if len(self.gpus) > 1 and "CUDA_VISIBLE_DEVICES" not in os.environ:
            environment["CUDA_VISIBLE_DEVICES"] = str(slot % len(self.gpus))
        left, began = self.deadline - time.monotonic(), time.monotonic()
        if left <= 0:
            raise OutOfTime
        with tempfile.TemporaryFile() as typed:
            typed.write(program.typed.encode())
            typed.seek(0)
            status, out, err = suite.execute(command, min(limit, left), lambda: end_marked(mark), cwd=program.folder or self.work,
                                             env=environment, stdin=typed)
        if status is None and left < limit:
            raise OutOfTime
        text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        found, other, summary = reports_of(text)
        if tool and status is not None and not summary and NO_CALL not in text:
            other.append(f"no summary, exit status {status}")
        wrong = re.search(program.failure, out + err) if program.failure else None
        failed = wrong.group(0) if wrong else f"exit status {status}: {suite.last_line(err + out)}"[:120] if status else ""
        return {"tool": tool, "arguments": [pathlib.Path(word).name for word in arguments], "status": status, "summary": summary,
                "seconds": round(time.monotonic() - began, 1), "reports": found + different(ASSERTION.findall(err)),
                "other": other, "failed": failed}

    def runs(self, program: suite.Program, tool: str, slot: int, limit: float) -> list[dict]:
        """All runs under one tool, up to the first that is too long or finds the defect."""
        if program.joined and len(program.runs) > 1:
            together = self.run(program, tool, sum(program.runs, []), slot, limit)
            # The first launch that fails ends the run, so each launch then has a run of its own.
            if together["status"] == 0 or found_defect(program, together):
                return [together]
        made: list[dict] = []
        for arguments in program.runs:
            made.append(self.run(program, tool, arguments, slot, limit))
            if made[-1]["status"] is None or (tool and found_defect(program, made[-1])):
                break
        return made

    def try_program(self, program: suite.Program) -> dict:
        row = {"program": program.name, "label": program.label, "defect": program.defect, "state": "", "said": "", "runs": []}
        if program.not_applicable:
            return row | {"state": "not applicable", "said": program.not_applicable}
        if reason := why_not(program):
            return row | {"state": "not run", "said": reason}
        slot = self.slots.get()
        try:
            return row | self.observed(program, slot)
        except OutOfTime:
            return row | {"state": "not run", "said": NO_TIME}
        except Exception as error:  # a fault of one program's run must not end the others
            return row | {"state": "not run", "said": f"{type(error).__name__}: {error}"[:240]}
        finally:
            self.slots.put(slot)

    def observed(self, program: suite.Program, slot: int) -> dict:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        binary = self.work / suite.file_name(program.name)
        architecture = self.options.architecture
        command = self.suite.compile_command(program, binary, self.options, "-gencode", f"arch=compute_{architecture},code=sm_{architecture}")
        status, out, err = suite.compiled(command, program, binary, [self.work, self.options.checkout, suite.ROOT])
        if status != 0:
            return {"state": "not built", "said": suite.shorter(suite.compile_error(err + out), self.options, self.work)}
        if self.options.build_only:
            return {"state": "not run", "said": "built"}
        # A run by itself is short. If it has no end, neither has a run under a tool.
        limit = self.options.limit
        made = self.runs(program, "", slot, limit / 2)
        if any(run["status"] is None for run in made):
            limit /= 2
        wanted = tools_for(self.suite.settings | program.settings)
        if program.defect:  # first the tools that look for the defect
            wanted.sort(key=lambda tool: not re.search(program.defect, TOOLS[tool]))
        for tool in wanted:
            made += self.runs(program, tool, slot, limit)
            if found_defect(program, made[-1]):
                break
        return {"runs": made}


def found_defect(program: suite.Program, run: dict) -> bool:
    return bool(program.defect) and any(re.search(program.defect, in_words(report)) for report in run["reports"])


def without_end(program: suite.Program) -> bool:
    """Such programs come last, because they hold the GPU until their limit."""
    return bool(program.defect and re.search(program.defect, "spin"))


def record(one: suite.Suite, options: argparse.Namespace, machine: dict[str, str], rows: dict[str, dict]) -> None:
    suite.write_rows(options.results / f"{one.name}{SUFFIX}.json", {
        "suite": one.name, "source": one.source, "commit": options.commit, **machine, "limit": options.limit,
        "architecture": options.architecture, "nvcc": one.compile_options}, [rows[name] for name in sorted(rows)])


def known_rows(one: suite.Suite, options: argparse.Namespace) -> dict[str, dict]:
    file = options.results / f"{one.name}{SUFFIX}.json"
    if not (options.resume or options.only) or not file.exists():
        return {}
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    return {row["program"]: row for row in rows}


def main(one: suite.Suite, options: argparse.Namespace) -> int:
    rows = known_rows(one, options)
    options.results.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        work = (options.work or pathlib.Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        runner = Runner(one, options, work)
        machine = {} if options.build_only else runner.machine()
        programs = [p for p in one.programs(options.checkout, work) if re.search(options.only, p.name)]
        if not programs and not options.only:
            raise SystemExit(f"{options.checkout}: no program of {one.name}: is it a checkout of {one.source}?")
        done = {name for name, row in rows.items() if options.resume and judge(row)[0] != "not run"}
        wanted = sorted((p for p in programs if p.name not in done), key=without_end)
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
            for ended in concurrent.futures.as_completed([pool.submit(runner.try_program, p) for p in wanted]):
                row = ended.result()
                rows[row["program"]] = row | machine
                outcome, said = judge(row)
                seconds = sum(run["seconds"] for run in row["runs"])
                print(f"{outcome:<15}{seconds:>6.1f}s  {row['program']}  {said}", flush=True)
                if options.write and not options.build_only:
                    record(one, options, machine, rows)
    counts = collections.Counter(judge(row)[0] for row in rows.values())
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]), f"of {len(rows)} programs")
    if options.write and not options.build_only and options.results.resolve() == suite.HERE / "results":
        import page
        return page.write()
    return 0


if __name__ == "__main__":
    sys.exit(__doc__)
