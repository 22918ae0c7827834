// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of registers for liveness: a bit for each register. Large kernels have thousands of registers, and a set for
// each instruction.
#pragma once

#include "machine/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cuda_emulator::translation {

//! The registers that a function names, in ascending order.
using register_list = std::shared_ptr<const std::vector<operand_slot>>;

//! A set of registers of one list. A set without a list is empty. Iteration is in ascending order.
class register_set {
public:
    register_set() = default;
    explicit register_set(register_list);
    //! All registers of the list.
    static register_set all_of(register_list);

    //! The register must be in the list.
    void insert(operand_slot);
    void insert(const register_set&);
    void erase(operand_slot);
    //! Leaves only what the other set contains, too.
    void keep(const register_set&);
    //! 1 if the set contains the register, else 0, as std::set has it.
    std::size_t count(operand_slot) const;
    bool operator!=(const register_set& other) const { return bits_ != other.bits_; }

    class iterator {
    public:
        iterator(const register_set& set, std::size_t at)
            : set_(&set)
            , at_(set.next(at))
        {
        }
        operand_slot operator*() const { return (*set_->list_)[at_]; }
        iterator& operator++()
        {
            at_ = set_->next(at_ + 1);
            return *this;
        }
        bool operator!=(const iterator& other) const { return at_ != other.at_; }

    private:
        const register_set* set_;
        std::size_t at_;
    };
    iterator begin() const { return {*this, 0}; }
    iterator end() const { return {*this, 64 * bits_.size()}; }

private:
    std::size_t next(std::size_t at) const; // the first number from `at` on that is in the set
    std::size_t number_of(operand_slot) const;

    register_list list_;
    std::vector<std::uint64_t> bits_;
};

} // namespace cuda_emulator::translation
