// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copied_rows.h"

#include "chunk_hashes.h"
#include "memory_read.h"
#include "next_call.h"

#include <atomic>
#include <cstring>
#include <memory>

namespace cuda_recorder {

namespace {

void look_at(recorder& r, std::uint64_t number, const host_rows& rows)
{
    cuda_emulator::copied_bytes bytes;
    if (r.keeps_copy(number)) bytes.most_kept = std::size_t{16} << 20;
    const auto* const first = static_cast<const char*>(rows.first);
    for (std::size_t z = 0; z < rows.depth; ++z) {
        const char* const slice = first + z * rows.slice;
        if (rows.pitch == rows.width) {
            bytes.add(slice, rows.width * rows.height, hash_chunks);
            continue;
        }
        for (std::size_t y = 0; y < rows.height; ++y)
            bytes.add(slice + y * rows.pitch, rows.width, hash_chunks);
    }
    r.end_copy(number, bytes);
}

std::atomic<int> pending{0};

struct pending_copy {
    recorder& of;
    std::uint64_t number;
    host_rows rows;
};

// The stream calls this function when the copy has ended, and waits for it before it goes on.
void CUDART_CB look_when_ended(void* data)
{
    const std::unique_ptr<pending_copy> copy(static_cast<pending_copy*>(data));
    look_at(copy->of, copy->number, copy->rows);
    --pending;
}

bool is_pinned(const void* p)
{
    cudaPointerAttributes a;
    return CUDA_RECORDER_NEXT(cudaPointerGetAttributes)(&a, p) == cudaSuccess && a.type != cudaMemoryTypeUnregistered;
}

} // namespace

bool intercepted_copy::leaves_out(recorder& r) const
{
    if (!is_asynchronous || !is_captured(stream)) return false;
    r.not_seen("copies that are captured in a graph");
    return true;
}

void intercepted_copy::record(recorder& r) const
{
    const copy_sides sides{to, from, r.direction_of(to, from, kind)};
    const std::uint64_t number = r.begin_copy(sides, to_rows.bytes(), by);
    const bool is_from_host = std::strcmp(sides.direction, "to-device") == 0;
    if (std::strcmp(sides.direction, "in-device") == 0) return;
    const host_rows& rows = is_from_host ? from_rows : to_rows;
    // Memory that is not pinned has been read when the call returns, and the program may change it from now on.
    if (!is_asynchronous || (is_from_host && !is_pinned(rows.first))) return look_at(r, number, rows);
    auto copy = std::make_unique<pending_copy>(pending_copy{r, number, rows});
    ++pending;
    if (CUDA_RECORDER_NEXT(cudaLaunchHostFunc)(stream, look_when_ended, copy.get()) == cudaSuccess) {
        copy.release();
    } else {
        --pending;
    }
}

void wait_for_pending_copies()
{
    if (pending > 0) CUDA_RECORDER_NEXT(cudaDeviceSynchronize)();
}

} // namespace cuda_recorder
