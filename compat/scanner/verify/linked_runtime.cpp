// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/linked_runtime.hpp"

#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <vector>

namespace scanner {
namespace {

// A program of ELF for 64 bits, as bytes. It believes no size in them.
class elf_file {
public:
    explicit elf_file(const std::string& path)
    {
        std::ifstream in(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        is_one_ = get(head_, 0) && std::memcmp(head_.e_ident, ELFMAG, SELFMAG) == 0 &&
                  head_.e_ident[EI_CLASS] == ELFCLASS64 && head_.e_shentsize == sizeof(Elf64_Shdr);
    }
    bool is_one() const { return is_one_; }

    bool has_device_code() const
    {
        Elf64_Shdr names;
        if (!section(head_.e_shstrndx, names)) return false;
        for (std::size_t k = 0; k < head_.e_shnum; ++k)
            if (Elf64_Shdr s; section(k, s))
                if (const std::string name = text(names, s.sh_name); name == ".nv_fatbin" || name == "__nv_relfatbin")
                    return true;
        return false;
    }

    bool needs(const std::string& library) const
    {
        for (std::size_t k = 0; k < head_.e_shnum; ++k) {
            Elf64_Shdr s, names;
            if (!section(k, s) || s.sh_type != SHT_DYNAMIC || !section(s.sh_link, names)) continue;
            Elf64_Dyn d;
            for (std::size_t at = 0; at + sizeof d <= s.sh_size && get(d, s.sh_offset + at) && d.d_tag != DT_NULL;
                 at += sizeof d)
                if (d.d_tag == DT_NEEDED && text(names, d.d_un.d_val).rfind(library, 0) == 0) return true;
        }
        return false;
    }

private:
    template <class T>
    bool get(T& out, std::size_t at) const
    {
        if (at > bytes_.size() || bytes_.size() - at < sizeof out) return false;
        std::memcpy(&out, bytes_.data() + at, sizeof out);
        return true;
    }
    bool section(std::size_t k, Elf64_Shdr& out) const { return get(out, head_.e_shoff + k * sizeof out); }
    std::string text(const Elf64_Shdr& names, std::size_t at) const
    {
        if (names.sh_offset > bytes_.size() || at >= bytes_.size() - names.sh_offset) return {};
        const char* const first = bytes_.data() + names.sh_offset + at;
        const auto most = static_cast<std::size_t>(bytes_.data() + bytes_.size() - first);
        return {first, strnlen(first, most)};
    }

    std::vector<char> bytes_;
    Elf64_Ehdr head_ = {};
    bool is_one_ = false;
};

} // namespace

linked_runtime runtime_of(const std::string& program)
{
    const elf_file file(program);
    if (!file.is_one()) return linked_runtime::not_known;
    if (file.needs("libcudart.so")) return linked_runtime::a_library;
    return file.has_device_code() ? linked_runtime::in_the_program : linked_runtime::none;
}

} // namespace scanner
