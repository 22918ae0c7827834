#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a source with CUDA 11.8, or finds what CUDA 11.8 made of that very source on another machine.

usage: cuda_11_8.py [--toolkit DIR] --source FILE [--also FILE]... [--program FILE] [--module FILE --exports FILE]
                    [--module-option=OPTION]... [--include DIR]... [--host-compiler NAME] -- [OPTION]...

--toolkit DIR   CUDA 11.8, with bin/nvcc; without it, or when there is none, only what was built before will do
--source FILE   what to build
--also FILE     what the source includes of this project, beside what it names itself and --include has
--program FILE  the program to make
--module FILE   the shared object to make, exporting what the version script --exports names
--include DIR   where its headers are
OPTION          further options of nvcc's; those of --module-option for the shared object alone. It builds for sm_90, unless
                one of them is another -arch=

A GPU's machine need not have CUDA 11.8: what was built elsewhere counts when it was made of the same sources. That is
known by a sum beside each file, <FILE>.source.

Exit status: 0 built, or built before; 1 the build failed or printed something, or without CUDA 11.8 there is what it made of
other sources; 77, with a line "skipped: ...", when there is neither CUDA 11.8 nor what it would have made; 2 for a wrong
command line.
"""
import argparse
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path


def sum_of(files, options):
    """One sum over the contents and the options, whatever folder the project lies in."""
    total = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        total.update(f"{path.name} {len(content)}\n".encode() + content)
    total.update("\n".join(options).encode())
    return total.hexdigest()


INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)


def included(source, folders):
    """The files that a source includes, and those that they include, out of these folders or beside the one that names
    them; sorted. One that stands in an #if counts as well. What is found nowhere is the toolkit's."""
    found, waiting = set(), [source]
    while waiting:
        one = waiting.pop()
        for name in INCLUDED.findall(one.read_text(encoding="utf-8", errors="replace")):
            for folder in (one.parent, *folders):
                path = folder / name
                if path.is_file():
                    if path.resolve() not in {other.resolve() for other in found}:
                        found.add(path)
                        waiting.append(path)
                    break
    return sorted(found)


def stamp_of(made):
    return made.with_name(made.name + ".source")


def is_of(made, value):
    stamp = stamp_of(made)
    return made.is_file() and stamp.is_file() and stamp.read_text().strip() == value


def build(command, made, value):
    """Builds, and gives whether it succeeded without a message. The file is complete or missing."""
    made.parent.mkdir(parents=True, exist_ok=True)
    partial = made.with_name(f"{made.name}.{os.getpid()}.part")
    stamp_of(made).unlink(missing_ok=True)
    result = subprocess.run([*command, "-o", partial], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(result.stdout, end="")
    if result.returncode != 0 or result.stdout.strip():
        partial.unlink(missing_ok=True)
        print(f"cuda_11_8.py: nvcc ended with status {result.returncode}; a build is to be silent")
        return False
    os.replace(partial, made)
    stamp_of(made).write_text(value + "\n")
    return True


def main():
    parser = argparse.ArgumentParser(description="Builds a source with CUDA 11.8, or finds what it made elsewhere.")
    parser.add_argument("--toolkit", type=Path)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--also", type=Path, action="append", default=[])
    parser.add_argument("--program", type=Path)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--exports", type=Path)
    parser.add_argument("--module-option", action="append", default=[])
    parser.add_argument("--include", type=Path, action="append", default=[])
    parser.add_argument("--host-compiler", default="g++-11")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    if not arguments.program and not arguments.module:
        parser.error("neither --program nor --module")
    if arguments.module and not arguments.exports:
        parser.error("--module needs --exports")

    wanted = {}
    # Not all headers of a folder count: a change of a header that is not included must not invalidate the build.
    own = included(arguments.source, arguments.include)
    files = [arguments.source, *own, *sorted(set(arguments.also) - set(own))]
    if arguments.program:
        wanted[arguments.program] = ([], sum_of(files, arguments.options))
    if arguments.module:
        how = ["-shared", "-Xcompiler", "-fPIC", "-Xlinker", f"--version-script={arguments.exports}"]
        options = arguments.module_option
        wanted[arguments.module] = ([*how, *options], sum_of([*files, arguments.exports], [*arguments.options, *options]))

    nvcc = arguments.toolkit / "bin/nvcc" if arguments.toolkit else None
    if nvcc is None or not nvcc.is_file():
        for made, (_, value) in wanted.items():
            if not made.is_file():
                print("skipped: there is no CUDA 11.8 (CUDA_LEGACY_CUDA_11_8 names none; ./run oracle fetches it)")
                return 77
            if not is_of(made, value):
                # No skip: the tests of the program would run with the old one.
                print(f"{made} was made of other sources: build it anew where there is CUDA 11.8, or remove it")
                return 1
        print("made by CUDA 11.8 elsewhere, of these sources")
        return 0
    command = [nvcc, "-ccbin", arguments.host_compiler, *arguments.options, arguments.source]
    if not any(option.startswith("-arch=") for option in arguments.options):
        command += ["-arch=sm_90"]
    command += [word for folder in arguments.include for word in ("-I", folder)]
    for made, (how, value) in wanted.items():
        if is_of(made, value):
            print(f"{made.name}: made before, of these sources")
        elif not build([*command, *how], made, value):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
