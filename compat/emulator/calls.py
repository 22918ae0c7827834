#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes CALLS.md: every call of the two APIs, done or refused, and every PTX instruction that the emulated device knows.

  calls.py --library LIBCUDART --instructions PROGRAM [--include FOLDER] [--write]

LIBCUDART is the emulated library, whose symbols say what is implemented (a stub is weak); PROGRAM prints the forms of the
decoder's table. FOLDER has the headers of a CUDA toolkit: what they declare must be among the symbols. Without --write the
page is only compared, and the exit status says whether it is what these give.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "CALLS.md"
PER_THREAD = re.compile(r"_pt[sd][sz]$")
VERSION = re.compile(r"_v\d+$")
# Of tools and of nvcc's own code: no header declares them.
INTERNAL = re.compile(r"__cuda|cuda_emulator")


def implemented(library):
    """Names of the library's functions that are no stubs."""
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, text=True, capture_output=True).stdout
    symbols = (line.split()[-2:] for line in lines.splitlines())
    return {name.split("@")[0] for kind, name in symbols if kind == "T"}


def exported(api):
    """Symbol -> version of CUDA that it is since ("" for the runtime's), in the order of the list."""
    found = {}
    for line in (HERE / api / "exported_symbols.txt").read_text(encoding="utf-8").split("\n"):
        name, _, since = line.partition(" ")
        if name and not PER_THREAD.search(name) and not INTERNAL.match(name):
            found[name] = since
    return found


def declared(folder):
    """Calls that the headers declare, by their plain names."""
    runtime = (folder / "cuda_runtime_api.h").read_text(encoding="utf-8", errors="replace")
    driver = (folder / "cuda.h").read_text(encoding="utf-8", errors="replace")
    version = re.search(r"#define\s+CUDA_VERSION\s+(\d+)", driver)
    return int(version[1]), {
        "runtime": set(re.findall(r"extern __host__[^;(]*?\b(cuda[A-Z]\w*)\(", runtime)),
        "driver": set(re.findall(r"\bCUDAAPI\s+(cu[A-Z]\w*)\(", driver)),
    }


def state(done):
    return "done" if done else "refused"


def runtime_rows(done):
    return [f"| `{name}` | {state(name in done)} |" for name in sorted(exported("runtime"))]


def driver_rows(done):
    calls = collections.defaultdict(list)
    for name, since in exported("driver").items():
        calls[VERSION.sub("", name)].append((int(since), name))
    rows = []
    for call, versions in sorted(calls.items()):
        *older, (_, newest) = sorted(versions)
        told = ", ".join(f"`{name}` {state(name in done)}" for _, name in older)
        rows.append(f"| `{call}` | {state(newest in done)} | {told} |")
    return rows


def refused_parts():
    """What calls that are done refuse by name, as their sources say it."""
    pattern = re.compile(r'\b(?:\w*unsupported(?:_driver)?|give)\(\s*((?:[^()"]*"(?:[^"\\]|\\.)*")+)')
    texts = set()
    for source in sorted([*HERE.glob("runtime/*.cpp"), *HERE.glob("driver/*.cpp")]):
        for arguments in pattern.findall(source.read_text(encoding="utf-8")):
            texts.update(re.findall(r'"((?:[^"\\]|\\.)*)"', arguments))
    return [f"- {text}" for text in sorted(texts)]


def patterns(forms):
    """The forms as few patterns: "add.{s32,u32}" for two that differ in one place."""
    groups = [tuple(frozenset([word]) for word in form.split(".")) for form in forms]
    while True:
        before = len(groups)
        for place in range(max(map(len, groups)) - 1, 0, -1):
            merged = collections.OrderedDict()
            for group in groups:
                if len(group) <= place:
                    merged[group, None] = group
                    continue
                key = group[:place] + (None,) + group[place + 1:]
                have = merged.get((key, place))
                merged[key, place] = (group if have is None
                                      else group[:place] + (have[place] | group[place],) + group[place + 1:])
            groups = list(merged.values())
        if len(groups) == before:
            break
    return sorted(".".join(min(words) if len(words) == 1 else "{" + ",".join(sorted(words)) + "}" for words in group)
                  for group in groups)


