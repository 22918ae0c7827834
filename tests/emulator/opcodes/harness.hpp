// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One test per opcode form: a form is PTX text and a host lambda.
//
//     OPCODE_FORMS(integer_addition)
//     {
//         forms.add("add.s32", [](s32 a, s32 b) { return s32(u32(a) + u32(b)); });
//     }
//
// The lambda's types are the operands: the harness builds a kernel that loads the sources of each thread from global
// memory, executes "add.s32 %d0, %s0, %s1;", and stores the results; it runs every combination of edge values and
// random operands with a fixed seed, and compares bit for bit. Everything goes through the CUDA runtime library that
// the loader finds, as nvcc's host code does: the emulated device's, or the real one with a GPU.
//
// No lambda may call the emulator: reference.hpp has arithmetic of its own.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace opcode_test {

using s8 = std::int8_t;
using u8 = std::uint8_t;
using s16 = std::int16_t;
using u16 = std::uint16_t;
using s32 = std::int32_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;
using u64 = std::uint64_t;
using s128 = __int128;
using u128 = unsigned __int128;

// Floating-point operands are their bits: what the host's own arithmetic would do to them must not matter.
struct f16 {
    u16 bits;
};
struct bf16 {
    u16 bits;
};
struct f32 {
    u32 bits;
};
struct f64 {
    u64 bits;
};
struct f16x2 {
    u32 bits;
};
struct bf16x2 {
    u32 bits;
};

enum class kind { pred, s8, u8, s16, u16, f16, bf16, s32, u32, f32, f16x2, bf16x2, s64, u64, f64 };

int bits_of(kind);

//! An operand: its type and how many bits its register has (0 for a predicate). A register wider than the type holds
//! noise above it.
struct operand {
    kind type;
    int register_bits;
    operand(kind t)
        : type(t)
        , register_bits(t == kind::pred   ? 0
                        : bits_of(t) < 16 ? 16
                                          : bits_of(t))
    {
    }
    operand(kind t, int bits)
        : type(t)
        , register_bits(bits)
    {
    }
};

template <class T>
struct kind_of;
template <>
struct kind_of<bool> {
    static constexpr kind value = kind::pred;
};
template <>
struct kind_of<s8> {
    static constexpr kind value = kind::s8;
};
template <>
struct kind_of<u8> {
    static constexpr kind value = kind::u8;
};
template <>
struct kind_of<s16> {
    static constexpr kind value = kind::s16;
};
template <>
struct kind_of<u16> {
    static constexpr kind value = kind::u16;
};
template <>
struct kind_of<s32> {
    static constexpr kind value = kind::s32;
};
template <>
struct kind_of<u32> {
    static constexpr kind value = kind::u32;
};
template <>
struct kind_of<s64> {
    static constexpr kind value = kind::s64;
};
template <>
struct kind_of<u64> {
    static constexpr kind value = kind::u64;
};
template <>
struct kind_of<f16> {
    static constexpr kind value = kind::f16;
};
template <>
struct kind_of<bf16> {
    static constexpr kind value = kind::bf16;
};
template <>
struct kind_of<f32> {
    static constexpr kind value = kind::f32;
};
template <>
struct kind_of<f64> {
    static constexpr kind value = kind::f64;
};
template <>
struct kind_of<f16x2> {
    static constexpr kind value = kind::f16x2;
};
template <>
struct kind_of<bf16x2> {
    static constexpr kind value = kind::bf16x2;
};

template <class T>
T from_word(u64 w)
{
    if constexpr (std::is_same_v<T, bool>) {
        return w & 1;
    } else {
        T v;
        std::memcpy(&v, &w, sizeof v);
        return v;
    }
}
//! What the register holds: a signed value narrower than it is sign-extended.
template <class T>
u64 to_word(T v)
{
    if constexpr (std::is_arithmetic_v<T>) {
        return u64(s64(v));
    } else {
        return v.bits;
    }
}

using row = std::vector<u64>;

//! What a block computes: the sources of each thread in, the results of each thread out.
using block_function = std::function<void(const std::vector<row>& in, std::vector<row>& out, unsigned block)>;

struct shape {
    unsigned x = 1, y = 1, z = 1;
    unsigned volume() const { return x * y * z; }
};

struct form {
    std::string name; //!< the full PTX name, and for a variant of it a comment behind a blank
    std::vector<operand> results, sources;
    std::string text;         //!< %d0 … %s0 … are results and sources, %scratch 64 bytes of the thread's own
    std::string declarations; //!< before the kernels: global variables, functions
    std::string directives;   //!< of the kernel
    std::function<void(const u64* in, u64* out)> expected;
    block_function expected_block; //!< instead, where threads exchange
    //! Whether a result will do; empty: bit for bit.
    std::function<bool(const u64* in, int result, u64 got, u64 want)> accepts;
    std::vector<row> tuples;               //!< these operands in place of the generated ones
    std::vector<row> more;                 //!< and these besides
    std::vector<std::vector<u64>> choices; //!< per source: its edge values, in place of its kind's
    int architecture = 75;
    unsigned random = 512;
    shape block{128, 1, 1};
    shape grid{0, 1, 1}; //!< x = 0: as many blocks as the operands fill
    unsigned dynamic_shared = 0;
    std::vector<std::string> covers; //!< further names of the decoder's table that the text uses

