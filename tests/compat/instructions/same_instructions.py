#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the machine code of kernels that fetch through references with that of their twins with objects.

usage: same_instructions.py CUBIN DISASSEMBLER

CUBIN         of kernels.cu: kernels NAME_reference and NAME_object
DISASSEMBLER  nvdisasm, of a toolkit as new as the compiler

The instructions must be the same, one for one, operands included. Only places in a constant bank may differ, because
the handle of a reference is at another place than a parameter. If the place moves a load, the assembler may also choose
an instruction's form with a uniform register. Exit status: 0 the same; 1 not; 77, with a line "skipped: ...", if the
disassembler cannot read the file; 2 for a wrong command line.
"""
import re
import subprocess
import sys


def kernels_of(listing):
    """The instructions of each kernel, by its name, with every place in a constant bank replaced by 'constant'."""
    kernels, name = {}, None
    for line in listing.splitlines():
        if match := re.match(r"\s*\.section\s+\.text\.(\w+)", line):
            name = match[1]
            kernels[name] = []
        elif name and (match := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line)):
            if not re.match(r"NOP|BRA `\(\.L_x", match[1]):
                kernels[name].append(re.sub(r"c\[0x[0-9a-f]+\]\[\w+\]", "constant", match[1]))
    return kernels


def opcodes(instructions):
    """Gives the opcodes, sorted: the scheduler may place a load earlier if its address differs. Uniform forms count as
    plain."""
    names = (instruction.split(" ", 1)[-1 if instruction.startswith("@") else 0] for instruction in instructions)
    return sorted(re.sub(r"^S2UR|^ULDC", lambda form: {"S2UR": "S2R", "ULDC": "LDC"}[form[0]], name) for name in names)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    result = subprocess.run([sys.argv[2], "-c", sys.argv[1]], capture_output=True, text=True)
    if result.returncode != 0:
        print(f"skipped: {sys.argv[2]} cannot read the file: {result.stderr.strip()}")
        return 77
    kernels = kernels_of(result.stdout)
    references = sorted(name for name in kernels if name.endswith("_reference"))
    failures = 0 if references else 1
    for name in references:
        mine = kernels[name]
        twin = kernels.get(name[: -len("reference")] + "object", [])
        same = mine == twin
        rearranged = not same and opcodes(mine) == opcodes(twin)
        print(f"{name}: {len(mine)} instructions, {'the same' if same else 'the same, in another order' if rearranged else 'NOT the same'}")
        if not same:
            for one, other in zip(mine + [""] * (len(twin) - len(mine)), twin + [""] * (len(mine) - len(twin))):
                print(f"  {' ' if one == other else '|'} {one:<60} {other}")
        failures += not (same or rearranged)
    print(f"{len(references)} pairs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
