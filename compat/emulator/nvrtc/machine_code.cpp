// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/machine_code.h"

#include <cstring>
#include <elf.h>

namespace cuda_emulator {

namespace {

constexpr std::string_view section_of_ptx = ".nv_debug_ptx_txt";

// Copies an object out of the file. False if the file does not reach so far.
template <class T>
bool read(const std::string& file, std::size_t offset, T& value)
{
    if (offset > file.size() || sizeof value > file.size() - offset) return false;
    std::memcpy(&value, file.data() + offset, sizeof value);
    return true;
}

} // namespace

std::string with_ptx(std::string code, std::string_view ptx)
{
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    if (!read(code, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return code;
    if (!read(code, header.e_shoff + header.e_shstrndx * sizeof names, names)) return code;
    for (std::size_t k = 0; k < header.e_shnum; ++k) {
        const std::size_t place = header.e_shoff + k * sizeof section;
        if (!read(code, place, section)) return code;
        const std::size_t name = names.sh_offset + section.sh_name;
        // With the zero byte that ends the name
        if (name >= code.size() ||
            code.compare(name, section_of_ptx.size() + 1, section_of_ptx.data(), section_of_ptx.size() + 1))
            continue;
        section.sh_offset = code.size();
        section.sh_size = ptx.size();
        std::memcpy(code.data() + place, &section, sizeof section);
        return code.append(ptx);
    }
    return code;
}

} // namespace cuda_emulator
