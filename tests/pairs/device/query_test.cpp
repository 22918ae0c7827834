#include "query.hpp"

#include "../paired_test.hpp"

using pairs::query;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t tile_width : {1, 8, 16, 31, 32, 33, 77, 78, 110, 1024, 32767, 32768})
        BOOST_TEST_CONTEXT("tile width " << tile_width)
    pairs::check_pair<query>(query::make(tile_width, 0));
}

BOOST_AUTO_TEST_CASE(each_field_is_its_own_attribute)
{
    if (CUDART_VERSION < 13000) return; // there the fields are the toolkit's own, and nobody asks for attributes
    // Values of their own, and not, say, all 0.
    std::vector<pairs::replaced_attributes::value> numbered;
    for (const cudaDeviceAttr which :
         {cudaDevAttrClockRate, cudaDevAttrMemoryClockRate, cudaDevAttrGpuOverlap, cudaDevAttrKernelExecTimeout,
          cudaDevAttrComputeMode, cudaDevAttrMaxTexture1DLinearWidth, cudaDevAttrSingleToDoublePrecisionPerfRatio})
        numbered.emplace_back(which, 1000 + which);
    const pairs::replaced_attributes attributes{numbered};
    pairs::check_pair<query>(16);
    BOOST_TEST(query::legacy(16).find("computeMode " + std::to_string(1000 + cudaDevAttrComputeMode) + "\n") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(wider_tiles_than_the_legacy_side_can_square)
{
    for (const std::size_t tile_width : {32769, 65536, 1 << 30}) {
        BOOST_TEST(query::outside_legacy_domain(tile_width).has_value());
        pairs::check_pair<query>(query::make(tile_width, 0));
    }
}

BOOST_AUTO_TEST_CASE(what_is_decided)
{
    // Every device has room for 1024 threads and 48 KB; none for more threads to a block.
    const auto decided = [](std::size_t tile_width) {
        const std::string text = query::modern(tile_width);
        return text.find("not sufficient") == std::string::npos;
    };
    BOOST_TEST(decided(16));
    BOOST_TEST(decided(32));
    BOOST_TEST(!decided(33));
}

BOOST_AUTO_TEST_CASE(refusals)
{
    for (const int wrong : {0, -1, 32769})
        BOOST_TEST(query::call_legacy(nullptr, wrong) == cudaErrorInvalidValue); // before anything is written
    for (const std::size_t wrong : {std::size_t{0}, (std::size_t{1} << 30) + 1, std::size_t{1} << 32})
        BOOST_CHECK_THROW(query::modern(wrong), std::invalid_argument);
}
