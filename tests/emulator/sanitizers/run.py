#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of the emulated device with a device that is built with sanitizers.

  run.py address|thread BUILD [--tests REGEX] [--seconds S] [--jobs N]

address    AddressSanitizer and UndefinedBehaviorSanitizer; thread: ThreadSanitizer
BUILD      the build folder of the tests; the device goes to BUILD/sanitized/
--tests    only tests whose name has a match
--seconds  the limit of a test (600)
--jobs     compilers at a time (the machine's cores)

Only tests whose command is a program of BUILD are run: scripts start tools that a preloaded sanitizer disturbs. Programs
that do not load the device have nothing that is sanitized, and are left out, too. ThreadSanitizer leaves out programs that
translate kernels.
Exit status: 0 no findings, 1 a finding or another failure, each with its output, 2 a wrong argument or no such build.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DEVICE = HERE.parents[2] / "compat" / "emulator"
FLAGS = {"address": "-fsanitize=address,undefined -fno-sanitize=vptr", "thread": "-fsanitize=thread"}
LIBRARIES = {"address": ("libasan.so", "libubsan.so"), "thread": ("libtsan.so",)}
# Programs end with what they hold. An unknown enumerator of the runtime is a number that the device refuses.
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:detect_odr_violation=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": f"suppressions={HERE / 'thread.supp'}",
}
FINDING = re.compile(r"ERROR: AddressSanitizer|runtime error:|WARNING: ThreadSanitizer|ERROR: ThreadSanitizer")
SUMMARY = re.compile(r"^SUMMARY: .*|^.*runtime error: .*", re.MULTILINE)


def cached(build, name):
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found.group(1) if found else ""


def sanitized_device(kind, build, jobs):
    """Gives the folder of the libraries."""
    folder = build / "sanitized" / kind
    flags = f"-O1 -g1 -fno-omit-frame-pointer {FLAGS[kind]} -fno-sanitize=enum"
    subprocess.run(["cmake", "-S", DEVICE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=g++",
                    f"-DCUDA_EMULATOR_CUDA_INCLUDE={cached(build, 'CUDA_EMULATOR_CUDA_INCLUDE')}",
                    f"-DCMAKE_CXX_FLAGS_RELEASE={flags}", f"-DCMAKE_SHARED_LINKER_FLAGS={FLAGS[kind]}"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, f"-j{jobs}"], check=True)
    return folder / "emulator"


def programs_of(kind, build, wanted):
    """Name, command and properties of each test that is a program of the build with the device, and how many are not."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE).stdout
    programs, others = [], 0
    for test in json.loads(listed)["tests"]:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        command = test.get("command")
        if "emulated" not in properties.get("LABELS", ()) or not command or not wanted.search(test["name"]):
            continue
        if properties.get("DISABLED"):
            continue
        is_program = pathlib.Path(command[0]).is_relative_to(build) and not any(word.endswith(".py") for word in command)
        environment = [*properties.get("ENVIRONMENT", ()), *properties.get("ENVIRONMENT_MODIFICATION", ())]
        loads_device = any(one.startswith("LD_LIBRARY_PATH=") and str(build / "emulator") in one for one in environment)
        # A compiler's process begins as a clone of the program's, in which ThreadSanitizer ends.
        translates = any(re.fullmatch("CUDA_EMULATOR_TRANSLATE=[12]", one) for one in environment)
        if is_program and loads_device and not (kind == "thread" and translates):
            programs.append((test["name"], command, properties))
        else:
            others += 1
    return programs, others


def environment_of(properties, preload):
    # Translated code has no sanitizers in it.
    result = dict({"CUDA_EMULATOR_TRANSLATE": "0", **os.environ}, **OPTIONS, LD_PRELOAD=preload)
    for one in properties.get("ENVIRONMENT", ()):
        name, _, value = one.partition("=")
        result[name] = value
    for one in properties.get("ENVIRONMENT_MODIFICATION", ()):
        name, _, change = one.partition("=")
        how, _, value = change.partition(":")
        if how == "set":
            result[name] = value
        elif how == "path_list_prepend":
            result[name] = ":".join(filter(None, (value, result.get(name))))
        else:
            raise ValueError(f"{one}: this change of a variable is not known here")
    return result


def run(test, device, usual, preload, seconds):
    """Gives the error, or nothing, and the output."""
    _, command, properties = test
    environment = environment_of(properties, preload)
    environment["LD_LIBRARY_PATH"] = environment.get("LD_LIBRARY_PATH", str(usual)).replace(str(usual), str(device))
    try:
        done = subprocess.run(command, env=environment, cwd=properties.get("WORKING_DIRECTORY"), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        return f"not done after {seconds} s", ""
    if FINDING.search(done.stdout):
        return "; ".join(sorted(set(SUMMARY.findall(done.stdout)))[:5]), done.stdout
    expected = properties.get("PASS_REGULAR_EXPRESSION")
    if expected:
        return "" if any(re.search(one, done.stdout) for one in expected) else f"no output as {expected[0]}", done.stdout
    if done.returncode not in (0, properties.get("SKIP_RETURN_CODE", 0)):
        return f"exit status {done.returncode}", done.stdout
    return "", done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=FLAGS)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--tests", type=re.compile, default=re.compile(""))
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    if not (build / "CTestTestfile.cmake").exists():
        parser.error(f"{build} is no build folder with tests: ./run test makes one")
    device = sanitized_device(arguments.kind, build, arguments.jobs)
    preload = " ".join(subprocess.run(["g++", f"-print-file-name={name}"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
                       for name in LIBRARIES[arguments.kind])
    programs, others = programs_of(arguments.kind, build, arguments.tests)
    wrong = 0
    for test in programs:
        what, output = run(test, device, build / "emulator", preload, arguments.seconds)
        print(f"{test[0]}: {what or 'clean'}", flush=True)
        if what:
            wrong += 1
            print("\n".join(output.splitlines()[-80:]), flush=True)
    print(f"{len(programs)} programs, {wrong} with findings or failures; {others} tests are scripts, or have no device, and were left out")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
