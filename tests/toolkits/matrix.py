#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles what holds compat's headers with one CUDA toolkit, for one cell of the matrix of toolkits and compilers.

usage: matrix.py --build FOLDER [--toolkit FOLDER] [--emulator FOLDER] [--record] VERSION CELL [FILE...]

--build FOLDER    the build folder: toolkits that fetch.py fetched lie in it
--toolkit FOLDER  a CUDA toolkit that lies elsewhere: the build's own
--emulator FOLDER where the emulated device's libraries lie: run what the cell `run` builds
--record          put what came out into recorded.json, from which table.py makes README.md's table
VERSION           which CUDA: 12.4
CELL              headers   each public header in a source of g++'s, C++ and C, included twice
                  programs  with nvcc and its usual g++: each header alone, declarations, old_program.cu, names of CCCL
                  legacy    with nvcc: each legacy example as its document's reader would compile it today
                  g++-N     with nvcc and this g++: old_program.cu by each standard
                  architectures  old_program.cu for each architecture that this nvcc lists
                  run       old_program.cu, which runs on the emulated device; the one cell that runs anything
                  clang-N   clang as the CUDA compiler: programs, and the legacy examples with references
FILE              these sources alone

Nothing is to print a word. What is made is thrown away.

Exit status: 0 all of it compiled; 1 something did not; 77, with a line "skipped: ...", where the toolkit or the compiler is
not installed, or the one does not take the other.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INCLUDE = ROOT / "compat/include"
COMPAT = ROOT / "tests/compat"
sys.path.insert(0, str(HERE.parent / "support"))
import toolkits  # noqa: E402  (beside this folder)

# Both passes of the compiler and ptxas, for the oldest architecture that all of these toolkits have.
WITH_NVCC = ["-arch=sm_75", "-Werror", "all-warnings"]
OF_GCC_TOO = ["-Xcompiler", "-Wall,-Wextra,-Werror"]  # not for old programs, which have unused parameters
# clang does not know every CUDA that it can read. The last two are what old programs do, and the checks of the tests.
WITH_CLANG = ["-x", "cuda", "--cuda-gpu-arch=sm_75", "-Wno-unknown-cuda-version", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
              "-Wno-sign-compare", "-Wno-sometimes-uninitialized"]
# With objects the words may name a parameter or stand in a list of template arguments, where nvcc lets the attribute pass
# and clang does not. The version is that of nvcc.
NOT_WITH_CLANG = ["graphics_headers", "parameters", "template_arguments", "typedefs_with_constant", "compiler_version"]
NATIVE, OBJECTS = "-DCUDA_LEGACY_NATIVE_REFERENCES", "-DCUDA_LEGACY_OBJECT_REFERENCES"
FORCED = ["-include", "cuda_legacy.h"]
SHIMS = ["-isystem", INCLUDE / "shims"]


class Skipped(Exception):
    """Why there is nothing to compile."""


def has_references(path):
    return "texture" in path.stem or "surface" in path.stem


# --- what is compiled: options and a source each -------------------------------------------------


def alone(back_ends):
    """Each header alone, through both back ends where it has two."""
    for source in sorted((COMPAT / "alone").glob("*.cu")):
        for back_end in back_ends if has_references(source) else [OBJECTS]:
            yield ["-std=c++14", back_end], source


def declarations(back_ends):
    for source in sorted((COMPAT / "declarations").glob("*.cu")):
        native_only = source.read_text(encoding="utf-8").startswith("// native only")
        for back_end in back_ends:
            if not (native_only and back_end != NATIVE):
                yield ["-std=c++14", back_end] + FORCED, source


def old_program(back_ends, standards):
    for standard in standards:
        for back_end in back_ends:
            yield [f"-std=c++{standard}", back_end] + FORCED, HERE / "old_program.cu"


def programs(back_ends):
    """Each public header alone, declarations, and whole programs."""
    yield from alone(back_ends)
    yield from declarations(back_ends)
    yield from old_program(back_ends, (14, 17, 20))
    for name in ("all_lanes", "own_functions"):
        yield ["-std=c++14"] + FORCED, COMPAT / f"warp_functions/{name}.cu"


def with_libraries():
    yield ["-std=c++17"] + FORCED, COMPAT / "cccl/every_kind.cu"
    yield ["-std=c++17"] + FORCED, COMPAT / "warp_functions/with_libraries.cu"


