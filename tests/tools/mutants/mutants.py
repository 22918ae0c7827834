#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes each example in small ways, and reports the changes that no test detects.

  mutants.py [--build DIR] [--jobs N] [--seconds S] [--operator NAME]… [--list] [SLUG…]

A mutant is an example with one change. A check, a statement, a barrier or a bound is removed. A comparison is off by one. A
size has the wrong unit. A sign, a constant or an attribute of a descriptor differs. The next element is used. A launch has
one block, or half a block. Two arguments are exchanged. The mutant is compiled like the example, for the emulated device. It
replaces the example in its paired test, in the test of the order of calls, and for the rules on its code. Code that depends
on the architecture is tested on each. A legacy example, whose arrays have no bounds, is also tested with AddressSanitizer.
A mutant is killed if it does not compile, or if one of these fails.

survivors.txt beside this file, if it exists, names the mutants that may live, each with its reason. A line without a
mutant is reported. Exit status: 0 no other survives, 1 another survives or was not tried, 2 a wrong argument.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SURVIVORS = pathlib.Path(__file__).with_name("survivors.txt")
STAGES = ("legacy", "modern", "fast")
NOT_TRIED = "no time"
LIMIT = 300  # seconds for a test: a break may make it wait for ever

sys.path.insert(0, str(ROOT / "tests/tools/structure"))
from rules import checks, legacy_calls  # noqa: E402  of tests/tools/structure/rules

COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def source_of(stage, slug, root=ROOT):
    return root / (f"modern/{slug}_fast.cu" if stage == "fast" else f"{stage}/{slug}.cu")


def code_of(line):
    """The line without a comment at its end."""
    return COMMENT_OR_STRING.sub(lambda found: found[0] if found[0].startswith('"') else "", line).rstrip()


# Each operator: a name, and what it makes of a line of code: other lines, each a mutant.


def without_check(code):
    found = re.match(r"^(\s*)check\((.*)\);$", code)
    if found:
        yield f"{found[1]}{found[2]};"


def without_statement(code):
    if re.match(r"^\s*(check\(|cuda[A-Z]\w*\(|__syncthreads\(|\w+<<<|\w+\.sync\(|atomicAdd\()", code) and code.endswith(";"):
        yield ""


def without_bound(code):
    found = re.match(r"^(\s*(?:\} else )?if \()([^;]*?[<>][^;]*?)(\)\s*(?:\{|[^()]*;|.*;)?)$", code)
    if found and "<<<" not in code and "throw" not in code:
        yield f"{found[1]}true{found[3]}"


def off_by_one(code):
    if "<<<" in code or code.lstrip().startswith(("#", "template")):
        return
    for found in re.finditer(r"(?<=[\w\])]) (<|>|<=|>=) (?=[\w(])", code):
        other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[found[1]]
        yield f"{code[:found.start()]} {other} {code[found.end():]}"


def other_unit(code):
    for found in re.finditer(r" \* sizeof\([\w ]+\)|sizeof\([\w ]+\) \* ", code):
        yield code[:found.start()] + code[found.end():]


def one_block(code):
    begin = code.find("<<<") + 3
    depth = 0
    for at in range(begin, len(code) if begin > 2 else 0):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(code[at], 0)
        if code[at] == "," and depth == 0:
            if code[begin:at] != "1":
                yield code[:begin] + "1" + code[at:]
            return


def added_is_assigned(code):
    if re.search(r"[\w\]] \+= ", code) and not re.match(r"^\s*for ", code):
        yield code.replace(" += ", " = ", 1)


OTHER_SIGN = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/"}
TYPES = r"(?:void|bool|char|short|int|unsigned|long|float|double|BASE_TYPE|\w+_t|const|auto|struct|static)"


