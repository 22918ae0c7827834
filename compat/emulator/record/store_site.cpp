// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/store_site.h"

#include "machine/program.h"

#include <cctype>
#include <string_view>

namespace cuda_emulator {

namespace {

// The opcode: behind a guard, up to the first blank.
std::string opcode_of(const program& p, const instruction& i)
{
    std::string text = ptx_text(p, i.line);
    if (!text.empty() && text[0] == '@') {
        const std::size_t blank = text.find_first_of(" \t");
        const std::size_t next = text.find_first_not_of(" \t", blank);
        text = next == std::string::npos ? std::string{} : text.substr(next);
    }
    return text.substr(0, text.find_first_of(" \t;"));
}

} // namespace

std::string ptx_text(const program& p, int line)
{
    std::string_view text = p.module->text;
    for (int k = 1; k < line; ++k) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    text = text.substr(0, text.find('\n'));
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::string element_type(const program& p, const instruction& i)
{
    const std::string opcode = opcode_of(p, i);
    const std::string_view name = std::string_view(opcode).substr(0, opcode.find('.'));
    if (name != "st" && name != "ld" && name != "atom" && name != "red") return {};
    const std::string type = opcode.substr(opcode.rfind('.') + 1);
    return bytes_of_type(type) ? type : std::string{};
}

std::size_t bytes_of_type(const std::string& type)
{
    if (type == "f16x2" || type == "bf16x2") return 4;
    if (type == "bf16") return 2;
    if (type.size() < 2 || !std::isdigit(static_cast<unsigned char>(type[1]))) return 0;
    const int bits = std::stoi(type.substr(1));
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? static_cast<std::size_t>(bits) / 8 : 0;
}

std::string source_of(const program& p, const decoded_function& f, const instruction& i)
{
    if (i.source < 0 || !f.body) return "PTX line " + std::to_string(i.line);
    return p.module->source_line(*f.body, i.source);
}

bool adds_real_numbers(const program& p, const instruction& i)
{
    const std::string opcode = opcode_of(p, i);
    if (opcode.rfind("atom.", 0) != 0 && opcode.rfind("red.", 0) != 0) return false;
    const std::string type = element_type(p, i);
    const bool is_real = !type.empty() && (type[0] == 'f' || type.rfind("bf", 0) == 0);
    return is_real && opcode.find(".add.") != std::string::npos;
}

} // namespace cuda_emulator
