#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-legacy-scan verify: what it builds, runs, compares and says. The compiler is a script here that makes shell programs.

  verify_test.py PROGRAM
"""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

# A source is the text of a shell program; the options stand in it as its first lines.
NVCC = """#!/bin/sh
output= sources= options=
while [ $# -gt 0 ]; do
  case "$1" in
    -o) output="$2"; shift ;;
    *.cu|*.cpp) sources="$1" ;;
    *) options="$options $1" ;;
  esac
  shift
done
if grep error "$sources" >/dev/null; then echo "$sources: an error" >&2; exit 1; fi
{ echo '#!/bin/sh'; echo "options='$options'"; echo 'RECORD=$(echo "$CUDA_EMULATOR_RECORD" | sed s/%n/1/)'; cat "$sources"; } > "$output"
chmod +x "$output"
"""


class Verify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("nvcc", NVCC).chmod(0o755)
        self.write("device/libcudart.so.13", "")
        self.write("compat/cuda_legacy.h", "")

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        return path

    def verify(self, *arguments, status, what="--output-only"):
        result = subprocess.run([PROGRAM, "verify", *filter(None, [what]), "--nvcc", self.folder / "nvcc", "--device=emulated", "--emulator", "device",
                                 "--compat", "compat", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder,
                                text=True, env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def test_the_same(self):
        self.write("old.cu", "echo a; echo $1; exit 3")
        self.write("new.cu", "printf 'a\\nx y\\n'; exit 3")
        result = self.verify("old.cu", "new.cu", "--", "x y", status=0)
        self.assertEqual(result.stdout, "the same: 6 bytes printed, exit status 3\n")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["compat", "device", "new.cu", "nvcc", "old.cu"])

    def test_an_interrupted_run_leaves_nothing(self):
        began = self.folder / "began"
        self.write("old.cu", f"touch '{began}'; sleep 60")
        for interruption in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run = subprocess.Popen([PROGRAM, "verify", "--output-only", "--nvcc", self.folder / "nvcc", "--device=emulated", "--emulator", "device",
                                    "--compat", "compat", "old.cu", "old.cu"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   cwd=self.folder, env={**os.environ, "TMPDIR": str(self.folder)}, start_new_session=True,
                                   preexec_fn=lambda one=interruption: signal.signal(one, signal.SIG_DFL))  # nohup ignores SIGHUP
            while not began.exists():
                self.assertIsNone(run.poll(), "it ended before its programs ran")
                time.sleep(0.01)
            self.assertNotEqual(list(self.folder.glob("cuda-legacy-scan-*")), [])
            os.killpg(run.pid, interruption)
            self.assertEqual(run.wait(), -interruption)
            self.assertEqual(list(self.folder.glob("cuda-legacy-scan-*")), [])
            began.unlink()

    def test_how_they_are_built(self):
        self.write("old.cu", 'echo "$options"')
        self.write("new.cu", 'echo "$options"')
        result = self.verify("--flag=-O1", "--flag", "-lm", "old.cu", "new.cu", status=1)
        self.assertIn("-I compat -isystem compat/shims -include cuda_legacy.h -O1 -lm\n", result.stdout)
        self.assertIn("new:  -cudart shared -gencode arch=compute_75,code=compute_75 -lineinfo -g -O1 -lm\n", result.stdout)

    def test_where_they_run(self):
        self.write("old.cu", 'echo "$LD_LIBRARY_PATH"')
        result = self.verify("old.cu", "old.cu", status=0)
        self.assertIn("on the emulated device", result.stderr)
        self.assertIn(f"{len(str(self.folder / 'device')) + 1} bytes", self.without_library_path("old.cu").stdout)

    def without_library_path(self, name):
        os.environ.pop("LD_LIBRARY_PATH", None)
        return self.verify(name, name, status=0)

    def test_not_the_same(self):
        for old, new, message in (
            ("echo a; echo b", "echo a; echo c", "not the same: what they print, line 2\n  old: b\n  new: c\n"),
            ("echo a", "echo a; echo b", "not the same: what they print, line 2\n  old: (ends)\n  new: b\n"),
            ("printf 'a\\000b'", "printf 'a\\000c'", "not the same: what they print, line 1\n  old: a?b\n  new: a?c\n"),
            ("exit 1", "exit 2", "not the same: the old one exit status 1, the new one exit status 2\n"),
            ("kill -9 $$", "", "not the same: the old one ended by signal 9, the new one exit status 0\n"),
        ):
            with self.subTest(old):
                self.write("old.cu", old)
                self.write("new.cu", new)
                self.assertEqual(self.verify("old.cu", "new.cu", status=1).stdout, message)

    def test_times_do_not_count(self):
        self.write("old.cu", 'echo "took $$ ms"; echo result 1')
        self.write("new.cu", 'echo "took 0.5 ms"; echo result 1')
        said = self.verify("old.cu", "new.cu", status=0).stdout
        self.assertIn("note: numbers in lines that change from run to run do not count: line 1\n", said)
        self.write("new.cu", 'echo "took $$ s"; echo result 1')
        self.assertIn("line 1\n  old: took # ms\n  new: took # s\n", self.verify("old.cu", "new.cu", status=1).stdout)
        self.write("new.cu", 'echo "took $$ ms"; echo result 2')
        self.assertIn("line 2\n  old: result 1\n  new: result 2\n", self.verify("old.cu", "new.cu", status=1).stdout)

    def test_findings(self):
        self.write("clean.cu", "echo a")
        self.write("faulty.cu", "echo a; echo 'cuda_emulator: 2 findings' >&2; exit $CUDA_EMULATOR_EXIT_STATUS")
        said = self.verify("faulty.cu", "clean.cu", status=0).stdout
        self.assertIn("note: the emulated device found 2 defects in the old one, 0 in the new one", said)
        said = self.verify("clean.cu", "faulty.cu", status=1).stdout
        self.assertIn("not the same: the emulated device found 0 defects in the old one, 2 in the new one", said)
        self.verify("faulty.cu", "faulty.cu", status=0)

    def test_which_findings(self):
        race = "cuda_emulator: kernel 'k<4>(int*, f(*)(int))', block (0,0,0), thread (%d,0,0), PTX line 7, /a/b/k.cu:%d: race in shared memory: write"
        leak = "cuda_emulator: not freed at the end: what cudaMalloc made"
        lines = [race % (1, 12), race % (2, 13), leak, "own text", "cuda_emulator: 3 findings", "cuda_emulator: (not looked for: races)"]
        self.write("old.cu", "".join(f'echo "{line}" >&2\n' for line in lines))
        self.write("new.cu", "".join(f'echo "{line}" >&2\n' for line in [lines[0], "other text", "cuda_emulator: 1 finding"]))
        said = self.verify("old.cu", "new.cu", status=0).stdout
        self.assertIn("  k<4>: race in shared memory: old 2, new 1; the first at k.cu:12\n  not freed at the end: old 1, new 0\n", said)
        self.assertIn("note: what they print on stderr differs, line 1\n  old: own text\n  new: other text\n", said)

    def test_no_record(self):
        self.write("old.cu", "echo a")
        said = self.verify("old.cu", "old.cu", status=0, what="").stdout
        self.assertTrue(said.startswith("note: no record: only the output is compared"), said)
        self.assertTrue(said.endswith("the same: 2 bytes printed, exit status 0\n"), said)
        # A record by one of both alone.
        self.write("new.cu", 'echo a; if [ "$RECORD" ]; then echo cuda-legacy-record 1 > "$RECORD"; fi')
        said = self.verify("old.cu", "new.cu", status=1, what="").stdout
        self.assertIn("not the same: only the new one left a record of calls of CUDA", said)

    def test_a_record_that_ends_early(self):
        self.write("old.cu", 'printf "cuda-legacy-record 1\nlaunch 1 k k 1 1 1 1 1 1 0\n" > "$RECORD"')
        said = self.verify("old.cu", "old.cu", status=0, what="").stdout
        self.assertIn("the record of the old one ends early", said)
        self.assertIn("k: 1 launch, 0 bytes compared, identical", said)

    def test_a_store_of_what_is_there(self):
        # The old launch stores values that an earlier one left; the new one fills memory that was set in between.
        record = ("cuda-legacy-record 1\\nallocation 1 device 8 0000000000000001 -\\nlaunch 1 k k 1 1 1 1 1 1 0\\n"
                  "wrote 1 %s f32 4 1 %s 00000000000000aa\\nend\\n")
        self.write("old.cu", f'printf "{record % ("0 0 0 0", "00000000000000aa")}" > "$RECORD"')
        self.write("new.cu", f'printf "{record % ("8 1 0 7", "00000000000000bb")}chunks 0 0000000000000001\\n" > "$RECORD"')
        self.assertIn("k: 1 launch, 8 bytes compared, identical", self.verify("old.cu", "new.cu", status=0, what="").stdout)
        self.write("new.cu", f'printf "{record % ("8 1 0 7", "00000000000000bb")}" | sed s/aa/ab/ > "$RECORD"; '
                             'sed -i "s/^end/chunks 0 0000000000000001\\nend/" "$RECORD"')
        self.assertIn("differs in 1 of 1 launch", self.verify("old.cu", "new.cu", status=1, what="").stdout)

    def test_a_record_of_each_process(self):
        process = ("for n in 1 2; do printf 'cuda-legacy-record 1\nallocation 1 device 8 00 -\nlaunch 1 k k 1 1 1 1 1 1 0\n"
                   "wrote 1 8 1 0 7 f32 4 - 00 aa\nchunks 0 %s\nend\n' > \"$(echo \"$CUDA_EMULATOR_RECORD\" | sed s/%%n/$n/)\"; done")
        self.write("old.cu", process % "'$n'")
        said = self.verify("old.cu", "old.cu", status=0, what="").stdout
        self.assertIn("k: 2 launches, 16 bytes compared, identical", said)
        self.assertIn("note: the old one is 2 processes that call CUDA; they are compared in the order in which they began", said)
        self.write("new.cu", (process % "5").replace("00 aa", "00 bb"))
        self.assertIn("differs in 2 of 2 launches", self.verify("old.cu", "new.cu", status=1, what="").stdout)

    def test_a_record_that_is_cut(self):
        # Half of a number is no number: the last line does not count without its end.
        self.write("old.cu", 'printf "cuda-legacy-record 1\nlaunch 1 k k 1 1 1 1 1 1 0\nlaunch 2 k k 1 1 1 1" > "$RECORD"')
        self.assertIn("k: 1 launch, 0 bytes compared", self.verify("old.cu", "old.cu", status=0, what="").stdout)

    def test_their_own_names_do_not_count(self):
        self.write("old.cu", 'echo "$0 starts"')
        self.write("new.cu", 'echo "$0 starts"')
        self.verify("old.cu", "new.cu", status=0)

    def test_a_record_of_another_version(self):
        self.write("old.cu", 'echo cuda-legacy-record 2 > "$RECORD"')
        self.assertIn("a record of another version: 'cuda-legacy-record 2'", self.verify("old.cu", "old.cu", status=2, what="").stderr)

    def test_bad_tolerances(self):
        self.write("old.cu", "echo a")
        for text, message in (("int=1", "half, bfloat16, float or double, not 'int'"), ("float", "not 'float'"),
                              ("float=x", "not 'float=x'"), (",", "not ''")):
            with self.subTest(text):
                self.assertIn(message, self.verify("--tolerance", text, "old.cu", "old.cu", status=2).stderr)

    def test_reports_that_cannot_be_written(self):
        self.write("old.cu", "echo a")
        self.assertIn("/not/there: cannot be written", self.verify("--json", "/not/there", "old.cu", "old.cu", status=2).stderr)

    def test_time(self):
        self.write("old.cu", "sleep 100 & echo a; sleep 100")
        self.write("new.cu", "echo a")
        result = self.verify("--seconds=1", "old.cu", "new.cu", status=1)
        self.assertIn("the old one did not end in time", result.stdout)

    def test_files(self):
        self.write("old.cu", "echo 1 > result")
        self.write("new.cu", "echo $1 > result")
        self.assertIn("the same", self.verify("--file=result", "old.cu", "new.cu", "--", "1", status=0).stdout)
        self.assertIn("result: is there already", self.verify("--file=result", "old.cu", "new.cu", status=2).stderr)
        (self.folder / "result").unlink()
        self.assertIn("not the same: result, line 1\n  old: 1\n  new: 2\n",
                      self.verify("--file=result", "old.cu", "new.cu", "--", "2", status=1).stdout)
        self.assertIn("not the same: other, which neither wrote", self.verify("--file=other", "old.cu", "new.cu", status=1).stdout)

    def test_programs_that_are_built(self):
        self.write("old", "#!/bin/sh\necho a\n").chmod(0o755)
        self.write("new.cu", "echo a")
        self.assertIn("the same: 2 bytes", self.verify("./old", "new.cu", status=0).stdout)

    def test_what_cannot_be_tried(self):
        self.write("old.cu", "echo a")
        self.write("bad.cu", "error")
        self.write("text", "")
        (self.folder / "empty").mkdir()
        for arguments, message in (
            (("old.cu",), "it wants two programs"),
            (("old.cu", "nowhere"), "nowhere: not there"),
            (("old.cu", "bad.cu"), "bad.cu: an error\ncuda-legacy-scan verify: bad.cu: could not be built"),
            (("old.cu", "text"), "text: neither a source nor a program"),
            (("old.cu", "empty"), "empty: no source in this folder"),
            (("--device=x", "old.cu", "old.cu"), "--device is gpu or emulated, not x"),
            (("--seconds=x", "old.cu", "old.cu"), "--seconds wants a number, not x"),
            (("--emulator=empty", "old.cu", "old.cu"), "empty: no libcudart.so.13 there"),
            (("--nvcc=./none", "old.cu", "old.cu"), "./none: No such file or directory"),
            (("--wrong", "old.cu", "old.cu"), "unknown option --wrong"),
        ):
            with self.subTest(arguments):
                self.assertIn(message, self.verify(*arguments, status=2).stderr)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
