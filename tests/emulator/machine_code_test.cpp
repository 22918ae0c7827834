// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of machine code, on ELF files that this test makes.
#include <boost/test/unit_test.hpp>

#include "fatbin/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <stdexcept>

using namespace cuda_emulator;

namespace {

struct section {
    std::string name, content;
};

// An ELF file: the header, the sections' contents, their names, the table of sections. The names come last in the
// table.
std::string make(std::vector<section> sections)
{
    std::string names(1, '\0');
    sections.push_back({".shstrtab", ""});
    std::vector<Elf64_Shdr> table(1);
    for (const section& s : sections) {
        Elf64_Shdr h{};
        h.sh_name = static_cast<Elf64_Word>(names.size());
        h.sh_type = SHT_PROGBITS;
        table.push_back(h);
        names += s.name + '\0';
    }
    sections.back().content = names;
    std::string out(sizeof(Elf64_Ehdr), '\0');
    for (std::size_t k = 0; k < sections.size(); ++k) {
        table[k + 1].sh_offset = out.size();
        table[k + 1].sh_size = sections[k].content.size();
        out += sections[k].content;
    }
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = out.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(table.size());
    header.e_shstrndx = static_cast<Elf64_Half>(table.size() - 1);
    std::memcpy(out.data(), &header, sizeof header);
    out.append(reinterpret_cast<const char*>(table.data()), table.size() * sizeof table[0]);
    return out;
}

std::vector<std::string> texts_of(const std::string& data, std::size_t available = 0)
{
    return fatbin::ptx_of_machine_code(data.data(), available ? available : data.size());
}

const std::string lines("a\0b\0", 4);

} // namespace

BOOST_AUTO_TEST_CASE(the_text_of_each_unit)
{
    const std::vector<std::string> one = texts_of(make({{".text.k", "code"}, {".nv_debug_ptx_txt", lines}}));
    BOOST_REQUIRE_EQUAL(one.size(), 1u);
    BOOST_TEST(one[0] == "a\nb\n");
    const auto linked = texts_of(make({{".nv_debug_ptx_txt.12", "x"}, {".nv_debug_ptx_txt.3", "y"}}));
    BOOST_TEST(linked == (std::vector<std::string>{"x", "y"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(machine_code_without_a_text)
{
    BOOST_TEST(texts_of(make({})).empty());
    BOOST_TEST(texts_of(make({{".text.k", "code"}, {".nv_debug_ptx_txts", lines}, {".nv_debug", lines}})).empty());
    std::string other = make({{".nv_debug_ptx_txt", lines}});
    other[EI_CLASS] = ELFCLASS32;
    BOOST_TEST(texts_of(other).empty());
}

BOOST_AUTO_TEST_CASE(what_reaches_past_the_end_is_refused)
{
    const std::string data = make({{".nv_debug_ptx_txt", lines}});
    for (std::size_t size = 1; size < data.size(); ++size) {
        const std::string cut(data, 0, size); // a sanitizer sees a read behind it
        BOOST_CHECK_THROW(texts_of(cut), std::runtime_error);
    }
    Elf64_Ehdr header;
    std::memcpy(&header, data.data(), sizeof header);
    const auto with = [&](std::size_t k, std::size_t field, std::uint64_t value) {
        std::string wrong = data;
        std::memcpy(&wrong[header.e_shoff + k * sizeof(Elf64_Shdr) + field], &value, sizeof value);
        return wrong;
    };
    for (const std::size_t k : {1, 2}) // the text, and the names
        for (const std::size_t field : {offsetof(Elf64_Shdr, sh_offset), offsetof(Elf64_Shdr, sh_size)})
            BOOST_CHECK_THROW(texts_of(with(k, field, ~std::uint64_t{0} - 7)), std::runtime_error);
    std::string wrong = data;
    const std::uint64_t far = ~std::uint64_t{0} - 7;
    std::memcpy(&wrong[offsetof(Elf64_Ehdr, e_shoff)], &far, sizeof far);
    BOOST_CHECK_THROW(texts_of(wrong), std::runtime_error);
}
