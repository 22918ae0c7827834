# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads from ELF files what tells how a program finds its libraries: no tool of the system is needed for that."""

import struct

PROGRAM_LOAD, PROGRAM_DYNAMIC, PROGRAM_INTERPRETER = 1, 2, 3
NEEDED, STRING_TABLE, RPATH, RUNPATH, VERSION_NEEDS, VERSION_NEED_COUNT = 1, 5, 15, 29, 0x6FFFFFFE, 0x6FFFFFFF


class NotElf(Exception):
    """The file is no 64-bit little-endian ELF file, or a broken one."""


class Image:
    """What the loader reads: `needed`, `rpath`, `versions` ((library, version) each), `dynamic` (by tag); names of `sections`."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise NotElf(path)
        try:
            self._read()
        except (struct.error, ValueError) as error:
            raise NotElf(f"{path}: {error}") from error

    def _read(self):
        program_headers, section_headers = struct.unpack_from("<QQ", self.data, 32)
        _, program_count, section_size, section_count, names = struct.unpack_from("<5H", self.data, 54)
        self.loads, dynamic = [], []
        for i in range(program_count):
            kind, _, offset, address, _, size = struct.unpack_from("<IIQQQQ", self.data, program_headers + 56 * i)
            if kind == PROGRAM_LOAD:
                self.loads.append((address, size, offset))
            elif kind == PROGRAM_DYNAMIC:
                dynamic = [struct.unpack_from("<QQ", self.data, offset + 16 * k) for k in range(size // 16)]
        self.dynamic = fields = dict(dynamic)
        strings = self.offset(fields[STRING_TABLE]) if STRING_TABLE in fields else 0
        self.needed = [self.text(strings + value) for tag, value in dynamic if tag == NEEDED]
        self.rpath = [part for tag, value in dynamic if tag in (RPATH, RUNPATH) for part in self.text(strings + value).split(":")]
        self.is_rpath_fixed = RPATH in fields and RUNPATH not in fields  # goes before LD_LIBRARY_PATH
        self.versions = list(self._versions(fields, strings))
        self.sections = self._section_names(section_headers, section_size, section_count, names)

    def _versions(self, fields, strings):
        if VERSION_NEEDS not in fields:
            return
        place = self.offset(fields[VERSION_NEEDS])
        for _ in range(fields[VERSION_NEED_COUNT]):
            _, count, library, first, following = struct.unpack_from("<HHIII", self.data, place)
            entry = place + first
            for _ in range(count):
                _, _, _, name, step = struct.unpack_from("<IHHII", self.data, entry)
                yield self.text(strings + library), self.text(strings + name)
                entry += step
            place += following

    def _section_names(self, headers, size, count, names):
        if not headers or names >= count:
            return set()
        table = struct.unpack_from("<Q", self.data, headers + size * names + 24)[0]
        return {self.text(table + struct.unpack_from("<I", self.data, headers + size * i)[0]) for i in range(count)}

    def offset(self, address):
        for start, size, offset in self.loads:
            if start <= address < start + size:
                return address - start + offset
        raise ValueError("an address outside of the file")

    def text(self, offset):
        return self.data[offset:self.data.index(b"\0", offset)].decode(errors="replace")
