#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on ScoR, programs with races of too small a scope (github.com/csl-iisc/ScoR).

    scor.py CHECKOUT [--write]

The 32 micro programs have their label in their name. The seven applications are correct, and racy with `RACEY` defined.
They read their input from standard input, and the suite has none: it is made here. Each program runs in the usual order
and with some seeds of the schedule, for a lock that its first owner takes wrongly shows no race.

The suite is for CUDA 8 and GPUs before Volta: warps in lock-step, and data behind `volatile` pointers. PTX treats
`volatile` accesses as relaxed ones today, and those do not race. So `scor` runs with CUDA_EMULATOR_CHECK_VOLATILE_RACES,
and `scor-ptx` without.
"""
import pathlib
import random
import sys

import suite

RACE = "race in (global|shared) memory"
SCHEDULES = 8
BLOCKS, THREADS = 4, 64


def graph(nodes: int, edges: int) -> str:
    chosen = random.Random(1)
    pairs = {tuple(sorted(chosen.sample(range(nodes), 2))) for _ in range(edges)}
    return f"{nodes} {len(pairs)}\n" + "\n".join(f"{a} {b}" for a, b in sorted(pairs))


def numbers(count: int, bound: int) -> str:
    chosen = random.Random(2)
    return " ".join(str(chosen.randrange(bound)) for _ in range(count))


# By folder: the sources, the threads of a block, and what the program reads.
APPLICATIONS = {
    "1dconv": (["1dconv_main.cu", "1dconv_kernel.cu"], THREADS, f"9 300 {numbers(309, 10)}"),
    "graph-coloring": (["gcol_main.cu", "gcol_kernel.cu"], THREADS, graph(500, 1200)),
    "graph-connectivity": (["gcon_main.cu", "gcon_kernel.cu"], THREADS, graph(500, 700)),
    "matrix-multiplication": (["mm_main.cu", "mm_kernel.cu"], THREADS, f"3 70 40 {numbers(3 * 70 + 70 * 40, 10)}"),
    "reduction": (["red_main.cu"], 512, f"5000 {numbers(5000, 10)}"),
    "rule-110": (["r110_main.cu", "r110_kernel.cu"], THREADS, f"600 3 {numbers(600, 2)}"),
    "uts": (["uts_main.cu", "uts_kernel.cu"], THREADS, "4 3 7"),
}


def micro_programs(checkout: pathlib.Path) -> list[suite.Program]:
    found = []
    for source in sorted((checkout / "microbenchmarks/src").glob("*.cu")):
        racy = source.name.startswith("race_")
        found.append(suite.Program(source.stem, [source], "race" if racy else "no race", RACE if racy else "", schedules=SCHEDULES))
    return found


def applications(checkout: pathlib.Path) -> list[suite.Program]:
    found = []
    for name, (sources, threads, typed) in APPLICATIONS.items():
        folder = checkout / "benchmarks" / name
        if not folder.is_dir():
            continue
        for racy in (False, True):
            options = ["-I", str(folder), f"-DNBLOCKS={BLOCKS}", f"-DNTHREADS={threads}", *(["-DRACEY"] if racy else [])]
            found.append(suite.Program(
                f"{name}{'-racey' if racy else ''}", [folder / source for source in sources], "race" if racy else "no race",
                RACE if racy else "", options, schedules=SCHEDULES // 4, typed=typed))
    return found


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    return micro_programs(checkout) + applications(checkout)


# The labels are about races. A read that comes before its write reads what nothing has written, too, and the
# applications leave blocks by single warps.
SETTINGS = {"CUDA_EMULATOR_CHECK_UNINITIALISED_GLOBAL": "0", "CUDA_EMULATOR_CHECK_EXITED": "0", "CUDA_EMULATOR_WARP_SYNCHRONOUS": "1"}
SOURCE = "github.com/csl-iisc/ScoR"
SUITE = suite.Suite("scor", SOURCE, {"CUDA_EMULATOR_CHECK_VOLATILE_RACES": "1", **SETTINGS}, programs, sanitized=True)
BY_PTX = suite.Suite("scor-ptx", SOURCE, {"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1", **SETTINGS}, programs)

if __name__ == "__main__":
    done = SUITE.main(__doc__)
    sys.exit(done or ("--sanitizer" not in sys.argv and BY_PTX.main(__doc__)))
