#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scripts of the suites, on made-up checkouts and with a simulated compiler.

The simulated nvcc makes a shell script out of the lines after `//sh` in its sources and in their includes.
"""
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import page
import rodinia

HERE = pathlib.Path(__file__).resolve().parent
NVCC = r"""#!/bin/sh
sources=
while [ $# -gt 0 ]; do
    case $1 in *.cu | *.pass.cpp) sources="$sources $1" ;; -o) out=$2; shift ;; esac
    shift
done
included=$(sed -n 's/^#include "\(.*kernel.cu\|.*[.]cuh\)"$/\1/p' $sources)
if grep -q 'does not compile' $sources $included; then echo 'kernel.cu(1): error: no such thing' >&2; exit 2; fi
{ echo '#!/bin/sh'; sed -n 's,^//sh ,,p' $sources $included; } > "$out"
chmod +x "$out"
"""
RACE = "//sh echo \"cuda_emulator: kernel 'k()': race in global memory: write\" >&2; exit 99\n"
OUTSIDE = "//sh echo \"cuda_emulator: kernel 'k()': read of 4 bytes: a null pointer\" >&2; exit 99\n"
LACKING = "//sh echo \"cuda_emulator: cudaThing: not implemented\" >&2; exit 99\n"
ASSERTION = "//sh echo \"k.cu:3: void k(): block: [0,0,0], thread: [0,0,0] Assertion 'x' failed.\" >&2; exit 99\n"
ENDS = "//sh exit 0\n"
FAILS = "//sh echo no memory; exit 3\n"
SLOW = "//sh while sleep 0.1; do echo not yet; done\n"
STOPPED = "//sh echo \"cuda_emulator: the kernel did not end in time\" >&2; exit 99\n"
# The same as SLOW, and the device says what the program is doing.
PROGRESS = "cuda_emulator: CUDA_EMULATOR_PROGRESS: after"
REPORTS = (f"//sh printf '. ' >&2; echo \"{PROGRESS} 1 s: 7 launches ended\" >&2; echo \"{PROGRESS} 2 s: 9 launches ended, every $CUDA_EMULATOR_PROGRESS s\" >&2\n" + SLOW)
HANGS = "//sh echo \"cuda_emulator: still runs after $CUDA_EMULATOR_TIMEOUT s (CUDA_EMULATOR_TIMEOUT): a spin?\" >&2; exit 99\n"
BAD = "does not compile\n"
KERNEL = "__global__ void k(int *p, int n) { }\n"


class Checkout(unittest.TestCase):
    """A made-up checkout, a simulated compiler, and the scripts' runs on them."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.checkout, self.results = self.folder / "checkout", self.folder / "results"
        self.checkout.mkdir()
        self.write("nvcc", NVCC).chmod(0o755)
        self.write("device/libcudart.so.13", "")

    def write(self, path: str, text: str) -> pathlib.Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_script(self, name: str, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-B", HERE / f"{name}.py", self.checkout, "--device", self.folder / "device", "--nvcc",
             self.folder / "nvcc", "--results", self.results, "--limit", "1", "--commit", "abc", "--write", *options],
            capture_output=True, text=True, check=False)

    def outcomes(self, name: str, *options: str) -> dict[str, str]:
        done = self.run_script(name, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        recorded = json.loads((self.results / f"{name.replace('_', '-')}.json").read_text(encoding="utf-8"))
        self.assertEqual(recorded["commit"], "abc")
        return {row["program"]: row["outcome"] for row in recorded["rows"]}

    def indigo(self, names: dict[str, str]) -> None:
        self.write("checkout/codeGen/configure.txt", "/* all\n**/\nCODE:\n")
        self.write("checkout/scripts/x.py", "")
        self.write("checkout/copyright.txt", "")
        self.write("checkout/generate_all_codes.py", "import pathlib\nassert '{all}' in open('codeGen/configure.txt').read()\n"
                   f"for name, text in {names!r}.items():\n    file = pathlib.Path('generatedCodes') / f'{{name}}.cu'\n"
                   "    file.parent.mkdir(exist_ok=True)\n    file.write_text(text)\n")


class Suites(Checkout):
    def test_scor(self) -> None:
        for name, text in {"race_found": RACE, "race_missed": ENDS, "race_other": OUTSIDE, "norace_right": ENDS, "norace_told": RACE,
                           "norace_fails": FAILS, "norace_lacks": LACKING, "norace_slow": SLOW, "race_bad": BAD, "norace_hangs": HANGS}.items():
            self.write(f"checkout/microbenchmarks/src/{name}.cu", text)
        self.write("checkout/benchmarks/uts/uts_main.cu", "//sh read height children seed; test $height -gt 0 -a $seed -gt 0\n")
        self.write("checkout/benchmarks/uts/uts_kernel.cu", "")
        seeded = RACE.replace("//sh", "//sh test ${CUDA_EMULATOR_SCHEDULE:-0} -lt 3 ||").replace("; exit", "\n//sh test ${CUDA_EMULATOR_SCHEDULE:-0} -lt 3 || exit")
        self.write("checkout/microbenchmarks/src/race_seed.cu", seeded)
        self.assertEqual(self.outcomes("scor"), {
            "race_found": "right", "race_missed": "missed", "race_other": "false", "norace_right": "right", "norace_told": "false",
            "norace_fails": "wrong", "norace_lacks": "wrong", "norace_slow": "too slow", "norace_hangs": "too slow", "race_bad": "not built", "race_seed": "right",
            "uts": "right", "uts-racey": "missed"})
        by_ptx = json.loads((self.results / "scor-ptx.json").read_text(encoding="utf-8"))
        self.assertEqual(len(by_ptx["rows"]), 13)
        self.assertNotIn("CUDA_EMULATOR_CHECK_VOLATILE_RACES", by_ptx["settings"])

    def test_gpuverify(self) -> None:
        head = "//{}\n//--blockDim=2048 --gridDim=[2,2] --no-inline\n{}\n"
        failing = "xfail:NOT_ALL_VERIFIED"
        tests = {
            "found": head.format(failing, RACE) + KERNEL, "missed": head.format(failing, ENDS) + KERNEL,
            "null": head.format(failing, "//error: possible null pointer access") + OUTSIDE + KERNEL,
            "other": head.format(failing, "//possible race on A\n\n\n\n") + OUTSIDE + KERNEL,
            "asserted": head.format(failing, "//assert") + ASSERTION + KERNEL,
            "right": head.format("pass", ENDS) + KERNEL, "told": head.format("pass", RACE) + KERNEL,
            "fails": head.format("pass", FAILS) + KERNEL, "slow": head.format("pass", SLOW) + KERNEL,
            "bad": head.format("pass", BAD) + KERNEL, "front_end": head.format("xfail:BUGLE_ERROR", ENDS) + KERNEL,
            "no_body": head.format("pass", ENDS) + "__device__ int nondet(void);\n" + KERNEL,
            "others": head.format("pass", ENDS) + "__global__ void k() { __assert(__other_int(1) != 4); }\n"}
        for name, text in tests.items():
            self.write(f"checkout/testsuite/CUDA/{name}/kernel.cu", text)
        self.assertEqual(self.outcomes("gpuverify"), {
            "found": "right", "missed": "missed", "null": "right", "other": "false", "asserted": "right", "right": "right",
            "told": "false", "fails": "wrong", "slow": "too slow", "bad": "not built", "front_end": "not applicable",
            "no_body": "not applicable", "others": "not applicable"})

    def test_the_launcher_knows_the_kernel(self) -> None:
        self.write("checkout/testsuite/CUDA/k/kernel.cu", "//pass\n//--blockDim=[8,4] --gridDim=2 -DWIDTH=3\n" + ENDS +
                   "__global__ void k(volatile float *p, int n, int m) { __requires(n == blockDim.x); __requires(m < 9); }\n")
        self.outcomes("gpuverify", "--work", str(self.folder / "work"))
        text = (self.folder / "work/k.cu").read_text(encoding="utf-8")
        for part in ("gridDim(2), blockDim(8, 4)", "float * p = memory<pointee<float *>>();", "int n = blockDim.x;",
                     "&& (m < 9)", "{&p, &n, &m,"):
            self.assertIn(part, text)

    def test_fast_cu(self) -> None:
        prints = "//sh echo the product is right\n"
        kernels = {1: prints, 2: prints, 3: "//sh echo mismatch at row 0\n", 4: "//sh exit 0\n", 5: OUTSIDE, 10: prints}
        for number, text in kernels.items():
            more = ", int *DB" if number == 10 else ""
            self.write(f"checkout/examples/matmul/matmul_{number}.cuh",
                       f"{text}\nvoid runKernel{number}(int M, int N, int K, bf16 *A, bf16 *B, bf16 *C{more}) {{ }}\n")
        self.write("checkout/examples/matmul/pingpong.cuh", "")
        self.assertEqual(self.outcomes("fast_cu", "--work", str(self.folder / "work")), {
            "matmul_1": "not applicable", "matmul_2": "right", "matmul_3": "wrong", "matmul_4": "wrong", "matmul_5": "false", "matmul_10": "right"})
        self.assertIn("runKernel2(m, n, k, a, b, c);", (self.folder / "work/matmul_2.cu").read_text(encoding="utf-8"))
        self.assertIn("runKernel10(m, n, k, a, b, c, space);", (self.folder / "work/matmul_10.cu").read_text(encoding="utf-8"))

    def test_indigo3(self) -> None:
        names = {
            "BFS_RaceBug_NoBoundsBug": (RACE, "right"), "CC_RaceBug_NoBoundsBug": (ENDS, "missed"),
            "MIS_BoundsBug": (OUTSIDE, "right"), "PR_BoundsBug": (RACE, "false"), "TC_NoBoundsBug": (ENDS, "right"),
            "CC_Atomic": (RACE, "false"), "PR_Atomic": ("//sh echo ERROR: no good\n", "wrong"), "MST_Atomic": (SLOW, "too slow"),
            "SSSP_Atomic": (BAD, "not built"), "PR_PrecedenceBug": (ENDS, "not applicable")}
        self.indigo({name: text for name, (text, _) in names.items()} | {"BFS_RaceBug_BoundsBug": ENDS})
        self.assertEqual(self.outcomes("indigo3"), {name: outcome for name, (_, outcome) in names.items()})

    def test_the_sample_of_indigo3_is_fixed(self) -> None:
        self.indigo({f"BFS_{i}_Atomic": ENDS for i in range(9)} | {f"BFS_{i}_RaceBug": RACE for i in range(9)})
        chosen = self.outcomes("indigo3")
        self.assertEqual(sorted(chosen.values()), ["right"] * 8)
        self.assertEqual(chosen, self.outcomes("indigo3"))

    def test_indigo2(self) -> None:
        """A program runs on each graph of the suite and on a larger one, and must pass its own check."""
        graphs = "//sh case $1 in *small.egr) test $(($(stat -c %s $1))) -eq 3 ;; *) test $(($(stat -c %s $1))) -gt 9999 ;; esac || exit 3\n"
        names = {"BFS_CUDA_V_Topo": (graphs + "//sh test \"$2 $3 $#\" = '0 1 3' || exit 3\n", "right"),
                 "BFS_CUDA_E_Data": (RACE, "false"), "MIS_CUDA_V": (graphs + "//sh test \"$2 $#\" = '1 2' || exit 3\n", "right"),
                 "MIS_CUDA_E": ("//sh echo ERROR: copying of eweight to device failed >&2\n", "right"),
                 "CC_CUDA_E": ("//sh echo ERROR: found incorrect ID value >&2\n", "wrong"),
                 "PR_CUDA_Pull": ("//sh test $# -eq 1 && echo All good.\n", "right"), "PR_CUDA_Push": ("//sh echo Total Error: 0.2\n", "wrong"),
                 "TC_E_Block": (SLOW, "too slow")}
        self.write("checkout/small-inputs/small.egr", "abc")
        for name, (text, _) in names.items():
            self.write(f"checkout/codes/cuda/{name.split('_')[0].lower()}-cuda/{name}.cu", text)
        self.assertEqual(self.outcomes("indigo2"), {name: outcome for name, (_, outcome) in names.items()})
        self.write("checkout/codes/cuda/bfs-cuda/BFS_CUDA_V_BoundsBug1.cu", ENDS)
        self.assertIn("BFS_CUDA_V_BoundsBug1: a program with a defect", self.run_script("indigo2").stderr)

    def test_the_sample_of_indigo2_has_each_pair_of_styles(self) -> None:
        styles = [(a, b, c) for a in "EV" for b in ("Data", "Topo") for c in ("Pull", "Push", "None")]
        for one in styles:
            self.write(f"checkout/codes/cuda/bfs-cuda/BFS_{'_'.join(one)}.cu", ENDS)
        chosen = self.outcomes("indigo2")
        self.assertEqual(len(chosen), 6)  # of 12: each has two of the twelve pairs with the third style
        pairs = {pair for name in chosen for pair in itertools.combinations(name.split("_")[1:], 2)}
        self.assertEqual(pairs, {pair for one in styles for pair in itertools.combinations(one, 2)})
        self.assertEqual(chosen, self.outcomes("indigo2"))

    def test_a_slow_program_says_what_it_was_doing(self) -> None:
        self.write("checkout/microbenchmarks/src/norace_slow.cu", REPORTS)
        self.write("checkout/microbenchmarks/src/norace_right.cu", REPORTS.replace(SLOW, ENDS))
        self.write("checkout/microbenchmarks/src/norace_stopped.cu", REPORTS.replace(SLOW, STOPPED))
        self.assertEqual(self.outcomes("scor"), {"norace_slow": "too slow", "norace_right": "right", "norace_stopped": "too slow"})
        rows = json.loads((self.results / "scor.json").read_text(encoding="utf-8"))["rows"]
        self.assertEqual({row["program"]: row["said"] for row in rows},
                         {"norace_slow": "after 2 s: 9 launches ended, every 0.25 s", "norace_right": "",
                          "norace_stopped": "after 2 s: 9 launches ended, every 0.25 s"})

    def test_cuda_samples(self) -> None:
        samples = {"right": ENDS, "told": RACE, "fails": FAILS, "says": "//sh echo Test FAILED\n", "lacks": LACKING, "slow": SLOW,
                   "bad": BAD, "drawn": "#include <helper_gl.h>\n" + ENDS, "waived": "//sh exit 2\n", "peers": ENDS,
                   "told_twice": "//sh test $# -eq 1 -a -n \"$1\" || exit 3\n"}
        self.write("checkout/test_args.json", json.dumps({
            "peers": {"min_gpus": 2}, "told_twice": {"runs": [{"args": ["-a"]}, {"args": ["-b"]}]}}))
        for name, text in samples.items():
            self.write(f"checkout/Samples/0_Introduction/{name}/{name}.cu", text)
            self.write(f"checkout/Samples/0_Introduction/{name}/CMakeLists.txt", f"add_executable({name} {name}.cu)\n")
        self.assertEqual({k.split("/")[1]: v for k, v in self.outcomes("cuda_samples").items()}, {
            "right": "right", "told": "false", "fails": "wrong", "says": "wrong", "lacks": "wrong", "slow": "too slow",
            "bad": "not built", "drawn": "not applicable", "waived": "not applicable", "peers": "not applicable", "told_twice": "right"})
        # A sample may have no kernel.
        self.write("checkout/Samples/1_Utilities/query/query.cpp", "")
        self.write("checkout/Samples/1_Utilities/query/CMakeLists.txt", "add_executable(query query.cpp)\n")
        self.assertEqual(self.outcomes("cuda_samples", "--only", "query")["1_Utilities/query"], "right")

    def test_a_sample_runs_beside_its_module(self) -> None:
        folder = "checkout/Samples/0_Introduction/loads"
        self.write(f"{folder}/loads.cu", "//sh test -x kernel64.fatbin -a -e data/picture || exit 3\n")
        self.write(f"{folder}/kernel.cu", ENDS)
        self.write(f"{folder}/data/picture", "")
        self.write(f"{folder}/CMakeLists.txt", "add_executable(loads loads.cu)\nset(CUDA_FATBIN_FILE \"${HERE}/kernel64.fatbin\")\n"
                   "set(CUDA_KERNEL_SOURCE \"${HERE}/kernel.cu\")\n")
        self.assertEqual(self.outcomes("cuda_samples"), {"0_Introduction/loads": "right"})
        self.assertEqual({file.name for file in (self.folder / folder).iterdir()}, {"loads.cu", "kernel.cu", "data", "CMakeLists.txt"})

    def test_a_sample_that_compiles_kernels_has_them_and_the_headers_beside_it(self) -> None:
        folder = "checkout/Samples/0_Introduction/compiles_nvrtc"
        self.write(f"{folder}/compiles.cpp", "#include <nvrtc_helper.h>\n//sh test -e compiles_kernel.cu -a -e part/of_toolkit.h -a -d data || exit 3\n")
        self.write(f"{folder}/compiles_kernel.cu", FAILS)
        self.write(f"{folder}/data/picture", "")
        self.write("include/cccl/part/of_toolkit.h", "")
        self.write("bin/nvcc", NVCC.replace("*.cu |", "*/compiles.cpp |").replace("-o) out", "-lnvrtc) linked=yes ;; -o) out") + "test -n \"$linked\"\n").chmod(0o755)
        self.write(f"{folder}/CMakeLists.txt", "add_executable(compiles_nvrtc compiles.cpp)\n"
                   "add_custom_command(COMMAND copy_directory ${CUDA_INCLUDE_DIR}/cccl/part ${CMAKE_CURRENT_BINARY_DIR}/part)\n")
        os.environ["NVCC"] = str(self.folder / "bin/nvcc")
        self.addCleanup(os.environ.pop, "NVCC")
        self.assertEqual(self.outcomes("cuda_samples", "--nvcc", str(self.folder / "bin/nvcc")), {"0_Introduction/compiles_nvrtc": "right"})

    def hec(self, name: str, arguments: str, text: str, makefile: str = "main.o: main.cu\n\tnvcc -c $< -o $@\n") -> None:
        self.write(f"checkout/src/{name}-cuda/main.cu", text)
        self.write(f"checkout/src/{name}-cuda/Makefile", f"{makefile}run: $(program)\n\t$(LAUNCHER) ./$(program) {arguments}\n")

    def test_hecbench(self) -> None:
        for name, arguments, text, outcome in [
                ("repeats", "100 50", "//sh test \"$*\" = '100 1' || exit 3\n", "right"),
                ("named", "50 100", "int repeat = atoi(argv[1]), n = atoi(argv[2]);\n//sh test \"$*\" = '1 100' || exit 3\n", "right"),
                ("gemv", "-s 8 -i 100 -y 2", "//sh test \"$*\" = '-s 8 -i 1 -y 2' || exit 3\n", "right"),
                ("rle", "--i=100", "//sh test \"$*\" = '--i=1' || exit 3\n", "right"),
                ("dslash", "256", "//sh test \"$*\" = '256' || exit 3\n", "right"),
                ("lud", "100", "//sh test \"$*\" = '100' || exit 3\n", "right"),
                ("option", "-n 5 x", "//sh test \"$*\" = '-n 5 x' || exit 3\n", "right"),
                ("writes", "output.txt", ENDS, "right"),
                ("fails", "", FAILS, "wrong"), ("says", "", "//sh echo FAIL\n", "wrong"),
                ("counts", "", "//sh echo incorrect matches: 3\n", "wrong"), ("none", "", "//sh echo incorrect matches: 0\n", "right"), ("race", "1", RACE, "false"),
                ("lacks", "1", "//sh echo 'Error: cannot open the file x'; exit 1\n", "not applicable"),
                ("finds", "1", "//sh echo 'could not find a device'; exit 1\n", "wrong"),
                ("reads", "1", "//sh echo 'x: No such file or directory'; exit 1\n", "not applicable"),
                ("file", "in.txt 3", ENDS, "not applicable"), ("path", "../data/x 3", ENDS, "not applicable"),
                ("library", "1", "#include <cublas_v2.h>\n" + ENDS, "not applicable"), ("archive", "1", ENDS, "not applicable"),
                ("results", "1", ENDS, "right")]:
            with self.subTest(name):
                self.hec(name, arguments, text)
                if name in ("archive", "results"):
                    self.write(f"checkout/src/{name}-cuda/{'data' if name == 'archive' else 'gold'}.tar.gz.dvc", "")
                self.assertEqual(self.outcomes("hecbench", "--only", f"^{name}-cuda$")[f"{name}-cuda"], outcome)
        self.write("checkout/src/empty-cuda/readme", "")
        self.assertEqual(self.outcomes("hecbench", "--only", "empty")["empty-cuda"], "not applicable")

    def test_rodinia(self) -> None:
        """Some programs get a made input, and a result that must be printed or written."""
        written = "//sh echo '4095 330.1' > output.out\n"
        programs = [
            ("huffman/main_test_cu.cu", "//sh test $(stat -c %s $1) -eq 262144 && echo 'PASS! vectors are matching!'\n", "right"),
            ("lud/cuda/lud.cu", "//sh echo '>>>Verify<<<<'; echo 'dismatch at (0, 1)'\n", "wrong"),
            ("hotspot/hotspot.cu", "//sh test -s $4 -a -s $5 || exit 3\n" + written, "right"),
            ("kmeans/kmeans_cuda.cu", "//sh echo 0: 1.00\n", "wrong"), ("srad/srad_v2/srad.cu", OUTSIDE, "false"),
            ("srad/srad_v1/main.cu", "//sh grep -q '^458 502$' ../../../data/srad/image.pgm || exit 3\n", "right"),
            ("heartwall/main.cu", BAD, "not applicable"), ("nn/nn_cuda.cu", BAD, "not built")]
        for path, text, _ in programs:
            self.write(f"checkout/cuda/{path}", text)
        self.assertEqual(self.outcomes("rodinia"), {str(pathlib.Path(path).parent).removesuffix("/cuda"): outcome for path, _, outcome in programs})

    def test_a_written_file_is_of_this_run(self) -> None:
        self.write("checkout/cuda/hotspot/hotspot.cu", "//sh echo '4095 330.1' > output.out\n")
        work = str(self.folder / "work")
        self.assertEqual(self.outcomes("rodinia", "--work", work), {"hotspot": "right"})
        self.write("checkout/cuda/hotspot/hotspot.cu", ENDS)
        self.assertEqual(self.outcomes("rodinia", "--work", work), {"hotspot": "wrong"})

    def test_the_inputs_of_rodinia_have_the_results_that_are_wanted(self) -> None:
        made = rodinia.inputs()
        self.assertEqual([name for name, text in rodinia.inputs().items() if text != made[name]], [])
        text, costs = rodinia.graph()
        numbers = list(map(int, text.split()))
        nodes, ends = numbers[0], numbers[2 * numbers[0] + 3::2]
        cost = [int(re.search(r"cost:(-?[0-9]+)", line)[1]) for line in costs]
        edges = [(node, other) for node in range(nodes) for other in ends[numbers[2 * node + 1]:][:numbers[2 * node + 2]]]
        best = [min((cost[a] + 1 for a, b in edges if b == node and cost[a] >= 0), default=-1) for node in range(nodes)]
        self.assertEqual((cost[0], cost[1:]), (0, best[1:]))
        text, centers = rodinia.clusters()
        points = [list(map(int, line.split()[1:])) for line in text.splitlines()]
        for number, center in enumerate(centers):
            own = points[number::len(centers)]
            self.assertEqual(center.replace("\\", ""), f"{number}: " + " ".join(f"{sum(x) / len(own):.2f}" for x in zip(*own)))
        reference, pieces, places = rodinia.genome()
        letters = reference.split()[1]
        for place, piece in zip(places, pieces.split()[1::2]):
            begin = int(re.search(r"s\+([0-9]+)", place)[1])
            self.assertEqual(letters[begin - 1:begin - 1 + len(piece)], piece)

    def test_rodinia_is_compiled_with_one_more_option(self) -> None:
        self.write("checkout/cuda/hotspot/hotspot.cu", ENDS)
        (program,) = rodinia.programs(self.checkout, self.folder / "work")
        header = pathlib.Path(program.options[program.options.index("-I") + 1]) / program.options[program.options.index("-include") + 1]
        self.assertTrue(header.is_file(), header)

    def test_hecbench_compiles_what_make_would(self) -> None:
        self.hec("a", "1", "//sh exit 3\n", "NVCC = nvcc\nobj = main.o ../b-sycl/part.o\nmain: $(obj)\n\t$(NVCC) $(obj) -o $@\n"
                 "%.o: %.cu\n\t$(NVCC) -I../b-sycl \\\n\t-dc $< -o $@\n")
        self.write("checkout/src/a-cuda/other.cu", BAD)
        self.write("checkout/src/b-sycl/part.cu", ENDS)
        self.write("nvcc", NVCC.replace("#!/bin/sh\n", "#!/bin/sh\ncase \"$*\" in *b-sycl*-rdc=true*) ;; *) exit 1 ;; esac\n", 1))
        self.assertEqual(self.outcomes("hecbench"), {"a-cuda": "wrong"})
        self.write("checkout/src/a-cuda/main.cu", "")
        self.assertEqual(self.outcomes("hecbench"), {"a-cuda": "right"})

    def test_cccl(self) -> None:
        """An example must print what the suite's own patterns say, in their order. A test asserts by itself."""
        prints = "//sh echo sorting integers; echo 16 28 40\n"
        patterns = {"right": "CHECK: sorting {{[a-z]+}}\nCHECK-NEXT:  16  28 40\n", "order": "CHECK: 16 28 40\nCHECK: sorting\n", "lost": "CHECK: 41\n"}
        for name, text in patterns.items():
            self.write(f"checkout/thrust/examples/cuda/{name}.cu", prints)
            self.write(f"checkout/thrust/internal/test/thrust.example.cuda.{name}.filecheck", text)
        self.write("checkout/thrust/examples/no_patterns.cu", prints)
        tests = {"ends": ENDS, "fails": FAILS, "races": RACE, "left_out": "// UNSUPPORTED: true\n" + FAILS, "elsewhere": "// UNSUPPORTED: nvrtc, pre-sm-60\n" + ENDS}
        for name, text in tests.items():
            self.write(f"checkout/libcudacxx/test/libcudacxx/cuda/barrier/{name}.pass.cpp", text)
        found = self.outcomes("cccl")
        self.assertEqual({name: found[f"thrust/cuda/{name}"] for name in patterns}, {"right": "right", "order": "wrong", "lost": "wrong"})
        self.assertEqual(found["thrust/no_patterns"], "right")
        self.assertEqual({name: found[f"libcudacxx/cuda/barrier/{name}"] for name in tests},
                         {"ends": "right", "fails": "wrong", "races": "false", "left_out": "not applicable", "elsewhere": "right"})
        # A program is a line of the results, so that a changed one is a changed line.
        lines = (self.results / "cccl.json").read_text(encoding="utf-8").splitlines()
        self.assertEqual([line.startswith('  {"program": ') for line in lines].count(True), len(found))

    def test_a_resumed_run_keeps_what_is_known(self) -> None:
        for name in ("race_a", "race_b"):
            self.write(f"checkout/microbenchmarks/src/{name}.cu", RACE)
        self.outcomes("scor", "--only", "race_a")
        self.write("checkout/microbenchmarks/src/race_a.cu", ENDS)
        self.assertEqual(self.outcomes("scor", "--resume"), {"race_a": "right", "race_b": "right"})
        self.assertEqual(self.outcomes("scor", "--only", "race_a"), {"race_a": "missed", "race_b": "right"})

    def test_what_is_missing_is_said(self) -> None:
        done = self.run_script("scor")
        self.assertIn("is it a checkout of github.com/csl-iisc/ScoR?", done.stderr)
        self.assertEqual((done.returncode, list(self.results.iterdir())), (1, []))
        (self.folder / "device/libcudart.so.13").unlink()
        done = self.run_script("scor")
        self.assertEqual((done.returncode, "has no libcudart.so.13" in done.stderr), (2, True))


class Page(unittest.TestCase):
    RESULTS = {"suite": "s", "source": "x", "commit": "abc", "date": "d", "machine": "m", "device": "e", "limit": 60.0,
               "settings": {}, "rows": []}

    def results(self, *rows: tuple[str, bool, str]) -> list[dict]:
        return [self.RESULTS | {"rows": [{"program": p, "defect": d, "outcome": o, "said": ""} for p, d, o in rows]}]

    def test_precision_and_recall(self) -> None:
        results = self.results(("a", True, "right"), ("b", True, "missed"), ("c", False, "false"), ("d", False, "right"))
        self.assertEqual(page.summary(results[0], [])[-4:], ["0.500"] * 4)
        causes = [{"suite": "s", "programs": p, "outcome": o, "cause": "why", "label": "wrong"} for p, o in (("b", "missed"), ("c", "false"))]
        self.assertEqual(page.summary(results[0], causes)[-4:], ["0.500", "0.500", "1.000", "1.000"])

    def test_a_refuted_label_is_counted_apart(self) -> None:
        results = self.results(("a", False, "false"), ("b", False, "false"), ("c", True, "missed"), ("d", False, "right"))
        causes = [{"suite": "s", "programs": p, "outcome": o, "cause": "why", "label": label}
                  for p, o, label in (("a", "false", "wrong"), ("b", "false", ""), ("c", "missed", "wrong"))]
        shown = dict(zip(page.SHOWN, page.summary(results[0], causes)[2:]))
        self.assertEqual({name: int(n) for name, n in shown.items() if n != "0"}, {"right": 1, "label refuted": 2, "false": 1})
        text = page.section(results[0], causes)
        self.assertIn("| label refuted | why | `a`, `c` |", text)
        self.assertIn("| false | why | `b` |", text)

    def test_each_outcome_has_its_cause(self) -> None:
        results = self.results(("a", True, "missed"), ("b", False, "right"))
        cause = {"suite": "s", "programs": "a", "outcome": "missed", "cause": "why", "label": ""}
        self.assertEqual(page.unexplained(results, [cause]), [])
        self.assertIn("no cause", page.unexplained(results, [])[0])
        self.assertIn("explains nothing", page.unexplained(results, [cause, cause | {"programs": "b"}])[0])
        self.assertIn("| missed | why | `a` |", page.section(results[0], [cause]))

    def test_a_cause_may_want_a_line(self) -> None:
        row = {"program": "a", "outcome": "too slow", "said": "70.0 % of them in translated code"}
        causes = [{"suite": "s", "programs": ".*", "outcome": "too slow", "cause": cause, "label": "", "said": said}
                  for cause, said in (("few", r"\b[1-4][0-9][.]"), ("most", r"\b[5-9][0-9][.]"), ("others", None))]
        self.assertEqual(page.cause_of("s", row, causes), "most")
        self.assertEqual(page.cause_of("s", row | {"said": ""}, causes), "others")

    def test_samples_that_another_emulator_lists(self) -> None:
        rows = [{"program": "0_Introduction/a", "outcome": "right"}, {"program": "5_Domain_Specific/b", "outcome": "too slow"}]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "list.csv"
            file.write_text("sample,outcome\na,passed\nb,passed\nc,crashed\n", encoding="utf-8")
            text = page.beside_cuda4cpu([{"suite": "cuda-samples", "rows": rows}], file, [])
        self.assertEqual(text.splitlines()[0], "| cuda4cpu | samples | right | too slow | not in the checkout |")
        self.assertEqual(text.splitlines()[2:], ["| passed | 2 | 1 | 1 | 0 |", "| did not pass | 1 | 0 | 0 | 1 |", "| all | 3 | 1 | 1 | 1 |"])

    def test_many_names_are_folded(self) -> None:
        names = [f"`p{k}`" for k in range(page.FOLDED + 1)]
        self.assertEqual(page.folded(names[:-1]), ", ".join(names[:-1]))
        self.assertEqual(page.folded(names), f"<details><summary>{len(names)} programs</summary>{', '.join(names)}</details>")


if __name__ == "__main__":
    unittest.main()
