// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures what an entry prints on stderr.
#pragma once

#include <string>

#include "../support/captured_stderr.hpp"
#include "paired_test.hpp"

namespace pairs {

//! Runs check_refused_sizes for one size, which the legacy entry must name on stderr in these words.
template <class Call>
void check_refused_by_name(const Call& legacy, long long size, const std::string& words)
{
    const captured_stderr captured;
    check_refused_sizes(legacy, {size});
    BOOST_TEST(captured.text() == words + "\n");
}

//! Tests that a twin refuses with these words: `call` prints them on stderr and throws an Error, before it allocates or
//! launches anything.
template <class Error, class Call>
void check_thrown_by_name(const Call& call, const std::string& words)
{
    const captured_stderr captured;
    const failing_allocations none;
    const launch_timer launched;
    BOOST_CHECK_THROW(call(), Error);
    BOOST_TEST(captured.text() == words + "\n");
    BOOST_TEST(none.failed() == 0, "it asked for memory");
    BOOST_TEST(launched.launches() == 0);
}

} // namespace pairs
