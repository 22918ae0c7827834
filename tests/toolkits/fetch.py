#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches other CUDA toolkits into the build folder, for the tests toolkits.*; nothing of the system is changed.

usage: fetch.py [--build FOLDER] [VERSION...]

FOLDER    the build folder, build without: a toolkit is FOLDER/cuda-VERSION then, as NVIDIA lays one out
VERSION   which ones; all of them without. One that is there already is left alone.

CUDA 13 lies whole in NVIDIA's wheels. Those of CUDA 12 have the headers, ptxas and libdevice, but no nvcc. Debian has
nvcc 12.4 (Debian 13) and 12.5 (experimental): compilers.txt. The other versions of CUDA 12 come without: then the tests
have their headers alone, by g++ and by clang. Each file is held against a known sum. x86_64 alone.

Exit status: 0 all are there; 1 one could not be fetched; 2 for a wrong command line.
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
sys.path.insert(0, str(HERE.parent / "oracle"))
import fetch_cuda_11_8 as debian  # noqa: E402  (beside this folder)

STAMP = ".installed"
# Beside nvcc, which asks it where the rest of the toolkit is.
NVCC_PROFILE = """\
TOP = $(_HERE_)/..
NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
PATH += $(TOP)/nvvm/bin:$(_HERE_):
INCLUDES += "-I$(TOP)/include" $(_SPACE_)
LIBRARIES =+ $(_SPACE_) "-L$(TOP)/lib64"
"""


def versions():
    return sorted((file.stem for file in (HERE / "requirements").glob("*.txt")), key=lambda text: [int(part) for part in text.split(".")])


def compiler_of(version):
    """The suite of Debian that has this version's nvcc, and the package with its sum; None where none has."""
    for line in (HERE / "compilers.txt").read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if fields and fields[0] == version:
            return fields[1], [tuple(fields[2:])]
    return None


def stamp(version):
    return (HERE / "requirements" / f"{version}.txt").read_text(encoding="utf-8") + f"{compiler_of(version)}\n"


def is_there(target, version):
    file = target / STAMP
    return file.is_file() and file.read_text(encoding="utf-8") == stamp(version)


def merge(source, target):
    """All of a folder into another, as an installer would put it."""
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__init__.py", "__pycache__"))


def add_wheels(version, folder, target):
    wheels = folder / "wheels"
    environment = dict(os.environ, PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0", PIP_ROOT_USER_ACTION="ignore")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile", "--no-deps",
         "--only-binary", ":all:", "--require-hashes", "--target", wheels, "-r", HERE / "requirements" / f"{version}.txt"],
        env=environment, check=False,
    )
    if done.returncode:
        raise debian.Failure("pip could not install its wheels")
    for part in sorted((wheels / "nvidia").iterdir()):
        if part.is_dir():
            merge(part, target)
    (target / "licenses").mkdir()
    for part in wheels.glob("*.dist-info"):
        merge(part, target / "licenses" / part.name)


def add_compiler(found, folder, target):
    suite, packages = found
    work = folder / "debian"
    work.mkdir()
    debian.fetch(work, packages, debian.archives(), suite)
    usr = work / "root/usr"
    merge(usr / "bin", target / "bin")
    # Debian's /usr/bin/nvcc is a script around this one, and its g++ and gcc choose a compiler of Debian's.
    (target / "bin/nvcc").unlink(missing_ok=True)
    shutil.copy2(usr / "lib/nvidia-cuda-toolkit/bin/nvcc", target / "bin/nvcc")
    merge(usr / "lib/nvidia-cuda-toolkit/bin/crt", target / "bin/crt")
    merge(usr / "share/doc/nvidia-cuda-toolkit", target / "licenses/nvidia-cuda-toolkit")
    (target / "nvvm/bin").mkdir(parents=True, exist_ok=True)
    shutil.copy2(usr / "lib/nvidia-cuda-toolkit/bin/cicc", target / "nvvm/bin/cicc")
    (target / "bin/nvcc.profile").write_text(NVCC_PROFILE, encoding="utf-8")


def add_links(target):
    """What a toolkit has and the wheels lack: the linker's name of the runtime, and the folder that nvcc.profile names."""
    for library in (target / "lib").glob("libcudart.so.*"):
        (target / "lib/libcudart.so").symlink_to(library.name)
    (target / "lib64").symlink_to("lib")


def install(version, target):
    print(f"Fetching CUDA {version} into {target}", flush=True)
    for left in target.parent.glob(f"{target.name}.partial.*"):
        shutil.rmtree(left)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{target.name}.partial.", dir=target.parent))
    try:
        made = folder / "toolkit"
        made.mkdir()
        add_wheels(version, folder, made)
        found = compiler_of(version)
        if found:
            add_compiler(found, folder, made)
        add_links(made)
        # Written last, and the folder gets its name after that: half of it never looks like all.
        (made / STAMP).write_text(stamp(version), encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description="Fetches other CUDA toolkits into the build folder.")
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build")
    parser.add_argument("versions", nargs="*", metavar="VERSION")
    arguments = parser.parse_args()
    unknown = set(arguments.versions) - set(versions())
    if unknown:
        parser.error(f"no such version: {', '.join(sorted(unknown))}; there are {', '.join(versions())}")
    if platform.machine() != "x86_64":
        print(f"fetch.py: these packages are for x86_64, and this is {platform.machine()}", file=sys.stderr)
        return 1
    arguments.build.mkdir(parents=True, exist_ok=True)
    status = 0
    for version in arguments.versions or versions():
        target = arguments.build.absolute() / f"cuda-{version}"
        if is_there(target, version):
            continue
        try:
            install(version, target)
        except (debian.Failure, OSError) as error:
            print(f"fetch.py: CUDA {version}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
