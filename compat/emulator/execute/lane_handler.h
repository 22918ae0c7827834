// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds rows of the instruction table from lane functions. The handler is a loop over the lanes. The operands' types
// and letters follow from the function's signature.
#pragma once

#include "isa/form_table.h"
#include "isa/integers.h"
#include "isa/lane/float_value.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda_emulator {

//! Result and operands of a lane function.
template <class F>
struct signature;
template <class D, class... Operands>
struct signature<D (*)(Operands...)> {
    using result = D;
    static constexpr int count = sizeof...(Operands);
};

//! The translator's name of a type; predicates are masks.
template <class T>
constexpr const char* lane_type()
{
    if constexpr (std::is_same_v<T, bool>) return "mask";
    if constexpr (std::is_same_v<T, float>) return "f32";
    if constexpr (std::is_same_v<T, double>) return "f64";
    if constexpr (std::is_same_v<T, u16>) return "u16";
    if constexpr (std::is_same_v<T, i16>) return "i16";
    if constexpr (std::is_same_v<T, u32>) return "u32";
    if constexpr (std::is_same_v<T, i32>) return "i32";
    if constexpr (std::is_same_v<T, u64>) return "u64";
    if constexpr (std::is_same_v<T, i64>) return "i64";
    return "u128";
}

//! The value of an operand in one lane. A predicate is a bit of a mask.
template <class T>
class lane_operand {
public:
    lane_operand(warp& w, operand_slot o)
        : values_(slot<T>(w, o))
    {
    }
    T operator[](int l) const { return values_[l]; }

private:
    const T* values_;
};
template <>
class lane_operand<bool> {
public:
    lane_operand(warp& w, operand_slot o)
        : mask_(*slot<u32>(w, o))
    {
    }
    bool operator[](int l) const { return mask_ >> l & 1; }

private:
    u32 mask_;
};

//! d[l] = f(l); d may be a predicate.
template <class D, class F>
[[gnu::always_inline]] inline void write_lanes(warp& w, const instruction& i, std::uint32_t m, F f)
{
    if constexpr (std::is_same_v<D, bool>) {
        write_predicate(slot<u32>(w, i.operands[0]), m, mask_of(f));
    } else {
        for_lanes(slot<D>(w, i.operands[0]), m, f);
    }
}

//! The last step of a lane: canonical(), or nothing.
template <class T, bool OneNan>
inline T finish(T v)
{
    if constexpr (OneNan) return canonical(v);
    return v;
}

//! The handler of a lane function. `Finish` is applied to each result.
template <auto Function, auto Finish>
struct lane_loop;
template <class D, class A, D (*Function)(A), D (*Finish)(D)>
struct lane_loop<Function, Finish> {
    static void run(warp& w, const instruction& i, std::uint32_t m)
    {
        const lane_operand<A> a(w, i.operands[1]);
        write_lanes<D>(w, i, m, [=](int l) { return Finish(Function(a[l])); });
    }
};
template <class D, class A, class B, D (*Function)(A, B), D (*Finish)(D)>
struct lane_loop<Function, Finish> {
    static void run(warp& w, const instruction& i, std::uint32_t m)
    {
        const lane_operand<A> a(w, i.operands[1]);
        const lane_operand<B> b(w, i.operands[2]);
        write_lanes<D>(w, i, m, [=](int l) { return Finish(Function(a[l], b[l])); });
    }
};
template <class D, class A, class B, class C, D (*Function)(A, B, C), D (*Finish)(D)>
struct lane_loop<Function, Finish> {
    static void run(warp& w, const instruction& i, std::uint32_t m)
    {
        const lane_operand<A> a(w, i.operands[1]);
        const lane_operand<B> b(w, i.operands[2]);
        const lane_operand<C> c(w, i.operands[3]);
        write_lanes<D>(w, i, m, [=](int l) { return Finish(Function(a[l], b[l], c[l])); });
    }
};
template <class T, class A, class B, class C, class D, T (*Function)(A, B, C, D), T (*Finish)(T)>
struct lane_loop<Function, Finish> {
    static void run(warp& w, const instruction& i, std::uint32_t m)
    {
        const lane_operand<A> a(w, i.operands[1]);
        const lane_operand<B> b(w, i.operands[2]);
        const lane_operand<C> c(w, i.operands[3]);
        const lane_operand<D> d(w, i.operands[4]);
        write_lanes<T>(w, i, m, [=](int l) { return Finish(Function(a[l], b[l], c[l], d[l])); });
    }
};

