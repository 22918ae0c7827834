// Kept defects of legacy files that are nothing but an order of calls, here of files that are built with
// watched_references.h:
//
// - Attributes are set after the bind, in three files. They count from the next launch, so nothing is wrong; these
//   builds would compute something else if they did not.
// - A texture is unbound after its array is freed, in one.
//
// Usage: order_of_calls_test -- FOLDER [--may-be-missing]    where the files' modules are; with the option,
// a folder that is not there means that CUDA 11.8 built none: exit status 77
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "dot_product/texture_array_array.hpp"
#include "dot_product/texture_array_linear.hpp"
#include "paired_test.hpp"
#include "texture/array_1d.hpp"

namespace {

struct modules {
    modules()
    {
        const auto& suite = boost::unit_test::framework::master_test_suite();
        const char* const folder = suite.argc > 1 ? suite.argv[1] : "";
        const bool may_be_missing = suite.argc > 2 && std::strcmp(suite.argv[2], "--may-be-missing") == 0;
        if (may_be_missing && !std::filesystem::is_directory(folder)) {
            std::printf("skipped: there is no folder %s\n", folder);
            std::exit(77);
        }
        pairs::load_legacy_from(folder);
    }
};
BOOST_TEST_GLOBAL_FIXTURE(modules);

// One element shows nothing: whatever the attributes, there is one texel to read.
template <class Knowledge>
void check(int binds, int late_unbinds)
{
    const pairs::entry<void(int*, int*)> watched{"legacy", Knowledge::slug};
    for (const std::size_t size : {2, 255, 1000, 4099})
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Knowledge::make(size, seed);
                int binds_before, unbinds_before, binds_after, unbinds_after;
                watched(&binds_before, &unbinds_before);
                const auto result = Knowledge::legacy(in);
                watched(&binds_after, &unbinds_after);
                BOOST_TEST(binds_after - binds_before == binds);
                BOOST_TEST(unbinds_after - unbinds_before == late_unbinds);
                const auto agreed = Knowledge::compare(in, Knowledge::reference(in), result);
                BOOST_TEST(agreed.holds, "an attribute that was set after the bind did not count: " << agreed.words);
            }
}

} // namespace

BOOST_AUTO_TEST_CASE(texture_array_1d) { check<pairs::texture::array_1d>(1, 1); }
BOOST_AUTO_TEST_CASE(dot_product_texture_array_array) { check<pairs::dot_product::texture_array_array>(2, 0); }
BOOST_AUTO_TEST_CASE(dot_product_texture_array_linear) { check<pairs::dot_product::texture_array_linear>(1, 0); }
