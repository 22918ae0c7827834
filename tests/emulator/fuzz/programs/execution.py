# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a random program, and runs it in one of the modes."""

import contextlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import typing

RUNTIME = pathlib.Path(__file__).resolve().parent / "runtime"
OPTIONS = ("-std=c++17", "-cudart", "shared", "-w", "-fmad=false", "-Xcompiler", "-fwrapv,-ffp-contract=off,-fno-strict-aliasing")

INTERPRETED = {"CUDA_EMULATOR_TRANSLATE": "0"}


class Mode(typing.NamedTuple):
    """The variables of the emulated device, how often each kernel runs, and the limit in seconds. None: the GPU."""
    variables: typing.Optional[dict]
    repetitions: int
    limit: int


# $SEED stands for the program's seed, and $CACHE for a folder.
MODES = {
    "interpreted": Mode(INTERPRETED, 1, 120),
    "scheduled": Mode({**INTERPRETED, "CUDA_EMULATOR_SCHEDULE": "$SEED"}, 1, 120),
    "translated": Mode({"CUDA_EMULATOR_TRANSLATE": "2", "CUDA_EMULATOR_CACHE": "$CACHE"}, 1, 600),
    # The kernels become hot: their code is exchanged between two launches, or within one.
    "hot": Mode({"CUDA_EMULATOR_TRANSLATE": "1", "CUDA_EMULATOR_CACHE": "$CACHE"}, 300, 600),
    "gpu": Mode(None, 3, 120),
}

ENDINGS = {0: "right", 1: "a difference", 3: "the program is wrong itself", 4: "an error of a CUDA call", 99: "findings of the checks"}


@contextlib.contextmanager
def temporary_folder(prefix, parent=None):
    """A folder that goes at the end. The emulated device's compiler outlives a program, and may still write to it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Outcome(typing.NamedTuple):
    status: typing.Union[int, str]  # or "timeout"
    output: str

    @property
    def right(self):
        return self.status == 0

    def kind(self):
        """What two programs have in common that are wrong for one reason: the status, and the words of a finding."""
        finding = re.search(r"PTX line \d+: ([^\d(]*)", self.output) if self.status == 99 else None
        return self.status, finding[1] if finding else None

    def reason(self):
        """What ended the program, and the first line that says so."""
        if self.status == "timeout":
            ending = "no end in the time limit"
        elif self.status < 0:
            ending = f"signal {-self.status}"
        else:
            ending = ENDINGS.get(self.status, f"exit status {self.status}")
        return f"{ending}: {self.output.strip().splitlines()[0]}" if self.output.strip() else ending


class Compiler(typing.NamedTuple):
    command: str
    architecture: str

    def compile(self, source, program):
        """The compiler's messages, or an empty text."""
        # CUDA 13.0's ptxas optimizes some instructions wrongly: tests/emulator/opcodes/H200.md has them.
        optimization = [] if self.architecture.startswith("compute_") else ["-Xptxas", "-O0"]
        command = [*shlex.split(self.command), *OPTIONS, *optimization, f"-arch={self.architecture}", "-I", str(RUNTIME), str(source),
                   "-o", str(program)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return "" if done.returncode == 0 else done.stdout or f"exit status {done.returncode}"


def run_program(program, mode, device, seed, cache):
    """The outcome of a compiled program in a mode, as a name of MODES. `device` is the folder of the emulated device."""
    variables, repetitions, limit = MODES[mode]
    environment = dict(os.environ)
    if variables is not None:
        places = {"$SEED": str(seed), "$CACHE": str(cache)}
        environment.update({name: places.get(value, value) for name, value in variables.items()}, LD_LIBRARY_PATH=str(device))
    try:
        done = subprocess.run([str(program), str(repetitions)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=limit, check=False)
    except subprocess.TimeoutExpired as expired:
        return Outcome("timeout", (expired.stdout or b"").decode(errors="replace"))
    return Outcome(done.returncode, done.stdout)
