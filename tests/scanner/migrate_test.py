#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-legacy-scan migrate: its steps, what it leaves, and where it stops. The build is a shell script.

  migrate_test.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OLD = "int main() { cudaThreadSynchronize(); return 0; }\n"
# Says which flags nvcc would have got, and makes a program that prints how many old names the source has.
BUILD = """#!/bin/sh
if grep broken main.cu >/dev/null; then echo "main.cu: an error" >&2; exit 1; fi
echo "$NVCC_PREPEND_FLAGS|$NVCC_APPEND_FLAGS" > flags
{ echo '#!/bin/sh'; echo 'echo done'; } > app
chmod +x app
"""


class Migrate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, content in (("src/main.cu", OLD), ("src/build.sh", BUILD), ("device/libcudart.so.13", ""),
                              ("compat/cuda_legacy.h", ""), ("bin/nvcc", "#!/bin/sh\n")):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text(content)
            (self.folder / name).chmod(0o755)

    def migrate(self, *options, status, build="sh build.sh", run="./app"):
        words = [PROGRAM, "migrate", "src", "--build", build, "--run", run, "--fix=mechanical", "--device=emulated",
                 "--emulator", "device", "--compat", "compat", "--nvcc", "bin/nvcc", *options]
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder, text=True,
                                env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def test_whole(self):
        result = self.migrate(status=0)
        made = self.folder / "migration"
        self.assertEqual((self.folder / "src/main.cu").read_text(), OLD)
        self.assertEqual(sorted(path.name for path in (self.folder / "src").iterdir()), ["build.sh", "main.cu"])
        self.assertIn("cudaDeviceSynchronize", (made / "after/main.cu").read_text())
        self.assertEqual((made / "before/main.cu").read_text(), OLD)
        self.assertIn("cuda_legacy.h", (made / "before/flags").read_text())
        self.assertNotIn("cuda_legacy.h", (made / "after/flags").read_text())
        self.assertIn("-cudart shared -lineinfo", (made / "after/flags").read_text())
        self.assertIn("the same: 5 bytes printed", result.stdout)
        report = json.loads((made / "report.json").read_text())
        self.assertEqual(report["verdict"], "identical")
        self.assertEqual([step.split()[0] for step in report["steps"]], ["fixed", "built", "built"])
        self.assertIn("fixed 1 file ", report["steps"][0])
        self.assertEqual(report["fixes"], ["cudaThreadSynchronize: 1 of 1, note thread_management.md"])
        self.assertIn("fixed by the scanner\n  cudaThreadSynchronize: 1 of 1", (made / "report.txt").read_text())
        for name in ("report.txt", "report.html", "left.txt", "before.stderr", "after.stderr"):
            self.assertTrue((made / name).is_file(), name)
        self.assertEqual([(made / f"{side}.stdout").read_text() for side in ("before", "after")], ["done\n", "done\n"])
        # The patch makes the one of the other.
        subprocess.run(["patch", "-s", "-p1", "-d", self.folder / "src", "-i", made / "migration.patch"], check=True)
        self.assertEqual((self.folder / "src/main.cu").read_text(), (made / "after/main.cu").read_text())

    def test_options_for_the_scanner(self):
        report = self.migrate("--scan=--ignore=removed-name", status=0)
        self.assertNotIn("fixed by the scanner", report.stdout)
        self.assertIn("stopped at 'fix'", self.migrate("--output=second", "--scan", "--no-such-option", status=2).stderr)

    def test_keep_compat(self):
        self.migrate("--keep-compat", status=0)
        self.assertIn("cuda_legacy.h", (self.folder / "migration/after/flags").read_text())

    def test_not_the_same(self):
        self.assertIn("not the same: what they print", self.migrate(run="cat main.cu", status=1).stdout)

    def test_where_it_stops(self):
        self.assertIn("stopped at 'build before': 'false' failed", self.migrate(build="false", status=2).stderr)
        self.assertFalse((self.folder / "migration/report.txt").exists())
        # What fails in the fixed copy alone.
        said = self.migrate("--output=second", build="if grep cudaDeviceSynchronize main.cu; then exit 1; fi", status=2).stderr
        self.assertIn("built before, with compat", said)
        self.assertIn("stopped at 'build after'", said)
        self.assertIn("--keep-compat", said)
        self.assertIn("could not be run", self.migrate("--output=third", run="./nothing", status=2).stderr)

    def test_bad_input(self):
        (self.folder / "there").mkdir()
        for options, message in ((("--output=there",), "there: is there already"),
                                 (("--output=src/inside",), "src/inside: lies in src"),
                                 (("other",), "it wants one folder"),
                                 (("--seconds=x",), "--seconds wants a number, not x"),
                                 (("--tolerance=int=3",), "half, bfloat16, float or double, not 'int'"),
                                 (("--device=x",), "--device is gpu or emulated"),
                                 (("--wrong",), "unknown option --wrong"),
                                 (("--output",), "--output wants a value")):
            with self.subTest(options):
                self.assertIn(message, self.migrate(*options, status=2).stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["bin", "compat", "device", "src", "there"])
        for words, message in ((["migrate"], "it wants a folder"), (["migrate", "none"], "none: no folder"),
                               (["migrate", "src"], "--build COMMAND"), (["migrate", "src", "--build=x"], "--run COMMAND")):
            result = subprocess.run([PROGRAM, *words], stderr=subprocess.PIPE, cwd=self.folder, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
