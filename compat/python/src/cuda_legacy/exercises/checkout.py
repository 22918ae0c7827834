#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""./run exercise: the command in a checkout. The first two arguments are the project's root and its build folder.

With --needs-device behind them, it says only whether the command needs a compiler and the emulated device.
"""

import os
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from cuda_legacy import output  # noqa: E402
from cuda_legacy.exercises import checking, command  # noqa: E402


def main():
    root, build = map(pathlib.Path, sys.argv[1:3])
    places = checking.Places(root=root, emulator=build / "emulator", header=root / "compat" / "emulator" / "include",
                             nvcc=os.environ.get("CUDACXX"), environment={}, command=shlex.quote(str(root / "run")))
    if sys.argv[3:4] == ["--needs-device"]:
        return command.say_if_device_is_needed(sys.argv[4:], places)
    return command.main(sys.argv[3:], places)


if __name__ == "__main__":
    sys.exit(output.written("run: exercise", main))
