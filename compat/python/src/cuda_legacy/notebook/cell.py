# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a cell's program and runs it on the emulated device. Knows nothing of notebooks."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import tempfile

import cuda_legacy
from cuda_legacy import emulate, toolkit

SECONDS = 900
PTX = ["-arch=compute_75", "-code=compute_75"]
NAME = "cell.cu"
ERROR = re.compile(r"^\S*cell\.cu\((?P<line>\d+)\): (?P<message>(?:error|catastrophic error|warning).*)$", re.M)
FINDING = re.compile(r"(?P<before>.*?),? ?PTX line \d+, \S*?cell\.cu:(?P<line>\d+): (?P<message>.*)")

PATH = re.compile(r"\S*cell\.cu:(\d+)")


class CannotRun(Exception):
    """Why no cell can be built or run, and what to do."""


@dataclasses.dataclass
class Mark:
    """What is said of a line of the cell; line 0 where no line is known."""
    line: int
    message: str


@dataclasses.dataclass
class Result:
    """What became of a cell."""
    source: str  # the cell, with the line of its magic
    compiler: str = ""  # what nvcc said
    output: str = ""  # what the program printed
    status: int = 0  # the program's; nvcc's where there is no program
    marks: list = dataclasses.field(default_factory=list)
    counters: list = dataclasses.field(default_factory=list)  # of each kernel, as in the profile's JSON
    page: str = ""  # the page of the run


def with_lines(text):
    """A finding's text, with "line 7" for the path of the cell's file."""
    return PATH.sub(lambda found: f"line {found[1]}", text)


def marks_of(text, findings):
    found = [Mark(int(one["line"]), one["message"]) for one in ERROR.finditer(text)]
    for finding in findings:
        place = FINDING.match(finding)
        before = place["before"].strip(", ") if place else ""
        found.append(Mark(int(place["line"]), with_lines(f"{before}: {place['message']}")) if place else Mark(0, with_lines(finding)))
    return found


def compiled(source, legacy, options, folder):
    """(the program or None, what nvcc said, its status)"""
    nvcc = toolkit.find_nvcc()
    if not nvcc:
        raise CannotRun("no nvcc: pip install 'cuda-legacy[toolkit]' brings one; else CUDACXX or PATH says where that of a toolkit is")
    (folder / NAME).write_text(source, encoding="utf-8")
    words = [nvcc, *PTX, "-lineinfo", "-cudart", "shared", *(cuda_legacy.include_flags() if legacy else []), *options, NAME, "-o", "cell"]
    try:
        done = subprocess.run(words, cwd=folder, env={**os.environ, **toolkit.environment(nvcc)}, check=False, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except OSError as error:
        raise CannotRun(f"{nvcc}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise CannotRun(f"nvcc did not end in {SECONDS} s") from error
    return folder / "cell" if done.returncode == 0 else None, done.stdout, done.returncode


def read(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def run(line, body, legacy=False, options=(), arguments=(), page=False):
    """The Result of a cell: `line` is that of the magic, `body` the rest. nvcc counts lines as the notebook does."""
    source = "\n" + body
    with tempfile.TemporaryDirectory(prefix="cuda-legacy-cell-") as made:
        folder = pathlib.Path(made)
        program, said, status = compiled(source, legacy, list(options), folder)
        if not program:
            return Result(line + source, said, "", status, marks_of(said, []))
        environment = {**os.environ, **emulate.environment(), "CUDA_EMULATOR_FINDINGS": str(folder / "findings"),
                       "CUDA_EMULATOR_PROFILE_JSON": str(folder / "profile.json")}
        if page:
            environment["CUDA_EMULATOR_TRACE"] = str(folder / "page.html")
        try:
            done = subprocess.run([str(program), *arguments], cwd=folder, env=environment, check=False, text=True, errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=SECONDS)
            output, status = done.stdout, done.returncode
        except subprocess.TimeoutExpired as error:
            output, status = (error.stdout or b"").decode(errors="replace") + f"\nthe program did not end in {SECONDS} s\n", 124
        profile = read(folder / "profile.json")
        counters = json.loads(profile) if profile else {}
        return Result(line + source, said, output, status, marks_of(said, read(folder / "findings").splitlines()),
                      counters.get("kernels", []), read(folder / "page.html"))
