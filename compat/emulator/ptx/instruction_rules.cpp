// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules and the messages are those of ptxas 13.0, which was asked about each type of instruction and register.
#include "ptx/instruction_rules.h"

#include "ptx/operand_types.h"
#include "ptx/symbol_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cuda_emulator::ptx {

namespace {

enum class rounds { never, may, must, must_or_approximate, approximates, as_converted };

// Operands by letter, the result first: t the instruction's type, w twice as wide, u 32-bit integer, p predicate, d and
// s the two types of a conversion, m the type in memory.
struct rule {
    std::string_view name, operands, types;
    rounds rounding = rounds::never;
};

#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define HALVES "f16 f16x2 bf16 bf16x2"
#define MEMORY "b8 u8 s8 b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64 b128"

constexpr rule rules[] = {
    {"abs", "tt", INTEGERS " f32 f64 " HALVES},
    {"add", "ttt", INTEGERS " f32 f64 " HALVES " u16x2 s16x2", rounds::may},
    {"and", "ttt", "pred b16 b32 b64"},
    {"brev", "tt", "b32 b64"},
    {"clz", "ut", "b32 b64"},
    {"cnot", "tt", "b16 b32 b64"},
    {"copysign", "ttt", "f32 f64"},
    {"cos", "tt", "f32", rounds::approximates},
    {"cvt", "ds", "u8 s8 " INTEGERS " f16 bf16 f32 f64", rounds::as_converted},
    {"div", "ttt", INTEGERS " f32 f64", rounds::must_or_approximate},
    {"ex2", "tt", "f32 " HALVES, rounds::approximates},
    {"fma", "tttt", "f32 f64 " HALVES, rounds::must},
    {"ld", "m", MEMORY},
    {"lg2", "tt", "f32", rounds::approximates},
    {"mad", "tttt", "f32 f64", rounds::must},
    {"mad.hi", "tttt", INTEGERS},
    {"mad.lo", "tttt", INTEGERS},
    {"mad.wide", "wttw", "u16 s16 u32 s32"},
    {"max", "ttt", INTEGERS " f32 f64 " HALVES " u16x2 s16x2"},
    {"min", "ttt", INTEGERS " f32 f64 " HALVES " u16x2 s16x2"},
    {"mov", "tt", "pred b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64 b128"},
    {"mul", "ttt", "f32 f64 " HALVES, rounds::may},
    {"mul.hi", "ttt", INTEGERS},
    {"mul.lo", "ttt", INTEGERS},
    {"mul.wide", "wtt", "u16 s16 u32 s32"},
    {"neg", "tt", INTEGERS " f32 f64 " HALVES},
    {"not", "tt", "pred b16 b32 b64"},
    {"or", "ttt", "pred b16 b32 b64"},
    {"popc", "ut", "b32 b64"},
    {"rcp", "tt", "f32 f64", rounds::must_or_approximate},
    {"rem", "ttt", INTEGERS},
    {"rsqrt", "tt", "f32 f64", rounds::approximates},
    {"selp", "tttp", "b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64"},
    {"setp", "ptt", "b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64 " HALVES},
    {"shl", "ttu", "b16 b32 b64"},
    {"shr", "ttu", "b16 b32 b64 " INTEGERS},
    {"sin", "tt", "f32", rounds::approximates},
    {"sqrt", "tt", "f32 f64", rounds::must_or_approximate},
    {"st", "m", MEMORY},
    {"sub", "ttt", INTEGERS " f32 f64 " HALVES, rounds::may},
    {"tanh", "tt", "f32 " HALVES, rounds::approximates},
    {"xor", "ttt", "pred b16 b32 b64"},
};

#undef INTEGERS
#undef HALVES
#undef MEMORY

const rule* find_rule(std::string_view name)
{
    const rule* r = std::lower_bound(std::begin(rules), std::end(rules), name,
                                     [](const rule& x, std::string_view n) { return x.name < n; });
    return r != std::end(rules) && r->name == name ? r : nullptr;
}

// The name in the messages. A product of integers has its part of the result in it.
std::string name_with_part(const instruction& i)
{
    std::string name(i.opcode);
    if (name == "mul" || name == "mad")
        for (const std::string_view part : {"lo", "hi", "wide"})
            if (i.has(part)) return name + "." + std::string(part);
    return name;
}

class instruction_rules {
public:
    instruction_rules(const instruction& i, const function_body& body)
        : instruction_(i)
        , body_(body)
        , name_(name_with_part(i))
    {
    }

