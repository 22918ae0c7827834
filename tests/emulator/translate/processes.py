#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler beside a program is none of its children; when the program ends first, what it makes is kept for the next one.

usage: processes.py PROGRAM children|killed|exits|compiler_killed

PROGRAM is built of processes.cu. Its compiler is a script that says when it starts, and goes on to the real one later than
that. With `compiler_killed` a signal ends the compiler, and no later program starts it for the same kernel.
Exit status: 0 right; 1 not; 77 where there is no compiler.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def becomes_true(what, seconds):
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def starts_of(program, ends, *wanted):
    """Runs the program once for each wanted message, with a compiler that ends like this. Gives how often each run
    started the compiler, and what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cache, starts, compiler = folder / "a cache", folder / "starts", folder / "a compiler"
        cache.mkdir()
        starts.touch()
        compiler.write_text(f'#!/bin/sh\necho started >>"{starts}"\n{ends}\n', encoding="utf-8")
        compiler.chmod(0o755)
        environment = {**os.environ, "CUDA_EMULATOR_TRANSLATE": "2", "CUDA_EMULATOR_CACHE": str(cache), "CUDA_EMULATOR_CXX": str(compiler)}
        counts, wrong = [], []
        for message in wanted:
            done = subprocess.run([program, "launches"], env=environment, capture_output=True, text=True, check=False, timeout=300)
            counts.append(len(starts.read_text(encoding="utf-8").split()))
            starts.write_text("", encoding="utf-8")
            if done.returncode != 0 or message not in done.stderr:
                wrong.append(f"exit status {done.returncode}, errors {done.stderr!r}, expected '{message}'")
        return counts, wrong


def compiler_killed(program):
    """Gives what is wrong if the compiler is killed, or its driver says that, or it finds an error."""
    wrong = []
    driver = "echo 'c++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1"
    for ends, status, is_final in (("kill -KILL $$", 137, True), (driver, 1, True), ("echo 'kernel.cpp: error: no' >&2; exit 1", 1, False)):
        first = f"ended with status {status}"
        counts, errors = starts_of(program, ends, first, "was killed earlier" if is_final else first)
        wrong += errors
        if counts[0] == 0 or counts[1] != (0 if is_final else counts[0]):
            wrong.append(f"{ends}: the runs started the compiler {counts} times")
    return wrong


def main():
    program, how = sys.argv[1:]
    if how == "compiler_killed":
        wrong = compiler_killed(program)
        print("\n".join(wrong), end="")
        return 1 if wrong else 0
    real = shutil.which("c++")
    if not real:
        print("skipped: there is no C++ compiler")
        return 77
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cache, temporary, compiler = folder / "a cache", folder / "temporary", folder / "a compiler"
        cache.mkdir()
        temporary.mkdir()
        compiler.write_text(f'#!/bin/sh\necho $$ >"{cache}/started.new"\nmv "{cache}/started.new" "{cache}/started"\nsleep 0.3\n'
                            f'exec "{real}" "$@"\n', encoding="utf-8")
        compiler.chmod(0o755)
        environment = {**os.environ, "CUDA_EMULATOR_TRANSLATE": "1", "CUDA_EMULATOR_CACHE": str(cache),
                       "CUDA_EMULATOR_CXX": str(compiler), "TMPDIR": str(temporary)}
        done = subprocess.run([program, how], env=environment, capture_output=True, text=True, check=False, timeout=300)
        wanted = {"children": (0, "no child, child's status 3, 1 signals, kernel compiled\n"), "killed": (-signal.SIGKILL, ""),
                  "exits": (0, "")}[how]
        if (done.returncode, done.stdout) != wanted or done.stderr:
            print(f"exit status {done.returncode}, output {done.stdout!r}, errors {done.stderr!r}")
            failed = True
        if not becomes_true(lambda: list(cache.glob("*.so")), 60):
            print(f"the kernel is not kept: {sorted(file.name for file in cache.iterdir())}")
            failed = True
        if not becomes_true(lambda: not list(temporary.iterdir()), 60):
            print(f"left behind: {[str(file) for file in temporary.rglob('*')]}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
