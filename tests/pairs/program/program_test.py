#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `pairs`: what it accepts, what it says, how it ends.

usage: program_test.py PAIRS
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

PAIRS = None
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def run(*arguments, **environment):
    return subprocess.run(
        [PAIRS, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, env={**os.environ, **environment}
    )


def run_on_terminal(*arguments, rows=10, columns=100, **environment):
    """Gives (status, text on the terminal). A variable with the value None is not set."""
    environment = {"TERM": "xterm", "PAGER": None, "LESS": None, "NO_COLOR": None, **environment}
    environment = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    terminal, stdout = pty.openpty()
    fcntl.ioctl(stdout, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with subprocess.Popen([PAIRS, *arguments], stdin=subprocess.DEVNULL, stdout=stdout, env=environment) as process:
        os.close(stdout)
        text = b""
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            text += part
    os.close(terminal)
    return process.returncode, text.decode().replace("\r\n", "\n")


class WrongCommandLines(unittest.TestCase):
    def refused(self, message, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 2, arguments)
        self.assertEqual(result.stdout, "", arguments)
        self.assertIn(message, result.stderr)
        self.assertIn("pairs --help", result.stderr)

    def test_commands(self):
        self.refused("subcommand")
        self.refused("there is no command 'nothing'", "nothing")

    def test_slugs(self):
        self.refused("there is no pair 'texture/array_9d'", "run", "texture/array_9d")
        self.refused("there is no pair 'array_9d'", "diff", "array_9d")
        self.refused("there is no pair '1d'", "diff", "1d")
        self.refused("slug is required", "diff")

    def test_numbers(self):
        for wrong in ("-1", "x", "1e6", "1.5", "12x", "999999999999999999999999"):
            self.refused(f"must be a whole number from 0 to 68719476736, not '{wrong}'", "run", f"--n={wrong}")
        self.refused("must be a whole number from 0 to 4294967295, not '-3'", "run", "--seed=-3")

    def test_devices(self):
        self.refused("must be gpu or emulated, not 'tpu'", "run", "--device", "tpu")


    def test_the_last_part_of_several_slugs(self):
        """The name is refused, and the error lists all slugs."""
        slugs = [line.split()[0] for line in run("list").stdout.splitlines()]
        lasts = [slug.split("/")[1] for slug in slugs]
        several = sorted({last for last in lasts if lasts.count(last) > 1})
        self.assertTrue(several, "no two slugs end alike, so this tests nothing")
        for last in several:
            for command in ("diff", "run"):
                self.refused(f"'{last}' may be {' or '.join(slug for slug in slugs if slug.endswith('/' + last))}", command, last)


class Listing(unittest.TestCase):
    def test_every_pair_has_a_line(self):
        result = run("list")
        self.assertEqual(result.returncode, 0)
        slugs = [line.split()[0] for line in result.stdout.splitlines()]
        self.assertIn("texture/array_1d", slugs)
        self.assertEqual(slugs, sorted(slugs))

    def test_within_the_width(self):
        result = run("list", COLUMNS="80")
        self.assertLessEqual(max(map(len, result.stdout.splitlines())), 80)

    def test_help(self):
        for arguments in (["--help"], ["run", "--help"]):
            result = run(*arguments)
            self.assertEqual(result.returncode, 0)
            self.assertEqual(result.stderr, "")
        self.assertIn("--json", result.stdout)

    def test_output_that_finds_no_room(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in (["list"], ["diff", "texture/array_1d"]):
                result = subprocess.run([PAIRS, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(result.returncode, 1, arguments)
                self.assertIn("cannot write all of the output", result.stderr)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^cuda_legacy \d+\.\d+\.\d+\n$")


class Diff(unittest.TestCase):
    def shown(self, *arguments, width=160):
        result = run("diff", *arguments, COLUMNS=str(width))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_both_sides_within_the_width(self):
        text = self.shown("texture/array_1d", width=100)
        self.assertIn("cudaBindTextureToArray", text)
        self.assertIn("texture_object", text)
        self.assertNotIn("\033", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_a_width_that_no_terminal_has(self):
        usual = self.shown("texture/array_1d")
        for width in ("99999999999999", "70000", "-1", "x", "0", ""):
            self.assertEqual(self.shown("texture/array_1d", width=width), usual, width)

    def test_slugs(self):
        """Short names also work, in any number. The order stays, and duplicates are dropped."""
        self.assertEqual(self.shown("array_1d"), self.shown("texture/array_1d"))
        self.assertEqual(self.shown("shared_copy", "array_1d", "memory/shared_copy"),
                         self.shown("memory/shared_copy") + "\n" + self.shown("texture/array_1d"))

    def test_heads(self):
        with_heads, without = self.shown("array_1d"), self.shown("array_1d", "--no-head")
        self.assertTrue(with_heads.endswith(without))
        self.assertIn("\nDefects: kept: ", with_heads)
        self.assertNotIn("Defects:", without)
        self.assertNotIn("Source:", without)

    def test_the_fast_stage(self):
        """Compares with the twin. Without a fast stage, an error comes before any output."""
        slugs = [line.split()[0] for line in run("list").stdout.splitlines()]
        has_one = {slug: os.path.exists(f"{ROOT}/modern/{slug}_fast.cu") for slug in slugs}
        self.assertIn(False, has_one.values())
        for slug, there in has_one.items():
            with self.subTest(slug):
                if there:
                    self.assertRegex(self.shown(slug, "--fast"), rf"(?m)^ +modern/{slug}\.cu +modern/{slug}_fast\.cu$")
                    continue
                result = run("diff", "texture/array_1d", slug, "--fast")
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn("has no fast stage: there is no modern/", result.stderr)

    def test_every_pair_at_every_width(self):
        """No row is too wide, and no code of either file is lost."""
        for slug in (line.split()[0] for line in run("list").stdout.splitlines()):
            for width in (60, 81, 200):
                with self.subTest(slug, width=width):
                    text = self.shown(slug, width=width)
                    self.assertLessEqual(max(map(len, text.splitlines())), width)
                    rows = self.shown(slug, "--no-head", width=width).splitlines()
                    files = []
                    for name in ("legacy", "modern"):
                        with open(f"{ROOT}/{name}/{slug}.cu", encoding="utf-8") as file:
                            files.append(file.read())
                    number = len(str(max(file.count("\n") for file in files))) + 1  # the line number and a blank
                    column = (width - 3 - 2 * number) // 2
                    for name, begin, file in zip(("legacy", "modern"), (number, 2 * number + column + 3), files):
                        shown = "".join(row[begin:begin + column] for row in rows)
                        code = re.sub(r"\A(//.*\n)*", "", file)
                        self.assertEqual(squeezed(shown), squeezed(f"{name}/{slug}.cu" + code))


def squeezed(text):
    """Removes what `pairs diff` may change: blanks, and the slashes of comments that it breaks again."""
    return re.sub(r"\s|/", "", text)


class KernelsAlone(unittest.TestCase):
    def test_neither_heads_nor_host_code(self):
        result = run("diff", "--kernel", "memory/shared_copy", COLUMNS="160")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("__syncthreads();", result.stdout)
        for left_out in ("cudaMalloc", "Source:", "#include", "int main"):
            self.assertNotIn(left_out, result.stdout)

    def test_a_pair_without_kernels(self):
        result = run("diff", "--kernel", "device/query")
        self.assertEqual(result.returncode, 1)
        self.assertIn("have no kernel of their own", result.stderr)


class Exported(unittest.TestCase):
    """Writes an example as one file. site/single.py makes the same file for the pages."""

    def test_the_same_as_on_the_pages(self):
        sys.path.insert(0, os.path.join(ROOT, "migration-notes", "site"))
        import single
        root = pathlib.Path(ROOT)
        for line in run("list").stdout.splitlines():
            slug = line.split()[0]
            text = run("export", "--single", slug).stdout
            self.assertEqual(text, single.single_file(root, f"modern/{slug}.cu"), slug)
            self.assertNotIn("support/cuda.hpp\"", text)
            for side in ("legacy", "modern"):
                lines = single.lines_of(root / side / f"{slug}.cu")
                first, last = single.kernel_lines(lines)
                if side == "legacy" and first < last:
                    shown = run("diff", "--kernel", slug, COLUMNS="300").stdout
                    self.assertRegex(shown, rf"(?m)^ *{first + 1} ", slug)

    def test_stages(self):
        with open(os.path.join(ROOT, "legacy/texture/array_1d.cu"), encoding="utf-8") as file:
            self.assertEqual(run("export", "--legacy", "array_1d").stdout, file.read())
        with open(os.path.join(ROOT, "modern/matmul/tiled_fast.cu"), encoding="utf-8") as file:
            self.assertEqual(run("export", "--fast", "tiled").stdout, file.read())
        self.assertEqual(run("export", "--fast", "array_1d").returncode, 1)
        self.assertEqual(run("export", "--fast", "--legacy", "tiled").returncode, 2)
        self.assertEqual(run("export").returncode, 2)


class DiffOnATerminal(unittest.TestCase):
    marked = "sed s/^/paged:/"

    def test_colour(self):
        status, text = run_on_terminal("diff", "array_1d", rows=1000)
        self.assertEqual(status, 0)
        self.assertIn("\033[31m", text)
        plain = run("diff", "array_1d", COLUMNS="100").stdout
        self.assertEqual(re.sub("\033\\[[0-9]+m", "", text), plain)
        for without in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertEqual(run_on_terminal("diff", "array_1d", rows=1000, **without), (0, plain), without)
        self.assertIn("\033[31m", run_on_terminal("diff", "array_1d", rows=1000, NO_COLOR="")[1])

    def test_more_than_a_screen_goes_through_the_pager(self):
        plain = run_on_terminal("diff", "array_1d", "--no-pager")[1]
        self.assertNotIn("paged:", plain)
        marked = "".join(f"paged:{line}\n" for line in plain.splitlines())
        lines = plain.count("\n")
        self.assertEqual(run_on_terminal("diff", "array_1d", PAGER=self.marked), (0, marked))
        self.assertEqual(run_on_terminal("diff", "array_1d", rows=lines, PAGER=self.marked), (0, marked))
        self.assertEqual(run_on_terminal("diff", "array_1d", rows=lines + 1, PAGER=self.marked), (0, plain))

    def test_no_pager(self):
        plain = run_on_terminal("diff", "array_1d", "--no-pager", PAGER=self.marked)
        self.assertNotIn("paged:", plain[1])
        for pager in ("", "cat"):
            self.assertEqual(run_on_terminal("diff", "array_1d", PAGER=pager), plain)
        self.assertNotIn("paged:", run_on_terminal("diff", "array_1d", PAGER=self.marked, TERM="dumb")[1])
        # Output into a pipe.
        self.assertNotIn("paged:", run("diff", "array_1d", PAGER=self.marked).stdout)

    def test_a_pager_that_is_not_there(self):
        plain = run_on_terminal("diff", "array_1d", "--no-pager")[1]
        status, text = run_on_terminal("diff", "array_1d", PAGER="no_such_pager_anywhere 2>/dev/null")
        self.assertEqual((status, text), (0, plain))
        with tempfile.TemporaryDirectory() as nothing:
            self.assertEqual(run_on_terminal("diff", "array_1d", PATH=nothing), (0, plain))

    def test_a_pager_that_ends_early(self):
        status, text = run_on_terminal("diff", "array_1d", "shared_copy", "read_offset", PAGER="head -n 1")
        self.assertEqual((status, text.count("\n")), (0, 1))

    def test_less_as_git_calls_it(self):
        with tempfile.TemporaryDirectory() as folder:
            less = os.path.join(folder, "less")
            with open(less, "w", encoding="utf-8") as script:
                script.write('#!/bin/sh\ncat >/dev/null\necho "less $* with $LESS"\n')
            os.chmod(less, 0o755)
            path = folder + ":" + os.environ["PATH"]
            self.assertEqual(run_on_terminal("diff", "array_1d", PATH=path), (0, "less -R with FRX\n"))
            self.assertEqual(run_on_terminal("diff", "array_1d", PATH=path, LESS="i"), (0, "less -R with i\n"))


class Running(unittest.TestCase):
    """Without a device the program says so and writes nothing. With a device, the results agree."""

    def test_run(self):
        with tempfile.TemporaryDirectory(prefix="with space ") as folder:
            path = os.path.join(folder, "pairs.json")
            result = run("run", "--json", path)
            if result.returncode == 77:
                self.assertIn("nothing can run here", result.stderr)
                self.assertEqual(os.listdir(folder), [])
                return
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            with open(path, encoding="utf-8") as file:
                written = json.load(file)
            self.assertTrue(all(one["agree"] for one in written["pairs"]))
            self.assertEqual(os.listdir(folder), ["pairs.json"])

    def test_emulated(self):
        """Shows counters of one run instead of times, within the terminal's width."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pairs.json")
            arguments = ("run", "memory/read_offset", "--device", "emulated", "--json", path)
            result = run(*arguments, COLUMNS="80")
            if result.returncode == 3:
                self.skipTest("the emulated device is not built")
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertLessEqual(max(map(len, result.stdout.splitlines())), 80)
            self.assertRegex(result.stdout, r"\n +stage +compared +launches +instructions +sectors +conflicts +replays\n")
            self.assertRegex(result.stdout, r"\n +legacy +1 +25\.2M +4\.67 +0 +0\n")
            self.assertRegex(result.stdout, r"\n +modern +identical +1 +[0-9.]+M +[0-9.]+ +0 +0\n")
            self.assertNotIn("milliseconds", result.stdout)
            with open(path, encoding="utf-8") as file:
                (pair,) = json.load(file)["pairs"]
        (kernel,) = pair["legacy"]["kernels"]
        # The document's warmup kernel is not counted, and the other kernel is counted once.
        self.assertEqual((kernel["kernel"], kernel["launches"]), ("readOffset", 1))
        self.assertEqual(kernel["global_loads"]["lines_128"], 131070)
        self.assertNotIn("kernel_ms", pair["legacy"])
        self.assertEqual((pair["legacy"]["launches"], pair["modern"]["launches"]), (1, 1))
        wide = run(*arguments[:4], COLUMNS="300")
        rows = [line for line in wide.stdout.splitlines() if line.startswith("memory/read_offset")]
        self.assertRegex(rows[0], r"^memory/read_offset +[0-9]+  [0-9.]+ \.\. [0-9.]+ +legacy +1 +25\.2M +4\.67 +0 +0$")
        self.assertRegex(wide.stdout, r"\n {40,}modern +identical +1 ")  # repeats neither the pair nor its result

    def test_the_last_part_of_a_slug(self):
        result = run("run", "array_1d", "texture/array_1d", "--n", "10")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"\ntexture/array_1d +10 ")
        self.assertIn("\n1 of 1 pairs agree.\n", result.stdout)

    def test_launches(self):
        """The numbers are sums over the kernels, here over three copies. A stage without numbers says so."""
        result = run("run", "memory/read_only_copy", "--n", "1024", COLUMNS="300")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertRegex(result.stdout, r" legacy +3 ")
        self.assertRegex(result.stdout, r"\n +modern +identical +[0-9] ")
        outside = run("run", "dot_product/divergent_barrier", "--n", "100", COLUMNS="300")
        self.assertRegex(outside.stdout, r" legacy +outside\n.* modern +right +1 ")

    def test_a_file_that_cannot_be_written(self):
        result = run("run", "texture/array_1d", "--json", "/nowhere/pairs.json")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertEqual((result.returncode, result.stdout), (1, ""))  # the error comes before any run
        self.assertIn("cannot write /nowhere/pairs.json: No such file or directory", result.stderr)
        with tempfile.TemporaryDirectory() as folder:
            result = run("run", "texture/array_1d", "--json", os.path.join(folder, "taken"))
            self.assertEqual(result.returncode, 0, result.stderr)
            os.mkdir(os.path.join(folder, "folder"))
            result = run("run", "texture/array_1d", "--json", os.path.join(folder, "folder"))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("Is a directory", result.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["folder", "taken"])
        self.assertEqual(run("run", "--json", "").returncode, 2)

    def test_what_stands_at_the_name_stays(self):
        """A link is followed, a pipe gets the output, and no other file is overwritten."""
        with tempfile.TemporaryDirectory() as folder:
            link, file, pipe = (os.path.join(folder, name) for name in ("link", "file", "pipe"))
            os.symlink("file", link)
            result = run("run", "texture/array_1d", "--json", link)
            if result.returncode == 77:
                self.skipTest("no device")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(os.path.islink(link))
            with open(file, encoding="utf-8") as written:
                self.assertTrue(json.load(written)["pairs"])
            os.mkfifo(pipe)
            with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
                result = run("run", "texture/array_1d", "--json", pipe)
                read = reader.communicate(timeout=60)[0]
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(json.loads(read)["pairs"])
            self.assertEqual(sorted(os.listdir(folder)), ["file", "link", "pipe"])

    def test_more_than_the_host_has(self):
        result = run("run", "memory/read_offset", "--n", "68719476736")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertEqual(result.returncode, 1)
        self.assertIn("needs about 1536.0 GiB of host memory", result.stdout)

    def test_a_size_that_the_twin_refuses(self):
        result = run("run", "memory/shared_copy", "--n", "1000", COLUMNS="300")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertEqual(result.returncode, 1)
        self.assertIn("size 1000 is outside of the twin's domain: no multiple of 256", result.stdout)
        self.assertEqual(run("run", "memory/shared_copy", "--n", "1024").returncode, 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PAIRS = sys.argv.pop(1)
    unittest.main()
