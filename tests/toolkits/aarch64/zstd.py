# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches what the emulated device links, built for aarch64: Debian's packages, taken apart into a folder.

Nothing of the system is changed. Elsewhere than on Debian CUDA_LEGACY_DEBIAN_MIRROR names a mirror of Debian's archive.
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "oracle"))
import fetch_cuda_11_8 as debian  # noqa: E402  (beside this folder)

Failure = debian.Failure
STAMP = ".unpacked"


def fetch(folder, target, packages):
    sites = debian.archives()
    apt = debian.apt_for(folder, sites, section="main", architecture="arm64")
    _, said = debian.run([*apt, "update"])
    for name, version, expected in packages:
        status, answer = debian.run([*apt, "download", f"{name}={version}"], cwd=folder / "packages")
        if status:
            raise Failure(f"{name} {version} for arm64 is in none of {', '.join(sites) or 'no archives'}: {debian.MIRROR} names a mirror of Debian's archive\n{said}{answer}")
        (file,) = (folder / "packages").glob(f"{name}_*.deb")
        found = hashlib.sha256(file.read_bytes()).hexdigest()
        if found != expected:
            raise Failure(f"{name} {version} has another content than expected: sha256 {found}")
        if subprocess.run(["dpkg-deb", "--extract", file, target], check=False).returncode:
            raise Failure(f"could not unpack {name}")


def installed(target):
    """The folder, in which the libraries are then."""
    packages = debian.packages_of(HERE / "packages.txt")
    if debian.there(target, packages):
        return target
    for program in ("apt-get", "dpkg-deb"):
        if not shutil.which(program):
            raise Failure(f"Debian's packages are fetched and taken apart, and there is no {program} here")
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = pathlib.Path(folder) / "root"
        fetch(pathlib.Path(folder), made, packages)
        (made / STAMP).write_text(debian.stamp(packages))
        made.rename(target)
    return target
