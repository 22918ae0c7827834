#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program with its kernels interpreted and translated. Output, findings and exit status must be the same.

usage: both_ways.py [--kernels N] [--races] [--share PERCENT] [--in FOLDER] [--unoptimised] [--cache | --beside | --again | --limit] PROGRAM [ARGUMENT...]

--kernels N    requires at least this number of translated kernels
--races        the output may differ, because a race depends on the order of warps. The findings must not
--share N      requires at least this share of the executed warp instructions in translated code, in percent
--in FOLDER    compiles in this folder, with other tests of the same kernels: each kernel is compiled once for all of them
--unoptimised  compiles the kernels with -O0 and inlines nothing, in half of the time or less: for a test beside another one of the same kernels
--cache        runs again with the cache of the first run, and with a damaged cache. Then it runs with a missing compiler: the
               kernels are interpreted, and a line says so
--limit        runs with a cache above its limit: the file that was used last stays, and the oldest goes. A folder that all
               users may write to is neither read nor written, unless a variable names it
--beside       kernels are translated beside the running program, when they are hot. No temporary file is left, whether or not
               the program ends before the compiler
--again        runs several times, each too short to make a kernel hot. Together they make it hot

Exit status: 0 the same; 1 not; 77 without a compiler.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time


def run(command, **settings):
    environment = {**os.environ, **{f"CUDA_EMULATOR_{name}": str(value) for name, value in settings.items()}}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def different(what, wanted, have):
    for name, one, other in zip(("exit status", "output", "findings"), wanted, have):
        if one != other:
            print(f"{what}: another {name}\n--- interpreted\n{one}\n--- translated\n{other}")
            return True
    return False


def exceeds(command, wanted, cache):
    """The cache keeps the newer of two files. A file that is used becomes the newest."""
    settings = {"TRANSLATE": 2, "CACHE": cache, "CACHE_SIZE": 1}
    failed = different("empty cache", wanted, run(command, **settings))
    kernels = set(cache.glob("*.so"))
    old, new = cache / "old.so", cache / "new.so"
    for age, file in ((2000, old), (1000, new), *((3000, kernel) for kernel in kernels)):
        if file not in kernels:
            file.write_bytes(bytes(600000))
        os.utime(file, times=(time.time() - age,) * 2)
    failed |= different("full cache", wanted, run(command, **settings))
    if not kernels <= set(cache.glob("*.so")) or not old.exists():
        print("something is removed though nothing was added")
        failed = True
    day = 24 * 3600
    forgotten, remembered = cache / "forgotten.so.ran", cache / "remembered.so.ran"
    for age, file in ((40 * day, forgotten), (20 * day, remembered)):
        file.write_text("1\n")
        os.utime(file, times=(time.time() - age,) * 2)
    # With another compiler's name the kernels are others.
    compiler = shutil.which(os.environ.get("CUDA_EMULATOR_CXX", "c++"))
    failed |= different("a kernel more", wanted, run(command, **settings, CXX=compiler))
    left = set(cache.glob("*.so"))
    if old in left or new not in left or not kernels < left:
        print(f"left in the cache: {sorted(file.name for file in left)}")
        failed = True
    if forgotten.exists() or not remembered.exists():
        print(f"left of how long kernels have run: {sorted(file.name for file in cache.glob('*.ran'))}")
        failed = True
    return failed


def is_for_anybody(command, wanted, folder):
    """A folder that all users may write to must not be the cache, and a private one must be."""
    failed = False
    for mode, is_taken in ((0o700, True), (0o777, False)):
        cache = folder / f"{mode:o}" / "cuda_legacy"
        cache.mkdir(parents=True)
        cache.chmod(mode)
        os.environ["XDG_CACHE_HOME"] = str(cache.parent)
        failed |= different(f"a cache of mode {mode:o}", wanted, run(command, TRANSLATE=2, CACHE=""))
        if bool(list(cache.iterdir())) != is_taken:
            print(f"in a cache of mode {mode:o}: {sorted(file.name for file in cache.iterdir())}")
            failed = True
    return failed


def wait_for_compilers(temporary):
    """They go on when the program has ended."""
    end = time.monotonic() + 60
    while list(temporary.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)


def is_hot_in_the_end(command, wanted, cache, temporary):
    """Is the kernel compiled by one of many runs, but not by the first? Its library replaces the note of the runs."""
    most = 10
    for number in range(1, most + 1):
        if different(f"run {number}", wanted, run(command, TRANSLATE=1, CACHE=cache)):
            return False
        wait_for_compilers(temporary)
        if number == 1:
            made, told = list(cache.glob("*.so")), list(cache.glob("*.ran"))
            if made or len(told) != 1:
                print(f"after run {number}: {sorted(file.name for file in cache.iterdir())}")
                return False
            told[0].write_text("no number\n")  # it counts anew
        elif told[0].with_suffix("").exists():
            if told[0].exists():
                print(f"{told[0].name} is left beside the library")
                return False
            return not different("full cache", wanted, run(command, TRANSLATE=1, CACHE=cache))
    print(f"{most} runs, and no kernel is compiled: {sorted(file.name for file in cache.iterdir())}")
    return False


