// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched copies and prefetches. They run in the order of the batch.
#include "runtime/array.h"
#include "runtime/capture.h"

#include <algorithm>

using namespace cuda_emulator;

namespace {

bool is_access_order(cudaMemcpySrcAccessOrder o)
{
    return o == cudaMemcpySrcAccessOrderStream || o == cudaMemcpySrcAccessOrderDuringApiCall ||
           o == cudaMemcpySrcAccessOrderAny;
}

// Checks the first indices of the attributes. They must begin with 0 and increase strictly.
bool good_beginnings(const std::size_t* of, std::size_t kinds, std::size_t count)
{
    if (!of || !kinds || of[0] != 0) return false;
    for (std::size_t k = 1; k < kinds; ++k)
        if (of[k] <= of[k - 1]) return false;
    return of[kinds - 1] < count;
}

// As on an H200, the legacy stream has no batches, and a capture refuses them and goes on.
cudaError_t refuse_batch(cudaStream_t handle)
{
    bool known = true;
    const CUstream_st* const s = stream_of(handle, known);
    if (!known) return cudaErrorInvalidResourceHandle;
    if (!s) return cudaErrorInvalidValue;
    return s->capture ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

// Returns the bytes of an array's texel, 1 for memory, or 0 for a null pointer or an unknown array.
std::size_t element(const cudaMemcpy3DOperand& o)
{
    if (o.type == cudaMemcpyOperandTypePointer) return o.op.ptr.ptr ? 1 : 0;
    if (o.type != cudaMemcpyOperandTypeArray || !known_array(o.op.array.array)) return 0;
    return o.op.array.array->pixels.format.bytes();
}
void take(const cudaMemcpy3DOperand& o, std::size_t unit, const cudaExtent& e, cudaArray_t& array, cudaPos& at,
          cudaPitchedPtr& memory)
{
    if (o.type == cudaMemcpyOperandTypeArray) {
        array = o.op.array.array;
        at = {o.op.array.offset.x, o.op.array.offset.y, o.op.array.offset.z};
        return;
    }
    const std::size_t row = o.op.ptr.rowLength ? o.op.ptr.rowLength : e.width;
    memory = {o.op.ptr.ptr, row * unit, row * unit, o.op.ptr.layerHeight ? o.op.ptr.layerHeight : e.height};
}
cudaError_t of_operation(const cudaMemcpy3DBatchOp& op, cudaMemcpy3DParms& p)
{
    const std::size_t from = element(op.src), to = element(op.dst);
    const cudaExtent& e = op.extent;
    if (!from || !to || !e.width || !e.height || !e.depth || !is_access_order(op.srcAccessOrder))
        return cudaErrorInvalidValue;
    for (const cudaMemcpy3DOperand* o : {&op.src, &op.dst})
        if (o->type == cudaMemcpyOperandTypePointer && ((o->op.ptr.rowLength && o->op.ptr.rowLength < e.width) ||
                                                        (o->op.ptr.layerHeight && o->op.ptr.layerHeight < e.height)))
            return cudaErrorInvalidValue;
    const std::size_t unit = std::max(from, to);
    for (const cudaMemcpy3DOperand* o : {&op.src, &op.dst}) {
        const std::size_t row = o->type == cudaMemcpyOperandTypePointer ? o->op.ptr.rowLength : 0;
        if (std::size_t bytes; __builtin_mul_overflow(std::max(row, e.width), unit, &bytes))
            return cudaErrorInvalidValue;
    }
    p = {};
    p.extent = e;
    p.kind = cudaMemcpyDefault;
    take(op.src, unit, e, p.srcArray, p.srcPos, p.srcPtr);
    take(op.dst, unit, e, p.dstArray, p.dstPos, p.dstPtr);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes, std::size_t count,
                                 cudaMemcpyAttributes* attributes, std::size_t* of, std::size_t kinds, cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    if (!to || !from || !sizes || !count || !attributes || !good_beginnings(of, kinds, count))
        return record(cudaErrorInvalidValue);
    const auto is_known = [](const cudaMemcpyAttributes& a) {
        return is_access_order(a.srcAccessOrder) && a.flags <= cudaMemcpyFlagPreferOverlapWithCompute;
    };
    if (!std::all_of(attributes, attributes + kinds, is_known) || std::count(sizes, sizes + count, 0))
        return record(cudaErrorInvalidValue);
    if (const cudaError_t e = refuse_batch(s)) return record(e);
    for (std::size_t k = 0; k < count; ++k)
        if (const cudaError_t e = cudaMemcpyAsync(to[k], from[k], sizes[k], cudaMemcpyDefault, s)) return e;
    return cudaSuccess;
}
cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, cudaMemcpy3DBatchOp* list, unsigned long long flags,
                                   cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    if (!count || !list || flags) return record(cudaErrorInvalidValue);
    std::vector<cudaMemcpy3DParms> copies(count);
    for (std::size_t k = 0; k < count; ++k)
        if (const cudaError_t e = of_operation(list[k], copies[k])) return record(e);
    if (const cudaError_t e = refuse_batch(s)) return record(e);
    for (const cudaMemcpy3DParms& c : copies)
        if (const cudaError_t e = cudaMemcpy3DAsync(&c, s)) return e;
    return cudaSuccess;
}
cudaError_t cudaMemPrefetchBatchAsync(void** pointers, std::size_t* sizes, std::size_t count, cudaMemLocation* where,
                                      std::size_t* of, std::size_t places, unsigned long long flags, cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    if (!pointers || !sizes || !count || !where || flags || !good_beginnings(of, places, count))
        return record(cudaErrorInvalidValue);
    for (std::size_t k = 0, place = 0; k < count; ++k) {
        while (place + 1 < places && of[place + 1] <= k)
            ++place;
        if (const cudaError_t e = cudaMemPrefetchAsync(pointers[k], sizes[k], where[place], 0, s)) return e;
    }
    return cudaSuccess;
}

} // extern "C"
