#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the fuzzers' seed corpus out of what the repository has.

  seeds.py FOLDER [--kernels PROGRAM] [--nvcc NVCC]

FOLDER/ptx      the PTX texts in the sources of the emulated device's unit tests, random kernels of PROGRAM (fuzz_kernels),
                and what NVCC makes of some small programs
FOLDER/fatbin   fat binaries with some of them: plain, LZ4, and zstd where NVCC's folder has the tool `fatbinary`;
                and machine code with one
FOLDER/ptx.dict the words of PTX that the emulated device's sources name
"""

import argparse
import pathlib
import re
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
PROGRAMS = ("defects/exchanges.cu", "defects/orderings.cu", "defects/padding.cu", "defects/uninitialised_values.cu")


def texts_of_tests():
    """The PTX in the unit tests and in the tests of instruction forms, as modules."""
    for path in sorted((ROOT / "tests/emulator").glob("*_test.cpp")) + sorted((ROOT / "tests/emulator/opcodes").glob("*_test.cpp")):
        for text in re.findall(r'R"\((.*?)\)"', path.read_text(), re.S):
            if ".version" in text:
                yield text
            elif ".entry" in text or ".func" in text or ".global" in text:
                yield HEAD + text
            elif ";" in text:
                yield HEAD + ".visible .entry k(.param .u64 p)\n{\n" + text + "\n}\n"
    statements = []
    for path in sorted((ROOT / "tests/emulator/opcodes").glob("*_test.cpp")):
        found = re.findall(r'"([^"\\\n]*;)"', path.read_text())
        statements += [s.replace("%scratch", "%d3") for s in found if "%d" in s or "%s" in s]
    for first in range(0, len(statements), 20):
        yield HEAD + "".join(
            f".entry k{n}() {{\n.reg .{kind} %d<8>, %s<8>;\n.reg .pred %p<4>;\n{statement}\nret;\n}}\n"
            for n, statement in enumerate(statements[first : first + 20])
            for kind in (["b64"] if "64" in statement else ["b32"])
        )


def words():
    """Gives the names that the decoder and the parser compare with."""
    found = {".version", ".target", ".entry", ".func", ".param", ".reg", ".shared", ".global", ".local", ".loc", ".file", ".section"}
    for folder in ("ptx", "decode", "execute"):
        for path in (ROOT / "compat/emulator" / folder).glob("*.cpp"):
            for text in re.findall(r'"([^"\\\n]*)"', path.read_text()):
                found.update(w for w in text.split() if re.fullmatch(r"[%.\w:]{1,40}", w))
    return sorted(found)


def lz4(data):
    """LZ4's block format with literals only."""
    size = len(data)
    if size < 15:
        return bytes([size << 4]) + data
    rest = size - 15
    return bytes([15 << 4]) + b"\xff" * (rest // 255) + bytes([rest % 255]) + data


def fat_binary(*entries):
    """entries: (architecture, payload, flags, size of the text)"""
    body = b""
    for architecture, payload, flags, size in entries:
        padded = payload + b"\0" * (-len(payload) % 8)
        header = bytearray(0x50)
        struct.pack_into("<HHIQI", header, 0, 1, 0x101, 0x50, len(padded), len(payload) if flags else 0)
        struct.pack_into("<I", header, 0x1C, architecture)
        struct.pack_into("<QQQ", header, 0x28, flags, 0, size)
        body += bytes(header) + padded
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def machine_code(text):
    """An ELF file with the sections for a PTX text and for the names of sections."""
    names = b"\0.nv_debug_ptx_txt\0.shstrtab\0"
    begin = 64 + len(text) + len(names)
    header = struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0x33, 2, 190, 1, 0, 0, begin, 0, 64, 0, 0, 64, 3, 2)
    table = bytes(64)
    for name, kind, offset, size in ((1, 1, 64, len(text)), (19, 3, 64 + len(text), len(names))):
        table += struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, offset, size, 0, 0, 1, 0)
    return header + text + names + table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--kernels")
    parser.add_argument("--nvcc", type=pathlib.Path)
    arguments = parser.parse_args()
    ptx, fatbin = arguments.folder / "ptx", arguments.folder / "fatbin"
    for folder in (ptx, fatbin):
        folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts_of_tests()):
        (ptx / f"test_{number}.ptx").write_text(text)
    if arguments.kernels:
        for seed in range(1, 21):
            text = subprocess.run([arguments.kernels, f"-print={seed}"], check=True, capture_output=True).stdout
            (ptx / f"kernel_{seed}.ptx").write_bytes(text)
    if arguments.nvcc:
        for name in PROGRAMS:
            out = ptx / (pathlib.Path(name).stem + ".ptx")
            source = ROOT / "tests/emulator" / name
            if not out.exists():
                subprocess.run([arguments.nvcc, "-std=c++17", "-w", "-lineinfo", "-arch=compute_90", "-ptx", source, "-o", out], check=True)
    small = sorted(ptx.iterdir(), key=lambda p: (p.stat().st_size, p.name))
    plain, other = small[0].read_bytes(), small[len(small) // 2].read_bytes()
    (fatbin / "plain.fatbin").write_bytes(fat_binary((75, plain, 0, 0)))
    (fatbin / "lz4.fatbin").write_bytes(fat_binary((90, lz4(other), 0x2000, len(other))))
    match = b"\x65abcdef\x03\x00\x40wxyz"  # six literals, nine bytes at distance 3, four literals
    (fatbin / "match.fatbin").write_bytes(fat_binary((75, plain, 0, 0), (90, match, 0x2000, 19)))
    (fatbin / "machine_code.cubin").write_bytes(machine_code(plain.replace(b"\n", b"\0")))
    tool = arguments.nvcc and arguments.nvcc.resolve().with_name("fatbinary")
    if tool and tool.exists():
        for name, text in (("one", small[0]), ("other", small[len(small) // 2])):
            for mode in ("none", "speed", "size"):
                out = fatbin / f"{name}_{mode}.fatbin"
                command = [tool, f"--create={out}", "--64", f"--compress-mode={mode}", f"--image3=kind=ptx,sm=90,file={text}"]
                subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (arguments.folder / "ptx.dict").write_text("".join(f'"{w}"\n' for w in words()))
    print(f"{len(list(ptx.iterdir()))} PTX texts, {len(list(fatbin.iterdir()))} fat binaries and machine code, {len(words())} words")


main()
