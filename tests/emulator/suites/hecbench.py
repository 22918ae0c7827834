#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on HeCBench (github.com/zjin-lcf/HeCBench).

    hecbench.py CHECKOUT [--write]

The programs are all folders of `src/*-cuda`. All are benchmarks of GPUs, and correct.

A program is compiled from what its Makefile compiles. It runs as the Makefile runs it, with one change: the number of
repetitions, or of steps in time, becomes 1. That is the argument behind an option of the list below, or which the
program reads into a variable named after repetitions, or else the whole number at the end of the line. Programs whose
last number is a size or the like run unchanged, as far as they are known. Programs that want a library or data that are not there are
listed as not applicable. Some data are in the folders of other languages, so the checkout should have them.
"""
import pathlib
import re
import subprocess
import sys

import suite
from cuda_samples import WANTS

# The last number is a size, a shape, a seed, a choice, or a number of steps that must not be 1. These programs run as
# their Makefiles run them.
KEPT = {f"{name}-cuda" for name in """
    axpby backprop bezier-surface bitonic-sort btree bwt concurrentKernels crc64 crs d3q19-bgk dslash eikonal ert fsm gaussian is lavaMD
    lfib4 linearprobing lud mallocFree metropolis mmcsf nbody overlay particlefilter pathfinder rfs rsc rushlarsen softmax-online
    """.split()}
# The options in front of a number of repetitions or of steps in time, where the end of the line has another number.
OPTION_OF_REPETITIONS = {"fdtd3d-cuda": "--timesteps", "gemv-cuda": "-i", "lulesh-cuda": "-i", "minisweep-cuda": "--niterations",
                         "rle-cuda": "--i", "su3-cuda": "-i"}
REPETITIONS = r"(?i)rep(eat|s\b|etition)|iter|loops?\b|numruns?\b|trials?\b|times\b"
NAMES_OF_DATA = {"data", "gisette_scale"}  # files that the runs name, and that no pattern shows as files
WRITTEN = r"(^|/|_)(out(put)?|result|compression)[^/]*$|/dev/"  # names of files that the programs write
# A program may print how many of its results are incorrect.
FAILURE = r"\bFAIL(ED)?\b|\b[Mm]ismatch|\b[Ii]ncorrect\b(?! \w+: 0\b)|[Tt]est failed"
# What programs print whose data is not there. A device or a module that is not found is none of it.
LACKS_DATA = (r"(?i)no such file or directory|cannot be opened|error opening"
              r"|(?:fail(?:ed)? to|can ?not|could ?not|unable to) (?:open\b|(?:read|find|load)\b.{0,20}(?:file|director))")
LIBRARIES = r"-l(?:cublas|cufft|cusolver|cusparse|curand|nccl|mpi|nvidia-ml|hdf5|z|gfortran)\b"
SOURCE = (".cu", ".cpp", ".cc", ".c")


def lines_of(makefile: pathlib.Path) -> list[str]:
    return makefile.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ").splitlines()


def commands_of(folder: pathlib.Path) -> str:
    """What make would do to build the program, as far as the files are there. It does nothing."""
    done = subprocess.run(["make", "-n", "-B", "-k", "-C", folder], capture_output=True, text=True, check=False)
    return done.stdout.replace("\\\n", " ")


def sources_of(folder: pathlib.Path, commands: str) -> list[pathlib.Path]:
    """The files that make would compile. A Makefile may name sources of other folders, and list what does not exist."""
    words = [word for line in commands.splitlines() if re.match(r"\S*(nvcc|g\+\+|gcc|cc|c\+\+)\s", line) for word in line.split()]
    named = [folder / word for word in dict.fromkeys(words) if word.endswith(SOURCE)]
    return [file for file in named if file.is_file()] or sorted([*folder.glob("*.cu"), *folder.glob("*.cpp")])


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


def with_one_repetition(name: str, words: list[str], text: str) -> list[str]:
    """The arguments with 1 in place of the number of repetitions."""
    if name in KEPT:
        return words
    if option := OPTION_OF_REPETITIONS.get(name):
        line = re.sub(rf"(?<!\S){option}([ =])\d+", rf"{option}\g<1>1", " ".join(words))
        return line.split()
    read = re.findall(r"(\w+)\s*(?:=|\()\s*(?:\(\w+\)\s*)?(?:std::)?(?:ato|sto|strto)\w+\s*\(\s*argv\s*\[\s*(\d+)\s*\]", text)
    names = {int(index) - 1: variable for variable, index in read}
    last = len(words) - 1
    if last in names and not re.search(REPETITIONS, names[last]):
        last = next((k for k in sorted(names) if k < last and re.search(REPETITIONS, names[k])), last)
    return [*words[:last], "1", *words[last + 1:]] if words and words[last].isdecimal() and int(words[last]) > 1 else words


def lacks_data(folder: pathlib.Path, runs: list[list[str]]) -> bool:
    """Whether a run names a file that is not there, or the suite keeps an archive of inputs elsewhere."""
    words = [word.rsplit("=", 1)[-1] for run in runs for word in run]
    named = [word for word in words if word in NAMES_OF_DATA or re.search(r"/|\.[A-Za-z]\w*$", word) and not re.search(WRITTEN, word)]
    archives = [file for file in folder.glob("*.dvc") if not file.name.startswith("gold")]
    return any(not (folder / word).is_file() for word in named) or any(not file.with_suffix("").exists() for file in archives)


def program(folder: pathlib.Path) -> suite.Program:
    makefile = folder / "Makefile"
    lines = lines_of(makefile) if makefile.exists() else []
    commands = commands_of(folder) if lines else ""
    sources = sources_of(folder, commands)
    text = "\n".join(file.read_text(encoding="utf-8", errors="replace")
                     for file in {*sources, *(file for file in folder.rglob("*") if file.suffix in (".h", ".hpp", ".cuh", ".cu"))})
    options = ["-std=c++17", "-O3", "-I", str(folder)]
    options += sorted({f"-I{(folder / path).resolve()}" for path in re.findall(r"-I\s*(\S+)", commands)})
    options += sorted(set(re.findall(r"(?<=\s)(?:-D\S+|--extended-lambda|--expt-\w+(?:-\w+)*)(?=\s)", commands)))
    options += ["-rdc=true"] if re.search(r"\s(-dc|-rdc[= ]true)\s", commands) else []
    options += ["-Xcompiler", "-fopenmp"] if "-fopenmp" in commands else []
    options += ["-lcuda"] if "-lcuda " in commands + " " else []
    runs = run_lines(lines)
    reason = next((f"it wants {what}" for what, pattern in WANTS.items() if re.search(r"#\s*include[^\n]*(?:" + pattern + ")", text)), "")
    if re.search(LIBRARIES, commands):
        reason = "it wants a CUDA library that the emulated device does not bring"
    elif not sources or not runs:
        reason = "its folder has no Makefile with a run of the program"
    elif not reason and lacks_data(folder, runs):
        reason = suite.NO_DATA
    return suite.Program(folder.name, sources, "correct", "", options, [with_one_repetition(folder.name, run, text) for run in runs], folder=folder,
                         failure=FAILURE, lacks_data=LACKS_DATA, not_applicable=reason)


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    return [program(folder) for folder in sorted((checkout / "src").glob("*-cuda"))]


# A kernel may take as long as the limit: the watchdog's finding does not say how far it came. Some programs want as
# much memory as a large GPU has.
SUITE = suite.Suite("hecbench", "github.com/zjin-lcf/HeCBench", {suite.TIMEOUT: "600", "CUDA_EMULATOR_MEMORY": "81920"}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
