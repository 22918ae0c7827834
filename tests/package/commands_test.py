# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each command of the installed wheel, without a network. nvcc is the suite's."""

import pathlib
import shlex
import shutil
import unittest

import installed

WHEEL = NVCC = None
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(cuda_legacy @version@ REQUIRED)
add_executable(old old.cpp)
target_link_libraries(old PRIVATE cuda_legacy::drop_in cuda_legacy::shims CUDA::cudart)
"""


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = installed.Installed(WHEEL)
        cls.place.write("old.cu", installed.OLD)

    @classmethod
    def tearDownClass(cls):
        cls.place.close()

    def run_command(self, *words, status=0, **variables):
        done = self.place.run("cuda-legacy", *words, **variables)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_version_and_help(self):
        self.assertEqual(self.run_command("--version").stdout, f"cuda-legacy {installed.version()}\n")
        text = self.run_command().stdout
        for command in ("scan", "fix", "verify", "migrate", "explain", "include", "nvcc", "emulate", "exercise", "cmake-dir", "prefix", "notes"):
            self.assertRegex(text, rf"(?m)^  {command}\b")
        self.assertEqual(self.place.run(self.place.python, "-m", "cuda_legacy", "--help").stdout, text)
        for command in ("emulate", "include"):
            self.assertEqual(self.run_command(command, "--help").stdout, text)

    def test_wrong_arguments(self):
        self.assertIn("unknown command 'scam'", self.run_command("scam", status=2).stderr)
        self.assertIn("takes no argument", self.run_command("include", "x", status=2).stderr)
        self.assertIn("wants a program", self.run_command("emulate", status=2).stderr)
        for option in "--coverage", "--explain":
            for words in ([option], [option + "="]):
                self.assertIn(f"{option} wants a file", self.run_command("emulate", *words, status=2).stderr)
        self.assertIn("wants a program", self.run_command("emulate", "--coverage", "x.info", status=2).stderr)
        for file in ("/nowhere/page.html", "/"):
            self.assertIn(f"'{file}' cannot be written", self.run_command("emulate", "--explain", file, "true", status=2).stderr)
        self.assertIn("no program that can be run", self.run_command("emulate", "./not-there", status=2).stderr)
        self.assertIn("build it first, with 'cuda-legacy nvcc old.cu -o PROGRAM'", self.run_command("emulate", "old.cu", status=2).stderr)
        self.place.write("run-me", "#!/bin/sh\n").chmod(0o755)
        self.assertIn("'./run-me' is one", self.run_command("emulate", "run-me", status=2).stderr)
        self.assertIn("unknown option --no", self.run_command("scan", "--no", status=2).stderr)

    def test_an_output_that_cannot_be_written(self):
        for words in ([], ["include"], ["--version"], ["notes"], ["exercise", "--list"], ["explain", "a-log"], ["scan", "old.cu"], ["scan", "--help"],
                      ["explain", "host-sum"], ["fix", "--version"]):
            self.place.write("a-log", "error: texture is not a template\n")
            done = self.place.run("bash", "-c", 'cuda-legacy "$@" > /dev/full', "-", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertRegex(done.stderr, r"^[a-z-]+: [a-z ]*output (cannot|could not) be written(: No space left on device)?\n$")
        for words in ([], ["exercise", "--list"]):  # a reader that leaves
            done = self.place.run("bash", "-c", 'cuda-legacy "$@" | true; exit ${PIPESTATUS[0]}', "-", *words)
            self.assertIn((done.returncode, done.stderr), ((0, ""), (141, "")))
        self.assertEqual(self.place.run("bash", "-c", "cuda-legacy include >&-").stderr, "")

    def test_scan(self):
        for words in (("cuda-legacy", "scan"), ("cuda-legacy-scan",)):
            done = self.place.run(*words, "old.cu")
            self.assertEqual(done.returncode, 1)
            self.assertIn("old.cu:3:1: error: texture: removed in CUDA 12.0", done.stdout)

    def test_fix(self):
        for words in (["fix"], ["fix", "--fix=mechanical"]):
            file = self.place.write("thread.cu", "int main() { return cudaThreadSynchronize(); }\n")
            self.run_command(*words, "thread.cu")
            self.assertEqual(file.read_text(encoding="utf-8"), "int main() { return cudaDeviceSynchronize(); }\n")

    def test_explain(self):
        log = self.place.write("log", 'a.cu(3): error: class "cudaDeviceProp" has no member "clockRate"\n')
        done = self.place.run("cuda-legacy", "explain", log)
        if (pathlib.Path(self.run_command("notes").stdout.strip()) / "explain").is_dir():
            self.assertEqual(done.returncode, 0)
            self.assertIn("cudaDevAttrClockRate", done.stdout)
            self.assertTrue(any(pathlib.Path(line.strip()).is_file() for line in done.stdout.splitlines()), done.stdout)
        else:
            self.assertEqual(done.returncode, 2)
            self.assertIn("errors.md has the same as a text", done.stderr)

    def test_explain_a_rule(self):
        self.assertIn("host-sum: The CPU adds up", self.run_command("explain", "host-sum").stdout)
        self.assertIn("no rule is called host-sums; the rules: ", self.run_command("explain", "host-sums", status=2).stderr)
        self.place.write("a-log", "error: texture is not a template\n")
        self.assertIn("texture_reference.md", self.run_command("explain", "a-log").stdout)

    def test_no_host_compiler(self):
        empty = self.place.place / "empty"
        empty.mkdir(exist_ok=True)
        program = str(self.place.place / "env/bin/cuda-legacy")
        said = self.place.run(program, "nvcc", "old.cu", "-o", "x", CUDACXX=NVCC, PATH=empty)
        self.assertEqual((said.returncode, said.stderr),
                         (2, "cuda-legacy: nvcc wants a host compiler, and there is no g++: on Debian and Ubuntu, apt-get install g++\n"))
        self.assertIn("release", self.place.run(program, "nvcc", "--version", CUDACXX=NVCC, PATH=empty).stdout)

    def test_exercise(self):
        self.assertIn("memory/bank_conflicts", self.run_command("exercise", "--list").stdout)
        said = self.run_command("exercise", "memory/shared_copy").stdout
        self.assertIn("cuda-legacy exercise --check shared_copy", said)
        given = self.run_command("exercise", "--check", "shared_copy", status=1, CUDACXX=NVCC).stdout
        self.assertIn("the emulated device found a defect", given)
        solution = self.run_command("exercise", "--solution", "memory/shared_copy").stdout
        self.place.write("shared_copy/shared_copy.cu", solution)
        self.assertIn("\ndone\n", self.run_command("exercise", "--check", "shared_copy", CUDACXX=NVCC).stdout)
        self.assertIn("there is no exercise 'x/y'", self.run_command("exercise", "x/y", status=2).stderr)

    def test_include(self):
        words = shlex.split(self.run_command("include").stdout)
        self.assertEqual([words[0], words[2], words[4:]], ["-I", "-isystem", ["-include", "cuda_legacy.h"]])
        self.assertTrue((pathlib.Path(words[1]) / "cuda_legacy.h").is_file())
        self.assertTrue((pathlib.Path(words[3]) / "cutil.h").is_file())

    def test_include_with_a_blank_in_the_path(self):
        """As the help says. The environment's folder has a blank in its name."""
        self.place.write("old.cpp", "#ifndef CUDA_LEGACY_VERSION\n#error not forced in\n#endif\n#include <cutil.h>\n")
        cuda = pathlib.Path(NVCC).resolve().parents[1] / "include"
        help_text = self.run_command().stdout
        for words in ("nvcc --options-file <(cuda-legacy include) old.cu", 'eval "g++ $(cuda-legacy include) old.cpp"'):
            self.assertIn(words, help_text)
            script = words.replace("nvcc", f"{shlex.quote(NVCC)} -E -o /dev/null").replace("g++", f"g++ -E -o /dev/null -I {cuda}")
            done = self.place.run("bash", "-c", script)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_notes(self):
        self.assertTrue((pathlib.Path(self.run_command("notes").stdout.strip()) / "api.csv").is_file())

    def test_build_and_run_without_a_gpu(self):
        self.run_command("nvcc", "old.cu", "-o", "old", CUDACXX=NVCC)
        done = self.run_command("emulate", "./old")
        self.assertEqual(done.stdout, installed.PRINTS)
        self.assertIn("not looked for: races in global memory", done.stderr)
        # A script is no ELF file; what it starts runs on the emulated device, too, and status and arguments pass through.
        script = self.place.write("script", '#!/bin/sh\n./old; echo "$1"; exit 7\n')
        script.chmod(0o755)
        self.assertEqual(self.run_command("emulate", "./script", "an argument", status=7).stdout, installed.PRINTS + "an argument\n")

    def test_settings_for_python(self):
        self.place.write("settings", '#!/bin/sh\necho "$PYCUDA_DEFAULT_NVCC_FLAGS, $NUMBA_CUDA_DEBUGINFO"\n').chmod(0o755)
        self.assertEqual(self.run_command("emulate", "./settings").stdout, "-lineinfo, 1\n")
        self.assertEqual(self.run_command("emulate", "./settings", NUMBA_CUDA_DEBUGINFO="").stdout, "-lineinfo, \n")
        # The lines about what was not looked for come without findings, too, as with ./run emulate.
        self.place.write("sums-up", '#!/bin/sh\necho "$CUDA_EMULATOR_SUMMARY"\n').chmod(0o755)
        self.assertEqual(self.run_command("emulate", "./sums-up").stdout, "1\n")
        self.assertEqual(self.run_command("emulate", "./sums-up", CUDA_EMULATOR_SUMMARY="0").stdout, "0\n")
        # NVIDIA's NVRTC of a wheel beside the package
        self.place.write("asks", "#!/bin/sh\necho \"$CUDA_EMULATOR_NVRTC\"\n").chmod(0o755)
        self.assertEqual(self.run_command("emulate", "./asks").stdout, "\n")
        [packages] = (self.place.place / "env/lib").glob("python*/site-packages")
        nvrtc = packages / "nvidia/cu13/lib/libnvrtc.so.13"
        nvrtc.parent.mkdir(parents=True)
        nvrtc.touch()
        self.assertEqual(self.run_command("emulate", "./asks").stdout, f"{nvrtc}\n")
        self.assertEqual(self.run_command("emulate", "./asks", CUDA_EMULATOR_NVRTC="/other").stdout, "/other\n")
        shutil.rmtree(packages / "nvidia")

    def test_a_kernel_template_of_another_source(self):
        self.place.write("fill.cu", "template <class T> __global__ void fill(T* p, T v) { p[threadIdx.x] = v; }\n"
                         "template __global__ void fill<float>(float*, float);\n")
        self.place.write("launch.cu", "template <class T> __global__ void fill(T* p, T v);\n"
                         "extern template __global__ void fill<float>(float*, float);\n"
                         "int main() { float* p; cudaMalloc(&p, 128); fill<<<1, 32>>>(p, 1.f); return cudaDeviceSynchronize(); }\n")
        self.run_command("nvcc", "fill.cu", "launch.cu", "-o", "linked", CUDACXX=NVCC)
        self.run_command("emulate", "./linked")
        # An option of the user's own counts, and nvcc takes each once.
        self.run_command("nvcc", "--static-global-template-stub=false", "fill.cu", "launch.cu", "-o", "linked", CUDACXX=NVCC)

    def test_a_finding_is_the_status(self):
        self.place.write("wrong.cu", "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n"
                         "int main() { int* p; cudaMalloc(&p, 64); k<<<1, 64>>>(p); cudaDeviceSynchronize(); cudaFree(p); }\n")
        self.run_command("nvcc", "wrong.cu", "-o", "wrong", CUDACXX=NVCC)
        self.assertIn("behind an allocation of 64 bytes", self.run_command("emulate", "./wrong", status=99).stderr)
        log = self.place.place / "a log"
        for _ in range(2):
            self.run_command("emulate", "./wrong", status=99, CUDA_EMULATOR_FINDINGS=log)
        self.assertRegex(log.read_text(encoding="utf-8"), r"\A(kernel 'k\(int\*\)', block \(0,0,0\), .* 64 bytes\n){2}\Z")
        # If the file cannot be written, the program says so. Its findings still count.
        said = self.run_command("emulate", "./wrong", status=99, CUDA_EMULATOR_FINDINGS="/not/there").stderr
        self.assertIn("findings cannot be written to '/not/there'", said)

    def test_coverage_and_a_page_that_explains(self):
        self.run_command("nvcc", "-lineinfo", "old.cu", "-o", "covered", CUDACXX=NVCC)
        self.run_command("emulate", "--explain", "page.html", "--coverage=both.info", "./covered")
        self.assertIn("<title>Trace of a CUDA program</title>", (self.place.place / "page.html").read_text(encoding="utf-8"))
        self.assertTrue((self.place.place / "both.info").is_file())
        for words in (["--coverage", "kernels.info"], ["--coverage=kernels.info"]):
            self.assertEqual(self.run_command("emulate", *words, "./covered").stdout, installed.PRINTS)
            self.assertRegex((self.place.place / "kernels.info").read_text(encoding="utf-8"), r"(?m)^SF:.*old\.cu$")

    def test_the_runtime_library_inside_of_a_program(self):
        self.run_command("nvcc", "--cudart=static", "old.cu", "-o", "static", CUDACXX=NVCC)
        self.assertIn("-cudart shared", self.run_command("emulate", "./static", status=2).stderr)

    def test_verify(self):
        self.place.write("new.cu", installed.OLD.replace("cudaThreadSynchronize", "cudaDeviceSynchronize"))
        self.run_command("nvcc", "new.cu", "-o", "new", CUDACXX=NVCC)
        self.run_command("verify", "--device", "emulated", "old.cu", "new", "--", "--emulator", "an argument of the programs", CUDACXX=NVCC)
        # A program that is fixed in part needs compat still.
        part = ["verify", "--device", "emulated", "old.cu", "new.cu"]
        self.assertIn("new.cu: could not be built; --keep-compat builds it with compat, too", self.run_command(*part, status=2, CUDACXX=NVCC).stderr)
        self.run_command(*part, "--keep-compat", CUDACXX=NVCC)
        self.place.write("other.cu", installed.OLD.replace("2 * tex", "3 * tex"))
        self.run_command("nvcc", "other.cu", "-o", "other", CUDACXX=NVCC)
        self.run_command("verify", "--device", "emulated", "old.cu", "other", status=1, CUDACXX=NVCC)

    def test_cmake_finds_it(self):
        self.place.write("CMakeLists.txt", PROJECT.replace("@version@", installed.version_of_cmake()))
        self.place.write("old.cpp", "#include <cuda_runtime.h>\n#ifndef CUDA_LEGACY_VERSION\n#error not forced in\n#endif\n"
                         "int main() { return CUDA_LEGACY_VERSION == 0; }\n")
        prefix, folder = self.run_command("prefix").stdout.strip(), self.run_command("cmake-dir").stdout.strip()
        toolkit = pathlib.Path(NVCC).resolve().parents[1]
        for kind, option in (("prefix", f"-DCMAKE_PREFIX_PATH={prefix}"), ("dir", f"-Dcuda_legacy_DIR={folder}")):
            done = self.place.run("cmake", "-S", ".", "-B", kind, option, f"-DCUDAToolkit_ROOT={toolkit}")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = self.place.run("cmake", "--build", "prefix")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Uninstall(unittest.TestCase):
    def test_nothing_is_left(self):
        place = installed.Installed(WHEEL)
        self.addCleanup(place.close)
        place.write("old.cu", installed.OLD)
        place.run("cuda-legacy", "scan", "old.cu")
        self.assertGreater(len(place.files() - place.before), 100)
        done = place.run(*installed.tools.pip(place.python), "uninstall", "--yes", "cuda-legacy")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(place.files(), place.before)
        left = list((place.place / "env").rglob("*cuda_legacy*"))
        self.assertEqual(left, [])


if __name__ == "__main__":
    installed.main(globals())
