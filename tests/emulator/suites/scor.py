#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on ScoR, programs with races of too small a scope (github.com/csl-iisc/ScoR).

    scor.py CHECKOUT [--write]

The 32 micro programs have their label in their name. The applications are not tried: they read inputs that the suite
does not have.
"""
import pathlib
import sys

import suite

RACE = "race in (global|shared) memory"


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    found = []
    for source in sorted((checkout / "microbenchmarks/src").glob("*.cu")):
        racy = source.name.startswith("race_")
        found.append(suite.Program(source.stem, [source], "race" if racy else "no race", RACE if racy else ""))
    return found


SUITE = suite.Suite("scor", "github.com/csl-iisc/ScoR", {"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1"}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
