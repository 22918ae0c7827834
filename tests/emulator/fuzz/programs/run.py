#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random CUDA C++ programs, compiles and runs them. A wrong one is printed with its seed, and its source is kept.

  run.py --device DIR [--gpu] [--nvcc NVCC] [--arch ARCH] [--work DIR] [--findings DIR] [--seed N] [--programs N]
         [--seconds N] [--kernels N] [--size N] [--modes MODE,…] [--jobs N]

--device    the folder of the emulated device's library
--gpu       the programs run on the GPU, too; without --device only there
--nvcc      the command of the CUDA compiler
--arch      its -arch: compute_90, or with --gpu sm_90, which has PTX, too; the programs need 9.0
--work      where programs are compiled
--findings  where the sources of wrong programs are kept: by default the folder findings of --work
--seed      the seed of the first program; each has the next. The size of a program follows from its seed
--programs  how many (10), or with --seconds as many as begin in this time
--modes     some of: interpreted, scheduled, translated, hot

Exit status: 0 nothing found, 1 something is, 2 a wrong argument.
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import pathlib
import shutil
import sys
import threading
import time

from execution import MODES, Compiler, run_program, temporary_folder
from generate import program

EMULATED = tuple(mode for mode in MODES if mode != "gpu")
SIZES = ((3, 6), (4, 4), (2, 9), (3, 3))  # kernels, and statements of each


class Trial:
    """Makes and runs programs, and prints what is wrong."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.compiler = Compiler(arguments.nvcc, arguments.arch or ("sm_90" if arguments.gpu else "compute_90"))
        count = arguments.programs or (None if arguments.seconds else 10)
        self.seeds = itertools.islice(itertools.count(arguments.seed), count)
        self.end = time.monotonic() + arguments.seconds if arguments.seconds else None
        self.tried = self.wrong = 0
        self.runs = collections.Counter()  # by mode
        self.lock = threading.Lock()

    def is_over(self):
        return self.end is not None and time.monotonic() > self.end

    def work(self):
        """Tries seeds until none is left. Several threads do so."""
        for seed in self.seeds:
            failures = self.failures(seed)
            with self.lock:
                self.tried += 1
                self.wrong += bool(failures)
                for line in failures:
                    print(line, flush=True)
            if self.is_over():
                return

    def failures(self, seed):
        """The failures of this seed's program, as lines."""
        kernels, size = SIZES[seed % len(SIZES)]
        text = program(seed, self.arguments.kernels or kernels, self.arguments.size or size)
        with temporary_folder(f"program-{seed}-", self.arguments.work) as folder:
            source = folder / f"program-{seed}.cu"
            source.write_text(text)
            failures = self.failures_of(source, folder / "program", seed)
            if failures:
                shutil.copy(source, self.arguments.findings)
        return failures

    def failures_of(self, source, executable, seed):
        message = self.compiler.compile(source, executable)
        if message:
            return [f"seed {seed}: it does not compile: {message.strip().splitlines()[0]}"]
        failures = []
        for mode in self.arguments.modes:
            outcome = run_program(executable, mode, self.arguments.device, seed, source.parent / f"cache-{mode}")
            with self.lock:
                self.runs[mode] += 1
            if not outcome.right:
                failures.append(f"seed {seed}, {mode}: {outcome.reason()}")
            if self.is_over():
                break
        return failures

    def described(self, mode):
        """The mode's name, with the number of its programs if the time was over before some of them."""
        return mode if self.runs[mode] == self.tried else f"{mode} ({self.runs[mode]} of them)"


def parsed_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", type=pathlib.Path)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("random-programs"))
    parser.add_argument("--findings", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--kernels", type=int)
    parser.add_argument("--size", type=int)
    parser.add_argument("--modes", type=lambda text: text.split(","), default=list(EMULATED))
    parser.add_argument("--jobs", type=int, default=max(1, len(os.sched_getaffinity(0)) // 2))
    arguments = parser.parse_args()
    if not arguments.device and not arguments.gpu:
        parser.error("--device or --gpu is needed")
    if not set(arguments.modes) <= set(EMULATED):
        parser.error(f"a mode is one of {', '.join(EMULATED)}")
    # The GPU is the fastest.
    arguments.modes = ["gpu"] * arguments.gpu + arguments.modes * bool(arguments.device)
    arguments.findings = arguments.findings or arguments.work / "findings"
    return arguments


def main():
    arguments = parsed_arguments()
    arguments.work.mkdir(parents=True, exist_ok=True)
    arguments.findings.mkdir(parents=True, exist_ok=True)
    trial = Trial(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for worker in [pool.submit(trial.work) for _ in range(arguments.jobs)]:
            worker.result()
    summary = f"{trial.tried} programs from seed {arguments.seed} on, {', '.join(map(trial.described, arguments.modes))}"
    if trial.wrong:
        print(f"{summary}: {trial.wrong} wrong, with their sources in {arguments.findings}")
        return 1
    print(f"{summary}: nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
