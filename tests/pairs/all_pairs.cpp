#include "memory/array_of_structures.hpp"
#include "memory/bank_conflicts.hpp"
#include "memory/constant_add.hpp"
#include "memory/constant_array.hpp"
#include "memory/dynamic_shared.hpp"
#include "memory/read_offset.hpp"
#include "memory/read_offset_unroll4.hpp"
#include "memory/read_only_copy.hpp"
#include "memory/shared_copy.hpp"
#include "memory/structure_of_arrays.hpp"
#include "memory/variable_qualifiers.hpp"
#include "memory/write_offset.hpp"
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
        array_of_structures,
        bank_conflicts,
        constant_add,
        constant_array,
        dynamic_shared,
        read_offset,
        read_offset_unroll4,
        read_only_copy,
        shared_copy,
        structure_of_arrays,
        variable_qualifiers,
        write_offset,
        sum_of_squares_thread0,
        array_1d
    >();
    // clang-format on
    return all;
}

} // namespace pairs
