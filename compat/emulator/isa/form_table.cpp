// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/form_table.h"

#include "ptx/types.h"

#include <algorithm>

namespace cuda_emulator {

form& form_table::add(std::string_view name, handler run, std::string_view operands, std::uint8_t detail)
{
    form& f = forms_[std::string(name)];
    f = {};
    f.run = run;
    f.operands = operands;
    f.detail = detail;
    return f;
}

form& form_table::add(std::initializer_list<std::string_view> name, handler run, std::string_view operands,
                      std::uint8_t detail)
{
    std::string all;
    for (const std::string_view part : name)
        all += part;
    return add(all, run, operands, detail);
}

const lane_function* form_table::keep(const lane_function& f)
{
    lane_functions_.push_back(f);
    return &lane_functions_.back();
}

const char* form_table::keep(std::string name) { return names_.emplace_back(std::move(name)).c_str(); }

std::string form_table::in_any_order(std::string_view opcode, std::vector<std::string_view> modifiers)
{
    auto is_type = [](std::string_view m) { return ptx::type_from_name(m) != ptx::type::none; };
    const auto types = std::stable_partition(modifiers.begin(), modifiers.end(), [&](auto m) { return !is_type(m); });
    std::sort(modifiers.begin(), types);
    std::string key(opcode);
    for (std::string_view m : modifiers)
        key.append(".").append(m);
    return key;
}

const form* form_table::find_in_any_order(const std::string& key) const
{
    std::call_once(is_indexed_, [this] { index(); });
    const auto i = any_order_.find(key);
    return i == any_order_.end() ? nullptr : i->second;
}

void form_table::index() const
{
    for (const auto& [name, f] : forms_) {
        const std::string_view all = name;
        std::vector<std::string_view> words;
        for (std::size_t at = 0; at <= all.size();) {
            const std::size_t end = std::min(all.find('.', at), all.size());
            words.push_back(all.substr(at, end - at));
            at = end + 1;
        }
        any_order_[in_any_order(words[0], {words.begin() + 1, words.end()})] = &f;
    }
}

const form_table& forms()
{
    static const form_table& table = []() -> form_table& {
        static form_table t;
        add_integer_forms(t);
        add_wide_integer_forms(t);
        add_logic_forms(t);
        add_compare_forms(t);
        add_float_forms(t);
        add_rounded_float_forms(t);
        add_approximate_forms(t);
        add_half_forms(t);
        add_conversion_forms(t);
        add_small_conversion_forms(t);
        add_move_forms(t);
        add_warp_forms(t);
        return t;
    }();
    return table;
}

} // namespace cuda_emulator
