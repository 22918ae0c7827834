#include "memory/read_offset.hpp"
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
    static const auto all = of<read_offset, sum_of_squares_thread0, array_1d>();
    return all;
}

} // namespace pairs