//! The columns of a row that do not follow from the lane function.
struct lane_columns {
    operand_roles roles = operand_roles::computation;
    std::uint8_t choosers = 0;
    affine_rule affine = affine_rule::none;
    translated_as how = translated_as::vectors;
};
//! The column `roles` of the row files.
namespace columns {
constexpr lane_columns computation{};
constexpr lane_columns bits{operand_roles::bits};
constexpr lane_columns bits_1{operand_roles::bits, 1}; //!< the last operand only selects positions of bits
constexpr lane_columns bits_2{operand_roles::bits, 2};
constexpr lane_columns conjunction{operand_roles::conjunction};
constexpr lane_columns disjunction{operand_roles::disjunction};
constexpr lane_columns select{operand_roles::select};
} // namespace columns

//! The letters of the operands of functions with this signature.
template <class F>
struct operand_letters;
template <class D, class... Operands>
struct operand_letters<D (*)(Operands...)> {
    static constexpr char value[] = {letter<D>(), ':', letter<Operands>()..., 0};
};
template <auto Function>
constexpr const char* letters()
{
    return operand_letters<decltype(Function)>::value;
}

//! The types of functions with this signature, for the translator.
template <class F>
struct described;
template <class D, class... Operands>
struct described<D (*)(Operands...)> {
    static constexpr lane_function value{
        "", lane_type<D>(), {lane_type<Operands>()...}, int(sizeof...(Operands)), affine_rule::none, {}, false};
};

//! Adds the row of a lane function whose name in translated code is `text`. `types` has only its types.
inline form& add_lane_row(form_table& t, const char* name, handler run, const char* operands, const char* text,
                          const lane_columns& c, const lane_function& types, bool one_nan)
{
    form& f = t.add(name, run, operands);
    f.roles = c.roles;
    f.choosers = c.choosers;
    if (c.how == translated_as::interpreted) return f;
    lane_function lane = types;
    lane.name = text;
    lane.affine = c.affine;
    lane.how = c.how;
    lane.one_nan = one_nan;
    f.lane = t.keep(lane);
    return f;
}

//! The same for a lane function that is known here. `operands` is needed if the letters do not follow from the
//! signature.
template <auto Function, bool OneNan = false>
form& add_lane(form_table& t, const char* name, const char* text, const lane_columns& c,
               const char* operands = letters<Function>())
{
    using D = typename signature<decltype(Function)>::result;
    return add_lane_row(t, name, lane_loop<Function, &finish<D, OneNan>>::run, operands, text, c,
                        described<decltype(Function)>::value, OneNan);
}

//! The loop over the lanes that calls `function`. Not inlined: many functions share it.
template <class D, class... Operands, std::size_t... I>
[[gnu::noinline]] void call_in_lanes(warp& w, const instruction& i, std::uint32_t m, D (*function)(Operands...),
                                     std::index_sequence<I...>)
{
    const std::tuple<lane_operand<Operands>...> of{lane_operand<Operands>(w, i.operands[I + 1])...};
    write_lanes<D>(w, i, m, [&](int l) { return function(std::get<I>(of)[l]...); });
}
template <auto Function>
void call_each_lane(warp& w, const instruction& i, std::uint32_t m)
{
    call_in_lanes(w, i, m, Function, std::make_index_sequence<signature<decltype(Function)>::count>());
}

//! Adds the row of a function that only the interpreter has. The name is given in parts. These functions are many, and
//! programs use few of them. So each is called, because a loop of its own would take most of the compilation.
template <auto Function>
form& add_interpreted(form_table& t, std::initializer_list<std::string_view> name,
                      const char* operands = letters<Function>())
{
    return t.add(name, call_each_lane<Function>, operands);
}

} // namespace cuda_emulator
