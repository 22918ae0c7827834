#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compat's types of function pointers without a version with those of the toolkits that had the names.

usage: types.py [--build FOLDER] [--toolkit FOLDER]... NOW WHAT

NOW              the version of the toolkit that compat is read with: 13.0
WHAT             each_name: the list names.h has all names of compat, and CUDA 13 has none of them;
                 same_types: each is the same type as in an earlier toolkit
--build FOLDER   the build folder with fetched toolkits; --toolkit FOLDER: another toolkit

One source reads both: compat's names with today's headers, then the other toolkit's header in a namespace. Both use
today's cuda.h, so equal types are identical.

Exit status: 0 as it should be, 1 not, 77 nothing to compare.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
INCLUDE = ROOT / "compat/include"
sys.path.insert(0, str(ROOT / "tests/support"))
import toolkits  # noqa: E402  (in tests/support)

HEADERS = ["cudaTypedefs.h", "cudaProfilerTypedefs.h", "cudaGLTypedefs.h", "cudaEGLTypedefs.h", "cudaVDPAUTypedefs.h"]
# The type of CUDA 12.9 counts. Up to these versions a name was another type. Four types of CUDA 11.8 differ only in the
# structure behind CUDA_KERNEL_NODE_PARAMS.
OTHERS_UNTIL = {
    "11.8": {"PFN_cuGetProcAddress", "PFN_cuGraphExecUpdate", "PFN_cuGraphInstantiate", "PFN_cuGraphAddKernelNode",
             "PFN_cuGraphExecKernelNodeSetParams", "PFN_cuGraphKernelNodeGetParams", "PFN_cuGraphKernelNodeSetParams"},
    "12.0": {"PFN_cuGraphAddDependencies", "PFN_cuGraphGetEdges", "PFN_cuGraphNodeGetDependencies", "PFN_cuGraphNodeGetDependentNodes",
             "PFN_cuGraphRemoveDependencies"},
    "12.6": {"PFN_cuMemAdvise", "PFN_cuMemPrefetchAsync", "PFN_cuStreamGetCaptureInfo", "PFN_cuStreamGetCtx",
             "PFN_cuStreamUpdateCaptureDependencies"},
}
SEEN = ("11.8", "12.0", "12.4", "12.5", "12.6", "12.9")
# Names that are no types, because of a slip in CUDA's own header.
SLIPS = {"PFN_cuStreamGetId", "PFN_cuGraphBatchMemOpNodeSetParams"}


def compile_text(text, includes):
    """Gives g++'s messages for a C++ source, in English."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "types.cpp"
        source.write_text(text, encoding="utf-8")
        command = [os.environ.get("CXX", "g++"), "-std=c++17", "-fmax-errors=0", "-fsyntax-only", "-isystem", HERE / "stand_in",
                   *[f"-I{one}" for one in includes], source]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=dict(os.environ, LC_ALL="C")).stderr


def listed():
    """Gives the names of names.h that this system has."""
    text = re.sub(r"#ifdef _WIN32\n.*?#endif\n", "", (HERE / "names.h").read_text(encoding="utf-8"), flags=re.S)
    return re.findall(r"^NAME\((\w+)\)$", text, re.M)


def defined_by_compat():
    """Gives the names without a version that compat's headers define."""
    text = "\n".join((INCLUDE / header).read_text(encoding="utf-8") for header in HEADERS)
    return re.findall(r"^ *#define (PFN_\w+?) ", text, re.M)


def missing_without_compat(now):
    """Gives the names that today's headers lack."""
    includes = "".join(f"#include <{header}>\n" for header in HEADERS)
    text = includes + "".join(f"extern {name} pointer_{number};\n" for number, name in enumerate(listed()))
    return re.findall(r"error: [\u2018'](\w+)[\u2019'] does not name a type", compile_text(text, now.includes))


def names_of(toolkit):
    """{header: the names that it defines} of an earlier toolkit."""
    return {header: re.findall(r"^#define (PFN_\w+)\s", toolkit.header(header).read_text(encoding="utf-8", errors="replace"), re.M)
            for header in HEADERS if toolkit.header(header)}


def different(now, before, per_thread):
    """Gives (the names whose type differs from an earlier toolkit's, the number of comparisons, g++'s other messages)."""
    define = "#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n" if per_thread else ""
    text = define + "".join(f"#include <{header}>\n" for header in HEADERS) + "#include <type_traits>\n"
    theirs = names_of(before)
    names = [name for name in listed() if any(name in of_header for of_header in theirs.values()) and name not in SLIPS]
    text += "".join(f"using of_compat_{number} = {name};\n" for number, name in enumerate(names))
    text += "".join(f"#undef {name}\n" for name in [*defined_by_compat(), "__API_TYPEDEF_PTDS", "__API_TYPEDEF_PTSZ"])
    text += "".join(f"#undef {header[:-2].upper()}_H\n" for header in HEADERS)
    # The names with a version also come from the other toolkit. The namespace keeps them apart from today's.
    text += "namespace before {\n" + "".join(f'#include "{before.header(header)}"\n' for header in theirs) + "}\n"
    text += "".join(f'static_assert(std::is_same<of_compat_{number}, before::{name}>::value, "is another type: {name};");\n'
                    for number, name in enumerate(names))
    said = compile_text(text, [INCLUDE, *now.includes])
    other = [line for line in said.splitlines() if "error" in line and "is another type" not in line]
    return set(re.findall(r"static assertion failed: is another type: (\w+);", said)), len(names), other


def expected(version):
    """The names that were other types in this version than in CUDA 12.9."""
    return {name for until, names in OTHERS_UNTIL.items() if SEEN.index(version) <= SEEN.index(until) for name in names}


def main(arguments):
    parser = argparse.ArgumentParser(description="The types of function pointers without a version.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--toolkit", action="append", default=[])
    parser.add_argument("now", metavar="NOW")
    parser.add_argument("what", choices=("each_name", "same_types"))
    options = parser.parse_args(arguments)
    found = toolkits.installed(options.build, options.toolkit, compilers=False)
    now = next((one for one in found if one.version == options.now), None)
    if not now or not now.header("cudaTypedefs.h"):
        print(f"skipped: CUDA {options.now} is not installed, or has no cudaTypedefs.h")
        return 77
    wrong = []
    if options.what == "each_name":
        names = set(listed())
        ours = {name for name in defined_by_compat() if not re.search(r"_v\d{4,}$", name)} - {"PFN_cuWGLGetDevice"}  # of Windows
        wrong += [f"{name} is in {where} alone" for one, other, where in ((names, ours, "names.h"), (ours, names, "compat")) for name in sorted(one - other)]
        missing = set(missing_without_compat(now))
        wrong += [f"CUDA {now.version} has {name} itself" for name in sorted(names - missing)] if now.version.startswith("13.") else []
        print(f"{len(names)} names, {len(missing)} of them missing in CUDA {now.version}")
    else:
        earlier = [one for one in found if one.version in SEEN and one.header("cudaTypedefs.h")]
        if not earlier:
            print(f"skipped: none of CUDA {', '.join(SEEN)} is installed with cudaTypedefs.h")
            return 77
        for before in earlier:
            for per_thread in (False, True):
                others, count, said = different(now, before, per_thread)
                print(f"CUDA {before.version}: {count} types, {len(others)} others: {', '.join(sorted(others)) or 'none'}")
                wrong += said[:20]
                wrong += [f"{name} is not what it was in CUDA {before.version}" for name in sorted(others - expected(before.version))]
                wrong += [f"{name} is what it was in CUDA {before.version}, but is listed as changed" for name in sorted(expected(before.version) - others)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
