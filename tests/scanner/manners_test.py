#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What users of linters expect of cuda-legacy-scan: rules, silence, a configuration file, formats, standard input, a terminal.

  manners_test.py PROGRAM
"""
import json
import os
import pty
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import json_schema

ROOT = Path(__file__).resolve().parents[2]
OLD = "void f()\n{\n    cudaThreadSynchronize();\n}\n"
SHUFFLE = "__global__ void k(int* p)\n{\n    int v = p[threadIdx.x];\n    if (v) v = __shfl(v, 1);\n    p[threadIdx.x] = v;\n}\n"
TWO = "void f() { cudaThreadExit(); }\n__global__ void k() { }\nvoid g() { k<<<1, 1>>>(); }\n"  # removed-name, unchecked-launch


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content=OLD):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def scan(self, *arguments, status=None, stdin="", cwd=None):
        result = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, input=stdin,
                                cwd=cwd or self.folder, text=True)
        if status is not None:
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def rules(self, *arguments, **how):
        return [one["rule"] for one in json.loads(self.scan("--format=json", *arguments, **how).stdout)["findings"]]


class Rules(InAFolder):
    def test_select_and_ignore(self):
        self.write("a.cu", TWO)
        self.assertEqual(self.rules("a.cu"), ["removed-name", "unchecked-launch"])
        self.assertEqual(self.rules("--select", "removed-name,host-sum", "a.cu"), ["removed-name"])
        self.assertEqual(self.rules("--select=host-sum", "--select=unchecked-launch", "a.cu"), ["unchecked-launch"])
        self.assertEqual(self.rules("--ignore=removed-name", "a.cu"), ["unchecked-launch"])
        self.assertEqual(self.rules("--select=removed-name", "--ignore=removed-name", "a.cu"), [])

    def test_a_rule_that_is_not_there(self):
        self.write("a.cu")
        for option in ("--select", "--ignore"):
            for text, name in (("removed", "removed"), ("host-sum,", "nothing"), ("", "nothing")):
                result = self.scan(option, text, "a.cu", status=2)
                self.assertIn(f"{option}: no rule is called {name}; the rules: announced-name, ", result.stderr)

    def test_fixes_of_rules_that_are_not_wanted(self):
        self.write("a.cu")
        self.scan("--fix", "--ignore=removed-name", "a.cu", status=0)
        self.assertEqual((self.folder / "a.cu").read_text(), OLD)

    def test_explain(self):
        self.assertEqual(self.scan("explain", status=0).stdout.splitlines()[0].split()[0], "announced-name")
        page = self.scan("explain", "host-sum", "find-cuda", status=0).stdout
        self.assertTrue(page.startswith("host-sum: The CPU adds up what the device computed\n\nA copy to the host"))
        self.assertIn("\n\nfind-cuda: CMake's old module FindCUDA\n\n", page)
        self.assertIn("explain: no rule is called host; the rules: announced-name, ", self.scan("explain", "host", status=2).stderr)


class Silence(InAFolder):
    CALL = "    cudaThreadExit();"

    def test_lines(self):
        for comment, silent in (("// cuda-legacy: ignore", True), ("// cuda-legacy: ignore[removed-name]", True),
                                ("/* cuda-legacy: ignore[host-sum, removed-name] why */", True), ("// cuda-legacy: ignore why", True),
                                ("//cuda-legacy: ignore", True), ("// cuda-legacy: ignore[host-sum]", False), ("// cuda-legacy", False),
                                ("// as cuda-legacy: ignore", False), ('f("cuda-legacy: ignore");', False)):
            with self.subTest(comment):
                self.write("a.cu", "void f()\n{\n" + self.CALL + " " + comment + "\n}\n")
                self.assertEqual(self.rules("a.cu"), [] if silent else ["removed-name"])
                self.write("a.cu", "void f()\n{\n" + comment + "\n" + self.CALL + "\n}\n")
                self.assertEqual(self.rules("a.cu"), ["removed-name"])
                self.write("a.cu", "void f()\n{\n" + comment.replace("ignore", "ignore-next-line") + "\n" + self.CALL + "\n" + self.CALL + "\n}\n")
                self.assertEqual(len(self.rules("a.cu")), 1 if silent else 2)
                self.write("a.cu", "void f()\n{\n" + self.CALL + "\n}\n" + comment.replace("ignore", "ignore-file") + "\n")
                self.assertEqual(self.rules("a.cu"), [] if silent else ["removed-name"])

    def test_build_files(self):
        self.write("Makefile", "FLAGS = -arch=sm_20 # cuda-legacy: ignore[old-architecture]\nFLAGS += -arch=sm_20\n")
        self.assertEqual(self.rules("Makefile"), ["old-architecture"])

    def test_they_are_counted_and_not_fixed(self):
        text = "void f() { cudaThreadExit(); } // cuda-legacy: ignore\nvoid g() { cudaThreadExit(); }\n"
        self.write("a.cu", text)
        self.assertIn("1 finding in 1 of 1 files; comments silence 1\n", self.scan("a.cu", status=1).stdout)
        self.assertEqual(json.loads(self.scan("--format=json", "a.cu").stdout)["summary"]["silenced"], 1)
        self.scan("--fix", "a.cu", status=0)
        self.assertEqual((self.folder / "a.cu").read_text(), text.replace("g() { cudaThreadExit", "g() { cudaDeviceReset"))

    def test_wrong_comments(self):
        for comment, message in (("ignore[removed]", "no rule is called removed"), ("ignore[]", "no rule is called nothing"),
                                 ("ignore[host-sum", "ignore[ has no ]"), ("ignore-line", "ignore-line: no such comment")):
            self.write("a.cu", "int a;\nvoid f() { cudaThreadExit(); } // cuda-legacy: " + comment + "\n")
            result = self.scan("a.cu", status=1)
            self.assertIn("a.cu:2: cuda-legacy: ", result.stderr)
            self.assertIn(message, result.stderr)


    def test_comments_that_silence_nothing(self):
        self.write("a.cu", "void f() { cudaThreadExit(); } // cuda-legacy: ignore\n"
                           "int a; // cuda-legacy: ignore[host-sum]\n// cuda-legacy: ignore-next-line\nint b;\n"
                           "// cuda-legacy: ignore-file[old-standard]\nvoid g() { cudaThreadExit(); } // cuda-legacy: ignore[host-sum, removed-name]\n")
        self.assertEqual(self.scan("a.cu", status=0).stderr, "")
        told = self.scan("--unused-ignores", "a.cu", status=0).stderr.splitlines()
        self.assertEqual(sorted(told), [f"cuda-legacy-scan: a.cu:{line}: cuda-legacy: ignore: the comment silences nothing" for line in (2, 3, 5)])


class Files(InAFolder):
    def setUp(self):
        super().setUp()
        for name in ("src/a.cu", "src/third_party/b.cu", "third_party/c.cu"):
            self.write(name)
        self.write(".cuda-legacy.toml", 'exclude = ["third_party"]\n')

    def listed(self, *arguments, **how):
        return self.scan("--show-files", *arguments, status=0, **how).stdout.splitlines()

    def test_show_files(self):
        self.assertEqual(self.listed("."), ["src/a.cu"])
        self.assertEqual(self.listed("--no-config", "."), ["src/a.cu", "src/third_party/b.cu", "third_party/c.cu"])
        self.assertIn("--show-files lists files, and standard input is none", self.scan("--show-files", "-", status=2).stderr)

    def test_files_that_are_named(self):
        """As pre-commit names them."""
        names = ["src/a.cu", "src/third_party/b.cu", "third_party/c.cu"]
        whole = [str((self.folder / name).resolve()) for name in names]
        self.assertEqual(self.listed(*names), names)
        for given in (names, [f"./{name}" for name in names], whole):
            self.assertEqual(self.listed("--force-exclude", *given), given[:1])
        self.assertEqual(self.listed("--force-exclude", "src", "third_party"), ["src/a.cu"])
        self.assertEqual(self.listed("--force-exclude", "--exclude=/src/*.cu", *names), [])
        self.scan("--force-exclude", "third_party/c.cu", status=0)
        self.write(".cuda-legacy.toml", 'exclude = ["third_party", "!src/third_party"]\nforce-exclude = true\n')
        self.assertEqual(self.listed(*names), names[:2])
        self.scan("--force-exclude", "--fix", "--no-config", "--exclude=third_party", *names, status=0)
        self.assertEqual([(self.folder / name).read_text() == OLD for name in names], [False, True, True])


class OutputFile(InAFolder):
    def test_it(self):
        self.write("a.cu")
        whole = self.scan("--format=sarif", "a.cu").stdout
        for option in (("--output-file", "out.sarif"), ("-o", "out.sarif"), ("--output-file=out.sarif",)):
            result = self.scan("--format=sarif", *option, "a.cu", status=1)
            self.assertEqual((result.stdout, result.stderr), ("", ""))
            self.assertEqual((self.folder / "out.sarif").read_text(), whole)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.cu", "out.sarif"])
        self.assertEqual(self.scan("-o", "/dev/stdout", "--format=sarif", "a.cu", status=1).stdout, whole)
        self.scan("-o", "files", "--show-files", ".", status=0)
        self.assertEqual((self.folder / "files").read_text(), "a.cu\n")
        self.scan("--fix", "--dry-run", "-o", "change.diff", "a.cu", status=1)
        self.assertTrue((self.folder / "change.diff").read_text().startswith("--- a/a.cu\n"))
        self.assertNotIn("\x1b", (self.scan("-o", "x", "a.cu"), (self.folder / "x").read_text())[1])

    def test_standard_output(self):
        self.write("a.cu")
        whole = self.scan("--format=json", "a.cu").stdout
        for option in (("-o", "-"), ("--output-file=-",)):
            self.assertEqual(self.scan("--format=json", *option, "a.cu", status=1).stdout, whole)
        self.assertFalse((self.folder / "-").exists())
        self.scan("-o", "./-", "a.cu", status=1)
        self.assertTrue((self.folder / "-").exists())

    def test_help_that_cannot_be_written(self):
        for words in (["--help"], ["--version"], ["explain"], ["explain", "host-sum"], ["verify", "--help"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((result.returncode, result.stderr), (2, "cuda-legacy-scan: the output could not be written\n"), words)

    def test_a_link_stays(self):
        self.write("a.cu", "int a;\n")
        self.write("there", "before")
        (self.folder / "link").symlink_to("there")
        self.scan("-o", "link", "a.cu", status=0)
        self.assertEqual((self.folder / "link").readlink(), Path("there"))
        self.assertIn("0 findings", (self.folder / "there").read_text())

    def test_what_cannot_be_written(self):
        self.write("a.cu")
        self.write("folder/b.cu")
        for name, reason in (("nowhere/x", "No such file"), ("folder", "folder: a folder"), ("", "wants a file")):
            self.assertIn(reason, self.scan("-o", name, "a.cu", status=2).stderr)
        if os.path.exists("/dev/full"):
            self.assertIn("/dev/full: ", self.scan("-o", "/dev/full", "a.cu", status=2).stderr)
        self.write("out", "before")
        self.scan("-o", "out", "--baseline", "a.cu", "a.cu", status=2)
        self.assertEqual((self.folder / "out").read_text(), "before")


class Baseline(InAFolder):
    def test_what_is_no_baseline(self):
        self.write("a.cu")
        self.write("folder/b.cu")
        for name, reason in (("/nonexist", "the baseline cannot be read: No such file or directory"), ("a.cu", "the baseline is no output of this program"),
                             ("folder", "the baseline cannot be read: a folder")):
            self.assertEqual(self.scan("--baseline", name, "a.cu", status=2).stderr,
                             f"cuda-legacy-scan: {name}: {reason}; this writes one: cuda-legacy-scan --format json -o FILE PATH...\n")
        self.scan("--format", "json", "-o", "known.json", "a.cu", status=1)
        self.scan("--baseline", "known.json", "a.cu", status=0)


class ChangedLines(InAFolder):
    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.folder, check=True, capture_output=True,
                              text=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}).stdout

    def lines(self, *arguments, **how):
        found = json.loads(self.scan("--format=json", *arguments, **how).stdout)["findings"]
        return [(one["file"], one["line"]) for one in found]

    def test_a_diff_of_git(self):
        self.write("src/a.cu", OLD + "int a;\n")
        self.write("gone.cu", "int gone;\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "first")
        self.write("src/a.cu", OLD + "int b;\n" + OLD)
        self.write("src/new file \u00e4.cu", OLD)
        (self.folder / "gone.cu").unlink()
        self.git("add", "-A")
        for context in (0, 3):
            diff = self.git("diff", f"-U{context}", "HEAD")
            expected = [("src/a.cu", 8), ("src/new file \u00e4.cu", 3)]
            self.assertEqual(self.lines("--changed-lines", "-", "src", stdin=diff), expected)
            self.write("the.diff", diff)
            self.assertEqual(self.lines("--changed-lines=../the.diff", ".", cwd=self.folder / "src"), [(name[4:], line) for name, line in expected])
        self.assertIn("1 finding in 1 of 1 files; lines that did not change have 1\n",
                      self.scan("--changed-lines", "-", "src/a.cu", stdin=diff, status=1).stdout)
        self.scan("--changed-lines", "-", "src", stdin="", status=0)

    def test_a_diff_of_diff(self):
        self.write("a.cu", OLD * 2)
        diff = "--- a.cu.orig\t2026-01-01\n+++ a.cu\t2026-01-02\n@@ -1,2 +1,4 @@\n void f()\n {\n+    cudaThreadSynchronize();\n+}\n\\ No newline at end of file\n"
        self.assertEqual(self.lines("--changed-lines", "-", "a.cu", stdin=diff), [("a.cu", 3)])

    def test_what_is_no_diff(self):
        self.write("a.cu")
        for text, message in (("+++ a.cu\n@@ what @@\n", "line 2 is no head of a diff's hunk"), ("+++ a.cu\n@@ -1 +1,3 @@\n-a\n+b\n", "in the middle of a hunk")):
            self.assertIn(message, self.scan("--changed-lines", "-", "a.cu", stdin=text, status=2).stderr)
        self.assertIn("nowhere.diff: not there", self.scan("--changed-lines=nowhere.diff", "a.cu", status=2).stderr)
        for arguments, message in ((("--fix", "a.cu"), "--fix changes whole files"), (("--summary", "a.cu"), "--summary adds up all lines"),
                                   (("-",), "standard input is the PATH")):
            self.assertIn(message, self.scan("--changed-lines", "-", *arguments, status=2).stderr)


class Status(InAFolder):
    def test_exit_zero(self):
        self.write("a.cu")
        self.assertIn("1 finding", self.scan("--exit-zero", "a.cu", status=0).stdout)
        self.scan("--exit-zero", "nowhere.cu", status=2)
        self.scan("--exit-zero", "--fix=shuffles", "--dry-run", self.write("b.cu", SHUFFLE), status=0)

    def test_quiet(self):
        self.write("a.cu", SHUFFLE)
        self.write("b.cu", "\0")
        for option in ("--quiet", "-q"):
            result = self.scan(option, "--fix=shuffles", ".", status=1)
            self.assertRegex(result.stdout, r"^a\.cu:4:16: error: __shfl: [^\n]*\n$")
            self.assertEqual(result.stderr, "")
        self.assertIn("b.cu: skipped: binary", self.scan(".").stderr)


class Configuration(InAFolder):
    def test_all_keys(self):
        self.write("project/src/a.cu", TWO)
        self.write("project/src/old/b.cu", TWO)
        self.write("project/.cuda-legacy.toml", '# of this project\nselect = ["removed-name", \'host-sum\'] # two\nexclude = [\n  "old", # gone\n]\n')
        self.assertEqual(self.rules("project/src"), ["removed-name"])
        self.assertEqual(self.rules(".", cwd=self.folder / "project/src/old"), ["removed-name"])
        self.assertEqual(len(self.rules("--no-config", "project/src")), 4)
        self.assertEqual(self.rules("--select=unchecked-launch", "project/src"), ["unchecked-launch"])
        for key, arguments, count in (('from = "13.0"\nto = "13.1"', (), 0), ('from = "13.0"\nto = "13.1"', ("--from=12.0", "--to=13.0"), 2),
                                      ('ignore = ["removed-name", "unchecked-launch"]', (), 0), ("jobs = 3", (), 4), ("gitignore = false", (), 4)):
            self.write("project/.cuda-legacy.toml", key + "\n")
            self.assertEqual(len(self.rules(*arguments, "project")), count, key)
        self.write("project/.cuda-legacy.toml", "exit-zero = true\nquiet = true\n")
        self.assertNotIn("findings in", self.scan("project", status=0).stdout)

    def test_show_settings(self):
        text = 'from = "11.8"\nto = "13.0"\nselect = ["removed-name"]\nignore = []\nexclude = ["a\\\\b\\"c"]\nforce-exclude = true\ngitignore = false\n' \
               'include = ["/x"]\ndefine = ["N=1"]\njobs = 4\nexit-zero = false\nquiet = true\n'
        self.write("project/.cuda-legacy.toml", text)
        self.write("project/a.cu")
        self.assertEqual(self.scan("--show-settings", "project", status=0).stdout, "# project/.cuda-legacy.toml\n" + text)
        shown = self.scan("--show-settings", "--no-config", "--ignore=host-sum", "-o", "set.toml", "project", status=0)
        self.assertEqual(shown.stdout, "")
        self.assertTrue((self.folder / "set.toml").read_text().startswith('# no configuration file\nto = "13.0"\nignore = ["host-sum"]\nexclude = []\n'))
        self.scan("--config", "set.toml", "project", status=1)  # what is shown is such a file

    def test_paths_are_those_of_its_folder(self):
        self.write("project/known.json", self.scan("--format=json", self.write("project/a.cu")).stdout)
        self.write("project/.cuda-legacy.toml", 'baseline = "known.json"\n')
        self.assertEqual(self.rules(self.folder / "project/a.cu"), [])
        self.write("project/.cuda-legacy.toml", 'include = ["more"]\ndefine = ["LOW2="]\n')
        self.write("project/more/low.h", "#define LOW\n")
        self.write("project/b.cu", '#include "low.h"\n' + SHUFFLE.replace("if (v)", "LOW LOW2"))
        self.scan("--fix=shuffles", "project/b.cu", status=0)
        self.assertIn("__shfl_sync", (self.folder / "project/b.cu").read_text())
        self.scan("--config", "project/.cuda-legacy.toml", "project/a.cu", status=1)

    def test_mistakes_name_file_and_line(self):
        self.write("a.cu")
        for text, line, message in (
            ("\n\nselekt = []\n", 3, "no key is called selekt; the keys: from, to, "),
            ("select = []\n\nselect = []\n", 3, "select a second time"),
            ('select = ["removed"]\n', 1, "select: no rule is called removed; the rules: "),
            ("select = true\n", 1, "select wants a list of rules"),
            ("from = 12\n", 1, 'from wants a version as a string, such as "12.5"'),
            ('to = "99"\n', 1, "to: no CUDA 99 is known: 1.0, "),
            ("exclude = [\n  1\n]\n", 2, "exclude wants strings between [ and ]"),
            ('exclude = ["a" "b"]\n', 1, "exclude: a , or a ] is missing"),
            ('exclude = [""]\n', 1, "exclude: a pattern is empty"),
            ('exclude = ["a\n"]', 1, "a string without its end"),
            ('baseline = "a\\q"\n', 1, "a backslash stands before one of"),
            ("# one\n[scan]\n", 2, "a table: the keys stand in no table"),
            ("quiet\n", 1, "quiet wants a = and a value"),
            ("quiet = yes\n", 1, "quiet wants a value: "),
            ('quiet = "yes"\n', 1, "quiet wants true or false"),
            ("quiet = true false\n", 1, "something stands behind the value of quiet"),
            ("jobs = 0\n", 1, "jobs wants a number from 1 to 1024"),
            ("jobs = 99999\n", 1, "jobs wants a number from 1 to 1024"),
            ("= 1\n", 1, "a key is expected: one of from, to, "),
        ):
            with self.subTest(text):
                self.write(".cuda-legacy.toml", text)
                result = self.scan("a.cu", status=2)
                self.assertIn(f"cuda-legacy-scan: .cuda-legacy.toml:{line}: {message}", result.stderr)
        self.assertIn("other.toml: not there", self.scan("--config=other.toml", "a.cu", status=2).stderr)
        self.write(".cuda-legacy.toml", 'from = "13.1"\n')
        self.assertIn("--from 13.1 is not before --to 13.0", self.scan("a.cu", status=2).stderr)


class Formats(InAFolder):
    def test_github(self):
        self.write("a,b:c%.cu")
        self.write("k.cu", SHUFFLE)
        result = self.scan("--format=github", "--fix=shuffles", ".", status=1)
        self.assertEqual(result.stdout.splitlines(), [
            "::error file=a%2Cb%3Ac%25.cu,line=3,col=5,title=removed-name::cudaThreadSynchronize: removed in CUDA 13.0; "
            "use cudaDeviceSynchronize [migration-notes/thread_management.md]",
            "::error file=k.cu,line=4,col=16,title=removed-name::__shfl: removed in CUDA 13.0; use __shfl_sync [migration-notes/warp_functions.md]",
            "::notice file=k.cu,line=4,col=16,title=--fix=shuffles::left as it is: __shfl: not all lanes may take the branch of line 4"])

    def test_refusals(self):
        self.write("k.cu", SHUFFLE)
        clock = "void f()\n{\n    clock_t a, b;\n    a = clock();\n    k<<<1, 1>>>();\n    g();\n    b = clock();\n    h((double)(b - a) / CLOCKS_PER_SEC);\n}\n"
        self.write("c.cu", clock)
        arguments = ("--fix=shuffles,clock", "c.cu", "k.cu")
        value = json.loads(self.scan("--format=json", *arguments, status=1).stdout)
        self.assertEqual(value["refused_fixes"], [
            {"file": "c.cu", "line": 6, "column": 5, "fix": "clock",
             "reason": "this stands between the readings of a and b, too: its time is the host's"},
            {"file": "k.cu", "line": 4, "column": 16, "fix": "shuffles", "reason": "__shfl: not all lanes may take the branch of line 4"}])
        value = json.loads(self.scan("--format=sarif", *arguments, status=1).stdout)
        schema = json.loads((Path(__file__).parent / "sarif_schema.json").read_text())
        self.assertEqual(list(json_schema.errors(value, schema)), [])
        told = value["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        self.assertEqual([one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in told], [6, 4])
        self.assertEqual(told[1]["message"]["text"], "--fix=shuffles left it as it is: __shfl: not all lanes may take the branch of line 4")
        self.assertEqual(json.loads(self.scan("--format=json", "k.cu").stdout)["refused_fixes"], [])

    def test_sarif_has_the_pages(self):
        self.write("a.cu")
        (rule,) = json.loads(self.scan("--format=sarif", "a.cu").stdout)["runs"][0]["tool"]["driver"]["rules"]
        page = self.scan("explain", "removed-name").stdout
        self.assertIn(rule["help"]["markdown"], page)
        self.assertTrue(page.replace("\n", " ").startswith("removed-name: " + rule["shortDescription"]["text"] + "  " + rule["fullDescription"]["text"]))


class StandardInput(InAFolder):
    def test_it(self):
        result = self.scan("-", stdin=OLD, status=1)
        self.assertIn("stdin.cu:3:5: error: cudaThreadSynchronize: ", result.stdout)
        self.assertIn("x/y.cpp:3:5: ", self.scan("--stdin-filename", "x/y.cpp", "-", stdin=OLD, status=1).stdout)
        self.scan("--stdin-filename=x/CMakeLists.txt", "-", stdin="find_package(CUDA)\n", status=1)
        self.scan("-", stdin="", status=0)
        self.assertIn("stdin.cu: cannot be scanned: binary", self.scan("-", stdin="\0", status=2).stderr)

    def test_its_configuration(self):
        self.write("project/.cuda-legacy.toml", 'ignore = ["removed-name"]\n')
        self.scan("--stdin-filename=project/a.cu", "-", stdin=OLD, status=0)
        self.scan("--stdin-filename=a.cu", "-", stdin=OLD, status=1)

    def test_fixes(self):
        diff = self.scan("--fix", "--dry-run", "--stdin-filename=a.cu", "-", stdin=OLD, status=1).stdout
        self.assertIn("--- a/a.cu\n+++ b/a.cu\n", diff)
        for arguments, message in ((("--fix", "-"), "--fix cannot change standard input: --dry-run prints what would change"),
                                   (("--fix=textures", "--dry-run", "-"), "--fix=textures needs files"),
                                   (("-", "a.cu"), "- is the only PATH")):
            self.assertIn(message, self.scan(*arguments, status=2).stderr)

    def test_a_file_of_that_name(self):
        self.write("-")
        self.assertIn("./-:3:5: error", self.scan("--", "-", status=1).stdout)


class Terminal(InAFolder):
    def test_progress(self):
        """A line on a terminal, written over, once a run takes long; none in a file."""
        for i in range(3000):
            self.write(f"{i}.cu", "int a;\n" * 3000)
        child, terminal = pty.openpty()
        process = subprocess.Popen([PROGRAM, "--jobs=1", ".", ".", ".", ".", ".", "."], stdout=subprocess.DEVNULL, stderr=terminal, cwd=self.folder)
        os.close(terminal)
        written = b""
        began = time.monotonic()
        while True:
            try:
                part = os.read(child, 4096)
            except OSError:
                break
            if not part:
                break
            written += part
        os.close(child)
        self.assertEqual(process.wait(), 0)
        if time.monotonic() - began < 0.7:
            self.skipTest("too quick to have progress")
        self.assertRegex(written, rb"^(\r\d+ files)+\r\x1b\[K$")
        self.assertEqual(self.scan("--jobs=1", ".").stderr, "")


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
