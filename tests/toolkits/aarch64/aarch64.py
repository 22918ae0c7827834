#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds for aarch64 Linux with the cross compiler, and runs what came out with qemu-user.

usage: aarch64.py [--build FOLDER] [--toolkit FOLDER] [--jobs N] [PART...]

--build FOLDER    the build folder; what this makes goes into FOLDER/aarch64
--toolkit FOLDER  a CUDA toolkit that lies elsewhere
--jobs N          how many compilers at once; as many as there are processors without
PART              headers   each public header of compat, in C++ and C; compiled alone
                  scanner   cuda-legacy-scan, and its tests that start the program
                  device    the emulated device, its unit tests and its opcode tests
                  programs  old_program.cu by nvcc, through both back ends, on that emulated device: interpreted, then translated
                  all of them without

The machine is x86_64 with g++-aarch64-linux-gnu and qemu-user, whose packages have these names in Debian and Ubuntu.

Exit status: 0 all of it is right; 1 something is not; 77, with a line "skipped: ...", where something is not installed.
"""
import argparse
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(ROOT / "tests/support"))
import matrix  # noqa: E402  (beside this folder)
import toolkits  # noqa: E402
import zstd  # noqa: E402

TOOLCHAIN = ROOT / "compat/cmake/aarch64-linux-gnu.cmake"
COMPILERS = {"g++": "aarch64-linux-gnu-g++", "gcc": "aarch64-linux-gnu-gcc"}
SYSROOT = "/usr/aarch64-linux-gnu"
# The tests of the scanner that start it and need nothing else. Not migrate: the scanner then starts itself, and the kernel
# of this machine runs no program for aarch64.
SCANNER_TESTS = ("program", "manners", "fix_program", "clock_fix", "shuffles_fix", "linear")


class Wrong(Exception):
    """What failed."""


def run(command, **options):
    """Runs a command, whose output is shown."""
    print("+", *command, flush=True)
    if subprocess.run([str(word) for word in command], check=False, **options).returncode:
        raise Wrong(f"{command[0]} failed")


def qemu():
    """The command that runs a program for aarch64."""
    name = next((name for name in ("qemu-aarch64", "qemu-aarch64-static") if shutil.which(name)), None)
    if not name:
        raise matrix.Skipped("qemu-aarch64 is not installed (Debian's and Ubuntu's package qemu-user)")
    return [name, "-L", SYSROOT, "-R", "64G"]


def check_machine():
    if platform.machine() != "x86_64":
        raise matrix.Skipped(f"this is {platform.machine()}: the other tests run here as they are, or there is no compiler")
    for name in COMPILERS.values():
        if not shutil.which(name):
            raise matrix.Skipped(f"{name} is not installed (Debian's and Ubuntu's package g++-aarch64-linux-gnu)")


class Machine:
    """Where things are, and what they are built with."""

    def __init__(self, arguments):
        self.folder = arguments.build.absolute() / "aarch64"
        self.jobs = str(arguments.jobs)
        found = [one for one in toolkits.installed(arguments.build.absolute(), arguments.toolkit, compilers=False) if one.version.startswith("13.")]
        if not found:
            raise matrix.Skipped("no CUDA toolkit of version 13 is installed")
        self.toolkit = found[-1]

    def configure(self, source, name, *options):
        run(["cmake", "-S", source, "-B", self.folder / name, "-G", "Ninja", "--toolchain", TOOLCHAIN, "-DCMAKE_BUILD_TYPE=Release", *options])

    def make(self, name, *targets):
        run(["ninja", "-C", self.folder / name, "-j", self.jobs, *targets])
        return self.folder / name


def headers(machine):
    with tempfile.TemporaryDirectory() as folder:
        commands = matrix.compiles(machine.toolkit, "headers", pathlib.Path(folder))
        failed = 0
        for command, source in commands:
            words = [COMPILERS[command[0]], *command[1:], source]
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            if done.returncode or done.stdout.strip():
                failed += 1
                print(" ".join(str(word) for word in words), done.stdout[:3000], sep="\n")
        print(f"headers: {len(commands) - failed} of {len(commands)} compile")
        if failed:
            raise Wrong("headers")


def scanner(machine):
    emulator = qemu()
    machine.configure(ROOT / "compat/scanner", "scanner")
    program = machine.make("scanner", "cuda_legacy_scan") / "cuda-legacy-scan"
    wrapper = machine.folder / "scanner/under-qemu/cuda-legacy-scan"
    wrapper.parent.mkdir(exist_ok=True)
    wrapper.write_text(f'#!/bin/sh\nexec {" ".join(emulator)} {program} "$@"\n', encoding="utf-8")
    wrapper.chmod(0o755)
    for test in SCANNER_TESTS:
        run([sys.executable, "-B", ROOT / f"tests/scanner/{test}_test.py", wrapper])


def device_options(machine):
    root = zstd.installed(machine.folder / "root")
    boost = next((one for one in (pathlib.Path("/usr/include/boost"), pathlib.Path("/usr/local/include/boost")) if one.is_dir()), None)
    if not boost:
        raise matrix.Skipped("Boost's headers are not installed")
    # Never /usr/include itself: its C library is the machine's.
    link = root / "usr/include/boost"
    if not link.exists():
        link.symlink_to(boost)
    return [f"-DCUDA_LEGACY_AARCH64_ROOT={root}", f"-DBOOST_INCLUDE_DIR={link.parent}", f"-DCUDA_EMULATOR_CUDA_INCLUDE={machine.toolkit.includes[0]}",
            f"-DCUDA_EMULATOR_ZSTD={root}/usr/lib/aarch64-linux-gnu/libzstd.a", f"-DCUDA_EMULATOR_ZSTD_INCLUDE={root}/usr/include",
            "-DCUDA_EMULATOR_NVCC=CUDA_EMULATOR_NVCC-NOTFOUND"]


def device(machine):
    emulator = qemu()
    machine.configure(ROOT / "tests/emulator", "device", *device_options(machine))
    folder = machine.make("device", "all")
    # Not by CTest: qemu takes longer than the tests' limits, which are for the processor itself.
    tests = sorted(folder.glob("emulator_*_test"))
    for test in tests:
        # 40000 pieces of 16 MiB each are more addresses than the toolchain file's -R leaves.
        run([*emulator, test, *(["--run_test=!many"] if "address_window" in test.name else [])])
    for architecture in ("75", "90"):
        environment = dict(os.environ, LD_LIBRARY_PATH=str(folder / "emulator"), CUDA_EMULATOR_ARCH=architecture, CUDA_EMULATOR_EXIT_STATUS="0",
                           CUDA_EMULATOR_TRANSLATE="0")
        run([*emulator, folder / "opcodes/opcode_test"], env=environment)
    run([*emulator, folder / "opcodes/opcode_coverage_test", "--run_test=every_*,unknown_*"], env=environment)


def programs(machine):
    emulator = qemu()
    library = machine.folder / "device/emulator"
    if not (library / "libcudart.so.13").exists():
        machine.configure(ROOT / "tests/emulator", "device", *device_options(machine))
        machine.make("device", "cuda_emulator")
    toolkit = machine.toolkit
    if not toolkit.nvcc:
        raise matrix.Skipped(f"CUDA {toolkit.version} is here without nvcc")
    for back_end in (matrix.OBJECTS, matrix.NATIVE):
        made = machine.folder / "program"
        run([toolkit.nvcc, "-ccbin", COMPILERS["g++"], "-gencode=arch=compute_75,code=compute_75", "-cudart", "none", "-std=c++17", "-Werror", "all-warnings",
             "-I", matrix.INCLUDE, back_end, *matrix.FORCED, HERE.parent / "old_program.cu", HERE.parent / "old_program_in_c.c", "-o", made,
             f"-L{library}", "-l:libcudart.so.13"])
        # Interpreted; then translated, for which the cross compiler is the JIT compiler.
        for translate in ("0", "2"):
            environment = dict(os.environ, LD_LIBRARY_PATH=str(library), CUDA_EMULATOR_TRANSLATE=translate, CUDA_EMULATOR_CXX=COMPILERS["g++"],
                               CUDA_EMULATOR_CACHE=str(machine.folder / "translated"))
            done = subprocess.run([*emulator, made], env=environment, capture_output=True, text=True, errors="replace", check=False)
            if done.returncode or done.stdout != "as it was\n" or done.stderr:
                raise Wrong(f"{made}, {back_end}, translation {translate}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
            print(f"programs: {back_end}, CUDA_EMULATOR_TRANSLATE={translate}: as it was")


PARTS = {"headers": headers, "scanner": scanner, "device": device, "programs": programs}


def main():
    parser = argparse.ArgumentParser(description="Builds for aarch64 Linux, and runs what came out with qemu-user.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--toolkit", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("parts", nargs="*", metavar="PART")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    try:
        check_machine()
        machine = Machine(arguments)
        machine.folder.mkdir(parents=True, exist_ok=True)
        for part in arguments.parts or PARTS:
            PARTS[part](machine)
    except matrix.Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    except (Wrong, zstd.Failure) as reason:
        print(f"aarch64.py: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
