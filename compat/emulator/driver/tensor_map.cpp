// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps for cp.async.bulk.tensor. Only tiled maps are supported.
#include "machine/tensor_map.h"
#include "driver/call.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 32, most_stride = std::uint64_t{1} << 40;
constexpr unsigned most_of_box = 256, most_step = 8;

CUresult encoding_unsupported(const char* what)
{
    return static_cast<CUresult>(cuda_emulator_unsupported_driver(what));
}

bool element_of(CUtensorMapDataType type, tensor_map& m)
{
    using element = tensor_map::element;
    auto is = [&](element e, int bytes) {
        m.type = e;
        m.element_bytes = static_cast<std::uint8_t>(bytes);
        return true;
    };
    switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
        return is(element::u8, 1);
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
        return is(element::u16, 2);
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
        return is(element::u32, 4);
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
        return is(element::s32, 4);
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
        return is(element::u64, 8);
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
        return is(element::s64, 8);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
        return is(element::f16, 2);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
        m.rounds = type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
        m.flushes = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
        return is(element::f32, 4);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
        return is(element::f64, 8);
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
        return is(element::bf16, 2);
    default:
        return false;
    }
}

bool shape_of(tensor_map& m, const cuuint64_t* dimensions, const cuuint64_t* strides, const cuuint32_t* box,
              const cuuint32_t* steps)
{
    m.strides[0] = m.element_bytes;
    for (unsigned k = 0; k < m.rank; ++k) {
        if (dimensions[k] == 0 || dimensions[k] > most_elements || box[k] == 0 || box[k] > most_of_box) return false;
        m.last[k] = static_cast<std::uint32_t>(dimensions[k] - 1);
        m.box[k] = static_cast<std::uint16_t>(box[k]);
        m.steps[k] = 1; // CUDA ignores the step of the first dimension
        if (k == 0) continue;
        if (steps[k] == 0 || steps[k] > most_step || strides[k - 1] % 16 || strides[k - 1] >= most_stride) return false;
        m.steps[k] = static_cast<std::uint8_t>(steps[k]);
        m.strides[k] = strides[k - 1];
    }
    const unsigned inner = row_of(m);
    return inner % 16 == 0 && (m.swizzle == tensor_map::swizzling::none || inner <= span_of(m));
}

} // namespace

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* out, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* dimensions, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill)
{
    if (const CUresult e = check_initialised()) return e;
    if (!out || reinterpret_cast<std::uintptr_t>(out) % 64 || rank == 0 || rank > 5 || !dimensions || !box || !steps ||
        !strides || !address || reinterpret_cast<std::uintptr_t>(address) % 16)
        return CUDA_ERROR_INVALID_VALUE;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return encoding_unsupported("a tensor map with interleaved layout");
    if (swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
        return encoding_unsupported("a tensor map that swizzles pieces of 32 or 64 bytes");
    tensor_map m;
    std::memset(&m, 0, sizeof m);
    if (!element_of(type, m)) return encoding_unsupported("a tensor map of packed elements");
    m.magic = tensor_map::mark;
    m.address = reinterpret_cast<std::uintptr_t>(address);
    m.rank = static_cast<std::uint8_t>(rank);
    m.swizzle = static_cast<tensor_map::swizzling>(swizzle); // both enumerations use the same values
    if (!shape_of(m, dimensions, strides, box, steps)) return CUDA_ERROR_INVALID_VALUE;
    m.fills_nan = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    if (m.fills_nan && m.type < tensor_map::element::f16) return CUDA_ERROR_INVALID_VALUE;
    std::memset(out, 0, sizeof *out);
    std::memcpy(out, &m, sizeof m);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address)
{
    if (const CUresult e = check_initialised()) return e;
    tensor_map m;
    if (!map || reinterpret_cast<std::uintptr_t>(address) % 16) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(&m, map, sizeof m);
    if (m.magic != tensor_map::mark) return CUDA_ERROR_INVALID_VALUE;
    m.address = reinterpret_cast<std::uintptr_t>(address);
    std::memcpy(map, &m, sizeof m);
    return CUDA_SUCCESS;
}

} // extern "C"
