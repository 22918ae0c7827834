# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the emulated libraries export: nothing that exported_symbols.txt has is ever gone, and nothing else is visible than CUDA's names.

usage: abi_test.py WHEEL_FOLDER NVCC [--write]    --write adds what is new to it
"""

import pathlib
import re
import struct
import sys
import tempfile
import unittest
import zipfile

import installed

sys.path.insert(0, str(installed.ROOT / "compat/python/src"))
from cuda_legacy import elf  # noqa: E402

WHEEL = NVCC = None
RECORDED = pathlib.Path(__file__).resolve().parent / "exported_symbols.txt"
SYMBOL_TABLE, SONAME, VERSIONS, VERSION_NAMES, VERSION_COUNT = 6, 14, 0x6FFFFFF0, 0x6FFFFFFC, 0x6FFFFFFD
NAMES = re.compile(r"cu[A-Z]\w+|cuda[A-Z]\w+|__cuda\w+|cuda_emulator_interface_1")


def exported(image):
    """The defined symbols that others can bind to, with their versions, sorted."""
    dynamic = image.dynamic
    strings, table, versions = (image.offset(dynamic[tag]) for tag in (elf.STRING_TABLE, SYMBOL_TABLE, VERSIONS))
    names = {}
    if VERSION_NAMES in dynamic:
        place = image.offset(dynamic[VERSION_NAMES])
        for _ in range(dynamic[VERSION_COUNT]):
            _, _, index, _, _, first, following = struct.unpack_from("<HHHHIII", image.data, place)
            names[index] = image.text(strings + struct.unpack_from("<I", image.data, place + first)[0])
            place += following
    found, count = [], (image.offset(dynamic[elf.STRING_TABLE]) - table) // 24  # the strings follow the symbols
    for i in range(1, count):
        name, info, other, section, _, _ = struct.unpack_from("<IBBHQQ", image.data, table + 24 * i)
        version = struct.unpack_from("<H", image.data, versions + 2 * i)[0] & 0x7FFF
        if section != 0 and info >> 4 in (1, 2) and other & 3 in (0, 3) and section != 0xFFF1:
            found.append(image.text(strings + name) + (f"@{names[version]}" if version in names and version > 1 else ""))
    return sorted(found)


def recorded():
    return set(RECORDED.read_text(encoding="utf-8").split()) if RECORDED.is_file() else set()


class Abi(unittest.TestCase):
    libraries = ("libcudart.so.13", "libcuda.so.1", "libnvrtc.so.12", "libnvrtc.so.13")

    @classmethod
    def setUpClass(cls):
        cls.symbols, cls.sonames = {}, {}
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(WHEEL) as archive:
            for name in cls.libraries:
                image = elf.Image(archive.extract(f"cuda_legacy/emulator/{name}", folder))
                cls.symbols[name] = exported(image)
                cls.sonames[name] = image.text(image.offset(image.dynamic[elf.STRING_TABLE]) + image.dynamic[SONAME])

    def test_nothing_is_gone(self):
        self.assertEqual(sorted(recorded() - set(self.symbols["libcudart.so.13"])), [], "programs that use these no longer start")

    def test_what_is_new_is_recorded(self):
        self.assertEqual(sorted(set(self.symbols["libcudart.so.13"]) - recorded()), [], "add them: abi_test.py WHEEL_FOLDER NVCC --write")

    def test_only_names_of_cuda(self):
        for symbol in self.symbols["libcudart.so.13"]:
            self.assertRegex(symbol, rf"^(?:{NAMES.pattern})@libcudart\.so\.13$")

    def test_the_driver_can_be_linked_with(self):
        names = {symbol.split("@")[0] for symbol in self.symbols["libcudart.so.13"]}
        self.assertEqual(self.symbols["libcuda.so.1"], sorted(name for name in names if re.match("cu[A-Z]", name)))

    def test_names_of_the_libraries(self):
        self.assertEqual(self.sonames, {name: name for name in self.libraries})


def write():
    Abi.setUpClass()
    RECORDED.write_text("".join(f"{symbol}\n" for symbol in sorted({*recorded(), *Abi.symbols["libcudart.so.13"]})), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[3:] == ["--write"]:
        WHEEL = installed.wheel_of(sys.argv[1])
        write()
    else:
        installed.main(globals())