def unoptimised(folder):
    """A compiler that takes the options of the emulated device, and neither optimises nor inlines. Its name tells GCC from clang.

    Even without optimisation GCC inlines what is always_inline, which takes longer than all the rest."""
    real = pathlib.Path(shutil.which(os.environ.get("CUDA_EMULATOR_CXX", "c++"))).resolve()
    compiler = folder / f"unoptimised-{real.name}"
    if not compiler.exists():  # another test may run it at this moment
        new = folder / f"new-{os.getpid()}"
        new.write_text(f'#!/bin/sh\nexec "{real}" "$@" -O0 -Dalways_inline=unused\n', encoding="utf-8")
        new.chmod(0o755)
        new.replace(compiler)
    return str(compiler)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kernels", type=int, default=1)
    parser.add_argument("--races", action="store_true")
    parser.add_argument("--share", type=float)
    parser.add_argument("--in", dest="folder", type=pathlib.Path)
    parser.add_argument("--unoptimised", action="store_true")
    parser.add_argument("--cache", action="store_true")
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--limit", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if not shutil.which(os.environ.get("CUDA_EMULATOR_CXX", "c++")):
        print("skipped: there is no C++ compiler")
        return 77
    command = arguments.command
    wanted = run(command, TRANSLATE=0)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        shared = arguments.folder or pathlib.Path(folder)
        shared.mkdir(parents=True, exist_ok=True)
        cache = shared / "a cache"
        if arguments.unoptimised:
            os.environ["CUDA_EMULATOR_CXX"] = unoptimised(shared)
        if arguments.limit:
            return 1 if exceeds(command, wanted, cache) | is_for_anybody(command, wanted, pathlib.Path(folder)) else 0
        temporary = pathlib.Path(folder) / "temporary"
        if arguments.beside or arguments.again:
            temporary.mkdir()
            os.environ["TMPDIR"] = str(temporary)
        if arguments.again:
            return 0 if is_hot_in_the_end(command, wanted, cache, temporary) else 1
        have = run(command, TRANSLATE=1 if arguments.beside else 2, CACHE=cache)
        if arguments.races:
            have = have[0], wanted[1], have[2]
        failed |= different("empty cache", wanted, have)
        if arguments.beside:
            wait_for_compilers(temporary)
        if arguments.beside and list(temporary.iterdir()):
            print(f"left behind: {[str(file) for file in temporary.rglob('*')]}")
            failed = True
        made = {file: file.read_bytes() for file in sorted(cache.glob("*.so"))}
        if len(made) < arguments.kernels:
            print(f"{len(made)} kernels are translated, not {arguments.kernels}")
            failed = True
        if arguments.share:
            line = run(command, TRANSLATE=2, CACHE=cache, PROGRESS=1000, THREADS=1)[2].decode().splitlines()[-1]
            share = re.search(r"ended after .* ([0-9.]+) % of them in translated code", line)
            if not share or float(share[1]) < arguments.share:
                print(f"less than {arguments.share:g} % in translated code: {line}")
                failed = True
        if not arguments.cache:
            return 1 if failed else 0
        files = {file: file.stat().st_ino for file in made}
        log = pathlib.Path(folder) / "log"
        failed |= different("full cache", wanted, run(command, TRANSLATE=2, CACHE=cache, TRANSLATE_LOG=log))
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        translated = [line for line in lines if ": translated, " in line]
        if len(translated) < arguments.kernels or len(translated) + sum(": interpreted, for " in k for k in lines) != len(lines):
            print("the log does not have a line for each kernel:\n" + "\n".join(lines))
            failed = True
        if files != {file: file.stat().st_ino for file in sorted(cache.glob("*.so"))}:
            print("kernels of the cache were compiled again")
            failed = True
        for number, (file, text) in enumerate(list(made.items())[:2]):
            file.write_bytes(text[:len(text) // 2] if number % 2 else text[:100] + b"x" + text[101:])
        failed |= different("damaged cache", wanted, run(command, TRANSLATE=2, CACHE=cache))
        status, output, errors = run(command, TRANSLATE=2, CACHE=pathlib.Path(folder) / "none", CXX="/no/such/compiler")
        line, _, rest = errors.partition(b"\n")
        failed |= different("no compiler", wanted, (status, output, rest))
        if b"/no/such/compiler' cannot be run" not in line:
            print(f"no compiler: no word of it, but {errors[:200]}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
