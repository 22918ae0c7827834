#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast the emulated device is, with its checks off and on, beside the goals.

usage: speed.py KERNELS STARTUP DEVICE_FOLDER

KERNELS and STARTUP are the programs built of kernels.cu and startup.cu, DEVICE_FOLDER is where the emulated device's
libcudart.so.13 lies. The goals are meant for two ordinary cores with nothing else to do. Exit status 1 when a program
fails; a goal that is missed is only said.
"""
import os
import subprocess
import sys
import time

CORES = len(os.sched_getaffinity(0))


def environment(folder, checks, threads):
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    return {**inherited, "LD_LIBRARY_PATH": folder, "CUDA_EMULATOR_CHECK": str(int(checks)),
            "CUDA_EMULATOR_THREADS": str(threads)}


def run_kernels(program, folder, checks, threads):
    """Name -> (milliseconds, instructions of threads)."""
    done = subprocess.run([program], env=environment(folder, checks, threads), check=True, capture_output=True, text=True)
    rows = (line.split() for line in done.stdout.splitlines())
    return {name: (float(milliseconds), int(instructions)) for name, milliseconds, instructions in rows}


def time_startup(program, folder, checks):
    """Milliseconds of the fastest of 20 processes, from before it is made to after its end."""
    best = float("inf")
    for _ in range(20):
        begin = time.perf_counter()
        subprocess.run([program], env=environment(folder, checks, 2), check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begin)
    return 1000 * best


def row(what, goal, off, on, unit, faster_is_more=False):
    """A line of the table. A goal is for checks off; of a pair, the second is for checks on."""
    limits = goal if isinstance(goal, tuple) else (goal, None)
    reached = []
    for value, limit in zip((off, on), limits):
        if limit is None:
            reached.append("")
        else:
            reached.append(" yes" if (value >= limit if faster_is_more else value <= limit) else " NO")
    sign = ">=" if faster_is_more else "<="
    shown = " / ".join(f"{limit:g}" for limit in limits if limit is not None)
    print(f"{what:42} {sign} {shown:8} {unit:8} {off:8.2f}{reached[0]:4} {on:8.2f}{reached[1]:4}".rstrip())


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    kernels, startup, folder = sys.argv[1:]
    print(f"{CORES} cores, load {os.getloadavg()[0]:.1f}; best of 20 runs\n")
    print(f"{'':42} {'goal':20} {'checks off':12} {'checks on'}")
    alone = [run_kernels(kernels, folder, checks, 1) for checks in (False, True)]
    for name in alone[0]:
        speeds = [instructions / milliseconds / 1e6 for milliseconds, instructions in (one[name] for one in alone)]
        row(f"{name}, instructions, one core", 1, *speeds, "10^9/s", True)
    together = [run_kernels(kernels, folder, checks, min(2, CORES)) for checks in (False, True)]
    row("tiled, 256^3 floats, two cores", (35, 70), *(one["tiled"][0] for one in together), "ms")
    for name in ("sum_of_squares", "sum_of_squares_cub"):
        row(f"{name}, 2^20 ints, two cores", 10, *(one[name][0] for one in together), "ms")
    row("start-up, a process with CUB", 30, *(time_startup(startup, folder, checks) for checks in (False, True)), "ms")


if __name__ == "__main__":
    main()
