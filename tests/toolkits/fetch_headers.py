#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches the headers of other CUDA toolkits into the build folder: those of the libraries, NVML and CCCL, too.

usage: fetch_headers.py [--build FOLDER] [VERSION...]

FOLDER    the build folder, build without: the headers are FOLDER/headers/VERSION/include then
VERSION   which ones: 13.4. Without, each 13.x that the package index has. One that is there already is left alone.

The package cuda-toolkit of the index says which version of each library belongs to a toolkit. pip downloads its wheels,
and holds each against the index's sum. The headers are taken out and the wheels are thrown away: about 2 GB go over the
line for a toolkit, and 60 MB stay. tests/tools/structure/api_headers.py compares what is here.

Exit status: 0 all are there; 1 one could not be fetched; 2 for a wrong command line.
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
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAJOR = "13"
# Without those that have no header of a public interface.
PACKAGES = ("nvidia-cuda-runtime", "nvidia-cuda-crt", "nvidia-cuda-nvcc", "nvidia-cuda-cccl", "nvidia-nvml-dev", "nvidia-cuda-profiler-api",
            "nvidia-nvtx", "nvidia-cuda-nvrtc", "nvidia-nvjitlink", "nvidia-nvfatbin", "nvidia-nvjpeg", "nvidia-curand", "nvidia-cufft",
            "nvidia-cusparse", "nvidia-cusolver", "nvidia-cublas", "nvidia-npp")
HEADER = re.compile(r"nvidia/[^/]+/include/(.+[^/])$")


class Failure(Exception):
    """Why a toolkit cannot be fetched."""


def pip(*arguments):
    """What pip prints."""
    environment = dict(os.environ, PIP_REQUIRE_VIRTUALENV="0", PIP_ROOT_USER_ACTION="ignore", PIP_DISABLE_PIP_VERSION_CHECK="1")
    done = subprocess.run([sys.executable, "-m", "pip", *map(str, arguments)], env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Failure(f"pip {arguments[0]}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    return done.stdout


def versions_in(printed):
    """The toolkits of this major version in what `pip index versions` prints: one for each minor version, the oldest first."""
    found = re.findall(rf"\b({MAJOR}\.\d+)\.", printed)
    return sorted(set(found), key=lambda one: [int(part) for part in one.split(".")])


def wheels_of(report):
    """The packages with headers that pip would install, each with its version."""
    have = {one["metadata"]["name"]: one["metadata"]["version"] for one in report["install"]}
    missing = [name for name in PACKAGES if name not in have]
    if missing:
        raise Failure(f"cuda-toolkit does not name {', '.join(missing)}: see PACKAGES in {pathlib.Path(__file__).name}")
    return [f"{name}=={have[name]}" for name in PACKAGES]


def unpack(wheel, target):
    """The headers of a wheel, as a toolkit has them."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            found = HEADER.match(name)
            if not found:
                continue
            file = (target / "include" / found.group(1)).resolve()
            if target.resolve() not in file.parents:
                raise Failure(f"{wheel.name}: {name} leads out of its folder")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(archive.read(name))


def fetch(version, target):
    print(f"Fetching the headers of CUDA {version} into {target}", flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{target.name}.partial.", dir=target.parent))
    try:
        report = folder / "report.json"
        pip("install", "--dry-run", "--no-input", "--quiet", "--ignore-installed", "--only-binary", ":all:", "--target", folder / "none",
            "--report", report, f"cuda-toolkit[all]=={version}.*")
        wheels = wheels_of(json.loads(report.read_text(encoding="utf-8")))
        pip("download", "--quiet", "--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--dest", folder / "wheels", *wheels)
        made = folder / "toolkit"
        for wheel in sorted((folder / "wheels").iterdir()):
            unpack(wheel, made)
        (made / "packages.txt").write_text("\n".join(wheels) + "\n", encoding="utf-8")
        made.rename(target)  # last: half of it never looks like all
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description="Fetches the headers of other CUDA toolkits into the build folder.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("versions", nargs="*", metavar="VERSION")
    arguments = parser.parse_args()
    for one in arguments.versions:
        if not re.fullmatch(rf"{MAJOR}\.\d+", one):
            parser.error(f"no version of CUDA {MAJOR}: {one}")
    status = 0
    try:
        versions = arguments.versions or versions_in(pip("index", "versions", "cuda-toolkit"))
    except Failure as error:
        print(f"fetch_headers.py: {error}", file=sys.stderr)
        return 1
    for version in versions:
        target = arguments.build.absolute() / "headers" / version
        if target.is_dir():
            continue
        try:
            fetch(version, target)
        except (Failure, OSError, zipfile.BadZipFile) as error:
            print(f"fetch_headers.py: CUDA {version}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
