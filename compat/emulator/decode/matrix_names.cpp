// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/matrix_names.h"

#include <cstdio>
#include <string>

namespace cuda_emulator {

namespace {

struct element_name {
    std::string_view name;
    matrix_element type;
};
constexpr element_name element_names[] = {
    {"f16", matrix_element::f16},   {"bf16", matrix_element::bf16}, {"tf32", matrix_element::tf32},
    {"e4m3", matrix_element::e4m3}, {"e5m2", matrix_element::e5m2}, {"f32", matrix_element::f32},
    {"f64", matrix_element::f64},   {"s8", matrix_element::s8},     {"u8", matrix_element::u8},
    {"s4", matrix_element::s4},     {"u4", matrix_element::u4},     {"b1", matrix_element::b1},
    {"s32", matrix_element::s32}};

} // namespace

matrix_element element_of(std::string_view name)
{
    for (const element_name& e : element_names)
        if (e.name == name) return e.type;
    return matrix_element::f32;
}

bool shape_of(const ptx::instruction& i, matrix_shape& s, std::string_view& name)
{
    for (std::string_view m : i.modifiers)
        if (std::sscanf(std::string(m).c_str(), "m%dn%dk%d", &s[0], &s[1], &s[2]) == 3) {
            name = m;
            return true;
        }
    return false;
}

matrix_fragment fragment_of(matrix_role role, std::string_view type, const matrix_shape& s)
{
    matrix_fragment f;
    f.role = role;
    f.type = element_of(type);
    const int k = f.type == matrix_element::b1 ? s[2] / bits_of(f.type) : s[2];
    f.rows = role == matrix_role::b ? k : s[0];
    f.columns = role == matrix_role::a ? k : s[1];
    f.find_places();
    return f;
}

} // namespace cuda_emulator
