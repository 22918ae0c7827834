#include "device/query.hpp"
#include "dot_product/block_reduction.hpp"
#include "dot_product/constant_memory.hpp"
#include "dot_product/divergent_barrier.hpp"
#include "dot_product/euclidean_norm.hpp"
#include "dot_product/global_memory.hpp"
#include "dot_product/naive.hpp"
#include "dot_product/shared_thread0.hpp"
#include "dot_product/texture_array_array.hpp"
#include "dot_product/texture_array_linear.hpp"
#include "dot_product/texture_linear_linear.hpp"
#include "integration/midpoint.hpp"
#include "integration/midpoint_texture.hpp"
#include "integration/simpson.hpp"
#include "integration/trapezoid.hpp"
#include "matmul/naive.hpp"
#include "matmul/shared_double.hpp"
#include "matmul/tiled.hpp"
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
#include "reduction/sum_of_squares_blocks.hpp"
#include "reduction/sum_of_squares_thread0.hpp"
#include "reduction/sum_of_squares_tree.hpp"
#include "texture/array_1d.hpp"
#include "texture/linear_1d.hpp"
#include "texture/read_modes.hpp"

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
        query,
        block_reduction,
        constant_memory,
        divergent_barrier,
        euclidean_norm,
        global_memory,
        naive,
        shared_thread0,
        texture_array_array,
        texture_array_linear,
        texture_linear_linear,
        midpoint,
        midpoint_texture,
        simpson,
        trapezoid,
        naive_product,
        shared_double,
        tiled_product,
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
        sum_of_squares_blocks,
        sum_of_squares_thread0,
        sum_of_squares_tree,
        array_1d,
        linear_1d,
        read_modes
    >();
    // clang-format on
    return all;
}

} // namespace pairs
