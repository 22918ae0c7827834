# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mode test: a command with the emulated device in front; findings become annotations at their line, and JUnit."""

import os
import pathlib
import re
import subprocess
from xml.sax.saxutils import escape, quoteattr

from workflow import Failure, cell, command, error, outputs, summary, within_workspace

# "… PTX line 43, file.cu:12: what happened"; the file with -lineinfo alone
PLACE = re.compile(r"PTX line \d+, (?P<file>[^\n]+?):(?P<line>\d+): (?P<message>.*)")
MOST = 50  # annotations; a workflow shows no more of one step


def place_of(finding):
    """File and line of a finding, or nothing."""
    found = PLACE.search(finding)
    return {"file": within_workspace(found["file"]), "line": int(found["line"])} if found else {}


def junit(script, status, findings):
    """One case for the command, one for each finding."""
    def case(name, failure):
        inner = f"<failure message={quoteattr(failure)}>{escape(failure)}</failure>" if failure else ""
        return f"  <testcase classname=\"cuda-legacy\" name={quoteattr(name)}>{inner}</testcase>\n"

    cases = case(" ".join(script.split())[:200], f"exit status {status}" if status else "")
    for number, finding in enumerate(findings, 1):
        where = place_of(finding)
        cases += case(f"finding {number}" + (f" at {where['file']}:{where['line']}" if where else ""), finding)
    failed = len(findings) + bool(status)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<testsuite name="emulated device" tests="{len(findings) + 1}" failures="{failed}">\n{cases}</testsuite>\n')


def table(status, findings):
    lines = ["## CUDA without a GPU", "", f"Exit status {status}, {len(findings)} finding{'s' if len(findings) != 1 else ''}", ""]
    if findings:
        lines += ["| Place | Finding |", "| --- | --- |"]
        for finding in findings[:MOST]:
            where = place_of(finding)
            lines.append(f"| {'`' + cell(where['file']) + ':' + str(where['line']) + '`' if where else ''} | {cell(finding)} |")
    return "\n".join(lines) + "\n"


def run(temporary):
    script = os.environ.get("RUN", "")
    if not script.strip():
        raise Failure("mode test wants an input 'run': the command that runs the tests")
    log = temporary / f"cuda-legacy-findings-{os.getpid()}"
    # As a workflow's own steps: the first command that fails ends it.
    status = subprocess.run([command(), "emulate", "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
                            env={**os.environ, "CUDA_EMULATOR_FINDINGS": str(log)}, check=False).returncode
    findings = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
    log.unlink(missing_ok=True)
    for finding in findings[:MOST]:
        found = PLACE.search(finding)
        error(f"{finding[:found.start()].rstrip(', ')}: {found['message']}" if found else finding, **place_of(finding))
    report = pathlib.Path(os.environ.get("JUNIT") or "cuda-legacy-junit.xml")
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(junit(script, status, findings), encoding="utf-8")
    summary(table(status, findings))
    outputs(findings=len(findings), report=report.resolve())
    return status or (1 if findings else 0)
