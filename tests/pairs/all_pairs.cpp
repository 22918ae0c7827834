#include "device/query.hpp"
#include "integration/midpoint.hpp"
#include "integration/midpoint_texture.hpp"
#include "integration/simpson.hpp"
#include "integration/trapezoid.hpp"
#include "matmul/naive.hpp"
#include "matmul/shared_double.hpp"
#include "matmul/tiled.hpp"
#include "memory/read_offset.hpp"
#include "reduction/sum_of_squares_thread0.hpp"
#include "texture/array_1d.hpp"
#include "texture/linear_1d.hpp"

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
    // One line each, in the order of slugs.
    // clang-format off
    static const auto all = of<
        query,
        midpoint,
        midpoint_texture,
        simpson,
        trapezoid,
        naive_product,
        shared_double,
        tiled_product,
        read_offset,
        sum_of_squares_thread0,
        array_1d,
        linear_1d>();
    // clang-format on
    return all;
}

} // namespace pairs
