// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/register_set.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator::translation {

register_set::register_set(register_list list)
    : list_(std::move(list))
    , bits_((list_->size() + 63) / 64)
{
}

register_set register_set::all_of(register_list list)
{
    register_set all(std::move(list));
    std::fill(all.bits_.begin(), all.bits_.end(), ~std::uint64_t{0});
    if (const std::size_t rest = all.list_->size() % 64) all.bits_.back() = (std::uint64_t{1} << rest) - 1;
    return all;
}

std::size_t register_set::number_of(operand_slot o) const
{
    return static_cast<std::size_t>(std::lower_bound(list_->begin(), list_->end(), o) - list_->begin());
}

void register_set::insert(operand_slot o)
{
    const std::size_t n = number_of(o);
    bits_[n / 64] |= std::uint64_t{1} << n % 64;
}

void register_set::insert(const register_set& other)
{
    if (!list_ && other.list_) *this = register_set(other.list_);
    for (std::size_t k = 0; k < other.bits_.size(); ++k)
        bits_[k] |= other.bits_[k];
}

void register_set::erase(operand_slot o)
{
    if (!count(o)) return;
    const std::size_t n = number_of(o);
    bits_[n / 64] &= ~(std::uint64_t{1} << n % 64);
}

void register_set::keep(const register_set& other)
{
    if (!other.list_) *this = register_set();
    for (std::size_t k = 0; k < bits_.size(); ++k)
        bits_[k] &= other.bits_[k];
}

std::size_t register_set::count(operand_slot o) const
{
    if (!list_) return 0;
    const std::size_t n = number_of(o);
    return n < list_->size() && (*list_)[n] == o && (bits_[n / 64] >> n % 64 & 1);
}

std::size_t register_set::next(std::size_t at) const
{
    for (; at < 64 * bits_.size(); at = (at / 64 + 1) * 64)
        if (const std::uint64_t rest = bits_[at / 64] >> at % 64)
            return at + static_cast<std::size_t>(__builtin_ctzll(rest));
    return 64 * bits_.size();
}

} // namespace cuda_emulator::translation
