#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a release twice, in two fresh copies of the last commit, and keeps it where both have the same bytes.

usage: repeat.py --copies FOLDER [--output FOLDER] [--draft]

Without --output it only compares. The copies have different paths, one with a blank. The second build has another umask, time
zone, language and order of hashes. A compiler cache of the caller's serves the first alone: what a cache puts into it shows. The
copies are removed where the releases agree. Where they differ, both stay in FOLDER of --copies, and each difference is named: a
file, or what an archive holds.
Exit status: 0 the same, 1 different or no release, 77 where packages that it needs cannot be fetched.
"""

import argparse
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TURNS = {"first": {"umask": 0o022},  # else as the caller's session is
         "the second": {"TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONHASHSEED": "2", "umask": 0o077, "CCACHE_DISABLE": "1"}}
LAUNCHERS = ("CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_CUDA_COMPILER_LAUNCHER")


def members(path):
    """What an archive holds, in its order: (name, content and all that is written of it); None for another file."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return [(one.filename, {"time": one.date_time, "attributes": (one.external_attr, one.create_system, one.extra),
                                    "compression": one.compress_type, "content": archive.read(one)}) for one in archive.infolist()]
    try:
        with gzip.open(path) as file, tarfile.open(fileobj=file) as archive:
            return [(one.name, {"time": one.mtime, "attributes": (one.type, one.mode, one.uid, one.gid, one.uname, one.gname, one.linkname),
                                "content": archive.extractfile(one).read() if one.isfile() else b""}) for one in archive]
    except (OSError, EOFError, tarfile.TarError):
        return None


def differences_inside(first, second):
    """How two archives differ; an empty list where only their packing does, or where they are none."""
    both = [members(first), members(second)]
    if None in both:
        return []
    named = [dict(one) for one in both]
    said = [f"{name}: only in one of them" for name in sorted(named[0].keys() ^ named[1].keys())]
    for name in sorted(named[0].keys() & named[1].keys()):
        unlike = [field for field, value in named[0][name].items() if value != named[1][name][field]]
        if unlike:
            said.append(f"{name}: another {' and '.join(unlike)}")
    if not said and [name for name, _ in both[0]] != [name for name, _ in both[1]]:
        said.append("the order of what is inside")
    return said


def differences(first, second):
    """Each difference of two folders, in a line."""
    names = [{path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} for folder in (first, second)]
    said = [f"{name}: only in {(first if name in names[0] else second).name}" for name in sorted(names[0] ^ names[1])]
    for name in sorted(names[0] & names[1]):
        if (first / name).read_bytes() != (second / name).read_bytes():
            said += [f"{name}: {one}" for one in differences_inside(first / name, second / name) or ["other bytes"]]
    return said


def make(turn, copies, is_draft):
    """The folder of one release; the program ends where there is none."""
    settings = dict(TURNS[turn])
    umask = settings.pop("umask")
    copy, output = copies / turn, copies / f"release of {turn}"
    not_passed = ("SOURCE_DATE_EPOCH", *(LAUNCHERS if "CCACHE_DISABLE" in settings else ()))
    environment = {name: value for name, value in os.environ.items() if name not in not_passed}
    environment.update(settings)
    print(f"The copy in {copy}", flush=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy)], check=True, umask=umask)
    status = subprocess.run([str(copy / "run"), "release", "--output", str(output), *(["--draft"] if is_draft else [])],
                            env=environment, check=False, umask=umask).returncode
    if status:
        print(f"release: the copy in {copy} gave none", file=sys.stderr)
        sys.exit(status)
    return output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--draft", action="store_true")
    asked = parser.parse_args()
    copies, output = asked.copies.resolve(), asked.output and asked.output.resolve()
    if not (ROOT / ".git").exists():
        print(f"release: {ROOT} is no checkout of git, so there is no commit to copy", file=sys.stderr)
        return 1
    if output and output.exists() and any(output.iterdir()):
        print(f"release: {output} is not empty", file=sys.stderr)
        return 1
    shutil.rmtree(copies, ignore_errors=True)
    copies.mkdir(parents=True)
    first, second = (make(turn, copies, asked.draft) for turn in TURNS)
    said = differences(first, second)
    if said:
        print("\n".join(["release: two builds of this commit differ:", *said, f"Both are in {copies}"]), file=sys.stderr)
        return 1
    print("Two builds have the same bytes")
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        if output.exists():
            output.rmdir()
        shutil.move(first, output)
        print(f"The release is in {output}")
    shutil.rmtree(copies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
