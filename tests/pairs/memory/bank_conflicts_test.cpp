// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bank_conflicts.hpp"

#include <algorithm>

#include "../paired_test.hpp"
#include "efficiency.hpp"

using pairs::memory::bank_conflicts;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<bank_conflicts>(1024); }

BOOST_AUTO_TEST_CASE(the_documents_strides)
{
    for (const std::size_t stride : {1, 2, 4, 8, 16, 32})
        BOOST_TEST_CONTEXT("stride " << stride)
        {
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(1024, 3, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(5000, 3, stride));
        }
}

BOOST_AUTO_TEST_CASE(odd_strides_and_long_ones)
{
    for (const std::size_t stride : {3, 6, 7, 12, 31, 33, 48, 64, 96, 511, 1000, 1023, 1024})
        BOOST_TEST_CONTEXT("stride " << stride)
        {
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(1024, 4, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(999, 4, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(5000, 4, stride));
        }
}

BOOST_AUTO_TEST_CASE(what_is_no_stride)
{
    for (const std::size_t stride : {0, 1025, 3000}) {
        pairs::check_refused<bank_conflicts>(bank_conflicts::make(1024, 1, stride));
        pairs::check_refused_by_modern<bank_conflicts>(bank_conflicts::make(1024, 1, stride));
    }
    bank_conflicts::input in = bank_conflicts::make(1024, 1);
    in.stride = static_cast<std::size_t>(-1); // a negative int
    pairs::check_refused_by_modern<bank_conflicts>(in);
}

// The twin requires whole blocks. It refuses other sizes before it allocates or launches anything.
BOOST_AUTO_TEST_CASE(parts_of_blocks_are_refused)
{
    for (const std::size_t size : {1, 1023, 1025, 2047, 5000})
        BOOST_TEST_CONTEXT("size " << size)
        {
            const pairs::failing_allocations none;
            const pairs::launch_timer launched;
            bank_conflicts::result out;
            BOOST_CHECK_THROW(bank_conflicts::call_modern(bank_conflicts::make(size, 1), out), std::invalid_argument);
            BOOST_TEST(none.failed() == 0);
            BOOST_TEST(launched.launches() == 0);
        }
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<bank_conflicts>(bank_conflicts::make(1000, 1));
}

// In the document, s[threadIdx.x] conflicts 4-fold for char and 2-fold for short, and the char is padded. This is
// outdated: since compute capability 2.0, lanes that read parts of one word are served at once. With and without
// padding, a request takes one pass.
BOOST_AUTO_TEST_CASE(bytes_and_shorts_do_not_conflict, *pairs::counters())
{
    const auto kernels = pairs::counters_of<bank_conflicts>(&bank_conflicts::legacy, bank_conflicts::make(1024, 1));
    for (const char* name : {"charAccess", "paddedCharAccess", "shortAccess"})
        BOOST_TEST_CONTEXT(name)
        {
            const auto kernel = pairs::kernel_of(kernels, name);
            for (const auto& accesses : {kernel.shared_loads, kernel.shared_stores}) {
                BOOST_TEST(accesses.requests == 32);
                BOOST_TEST(accesses.wavefronts == 32);
                BOOST_TEST(accesses.bank_conflicts == 0);
            }
        }
}

// The document's conflicts of even strides still hold: 2 lanes for each bank for L = 2, and 4 for L = 4.
BOOST_AUTO_TEST_CASE(even_strides_conflict, *pairs::counters())
{
    for (const std::uint64_t stride : {1, 2, 4, 8, 16, 32})
        BOOST_TEST_CONTEXT("stride " << stride)
        {
            const auto in = bank_conflicts::make(1024, 1, stride);
            const auto loads =
                pairs::kernel_of(pairs::counters_of<bank_conflicts>(&bank_conflicts::legacy, in), "floatAccess")
                    .shared_loads;
            BOOST_TEST(loads.requests == 32 / stride);
            BOOST_TEST(loads.wavefronts == 32);
            BOOST_TEST(loads.bank_conflicts == 32 - 32 / stride);
        }
}

// Compares every other stride with a count of the words that each warp reads of each bank. On the modern side no stride
// conflicts.
BOOST_AUTO_TEST_CASE(all_strides, *pairs::counters())
{
    for (std::size_t stride = 1; stride <= 1024; stride++)
        BOOST_TEST_CONTEXT("stride " << stride)
        {
            const auto in = bank_conflicts::make(1024, 1, stride);
            const std::size_t threads = (1024 + stride - 1) / stride;
            std::uint64_t passes = 0;
            for (std::size_t warp = 0; warp < threads; warp += 32) {
                std::vector<std::uint64_t> words(32);
                for (std::size_t thread = warp; thread < std::min(warp + 32, threads); thread++)
                    words[thread * stride % 32]++;
                passes += *std::max_element(words.begin(), words.end());
            }
            const auto legacy =
                pairs::kernel_of(pairs::counters_of<bank_conflicts>(&bank_conflicts::legacy, in), "floatAccess");
            BOOST_TEST(legacy.shared_loads.wavefronts == passes);
            for (const auto& kernel : pairs::counters_of<bank_conflicts>(&bank_conflicts::modern, in)) {
                BOOST_TEST(kernel.shared_loads.bank_conflicts == 0);
                BOOST_TEST(kernel.shared_stores.bank_conflicts == 0);
            }
        }
    for (const std::size_t stride : {2, 3, 6, 12, 31, 32, 33, 48, 64, 1000})
        BOOST_TEST_CONTEXT("stride " << stride << ", several blocks")
    for (const auto& kernel :
         pairs::counters_of<bank_conflicts>(&bank_conflicts::modern, bank_conflicts::make(5000, 1, stride)))
        BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}
