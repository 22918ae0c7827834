#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lists of NPP's functions without a stream context, in compat's headers of NPP's names.

usage: npp_names.py [--include FOLDER]...               hold the lists against the headers of NPP 13 in these folders
       npp_names.py --write OLD NEW                     write the lists, from the headers of NPP 12 and NPP 13

Each name of a list has a function of NPP 13 with _Ctx at its end, in NPP's header of the same name, whose last parameter
is the context. With --write both headers are read, and the other parameters have to be the same.

Exit status: 0 as it should be, 1 not so, 77 no folder has NPP 13.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
FRONTS = ROOT / "compat/include"
LINE = re.compile(r"^ *#define (npp[is]\w+)\(\.\.\.\)", re.MULTILINE)
HEAD = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \\file
//! Stands in front of NPP's own header of this name, and adds the functions without a stream context that NPP 13
//! removed: each is the one with it, in the stream of nppSetStream. tests/compat/libraries/npp_names.py wrote it.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_{guard}_H
#define CUDA_LEGACY_FRONT_OF_{guard}_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <{header}>

#include <cuda_legacy/detail/npp_stream.h>

#if CUDART_VERSION >= 13000
    // clang-format off
{lines}
    // clang-format on
#endif

#endif
"""


def functions(folder):
    """{name: (header, the types of its parameters)} of NPP's headers in a folder."""
    found = {}
    for header in sorted(pathlib.Path(folder).glob("npp*.h")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(encoding="utf-8", errors="replace"), flags=re.DOTALL)
        for name, parameters in re.findall(r"\b(npp[is][A-Z]\w*) ?\(([^()]*)\)", re.sub(r"\s+", " ", text)):
            types = [re.sub(r"\b\w+ ?(\[\d*\])?$", r"\1", one.strip()).replace(" ", "") for one in parameters.split(",")]
            found.setdefault(name, (header.name, types))
    return found


def write(old, new):
    """Writes the headers; returns the exit status."""
    before, after = functions(old), functions(new)
    headers = {}
    for name, (_, types) in before.items():
        with_context = after.get(name + "_Ctx")
        if name in after or not with_context:
            continue
        if types + ["NppStreamContext"] != with_context[1]:
            print(f"{name}: other parameters: {types}, {with_context[1]}")
            return 1
        headers.setdefault(with_context[0], []).append(f"    #define {name}(...) CUDA_LEGACY_DETAIL_NPP({name}, __VA_ARGS__)")
    for header, lines in headers.items():
        text = HEAD.format(header=header, guard=header[:-2].upper(), lines="\n".join(sorted(lines)))
        (FRONTS / header).write_text(text, encoding="utf-8")
    print(f"{sum(map(len, headers.values()))} functions in {len(headers)} headers")
    return 0


def check(includes):
    """Holds the lists against the headers in a folder that has NPP 13; returns the exit status."""
    lists = {header.name: LINE.findall(header.read_text(encoding="utf-8")) for header in sorted(FRONTS.glob("npp[is]_*.h"))}
    if not any(lists.values()):
        print(f"no lists in {FRONTS}")
        return 1
    for folder in includes:
        there = functions(folder)
        if "nppiMean_8u_C1R_Ctx" not in there or "nppiMean_8u_C1R" in there:
            continue
        wrong = [f"{header}: {name}" for header, names in lists.items() for name in names
                 if there.get(name + "_Ctx", ("", [""]))[0] != header or there[name + "_Ctx"][1][-1] != "NppStreamContext"]
        print("\n".join(wrong) or f"{sum(map(len, lists.values()))} functions are there: {folder}")
        return 1 if wrong else 0
    print("skipped: NPP 13 is not installed")
    return 77


def main(arguments):
    parser = argparse.ArgumentParser(description="NPP's functions without a stream context.")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--write", nargs=2, metavar=("OLD", "NEW"))
    options = parser.parse_args(arguments)
    return write(*options.write) if options.write else check(options.include)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