    // The mistake, or nothing.
    std::string find() const
    {
        const rule* r = find_rule(name_);
        if (!r) return "";
        std::vector<type> types;
        for (const std::string_view m : instruction_.modifiers) {
            const type t = type_from_name(m);
            if (t == type::none && looks_like_type(m)) return ""; // of a later device
            if (t != type::none && !is_word_of(r->types, m)) {
                // Conversions have forms for other types, with operands of their own.
                return instruction_.opcode == "cvt" ? "" : unexpected_types();
            }
            if (t != type::none) types.push_back(t);
        }
        if (r->operands == "m") return types.size() == 1 ? find_in_access(types[0]) : unexpected_types();
        const bool converts = instruction_.opcode == "cvt";
        if (converts && instruction_.has("pack")) return "";
        if (types.size() == 2 && !converts && is_float(types[0])) return ""; // mixed precision, of later devices
        if (types.size() != (converts ? 2u : 1u)) return unexpected_types();
        if (std::string m = find_in_operands(*r, types); !m.empty()) return m;
        if ((name_ == "neg" || name_ == "abs") && is_integer(types[0]) && !is_signed(types[0]))
            return "Instruction '" + name_ + "' applies only to signed numeric types";
        return find_in_rounding(r->rounding, types);
    }

private:
    static bool looks_like_type(std::string_view m)
    {
        return m.size() > 1 && std::string_view("usbfe").find(m[0]) != std::string_view::npos && m[1] >= '0' &&
               m[1] <= '9';
    }
    std::string unexpected_types() const { return "Unexpected instruction types specified for '" + name_ + "'"; }
    std::string mismatch() const { return "Arguments mismatch for instruction '" + name_ + "'"; }
    type type_of(const operand& o) const { return body_.registers[static_cast<std::size_t>(o.index)]; }

    std::string find_in_operands(const rule& r, const std::vector<type>& types) const
    {
        const auto& operands = instruction_.operands;
        std::string letters(r.operands);
        if (name_ == "setp" && (instruction_.has("and") || instruction_.has("or") || instruction_.has("xor")))
            letters += 'p';
        const bool may_have_three = (name_ == "min" || name_ == "max") && operands.size() == 4 && types[0] == type::f32;
        if (may_have_three) letters += 't'; // of later devices
        if (operands.size() != letters.size()) return mismatch();
        if (std::string m = find_in_result(operands[0]); !m.empty()) return m;
        for (std::size_t k = 0; k < letters.size(); ++k)
            if (!fits(operands[k], letters[k], types)) return mismatch();
        return "";
    }
    std::string find_in_result(const operand& o) const
    {
        if (o.kind == operand_kind::integer || o.kind == operand_kind::real32 || o.kind == operand_kind::real64)
            return "Result register required for instruction '" + name_ + "'";
        if (o.kind != operand_kind::special || !is_special_register(o.name)) return "";
        return name_ == "mov" ? "Read-only special register cannot be destination argument"
                              : "Special register argument not allowed for instruction '" + name_ + "'";
    }
    bool fits(const operand& o, char letter, const std::vector<type>& types) const
    {
        switch (letter) {
        case 'p':
            if (o.kind == operand_kind::pair)
                return std::all_of(o.elements.begin(), o.elements.end(),
                                   [&](const operand& e) { return fits(e, 'p', types); });
            return fits_exactly(o, type::pred);
        case 'u': // floating-point registers do not fit, and 32 bits without a type do
            return fits_exactly(o, type::u32);
        case 'w':
            return fits_exactly(o, twice_as_wide(types[0]));
        case 'd':
            return fits_widened(o, types[0]);
        case 's':
            return fits_widened(o, types[1]);
        default:
            return fits_exactly(o, types[0]);
        }
    }
    bool fits_exactly(const operand& o, type t) const
    {
        if (o.kind == operand_kind::reg) return takes_register(t, type_of(o));
        return o.kind != operand_kind::address && takes_constant(t, o.kind);
    }
    // Memory accesses and conversions take wider registers, too.
    bool fits_widened(const operand& o, type t) const
    {
        if (o.kind == operand_kind::reg) return takes_wider_register(t, type_of(o));
        return o.kind != operand_kind::address && takes_constant(t, o.kind);
    }