def other_arithmetic(code):
    if "<<<" in code or code.lstrip().startswith(("#", "template", "using")):
        return
    for found in re.finditer(r"(?<=[\w\])]) ([-+*/%]) (?=[\w(])", code):
        declares = found[1] == "*" and re.search(rf"\b{TYPES}$", code[:found.start()])
        counts_bytes = re.search(r"sizeof\([\w ]+\)$", code[:found.start()]) or code[found.end():].startswith("sizeof(")
        if not declares and not counts_bytes:  # other-unit has the sizes
            yield f"{code[:found.start()]} {OTHER_SIGN[found[1]]} {code[found.end():]}"


def other_constant(code):
    if "<<<" in code or code.lstrip().startswith(("#", "template", "using")):
        return
    strings = [found.span() for found in re.finditer(r'"(?:\\.|[^"\\\n])*"', code)]
    for found in re.finditer(r"(?<![\w.])(\d+)(?=(?:\.\d*)?[fuUlL]*(?![\w.]))", code):
        if not any(begin < found.start() < end for begin, end in strings):
            yield f"{code[:found.start()]}{int(found[1]) + 1}{code[found.end():]}"


def other_index(code):
    declares = re.match(rf"^\s*(?:__shared__|extern|{TYPES})\b[^=]*;$", code)
    if code.lstrip().startswith(("#", "template")) or declares:
        return
    for found in re.finditer(r"(?<=[\w\])])\[([^\[\]]+)\]", code):
        yield f"{code[:found.start()]}[{found[1]} + 1]{code[found.end():]}"
    for found in re.finditer(r"\b(threadIdx|blockIdx|blockDim|gridDim)\.([xyz])\b", code):
        other = {"threadIdx": "blockIdx", "blockIdx": "threadIdx", "blockDim": "gridDim", "gridDim": "blockDim"}[found[1]]
        yield f"{code[:found.start()]}{other}.{found[2]}{code[found.end():]}"


def arguments_of(code, begin):
    """(begin, end) of each argument of the list whose first one begins there, and the place behind the last one."""
    parts, depth, first = [], 0, begin
    for at in range(begin, len(code)):
        if depth == 0 and code[at] in ",)" or code.startswith(">>>", at) and depth == 0:
            parts.append((first, at))
            first = at + 1
            if code[at] != ",":
                return parts, at
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(code[at], 0)
    return [], begin


def other_launch(code):
    """Half a block, no shared memory, and each two neighbours among the kernel's arguments in each other's place."""
    begin = code.find("<<<") + 3
    if begin < 3:
        return
    shape, end = arguments_of(code, begin)
    for at, instead in ((1, "({} + 1) / 2"), (2, "0")):
        if at < len(shape) and code[slice(*shape[at])].strip() not in ("0", "1"):
            first, last = shape[at]
            yield f"{code[:first]} {instead.format(code[first:last].strip())}{code[last:]}"
    passed = arguments_of(code, end + 4)[0] if code.startswith(">>>(", end) else []
    for (one, one_end), (other, other_end) in zip(passed, passed[1:]):
        left, right = code[one:one_end].strip(), code[other:other_end].strip()
        if left != right:
            yield f"{code[:one]}{' ' if code[one] == ' ' else ''}{right}, {left}{code[other_end:]}"


DESCRIPTIONS = {
    "cudaAddressModeClamp": "cudaAddressModeWrap",
    "cudaFilterModePoint": "cudaFilterModeLinear",
    "cudaReadModeElementType": "cudaReadModeNormalizedFloat",
    "cudaReadModeNormalizedFloat": "cudaReadModeElementType",
    "cudaChannelFormatKindFloat": "cudaChannelFormatKindSigned",
    "cudaChannelFormatKindSigned": "cudaChannelFormatKindUnsigned",
    "cudaChannelFormatKindUnsigned": "cudaChannelFormatKindSigned",
    "cudaMemcpyHostToDevice": "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToHost": "cudaMemcpyHostToDevice",
}


# What a member of a descriptor is from the start: to set it changes nothing.
ZEROS = ("0", "false", "cudaResourceTypeArray", "cudaAddressModeWrap", "cudaFilterModePoint", "cudaReadModeElementType")


