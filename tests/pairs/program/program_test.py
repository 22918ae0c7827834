#!/usr/bin/env python3
"""The command line of `pairs`: what it accepts, what it says, how it ends.

usage: program_test.py PAIRS
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

PAIRS = None


def run(*arguments, **environment):
    return subprocess.run(
        [PAIRS, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, env={**os.environ, **environment}
    )


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
        self.refused("there is no pair 'array_1d'", "diff", "array_1d")
        self.refused("slug is required", "diff")

    def test_numbers(self):
        for wrong in ("-1", "x", "1e6", "1.5", "12x", "999999999999999999999999"):
            self.refused(f"must be a whole number from 0 to 68719476736, not '{wrong}'", "run", f"--n={wrong}")
        self.refused("must be a whole number from 0 to 4294967295, not '-3'", "run", "--seed=-3")

    def test_devices(self):
        self.refused("must be gpu or emulated, not 'tpu'", "run", "--device", "tpu")


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
    def test_both_sides_within_the_width(self):
        result = run("diff", "texture/array_1d", COLUMNS="100")
        self.assertEqual(result.returncode, 0)
        self.assertIn("cudaBindTextureToArray", result.stdout)
        self.assertIn("texture_object", result.stdout)
        self.assertNotIn("\033", result.stdout)
        self.assertEqual(max(map(len, result.stdout.splitlines())), 100)

    def test_a_width_that_no_terminal_has(self):
        usual = run("diff", "texture/array_1d", COLUMNS="160").stdout
        for width in ("99999999999999", "70000", "-1", "x", "0", ""):
            self.assertEqual(run("diff", "texture/array_1d", COLUMNS=width).stdout, usual, width)

    def test_every_pair_on_a_narrow_terminal(self):
        for line in run("list").stdout.splitlines():
            slug = line.split()[0]
            with self.subTest(slug):
                result = run("diff", slug, COLUMNS="60")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertLessEqual(max(map(len, result.stdout.splitlines())), 60)


class Running(unittest.TestCase):
    """Without a device the program says so and nothing is written; with one it agrees."""

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
        """Counters instead of times, of one run; within the terminal's width."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pairs.json")
            arguments = ("run", "memory/read_offset", "--device", "emulated", "--json", path)
            result = run(*arguments, COLUMNS="80")
            if result.returncode == 3:
                self.skipTest("the emulated device is not built")
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertLessEqual(max(map(len, result.stdout.splitlines())), 80)
            self.assertRegex(result.stdout, r"launches +instructions +sectors/request +bank conflicts +constant replays\n")
            self.assertRegex(result.stdout, r"\n +1 -> 1 +25\.2M -> [0-9.]+M +4\.67 -> [0-9.]+ +0 -> 0 +0 -> 0\n")
            self.assertNotIn(" ms", result.stdout)
            with open(path, encoding="utf-8") as file:
                (pair,) = json.load(file)["pairs"]
        (kernel,) = pair["legacy"]["kernels"]
        # The document's warmup kernel is not counted, and the kernel once.
        self.assertEqual((kernel["kernel"], kernel["launches"]), ("readOffset", 1))
        self.assertEqual(kernel["global_loads"]["lines_128"], 131070)
        self.assertNotIn("kernel_ms", pair["legacy"])
        self.assertEqual((pair["legacy"]["launches"], pair["modern"]["launches"]), (1, 1))
        wide = run(*arguments[:4], COLUMNS="300")
        rows = [line for line in wide.stdout.splitlines() if line.startswith("memory/read_offset")]
        self.assertRegex(rows[0], r" identical .* 0 -> 0 +0 -> 0  ")

    def test_launches(self):
        """What the numbers beside them are sums over: here of three copies, and of one for all three."""
        result = run("run", "memory/read_only_copy", "--n", "1024", COLUMNS="300")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertRegex(result.stdout, r" identical +3 -> 1 ")
        outside = run("run", "dot_product/divergent_barrier", "--n", "100", COLUMNS="300")
        self.assertRegex(outside.stdout, r" modern right +- -> 1 ")

    def test_a_file_that_cannot_be_written(self):
        result = run("run", "texture/array_1d", "--json", "/nowhere/pairs.json")
        if result.returncode == 77:
            self.skipTest("no device")
        self.assertEqual((result.returncode, result.stdout), (1, ""))  # said before anything runs
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
        """A link leads on, a pipe takes what comes, and nobody's file is in the way."""
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


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PAIRS = sys.argv.pop(1)
    unittest.main()
