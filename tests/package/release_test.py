# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a release is made of: the same twice, and refused where it could not be repeated."""

import gzip
import hashlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock
import zipfile

import installed

sys.path.insert(0, str(installed.ROOT / "compat/release"))
import release  # noqa: E402
import repeat  # noqa: E402
import sbom  # noqa: E402
import version  # noqa: E402

WHEEL = NVCC = None


class Wheel(unittest.TestCase):
    def test_two_builds_are_the_same_bytes(self):
        parts = WHEEL.parents[1]
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", installed.ROOT / "compat/python/build_wheel.py", "--tools", parts / "tools",
                                   "--parts", parts, "--output", folder], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            [again] = pathlib.Path(folder).glob("*.whl")
            self.assertEqual(again.name, WHEEL.name)
            self.assertEqual(hashlib.sha256(again.read_bytes()).hexdigest(), hashlib.sha256(WHEEL.read_bytes()).hexdigest())


class Parts(unittest.TestCase):
    def test_list_of_parts(self):
        build = WHEEL.parents[2]
        text = sbom.document("0.1.0", 1700000000, WHEEL, build)
        self.assertEqual(text, sbom.document("0.1.0", 1700000000, WHEEL, build))
        read = json.loads(text)
        self.assertEqual(read["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        self.assertEqual(read["packages"][0]["checksums"][0]["checksumValue"], hashlib.sha256(WHEEL.read_bytes()).hexdigest())
        known = {one["SPDXID"] for one in read["packages"]} | {"SPDXRef-DOCUMENT"}
        for one in read["relationships"]:
            self.assertLessEqual({one["spdxElementId"], one["relatedSpdxElement"]}, known)
        for one in read["packages"]:
            self.assertRegex(one["versionInfo"], r"^\d+\.\d+")

    def test_a_candidate_in_the_list_of_parts(self):
        first = json.loads(sbom.document("1.0.0-rc.1", 1700000000, WHEEL, WHEEL.parents[2]))["packages"][0]
        self.assertEqual(first["versionInfo"], "1.0.0-rc.1")
        self.assertEqual(first["externalRefs"][0]["referenceLocator"], "pkg:pypi/cuda-legacy@1.0.0rc1")

    def test_each_file_is_in_the_list_of_parts(self):
        with tempfile.TemporaryDirectory() as name:
            others = [pathlib.Path(name) / one for one in ("cuda_legacy_single.h", "cuda_legacy-0.1.0-site.tar.gz")]
            for path in others:
                path.write_text(path.name, encoding="utf-8")
            read = json.loads(sbom.document("0.1.0", 1700000000, WHEEL, WHEEL.parents[2], others))
        sums = {one["packageFileName"]: one["checksums"][0]["checksumValue"] for one in read["packages"] if "checksums" in one}
        self.assertEqual(sums.keys(), {WHEEL.name, *(path.name for path in others)})
        for path in others:
            self.assertEqual(sums[path.name], hashlib.sha256(path.name.encode()).hexdigest())
        self.assertEqual(len({one["SPDXID"] for one in read["packages"]}), len(read["packages"]))
        for one in read["packages"]:
            self.assertRegex(one["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
        self.assertIn("furo", [one["name"] for one in read["packages"]])

    def test_archive_of_a_folder(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "b").mkdir()
            (folder / "b" / "two").write_text("2", encoding="utf-8")
            (folder / "a").write_text("1", encoding="utf-8")
            (folder / ".buildinfo").write_text("of this machine", encoding="utf-8")
            first = release.archive_of_folder(folder, "prefix", 1700000000)
            (folder / "a").touch()
            (folder / "a").chmod(0o600)
            self.assertEqual(first, release.archive_of_folder(folder, "prefix", 1700000000))
            with tarfile.open(fileobj=io.BytesIO(first)) as archive:
                self.assertEqual(archive.getnames(), ["prefix/a", "prefix/b/two"])
                self.assertEqual({(one.uid, one.uname, one.mtime, one.mode) for one in archive}, {(0, "", 1700000000, 0o644)})

    def test_compressed_without_a_time(self):
        with tempfile.TemporaryDirectory() as name:
            paths = [pathlib.Path(name) / one for one in ("one.gz", "other.gz")]
            for path in paths:
                release.write_compressed(path, b"text")
            self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
            self.assertEqual(paths[0].read_bytes()[3:8], bytes(5))  # no name, no time


class Comparison(unittest.TestCase):
    """What --check says of two releases."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folders = [pathlib.Path(folder.name) / name for name in ("first", "the second")]
        for one in self.folders:
            one.mkdir()

    def write(self, make):
        for turn, folder in enumerate(self.folders):
            make(turn, folder)
        return repeat.differences(*self.folders)

    @staticmethod
    def wheel(path, time=(1980, 1, 1, 0, 0, 0), mode=0o644, names=("a", "b"), text="x"):
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                one = zipfile.ZipInfo(name, time)
                one.external_attr = mode << 16
                archive.writestr(one, text)

    @staticmethod
    def sources(path, time=1, gzip_time=0, owner=""):
        with gzip.GzipFile(path, "wb", mtime=gzip_time) as file, tarfile.open(fileobj=file, mode="w") as archive:
            one = tarfile.TarInfo("a")
            one.mtime, one.uname = time, owner
            archive.addfile(one)

    def test_the_same(self):
        def make(_, folder):
            self.wheel(folder / "w.whl")
            self.sources(folder / "s.tar.gz")
            (folder / "SHA256SUMS").write_text("sums", encoding="utf-8")
        self.assertEqual(self.write(make), [])

    def test_a_file_of_one(self):
        self.assertEqual(self.write(lambda turn, folder: (folder / f"{turn}.h").touch()), ["0.h: only in first", "1.h: only in the second"])

    def test_each_difference_inside(self):
        for made, said in (({"time": (1980, 1, 1, 0, 0, 2)}, ["w.whl: a: another time", "w.whl: b: another time"]),
                           ({"mode": 0o600, "names": ("a", "b")}, ["w.whl: a: another attributes", "w.whl: b: another attributes"]),
                           ({"names": ("b", "a")}, ["w.whl: the order of what is inside"]), ({"names": ("a",)}, ["w.whl: b: only in one of them"]),
                           ({"text": "y"}, ["w.whl: a: another content", "w.whl: b: another content"])):
            self.assertEqual(self.write(lambda turn, folder, made=made: self.wheel(folder / "w.whl", **(made if turn else {}))), said)

    def test_archives_of_sources(self):
        for made, said in (({"time": 2}, ["s.tar.gz: a: another time"]), ({"owner": "me"}, ["s.tar.gz: a: another attributes"]),
                           ({"gzip_time": 5}, ["s.tar.gz: other bytes"])):
            self.assertEqual(self.write(lambda turn, folder, made=made: self.sources(folder / "s.tar.gz", **(made if turn else {}))), said)

    def test_a_text(self):
        self.assertEqual(self.write(lambda turn, folder: (folder / "x.h").write_text(str(turn), encoding="utf-8")), ["x.h: other bytes"])


def copy_with_versions(folder):
    """The files that have the version, in a folder."""
    for name, _ in (version.ONE_PLACE, version.CMAKE, version.HEADER, *version.COPIES, *version.OF_PIP):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(installed.ROOT / name, folder / name)


class Versions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        copy_with_versions(self.root)

    def texts(self):
        return {path: path.read_text(encoding="utf-8") for path in self.root.rglob("*") if path.is_file()}

    def test_all_copies_agree(self):
        self.assertEqual(version.unlike(), [])

    def test_one_command_writes_all(self):
        version.set_all(self.root, "3.2.1")
        before = self.texts()
        version.set_all(self.root, "12.34.5")
        self.assertEqual((version.current(self.root), version.of_cmake(self.root), version.unlike(self.root)), ("12.34.5", "12.34.5", []))
        self.assertIn("#define CUDA_LEGACY_VERSION 12345\n", (self.root / version.HEADER[0]).read_text(encoding="utf-8"))
        for path, text in before.items():
            changed = path.read_text(encoding="utf-8")
            old, new = (str(version.as_number(one)) if path.suffix == ".h" else one for one in ("3.2.1", "12.34.5"))
            lines = [(a, b) for a, b in zip(text.splitlines(), changed.splitlines()) if a != b]
            self.assertEqual([a.replace(old, new) for a, _ in lines], [b for _, b in lines])
            self.assertTrue(lines, path)

    def test_a_candidate(self):
        version.set_all(self.root, "1.9.0")
        numbers = [self.root / name for name, _ in (version.CMAKE, version.HEADER)]
        before = self.texts()
        version.set_all(self.root, "2.0.0-rc.3")
        self.assertEqual((version.current(self.root), version.of_cmake(self.root), version.unlike(self.root)), ("2.0.0-rc.3", "1.9.0", []))
        for path, text in before.items():
            changed = path.read_text(encoding="utf-8")
            if path in numbers:
                self.assertEqual(changed, text)
            else:
                self.assertEqual(changed, text.replace("1.9.0", "2.0.0rc3" if path.suffix == ".yaml" else "2.0.0-rc.3"))
        # CMake may have the whole version already, and no later one.
        for number, said in (("2.0.0", []), ("2.0.1", ["CMakeLists.txt has 2.0.1, not 2.0.0", "compat/include/cuda_legacy/version.h has 2.0.1, not 2.0.0"])):
            version.write(self.root, version.CMAKE, number)
            version.write(self.root, version.HEADER, str(version.as_number(number)))
            self.assertEqual(version.unlike(self.root), said)
        version.set_all(self.root, "2.0.0")
        self.assertEqual((version.current(self.root), version.of_cmake(self.root), version.unlike(self.root)), ("2.0.0", "2.0.0", []))

    def test_the_form_of_pip(self):
        self.assertEqual([version.for_pip(text) for text in ("1.0.0-rc.1", "1.0.0")], ["1.0.0rc1", "1.0.0"])
        self.assertEqual(WHEEL.name.split("-")[1], version.for_pip(version.current()))

    def test_what_is_no_version(self):
        for text in ("", "1", "1.2", "1.2.3rc1", "1.2.3-rc", "1.2.3-rc1", "1.2.3-rc.0", "1.2.3-rc.01", "1.100.0", "1.2.10", "01.2.3", "1.2.3\n"):
            with self.assertRaisesRegex(SystemExit, "no version such as 1.2.3 or 1.2.3-rc.1"):
                version.set_all(self.root, text)


class Refusals(unittest.TestCase):
    def checked(self, changelog, status="", is_draft=False, header=None, number="1.2.3"):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            copy_with_versions(root)
            version.set_all(root, "1.2.3")
            version.set_all(root, number)
            if header:
                version.write(root, version.HEADER, header)
            (root / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
            with unittest.mock.patch.object(release, "ROOT", root), unittest.mock.patch.object(release, "run", return_value=status):
                return release.check_sources(is_draft)

    def test_a_release(self):
        self.assertEqual(self.checked("## [1.2.3] - 2026-01-02\n"), "1.2.3")

    def test_a_candidate(self):
        self.assertEqual(self.checked("## [1.3.0-rc.1] - 2026-01-02\n", number="1.3.0-rc.1"), "1.3.0-rc.1")
        for newest in ("1.3.0-rc", "1.3.0-rc.2", "1.3.0", "1.2.3"):
            with self.assertRaisesRegex(release.Failure, re.escape(f"begins with {newest}, and compat/release/VERSION says 1.3.0-rc.1: ")):
                self.checked(f"## [{newest}] - 2026-01-02\n", number="1.3.0-rc.1")

    def test_no_date(self):
        with self.assertRaisesRegex(release.Failure, "no date for 1.2.3"):
            self.checked("## [1.2.3] - not released yet\n")
        self.assertEqual(self.checked("## [1.2.3] - not released yet\n", is_draft=True), "1.2.3")

    def test_another_version(self):
        for newest in ("1.2.2", "2.0.0-rc.1", "Unreleased"):
            changelog = f"## [{newest}] - not released yet\n\n## [1.2.3] - 2026-01-02\n"
            with self.assertRaisesRegex(release.Failure, re.escape(f"begins with {newest}, and")):
                self.checked(changelog)
            self.assertEqual(self.checked(changelog, is_draft=True), "1.2.3")
        with self.assertRaisesRegex(release.Failure, "begins with nothing"):
            self.checked("# Changelog\n")

    def test_a_copy_with_another_version(self):
        for is_draft in (False, True):
            with self.assertRaisesRegex(release.Failure, r"the version is 1\.2\.3, and compat/include/cuda_legacy/version\.h has 1\.2\.2, not 1\.2\.3"):
                self.checked("## [1.2.3] - 2026-01-02\n", header="1022", is_draft=is_draft)

    def test_changes_that_are_not_committed(self):
        with self.assertRaisesRegex(release.Failure, "not committed"):
            self.checked("## [1.2.3] - 2026-01-02\n", status=" M run\n")
        self.assertEqual(self.checked("## [1.2.3] - 2026-01-02\n", status=" M run\n", is_draft=True), "1.2.3")


class Repository(unittest.TestCase):
    def test_only_the_date_and_the_commit_are_left_to_do(self):
        """`./run release` takes these sources, once CHANGELOG.md has a date."""
        with unittest.mock.patch.object(release, "run", return_value=""):
            with unittest.mock.patch.object(release, "newest_entry", return_value=(release.newest_entry()[0], "2026-01-02")):
                self.assertEqual(release.check_sources(False), version.current())


if __name__ == "__main__":
    installed.main(globals())
