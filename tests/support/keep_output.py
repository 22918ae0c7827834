#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a compiler, passes on its output and exit status, and keeps the output in a file.

usage: keep_output.py FILE -- [LAUNCHER] COMMAND...

The file is always written: an empty one says that the compiler said nothing. LAUNCHER is CMake's, such as ccache; an empty word
is none.
"""
import pathlib
import subprocess
import sys


def main(arguments):
    if len(arguments) < 3 or arguments[1] != "--":
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    command = arguments[3:] if not arguments[2] else arguments[2:]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.buffer.flush()
    pathlib.Path(arguments[0]).write_bytes(done.stdout)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