def legacy(wanted=lambda path: True):
    for source in sorted((ROOT / "legacy").glob("*/*.cu")):
        if wanted(source):
            yield SHIMS + FORCED, source


def headers(folder):
    """Sources that include one public header twice; which of them is device code or C++ is as in tests/compat."""
    for header in [INCLUDE / "cuda_legacy.h", *sorted((INCLUDE / "cuda_legacy").glob("*.h"))]:
        name = header.relative_to(INCLUDE)
        for extension, standard, left_out in ((".cpp", "-std=c++14", ("texture_fetch", "access", "keyword")), (".c", "-std=gnu99", ("texture", "surface"))):
            if not any(word in header.stem for word in left_out):
                source = folder / (header.stem + extension)
                source.write_text(f"#include <{name}>\n#include <{name}>\nint used;\n", encoding="utf-8")
                yield [standard], source
    # In front of a header that every toolkit has; not all of them name these types without a version.
    for extension, standard in ((".cpp", "-std=c++14"), (".c", "-std=gnu99")):
        source = folder / ("function_pointers" + extension)
        source.write_text(2 * "#include <cudaTypedefs.h>\n" + "extern PFN_cuMemAlloc allocate;\nextern PFN_cuStreamSynchronize wait_for;\n", encoding="utf-8")
        yield [standard], source
    for source in (HERE / "old_program_in_c.c", COMPAT / "changed_calls_in_c.c"):
        yield ["-std=gnu99"] + FORCED, source


# --- with what -----------------------------------------------------------------------------------


def find_toolkit(version, build, named):
    """The toolkit, and the g++ that its nvcc takes."""
    for one in toolkits.installed(build, named, compilers=False):
        if one.version == version:
            return one
    raise Skipped(f"CUDA {version} is not installed (tests/toolkits/fetch.py fetches some)")


def nvcc_of(toolkit, host_compiler=None):
    """nvcc's command line, with the g++ named or, without, one that it takes."""
    if not toolkit.nvcc:
        raise Skipped(f"CUDA {toolkit.version} is here without nvcc, which no package has")
    if not host_compiler:
        options = toolkits.host_compiler(toolkit)
        if options is None:
            raise Skipped(f"nvcc {toolkit.version} takes no g++ that is installed")
        return [toolkit.nvcc, *options]
    if not shutil.which(host_compiler):
        raise Skipped(f"{host_compiler} is not installed")
    command = [toolkit.nvcc, "-ccbin", host_compiler]
    probe = subprocess.run([*command, "-E", "-x", "cu", "/dev/null"], capture_output=True, text=True, check=False)
    if probe.returncode:  # an empty source: whatever is missing, it is not compat
        error = next((line.strip() for line in probe.stderr.splitlines() if "error" in line), "no reason given")
        raise Skipped(f"nvcc {toolkit.version} does not take {host_compiler}: {error}")
    return command


def clang_of(toolkit, name):
    command = shutil.which(f"clang++-{name.partition('-')[2]}")
    if not command:
        raise Skipped(f"{name} is not installed")
    # A toolkit is the folder above its headers; named once more, for the system may have others' on its path.
    command = [command, f"--cuda-path={toolkit.includes[0].parent}", "-isystem", toolkit.includes[0]]
    # clang reads the toolkit's device functions in front of everything. compat has one header of theirs that CUDA 13 lacks.
    probe = subprocess.run([*command, *WITH_CLANG, "-I", INCLUDE, "/dev/null"], capture_output=True, check=False)
    if probe.returncode:
        raise Skipped(f"{name} cannot read CUDA {toolkit.version}, not even for an empty source")
    return command


