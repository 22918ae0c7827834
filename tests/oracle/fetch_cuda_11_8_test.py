#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fetch_cuda_11_8.py finds Debian's archive among apt's sources of either format, and leaves the system as it is.

The archives are folders here, with two small packages; apt reads them as it reads a mirror.
"""
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("fetch_cuda_11_8.py")
NAMES = ("nvidia-cuda-toolkit", "nvidia-cuda-dev")
VERSION = "11.8~1"
KEY = " -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n bm8ga2V5\n -----END PGP PUBLIC KEY BLOCK-----\n"


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make_package(folder, name):
    """A package with a file of its name, below /usr as Debian's."""
    root = folder / f"{name}.root"
    bin_folder = root / "usr/lib/nvidia-cuda-toolkit/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / name).write_text(name)
    if name == NAMES[0]:
        (bin_folder / "nvcc.profile").symlink_to("/etc/nvcc.profile")
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: x <x@example.org>\nDescription: x\n"
    )
    made = folder / f"{name}_{VERSION}_amd64.deb"
    subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", root, made], check=True, stdout=subprocess.PIPE)
    return made


def make_suite(archive, suite, sections):
    """dists/<suite> with these sections, each with the packages named."""
    listed = []
    for section, packages in sections.items():
        index = archive / f"dists/{suite}/{section}/binary-amd64/Packages"
        index.parent.mkdir(parents=True)
        text = ""
        for package in packages:
            file = archive / "pool" / package.name
            file.parent.mkdir(exist_ok=True)
            shutil.copy(package, file)
            text += (f"Package: {package.name.split('_')[0]}\nVersion: {VERSION}\nArchitecture: amd64\n"
                     f"Maintainer: x <x@example.org>\nFilename: pool/{package.name}\nSize: {file.stat().st_size}\n"
                     f"SHA256: {sum_of(file)}\nDescription: x\n\n")
        index.write_text(text)
        listed.append(f" {sum_of(index)} {len(text)} {section}/binary-amd64/Packages\n")
    (archive / f"dists/{suite}/Release").write_text(
        f"Suite: {suite}\nCodename: {suite}\nComponents: {' '.join(sections)}\nArchitectures: amd64\n"
        f"Date: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n{''.join(listed)}"
    )


