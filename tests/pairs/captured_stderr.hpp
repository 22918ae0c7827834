// What a legacy entry says on stderr.
#pragma once

#include <string>

#include "../support/captured_stderr.hpp"
#include "paired_test.hpp"

namespace pairs {

//! check_refused_sizes for one size, which the legacy entry names on stderr in these words.
template <class Call>
void check_refused_by_name(const Call& legacy, long long size, const std::string& words)
{
    const captured_stderr captured;
    check_refused_sizes(legacy, {size});
    BOOST_TEST(captured.text() == words + "\n");
}

} // namespace pairs