def compiles(toolkit, cell, folder):
    """The command of each compile, without the source; and the source."""
    if cell == "headers":
        system = [word for place in toolkit.includes for word in ("-isystem", place)]
        gcc = {".cpp": "g++", ".c": "gcc"}
        flags = ["-Wall", "-Wextra", "-Wpedantic", "-Wno-long-long", "-Werror", "-fsyntax-only", "-I", INCLUDE, *system]
        return [([gcc[source.suffix], *flags, *options], source) for options, source in headers(folder)]
    if cell in ("architectures", "run"):
        compiler = nvcc_of(toolkit)
        listed = subprocess.run([compiler[0], "--list-gpu-arch"], capture_output=True, text=True, check=False).stdout
        every = re.findall(r"compute_(\d+)", listed)
        if cell == "run":  # PTX of the oldest and the newest
            codes = [f"-gencode=arch=compute_{one},code=compute_{one}" for one in (min(every, key=int), max(every, key=int))]
            flags = [*codes, "-Werror", "all-warnings", "-cudart", "shared", "-o", folder / "program"]
            return [([*compiler, *flags, "-I", INCLUDE, "-std=c++14", back_end, *FORCED, HERE / "old_program_in_c.c"], HERE / "old_program.cu")
                    for back_end in (OBJECTS, NATIVE)]
        codes = [f"-gencode=arch=compute_{one},code=sm_{one}" for one in every]
        flags = [*codes, "-Werror", "all-warnings", "-c", "-o", folder / "made.o"]
        return [([*compiler, *flags, "-I", INCLUDE, *options], source) for options, source in old_program((OBJECTS, NATIVE), (14,))]
    if cell.startswith("clang-"):
        compiler, flags, back_ends = clang_of(toolkit, cell), WITH_CLANG, [OBJECTS]
        sources = [*programs(back_ends), *legacy(has_references)]
        left_out = NOT_WITH_CLANG + ["versioned_names"] * (toolkit.version < "12.3")  # it has not all of those names
        sources = [(options, source) for options, source in sources if source.stem not in left_out]
    else:
        flags, back_ends = WITH_NVCC + OF_GCC_TOO * (cell != "legacy") + ["-c", "-o", folder / "made.o"], [OBJECTS, NATIVE]
        compiler = nvcc_of(toolkit, cell if cell.startswith("g++-") else None)
        if cell == "programs":
            sources = [*programs(back_ends), *with_libraries()]
        elif cell == "legacy":
            sources = legacy()
        else:
            sources = old_program(back_ends, (14, 17, 20))
    return [([*compiler, *flags, "-I", INCLUDE, *options], source) for options, source in sources]


def runs(program, emulator):
    """Whether the program says on the emulated device what it has to, with code for its oldest and newest architecture."""
    for limit in ("75", "0"):
        environment = dict(os.environ, LD_LIBRARY_PATH=str(emulator), CUDA_EMULATOR_ARCH=limit)
        if limit == "0":
            environment.pop("CUDA_EMULATOR_ARCH")
        done = subprocess.run([program], env=environment, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode or done.stdout != "as it was\n":
            return done.stdout + done.stderr
    return ""


def record(version, cell, outcome):
    """Puts a cell's outcome into recorded.json."""
    file = HERE / "recorded.json"
    recorded = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    recorded.setdefault(version, {})[cell] = outcome
    ordered = {one: dict(sorted(recorded[one].items())) for one in sorted(recorded, key=lambda text: [int(part) for part in text.split(".")])}
    file.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Compiles what holds compat's headers with one CUDA toolkit.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--toolkit", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--emulator", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("version")
    parser.add_argument("cell")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    only = {path.resolve() for path in arguments.files}
    failed = done = 0
    # The emulated device is the runtime library of one CUDA. The programs of another are compiled alone.
    runs_it = arguments.emulator and (arguments.emulator / f"libcudart.so.{arguments.version.split('.')[0]}").exists()
    with tempfile.TemporaryDirectory() as folder:
        try:
            toolkit = find_toolkit(arguments.version, arguments.build, arguments.toolkit)
            wanted = compiles(toolkit, arguments.cell, pathlib.Path(folder))
        except Skipped as reason:
            print(f"skipped: {reason}")
            return 77
        for command, source in wanted:
            if only and source.resolve() not in only:
                continue
            result = subprocess.run([*command, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                    env=dict(os.environ, LC_ALL="C"), check=False)
            done += 1
            if arguments.cell == "run" and runs_it and not result.returncode:
                result.stdout += runs(pathlib.Path(folder) / "program", arguments.emulator.absolute())
            if result.returncode or result.stdout.strip():
                failed += 1
                print(f"{' '.join(str(word) for word in [*command, source])}\n{result.stdout[:3000]}exit status {result.returncode}\n")
    print(f"CUDA {arguments.version}, {arguments.cell}: {done - failed} of {done} compile")
    if arguments.record and done and not only:
        record(arguments.version, arguments.cell, "failed" if failed else "run" if arguments.cell == "run" and runs_it else "compiled")
    return 1 if failed or not done else 0


if __name__ == "__main__":
    sys.exit(main())
