// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of instruction forms: a full PTX name ("mad.lo.s32") to its handler and operands.
#pragma once

#include "machine/program.h"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! Operands by letter, those written, a colon, those read ("d:rrd" for mad.wide):
//!   p predicate, h 16-bit, r 32-bit, d 64-bit, e 16-bit float, f 32-bit float, F 64-bit float.
struct form {
    handler run = nullptr;
    std::string operands;
    std::uint8_t detail = 0;
};

class form_table {
public:
    //! ptxas takes modifiers in any order, but for that of the types among each other.
    static std::string in_any_order(std::string_view opcode, std::vector<std::string_view> modifiers);

    void add(std::string name, handler run, std::string operands, std::uint8_t detail = 0)
    {
        forms_[std::move(name)] = {run, std::move(operands), detail};
    }
    //! Of a key that in_any_order() gives, among all that has been added before the first of these calls.
    const form* find_in_any_order(const std::string& key) const;
    const form* find(const std::string& name) const
    {
        auto i = forms_.find(name);
        return i == forms_.end() ? nullptr : &i->second;
    }
    std::size_t size() const { return forms_.size(); }
    auto begin() const { return forms_.begin(); }
    auto end() const { return forms_.end(); }

private:
    void index() const;

    std::unordered_map<std::string, form> forms_;
    // nvcc's order is the table's own: few programs need this.
    mutable std::once_flag is_indexed_;
    mutable std::unordered_map<std::string, const form*> any_order_;
};

//! All forms; built on first use.
const form_table& forms();

void add_integer_forms(form_table&);
void add_wide_integer_forms(form_table&);
void add_logic_forms(form_table&);
void add_compare_forms(form_table&);
void add_float_forms(form_table&);
void add_rounded_float_forms(form_table&);
void add_approximate_forms(form_table&);
void add_half_forms(form_table&);
void add_conversion_forms(form_table&);
void add_small_conversion_forms(form_table&);
void add_move_forms(form_table&);
void add_warp_forms(form_table&);

//! Letter of an operand by C++ type.
template <class T>
constexpr char letter()
{
    if constexpr (std::is_same_v<T, float>) return 'f';
    if constexpr (std::is_same_v<T, double>) return 'F';
    if constexpr (sizeof(T) <= 2) return 'h';
    if constexpr (sizeof(T) == 4) return 'r';
    return 'd';
}

} // namespace cuda_emulator
