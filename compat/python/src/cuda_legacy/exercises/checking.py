# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds an exercise and its checker, and runs them on the emulated device."""

import hashlib
import os
import pathlib
import subprocess
import typing

from . import texts

SECONDS = 300  # for one compiler, and for the checks
PTX = ["-arch=compute_75", "-code=compute_75"]  # no machine code: the emulated device reads PTX
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


def main_of(exercise):
    """The checker's own file."""
    area, name = exercise.slug.split("/")
    return f"""#include "{exercise.slug}.hpp"
#include "exercises/check/exercise.hpp"

using namespace pairs::exercises;
using pair = pairs::{area}::{name};

int main()
{{
    checker<pair> check;
{exercise.check}    return check.status();
}}
"""


def checker_of(places, exercise, scratch):
    """The program that checks, built where it is not there yet."""
    pairs = places.root / "tests" / "pairs"
    text = main_of(exercise)
    digest = hashlib.sha256(text.encode())
    for file in [pairs / f"{exercise.slug}.hpp", pairs / "pair.hpp", pairs / "exercises" / "check" / "exercise.hpp"]:
        digest.update(file.read_bytes())
    program = scratch / f"check_{exercise.name}_{digest.hexdigest()[:12]}"
    if program.exists():
        return program
    source = scratch / f"check_{exercise.name}.cpp"
    source.write_text(text, encoding="utf-8")
    built(places, ["-std=c++17", "-cudart", "shared", "-Xcompiler", "-rdynamic", "-I", str(pairs), "-I", str(places.header),
                   str(source), *(str(pairs / one) for one in CHECKER), "-ldl"], program)
    return program


def check(places, exercise, file, scratch, say=print):
    """Builds and checks a file. Returns whether it is done."""
    if not places.nvcc:
        raise Broken("no nvcc: pip install 'cuda-legacy[toolkit]' brings one; else CUDACXX or PATH says where that of a toolkit is")
    scratch.mkdir(parents=True, exist_ok=True)
    module = scratch / f"{exercise.name}.so"
    module.unlink(missing_ok=True)
    try:
        built(places, [*PTX, "-std=c++17", "-lineinfo", "-shared", "-cudart", "shared", "-Xcompiler", "-fPIC",
                       "-I", str(places.root / "modern" / "support"), str(file)], module)
    except Broken as error:
        say(f"{error}\n  NOT YET  {file.name} does not compile")
        return False
    program = checker_of(places, exercise, scratch)
    before = os.environ.get("LD_LIBRARY_PATH")
    folder = str(places.emulator)
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{folder}:{before}" if before else folder,
                   "CUDA_LEGACY_EXERCISE": str(module.resolve())}
    try:
        done = subprocess.run([str(program)], env=environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        say(f"  NOT YET  the checks did not end in {SECONDS} s")
        return False
    say(done.stdout.rstrip())
    if done.returncode not in (0, 1):
        say("  NOT YET  the emulated device found a defect, named above" if done.returncode == 99 else
            f"  NOT YET  the program ended with status {done.returncode}")
    return done.returncode == 0


def check_folder(places, folder, slug):
    exercise = texts.read(places.root, slug)
    file = folder / f"{exercise.name}.cu"
    if not file.is_file():
        raise texts.Wrong(f"{folder} has no {file.name}")
    return check(places, exercise, file, folder / "build")
