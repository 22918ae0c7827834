// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/silent_stores.h"

#include "check/stored_value.h"

#include <cstring>

namespace cuda_emulator {

namespace {

template <class Cell>
bool stamp_cells(shadow_cells& cells, warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, u32 stamp)
{
    const u32 stride = std::max(2u, u32{i.element});
    bool any_silent = false;
    for (u32 k = 0; k < count; ++k) {
        const char* const values = stored_value(w, i, 0, k * static_cast<u32>(sizeof(Cell)));
        each_lane(mask, [&](int l) {
            const u32 c = cell[l] + k;
            Cell value, there;
            std::memcpy(&value, values + static_cast<u32>(l) * stride, sizeof value);
            std::memcpy(&there, cells.content(c), sizeof there);
            const bool silent = value == there && cells.is_written(c);
            (silent ? cells.read : cells.written)[c] = stamp | static_cast<u32>(l);
            any_silent |= silent;
        });
    }
    return any_silent;
}

#if defined(__AVX2__)
// Stamps the cells of eight bytes from `c` for a store of `values`. Returns whether one of them is silent.
bool stamp_eight(shadow_cells& cells, const char* values, u32 c, __m256i stamps, __m256i unwritten)
{
    const auto bytes_at = [](const char* p) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)); };
    auto* const written = reinterpret_cast<__m256i*>(&cells.written[c]);
    auto* const read = reinterpret_cast<__m256i*>(&cells.read[c]);
    const __m256i last = _mm256_loadu_si256(written);
    const __m128i same = _mm_cmpeq_epi8(bytes_at(values), bytes_at(cells.content(c)));
    const __m256i silent = _mm256_and_si256(_mm256_cvtepi8_epi32(same), _mm256_cmpgt_epi32(last, unwritten));
    _mm256_storeu_si256(written, _mm256_blendv_epi8(stamps, last, silent));
    if (_mm256_testz_si256(silent, silent)) return false;
    _mm256_storeu_si256(read, _mm256_blendv_epi8(_mm256_loadu_si256(read), stamps, silent));
    return true;
}

// The same for four bytes.
bool stamp_four(shadow_cells& cells, const char* values, u32 c, __m128i stamps, __m128i unwritten)
{
    const auto bytes_at = [](const char* p) {
        int word;
        std::memcpy(&word, p, sizeof word);
        return _mm_cvtsi32_si128(word);
    };
    auto* const written = reinterpret_cast<__m128i*>(&cells.written[c]);
    auto* const read = reinterpret_cast<__m128i*>(&cells.read[c]);
    const __m128i last = _mm_loadu_si128(written);
    const __m128i same = _mm_cmpeq_epi8(bytes_at(values), bytes_at(cells.content(c)));
    const __m128i silent = _mm_and_si128(_mm_cvtepi8_epi32(same), _mm_cmpgt_epi32(last, unwritten));
    _mm_storeu_si128(written, _mm_blendv_epi8(stamps, last, silent));
    if (_mm_testz_si128(silent, silent)) return false;
    _mm_storeu_si128(read, _mm_blendv_epi8(_mm_loadu_si128(read), stamps, silent));
    return true;
}

// stamp_cells() for cells of a byte and elements of at least 4 bytes. Kernels that access bytes somewhere have such
// cells, and yet store mostly words.
bool stamp_bytes(shadow_cells& cells, warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, u32 stamp)
{
    const bool are_eight = i.element >= 8;
    const __m256i unwritten = _mm256_set1_epi32(static_cast<int>(cells.last_unwritten()));
    bool any_silent = false;
    for (u32 k = 0; k < count; k += are_eight ? 8 : 4) {
        const char* const values = stored_value(w, i, 0, k);
        each_lane(mask, [&](int l) {
            const char* const value = values + static_cast<u32>(l) * i.element;
            const __m256i stamps = _mm256_set1_epi32(static_cast<int>(stamp | static_cast<u32>(l)));
            any_silent |= are_eight ? stamp_eight(cells, value, cell[l] + k, stamps, unwritten)
                                    : stamp_four(cells, value, cell[l] + k, _mm256_castsi256_si128(stamps),
                                                 _mm256_castsi256_si128(unwritten));
        });
    }
    return any_silent;
}

// stamp_cells() for a whole warp that stores words, eight lanes at a time if their cells are adjacent.
bool stamp_words(shadow_cells& cells, warp& w, const instruction& i, const u32* cell, u32 stamp)
{
    const auto* const values = reinterpret_cast<const u32*>(stored_value(w, i, 0, 0));
    const auto* const there = reinterpret_cast<const u32*>(cells.content(0));
    u32* const written = cells.written.data();
    u32* const read = cells.read.data();
    const auto vector_at = [](const u32* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); };
    const auto store = [](u32* p, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); };
    const __m256i up = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i unwritten = _mm256_set1_epi32(static_cast<int>(cells.last_unwritten()));
    bool any_silent = false;
    for (u32 l = 0; l < warp_size; l += 8) {
        const u32 c = cell[l];
        const __m256i expected = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(c)), up);
        const __m256i differs = _mm256_xor_si256(vector_at(cell + l), expected);
        if (!_mm256_testz_si256(differs, differs)) {
            for (u32 k = l; k < l + 8; ++k) {
                const bool silent = values[k] == there[cell[k]] && cells.is_written(cell[k]);
                (silent ? read : written)[cell[k]] = stamp | k;
                any_silent |= silent;
            }
            continue;
        }
        const __m256i stamps = _mm256_or_si256(_mm256_set1_epi32(static_cast<int>(stamp | l)), up);
        const __m256i last = vector_at(written + c);
        const __m256i silent = _mm256_and_si256(_mm256_cmpeq_epi32(vector_at(values + l), vector_at(there + c)),
                                                _mm256_cmpgt_epi32(last, unwritten));
        if (_mm256_testz_si256(silent, silent)) {
            store(written + c, stamps);
            continue;
        }
        store(written + c, _mm256_blendv_epi8(stamps, last, silent));
        store(read + c, _mm256_blendv_epi8(vector_at(read + c), stamps, silent));
        any_silent = true;
    }
    return any_silent;
}
#else
bool stamp_bytes(shadow_cells& cells, warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, u32 stamp)
{
    return stamp_cells<std::uint8_t>(cells, w, i, mask, cell, count, stamp);
}

bool stamp_words(shadow_cells& cells, warp& w, const instruction& i, const u32* cell, u32 stamp)
{
    return stamp_cells<u32>(cells, w, i, all_lanes, cell, 1, stamp);
}
#endif

} // namespace

bool is_silent_store(const shadow_cells& cells, warp& w, const instruction& i, int lane, u32 cell, u32 k)
{
    return cells.is_written(cell) &&
           std::memcmp(stored_value(w, i, lane, k << cells.shift()), cells.content(cell), cells.cell_bytes()) == 0;
}

bool stamp_store(shadow_cells& cells, warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, u32 stamp)
{
    if (cells.shift() == 0 && i.element >= 4) return stamp_bytes(cells, w, i, mask, cell, count, stamp);
    if (cells.shift() == 0) return stamp_cells<std::uint8_t>(cells, w, i, mask, cell, count, stamp);
    if (mask == all_lanes && count == 1) return stamp_words(cells, w, i, cell, stamp);
    return stamp_cells<u32>(cells, w, i, mask, cell, count, stamp);
}

} // namespace cuda_emulator
