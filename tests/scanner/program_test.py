#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-legacy-scan as it is called: arguments, formats, files, and what it finds in this project.

  program_test.py PROGRAM
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import json_schema

ROOT = Path(__file__).resolve().parents[2]
OLD = "void f()\n{\n    cudaThreadSynchronize();\n}\n"


def scan(*arguments, cwd=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content=OLD):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def found(self, *arguments):
        result = scan("--format", "json", *arguments, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        value = json.loads(result.stdout)
        self.assertEqual(result.returncode, 1 if value["findings"] else 0)
        return value

    def files(self, *arguments):
        return [one["file"] for one in self.found(*arguments)["findings"]]


class CommandLine(InAFolder):
    def test_refusals(self):
        self.write("a.cu")
        for arguments, message in (
            ((), "no path"),
            (("nowhere",), "nowhere: not there"),
            (("a.cu/b.cu",), "a.cu/b.cu: not there"),
            (("--compile-commands", "nowhere", "."), "nowhere: no list of compile commands"),
            (("--compile-commands=a.cu", "."), "a.cu: no list of compile commands"),
            (("",), "a path is empty"),
            (("--wrong", "."), "unknown option --wrong"),
            (("--format", "xml", "."), "--format is text, json, sarif or github, not xml"),
            ((".", "--format"), "--format wants a value"),
            (("--from", "x", "."), "--from wants a version"),
            (("--to", "12.", "."), "--to wants a version"),
            (("--to", "99", "."), "--to: no CUDA 99 is known; the known ones: 1.0, 1.1, 2.0, "),
            (("--from", "12.7", "."), "--from: no CUDA 12.7 is known; the known ones: 1.0, "),
            (("--from", "13", "."), "--from 13.0 is not before --to 13.0"),
            (("--jobs", "0", "."), "--jobs wants a number"),
            (("--color=sometimes", "."), "--color is auto, always or never"),
            (("--summary=1", "."), "--summary takes no value"),
            (("--summary", "--format=json", "."), "--summary is text"),
            (("--exclude", "", "."), "--exclude wants a pattern"),
            (("--baseline", "a.cu", "."), "a.cu: the baseline is no output of this program"),
            (("--baseline", "nowhere", "."), "nowhere: the baseline cannot be read: No such file"),
        ):
            with self.subTest(arguments):
                result = scan(*arguments, cwd=self.folder)
                self.assertEqual((result.returncode, result.stdout), (2, b""))
                self.assertIn(message, result.stderr.decode())

    def test_status(self):
        self.write("old.cu")
        self.write("new.cu", "int a;\n")
        self.assertEqual(scan("old.cu", cwd=self.folder).returncode, 1)
        self.assertEqual(scan("new.cu", cwd=self.folder).returncode, 0)
        self.assertEqual(scan("--help").returncode, 0)
        self.assertIn(b"Usage: ", scan("--help").stdout)
        self.assertRegex(scan("--version").stdout.decode(), r"^cuda-legacy-scan \d+\.\d+\.\d+(-rc\.\d+)?\n$")

    def test_a_file_that_is_called_as_an_option(self):
        self.write("-a.cu")
        self.assertEqual(self.files("--", "-a.cu"), ["-a.cu"])

    def test_steps(self):
        self.write("a.cu")
        self.assertEqual(len(self.files("--from", "11", "--to", "13.0", ".")), 1)
        self.assertEqual(self.files("--from=11", "--to=12.9", "."), [])


class Hip(InAFolder):
    CALL = "template <class T> __device__ inline T pair_sum(T v) { return v + __shfl_down(v, 1); }\n"

    def test_sources_of_hip_are_left_alone(self):
        for header, found in (("<hip/hip_runtime.h>", 0), ('"hip/hip_fp16.h"', 0), ("<hipcub/hipcub.hpp>", 0), ("<cuda_runtime.h>", 1), ('"chip/a.h"', 1)):
            with self.subTest(header):
                self.write("a.hpp", f"#include {header}\n" + self.CALL)
                self.assertEqual(len(self.files("a.hpp")), found)
        self.write("a.hpp", "#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n" + self.CALL)
        self.assertEqual(len(self.files("a.hpp")), 1)  # a source of both

    def test_branches_of_its_compilers(self):
        for begin, found in (("#ifdef __HIPCC__", [4]), ("#if defined(__HIP_PLATFORM_AMD__)", [4]), ("#if !defined(__HIPCC__)", [2]),
                             ("#ifndef __HIP__", [2]), ("#ifdef OTHER", [2, 4])):
            with self.subTest(begin):
                self.write("a.cu", begin + "\n" + self.CALL + "#else\n" + self.CALL + "#endif\n")
                self.assertEqual([one["line"] for one in self.found("a.cu")["findings"]], found)


class Formats(InAFolder):
    def test_text(self):
        self.write("a.cu")
        lines = scan(".", cwd=self.folder).stdout.decode().splitlines()
        self.assertEqual(lines[0], "a.cu:3:5: error: cudaThreadSynchronize: removed in CUDA 13.0; use cudaDeviceSynchronize "
                                   "[note thread_management.md, compat has it, effort low, --fix mends it]")
        self.assertEqual(lines[1:], ["1 finding in 1 of 1 files"])

    def test_colours(self):
        self.write("a.cu")
        self.assertNotIn(b"\033", scan(".", cwd=self.folder).stdout)
        self.assertIn(b"\033", scan("--color=always", ".", cwd=self.folder).stdout)

    def test_json(self):
        self.write("a.cu")
        value = self.found(".")
        self.assertEqual((value["tool"], value["from"], value["to"]), ("cuda-legacy-scan", None, "13.0"))
        (one,) = value["findings"]
        self.assertRegex(one.pop("fingerprint"), "^[0-9a-f]{16}$")
        self.assertEqual(one, {
            "file": "a.cu", "line": 3, "column": 5, "rule": "removed-name", "name": "cudaThreadSynchronize", "level": "error",
            "message": "removed in CUDA 13.0", "deprecated": "4.0", "removed": "13.0",
            "replacement": "cudaDeviceSynchronize", "note": "thread_management.md", "pair": None, "compat": "here",
            "effort": "low", "fix": "mechanical"})
        self.assertEqual(value["summary"]["errors"], 1)

    def test_sarif(self):
        """Held against what SARIF 2.1.0 requires of the parts that are written."""
        schema = json.loads((Path(__file__).parent / "sarif_schema.json").read_text())
        name = "ü 1%.cu"
        self.write(name)
        self.write("b.cu", b"texture<int> t; \xff\xfe\n")
        self.write("c.cu", b"\0")
        for paths in ((".",), (self.folder,), ("c.cu",), (ROOT / "legacy",)):
            value = json.loads(scan("--format=sarif", *paths, cwd=self.folder).stdout)
            self.assertEqual(list(json_schema.errors(value, schema)), [])
            (run,) = value["runs"]
            rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
            self.assertEqual(rules, {result["ruleId"] for result in run["results"]})
            (invocation,) = run["invocations"]
            self.assertIs(invocation["executionSuccessful"], paths != ("c.cu",))
            if paths[0] == ROOT / "legacy":
                continue
            self.assertIn("binary", invocation["toolExecutionNotifications"][0]["message"]["text"])
        value = json.loads(scan("--format=sarif", ".", cwd=self.folder).stdout)
        uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in value["runs"][0]["results"]]
        self.assertEqual(uris, ["b.cu", "%C3%BC%201%25.cu"])

    def test_the_schema_finds_what_is_wrong(self):
        schema = json.loads((Path(__file__).parent / "sarif_schema.json").read_text())
        self.write("a.cu")
        text = scan("--format=sarif", "a.cu", cwd=self.folder).stdout.decode()
        for old, new in (('"version": "2.1.0"', '"version": "2.0"'), ('"level": "error"', '"level": "bad"'), ('"startLine": 3', '"startLine": 0'),
                         ('"uri": "a.cu"', '"uri": "a b.cu"'), ('"text"', '"words"'), ('"results"', '"findings"'), ('"name"', '"names"'),
                         ('"ruleId": "removed-name"', '"ruleId": 3')):
            with self.subTest(old):
                self.assertIn(old, text)
                self.assertNotEqual(list(json_schema.errors(json.loads(text.replace(old, new)), schema)), [])

    def test_every_rule_has_a_page(self):
        rules = set(re.findall(r'(?:add|advise)\([^;"]*?"([a-z]+-[a-z]+)"', "".join(
            path.read_text() for path in (ROOT / "compat/scanner/rules").glob("*.cpp"))))
        self.assertGreater(len(rules), 5)
        pages = re.findall(r"^## (.*)$", (ROOT / "compat/scanner/rules/RULES.md").read_text(), re.M)
        self.assertEqual(pages, sorted(pages))
        self.assertLessEqual(rules, set(pages))
        for line, rule in zip(scan("explain").stdout.decode().splitlines(), pages):
            self.assertEqual(line.split()[0], rule)

    def test_summary(self):
        self.write("a.cu", OLD + OLD)
        lines = scan("--summary", ".", cwd=self.folder).stdout.decode().splitlines()
        self.assertEqual(lines[1].split(), ["cudaThreadSynchronize", "2", "error", "13.0", "low", "here", "thread_management.md"])
        self.assertIn("effort: 2 low, 0 medium, 0 high", lines)

    def test_summary_of_a_program_s_own_names(self):
        """Kernels and variables are no removed names: their rows name the rule, behind the errors."""
        kernels = "".join(f"__global__ void k{i}(int* p) {{ *p = {i}; }}\nvoid run{i}(int* p) {{ k{i}<<<1, 1>>>(p); }}\n" for i in range(3))
        self.write("a.cu", kernels + OLD)
        rows = [line.split()[:3] for line in scan("--summary", ".", cwd=self.folder).stdout.decode().splitlines()[:4]]
        self.assertEqual(rows, [["name", "count", "level"], ["cudaThreadSynchronize", "1", "error"], ["unchecked-launch", "3", "note"], []])


