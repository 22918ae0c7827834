// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy that an intercepted call makes: what it moves, and when its bytes can be looked at.
#pragma once

#include "recorder.h"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace cuda_recorder {

//! Rows in the host's memory.
struct host_rows {
    const void* first = nullptr;
    std::size_t width = 0, height = 1, pitch = 0, depth = 1, slice = 0; //!< in bytes, rows, bytes, slices, bytes

    std::size_t bytes() const { return width * height * depth; }
};

struct intercepted_copy {
    const void *to = nullptr, *from = nullptr; //!< an array's handle, or a variable's symbol and an offset
    host_rows to_rows, from_rows;              //!< of a side that is an array: the size alone
    cudaMemcpyKind kind = cudaMemcpyDefault;
    call_site by = {};
    bool is_asynchronous = false;
    cudaStream_t stream = nullptr;

    //! Makes the copy by calling `real`, and records it if it succeeds.
    template <class Real>
    cudaError_t run(Real real) const
    {
        recorder* const r = recorder::wanted();
        if (!r || leaves_out(*r)) return real();
        const auto alone = r->alone();
        const cudaError_t error = real();
        if (error == cudaSuccess && to_rows.bytes()) record(*r);
        return error;
    }

private:
    bool leaves_out(recorder&) const;
    void record(recorder&) const;
};

//! The program ends: waits for the asynchronous copies whose end is not recorded yet.
void wait_for_pending_copies();

} // namespace cuda_recorder