    std::string find_in_access(type t) const
    {
        const auto& operands = instruction_.operands;
        const bool loads = name_ == "ld";
        if (operands.size() < 2) return mismatch();
        const operand& value = operands[loads ? 0 : 1];
        if (operands[loads ? 1 : 0].kind != operand_kind::address) return mismatch();
        if (!loads && instruction_.has("const")) return "State space incorrect for instruction 'st'";
        if (loads)
            if (std::string m = find_in_result(value); !m.empty()) return m;
        std::size_t wanted = 1;
        for (const std::string_view m : instruction_.modifiers)
            if (m == "v2" || m == "v4" || m == "v8") wanted = static_cast<std::size_t>(m[1] - '0');
        const bool is_vector = value.kind == operand_kind::vector;
        if (value.kind == operand_kind::reg || is_vector)
            if (wanted != (is_vector ? value.elements.size() : 1))
                return "Argument vector size mismatch for instruction '" + name_ + "'";
        if (!is_vector) return fits_widened(value, t) ? "" : mismatch();
        for (const operand& e : value.elements)
            if (!fits_widened(e, t)) return mismatch();
        return "";
    }

    std::string find_in_rounding(rounds how, const std::vector<type>& types) const
    {
        const auto has = [&](std::initializer_list<std::string_view> list) {
            return std::any_of(list.begin(), list.end(), [&](std::string_view m) { return instruction_.has(m); });
        };
        const bool to_float = has({"rn", "rz", "rm", "rp", "rna", "rs"});
        const bool to_integer = has({"rni", "rzi", "rmi", "rpi"});
        const std::string illegal = "Illegal rounding modifier for instruction '" + name_ + "'";
        const std::string required = "Rounding modifier required for instruction '" + name_ + "'";
        if (how == rounds::as_converted) {
            const rounding_of_conversion wanted = rounding_between(types[0], types[1]);
            if (wanted == rounding_of_conversion::unknown) return "";
            if (to_float && wanted != rounding_of_conversion::to_float) return illegal;
            if (to_integer && wanted != rounding_of_conversion::to_integer &&
                wanted != rounding_of_conversion::may_be_to_integer)
                return illegal;
            const bool is_required =
                wanted == rounding_of_conversion::to_float || wanted == rounding_of_conversion::to_integer;
            return is_required && !to_float && !to_integer ? required : "";
        }
        if (!is_float(types[0])) return to_float || to_integer ? illegal : "";
        if (how == rounds::approximates && !has({"approx"}))
            return ".approx modifier required for instruction '" + name_ + "'";
        if (to_float || (how != rounds::must && how != rounds::must_or_approximate)) return "";
        if (how == rounds::must_or_approximate && has({"approx", "full"})) return "";
        const bool may_approximate = how == rounds::must_or_approximate && (types[0] == type::f32 || name_ == "rcp");
        return may_approximate ? "Rounding modifier or '.approx' modifier required for instruction '" + name_ + "'"
                               : required;
    }

    const instruction& instruction_;
    const function_body& body_;
    std::string name_;
};

} // namespace

std::vector<std::string> mistakes_of(const instruction& i, const module& m, const function& f,
                                     const function_body& body)
{
    const std::pair<int, int> version{m.version_major, m.version_minor};
    if (version < std::pair(3, 0) || version > std::pair(9, 0) || m.target < 30) return {};
    std::vector<std::string> out = symbol_mistakes(i, m, f, body);
    if (!out.empty()) return out;
    if (std::string device = device_mistake(i, m); !device.empty()) return {std::move(device)};
    if (std::string own = instruction_rules(i, body).find(); !own.empty()) out.push_back(std::move(own));
    return out;
}

} // namespace cuda_emulator::ptx
