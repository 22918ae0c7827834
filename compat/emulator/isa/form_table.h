// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instruction table: from a full PTX name, as "mad.lo.s32", to the row of the form.
#pragma once

#include "isa/form.h"

#include <deque>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

class form_table {
public:
    //! A key that does not depend on the order of modifiers. ptxas accepts any order that keeps the order of the types.
    static std::string in_any_order(std::string_view opcode, std::vector<std::string_view> modifiers);

    //! Adds a row, or replaces that of this name. The functions that build the table are long lists of such calls. So
    //! these are not inline, and construct no strings: else the lists would compile for long.
    form& add(std::string_view name, handler run, std::string_view operands, std::uint8_t detail = 0);
    //! The same for a name of several parts.
    form& add(std::initializer_list<std::string_view> name, handler run, std::string_view operands,
              std::uint8_t detail = 0);
    //! Keeps a lane function for as long as the table.
    const lane_function* keep(const lane_function& f);
    //! The same for the name of a lane function that is put together.
    const char* keep(std::string name);
    //! Finds a key of in_any_order(). The index is built on the first call, so forms that are added later are not
    //! found.
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
    std::deque<lane_function> lane_functions_;
    std::deque<std::string> names_;
    // Lookups by nvcc's order succeed in forms_, so few programs need this index.
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
    if constexpr (std::is_same_v<T, bool>) return 'p';
    if constexpr (std::is_same_v<T, float>) return 'f';
    if constexpr (std::is_same_v<T, double>) return 'F';
    if constexpr (sizeof(T) <= 2) return 'h';
    if constexpr (sizeof(T) == 4) return 'r';
    return 'd';
}

} // namespace cuda_emulator