    form& needs(int sm) { return architecture = sm, *this; }
    form& as(std::string t) { return text = std::move(t), *this; }
    //! The kernel belongs to a cluster of one block: what an H200 calls illegal elsewhere.
    form& in_cluster() { return directives = "\n.explicitcluster .reqnctapercluster 1, 1, 1", *this; }
    form& declares(std::string t) { return declarations = std::move(t), *this; }
    form& source(int k, int bits) { return sources[k].register_bits = bits, *this; }
    form& result(int k, int bits) { return results[k].register_bits = bits, *this; }
    form& also(row t) { return more.push_back(std::move(t)), *this; }
    form& only(std::vector<row> t) { return tuples = std::move(t), *this; }
    form& choose(int k, std::vector<u64> v)
    {
        choices.resize(sources.size());
        return choices[k] = std::move(v), *this;
    }
    form& within(std::function<bool(const u64*, int, u64, u64)> f) { return accepts = std::move(f), *this; }
    form& covering(std::vector<std::string> names) { return covers = std::move(names), *this; }
};

namespace detail {
template <class R>
struct results {
    static std::vector<operand> list() { return {kind_of<R>::value}; }
    static void put(const R& r, u64* out) { out[0] = to_word(r); }
};
template <class A, class B>
struct results<std::pair<A, B>> {
    static std::vector<operand> list() { return {kind_of<A>::value, kind_of<B>::value}; }
    static void put(const std::pair<A, B>& r, u64* out)
    {
        out[0] = to_word(r.first);
        out[1] = to_word(r.second);
    }
};
template <class... T>
struct results<std::tuple<T...>> {
    static std::vector<operand> list() { return {kind_of<T>::value...}; }
    static void put(const std::tuple<T...>& r, u64* out)
    {
        std::apply([&](auto... v) { ((*out++ = to_word(v)), ...); }, r);
    }
};
template <class F>
struct signature : signature<decltype(&F::operator())> {
};
template <class C, class R, class... A>
struct signature<R (C::*)(A...) const> {
    using result = R;
    static std::vector<operand> sources() { return {kind_of<A>::value...}; }
    template <class F, std::size_t... K>
    static R call(const F& f, const u64* in, std::index_sequence<K...>)
    {
        return f(from_word<A>(in[K])...);
    }
    template <class F>
    static R call(const F& f, const u64* in)
    {
        return call(f, in, std::index_sequence_for<A...>{});
    }
};
} // namespace detail

class suite {
public:
    //! A form whose operands are the lambda's: a pair or a tuple is more than one result ("d0|d1").
    template <class F>
    form& add(std::string name, F f)
    {
        using S = detail::signature<F>;
        using R = detail::results<typename S::result>;
        form x;
        x.name = std::move(name);
        x.results = R::list();
        x.sources = S::sources();
        x.expected = [f](const u64* in, u64* out) { R::put(S::call(f, in), out); };
        forms.push_back(std::move(x));
        return forms.back();
    }
    //! A form in which the threads of a block have to do with each other, or with where they are.
    form& add_block(std::string name, std::vector<operand> results, std::vector<operand> sources, std::string text,
                    block_function f)
    {
        form x;
        x.name = std::move(name);
        x.results = std::move(results);
        x.sources = std::move(sources);
        x.text = std::move(text);
        x.expected_block = std::move(f);
        forms.push_back(std::move(x));
        return forms.back();
    }
    std::vector<form> forms;
};

//! Makes a block function from one for a single warp: f(in, out), 32 rows of each.
block_function per_warp(std::function<void(const row* in, row* out)>);

struct named_suite {
    std::string name;
    void (*fill)(suite&);
};
std::vector<named_suite>& all_suites();
bool register_suite(const char* name, void (*fill)(suite&));

//! Runs every form of the suite; says what differs through Boost.Test.
void check(const char* name, void (*fill)(suite&));

//! Runs one form by itself: empty, or the first difference.
std::string difference(const form&);

//! The PTX of the forms, one kernel each ("form_0" …), for one architecture.
std::string module_of(const std::vector<const form*>&, int architecture);

//! The operands that a form runs with: a whole number of blocks.
std::vector<row> operands_of(const form&);
std::vector<row> expected_of(const form&, const std::vector<row>& operands);

//! Writes modules, operands and expected results to a folder. Returns the number of forms.
std::size_t dump(const std::string& folder);

//! A module registered with the runtime library in use.
class loaded_module {
public:
    loaded_module(std::string ptx, int architecture, const std::vector<std::string>& kernels);
    //! Empty, or what went wrong. `arguments` as cudaLaunchKernel takes them.
    std::string launch(std::size_t kernel, shape grid, shape block, void** arguments, unsigned shared = 0) const;

private:
    std::vector<const char*> handles_;
};

//! 75, 90 …: what the device in use is.
int device_architecture();

} // namespace opcode_test

#define OPCODE_FORMS(NAME)                                                                                             \
    static void forms_of_##NAME(::opcode_test::suite&);                                                                \
    static const bool registered_##NAME = ::opcode_test::register_suite(#NAME, forms_of_##NAME);                       \
    BOOST_AUTO_TEST_CASE(NAME) { ::opcode_test::check(#NAME, forms_of_##NAME); }                                       \
    static void forms_of_##NAME([[maybe_unused]] ::opcode_test::suite& forms)
