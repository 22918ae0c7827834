// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets the host's rounding mode for a scope. The compiler does not know the mode. So computations must use volatile
// memory, in a function that is not inlined.
#pragma once

#include <cfenv>

namespace cuda_emulator {

class rounding_scope {
public:
    explicit rounding_scope(int mode)
        : before_(std::fegetround())
    {
        std::fesetround(mode);
    }
    ~rounding_scope() { std::fesetround(before_); }
    rounding_scope(const rounding_scope&) = delete;

private:
    int before_;
};

} // namespace cuda_emulator
