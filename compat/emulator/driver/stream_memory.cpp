// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream operations that write a memory word or wait for a word. A wait for a word that is not there yet goes on beside
// the host, as a kernel does that waits (runtime/device_queue.h).
#include "driver/call.h"
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/device_queue.h"
#include "runtime/stream_order.h"
#include "runtime/unsupported.h"

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

template <class Word>
CUresult refuse_write(CUdeviceptr p, unsigned flags)
{
    const bool known = !(flags & ~unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER});
    return known && is_there(p, sizeof(Word)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// An H200 cannot flush writes of other devices (CAN_FLUSH_REMOTE_WRITES), so it refuses the flag.
template <class Word>
CUresult refuse_wait(CUdeviceptr p, unsigned flags)
{
    const unsigned condition = flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH};
    if (!is_there(p, sizeof(Word)) || condition > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
    return flags & CU_STREAM_WAIT_VALUE_FLUSH ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

template <class Word>
CUresult write(CUstream s, CUdeviceptr p, Word value, unsigned flags)
{
    if (const CUresult e = check_current_context()) return e;
    if (const CUresult e = refuse_write<Word>(p, flags)) return e;
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
    if (const CUresult e = refuse_wait<Word>(p, flags)) return e;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    const auto holds = [=] { return word_meets(p, value, flags); };
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

CUresult refuse(const CUstreamBatchMemOpParams& o)
{
    const auto& written = o.writeValue;
    const auto& awaited = o.waitValue;
    switch (o.operation) {
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return refuse_write<cuuint32_t>(written.address, written.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return refuse_write<cuuint64_t>(written.address, written.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return refuse_wait<cuuint32_t>(awaited.address, awaited.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return refuse_wait<cuuint64_t>(awaited.address, awaited.flags);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER:
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
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
    if (const CUresult e = check_current_context()) return e;
    constexpr unsigned most = 255;
    if (flags || count > most || (count && !list)) return CUDA_ERROR_INVALID_VALUE;
    // An H200 runs none of a batch with an error.
    for (unsigned k = 0; k < count; ++k)
        if (const CUresult e = refuse(list[k])) return e;
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
        default: // earlier writes are already complete
            break;
        }
        if (e != CUDA_SUCCESS) return e;
    }
    return CUDA_SUCCESS;
}

} // extern "C"
