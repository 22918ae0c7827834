#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes what a release has, in one folder: the wheel, the headers as one file each, the source archive, the pages, the list of
parts (SBOM), and the sums of all.

usage: release.py --build FOLDER --output FOLDER [--draft] [--sources]

FOLDER of --build has package/, by the target package_parts. The same commit makes the same bytes, with the same compiler and
tools. The release refuses sources that are not committed and a CHANGELOG without a date; --draft takes both.
Exit status: 0 done, 1 refused or failed, 77 where packages that it needs cannot be fetched.
"""

import argparse
import gzip
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import sbom
import version

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEFT_OUT = {".buildinfo"}  # Sphinx's note for its next run, of the folders on this machine


class Failure(Exception):
    """Why there is no release."""


def run(*words, **options):
    """What a command prints; its status counts."""
    done = subprocess.run(list(map(str, words)), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode == 77:
        print(done.stdout, end="")
        sys.exit(77)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def newest_entry():
    """The version that CHANGELOG.md begins with, a candidate as well, and what stands in the place of its date."""
    found = re.search(r"^## \[(.+)\](?: - (.+))?$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    return (found[1], found[2] or "") if found else ("nothing", "")


def check_sources(is_draft):
    """The version, from its one place. Refuses what no later build could repeat."""
    number = version.current(ROOT)
    unlike = version.unlike(ROOT)
    if unlike:
        raise Failure(f"the version is {number}, and {', and '.join(unlike)}: compat/release/version.py --set {number} writes it everywhere")
    if is_draft:
        return number
    newest, date = newest_entry()
    if newest != number:
        raise Failure(f"CHANGELOG.md begins with {newest}, and {version.ONE_PLACE[0]} says {number}: make them agree, or ask for a --draft. "
                      "compat/release/version.py --set writes a version, such as 1.2.3 or the candidate 1.2.3-rc.1")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        raise Failure(f"CHANGELOG.md has no date for {number}: write YYYY-MM-DD, or ask for a --draft")
    if run("git", "status", "--porcelain").strip():
        raise Failure("the working tree has changes that are not committed: commit them, or ask for a --draft")
    return number


def write_compressed(path, archive):
    """gzip without a name and a time."""
    with path.open("wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as compressed:
        compressed.write(archive)


def archive_of_folder(folder, prefix, time):
    """A tar file of a folder, sorted, of root, with one time for all."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_dir() or path.name in LEFT_OUT:
                continue
            entry = tarfile.TarInfo(f"{prefix}/{path.relative_to(folder).as_posix()}")
            content = path.read_bytes()
            entry.size, entry.mtime, entry.mode = len(content), time, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def make(build, output, number):
    """All files of the release."""
    time = int(run("git", "log", "-1", "--format=%ct"))
    os.environ["SOURCE_DATE_EPOCH"] = str(time)
    name = f"cuda_legacy-{number}"
    print("The wheel", flush=True)
    run(sys.executable, "-B", "compat/python/build_wheel.py", "--tools", build / "package" / "tools", "--parts", build / "package",
        "--output", output)
    run(sys.executable, "-B", "compat/single/amalgamate.py", output)
    print("The source archive", flush=True)
    # Not by the settings of who calls it
    tar = subprocess.run(["git", "-c", "tar.umask=0022", "-c", "core.autocrlf=false", "archive", "--format=tar", f"--prefix={name}/", "HEAD"],
                         cwd=ROOT, stdout=subprocess.PIPE, check=True)
    write_compressed(output / f"{name}.tar.gz", tar.stdout)
    print("The pages", flush=True)
    with tempfile.TemporaryDirectory(dir=output.parent) as folder:
        pages = pathlib.Path(folder) / "site"
        run(sys.executable, "-B", "migration-notes/site/build.py", "--build", build, "--pages", pages, "--no-data")
        write_compressed(output / f"{name}-site.tar.gz", archive_of_folder(pages, f"{name}-site", time))
    wheel = next(output.glob("*.whl"))
    others = sorted(path for path in output.iterdir() if path != wheel)
    (output / f"{name}.spdx.json").write_text(sbom.document(number, time, wheel, build, others), encoding="utf-8")
    files = sorted(path for path in output.iterdir() if path.name != "SHA256SUMS")
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (output / "SHA256SUMS").write_text(sums, encoding="utf-8")
    for path in files:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("--sources", action="store_true", help="only say whether the sources can be released")
    asked = parser.parse_args()
    try:
        number = check_sources(asked.draft)
        if asked.sources:
            return 0
        output = asked.output.resolve()
        if output.exists() and any(output.iterdir()):
            raise Failure(f"{output} is not empty")
        output.parent.mkdir(parents=True, exist_ok=True)
        # The folder appears whole or not at all.
        with tempfile.TemporaryDirectory(dir=output.parent) as partial:
            made = pathlib.Path(partial) / "made"
            made.mkdir()
            make(asked.build.resolve(), made, number)
            if output.exists():
                output.rmdir()
            made.rename(output)
    except Failure as failure:
        print(f"release: {failure}", file=sys.stderr)
        return 1
    print(f"The release {number} is in {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