def instruction_rows(program):
    lines = subprocess.run([program], check=True, text=True, capture_output=True).stdout.splitlines()
    opcodes = collections.defaultdict(list)
    for line in lines:
        form, how = line.split()
        opcodes[form.split(".")[0], how].append(form)
    rows = [f"| `{opcode}` | `{pattern}` | {how} |"
            for opcode, how in sorted(opcodes) for pattern in patterns(opcodes[opcode, how])]
    return rows, {opcode for opcode, _ in opcodes}


def own_handlers(table):
    """Opcodes that the decoder knows by themselves."""
    found = set()
    for source in sorted(HERE.glob("decode/*.cpp")):
        found.update(re.findall(r'\bop(?:code)? [!=]= "(\w+)"', source.read_text(encoding="utf-8")))
    return sorted(found - table)


def page(options):
    done = implemented(options.emulated)
    rows, table = instruction_rows(options.instructions)
    return "\n".join([
        "<!-- generated by compat/emulator/calls.py: do not edit -->",
        "# Calls and instructions of the emulated device",
        "",
        "*Done* is what is there. *Refused* returns `cudaErrorNotSupported`, or `CUDA_ERROR_NOT_SUPPORTED`, and is a finding.",
        "In a name with `_ptsz` or `_ptds`, stream 0 is the calling thread's. Otherwise it is the plain call. See [README.md](README.md).",
        "",
        "- [Runtime API](#runtime-api)",
        "- [Driver API](#driver-api)",
        "- [Refused within calls](#refused-within-calls)",
        "- [PTX instructions](#ptx-instructions)",
        "",
        "## Runtime API",
        "",
        "| Call | |",
        "| --- | --- |",
        *runtime_rows(done),
        "",
        "## Driver API",
        "",
        "The state is that of the newest version. Older ones have their own symbol in `libcuda.so.1`.",
        "",
        "| Call | | Older versions |",
        "| --- | --- | --- |",
        *driver_rows(done),
        "",
        "## Refused within calls",
        "",
        "These parts of calls that are done are refused, by these names:",
        "",
        *refused_parts(),
        "",
        "## PTX instructions",
        "",
        "Any other instruction, form or modifier stops the kernel with its name and line. One of the words in braces",
        "stands at each place; modifiers may come in another order. The decoder knows these without a table, and checks",
        "their modifiers one by one:",
        "",
        ", ".join(f"`{opcode}`" for opcode in own_handlers(table)) + ".",
        "",
        "The last column says how the translator treats a form where its operands differ from lane to lane. *vectors*: a loop",
        "over the lanes. *exchange*: a function for the whole warp; on a divergent path the handler. *scalar*: the",
        "interpreter's handler, since no vector instruction does it. *interpreted*: always that handler.",
        "",
        "| Instruction | Forms | Translated as |",
        "| --- | --- | --- |",
        *rows,
        "",
    ])


def undeclared(folder):
    """Calls of the headers that the library does not even export, where the headers are of the CUDA that it stands for."""
    version, names = declared(folder)
    if version != 13000:
        return []
    return [f"{api}: {name}" for api, calls in names.items() for name in sorted(calls - set(exported(api)))
            if not PER_THREAD.search(name)]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", dest="emulated", required=True)
    parser.add_argument("--instructions", required=True)
    parser.add_argument("--include", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    missing = undeclared(options.include) if options.include else []
    for name in missing:
        print(f"declared, and not exported: {name}", file=sys.stderr)
    text = page(options)
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.name} is not what the library gives: build the target emulator_calls_page, and "
              "commit", file=sys.stderr)
        return 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