class Fetch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.archives = Path(scratch.name)
        packages = [make_package(cls.archives, name) for name in NAMES]
        cls.sums = [sum_of(package) for package in packages]
        debian, ubuntu = cls.archives / "debian", cls.archives / "ubuntu"
        make_suite(debian, "bookworm", {"main": [], "non-free": packages})
        make_suite(debian, "trixie", {"main": [], "non-free": []})
        make_suite(ubuntu, "noble", {"main": [], "universe": []})

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.target = self.folder / "cuda-11.8"
        for name in ("parts", "lists/partial"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "packages").write_text("# two\n" + "".join(
            f"{name} {VERSION} {value}\n" for name, value in zip(NAMES, self.sums)))
        # What the system's apt would be: its sources, and a hook that its updates run.
        (self.folder / "apt.conf").write_text(
            f'Dir::Etc::sourcelist "{self.folder}/sources.list";\nDir::Etc::sourceparts "{self.folder}/parts";\n'
            f'Dir::State::lists "{self.folder}/lists";\n'
            f'APT::Update::Pre-Invoke {{"touch {self.archives}/hook";}};\n'
            f'APT::Update::Post-Invoke {{"touch {self.archives}/hook";}};\n'
        )

    def sources(self, name, text):
        folder = self.folder if name == "sources.list" else self.folder / "parts"
        (folder / name).write_text(text.replace("{}", str(self.archives)))

    def fetch(self, **environment):
        command = [sys.executable, SCRIPT, self.target, "--packages", self.folder / "packages"]
        environment = {"APT_CONFIG": str(self.folder / "apt.conf"), "CUDA_LEGACY_DEBIAN_MIRROR": "", **environment}
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})

    def check_fetched(self, **environment):
        result = self.fetch(**environment)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for name in NAMES:
            self.assertEqual((self.target / "usr/lib/nvidia-cuda-toolkit/bin" / name).read_text(), name)
        profile = self.target / "usr/lib/nvidia-cuda-toolkit/bin/nvcc.profile"
        self.assertFalse(profile.is_symlink())
        self.assertIn("/../../../include", profile.read_text())
        self.check_nothing_left()

    def check_refused(self, words, **environment):
        result = self.fetch(**environment)
        self.assertEqual(result.returncode, 1, result.stdout)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertFalse(self.target.exists())
        self.check_nothing_left()
        return result

    def check_nothing_left(self):
        """Nothing of the system's apt was written, and nothing lies about."""
        self.assertEqual(list(self.folder.glob("cuda-11.8.partial.*")), [])
        self.assertEqual([path.name for path in (self.folder / "lists").rglob("*")], ["partial"])
        self.assertFalse((self.archives / "hook").exists())

    def test_debian_12_in_one_line(self):
        self.sources("sources.list", "# a comment\ndeb [signed-by=/nowhere.gpg] file:{}/debian bookworm main\n"
                                     "deb-src [signed-by=/nowhere.gpg] file:{}/debian bookworm main\n")
        self.check_fetched()

    def test_debian_12_in_paragraphs(self):
        self.sources("debian.sources", "Types: deb\nURIs: file:{}/debian\nSuites: bookworm\nComponents: main\n"
                                       "Signed-By: /nowhere.gpg\n")
        self.check_fetched()

    def test_debian_13_and_a_key_within(self):
        self.sources("debian.sources", "Types: deb deb-src\nURIs: file:{}/debian\nSuites: trixie trixie-updates\n"
                                       "Components: main contrib\nSigned-By:\n" + KEY)
        self.check_fetched()

    def test_archives_of_others_beside_it(self):
        self.sources("sources.list", "deb cdrom:[Debian]/ trixie main\ndeb file:{}/nowhere ./\n")
        self.sources("a.list", "deb file:{}/ubuntu noble main\ndeb file:{}/debian trixie main\n")
        self.sources("b.sources", "Enabled: no\nTypes: deb\nURIs: file:{}/off\nSuites: trixie\nComponents: main\n")
        self.check_fetched()

    def test_ubuntu(self):
        self.sources("ubuntu.sources", "Types: deb\nURIs: file:{}/ubuntu\nSuites: noble\nComponents: main universe\n")
        self.check_refused(["nvidia-cuda-toolkit 11.8~1 is in none of these archives:\n"
                            f"  file:{self.archives}/ubuntu\n", "CUDA_LEGACY_DEBIAN_MIRROR=", "Debian 12"])
        self.check_fetched(CUDA_LEGACY_DEBIAN_MIRROR=f"file:{self.archives}/debian/")

    def test_no_sources(self):
        self.check_refused(["(none)", "CUDA_LEGACY_DEBIAN_MIRROR="])

    def test_sources_that_apt_cannot_read(self):
        self.sources("sources.list", "no source\n")
        self.check_refused(["apt cannot read this system's package sources", "sources.list"])
        self.check_fetched(CUDA_LEGACY_DEBIAN_MIRROR=f"file:{self.archives}/debian")

    def test_another_version(self):
        self.sources("sources.list", "deb file:{}/debian bookworm main\n")
        text = (self.folder / "packages").read_text()
        (self.folder / "packages").write_text(text.replace(f"{NAMES[1]} {VERSION}", f"{NAMES[1]} 11.8~2"))
        self.check_refused(["nvidia-cuda-dev 11.8~2 is in none of these archives", "'11.8~2'"])

    def test_another_content(self):
        self.sources("sources.list", "deb file:{}/debian bookworm main\n")
        text = (self.folder / "packages").read_text()
        (self.folder / "packages").write_text(text.replace(self.sums[1], "0" * 64))
        self.check_refused([f"nvidia-cuda-dev 11.8~1 has another content than expected: sha256 {self.sums[1]}"])

    def test_once_is_enough(self):
        self.sources("sources.list", "deb file:{}/debian bookworm main\n")
        left = self.folder / "cuda-11.8.partial.x"
        left.mkdir()
        self.check_fetched()
        # Nothing is asked again, until other packages are wanted.
        self.assertEqual(self.fetch(PATH="/nowhere").returncode, 0)
        with open(self.folder / "packages", "a") as packages:
            packages.write(f"nvidia-cuda-more {VERSION} {'0' * 64}\n")
        self.assertEqual(self.fetch().returncode, 1)

    def test_no_apt(self):
        result = self.check_refused(["there is no apt-get here"], PATH="/nowhere")
        self.assertEqual(result.stdout, "")


if __name__ == "__main__":
    if platform.machine() != "x86_64" or not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        print("skipped: it takes apt-get and dpkg-deb on x86_64")
        sys.exit(77)
    unittest.main()
