#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the examples of the public headers' `//!` comments as one CUDA source, each in a namespace of its own.

usage: header_examples.py INCLUDE SOURCE

INCLUDE is the folder of the headers, and SOURCE is the file to write. An example stands between \\code{.cu} and \\endcode.
The exit status is 1 if a function that needs an example has none. Then no file is written.
"""

import pathlib
import re
import sys

# The functions and fields that old programs use most.
NEEDED = ("cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray", "cudaDeviceProp", "cudaMemcpyToArray", "cudaMemcpyToSymbol",
          "cudaThreadSynchronize", "cuCtxCreate", "__shfl_down", "surf2Dwrite", "tex1Dfetch", "tex2D")

EXAMPLE = re.compile(r"^[ \t]*//! \\code\{\.cu\}\n(.*?)^[ \t]*//! \\endcode$", flags=re.M | re.S)
INCLUDE = re.compile(r"^#include .*\n", flags=re.M)


def examples(header):
    """(line, code) of each example of a header."""
    text = header.read_text(encoding="utf-8")
    for found in EXAMPLE.finditer(text):
        yield text.count("\n", 0, found.start(1)) + 1, re.sub(r"(?m)^[ \t]*//! ?", "", found[1])


def source_of(include):
    """The source with all examples. Their #include lines come first."""
    includes, parts = [], []
    for header in [include / "cuda_legacy.h", *sorted((include / "cuda_legacy").glob("*.h"))]:
        for line, code in examples(header):
            includes += INCLUDE.findall(code)
            body = INCLUDE.sub("\n", code)  # a compiler message keeps the line of the header
            parts.append(f'namespace example_{len(parts)} {{\n#line {line} "{header}"\n{body}}}\n')
    return "".join(dict.fromkeys(includes)) + "\n" + "\n".join(parts)


def missing(source):
    return [name for name in NEEDED if not re.search(rf"\b{name}\b", source)]


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    source = source_of(pathlib.Path(arguments[0]))
    without = missing(source)
    if without:
        print(f"no \\code{{.cu}} example of the headers uses: {', '.join(without)}", file=sys.stderr)
        return 1
    pathlib.Path(arguments[1]).write_text(source, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
