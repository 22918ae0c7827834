#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on HeCBench (github.com/zjin-lcf/HeCBench).

    hecbench.py CHECKOUT [--write]

The sample is every tenth folder of `src/*-cuda`, by name. All programs are benchmarks of GPUs, and correct. A program
runs as its Makefile runs it, with one change: a whole number at the end of the line is the number of repetitions, and
becomes 1. In a few programs this number is the first. Programs that want a library or data that are not there are listed as not applicable.
"""
import pathlib
import re
import subprocess
import sys

import suite
from cuda_samples import WANTS

EACH = 1
REPETITIONS_FIRST = {"scan2-cuda"}
NAMES_OF_DATA = {"data", "gisette_scale"}  # files that the runs name, and that no pattern shows as files
FAILURE = r"\bFAIL(ED)?\b|\b[Mm]ismatch|\b[Ii]ncorrect\b|[Tt]est failed"
LIBRARIES = r"-l(?:cublas|cufft|cusolver|cusparse|curand|nccl|mpi|nvidia-ml|hdf5|z)\b"


def lines_of(makefile: pathlib.Path) -> list[str]:
    return makefile.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ").splitlines()


def value(lines: list[str], name: str) -> list[str]:
    found = [re.match(rf"\s*{name}\s*:?=\s*(.*)", line) for line in lines]
    return next((match.group(1).split() for match in found if match), [])


def commands_of(folder: pathlib.Path) -> str:
    """What make would do to build the program. It does nothing."""
    return subprocess.run(["make", "-n", "-B", "-C", folder], capture_output=True, text=True, check=False).stdout


def run_lines(lines: list[str]) -> list[list[str]]:
    """The arguments of each run, as the Makefile has them."""
    begin = next((k for k, line in enumerate(lines) if line.startswith("run:")), len(lines))
    out = []
    for line in lines[begin + 1:]:
        if not line.startswith(("\t", " ")):
            break
        if match := re.search(r"\./(?:\$\(program\)|main)(.*)", line):
            out.append(match.group(1).split("#")[0].split())
    return out


def with_one_repetition(name: str, words: list[str]) -> list[str]:
    if name in REPETITIONS_FIRST:
        return ["1", *words[1:]]
    return [*words[:-1], "1"] if words and words[-1].isdecimal() and int(words[-1]) > 1 else words


def lacks_data(folder: pathlib.Path, runs: list[list[str]]) -> bool:
    words = [word.rsplit("=", 1)[-1] for run in runs for word in run]
    return any((word in NAMES_OF_DATA or re.search(r"/|\.[A-Za-z]\w*$", word)) and not (folder / word).is_file() for word in words)


def program(folder: pathlib.Path) -> suite.Program:
    makefile = folder / "Makefile"
    lines = lines_of(makefile) if makefile.exists() else []
    named = [folder / word for word in value(lines, "source") if word.endswith((".cu", ".cpp", ".c"))]
    sources = [file for file in named if file.exists()] or sorted([*folder.glob("*.cu"), *folder.glob("*.cpp")])
    text = "\n".join(file.read_text(encoding="utf-8", errors="replace")
                     for file in {*sources, *(file for file in folder.rglob("*") if file.suffix in (".h", ".hpp", ".cuh", ".cu"))})
    flags = commands_of(folder) if lines else ""
    options = ["-std=c++17", "-O3", "-I", str(folder)]
    options += sorted({f"-I{(folder / path).resolve()}" for path in re.findall(r"-I\s*(\S+)", flags)})
    options += sorted(set(re.findall(r"(?<=\s)(?:-D\S+|--extended-lambda|--expt-\w+(?:-\w+)*|-rdc=true)(?=\s)", flags)))
    options += ["-Xcompiler", "-fopenmp"] if "-fopenmp" in flags else []
    options += ["-lcuda"] if "-lcuda " in flags + " " else []
    runs = run_lines(lines)
    reason = next((f"it wants {what}" for what, pattern in WANTS.items() if re.search(r"#\s*include[^\n]*(?:" + pattern + ")", text)), "")
    if re.search(LIBRARIES, flags):
        reason = "it wants a CUDA library that the emulated device does not bring"
    elif not sources or not runs:
        reason = "its folder has no Makefile with a run of the program"
    elif not reason and lacks_data(folder, runs):
        reason = "it wants data that the suite does not bring"
    return suite.Program(folder.name, sources, "correct", "", options, [with_one_repetition(folder.name, run) for run in runs], folder=folder,
                         failure=FAILURE, not_applicable=reason)


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    return [program(folder) for folder in sorted((checkout / "src").glob("*-cuda"))[::EACH]]


SUITE = suite.Suite("hecbench", "github.com/zjin-lcf/HeCBench", {}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
