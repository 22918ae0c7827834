#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on the tests of CUB and Thrust, of CCCL (github.com/NVIDIA/cccl).

    CATCH2=FOLDER cccl_algorithms.py CHECKOUT [--write]

Most of these tests want Catch2, so CATCH2 names a checkout of github.com/catchorg/Catch2, of version 3.7 or newer. By itself
it is the folder `Catch2` beside the checkout. Catch2 and the suite's own frameworks are compiled once, as static libraries.

A program is a test as the suite's CMake files make it, with the checkout's own headers and with assertions. Its host code is
optimised as in their build type Release: tests spend much time in host code, which makes inputs and results. A test of CUB
has a program for each combination of its parameters (`%PARAM%`). `lid_0` launches from the host, `lid_1` from a kernel, and
`lid_2` by a graph. A test of `thrust/testing/cuda` is compiled without and with launches by kernels (`cdp_0` and `cdp_1`).

Tests run at the suite's own sizes. CUB's have the suite's own settings for compute-sanitizer, which is slow as well:
`C2H_SEED_COUNT_OVERRIDE=1`, which is one random input where a test has several, and without the cases that are marked
`skip-cs-...`. Cases for large memory are left out: CUB marks them, and Thrust names them, for big indexes or a large number of
items. So are the tests of other backends, and those that must not compile.

Each of the many programs compiles for a minute or longer, so that `--only` and `--resume` are of use:
`--only '/(?!.*(lid|cdp)_[12])'` leaves out what only differs in the launch.
"""
import collections.abc
import itertools
import os
import pathlib
import re
import sys

import suite

PARAMETER = re.compile(r"//[ ]+%PARAM%[ ]+([^ \n]+)[ ]+([^ \n]+)[ ]+([^\n]*)")
LARGE = re.compile(r"WithBigIndexes|WithLargeNumberOfItems")
FRAMEWORK_FAILURE = r"\[(?:FAILURE|ERROR|UNKNOWN EXCEPTION)\].*"
CATCH2_FAILURE = r"(?<=FAILED:\n).*(?=\n[\s\S]*\d failed(?! as expected))"  # a test may say that it fails, as [!shouldfail]
CATCH2_SKIPPED = 4  # the exit status if all cases were skipped
CASES = "[small-mem]~[skip-cs-memcheck]~[skip-cs-racecheck]~[skip-cs-initcheck]~[skip-cs-synccheck]"
REPEATABLE = ["--rng-seed", "1"]  # by itself Catch2 seeds its random numbers by the clock


def variants(text: str) -> list[tuple[str, list[str]]]:
    """The label and the macros of each combination of a test's parameters, in the order of the suite's CMake files.

    A parameter has values, `TEST_LAUNCH lid 0:1`, or several macros at a time, `A,B err x=1,2:y=3,4`."""
    choices = []
    for macros, label, values in PARAMETER.findall(text):
        names = macros.split(",")
        named = [value.partition("=")[::2] if len(names) > 1 else (value, value) for value in values.strip().split(":")]
        choices.append([(f"{label}_{name}", [f"{macro}={one}" for macro, one in zip(names, value.split(","))]) for name, value in named])
    out = []
    for index, combination in enumerate(itertools.product(*choices)):
        macros = [macro for _, some in combination for macro in some]
        out.append((".".join(label for label, _ in combination), [*macros, f"VAR_IDX={index}"] if macros else []))
    return out


def small_tests(text: str) -> list[str]:
    """The names of the tests in a source of Thrust that run: an empty list, which means all, unless some of them are large."""
    names = []
    for kind, name in re.findall(r"^(DECLARE_\w*UNITTEST|SimpleUnitTest|VariableUnitTest)\s*[<(]\s*(\w+)", text, re.MULTILINE):
        names += [name + part for part in ("Host", "Device", "Universal")] if "VECTOR" in kind else [name]
    small = [name for name in names if not LARGE.search(name)]
    return small if len(small) < len(names) else []


def catch2(folder: pathlib.Path, work: pathlib.Path) -> suite.Library:
    """Catch2 with its `main`. Its CMake file would make a header, and here it has the default of each option."""
    source = folder / "src/catch2"
    if not (source / "catch_user_config.hpp.in").exists():
        raise SystemExit(f"{folder} has no Catch2: name a checkout of github.com/catchorg/Catch2 by CATCH2")
    text = re.sub(r"#cmakedefine.*", "", (source / "catch_user_config.hpp.in").read_text(encoding="utf-8"))
    text = text.replace("@CATCH_CONFIG_DEFAULT_REPORTER@", "console").replace("@CATCH_CONFIG_CONSOLE_WIDTH@", "80")
    header = work / "catch2/catch_user_config.hpp"
    header.parent.mkdir(parents=True, exist_ok=True)
    if not header.exists():  # another run may read it
        header.write_text(text, encoding="utf-8")
    return suite.Library("catch2", tuple(sorted(source.rglob("*.cpp"))), ("-std=c++17", f"-I{folder / 'src'}", f"-I{work}"))


def nvrtc_arguments(checkout: pathlib.Path, work: pathlib.Path) -> None:
    """Makes the header by which a test knows what NVRTC includes, as the suite's CMake files do."""
    header = work / "nvrtc_args.h"
    template = checkout / "cub/test/cmake/nvrtc_args.h.in"
    if header.exists() or not template.exists():
        return
    text = template.read_text(encoding="utf-8").replace("@CMAKE_SOURCE_DIR@", str(checkout))
    header.write_text(text.replace("@CUDAToolkit_INCLUDE_DIRS@", str(suite.toolkit_headers())), encoding="utf-8")