def other_descriptor(code):
    for name, other in DESCRIPTIONS.items():
        for found in re.finditer(rf"\b{name}\b", code):
            yield f"{code[:found.start()]}{other}{code[found.end():]}"
    if re.match(r"^\s*[\w.]*\bnormali[sz]ed(Coords)? = false;$", code):
        yield code.replace("false", "true")
    member = re.match(r"^\s*\w+(?:\.\w+)+(?:\[\w+\])? = (\w+);$", code)
    if member and member[1] not in ZEROS:
        yield ""  # a member that stays 0


OPERATORS = {
    "without-check": without_check,
    "without-statement": without_statement,
    "without-bound": without_bound,
    "off-by-one": off_by_one,
    "other-unit": other_unit,
    "one-block": one_block,
    "added-is-assigned": added_is_assigned,
    "other-arithmetic": other_arithmetic,
    "other-constant": other_constant,
    "other-index": other_index,
    "other-launch": other_launch,
    "other-descriptor": other_descriptor,
}


# Of these a survivor's reason counts for all breaks of the line.
ONE_REASON_FOR_A_LINE = ("without-check", "without-statement", "without-bound", "off-by-one", "other-unit", "one-block", "added-is-assigned")


class Mutant:
    def __init__(self, stage, slug, operator, number, before, after):
        self.stage, self.slug, self.operator = stage, slug, operator
        self.number, self.before, self.after = number, before, after

    def __str__(self):
        after = self.after.strip() or "(nothing)"
        return f"{source_of(self.stage, self.slug).relative_to(ROOT)}:{self.number}: {self.operator}: {self.before.strip()}  ->  {after}"

    def key(self):
        """As survivors.txt names it: no line number, which other changes move; the break, where a line has several."""
        code = self.before if self.operator in ONE_REASON_FOR_A_LINE else f"{self.before} -> {self.after}"
        return (self.stage, self.slug, self.operator, " ".join(code.split()))

    def text(self):
        lines = source_of(self.stage, self.slug).read_text(encoding="utf-8").split("\n")
        lines[self.number - 1] = self.after
        return "\n".join(lines)


def functions(text):
    """(first line, last line, text) of every function at the left margin; lines count from 1."""
    lines = text.split("\n")
    begin = None
    for number, line in enumerate(lines, 1):
        if begin is None and re.match(r"^[A-Za-z_].*\(", line) and not line.rstrip().endswith(";"):
            begin = number
        elif line.startswith("}") and begin is not None:
            yield begin, number, "\n".join(lines[begin - 1:number])
            begin = None


def mutants_of(stage, slug, text, operators=tuple(OPERATORS)):
    """Every mutant of an example's kernels and of what calls CUDA; main, and what it prints, are another test's."""
    lines, found = text.split("\n"), []
    for begin, end, function in functions(text):
        if re.match(r"^int main\(", function) or not re.search(r"__global__|__device__|\bcuda[A-Z]|<<<|check\(", function):
            continue
        for number in range(begin, end + 1):
            code = code_of(lines[number - 1])
            for name in operators:
                found += [Mutant(stage, slug, name, number, code, after)
                          for after in OPERATORS[name](code) if after != code]
    return found


def survivors(path=SURVIVORS):
    """(stage, slug, operator, line) -> reason, of lines `stage slug operator | line | reason`; likewise: the line before's.
    A line of an operator that makes several breaks is `line -> what it became`."""
    reasons, before = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if not line.strip() or line.startswith("#"):
            continue
        who, code, reason = (part.strip() for part in line.split(" | "))
        stage, slug, operator = who.split()
        before = before if reason == "likewise" else reason
        reasons[(stage, slug, operator, " ".join(code.split()))] = before
    return reasons


def run(command, timeout=LIMIT, **environment):
    """(exit status, output); a status of None: it did not end in time."""
    try:
        done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, errors="replace")
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout


def cache_entry(build, name):
    """What CMake's cache says, or an empty string."""
    return (re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M) or [None, ""])[1]