class Files(InAFolder):
    def test_order_and_number_of_threads(self):
        for i in range(100):
            self.write(f"{i % 7}/{i}.cu")
        one = scan("--jobs=1", "--format=json", ".", cwd=self.folder).stdout
        self.assertEqual(one, scan("--jobs=8", "--format=json", ".", cwd=self.folder).stdout)
        self.assertEqual(len(json.loads(one)["findings"]), 100)

    def test_exclude(self):
        for name in ("a.cu", "old/b.cu", "x/old/c.cu", "x/d.cuh"):
            self.write(name)
        self.assertEqual(self.files("."), ["a.cu", "old/b.cu", "x/d.cuh", "x/old/c.cu"])
        self.assertEqual(self.files("--exclude", "old", "."), ["a.cu", "x/d.cuh"])
        self.assertEqual(self.files("--exclude=/old/", "--exclude=*.cuh", "."), ["a.cu", "x/old/c.cu"])

    def test_gitignore(self):
        for name in ("a.cu", "build/b.cu", "x/c.cu", "x/kept/d.cu", ".git/e.cu"):
            self.write(name)
        self.write(".gitignore", "/build/\n*.cu\n!a.cu\n")
        self.write("x/kept/.gitignore", "!d.cu\n")
        self.assertEqual(self.files("."), ["a.cu", "x/kept/d.cu"])
        self.assertEqual(self.files("x"), ["x/kept/d.cu"])  # the outer file counts, too
        self.assertEqual(self.files("--no-gitignore", "."), ["a.cu", "build/b.cu", "x/c.cu", "x/kept/d.cu"])
        self.assertEqual(self.files("x/c.cu"), ["x/c.cu"])  # named by the user

    def test_what_is_skipped(self):
        self.write("a.cu", b"\x7fELF\0\0")
        self.write("b.cu", OLD.encode() + b"// \xff\xfe \xe4\n")
        self.write("c.cu", "\ufeff" + OLD)
        self.write("d.cu", b"\xff\xfe" + OLD.encode("utf-16-le"))
        self.write("e.cu", b"")
        (self.folder / "f.cu").symlink_to("nowhere")
        (self.folder / "loop").symlink_to(".")
        with open(self.folder / "g.cu", "wb") as file:
            file.truncate(65 << 20)
        value = self.found(".")
        self.assertEqual([(one["file"], one["line"], one["column"]) for one in value["findings"]],
                         [("b.cu", 3, 5), ("c.cu", 3, 5), ("d.cu", 3, 5)])
        self.assertEqual(value["skipped"], [{"file": "a.cu", "reason": "binary"},
                                            {"file": "g.cu", "reason": "larger than 64 MiB"}])

    def test_a_gigantic_line(self):
        self.write("a.cu", "x " * 5_000_000 + "cudaThreadExit(); " * 2000)
        found = self.found("a.cu")["findings"]
        self.assertEqual(len(found), 2000)
        self.assertEqual((found[0]["line"], found[0]["column"]), (1, 10_000_001))

    def test_a_file_that_may_not_be_read(self):
        path = self.write("a.cu")
        path.chmod(0)
        try:
            path.read_bytes()
        except PermissionError:
            self.assertEqual(self.found(".")["skipped"], [{"file": "a.cu", "reason": "Permission denied"}])

    def test_own_header_of_that_name(self):
        self.write("a.cu", '#include "book.h"\n')
        self.assertEqual(self.files("a.cu"), ["a.cu"])
        self.write("book.h", "int a;\n")
        self.assertEqual(self.files("a.cu"), [])


    def test_own_header_below_a_folder_above(self):
        self.write("src/util/timer.h", "class Timer {};\n")
        self.write("src/base/a.cu", '#include "util/timer.h"\nTimer& GetTimer();\n')
        self.assertEqual(self.files("."), [])
        for left in ("include/timer.h", "sdk/timer.h"):  # another's: nothing is there of that name
            self.write("src/base/a.cu", f'#include "{left}"\n')
            self.assertEqual(self.files("."), ["src/base/a.cu"], left)


    def test_a_named_file_that_is_no_text(self):
        """Status 2: 0 would say that nothing was found in it. The other files are still scanned."""
        self.write("a.cu")
        self.write("b.cu", b"\x7fELF\0\0")
        self.write("other/c.cu", b"\0")
        with open(self.folder / "d.cu", "wb") as file:
            file.truncate(65 << 20)
        os.mkfifo(self.folder / "e.cu")
        for arguments, wrong in (
            (("b.cu",), ["b.cu: cannot be scanned: binary"]),
            (("--quiet", "--exit-zero", "./b.cu"), ["./b.cu: cannot be scanned: binary"]),
            (("--fix", "--dry-run", "b.cu"), ["b.cu: cannot be scanned: binary"]),
            (("a.cu", "b.cu", "d.cu", "e.cu"), [
                "b.cu: cannot be scanned: binary", "d.cu: cannot be scanned: larger than 64 MiB",
                "e.cu: cannot be scanned: not a file"]),
            (("other", "b.cu"), ["other/c.cu: skipped: binary", "b.cu: cannot be scanned: binary"]),
            (("--fix", "--dry-run", ".", "./b.cu"), [  # each file once: it is read as b.cu, and named as ./b.cu
                "b.cu: cannot be scanned: binary", "d.cu: skipped: larger than 64 MiB", "other/c.cu: skipped: binary"]),
        ):
            result = scan(*arguments, cwd=self.folder)
            self.assertEqual(result.returncode, 2, arguments)
            told = [line.removeprefix("cuda-legacy-scan: ") for line in result.stderr.decode().splitlines()]
            self.assertEqual([line for line in told if not line.endswith("would change")], wrong, arguments)
        result = scan("--format=json", "b.cu", "a.cu", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        value = json.loads(result.stdout)
        self.assertEqual([one["file"] for one in value["findings"]], ["a.cu"])
        self.assertEqual(value["skipped"], [{"file": "b.cu", "reason": "binary"}])
        (run,) = json.loads(scan("--format=sarif", "b.cu", cwd=self.folder).stdout)["runs"]
        self.assertIs(run["invocations"][0]["executionSuccessful"], False)
        (told,) = run["invocations"][0]["toolExecutionNotifications"]
        self.assertEqual((told["level"], told["message"]["text"]), ("error", "b.cu: cannot be scanned: binary"))
        self.assertEqual(scan("other", cwd=self.folder).returncode, 0)


class CompileCommands(InAFolder):
    TEXT = "#ifdef OLD\nvoid f() { cudaThreadExit(); }\n#else\nvoid f() { cudaThreadSynchronize(); }\n#endif\n"

    def list(self, *commands):
        return json.dumps([{"directory": str(self.folder), "file": file, **({"arguments": words} if isinstance(words, list) else
                                                                            {"command": words}), "output": None, "more": [1, {"a": []}]}
                           for file, words in commands])

    def names(self, *arguments):
        return [one["name"] for one in self.found(*arguments)["findings"]]

    def test_macros_of_the_command(self):
        self.write("src/a.cu", self.TEXT)
        both = ["cudaThreadExit", "cudaThreadSynchronize"]
        self.assertEqual(self.names("src"), both)
        path = self.write("elsewhere.json", self.list(("src/a.cu", "nvcc -DOLD -c src/a.cu")))
        self.assertEqual(self.names("src", "--compile-commands", path), ["cudaThreadExit"])
        self.write("build/compile_commands.json", self.list(("./src/../src/a.cu", ["nvcc", "-D", "OLD=1"])))
        self.assertEqual(self.names("."), ["cudaThreadExit"])
        self.write("compile_commands.json", self.list(("src/a.cu", "nvcc -DOLD"), ("src/a.cu", "nvcc -DOTHER")))
        self.assertEqual(self.names("."), both)

    def test_cuda_by_its_compiler(self):
        self.write("a.cpp", "double4 a;\n")
        self.assertEqual(self.names("."), [])
        self.write("compile_commands.json", self.list(("a.cpp", "g++ -x cu a.cpp")))
        self.assertEqual(self.names("."), ["double4"])

    def test_a_macro_of_an_own_header(self):
        use = "__device__ int larger(int a, int b) { return CUB_MAX(a, b); }\n"
        self.write("mine.cu", '#include "tools/deep.h"\n' + use)
        self.write("tools/deep.h", '#include "max.h"\n')
        self.write("tools/max.h", "#define CUB_MAX(a, b) ((a) > (b) ? (a) : (b))\n")
        self.write("old.cu", "#include <cub/cub.cuh>\n" + use)
        self.assertEqual(self.files("."), ["old.cu"])

    @unittest.skipIf(os.geteuid() == 0, "root reads each folder")
    def test_a_folder_that_cannot_be_read(self):
        self.write("closed/a.cu", self.TEXT)
        (self.folder / "closed").chmod(0)
        try:
            result = scan("closed", cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(b"closed: Permission denied", result.stderr)
        finally:
            (self.folder / "closed").chmod(0o700)

    def test_no_list(self):
        self.write("a.cu", self.TEXT)
        for text in ("", "{}", "[", "[{]", '["a"]', '[{"file": "a.cu", "command": "x}]', "[" * 100000):
            self.write("compile_commands.json", text)
            result = scan("--format=json", ".", cwd=self.folder)
            self.assertIn(b"compile_commands.json: no list of compile commands", result.stderr)
            self.assertEqual(len(json.loads(result.stdout)["findings"]), 2)


class Baseline(InAFolder):
    def test_it(self):
        for form in ("json", "sarif"):
            with self.subTest(form):
                self.write("a.cu", OLD)
                known = self.write("known", scan("--format", form, ".", cwd=self.folder).stdout)
                self.assertEqual(self.files("--baseline", known, "."), [])
                self.write("a.cu", "// moved down\n" + OLD)
                self.assertEqual(self.files("--baseline", known, "."), [])
                self.write("a.cu", OLD + OLD)  # a second one of the same text is new
                self.assertEqual(self.files("--baseline", known, "."), ["a.cu"])


def without_comments_and_strings(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


class ThisProject(unittest.TestCase):
    def test_all_names_of_legacy(self):
        """Held against a search by word, in text without comments and strings."""
        with open(ROOT / "migration-notes/api.csv", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["area"] != "renamed by compat"]
        # Calls that exist in both forms are found by their arguments; these are today's.
        plain = {row["name"].rpartition("::")[2] for row in rows
                 if row["kind"] != "header" and row["area"] not in ("changed signature", "waits in kernels", "CUB", "Thrust")}
        fields = {row["name"].rpartition("::")[2] for row in rows if row["kind"] == "field"}
        expected = []
        for path in sorted((ROOT / "legacy").rglob("*.cu")):
            text = path.read_text()
            for number, line in enumerate(without_comments_and_strings(text).splitlines(), 1):
                for match in re.finditer(r"\w+", line):
                    word = match.group()
                    member = line[: match.start()].rstrip().endswith((".", "->"))
                    if word in plain and member == (word in fields):
                        expected.append((path.relative_to(ROOT).as_posix(), number, match.start() + 1, word))
        self.assertGreater(len(expected), 50)
        value = json.loads(scan("--format=json", "--no-gitignore", "legacy", cwd=ROOT).stdout)
        found = [(one["file"], one["line"], one["column"], one["name"].rpartition("::")[2]) for one in value["findings"]
                 if one["rule"] in ("removed-name", "deprecated-name", "samples-helper") and not one["name"].endswith(".h")]
        self.assertEqual(found, expected)

    def test_the_pair_of_a_name_has_the_name(self):
        value = json.loads(scan("--format=json", "--no-gitignore", "legacy", cwd=ROOT).stdout)
        pairs = {(one["name"], one["pair"]) for one in value["findings"]
                 if one["rule"] in ("removed-name", "deprecated-name") and one["pair"]}
        self.assertGreater(len(pairs), 15)
        for name, pair in sorted(pairs):
            code = without_comments_and_strings((ROOT / "legacy" / (pair + ".cu")).read_text())
            self.assertIn(name.rpartition("::")[2], re.findall(r"\w+", code), pair)

    def test_nothing_old_in_modern(self):
        value = json.loads(scan("--format=json", "--no-gitignore", "modern", cwd=ROOT).stdout)
        # The CPU does add up in these twins: the documents' own way, where it is not the lesson.
        self.assertEqual([one for one in value["findings"] if one["rule"] != "host-sum"], [])


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
