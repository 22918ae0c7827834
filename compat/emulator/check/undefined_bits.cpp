// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/undefined_bits.h"

#include "isa/integers.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cuda_emulator {

namespace {

constexpr operand_slot in_scratch = 3; // the fourth entry of warp::base

using lane_bits = std::array<u64, warp_size>;

template <class T>
u64 lane_of(const char* from, u32 lane)
{
    T v;
    std::memcpy(&v, from + lane * sizeof v, sizeof v);
    return v;
}

u64 value_at(const char* from, u32 lane, u32 bytes)
{
    switch (bytes) {
    case 1:
        return lane_of<std::uint8_t>(from, lane);
    case 2:
        return lane_of<std::uint16_t>(from, lane);
    case 4:
        return lane_of<u32>(from, lane);
    default:
        return lane_of<u64>(from, lane);
    }
}

template <class T>
void put_lane(char* to, u32 lane, u64 value)
{
    const T v = static_cast<T>(value);
    std::memcpy(to + lane * sizeof v, &v, sizeof v);
}

void set_value(char* to, u32 lane, u32 bytes, u64 value)
{
    switch (bytes) {
    case 1:
        return put_lane<std::uint8_t>(to, lane, value);
    case 2:
        return put_lane<std::uint16_t>(to, lane, value);
    case 4:
        return put_lane<u32>(to, lane, value);
    default:
        return put_lane<u64>(to, lane, value);
    }
}

// Runs the handler of an instruction with its undefined operand bits at 0 and at 1. The handler reads these operands
// from scratch memory and writes its results there, so that the warp's registers stay unchanged.
class trial {
public:
    trial(warp& w, const instruction& i, const std::vector<undefined_operand>& undefined)
        : warp_(w)
        , original_(i)
        , undefined_(undefined)
        , base_(w.base[in_scratch])
        , changed_(i)
    {
        w.base[in_scratch] = scratch_;
        for (const undefined_operand& o : undefined)
            lanes_ |= o.what.lanes;
        for (u32 r = 0; r < i.results; ++r)
            changed_.operands[r] = r * place | in_scratch;
        for (std::size_t n = 0; n < undefined.size(); ++n)
            changed_.operands[i.results + undefined[n].number] = place_of(n) | in_scratch;
    }
    trial(const trial&) = delete;
    ~trial() { warp_.base[in_scratch] = base_; }

    // By result and lane: the bits that differ between the runs. Without `with_padding`, bits that may be padding keep
    // the values of the register.
    std::vector<lane_bits> differences(bool with_padding)
    {
        std::vector<lane_bits> differ(original_.results, lane_bits{}), first(original_.results);
        for (u32 choice = 0; choice < 1u << undefined_.size(); ++choice) {
            for (std::size_t n = 0; n < undefined_.size(); ++n)
                set_operand(n, choice >> n & 1 ? all_bits : 0, with_padding);
            original_.run(warp_, changed_, all_lanes);
            for (u32 r = 0; r < original_.results; ++r)
                each_lane(lanes_, [&](int lane) {
                    const auto l = static_cast<u32>(lane);
                    const u64 v = result(r, l);
                    if (choice == 0) first[r][l] = v;
                    differ[r][l] |= v ^ first[r][l];
                });
        }
        return differ;
    }

    // By result and lane: the bits that come from another place in a byte. Undefined bits of eight places in turn are
    // set, and a result bit of another place must not change.
    std::vector<lane_bits> moved_within_bytes()
    {
        std::vector<lane_bits> moved(original_.results, lane_bits{});
        const std::vector<lane_bits> zeros = results_with(0);
        for (const u64 places : {0xaaaaaaaaaaaaaaaaull, 0xccccccccccccccccull, 0xf0f0f0f0f0f0f0f0ull})
            for (const u64 set : {places, ~places}) {
                const std::vector<lane_bits> ones = results_with(set);
                for (u32 r = 0; r < original_.results; ++r)
                    for (u32 l = 0; l < warp_size; ++l)
                        moved[r][l] |= (ones[r][l] ^ zeros[r][l]) & ~set;
            }
        return moved;
    }

private:
    static constexpr u32 place = 8 * warp_size; // bytes of a register of 64-bit lanes

    // The results if the undefined bits of all operands have these values.
    std::vector<lane_bits> results_with(u64 values)
    {
        for (std::size_t n = 0; n < undefined_.size(); ++n)
            set_operand(n, values, true);
        original_.run(warp_, changed_, all_lanes);
        std::vector<lane_bits> results(original_.results, lane_bits{});
        for (u32 r = 0; r < original_.results; ++r)
            each_lane(lanes_, [&](int l) { results[r][static_cast<u32>(l)] = result(r, static_cast<u32>(l)); });
        return results;
    }

    static operand_slot place_of(std::size_t operand)
    {
        return static_cast<u32>(most_undefined_operands + operand) * place;
    }
    void set_operand(std::size_t n, u64 values, bool with_padding)
    {
        const undefined_operand& o = undefined_[n];
        const operand_slot real = original_.operands[original_.results + o.number];
        char* const to = scratch_ + place_of(n);
        if (o.bytes == 0) {
            const u32 p = *slot<u32>(warp_, real), changed = values & 1 ? p | o.what.lanes : p & ~o.what.lanes;
            std::memcpy(to, &changed, sizeof changed);
            return;
        }
        const char* const from = slot<char>(warp_, real);
        std::memcpy(to, from, std::size_t{warp_size} * o.bytes);
        each_lane(o.what.lanes, [&](int lane) {
            const auto l = static_cast<u32>(lane);
            const u64 which = with_padding ? o.what.bits[l] : o.what.bits[l] & ~o.what.padding[l];
            const u64 v = value_at(from, l, o.bytes);
            set_value(to, l, o.bytes, (v & ~which) | (values & which));
        });
    }
    u64 result(u32 r, u32 lane) const
    {
        const char* const from = scratch_ + r * place;
        if (original_.element == 0) return *reinterpret_cast<const u32*>(from) >> lane & 1;
        return value_at(from, lane, original_.element);
    }

