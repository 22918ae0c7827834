#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the wheel cuda-legacy, and checks that it loads on every system that its name promises.

It needs the packages of requirements.txt beside this file, CMake and a C++ compiler. With --tools it fetches the packages into
a folder, once, and ends with status 77 where there is no network for that. With --parts the
libraries and the scanner are those of a build of the project: cmake --build FOLDER --target package_parts. Without, they
are compiled here, which takes minutes. Two builds of the same sources by the same compiler make the same bytes.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

import tools

HERE = pathlib.Path(__file__).resolve().parent
GLIBC_MINOR = 28
PLATFORM = f"manylinux_2_{GLIBC_MINOR}_x86_64"
BINARIES = ("bin/cuda-legacy-scan", "emulator/libcuda.so.1", "emulator/libcudart.so.13", "emulator/libnvrtc.so",
            "emulator/libnvrtc.so.12", "emulator/libnvrtc.so.13", "recorder/libcuda_legacy_recorder.so")


class Failure(Exception):
    """Why there is no wheel."""


def run(words, **options):
    """Runs a command; what it says is shown only where it fails."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, words))}\n{done.stdout}")
    return done.stdout


def build(output, parts, defines):
    """The wheel's path; it is not checked yet."""
    # Files that others may read, whatever this user's umask is: the modes are in the wheel.
    os.umask(0o022)
    environment = {"SOURCE_DATE_EPOCH": "315532800", **os.environ, "_PYTHON_HOST_PLATFORM": PLATFORM}
    with tempfile.TemporaryDirectory() as folder:
        settings = [f"build-dir={folder}/build"]
        for name, value in {**defines, **({"CUDA_LEGACY_PARTS": str(parts)} if parts else {})}.items():
            settings.append(f"cmake.define.{name}={value}")
        words = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-cache-dir",
                 "--disable-pip-version-check", "--wheel-dir", folder]
        for setting in settings:
            words += ["--config-settings", setting]
        run([*words, str(HERE)], env=environment)
        [wheel] = pathlib.Path(folder).glob("*.whl")
        output.mkdir(parents=True, exist_ok=True)
        final = output / wheel.name
        final.write_bytes(wheel.read_bytes())
    return final


def check(wheel):
    """Fails where the wheel's name promises more than its contents keep."""
    if not wheel.name.endswith(f"-py3-none-{PLATFORM}.whl"):
        raise Failure(f"{wheel.name}: the name does not say py3-none-{PLATFORM}")
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if archive.open(name).read(4) == b"\x7fELF")
        if names != [f"cuda_legacy/{name}" for name in BINARIES]:
            raise Failure(f"{wheel.name}: the binaries inside are {', '.join(names)}, and should be {', '.join(BINARIES)}")
        programs = [archive.extract(name, folder) for name in names]
        run([sys.executable, "-B", str(HERE / "portable" / "check_symbols.py"), *programs])
    said = " ".join(run([sys.executable, "-m", "auditwheel", "show", str(wheel)]).split())
    agreed = re.search(r'consistent with the following platform tag: "manylinux_2_(\d+)_x86_64"', said)
    if not agreed or int(agreed[1]) > GLIBC_MINOR:
        raise Failure(f"auditwheel does not agree with {PLATFORM}: {said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("dist"), help="folder; dist, if not given")
    parser.add_argument("--parts", type=lambda text: pathlib.Path(text).resolve(), help="package/ of a build folder of the project")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="for CMake; may be repeated")
    parser.add_argument("--tools", type=pathlib.Path, metavar="FOLDER", help="a Python of its own with what is needed, made once")
    asked = parser.parse_args()
    if asked.tools and pathlib.Path(sys.prefix) != asked.tools.resolve():
        try:
            python = str(tools.environment(asked.tools, HERE / "requirements.txt", with_pip=True))
        except tools.Unreachable as reason:
            print(f"skipped: {reason}")
            return 77
        except tools.Unwritable as reason:
            print(f"build_wheel.py: {reason}", file=sys.stderr)
            return 2
        os.execv(python, [python, "-B", *sys.argv])
    try:
        wheel = build(asked.output, asked.parts, dict(one.split("=", 1) for one in asked.define))
        try:
            check(wheel)
        except Failure:
            wheel.unlink()
            raise
    except Failure as failure:
        print(f"build_wheel.py: {failure}", file=sys.stderr)
        return 1
    print(f"{wheel} ({wheel.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
