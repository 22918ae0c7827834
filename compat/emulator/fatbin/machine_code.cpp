// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fatbin/machine_code.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <stdexcept>

namespace cuda_emulator::fatbin {

namespace {

// The section's name; nvlink appends a dot and a number for each unit.
constexpr char texts_name[] = ".nv_debug_ptx_txt";

[[noreturn]] void refuse(const char* why) { throw std::runtime_error(std::string("machine code: ") + why); }

struct elf_file {
    const unsigned char* data;
    std::size_t available;

    template <class T>
    T at(std::size_t offset, const char* what) const
    {
        T value;
        std::memcpy(&value, range(offset, sizeof value, what), sizeof value);
        return value;
    }

    const unsigned char* range(std::size_t offset, std::size_t size, const char* what) const
    {
        if (offset > available || size > available - offset) refuse(what);
        return data + offset;
    }
};

// The lines of the text, which end with zero bytes in the section.
std::string text_of_section(const unsigned char* bytes, std::size_t size)
{
    std::string text(reinterpret_cast<const char*>(bytes), size);
    std::replace(text.begin(), text.end(), '\0', '\n');
    return text;
}

} // namespace

std::vector<std::string> ptx_of_machine_code(const void* data, std::size_t available)
{
    const elf_file file{static_cast<const unsigned char*>(data), available};
    const auto header = file.at<Elf64_Ehdr>(0, "its header is cut off");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr)) return {};
    const auto section = [&](std::size_t k) {
        const std::size_t offset = k * sizeof(Elf64_Shdr);
        if (header.e_shoff > SIZE_MAX - offset) refuse("its table of sections reaches past the end");
        return file.at<Elf64_Shdr>(header.e_shoff + offset, "its table of sections reaches past the end");
    };
    if (header.e_shstrndx >= header.e_shnum) return {};
    const Elf64_Shdr names = section(header.e_shstrndx);
    const auto* first_name = reinterpret_cast<const char*>(
        file.range(names.sh_offset, names.sh_size, "the names of its sections reach past the end"));
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < header.e_shnum; ++k) {
        const Elf64_Shdr s = section(k);
        if (s.sh_type != SHT_PROGBITS || s.sh_name >= names.sh_size) continue;
        const std::string name(first_name + s.sh_name, ::strnlen(first_name + s.sh_name, names.sh_size - s.sh_name));
        const std::size_t length = sizeof texts_name - 1;
        if (name.compare(0, length, texts_name) != 0 || (name.size() > length && name[length] != '.')) continue;
        texts.push_back(text_of_section(file.range(s.sh_offset, s.sh_size, "its PTX reaches past the end"), s.sh_size));
    }
    return texts;
}

} // namespace cuda_emulator::fatbin