    warp& warp_;
    const instruction& original_;
    const std::vector<undefined_operand>& undefined_;
    char* const base_;
    u32 lanes_ = 0;       // those with an undefined operand: only their results can differ
    instruction changed_; // the instruction with its operands in `scratch_`: results first, then undefined operands
    alignas(64) char scratch_[(most_undefined_operands + most_undefined_operands) * place];
};

// A lane of the result is undefined if a lane of an operand is. It may be padding if all undefined bits may be.
undefined_lanes whole_values(u32 mask, const std::vector<undefined_operand>& undefined)
{
    undefined_lanes result;
    each_lane(mask, [&](int l) {
        u64 used = 0;
        for (const undefined_operand& o : undefined)
            used |= o.what.bits[l] & ~o.what.padding[l];
        for (const undefined_operand& o : undefined)
            if (o.what.lanes >> l & 1) result.add(l, o.what.origin[l], all_bits, used ? 0 : all_bits);
    });
    return result;
}

bool has_padding(const undefined_operand& o)
{
    return std::any_of(std::begin(o.what.padding), std::end(o.what.padding), [](u64 p) { return p != 0; });
}

// A predicate is not padding.
bool is_only_padding(const undefined_operand& o)
{
    return o.bytes && std::equal(std::begin(o.what.bits), std::end(o.what.bits), std::begin(o.what.padding));
}

u64 whole_register(u32 bytes) { return all_bits >> (64 - 8 * bytes); }

// Lanes where an `and` or `or` has set some bits of an element that was undefined as a whole, or where an earlier one
// has. A member that replaces another is whole, and sets pairs of bytes in a register of them. Shifts by bytes do not
// count, because they also copy from misaligned places.
u32 masked_lanes(const instruction& i, const std::vector<undefined_operand>& undefined, const lane_bits& bits)
{
    constexpr u64 byte = 0xff; // in a wider register
    const bool sets = i.roles == operand_roles::conjunction || i.roles == operand_roles::disjunction;
    u32 masked = 0;
    for (const undefined_operand& o : undefined) {
        masked |= o.what.masked;
        if (!sets || !o.bytes) continue;
        each_lane(o.what.lanes, [&](int l) {
            const u64 from = o.what.bits[l], to = bits[static_cast<u32>(l)];
            if ((from == whole_register(o.bytes) && splits_a_pair(to)) || (from == byte && splits_a_byte(to)))
                masked |= 1u << l;
        });
    }
    return masked;
}

} // namespace

bool splits_a_byte(u64 bits)
{
    for (; bits; bits >>= 8)
        if ((bits & 0xff) != 0 && (bits & 0xff) != 0xff) return true;
    return false;
}

bool splits_a_pair(u64 bits)
{
    for (; bits; bits >>= 16)
        if ((bits & 0xffff) != 0 && (bits & 0xffff) != 0xffff) return true;
    return false;
}

void undefined_lanes::add(int lane, u32 from, u64 which, u64 may_be_padding)
{
    if (!which) return;
    if (!(lanes >> lane & 1)) origin[lane] = from; // the first origin is reported
    lanes |= 1u << lane;
    bits[lane] |= which;
    padding[lane] |= may_be_padding;
}

std::vector<undefined_lanes> undefined_results(warp& w, const instruction& i, u32 mask,
                                               const std::vector<undefined_operand>& undefined)
{
    if (i.element > 8 || i.source_bytes > 8) return {i.results, whole_values(mask, undefined)};
    trial runs(w, i, undefined);
    const std::vector<lane_bits> all = runs.differences(true);
    // Two cases need no second run: no bit may be padding, or all may be.
    const bool padded = std::any_of(undefined.begin(), undefined.end(), has_padding);
    const bool only_padding = std::all_of(undefined.begin(), undefined.end(), is_only_padding);
    const std::vector<lane_bits> without_padding = !padded        ? all
                                                   : only_padding ? std::vector<lane_bits>(i.results, lane_bits{})
                                                                  : runs.differences(false);
    // A copy of a structure moves whole bytes. So a shift by other numbers of bits computes.
    const std::vector<lane_bits> computed =
        padded && i.choosers ? runs.moved_within_bytes() : std::vector<lane_bits>(i.results, lane_bits{});
    std::vector<undefined_lanes> results(i.results);
    for (u32 r = 0; r < i.results; ++r) {
        each_lane(mask, [&](int l) {
            const auto n = static_cast<std::size_t>(l);
            const u64 used = without_padding[r][n] | computed[r][n];
            for (const undefined_operand& o : undefined)
                if (o.what.lanes >> l & 1) results[r].add(l, o.what.origin[l], all[r][n], all[r][n] & ~used);
        });
        results[r].masked = masked_lanes(i, undefined, all[r]) & results[r].lanes;
    }
    return results;
}

} // namespace cuda_emulator