def compiler(build):
    host = cache_entry(build, "CMAKE_CUDA_HOST_COMPILER")
    return [cache_entry(build, "CMAKE_CUDA_COMPILER"), *(["-ccbin", host] if host else [])]


@functools.cache
def address_sanitizer(build):
    """The library of the host compiler's AddressSanitizer, or an empty string where there is none."""
    host = cache_entry(build, "CMAKE_CUDA_HOST_COMPILER") or cache_entry(build, "CMAKE_CXX_COMPILER")
    _, said = run([host, "-print-file-name=libasan.so"])
    return said.strip() if os.path.isabs(said.strip()) else ""


def architectures(text):
    """The devices that the code knows by name, and the one that runs all tests."""
    known = re.findall(r"\bNV_PROVIDES_SM_(\d+)", text) + (["75"] if "NV_IS_DEVICE" in text else [])
    return sorted({"90", *known}, key=int, reverse=True)


def compile_module(mutant, build, folder, architecture, *options):
    """The mutant as a module, as cuda_legacy_add_example makes one, with PTX for one architecture alone."""
    source = source_of(mutant.stage, mutant.slug)
    # Beside the original, so that includes by a relative path are found.
    copy = folder / source.relative_to(ROOT)
    copy.parent.mkdir(parents=True)
    (folder / "modern/support").parent.mkdir(exist_ok=True)
    if not (folder / "modern/support").exists():
        (folder / "modern/support").symlink_to(ROOT / "modern/support")
    copy.write_text(mutant.text(), encoding="utf-8")
    area, name = mutant.slug.split("/")
    exports = build / f"tests/pairs/{area}/{mutant.stage}.{area}.{name}.exports"
    virtual = f"compute_{architecture}"
    command = [*compiler(build), "-std=c++17", "-D_GLIBCXX_ASSERTIONS", "-gencode", f"arch={virtual},code={virtual}",
               "-shared", "-Xcompiler", "-fPIC", "-cudart", "shared", f"-Xlinker=--version-script={exports}", "-o", folder / "mutant.so", copy]
    command += options
    if mutant.stage == "legacy":
        command += ["-I", ROOT / "compat/include", "-isystem", ROOT / "compat/include/shims", "-include", "cuda_legacy.h"]
    return run([str(part) for part in command], timeout=LIMIT), folder / "mutant.so"


def breaks_rules(mutant):
    if mutant.stage == "legacy":
        return bool(list(legacy_calls.unpaired(mutant.text())))
    return bool(checks.unchecked(mutant.text()))


def judge(mutant, build):
    """What killed the mutant, or nothing."""
    if breaks_rules(mutant):
        return f"the rules on {'legacy' if mutant.stage == 'legacy' else 'modern'} code"
    return next(filter(None, (judge_on(architecture, mutant, build) for architecture in architectures(mutant.text()))), None)


def paired_test(mutant, build):
    area, name = mutant.slug.split("/")
    return [str(build / f"bin/tests/pairs/pair_{area}_{name}_test")]


def environment_of(mutant, build, module, architecture):
    return {
        "CUDA_LEGACY_EXAMPLE_INSTEAD": f"{mutant.stage}/{mutant.slug}={module}",
        "CUDA_LEGACY_EMULATED": "1",
        "CUDA_EMULATOR_ARCH": architecture,
        "LD_LIBRARY_PATH": f"{build / 'emulator'}:{os.environ.get('LD_LIBRARY_PATH', '')}",
    }


