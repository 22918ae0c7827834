#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parses each public header as Visual C++ would see it, by clang with Windows as its target. No program runs on
Windows.

usage: windows_test.py --include FOLDER --toolkit FOLDER...

FOLDER of --include: compat's headers; of --toolkit: folders with CUDA's headers

clang imitates Visual C++: __clang__ is undefined, _MSC_VER is set, and both values of _MSVC_TRADITIONAL are tried. The
standard library is this system's, which does not fit Windows, so only messages on compat's own headers count. GNU's
extensions are errors there. clang has no traditional preprocessor. So a search of the texts finds what that one does
not understand.

Exit status: 0 all is right, 1 something is not, 77 there is no clang.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Patterns in the texts that a traditional preprocessor handles differently.
NOT_TRADITIONAL = [(re.compile(r"__VA_OPT__"), "__VA_OPT__"), (re.compile(r",\s*##\s*__VA_ARGS__"), ", ## __VA_ARGS__")]
# This system's uintptr_t is unsigned long, which has 32 bits on Windows.
OF_THIS_SYSTEM = ["-Wno-pointer-to-int-cast", "-Wno-void-pointer-to-int-cast"]
# Only device code, or only C++.
NOT_IN_C = ("texture", "surface")


def system_headers(clang):
    """The folders of this system's headers, for C++ and for C."""
    found = []
    for language in ("c++", "c"):
        said = subprocess.run([clang, "-E", "-v", "-x", language, "/dev/null"], capture_output=True, text=True, check=False).stderr
        listed = said.partition("search starts here:\n#include <...>")[2].partition("End of search list")[0]
        found.append(re.findall(r"^ (/\S+)$", listed, re.M))
    return found


def complaints(output, folder):
    """Gives clang's messages on the headers in a folder."""
    return [line for line in output.splitlines() if line.startswith(f"{folder}/") and re.search(r": (?:fatal )?(?:error|warning): ", line)]


def parse(clang, options, headers, place):
    """Gives sentences on the headers that do not parse."""
    # The layout after installation: the folder is not called include, so CUDA's headers are found after it.
    package = place / "cuda_legacy"
    shutil.copytree(options.include, package)
    of_cxx, of_c = system_headers(clang)
    for traditional in (1, 0):
        for language, standard, system in (("c++", "c++17", of_cxx), ("c", "c11", of_c)):
            for header in headers:
                if language == "c" and any(word in header.stem for word in NOT_IN_C):
                    continue
                source = place / "source.cpp"
                source.write_text(f"#include <{header}>\n#include <cuda_runtime_api.h>\n#include <{header}>\nint used;\n", encoding="utf-8")
                command = [clang, "-x", language, f"-std={standard}", "--target=x86_64-pc-windows-msvc", "-fms-compatibility-version=19.40", "-U__clang__",
                           f"-D_MSVC_TRADITIONAL={traditional}", "-fsyntax-only", "-ferror-limit=0", "-Wgnu", *OF_THIS_SYSTEM, "-nostdlibinc", f"-I{package}"]
                folders = [*options.toolkit, *system]
                done = subprocess.run([*command, *[word for one in folders for word in ("-isystem", one)], source],
                                      capture_output=True, text=True, errors="replace", check=False)
                for line in complaints(done.stderr, package):
                    yield f"{header}, {language}, _MSVC_TRADITIONAL={traditional}: {line.replace(str(package) + '/', '')}"


def texts(include):
    """Gives sentences on code that a traditional preprocessor does not understand."""
    for file in sorted(include.rglob("*.*h")):
        text = file.read_text(encoding="utf-8")
        for pattern, name in NOT_TRADITIONAL:
            if pattern.search(text):
                yield f"{file.relative_to(include)}: {name}"


def main(arguments):
    parser = argparse.ArgumentParser(description="Parses each public header as Visual C++ would see it.")
    parser.add_argument("--include", type=pathlib.Path, required=True)
    parser.add_argument("--toolkit", action="append", default=[])
    options = parser.parse_args(arguments)
    clang = shutil.which("clang")
    if not clang:
        print("skipped: clang is not installed")
        return 77
    headers = [pathlib.Path("cuda_legacy.h")] + [one.relative_to(options.include) for one in sorted((options.include / "cuda_legacy").glob("*.h"))]
    with tempfile.TemporaryDirectory() as folder:
        found = [*texts(options.include), *parse(clang, options, headers, pathlib.Path(folder))]
    for one in found:
        print(one)
    print(f"{len(headers)} headers parsed for Windows, none of them run there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
