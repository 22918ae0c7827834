// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream operations that write a memory word or wait for a word. All earlier work is complete when a wait is submitted.
// Only the host could still write the awaited word, so the call refuses such a wait.
#include "driver/call.h"
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/stream_order.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

bool is_there(CUdeviceptr p, std::size_t bytes)
{
    allocation a;
    bool inside = false;
    return p % bytes == 0 && device_memory::instance().find(p, a, inside) && inside && a.live &&
           p + bytes <= a.address + a.size;
}
// Runs `act` if the stream's state allows the operation.
template <class Act>
CUresult in(CUstream s, Act act)
{
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    cudaError_t error = cudaSuccess;
    switch (submit(s, error)) {
    case submission::run:
        return act();
    case submission::note:
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("a captured write or wait for a word of memory"));
    default:
        return driver_result(error);
    }
}

template <class Word>
CUresult write(CUstream s, CUdeviceptr p, Word value, unsigned flags)
{
    if (!is_there(p, sizeof value) || (flags & ~unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER}))
        return CUDA_ERROR_INVALID_VALUE;
    return in(s, [&] {
        work_touches(reinterpret_cast<void*>(p), sizeof value, true);
        std::memcpy(reinterpret_cast<void*>(p), &value, sizeof value);
        device_memory::instance().wrote(reinterpret_cast<void*>(p), sizeof value);
        return CUDA_SUCCESS;
    });
}
template <class Word>
CUresult wait(CUstream s, CUdeviceptr p, Word value, unsigned flags)
{
    if (!is_there(p, sizeof value) || (flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH}) > CU_STREAM_WAIT_VALUE_NOR)
        return CUDA_ERROR_INVALID_VALUE;
    return in(s, [&] {
        Word now;
        std::memcpy(&now, reinterpret_cast<void*>(p), sizeof now);
        bool good = false;
        switch (flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH}) {
        case CU_STREAM_WAIT_VALUE_EQ:
            good = now == value;
            break;
        case CU_STREAM_WAIT_VALUE_AND:
            good = (now & value) != 0;
            break;
        case CU_STREAM_WAIT_VALUE_NOR:
            good = static_cast<Word>(~(now | value)) != 0;
            break;
        default: // CU_STREAM_WAIT_VALUE_GEQ, a cyclic comparison
            good = static_cast<Word>(now - value) >> (8 * sizeof(Word) - 1) == 0;
        }
        if (good) return CUDA_SUCCESS;
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("a wait for a word that is not there yet"));
    });
}

} // namespace

extern "C" {

CUresult cuStreamWriteValue32(CUstream s, CUdeviceptr p, cuuint32_t v, unsigned flags) { return write(s, p, v, flags); }
CUresult cuStreamWriteValue64(CUstream s, CUdeviceptr p, cuuint64_t v, unsigned flags) { return write(s, p, v, flags); }
CUresult cuStreamWaitValue32(CUstream s, CUdeviceptr p, cuuint32_t v, unsigned flags) { return wait(s, p, v, flags); }
CUresult cuStreamWaitValue64(CUstream s, CUdeviceptr p, cuuint64_t v, unsigned flags) { return wait(s, p, v, flags); }
CUresult cuStreamBatchMemOp(CUstream s, unsigned count, CUstreamBatchMemOpParams* list, unsigned flags)
{
    if (flags || (count && !list)) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned k = 0; k < count; ++k) {
        CUresult e = CUDA_SUCCESS;
        switch (list[k].operation) {
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
            e = write(s, list[k].writeValue.address, list[k].writeValue.value, list[k].writeValue.flags);
            break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
            e = write(s, list[k].writeValue.address, list[k].writeValue.value64, list[k].writeValue.flags);
            break;
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
            e = wait(s, list[k].waitValue.address, list[k].waitValue.value, list[k].waitValue.flags);
            break;
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
            e = wait(s, list[k].waitValue.address, list[k].waitValue.value64, list[k].waitValue.flags);
            break;
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
        case CU_STREAM_MEM_OP_BARRIER:
            break; // earlier writes are already complete
        default:
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (e != CUDA_SUCCESS) return e;
    }
    return CUDA_SUCCESS;
}

} // extern "C"
