// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/operations.h"

#include "isa/form_table.h"

#include <map>

namespace cuda_emulator::translation {

namespace {

std::map<handler, memory_operation> memory_operations()
{
    std::map<handler, memory_operation> all;
    for (const window where : {window::flat, window::shared, window::local, window::frame, window::parameter})
        for (const bool wide : {false, true})
            for (const int bytes : {1, 2, 4, 8})
                for (const bool sign_extends : {false, true})
                    for (const int count : {1, 2, 4})
                        for (const bool one_place : {false, true}) {
                            if (sign_extends && bytes != 1) continue;
                            if (!wide && where != window::shared && where != window::local) continue;
                            const access_form form{where, wide, bytes, sign_extends, count, one_place};
                            if (const handler h = find_load(form)) all.insert({h, {form, true}});
                            if (sign_extends) continue;
                            if (const handler h = find_store(form)) all.insert({h, {form, false}});
                        }
    return all;
}

} // namespace

const lane_function* translated_function(const instruction& i) { return i.row ? i.row->lane : nullptr; }

bool is_frame_address(const instruction& i)
{
    static const form* const row = forms().find("=frame");
    return i.row == row;
}

bool computes(const instruction& i)
{
    const lane_function* const o = translated_function(i);
    return i.kind == flow::none && o && o->how != translated_as::scalar && bytes_of(o->result) <= 8;
}

const memory_operation* find_memory_operation(const instruction& i)
{
    static const std::map<handler, memory_operation> all = memory_operations();
    const bool known = i.roles == operand_roles::load || i.roles == operand_roles::store;
    const bool is_weak =
        i.order == memory_order::weak || (i.order == memory_order::volatile_ && i.access.space == ptx::space::shared);
    if (!known || !is_weak || i.kind != flow::none) return nullptr;
    const auto found = all.find(i.run);
    return found == all.end() ? nullptr : &found->second;
}

int bytes_of(const std::string& type) { return is_mask(type) ? 4 : std::stoi(type.substr(1)) / 8; }

} // namespace cuda_emulator::translation