class Tests:
    """The programs of a checkout."""

    def __init__(self, checkout: pathlib.Path, work: pathlib.Path) -> None:
        self.checkout = checkout
        folder = pathlib.Path(os.environ.get("CATCH2", checkout.parent / "Catch2")).resolve()
        self.catch2 = catch2(folder, work)
        nvrtc_arguments(checkout, work)
        headers = [f"-I{checkout / part}" for part in ("thrust", "cub", "libcudacxx/include")]
        own = ["-std=c++17", "-O3", *headers, "-DCCCL_ENABLE_ASSERTIONS"]  # -O3 is for host code alone
        includes = [f"-I{folder / 'src'}", f"-I{work}"]
        self.thrust_options = [*own, f"-I{checkout / 'thrust/testing'}", *includes, "-DTHRUST_TEST_DEVICE_SIDE"]
        # Without cuRAND, which the emulated device does not bring, the suite's own generator makes the inputs.
        self.cub_options = [*own, f"-I{checkout / 'c2h/include'}", f"-I{checkout / 'cub/test'}", *includes, "-DCATCH_CONFIG_PREFIX_ALL",
                            "-DC2H_HAS_CURAND=0"]
        unittest = checkout / "thrust/testing/unittest"
        self.framework = suite.Library("thrust_framework", (unittest / "testframework.cu", unittest / "cuda/testframework.cu"),
                                       tuple(self.thrust_options))
        self.c2h = suite.Library("c2h", tuple(sorted((checkout / "c2h").glob("*.cu"))), tuple(self.cub_options))

    def thrust(self) -> collections.abc.Iterator[suite.Program]:
        folder = self.checkout / "thrust/testing"
        for source in [*sorted(folder.glob("*.cu")), *sorted(folder.glob("cuda/*.cu"))]:
            options = list(self.thrust_options)
            extra = source.with_suffix(".cmake")
            text = extra.read_text(encoding="utf-8") if extra.exists() else ""
            options += re.findall(r"COMPILE_LANG_AND_ID:CUDA,NVIDIA>: ?(--[\w=-]+)>", text)
            name = source.relative_to(folder).with_suffix("").as_posix()
            small = small_tests(source.read_text(encoding="utf-8"))
            for suffix, more in (("", []),) if source.parent == folder else ((".cdp_0", []), (".cdp_1", ["-rdc=true"])):
                program = suite.Program(f"thrust/{name.removeprefix('catch2_test_')}{suffix}", [source], "correct", options=[*options, *more],
                                        libraries=[self.framework], failure=FRAMEWORK_FAILURE, runs=[small])
                if source.name.startswith("catch2_test_"):
                    program.libraries, program.failure, program.waives = [self.catch2], CATCH2_FAILURE, CATCH2_SKIPPED
                    program.runs = [REPEATABLE]
                yield program

    def cub(self) -> collections.abc.Iterator[suite.Program]:
        folder = self.checkout / "cub/test"
        for source in sorted(folder.rglob("*.cu")):
            if not re.match(r"(catch2_)?test_", source.name) or "_fail" in source.name:
                continue
            text = source.read_text(encoding="utf-8")
            name = re.sub(r"(catch2_)?test_", "", source.relative_to(folder).with_suffix("").as_posix(), count=1)
            reason = self.not_applicable(source.name, text)
            for label, macros in variants(text):
                program = suite.Program(f"cub/{name}{'.' + label if label else ''}", [source], "correct", not_applicable=reason,
                                        options=[*self.cub_options, *(f"-D{macro}" for macro in macros)])
                program.options += ["--extended-lambda"] if source.stem.endswith("_api") else []
                program.options += ["-ftemplate-depth=1000"] if source.name.endswith("test_iterator.cu") else []
                program.options += ["-rdc=true"] if "lid_1" in label.split(".") else []
                program.options += ["-lnvrtc", "-lcuda"] if "nvrtc" in source.name else []
                if source.name.startswith("catch2_"):
                    program.libraries, program.failure, program.waives = [self.c2h, self.catch2], CATCH2_FAILURE, CATCH2_SKIPPED
                    program.runs = [[CASES, *REPEATABLE]]
                else:
                    program.libraries, program.options = [self.c2h], [*program.options, "-DCUB_DEBUG_SYNC"]
                yield program

    @staticmethod
    def not_applicable(name: str, text: str) -> str:
        """The reason why a test of CUB is not run."""
        if "future_arch" in name:
            return "it wants another compute capability"
        if "CUB_LARGE" in text and "CUB_SMALL" not in text:
            return "the suite marks all of its cases for large memory"
        return ""


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    if not (checkout / "cub/test").is_dir():
        return []
    tests = Tests(checkout, work)
    return [*tests.cub(), *tests.thrust()]


SUITE = suite.Suite("cccl-algorithms", "github.com/NVIDIA/cccl", {"C2H_SEED_COUNT_OVERRIDE": "1"}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
