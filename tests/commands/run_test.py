#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of ./run, in a copy of the project, with stand-ins for the tools that it calls."""
import os
import re
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ("cuda_13_5_requirements.txt", "cuda_13_0_requirements.txt", "cuda_13_2_requirements.txt")
LOADED = "\tlibcudart.so.13 => /somewhere/libcudart.so.13 (0x0)"
# Installs nothing but an nvcc, and says what it was asked for.
PIP = """case "$*" in
  "-m pip --version") exit 0 ;;
  "-m pip install "*) ;;
  *) exec /usr/bin/env -i PATH=/usr/bin:/bin python3 "$@" ;;
esac
for word; do
  [ "$previous" = --target ] && target=$word
  [ "$previous" = -r ] && requirements=$word
  previous=$word
done
echo "$*" >> "$CALLS.pip"
cat "$requirements" > "$CALLS.requirements" || exit 1
mkdir -p "$target/nvidia/cu13/bin" "$target/nvidia/cu13/lib" "$target/nvcc.dist-info"
cp "${0%/*}/nvcc" "$target/nvidia/cu13/bin/nvcc"
"""


class Run(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.root, self.tools = self.folder / "project", self.folder / "tools"
        (self.root / "tests/support").mkdir(parents=True)
        shutil.copy(ROOT / "run", self.root)
        (self.root / "tests/tools").mkdir()
        for name in ("build.sh", "options.sh", "toolchain.sh"):
            shutil.copy(ROOT / "tests/tools" / name, self.root / "tests/tools")
        for name in REQUIREMENTS:
            shutil.copy(ROOT / "tests/support" / name, self.root / "tests/support")
        self.tools.mkdir()
        # With these nothing is missing, so nothing is installed.
        self.tool("g++", "cat > /dev/null")
        self.tool("ninja", "exit 0")
        self.tool("apt-get", "echo apt-get was called >&2; exit 1")
        self.tool("cmake", '[ "$1" = --version ] && echo "cmake version 3.25.1"; echo "$*" >> "$CALLS.cmake"')
        self.tool("nvcc", '[ "$1" != --version ] || echo "Cuda compilation tools, release 13.0, V13.0.88"')
        self.tool("ldd", f"printf '{LOADED}\\n'")
        self.tool("program", 'echo "$1, $LD_LIBRARY_PATH"; exit 5')

    def tool(self, name, script):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_command(self, *arguments, user=None, **environment):
        environment = {"PATH": f"{self.tools}:/usr/bin:/bin", "HOME": str(self.folder),
                       "CALLS": str(self.folder / "calls"), **environment}
        return subprocess.run([self.root / "run", *arguments], capture_output=True, text=True, env=environment, user=user)

    def calls(self, tool):
        path = self.folder / f"calls.{tool}"
        return path.read_text() if path.is_file() else ""


class Emulate(Run):
    def emulated(self):
        result = self.run_command("emulate", "program", "word")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertEqual(result.stdout, f"word, {self.root}/build/emulator\n")
        self.assertIn("--target emulated_device\n", self.calls("cmake"))

    def test_a_program(self):
        self.emulated()

    def test_a_program_of_many_libraries(self):
        # More than a pipe holds, behind the line that is looked for.
        self.tool("ldd", f"printf '{LOADED}\\n'; i=0; while [ $i -lt 20000 ]; do echo library $i; i=$((i + 1)); done")
        self.emulated()

    def test_a_program_with_a_library_that_is_not_found(self):
        self.tool("ldd", f"printf '{LOADED}\\n'; exit 1")
        self.emulated()

    def test_a_program_that_loads_no_runtime(self):
        self.tool("program", "exit 5 # .nv_fatbin")
        # Status and advice are those of the wheel's cuda-legacy emulate.
        inside, other = "carries CUDA's runtime library inside", "loads libcudart.so.12, and the emulated device is libcudart.so.13"
        wheel = (ROOT / "compat/python/src/cuda_legacy/emulate.py").read_text()
        for advice in (inside, "and the emulated device is {RUNTIME}: build it with CUDA 13", "build it with 'nvcc -cudart shared', with CUDA 13"):
            self.assertIn(advice, wheel)
        for script, said in (("echo libcudart.so.12 x", other), ("echo not a dynamic executable; exit 1", inside), ("exit 0", inside)):
            self.tool("ldd", script)
            result = self.run_command("emulate", "program")
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"emulate: 'program' {said}", result.stderr)
            self.assertIn("build it with CUDA 13" if said == other else "build it with 'nvcc -cudart shared', with CUDA 13", result.stderr)
        self.assertEqual(self.calls("cmake"), "")

    def test_a_program_of_the_driver_api(self):
        self.tool("ldd", "echo '\tlibcuda.so.1 => not found'")
        self.tool("program", 'echo "$1, $LD_LIBRARY_PATH"; exit 5 # .nv_fatbin')
        self.emulated()

    def test_a_program_that_may_load_kernels(self):
        self.tool("ldd", "echo libc.so.6")
        self.emulated()
        self.tool("program", 'echo "$PYCUDA_DEFAULT_NVCC_FLAGS, $NUMBA_CUDA_DEBUGINFO"')
        self.assertEqual(self.run_command("emulate", "program").stdout, "-lineinfo, 1\n")
        own = {"PYCUDA_DEFAULT_NVCC_FLAGS": "", "NUMBA_CUDA_DEBUGINFO": "0"}
        self.assertEqual(self.run_command("emulate", "program", **own).stdout, ", 0\n")

    def test_a_page_that_explains(self):
        self.tool("program", 'echo "$CUDA_EMULATOR_TRACE $1"')
        for words in (("--explain", "page.html"), ("--explain=page.html",)):
            result = self.run_command("emulate", *words, "program", "--explain")
            self.assertEqual((result.returncode, result.stdout), (0, f"{Path.cwd()}/page.html --explain\n"), result.stderr)
        for words in (("--explain",), ("--explain=", "program")):
            result = self.run_command("emulate", *words)
            self.assertEqual(result.returncode, 2)
            self.assertIn("--explain wants a file", result.stderr)
        for file in ("/nowhere/page.html", "/"):
            result = self.run_command("emulate", "--explain", file, "program")
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"'{file}' cannot be written", result.stderr)

    def test_help(self):
        result = self.run_command("emulate", "--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("emulate", result.stdout)

    def test_no_program(self):
        for arguments in ((), ("--explain", "x.html"), ("nowhere",), (str(self.folder),)):
            self.assertEqual(self.run_command("emulate", *arguments).returncode, 2)


# What a command says of wrong words, before it installs or builds anything.
WRONG = {
    ("oracle", "--bogus"): "oracle: unknown option '--bogus'; ctest --help lists",
    ("oracle", "word"): "oracle takes options of ctest, and 'word' is none: -R REGEX",
    ("oracle", "-R"): "oracle: -R wants a value",
    ("test", "--bogus"): "test: unknown option '--bogus'",
    ("test", "-R=pair"): "test: unknown option '-R=pair'",
    ("test", "--tests-regex=pair"): "ctest takes the value of --tests-regex as the next word",
    ("test", "--quick", "--timeout", "x"): "--timeout wants a number of seconds, and 'x' is none",
    ("demo", "--bogus"): "demo: unknown option '--bogus'; ./run --help lists",
    ("demo", "--device=cpu"): "demo: --device wants one of gpu, emulated, and 'cpu' is none",
    ("demo", "--n"): "demo: --n wants a whole number",
    ("demo", "area/none"): "demo: there is no pair 'area/none'",
    ("bench", "--bogus"): "bench: unknown option '--bogus'",
    ("bench", "pair"): "bench: there is no pair 'pair'",
    ("bench", "--emulated", "--bogus"): "bench --emulated: unknown option '--bogus'",
    ("bench", "--large", "--emulated"): "bench --emulated: unknown option '--large'",
    ("bench", "--emulated", "--seconds=soon"): "--seconds wants a number of seconds, and 'soon' is none",
    ("bench", "--emulated", "--json", "--write"): "--json wants a value, and '--write' is none",
    ("mutants", "--bogus"): "mutants: unknown option '--bogus'",
    ("mutants", "--stage", "old"): "mutants: --stage wants one of legacy, modern, fast, and 'old' is none",
    ("mutants", "pair"): "mutants: there is no pair 'pair'",
    ("mutants", "--list=all"): "mutants: --list takes no value",
    ("fuzz", "--seed"): "fuzz: --seed wants a whole number",
    ("fuzz", "60", "--seed=x"): "fuzz: --seed wants a whole number, and 'x' is none",
    ("fuzz", "60", "--runs=5"): "fuzz: unknown option '--runs'",
    ("fuzz", "soon"): "and 'soon' is neither",
    ("fuzz", "-5"): "fuzz: unknown option '-5'",
    ("fuzz", "0"): "and '0' is neither",
    ("fuzz", "5", "6"): "fuzz takes one number of seconds, and '6' is another",
    ("exercise", "--check"): "argument --check: expected one argument",
    ("exercise", "--check", "/"): "/ has no exercise.txt",
    ("exercise", "--bogus"): "unrecognized arguments: --bogus",
}
RIGHT = (("demo", "pair", "--seed", "3"), ("demo", "area/pair", "--device=emulated"), ("mutants", "--stage", "fast", "area/pair"),
         ("bench", "--emulated", "--seconds", ".5", "--translated"), ("fuzz", "--seed", "3", "60"), ("test", "-j8", "-LE", "gpu"),
         ("test", "-j", "-V", "--repeat", "until-pass:2", "--no-tests=ignore"), ("test", "--parallel", "2", "-R", "-x"))


class Options(Run):
    """A wrong word ends a command before it installs or builds anything."""

    def setUp(self):
        super().setUp()
        (self.root / "legacy/area").mkdir(parents=True)
        (self.root / "legacy/area/pair.cu").touch()
        shutil.copytree(ROOT / "compat/python/src/cuda_legacy", self.root / "compat/python/src/cuda_legacy")
        self.tool("cmake", 'echo "$*" >> "$CALLS.cmake"; exit 9')

    def test_wrong_words(self):
        for words, said in WRONG.items():
            with self.subTest(words):
                result = self.run_command(*words, CUDA_VISIBLE_DEVICES="")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(said, result.stderr)
                self.assertNotIn("apt-get was called", result.stderr)
                self.assertEqual(self.calls("cmake"), "")

    def test_right_words(self):
        for words in RIGHT:
            with self.subTest(words):
                self.run_command(*words)
                self.assertIn("--version\n", self.calls("cmake"))
                (self.folder / "calls.cmake").unlink()

    def test_the_name_of_an_exercise_in_a_path_with_a_blank(self):
        (root := self.folder / "a dir").symlink_to(ROOT)
        program = ["python3", "-B", root / "compat/python/src/cuda_legacy/exercises/checkout.py", root, root / "build"]
        for word, said in (("texture/frob", "run: exercise: "), ("--frob", f"usage: {root}/run exercise ")):
            self.assertIn(said, subprocess.run([*program, word], capture_output=True, text=True, cwd=self.folder).stderr)

    def test_an_output_that_cannot_be_written(self):
        script = f'"{self.root}/run" exercise --help > /dev/full'
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
        self.assertEqual((result.returncode, result.stderr), (2, "run: exercise: standard output cannot be written: No space left on device\n"))

    def listed(self, command):
        script = f"root=.; . '{ROOT}/tests/tools/options.sh'; options_of '{command}'"
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

    def test_the_lists_have_the_options_of_the_programs(self):
        tools = ROOT / "tests/tools"
        for command, file, own in (
            ("demo", ROOT / "tests/pairs/program/options.cpp", ()),
            ("bench", tools / "benchmarks/table.py", ("--from",)),
            ("bench --emulated", tools / "benchmarks/beside_cpu.py", ("--from",)),
            ("bench --emulated", tools / "benchmarks/translated.py", ("--from",)),
            ("mutants", tools / "mutants/mutants.py", ("--build",)),
            ("fuzz", ROOT / "tests/fuzz/fuzz.py", ("--targets", "--scanner", "--kernels", "--device", "--gpu", "--nvcc", "--work")),
        ):
            known = re.findall(r'(?:arguments[.]|parser[.]|run->)add_(?:argument|option|flag)\("(--[\w-]+)"', file.read_text())
            self.assertEqual(sorted({*known} - {*own}), sorted(one.split("=")[0] for one in self.listed(command)), file)
        stages = re.search(r"(?m)^STAGES = (.*)$", (tools / "mutants/mutants.py").read_text())[1]
        self.assertIn("--stage=" + "|".join(re.findall(r"\w+", stages)), self.listed("mutants"))


class Prepare(Run):
    def test_a_build_folder_of_another_user(self):
        (self.root / "build").mkdir(mode=0o555)
        self.folder.chmod(0o755)
        result = self.run_command("demo", user=65534 if os.geteuid() == 0 else None)  # root may write everywhere
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("is not yours to write", result.stderr)


class Scan(Run):
    def setUp(self):
        super().setUp()
        # The build: it makes a program that says what it was asked for.
        self.tool("made", 'echo "asked: $*"; exit 1')
        self.tool("cmake", '[ "$1" = --version ] && echo "cmake version 3.25.1"; [ "$1" = --build ] || exit 0; echo built;'
                           'cp "${0%/*}/made" "$2/cuda-legacy-scan"')
        self.tool("nvcc", "exit 1")

    def test_its_arguments_output_and_status(self):
        result = self.run_command("scan", "--help", "a b")
        self.assertEqual((result.stdout, result.returncode), ("asked: --help a b\n", 1), result.stderr)

    def test_a_build_that_fails(self):
        self.tool("cmake", '[ "$1" = --version ] && { echo "cmake version 3.25.1"; exit 0; }; echo broken; exit 1')
        result = self.run_command("scan", ".")
        self.assertEqual((result.stdout, result.returncode), ("", 2))
        self.assertIn("broken", result.stderr)
        self.assertIn("could not be built", result.stderr)

    def test_a_build_that_was_copied(self):
        """CMake refuses the folder of another place, so what was in it goes."""
        folder = self.root / "build/cuda-legacy-scan"
        folder.mkdir(parents=True)
        for place, stays in ((folder, True), ("/another/place", False)):
            (folder / "CMakeCache.txt").write_text(f"CMAKE_CACHEFILE_DIR:INTERNAL={place}\n")
            self.run_command("scan", ".")
            self.assertEqual((folder / "CMakeCache.txt").exists(), stays)


class Test(Run):
    def setUp(self):
        super().setUp()
        for name in ("tests/compat", "build"):
            (self.root / name).mkdir()
        for name in ("tests/compat/CMakeLists.txt", "tests/summary.py"):
            (self.root / name).write_text("")
        shutil.copy(ROOT / "tests/support/select_tests.py", self.root / "tests/support")
        self.tool("ctest", """case "$*" in
  *--show-only*) echo '{"tests": [{"name": "a", "backtrace": 0}, {"name": "b", "properties": [{"name": "TIMEOUT", "value": 900}]}],
    "backtraceGraph": {"files": ["tests/compat/CMakeLists.txt"], "nodes": [{"file": 0}]}}' ;;
  *) echo "$* small=$CUDA_LEGACY_SMALL" >> "$CALLS.ctest" ;;
esac""")

    def test_all_of_them(self):
        self.assertEqual(self.run_command("test", "-R", "pair").returncode, 0)
        self.assertTrue(self.calls("ctest").endswith("-R pair small=\n"), self.calls("ctest"))
        self.assertIn("--build --preset test\n", self.calls("cmake"))

    def test_the_quick_ones(self):
        result = self.run_command("test", "--quick", "-j", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(self.calls("ctest").endswith(f"-I {self.root}/build/chosen_tests.txt -j 1 small=1\n"), self.calls("ctest"))
        self.assertEqual((self.root / "build/chosen_tests.txt").read_text(), ",0,,1\n")

    def test_a_part(self):
        for words in (("--part", "others"), ("--part=others",)):
            result = self.run_command("test", *words)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("--target cuda_emulator demo device_present skipped_cases_example tests/compat/all\n", self.calls("cmake"))
            self.assertEqual((self.root / "build/chosen_tests.txt").read_text(), ",0,,1,2\n")

    def test_the_thorough_ones(self):
        for words, thorough in ((("--thorough", "-R", "pair"), "ON"), (("-R", "pair"), "OFF")):
            self.assertEqual(self.run_command("test", *words).returncode, 0)
            chosen = re.findall(r"-DCUDA_LEGACY_THOROUGH_TESTS=(\w+)", self.calls("cmake"))
            self.assertEqual(chosen[-1], thorough)
            self.assertTrue(self.calls("ctest").endswith("-R pair small=\n"), self.calls("ctest"))

    def test_wrong_words(self):
        for words in (("--part",), ("--part", "all"), ("--quick", "-R", "pair"), ("--part", "device", "-LE", "gpu"), ("--quick", "--thorough")):
            self.assertEqual(self.run_command("test", *words).returncode, 2, words)
            self.assertEqual(self.calls("cmake"), "")

    def test_without_a_gpu_for_one_architecture(self):
        self.run_command("test", CUDA_VISIBLE_DEVICES="")
        self.assertIn("-DCUDA_LEGACY_TEST_ARCHITECTURES=90-virtual", self.calls("cmake"))


class Usage(Run):
    def test_the_commands_are_those_that_it_names(self):
        usage = self.run_command()
        self.assertEqual(usage.returncode, 0)
        self.assertEqual(self.run_command("demo", "--help").stdout, usage.stdout)
        named = re.findall(r"(?m)^  ([a-z]+)  ", usage.stdout)
        script = (ROOT / "run").read_text()
        known = re.findall(r"(?m)^    ([a-z]+)\)", script[script.index("\nmain() {") :])
        self.assertEqual(sorted(named), sorted(known))
        self.assertIn("emulate", named)
        self.assertIn("fuzz", named)

    def test_another_word(self):
        for word in ("page", "x"):
            result = self.run_command(word)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"unknown command '{word}'", result.stderr)
        self.assertEqual(self.run_command("--wrong").returncode, 2)


class Oracle(Run):
    def setUp(self):
        super().setUp()
        self.tool("g++-11", "exit 0")
        self.tool("ctest", 'echo "$*" >> "$CALLS.ctest"')
        self.tool("python3", """case "$1" in
  */tests/oracle/fetch_cuda_11_8.py) echo "$2" >> "$CALLS.fetch"; exit "$FETCHED" ;;
  */tests/summary.py) exit 0 ;;
  *) exec /usr/bin/env -i PATH=/usr/bin:/bin python3 "$@" ;;
esac""")

    def test_cuda_11_8_is_fetched_before_the_build(self):
        result = self.run_command("oracle", FETCHED="0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.calls("fetch"), f"{self.root}/build/cuda-11.8\n")
        self.assertIn(f"-DCUDA_LEGACY_CUDA_11_8={self.root}/build/cuda-11.8/usr/lib/nvidia-cuda-toolkit", self.calls("cmake"))
        self.assertIn("-R ^(oracle|cuda_11_8)[.]\n", self.calls("ctest"))

    def test_without_it_nothing_is_built(self):
        self.assertEqual(self.run_command("oracle", FETCHED="1").returncode, 1)
        self.assertNotIn("--preset", self.calls("cmake"))
        self.assertEqual(self.calls("ctest"), "")


class Wheels(Run):
    """The CUDA compiler in the build folder."""

    def setUp(self):
        super().setUp()
        self.tool("python3", PIP)
        self.tool("getconf", "echo glibc 2.41")
        self.tool("uname", '[ "$1" = -m ] && echo aarch64 || echo Linux')
        self.tool("nvidia-smi", "exit 9")  # this machine's own driver must not choose the compiler

    def install(self):
        result = self.run_command("emulate", "program", CUDA_LEGACY_NO_SYSTEM_CUDA="1")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn(f"-DCMAKE_CUDA_COMPILER={self.root}/build/cuda/bin/nvcc", self.calls("cmake"))
        return self.calls("pip").count("\n")

    def test_they_are_those_of_the_requirements_by_content(self):
        self.assertEqual(self.install(), 1)
        self.assertIn("--require-hashes", self.calls("pip"))
        self.assertEqual(self.calls("requirements"), (ROOT / "tests/support" / REQUIREMENTS[0]).read_text())
        self.assertTrue((self.root / "build/cuda/lib64").is_symlink())

    def test_once_until_the_requirements_change(self):
        self.assertEqual(self.install(), 1)
        self.assertEqual(self.install(), 1)
        with open(self.root / "tests/support" / REQUIREMENTS[0], "a") as file:
            file.write("# another\n")
        self.assertEqual(self.install(), 2)

    def test_an_older_driver_wants_older_ones(self):
        for driver, glibc, wanted in (("13.5", "2.41", 0), ("13.0", "2.41", 1), ("13.0", "2.42", 2), ("13.4", "2.41", 2), ("14.0", "2.42", 0)):
            self.tool("nvidia-smi", f"echo '| NVIDIA-SMI 580.1   Driver Version: 580.1   CUDA Version: {driver}   |'")
            self.tool("getconf", f"echo glibc {glibc}")
            self.install()
            self.assertEqual(self.calls("requirements"), (ROOT / "tests/support" / REQUIREMENTS[wanted]).read_text(), (driver, glibc))

    def test_a_driver_that_does_not_answer_counts_as_none(self):
        self.tool("nvidia-smi", "echo NVIDIA-SMI has failed; exit 9")
        self.install()
        self.assertEqual(self.calls("requirements"), (ROOT / "tests/support" / REQUIREMENTS[0]).read_text())

    def test_each_wheel_has_a_sum_for_either_machine(self):
        packages = []
        for name in REQUIREMENTS:
            text = re.sub(r"(?m)^#.*\n", "", (ROOT / "tests/support" / name).read_text())
            pins = re.findall(r"([a-z-]+)==[\d.]+ \\\n    --hash=sha256:([\da-f]{64}) \\\n    --hash=sha256:([\da-f]{64})\n", text)
            self.assertEqual(text.count("=="), len(pins), name)
            self.assertEqual(len({value for pin in pins for value in pin[1:]}), 2 * len(pins), name)
            packages.append([pin[0] for pin in pins])
        self.assertEqual(packages, [packages[0]] * len(REQUIREMENTS))
        self.assertIn("nvidia-cuda-nvcc", packages[0])


class Release(Run):
    def setUp(self):
        super().setUp()
        folder = self.root / "compat/release"
        folder.mkdir(parents=True)
        (folder / "release.py").write_text("import os, sys\nopen(os.environ['CALLS'] + '.release', 'a').write(repr(sys.argv[1:]) + '\\n')\n"
                                           "sys.exit(int(os.environ.get('REFUSES', 0)))\n")

    def test_a_draft_elsewhere(self):
        result = self.run_command("release", "--draft", "--output", "a folder")
        self.assertEqual(result.returncode, 0, result.stderr)
        words = ["--build", f"{self.root}/build", "--output", "a folder", "--draft"]
        self.assertEqual(self.calls("release").splitlines(), [repr([*words, "--sources"]), repr(words)])
        self.assertIn("--target package_parts", self.calls("cmake"))

    def test_refused_before_anything_is_built(self):
        self.assertEqual(self.run_command("release", REFUSES="1").returncode, 1)
        self.assertEqual((len(self.calls("release").splitlines()), self.calls("cmake")), (1, ""))

    def test_wrong_arguments(self):
        for words in (["--output"], ["--drafts"], ["folder"]):
            result = self.run_command("release", *words)
            self.assertEqual((result.returncode, self.calls("release")), (2, ""), result.stderr)


if __name__ == "__main__":
    unittest.main()
