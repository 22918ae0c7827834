#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on ScoR, programs with races of too small a scope (github.com/csl-iisc/ScoR).

    scor.py CHECKOUT [--write]

The 32 micro programs have their label in their name. Most reach their data through a volatile pointer. PTX treats such
accesses as relaxed ones of system scope, and those do not race. So these programs run a second time, as the suite
`scor-plain`, from copies in the work folder without that word. The suite's applications are not tried: they read inputs
that the suite does not have.
"""
import pathlib
import sys

import suite

RACE = "race in (global|shared) memory"
VOLATILE = "volatile unsigned int *"


def program(source: pathlib.Path) -> suite.Program:
    racy = source.name.startswith("race_")
    return suite.Program(source.stem, [source], "race" if racy else "no race", RACE if racy else "")


def sources(checkout: pathlib.Path) -> list[pathlib.Path]:
    return sorted((checkout / "microbenchmarks/src").glob("*.cu"))


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    return [program(source) for source in sources(checkout)]


def plain_programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    found = []
    for source in sources(checkout):
        text = source.read_text(encoding="utf-8")
        if VOLATILE in text:
            copy = work / source.name
            copy.write_text(text.replace(VOLATILE, VOLATILE.replace("volatile ", "")), encoding="utf-8")
            found.append(program(copy))
    return found


# The labels are about races. A read that comes before its write reads what nothing has written, too.
SETTINGS = {"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1", "CUDA_EMULATOR_CHECK_UNINITIALISED_GLOBAL": "0"}
SUITE = suite.Suite("scor", "github.com/csl-iisc/ScoR", SETTINGS, programs)
PLAIN = suite.Suite("scor-plain", "github.com/csl-iisc/ScoR", SETTINGS, plain_programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__) or PLAIN.main(__doc__))
