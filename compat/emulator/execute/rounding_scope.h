// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's rounding mode, set for a while. What is computed meanwhile must go through volatile memory in a function
// that is not inlined: the compiler knows nothing of the mode.
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
