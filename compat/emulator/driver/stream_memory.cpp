// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream operations that write a memory word or wait for a word. A wait for a word that is not there yet goes on beside
// the host, as a kernel does that waits (runtime/device_queue.h).
#include "driver/call.h"
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/device_queue.h"
#include "runtime/stream_order.h"
#include "runtime/unsupported.h"

#include <algorithm>

using namespace cuda_emulator;

namespace {

bool is_there(CUdeviceptr p, std::size_t bytes)
{
    allocation a;
    bool inside = false;
    return p % bytes == 0 && device_memory::instance().find(p, a, inside) && inside && a.live &&
           p + bytes <= a.address + a.size;
}
CUresult refuse_capture()
{
    return static_cast<CUresult>(cuda_emulator_unsupported_driver("a captured write or wait for a word of memory"));
}

bool can_write(CUdeviceptr p, std::size_t bytes, unsigned flags)
{
    return is_there(p, bytes) && !(flags & ~unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER});
}
bool can_wait(CUdeviceptr p, std::size_t bytes, unsigned flags)
{
    return is_there(p, bytes) && (flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH}) <= CU_STREAM_WAIT_VALUE_NOR;
}

template <class Word>
CUresult write(CUstream s, CUdeviceptr p, Word value, unsigned flags)
{
    if (const CUresult e = check_current_context()) return e;
    if (!can_write(p, sizeof value, flags)) return CUDA_ERROR_INVALID_VALUE;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    const auto act = [p, value] {
        work_touches(reinterpret_cast<void*>(p), sizeof value, true);
        __atomic_store_n(reinterpret_cast<Word*>(p), value, __ATOMIC_RELEASE); // another stream may wait for it
        device_memory::instance().wrote(reinterpret_cast<void*>(p), sizeof value);
        return cudaSuccess;
    };
    cudaError_t error = cudaSuccess;
    switch (submit_or_queue(s, error)) {
    case submission::run:
        return driver_result(act());
    case submission::queue:
        queue_in(s, act);
        return CUDA_SUCCESS;
    case submission::note:
        return refuse_capture();
    default:
        return driver_result(error);
    }
}

template <class Word>
bool word_meets(CUdeviceptr p, Word value, unsigned condition)
{
    const Word now = __atomic_load_n(reinterpret_cast<const Word*>(p), __ATOMIC_ACQUIRE);
    switch (condition) {
    case CU_STREAM_WAIT_VALUE_EQ:
        return now == value;
    case CU_STREAM_WAIT_VALUE_AND:
        return (now & value) != 0;
    case CU_STREAM_WAIT_VALUE_NOR:
        return static_cast<Word>(~(now | value)) != 0;
    default: // CU_STREAM_WAIT_VALUE_GEQ, a cyclic comparison
        return static_cast<Word>(now - value) >> (8 * sizeof(Word) - 1) == 0;
    }
}

void wait_for_word(const std::function<bool()>& condition)
{
    if (wait_in_queue(condition)) return;
    context::instance().print_finding(
        "cuStreamWaitValue: a stream still waits for a word that nothing writes (CUDA_EMULATOR_TIMEOUT)");
    context::instance().sticky = cudaErrorLaunchTimeout;
}

template <class Word>
CUresult wait(CUstream s, CUdeviceptr p, Word value, unsigned flags)
{
    if (const CUresult e = check_current_context()) return e;
    const unsigned condition = flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH};
    if (!can_wait(p, sizeof value, flags)) return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_STREAM_WAIT_VALUE_FLUSH) return CUDA_ERROR_NOT_SUPPORTED; // as on an H200
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    const auto holds = [=] { return word_meets(p, value, condition); };
    cudaError_t error = cudaSuccess;
    bool known;
    switch (submit_or_queue(s, error)) {
    case submission::run:
        if (holds()) return CUDA_SUCCESS;
        run_beside_host(stream_of(s, known), [holds] { wait_for_word(holds); });
        return CUDA_SUCCESS;
    case submission::queue:
        queue_work(stream_of(s, known), [holds] { wait_for_word(holds); });
        return CUDA_SUCCESS;
    case submission::note:
        return refuse_capture();
    default:
        return driver_result(error);
    }
}

// A GPU does nothing of a batch that has a wrong operation.
bool is_right(const CUstreamBatchMemOpParams& op)
{
    switch (op.operation) {
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return can_write(op.writeValue.address, 4, op.writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return can_write(op.writeValue.address, 8, op.writeValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return can_wait(op.waitValue.address, 4, op.waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return can_wait(op.waitValue.address, 8, op.waitValue.flags);
    default:
        return op.operation == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES || op.operation == CU_STREAM_MEM_OP_BARRIER;
    }
}

CUresult run(CUstream s, const CUstreamBatchMemOpParams& op)
{
    switch (op.operation) {
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return write(s, op.writeValue.address, op.writeValue.value, op.writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return write(s, op.writeValue.address, op.writeValue.value64, op.writeValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return wait(s, op.waitValue.address, op.waitValue.value, op.waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return wait(s, op.waitValue.address, op.waitValue.value64, op.waitValue.flags);
    default:                 // a flush, or a barrier
        return CUDA_SUCCESS; // earlier writes are already complete
    }
}

} // namespace

extern "C" {

CUresult cuStreamWriteValue32(CUstream s, CUdeviceptr p, cuuint32_t v, unsigned flags) { return write(s, p, v, flags); }
CUresult cuStreamWriteValue64(CUstream s, CUdeviceptr p, cuuint64_t v, unsigned flags) { return write(s, p, v, flags); }
CUresult cuStreamWaitValue32(CUstream s, CUdeviceptr p, cuuint32_t v, unsigned flags) { return wait(s, p, v, flags); }
CUresult cuStreamWaitValue64(CUstream s, CUdeviceptr p, cuuint64_t v, unsigned flags) { return wait(s, p, v, flags); }
CUresult cuStreamBatchMemOp(CUstream s, unsigned count, CUstreamBatchMemOpParams* list, unsigned flags)
{
    constexpr unsigned most = 255; // as on an H200
    if (const CUresult e = check_current_context()) return e;
    if (flags || (count && !list) || count > most) return CUDA_ERROR_INVALID_VALUE;
    if (!std::all_of(list, list + count, is_right)) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned k = 0; k < count; ++k)
        if (const CUresult e = run(s, list[k])) return e;
    return CUDA_SUCCESS;
}

} // extern "C"
