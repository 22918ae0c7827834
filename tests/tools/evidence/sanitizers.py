# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of compute-sanitizer over the paired tests."""

import concurrent.futures
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import summary  # noqa: E402  tests/summary.py
from machine import Run, cache_entry  # noqa: E402  beside this file

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SKIPPED = 77


def sanitizer(build):
    """compute-sanitizer: as asked for, of the toolkit that built the programs, or from PATH; None when there is none."""
    toolkit = pathlib.Path(cache_entry(build, "CMAKE_CUDA_COMPILER") or "nvcc").resolve().parent
    candidates = [os.environ.get("COMPUTE_SANITIZER"), toolkit / "compute-sanitizer"]
    candidates += [pathlib.Path(folder) / "compute-sanitizer" for folder in os.get_exec_path()]
    candidates.append("/usr/local/cuda/bin/compute-sanitizer")
    for candidate in candidates:
        if candidate and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return None


def programs(build):
    folder = build / "bin/tests/pairs"
    found = [path for path in folder.rglob("*") if path.is_file() and os.access(path, os.X_OK) and ".so" not in path.suffixes]
    return {path.relative_to(folder).as_posix(): path for path in sorted(found)}


# What the tool itself says, in its own lines, when it cannot watch anything on this machine.
CANNOT_RUN = re.compile(
    r"^=+ (.*(?:device not supported|no supported|unable to find injection|insufficient permission|"
    r"failed to initialize|did not connect).*)$",
    re.IGNORECASE | re.MULTILINE,
)


def judge(run, timeout):
    """One run of one tool over one program: errors found, or "not run" and why, or what went wrong."""
    if run.timed_out:
        return {"outcome": "failed", "reason": f"did not end within {timeout:.0f} s"}
    # First what the tool says: a tool that cannot watch the device may keep the program from seeing it, too.
    cannot = CANNOT_RUN.search(run.output)
    if cannot:
        return {"outcome": "not run", "reason": cannot.group(1).strip()}
    if run.status == SKIPPED:
        return {"outcome": "not run", "reason": summary.skip_reason(run.output, "the program skipped itself")}
    # "RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)": every hazard counts. Child processes have their own.
    found = re.findall(r"(?:ERROR SUMMARY:|RACECHECK SUMMARY:)\s*(\d+)\s+(?:errors?|hazards?)", run.output)
    if not found and run.status == 0 and "terminated before first instrumented API call" in run.output:
        return {"outcome": "not run", "reason": "the program calls no CUDA function"}
    if not found:
        return {"outcome": "failed", "reason": f"no summary in the tool's output (exit status {run.status})"}
    errors = sum(int(number) for number in found)
    if errors == 0 and run.status != 0:
        return {"outcome": "failed", "reason": f"the program ended with status {run.status}", "errors": 0}
    return {"outcome": "failed" if errors else "passed", "errors": errors}


def run_sanitizer(build, tool, failures, each, budget, wanted=None):
    """A tool over every paired test program, or the wanted ones, several at once: they are slow for the host, not for the GPU.

    What a program skips there, the tool has not seen: an entry names those cases."""
    tested, tool_path = programs(build), sanitizer(build)
    if wanted is not None:
        tested = {name: path for name, path in tested.items() if name in wanted}
    deadline = time.monotonic() + budget
    if not tested:
        failures.append("no paired test programs in bin/tests/pairs")

    def one(program):
        left = deadline - time.monotonic()
        if tool_path is None:
            return {"outcome": "not run", "reason": "compute-sanitizer is not installed"}, ""
        if left <= 0:
            return {"outcome": "not run", "reason": f"the {budget:.0f} s for all runs of {tool} were used up"}, ""
        timeout = min(each, left)
        command = [tool_path, "--tool", tool, program, "--log_level=error"]
        run = Run(command, timeout=timeout, CUDA_LEGACY_SMALL="1", CUDA_LEGACY_REQUIRE_GPU="1")
        result = judge(run, timeout)
        cases = summary.skipped_cases(run.output)
        if cases and result["outcome"] != "not run":
            result["skipped_cases"] = cases
        return result, run.output

    results = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        runs = [(name, pool.submit(one, path)) for name, path in tested.items()]
        for name, running in runs:
            result, output = running.result()
            reason = result.get("reason", "")
            if result["outcome"] == "failed":
                failures.append(f"{tool} {name}: {reason or str(result['errors']) + ' errors'}")
                print(output, flush=True)
            elif "were used up" in reason:
                failures.append(f"{tool} {name}: no time left")
            print(f"{tool:10} {name}: {result['outcome']}{', ' + reason if reason else ''}", flush=True)
            results[name] = result
    return results
