// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "product.hpp"

namespace pairs::matmul {

struct tiled : product<tiled, float> {
    static constexpr const char* slug = "matmul/tiled";
    static constexpr const char* summary = "product of two matrices, tiles in shared memory";

    static cudaError_t call_legacy(const float* m, const float* n, float* p, int width, int tile_width)
    {
        static const entry<cudaError_t(const float*, const float*, float*, int, int, float*)> call{"legacy", slug};
        float milliseconds = -1;
        const cudaError_t error = call(m, n, p, width, tile_width, &milliseconds);
        if (error == cudaSuccess) check_time("legacy", milliseconds);
        return error;
    }

    //! The document's matrices are square and of whole tiles. Zeros extend others to that.
    static std::size_t legacy_width(const input& in, std::size_t tile_width)
    {
        return rounded_up(std::max({in.rows, in.width, in.columns}), tile_width);
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.m.empty() || in.n.empty()) return "no elements";
        if (legacy_width(in, 32) > 32768) return "wider than 32768";
        return std::nullopt;
    }

    static result modern_stage(const char* stage, const input& in) { return modern_of_tiles(stage, in, 16); }
    static result modern_of_tiles(const char* stage, const input& in, int tile_width)
    {
        return of_squares(in, [&](const float* m, const float* n, float* p, int width) {
            float milliseconds = -1;
            entry_of<void(const float*, const float*, float*, int, int, float*)>(stage)(m, n, p, width, tile_width,
                                                                                        &milliseconds);
            check_time(stage, milliseconds);
        });
    }

    static result legacy(const input& in) { return legacy_of_tiles(in, 16); }
    static result legacy_of_tiles(const input& in, std::size_t tile_width)
    {
        const std::size_t width = legacy_width(in, tile_width);
        const result m = resized(in.m, in.width, width, width), n = resized(in.n, in.columns, width, width);
        result p(width * width, -1);
        check_returned(
            "legacy", call_legacy(m.data(), n.data(), p.data(), static_cast<int>(width), static_cast<int>(tile_width)));
        return resized(p, width, in.rows, in.columns);
    }
};

} // namespace pairs::matmul