def judge_on(architecture, mutant, build):
    """The same, of its code for one architecture."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (status, _), module = compile_module(mutant, build, folder, architecture)
        if status != 0:
            return "the compiler"
        environment = environment_of(mutant, build, module, architecture)
        test = paired_test(mutant, build)
        # First at small sizes, which is enough for most, then whole.
        if run(test, **environment, CUDA_LEGACY_SMALL="1")[0] not in (0, 77) or run(test, **environment)[0] != 0:
            return "its paired test"
        order = build / "bin/pairs_order_of_calls_test"
        if order.is_file():
            status, _ = run([str(order), "--run_test=timed_kernels"], **environment)
            if status not in (0, 77):
                return "the order of calls"
    if mutant.stage == "legacy" and oversteps(mutant, build, architecture):
        return "AddressSanitizer"
    return None


def oversteps(mutant, build, architecture):
    """Tells whether AddressSanitizer reports an access outside of host memory, at small sizes."""
    library = address_sanitizer(build)
    if not library:
        return False
    with tempfile.TemporaryDirectory() as folder:
        (status, _), module = compile_module(mutant, build, pathlib.Path(folder), architecture, "-Xcompiler", "-fsanitize=address")
        if status != 0:
            return False
        _, said = run(paired_test(mutant, build), **environment_of(mutant, build, module, architecture), CUDA_LEGACY_SMALL="1",
                      LD_PRELOAD=library, ASAN_OPTIONS="detect_leaks=0")
        return "ERROR: AddressSanitizer: " in said


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--stage", choices=STAGES, action="append", help="only these stages")
    arguments.add_argument("--operator", choices=OPERATORS, action="append", help="only these breaks")
    arguments.add_argument("--seconds", type=float, help="begin no mutant after so long, and tell how many are left")
    arguments.add_argument("--list", action="store_true", help="the mutants alone; nothing is compiled")
    arguments.add_argument("slugs", nargs="*", metavar="SLUG", help="area/name; all of them when there is none")
    options = arguments.parse_args()
    known = sorted(path.relative_to(ROOT / "legacy").with_suffix("").as_posix() for path in (ROOT / "legacy").rglob("*.cu"))
    for slug in options.slugs:
        if slug not in known:
            arguments.error(f"there is no pair {slug}")

    mutants = []
    for slug in options.slugs or known:
        for stage in options.stage or STAGES:
            if source_of(stage, slug).is_file():
                mutants += mutants_of(stage, slug, source_of(stage, slug).read_text(encoding="utf-8"),
                                      options.operator or tuple(OPERATORS))
    if options.list:
        print("\n".join(map(str, mutants)))
        return 0
    if not (options.build / "CMakeCache.txt").is_file():
        arguments.error(f"{options.build} is no build folder: ./run test builds one")

    allowed, killed, lives, expected, left = survivors(), {}, [], [], []
    last = float("inf") if options.seconds is None else time.monotonic() + options.seconds

    def judged(mutant):
        return judge(mutant, options.build) if time.monotonic() < last else NOT_TRIED

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for number, (mutant, by) in enumerate(zip(mutants, pool.map(judged, mutants)), 1):
            if by == NOT_TRIED:
                left.append(mutant)
            elif by:
                killed[by] = killed.get(by, 0) + 1
            elif mutant.key() in allowed:
                expected.append(mutant)
            else:
                lives.append(mutant)
                print(f"survives: {mutant}", flush=True)  # at once: all of them take hours on few cores
            if sys.stderr.isatty():
                print(f"\r{number} of {len(mutants)}", end="", file=sys.stderr)
    if left:
        print(f"not tried: {len(left)} mutants, from {left[0]}")
    print(f"{len(mutants) - len(left)} mutants; killed by " + ", ".join(f"{by}: {count}" for by, count in sorted(killed.items())))
    for mutant in expected:
        print(f"may live: {mutant}\n          {allowed[mutant.key()]}")
    tried = {(mutant.stage, mutant.slug) for mutant in mutants} - {(mutant.stage, mutant.slug) for mutant in left}
    for key in sorted(allowed.keys() - {mutant.key() for mutant in expected}):
        if key[:2] in tried and (not options.operator or key[2] in options.operator):
            print(f"survivors.txt: no such survivor: {' '.join(key[:3])} | {key[3]}")
    return 1 if lives or left else 0


if __name__ == "__main__":
    sys.exit(main())
