// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.hpp"

#include <dlfcn.h>

#include "../paired_test.hpp"

using pairs::device::query;

namespace {

// The values that replace the device's own in cudaGetDeviceProperties; negative: no replacement.
int replaced_shared_memory = -1, replaced_engines = -1;

// While an object lives, every device has this much shared memory for a block and this many copy engines, in the
// properties and in the attributes.
class replaced_properties {
public:
    replaced_properties(int shared_memory, int engines, std::vector<pairs::replaced_attributes::value> more = {})
        : attributes_{[&] {
            more.emplace_back(cudaDevAttrMaxSharedMemoryPerBlock, shared_memory);
            more.emplace_back(cudaDevAttrAsyncEngineCount, engines);
            return more;
        }()}
    {
        replaced_shared_memory = shared_memory;
        replaced_engines = engines;
    }
    ~replaced_properties() { replaced_shared_memory = replaced_engines = -1; }

private:
    const pairs::replaced_attributes attributes_;
};

} // namespace

// Replaces the runtime library's function, for the examples' shared objects too: see ../runtime_interposer.hpp.
extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    constexpr const char* name = CUDART_VERSION < 13000 ? "cudaGetDeviceProperties_v2" : "cudaGetDeviceProperties";
    static const auto real = reinterpret_cast<cudaError_t (*)(cudaDeviceProp*, int)>(dlsym(RTLD_NEXT, name));
    const cudaError_t error = real(properties, device);
    if (error != cudaSuccess) return error;
    if (replaced_shared_memory >= 0) properties->sharedMemPerBlock = static_cast<std::size_t>(replaced_shared_memory);
    if (replaced_engines >= 0) properties->asyncEngineCount = replaced_engines;
    return error;
}

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t tile_width : {1, 8, 16, 31, 32, 33, 1024, 32768, 46339, 46340})
        BOOST_TEST_CONTEXT("tile width " << tile_width)
    pairs::check_pair<query>(query::make(tile_width, 0));
}

namespace {

auto fields_from_attributes()
{
    return boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result removed{CUDART_VERSION >= 13000};
        removed.message() << "the fields are this toolkit's own: nobody asks for attributes";
        return removed;
    });
}

} // namespace

BOOST_AUTO_TEST_CASE(each_field_is_its_own_attribute, *fields_from_attributes())
{
    // The values differ from each other. The overlap can only be 0 or 1.
    for (const int engines : {0, 1, 3}) {
        std::vector<pairs::replaced_attributes::value> numbered{{cudaDevAttrGpuOverlap, engines > 0}};
        for (const cudaDeviceAttr which :
             {cudaDevAttrClockRate, cudaDevAttrMemoryClockRate, cudaDevAttrKernelExecTimeout, cudaDevAttrComputeMode,
              cudaDevAttrMaxTexture1DLinearWidth, cudaDevAttrSingleToDoublePrecisionPerfRatio})
            numbered.emplace_back(which, 1000 + which);
        const replaced_properties values{48 << 10, engines, numbered};
        pairs::check_pair<query>(16);
        const std::string text = query::legacy(16);
        for (const std::string line : {"deviceOverlap " + std::to_string(engines > 0),
                                       "computeMode " + std::to_string(1000 + cudaDevAttrComputeMode)})
            BOOST_TEST(text.find(line + "\n") != std::string::npos, line << " is not in " << text);
    }
}

BOOST_AUTO_TEST_CASE(wider_tiles_than_the_legacy_side_can_square)
{
    for (const std::size_t tile_width : {46341, 65536, 1 << 30}) {
        BOOST_TEST(query::outside_legacy_domain(tile_width).has_value());
        pairs::check_pair<query>(query::make(tile_width, 0));
    }
}

BOOST_AUTO_TEST_CASE(what_is_decided)
{
    // Every device has room for 1024 threads and 48 KB. None has room for more threads in a block.
    const auto decided = [](std::size_t tile_width) {
        const std::string text = query::modern(tile_width);
        return text.find("not sufficient") == std::string::npos;
    };
    BOOST_TEST(decided(16));
    BOOST_TEST(decided(32));
    BOOST_TEST(!decided(33));
}

// No real device has so little shared memory that it decides: the threads always decide first.
BOOST_AUTO_TEST_CASE(what_shared_memory_decides)
{
    for (const int bytes : {968, 1024}) { // two tiles of 11 x 11 floats are 968
        const replaced_properties little{bytes, 1};
        for (const std::size_t tile_width : {8, 11, 12, 16}) {
            pairs::check_pair<query>(query::make(tile_width, 0));
            const bool sufficient = query::legacy(tile_width).find("not sufficient") == std::string::npos;
            BOOST_TEST(sufficient == (tile_width < 12), "tiles of " << tile_width << ", " << bytes << " bytes");
        }
    }
}

BOOST_AUTO_TEST_CASE(refusals)
{
    for (const int wrong : {0, -1, 46341})
        BOOST_TEST(query::call_legacy(nullptr, wrong) == cudaErrorInvalidValue); // before anything is written
    for (const std::size_t wrong : {std::size_t{0}, (std::size_t{1} << 30) + 1, std::size_t{1} << 32})
        BOOST_CHECK_THROW(query::modern(wrong), std::invalid_argument);
}
