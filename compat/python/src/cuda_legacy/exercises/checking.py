# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds an exercise and its checker, and runs them on the emulated device."""

import hashlib
import os
import pathlib
import subprocess
import typing

from . import texts

SECONDS = 900  # for one compiler, and for the checks
PTX = ["-arch=compute_75", "-code=compute_75"]  # no machine code: the emulated device reads PTX
FINDING = 99  # the emulated device's exit status where it found a defect
CHECKER = ["exercises/check/exercise.cpp", "runtime_interposer.cpp"]


class Places(typing.NamedTuple):
    """Where things are, in a checkout or in the package."""
    root: pathlib.Path  # has modern/ and tests/pairs/
    emulator: pathlib.Path  # the folder of libcudart.so.13
    header: pathlib.Path  # the folder of cuda_emulator.h
    nvcc: typing.Optional[str]
    environment: typing.Mapping[str, str]  # that nvcc needs besides this process's own
    command: str  # how a user calls this program


class Broken(Exception):
    """Why nothing could be checked; the text is the compiler's or our own."""


def built(places, words, output):
    """Runs nvcc; `output` is there afterwards, and only if all went well."""
    partial = output.with_name(f"{output.name}.part{output.suffix}")
    try:
        done = subprocess.run([places.nvcc, *words, "-o", str(partial)], env={**os.environ, **places.environment}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=SECONDS)
    except OSError as error:
        raise Broken(f"{places.nvcc}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise Broken(f"{places.nvcc} did not end in {SECONDS} s") from error
    if done.returncode:
        raise Broken(done.stdout)
    partial.replace(output)


def main_of(exercises):
    """A checker's own file: a program that checks the exercise with the number that it is given."""
    includes = "".join(f'#include "{one.slug}.hpp"\n' for one in exercises)
    functions = "".join(f"""
int check_{number}()
{{
    using pair = pairs::{one.slug.replace("/", "::")};
    checker<pair> check;
{one.check}    return check.status();
}}
""" for number, one in enumerate(exercises))
    cases = "".join(f"    case {number}: return check_{number}();\n" for number in range(len(exercises)))
    return f"""#include <cstdlib>

{includes}#include "exercises/check/exercise.hpp"

using namespace pairs::exercises;
{functions}
int main(int, char** argv)
{{
    switch (std::atoi(argv[1])) {{
{cases}    default: return 2;
    }}
}}
"""


def checker_of(places, exercises, scratch):
    """The program that checks these exercises, built where it is not there yet."""
    pairs = places.root / "tests" / "pairs"
    text = main_of(exercises)
    digest = hashlib.sha256(text.encode())
    for header in sorted([*pairs.glob("*.hpp"), *pairs.glob("*/*.hpp"), *(pairs / "exercises" / "check").iterdir()]):
        digest.update(header.read_bytes())
    program = scratch / f"check_{digest.hexdigest()[:12]}"
    if program.exists():
        return program
    source = scratch / "check.cpp"
    try:
        source.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Broken(f"{source} cannot be written: {error.strerror}") from error
    built(places, ["-std=c++17", "-cudart", "shared", "-Xcompiler", "-rdynamic", "-I", str(pairs), "-I", str(places.header),
                   str(source), *(str(pairs / one) for one in CHECKER), "-ldl"], program)
    return program


def module_of(places, file, output):
    """Builds an example's file as the module that a checker loads."""
    output.unlink(missing_ok=True)
    built(places, [*PTX, "-std=c++17", "-lineinfo", "-shared", "-cudart", "shared", "-Xcompiler", "-fPIC",
                   "-I", str(places.root / "modern" / "support"), str(file)], output)


def run(places, program, number, module):
    """What a checker says of a module, and whether all checks hold."""
    before = os.environ.get("LD_LIBRARY_PATH")
    folder = str(places.emulator)
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{folder}:{before}" if before else folder,
                   "CUDA_LEGACY_EXERCISE": str(module.resolve())}
    try:
        done = subprocess.run([str(program), str(number)], env=environment, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"  NOT YET  the checks did not end in {SECONDS} s", False
    said = done.stdout.rstrip()
    if done.returncode == FINDING:
        said += "\n  NOT YET  the emulated device found a defect, named above"
    elif done.returncode not in (0, 1):
        said += f"\n  NOT YET  the program ended with status {done.returncode}"
    return said, done.returncode == 0


def file_of(places, folder, slug):
    """The exercise of a folder, and its file there. Throws Wrong if the folder lacks it."""
    exercise = texts.read(places.root, slug)
    file = folder / f"{exercise.name}.cu"
    if not file.is_file():
        raise texts.Wrong(f"{folder} has no {file.name}")
    return exercise, file


def check_folder(places, folder, slug, say=print):
    """Builds and checks the exercise in a folder. Returns whether it is done."""
    exercise, file = file_of(places, folder, slug)
    if not places.nvcc:
        raise Broken("no nvcc: pip install 'cuda-legacy[toolkit]' brings one; else CUDACXX or PATH says where that of a toolkit is")
    scratch = folder / "build"
    scratch.mkdir(exist_ok=True)
    module = scratch / f"{exercise.name}.so"
    try:
        module_of(places, file, module)
    except Broken as error:
        say(f"{error}\n  NOT YET  {file.name} does not compile")
        return False
    said, done = run(places, checker_of(places, [exercise], scratch), 0, module)
    say(said)
    return done
