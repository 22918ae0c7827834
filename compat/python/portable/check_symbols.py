#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says whether programs and libraries load with glibc 2.28: exit status 1, and each symbol that asks for more.

usage: check_symbols.py FILE...
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))
from cuda_legacy import elf

# Names of versions, and the newest that there may be. libstdc++ and libzstd are inside of the files.
NEWEST = {"GLIBC": (2, 28), "GCC": (7, 0)}
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libcudart.so.13"}


def too_new(path):
    """What the file asks for and a system with glibc 2.28 may not have, as sentences."""
    image = elf.Image(path)
    for library in image.needed:
        if library not in LIBRARIES:
            yield f"{path}: loads {library}"
    for library, version in image.versions:
        name, _, number = version.partition("_")
        if library in LIBRARIES and name in NEWEST and tuple(map(int, number.split("."))) > NEWEST[name]:
            yield f"{path}: asks {library} for {version}: portable/older_glibc.c is the place for what is new there"


def main(paths):
    found = [sentence for path in paths for sentence in too_new(path)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
