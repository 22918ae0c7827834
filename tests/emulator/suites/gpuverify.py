#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on the CUDA tests of GPUVerify (github.com/mc-imperial/gpuverify).

    gpuverify.py CHECKOUT [--write]

Each test is a kernel without a host program. The launcher, which is generated in the work folder, launches the kernel
with the test's grid and block. Pointers get memory with small values, numbers several values. Those that a `__requires`
of the kernel rules out are left out. Programs are compiled with -G: else nvcc removes reads whose value is not used.
"""
import pathlib
import re
import sys

import suite

ROOM = 16 << 20  # bytes for each pointer
VALUES = ["1", "0", "static_cast<int>(blockDim.x)", "185"]
THREADS = 1024  # in the largest block that CUDA launches

# The verifier's words. Specifications of other threads' actions, or of accesses, cannot be executed.
PRELUDE = r"""
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include <vector>
%(more)s
#undef __assert
#define __assert(condition) assert(condition)
#define __requires(...) ((void)0)
#define __ensures(...) ((void)0)
#define __assume(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __axiom(...)
#define __implies(a, b) (!(a) || (b))
#define __enabled() true
"""
# What the verifier's header brings by itself. `synchronize` was the name of cooperative_groups' sync().
MORE = (("curand", "#include <curand_kernel.h>"), ("cooperative_groups", """#include <cooperative_groups.h>
namespace cooperative_groups { template <class T> __device__ void synchronize(T &group) { group.sync(); } }"""))
FILL = f"while (words.size() != {ROOM} / 4) words.push_back(words.size() % 1021);"
# The contents of a launch's buffers differ from each other, and not from those of another launch's.
FILL_ANEW = f"""static int launch = 0;
    static unsigned buffer = 0;
    if (launch != number_of_launch) {{ launch = number_of_launch; buffer = 0; }}
    for (words.clear(), ++buffer; words.size() != {ROOM} / 4;) words.push_back((words.size() + 7 * buffer) % 1021);"""
# Memory holds small values that differ: a store of the value that is there already is no race.
MAIN = r"""
static int number_of_launch = 0;
template <class T> T *memory()
{
    static std::vector<unsigned> words;
    %(fill)s
    void *p;
    if (cudaMalloc(&p, %(room)d) || cudaMemcpy(p, words.data(), %(room)d, cudaMemcpyHostToDevice)) std::exit(3);
    return static_cast<T *>(p);
}
template <class T> void filled(T &object) { void **words = reinterpret_cast<void **>(&object); for (size_t i = 0; i != sizeof(T) / sizeof(void *); ++i) words[i] = memory<void>(); }
template <class T> T value(const T &symbol) { T here; if (cudaMemcpyFromSymbol(&here, symbol, sizeof here)) std::exit(3); return here; }
template <class T> using pointee = typename std::remove_cv<typename std::remove_pointer<T>::type>::type;
%(globals)s
static int launch_kernel([[maybe_unused]] const int which)
{
    ++number_of_launch;
    const dim3 gridDim(%(grid)s), blockDim(%(block)s);
    %(arguments)s
    const bool allowed = %(allowed)s;
    if (!allowed) return 0;
    void *arguments[] = {%(addresses)s nullptr};
    const void *const kernel = reinterpret_cast<const void *>(%(kernel)s);
    const cudaError_t launched = %(launch)s(kernel, gridDim, blockDim, arguments, 0, nullptr);
    if (launched || cudaDeviceSynchronize()) { std::puts(cudaGetErrorString(cudaGetLastError())); return 4; }
    return 0;
}
int main(int count, char **arguments)
{
    int status = 0;
    for (int i = 1; i != count && !status; ++i) status = launch_kernel(std::atoi(arguments[i]));
    return status;
}
"""
SPECIFICATION = re.compile(r"__assert\([^;]*__(other|read|write|no_|distinct|uniform|return_val)")
KINDS = (("null pointer", "null pointer|a call through"), ("constant memory", "constant"), (r"\bassert", "Assertion"), ("race|Write by", "race in"))


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)


def size(head: str, name: str) -> list[int]:
    match = re.search(rf"--{name}=(?:\[([\d,]+)\]|(\d+))", head)
    return [int(x) for x in (match.group(1) or match.group(2)).split(",")] if match else [1]


def why_not(label: str, head: str, code: str, kernel: re.Match | None) -> str:
    """Why a test says nothing about a run; empty, if it does."""
    if "NOT_ALL_VERIFIED" not in label and label != "pass":
        return "the label is an error of the verifier's own front end"
    if not kernel:
        return "no kernel"
    if re.search("invariant might not", head):
        return "the label is about a loop invariant, which no run has"
    if re.search(r"--loop-unwind", head):
        return "the label is about the first iterations alone"
    if "Mtgp32" in code:
        return "the state needs tables that the host makes, and the test has no host program"
    if "__axiom" in code:
        return "an axiom lets one block stand for all"
    if SPECIFICATION.search(code):
        return "an assertion about other threads, or about accesses"
    if re.search(r"\[0\]\[|\[0\]\s*;", code) and "0-sized" in head:
        return "an array without elements, which nvcc refuses"
    declared = set(re.findall(r"__device__[^{};()]*?\b(\w+)\s*\([^(){};]*\)\s*;", code))
    defined = set(re.findall(r"\b(\w+)\s*\([^(){};]*\)\s*\{", code))
    return "it calls a function that has no body: " + ", ".join(sorted(declared - defined)) if declared - defined else ""


def argument(place: int, declaration: str, code: str, requirements: list[str]) -> tuple[str, str, str]:
    """The name of a parameter, globals for it, and the statement that gives it a value."""
    declaration = re.sub(r"\bvolatile\b|__restrict(__)?\b", "", declaration).strip()
    match = re.fullmatch(r"(.*?)(\w+)", declaration, re.DOTALL)
    kind, name = match.group(1).strip(), match.group(2)
    if kind.endswith("*"):
        return name, "", f"{kind} {name} = memory<pointee<{kind}>>();"
    if re.search(rf"\(\s*\*\s*{re.escape(kind)}\s*\)\s*\(", code):  # a pointer to a function
        named = re.findall(rf"\b{name}\s*==\s*(\w+)", " ".join(requirements))
        globals_ = "".join(f"__device__ {kind} pointer_{name}_{i} = {f};\n" for i, f in enumerate(named))
        chosen = "".join(f"which % {len(named)} == {i} ? value(pointer_{name}_{i}) : " for i in range(len(named)))
        return name, globals_, f"{kind} {name} = {chosen}nullptr;"
    if re.search(rf"(?:struct|class)\s+{re.escape(kind.replace('struct ', ''))}\b|\}}\s*{re.escape(kind)}\s*;", code):
        fill = f" filled({name});" if "*" in code.split("__global__")[0] else ""
        return name, "", f"{kind} {name}{{}};{fill}"
    for requirement in requirements:
        equal = re.fullmatch(rf"\s*{name}\s*==\s*([\w.]+)\s*", requirement)
        if equal:
            return name, "", f"{kind} {name} = {equal.group(1)};"
    choice = "".join(f"which == {i} ? {value} : " for i, value in enumerate(VALUES[place % len(VALUES):] + VALUES[:place % len(VALUES)]))
    return name, "", f"{kind} {name} = static_cast<{kind}>({choice}0);"


def launcher(source: pathlib.Path, head: str, code: str, kernel: re.Match) -> str:
    """The text of a program that launches the kernel."""
    parameters = [p for p in kernel.group(2).split(",") if p.strip() and p.strip() != "void"]
    body = code[kernel.end():]
    requirements = re.findall(r"__(?:requires|assume)\(((?:[^()]|\([^()]*\))*)\)\s*;", body)
    numbers = [i for i, p in enumerate(parameters) if "*" not in p]
    parts = [argument(numbers.index(i) if i in numbers else 0, p, code, requirements) for i, p in enumerate(parameters)]
    names = [name for name, _, _ in parts]
    functions = {name for name, globals_, _ in parts if globals_}
    allowed = [r for r in requirements if not re.search(r"__|threadIdx|blockIdx|\btid\b", r)
               and not any(re.search(rf"\b{f}\b", r) for f in functions) and any(re.search(rf"\b{n}\b", r) for n in names)]
    block = size(head, "blockDim")
    for i in range(len(block)):  # the largest block that a device takes
        while block[0] * (block[1] if i > 0 else 1) * (block[2] if i > 1 else 1) > THREADS and block[i] > 1:
            block[i] //= 2
    cooperative = "grid_group" in code
    return (PRELUDE % {"more": "\n".join(text for word, text in MORE if re.search(word, code))} + f'#include "{source}"\n' + MAIN % {
        "room": ROOM, "fill": FILL_ANEW if sum("*" in p for p in parameters) > 1 else FILL, "globals": "".join(g for _, g, _ in parts), "grid": ", ".join(map(str, size(head, "gridDim"))),
        "block": ", ".join(map(str, block)), "arguments": "\n    ".join(text for _, _, text in parts),
        "allowed": " && ".join(f"({r})" for r in allowed) or "true", "addresses": "".join(f"&{n}, " for n in names),
        "kernel": "::kernel" if kernel.group(1) == "kernel" else kernel.group(1), "launch": "cudaLaunchCooperativeKernel" if cooperative else "cudaLaunchKernel"})


def program(source: pathlib.Path, folder: pathlib.Path, work: pathlib.Path) -> suite.Program:
    text = source.read_text(encoding="utf-8", errors="replace").replace("\r", "")
    lines = text.split("\n")
    label, head = lines[0].lstrip("/ ").replace("PASS", "pass").replace("XFAIL", "xfail"), "\n".join(lines[1:6])
    code = without_comments(text)
    kernel = re.search(r"__global__\s+void\s+(\w+)\s*\(([^()]*)\)\s*\{", code)
    name = source.parent.relative_to(folder).as_posix()
    found = suite.Program(name, [], label, not_applicable=why_not(label, head, code, kernel))
    if found.not_applicable:
        return found
    if label != "pass":
        said = "\n".join(line for line in lines[2:6] if line.startswith("//"))
        found.defect = next((kind for word, kind in KINDS if re.search(word, said)), "race in|arrier|Assertion|a call through|spin")
    generated = work / (name.replace("/", "_") + ".cu")
    made = launcher(source, head, code, kernel)
    generated.write_text(made, encoding="utf-8")
    found.sources = [generated]
    found.options = re.findall(r"-D\w+=\w+", lines[1])
    if re.search(r"\btexture<|__all\(", code):  # CUDA 13 has them no more
        found.options += ["-I", str(suite.ROOT / "compat/include"), "-include", "cuda_legacy.h"]
    found.runs = [[str(i)] for i in range(len(VALUES) if re.search(r"\bwhich [%=]", made) else 1)]
    # A variable of the device would keep its value from launch to launch.
    found.joined = not re.search(r"__(device|constant)__[^(){};]*[;=]|\bstatic\b", code)
    if "--only-divergence" in lines[1]:
        found.settings = {"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "0", "CUDA_EMULATOR_CHECK_RACES": "0"}
    if "--warp-sync" in lines[1]:
        found.settings = {"CUDA_EMULATOR_WARP_SYNCHRONOUS": "1"}
    return found


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    folder = checkout / "testsuite/CUDA"
    return [program(source, folder, work) for source in sorted(folder.rglob("*.cu"))]


# The labels are about races, divergence, assertions and null pointers, not about values that nothing has written.
SUITE = suite.Suite("gpuverify", "github.com/mc-imperial/gpuverify", {
    "CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1", "CUDA_EMULATOR_CHECK_UNINITIALISED": "0",
    "CUDA_EMULATOR_CHECK_UNINITIALISED_GLOBAL": "0"}, programs, "-std=c++17 -G", sanitized=True)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
