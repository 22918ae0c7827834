# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mode scan: SARIF for upload, a table in the job's page, and a status by level."""

import collections
import json
import os
import pathlib
import shlex
import subprocess
from urllib.parse import unquote

from workflow import Failure, cell, command, outputs, summary

LEVELS = ("note", "warning", "error")
MOST = 50  # places in the job's page


def place(result):
    location = result["locations"][0]["physicalLocation"]
    return f"{unquote(location['artifactLocation']['uri'])}:{location['region']['startLine']}"


def table(results):
    """The job's page: how many of each level, and the first places."""
    counts = collections.Counter(one["level"] for one in results)
    lines = ["## Old CUDA", "", ", ".join(f"{counts[level]} {level}{'s' if counts[level] != 1 else ''}" for level in reversed(LEVELS)), ""]
    if results:
        lines += ["| Level | Place | Finding |", "| --- | --- | --- |"]
        ordered = sorted(results, key=lambda one: -LEVELS.index(one["level"]))
        lines += [f"| {one['level']} | `{cell(place(one))}` | {cell(one['message']['text'])} |" for one in ordered[:MOST]]
        if len(results) > MOST:
            lines += ["", f"The first {MOST} of {len(results)}; all are in the SARIF file."]
    return "\n".join(lines) + "\n"


def run(_):
    wanted = os.environ.get("FAIL_ON", "error")
    if wanted not in (*LEVELS, "none"):
        raise Failure(f"fail-on is error, warning, note or none, not '{wanted}'")
    paths = [line.strip() for line in os.environ.get("SCAN_PATHS", ".").splitlines() if line.strip()]
    try:
        arguments = shlex.split(os.environ.get("SCAN_ARGUMENTS", ""))
    except ValueError as error:  # a quotation mark or a backslash at the end
        raise Failure(f"arguments are no words of a shell: {error}") from error
    done = subprocess.run([command(), "scan", "--format", "sarif", *arguments, "--", *paths], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise Failure(f"cuda-legacy scan ended with status {done.returncode}")
    report = pathlib.Path(os.environ.get("SARIF") or "cuda-legacy.sarif")
    report.parent.mkdir(parents=True, exist_ok=True)
    try:
        results = [one for run in json.loads(done.stdout)["runs"] for one in run["results"]]
    except (ValueError, KeyError) as error:
        raise Failure("no SARIF came from cuda-legacy scan: arguments may not name another format or output file") from error
    report.write_text(done.stdout, encoding="utf-8")
    summary(table(results))
    outputs(findings=len(results), report=report.resolve())
    failing = [one for one in results if wanted != "none" and LEVELS.index(one["level"]) >= LEVELS.index(wanted)]
    for one in failing[:MOST]:
        print(f"{place(one)}: {one['level']}: {one['message']['text']}")
    print(f"{len(results)} findings, {len(failing)} of level '{wanted}' or above" if wanted != "none" else f"{len(results)} findings")
    return 1 if failing else 0
