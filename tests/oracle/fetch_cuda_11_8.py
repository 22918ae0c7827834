#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches CUDA 11.8, the last one with texture references, into a folder; nothing of the system is changed.

usage: fetch_cuda_11_8.py FOLDER [--packages FILE]

FOLDER   where it goes: the toolkit is FOLDER/usr/lib/nvidia-cuda-toolkit then. Nothing is done when it is there.
FILE     the packages, with the sums that they must have; cuda_11_8_packages.txt without

Debian 12 has it, in the section non-free. The packages come from where this system has its own: each archive among
apt's sources is asked for Debian 12's non-free, in an apt configuration that lies beside FOLDER and is gone afterwards.
On Debian one of them has it. Elsewhere, as on Ubuntu, CUDA_LEGACY_DEBIAN_MIRROR names a mirror of Debian's archive, by
the address of the folder that holds dists/ and pool/.

Exit status: 0 it is there; 1 it could not be fetched; 2 for a wrong command line.
"""
import argparse
import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SUITE, SECTION = "bookworm", "non-free"
NAMES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
MIRROR = "CUDA_LEGACY_DEBIAN_MIRROR"
STAMP = ".unpacked"

# What comes is held against known sums, so no key of Debian's has to be on this system. The hooks that an update runs
# are for the system's own lists.
APT_CONFIGURATION = """
#clear APT::Update;
#clear APT::Architectures;
APT::Architecture "{1}";
APT::Architectures {{ "{1}"; }};
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::Etc::sourcelist "{0}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "{0}/lists";
Dir::State::status "{0}/status";
Dir::Cache "{0}/cache";
"""

# nvcc reads its profile beside itself; Debian's names places below /usr.
NVCC_PROFILE = """\
NVVMIR_LIBRARY_DIR = $(_HERE_)/../libdevice
PATH += $(_HERE_):$(_HERE_)/../../../bin:
INCLUDES += "-I$(_HERE_)/../../../include" $(_SPACE_)
LIBRARIES =+ $(_SPACE_) "-L$(_HERE_)/../../x86_64-linux-gnu/stubs" "-L$(_HERE_)/../../x86_64-linux-gnu"
"""


class Failure(Exception):
    """Why it cannot be fetched."""


def run(command, **options):
    """A command's exit status and its output, both streams together."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode, done.stdout


def system_archives():
    """The archives among apt's sources: of each, the address that the source gives, whatever its suites.

    apt reads them itself, since there are two formats and options in both."""
    listing = subprocess.run(
        ["apt-get", "indextargets", "--no-release-info", "--format", "$(SITE)\t$(COMPONENT)", "Created-By: Packages"],
        capture_output=True, text=True, errors="replace",
    )
    if listing.returncode != 0:
        raise Failure(f"apt cannot read this system's package sources:\n{listing.stderr.strip()}")
    sites = []
    for line in listing.stdout.splitlines():
        site, _, component = line.partition("\t")
        # Debian's archive has a section main; a disc has nothing that the system did not come with.
        if component == "main" and not site.startswith("cdrom:") and site not in sites:
            sites.append(site)
    return sites


def archives():
    mirror = os.environ.get(MIRROR)
    return [mirror.rstrip("/")] if mirror else system_archives()


def packages_of(path):
    """Name, version and sum of each package."""
    return [line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]


def apt_for(folder, sites, suite=SUITE, section=SECTION, architecture="amd64"):
    """The command line of an apt-get that knows these archives and has all of its files below the folder."""
    for name in ("lists/partial", "cache/archives/partial", "packages"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    (folder / "sources.list").write_text("".join(f"deb [trusted=yes] {site} {suite} {section}\n" for site in sites))
    (folder / "apt.conf").write_text(APT_CONFIGURATION.format(folder, architecture))
    return ["apt-get", "-q", "-c", folder / "apt.conf"]


def nowhere(sites, package, version, said, suite=SUITE):
    """What to tell when no archive has the package."""
    asked = "\n".join(f"  {site}" for site in sites) or "  (none)"
    complaints = "\n".join(line for line in said.splitlines() if line.startswith(("E:", "W:")))
    return Failure(
        f"{package} {version} is in none of these archives:\n{asked}\n"
        f"It is {NAMES.get(suite, 'Debian')}'s ({suite}), in the section {SECTION}. Name a mirror of Debian's archive (debian.org/mirror/list\n"
        f"has them all), the address of the folder that holds dists/ and pool/:\n"
        f"  {MIRROR}=http://MIRROR/debian ./run oracle\n"
        f"apt said:\n{complaints}"
    )


def fetch(folder, packages, sites, suite=SUITE):
    """The packages, taken apart below folder/root."""
    apt = apt_for(folder, sites, suite)
    # An archive that does not know the suite makes an update fail, and is no reason to stop: another one may have it.
    _, said = run([*apt, "update"])
    for name, version, _ in packages:
        status, answer = run([*apt, "--print-uris", "download", f"{name}={version}"], cwd=folder)
        if status != 0:
            raise nowhere(sites, name, version, said + answer, suite)
    for name, version, expected in packages:
        if subprocess.run([*apt, "download", f"{name}={version}"], cwd=folder / "packages").returncode != 0:
            raise Failure(f"could not fetch {name} {version}: is there a network?")
        (file,) = (folder / "packages").glob(f"{name}_*.deb")
        total = hashlib.sha256()
        with open(file, "rb") as content:
            while block := content.read(1 << 20):
                total.update(block)
        if total.hexdigest() != expected:
            raise Failure(f"{name} {version} has another content than expected: sha256 {total.hexdigest()}")
        print(f"Unpacking {name}", flush=True)
        status, said = run(["dpkg-deb", "--extract", file, folder / "root"])
        if status != 0:
            raise Failure(f"could not unpack {name}:\n{said}")
        file.unlink()


def install(target, packages):
    if platform.machine() != "x86_64":
        raise Failure(f"Debian's CUDA 11.8 is for x86_64, and this is {platform.machine()}")
    for program in ("apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            raise Failure(f"Debian's packages are fetched and taken apart, and there is no {program} here")
    sites = archives()
    print(f"Fetching CUDA 11.8 into {target} (Debian's packages, 860 MB)", flush=True)
    for left in target.parent.glob(f"{target.name}.partial.*"):
        shutil.rmtree(left)
    folder = Path(tempfile.mkdtemp(prefix=f"{target.name}.partial.", dir=target.parent))
    try:
        fetch(folder, packages, sites)
        profile = folder / "root/usr/lib/nvidia-cuda-toolkit/bin/nvcc.profile"
        profile.unlink(missing_ok=True)
        profile.write_text(NVCC_PROFILE)
        # The stamp is written last, and the folder gets its name after that: half of it never looks like all.
        (folder / "root" / STAMP).write_text(stamp(packages))
        shutil.rmtree(target, ignore_errors=True)
        (folder / "root").rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stamp(packages):
    return "".join(" ".join(package) + "\n" for package in packages)


def there(target, packages):
    file = target / STAMP
    return file.is_file() and file.read_text() == stamp(packages)


def main():
    parser = argparse.ArgumentParser(description="Fetches CUDA 11.8 into a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--packages", type=Path, default=Path(__file__).with_name("cuda_11_8_packages.txt"))
    arguments = parser.parse_args()
    target, packages = arguments.folder.absolute(), packages_of(arguments.packages)
    if there(target, packages):
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    # Another run may be at it in the same folder: wait for it, and take what it got.
    with open(target.with_name(f"{target.name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not there(target, packages):
            try:
                install(target, packages)
            except (Failure, OSError) as error:
                print(f"fetch_cuda_11_8.py: {error}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
