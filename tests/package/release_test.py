# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a release is made of: the same twice, and refused where it could not be repeated."""

import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

import installed

sys.path.insert(0, str(installed.ROOT / "compat/release"))
import release  # noqa: E402
import sbom  # noqa: E402

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


class Refusals(unittest.TestCase):
    def checked(self, changelog, status="", is_draft=False, version="1.2.3"):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "CMakeLists.txt").write_text(f"project(cuda_legacy VERSION {version} LANGUAGES C)\n", encoding="utf-8")
            (root / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
            with unittest.mock.patch.object(release, "ROOT", root), unittest.mock.patch.object(release, "run", return_value=status):
                return release.check_sources(is_draft)

    def test_a_release(self):
        self.assertEqual(self.checked("## [1.2.3] - 2026-01-02\n"), "1.2.3")

    def test_no_date(self):
        with self.assertRaisesRegex(release.Failure, "no date for 1.2.3"):
            self.checked("## [1.2.3] - not released yet\n")
        self.assertEqual(self.checked("## [1.2.3] - not released yet\n", is_draft=True), "1.2.3")

    def test_another_version(self):
        with self.assertRaisesRegex(release.Failure, "begins with 1.2.2"):
            self.checked("## [1.2.2] - 2026-01-02\n", is_draft=True)

    def test_changes_that_are_not_committed(self):
        with self.assertRaisesRegex(release.Failure, "not committed"):
            self.checked("## [1.2.3] - 2026-01-02\n", status=" M run\n")


if __name__ == "__main__":
    installed.main(globals())
