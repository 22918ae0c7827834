#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the fuzzers of the emulated device and of the scanner, one after the other. ./run fuzz calls it.

  fuzz.py --targets DIR --scanner PROGRAM --kernels PROGRAM --device DIR [--gpu] [--nvcc NVCC] [--work DIR] [--seed N] [SECONDS]

--targets  the folder of the emulated device's fuzz targets, --scanner the scanner's, and --kernels the program of random kernels
--device   the emulated device's folder; with --gpu the random kernels and programs run on the GPU, too
--nvcc     the CUDA compiler: without it there are no random programs
--work     where corpus and findings are kept (default: the folder of the targets)

SECONDS (60) are shared out among them. Exit status: 0 nothing found, 1 something is, with the file that shows it, 2 a wrong
argument.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
EMULATOR, SCANNER = TESTS / "emulator" / "fuzz", TESTS / "scanner"
PROGRAMS = EMULATOR / "programs" / "run.py"


def run(name, command, environment=None):
    """Whether it found nothing. What it printed is shown when it did not."""
    print(f"{name} ...", flush=True)
    done = subprocess.run([str(c) for c in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        told = [line for line in lines if "nothing found" in line or line.startswith("Done ")]
        print(f"{name}: {told[-1] if told else 'nothing found'}", flush=True)
        return True
    print("\n".join(lines[-80:]))
    print(f"{name}: a finding (exit status {done.returncode})", flush=True)
    return False


def random_programs(arguments, work, found, seed, seconds):
    """Whether no random program is wrong. A compiler takes long for translated kernels, so these programs are small."""
    command = [sys.executable, "-B", PROGRAMS, "--device", arguments.device, "--nvcc", arguments.nvcc, "--work", work,
               "--findings", found, "--seed", seed, "--seconds", seconds]
    gpu = ["--gpu"] if arguments.gpu else []
    clean = run("random programs, emulated device", [*command, "--modes", "interpreted,scheduled", *gpu])
    return run("random programs, translated", [*command, "--modes", "translated,hot", "--kernels", "1", "--size", "5"]) and clean


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=int, nargs="?", default=60)
    parser.add_argument("--targets", type=pathlib.Path, required=True)
    parser.add_argument("--scanner", type=pathlib.Path, required=True)
    parser.add_argument("--kernels", type=pathlib.Path, required=True)
    parser.add_argument("--device", type=pathlib.Path, required=True)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--nvcc")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()
    if arguments.seconds < 1:
        parser.error("SECONDS is a whole number from 1 on")
    work = arguments.work or arguments.targets
    corpus, found = work / "corpus", work / "findings"
    found.mkdir(parents=True, exist_ok=True)
    emulated = dict(os.environ, LD_LIBRARY_PATH=str(arguments.device))
    seeds = [sys.executable, "-B", EMULATOR / "seeds.py", corpus, "--kernels", arguments.kernels]
    if arguments.nvcc:
        seeds += ["--nvcc", arguments.nvcc]
    subprocess.run(seeds, env=emulated, check=True)
    seed = arguments.seed or random.SystemRandom().randrange(1, 2**31)
    shares = 6 + arguments.gpu + 2 * bool(arguments.nvcc)
    share = max(1, arguments.seconds // shares)
    print(f"seed {seed}, {share} s each; a finding is left in {found}")
    clean = True
    sources = corpus / "sources"
    sources.mkdir(parents=True, exist_ok=True)
    inputs = {
        "fatbin": (arguments.targets / "fuzz_fatbin", None, [corpus / "fatbin"]),
        "parser": (arguments.targets / "fuzz_parser", corpus / "ptx.dict", [corpus / "ptx"]),
        "decoder": (arguments.targets / "fuzz_decoder", corpus / "ptx.dict", [corpus / "ptx"]),
        # New inputs are kept in the first folder; the others are the project's own sources.
        "scanner": (arguments.scanner, SCANNER / "fuzz" / "words.dict",
                    [sources, *(SCANNER / kind for kind in ("clock", "surfaces", "textures")), TESTS.parent / "legacy"]),
    }
    for target, (program, words, texts) in inputs.items():
        command = [program, f"-seed={seed}", f"-max_total_time={share}", "-timeout=20", "-max_len=16384",
                   f"-artifact_prefix={found}/{target}-"]
        if words:
            command.append(f"-dict={words}")
        clean &= run(f"fuzz_{target}", [*command, *texts])
    command = [arguments.kernels, f"-seed={seed}", f"-max_total_time={share}", f"-artifact_prefix={found}/"]
    clean &= run("fuzz_kernels, emulated device", command, emulated)
    translated = {**emulated, "CUDA_EMULATOR_TRANSLATE": "2", "CUDA_EMULATOR_CACHE": str(arguments.targets / "translated")}
    clean &= run("fuzz_kernels, translated", command, translated)
    if arguments.gpu:
        clean &= run("fuzz_kernels, GPU", command)
    if arguments.nvcc:
        clean &= random_programs(arguments, work / "programs", found, seed, share)
    return 0 if clean else 1


sys.exit(main())
