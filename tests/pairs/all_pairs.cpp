#include "memory/bank_conflicts.hpp"
#include "memory/constant_add.hpp"
#include "memory/constant_array.hpp"
#include "memory/dynamic_shared.hpp"
#include "memory/read_offset.hpp"
#include "memory/shared_copy.hpp"
#include "reduction/sum_of_squares_thread0.hpp"
#include "texture/array_1d.hpp"

namespace pairs {
namespace {

template <class... Knowledge>
std::vector<std::unique_ptr<pair>> of()
{
    std::vector<std::unique_ptr<pair>> all;
    (all.push_back(std::make_unique<pair_of<Knowledge>>()), ...);
    return all;
}

} // namespace

const std::vector<std::unique_ptr<pair>>& all_pairs()
{
    // One to a line, in the order of slugs.
    // clang-format off
    static const auto all = of<
        bank_conflicts,
        constant_add,
        constant_array,
        dynamic_shared,
        read_offset,
        shared_copy,
        sum_of_squares_thread0,
        array_1d
    >();
    // clang-format on
    return all;
}

} // namespace pairs
