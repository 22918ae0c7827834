// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "product.hpp"

namespace pairs::matmul {

struct shared_double : product<shared_double, double> {
    static constexpr const char* slug = "matmul/shared_double";
    static constexpr const char* summary = "product of two matrices of doubles, sub-matrices in shared memory";
    static constexpr std::size_t block_size = 16;

    static cudaError_t call_legacy(const double* a, const double* b, double* c, int a_rows, int a_columns,
                                   int b_columns)
    {
        static const entry<cudaError_t(const double*, const double*, double*, int, int, int, float*)> call{"legacy",
                                                                                                           slug};
        float milliseconds = -1;
        const cudaError_t error = call(a, b, c, a_rows, a_columns, b_columns, &milliseconds);
        if (error == cudaSuccess) check_time("legacy", milliseconds);
        return error;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.m.empty() || in.n.empty()) return "no elements";
        if (std::max({in.rows, in.width, in.columns}) > 32768) return "more than 32768 rows or columns";
        return std::nullopt;
    }

    static result modern_stage(const char* stage, const input& in)
    {
        using function = void(const double*, const double*, double*, std::size_t, std::size_t, std::size_t, float*);
        float milliseconds = -1;
        result c(in.rows * in.columns, -1);
        entry_of<function>(stage)(in.m.data(), in.n.data(), c.data(), in.rows, in.width, in.columns, &milliseconds);
        check_time(stage, milliseconds);
        return c;
    }

    //! The document's matrices have whole blocks. Zeros extend others to that.
    static result legacy(const input& in)
    {
        const std::size_t rows = rounded_up(in.rows, block_size), width = rounded_up(in.width, block_size),
                          columns = rounded_up(in.columns, block_size);
        const result a = resized(in.m, in.width, rows, width), b = resized(in.n, in.columns, width, columns);
        result c(rows * columns, -1);
        check_returned("legacy", call_legacy(a.data(), b.data(), c.data(), static_cast<int>(rows),
                                             static_cast<int>(width), static_cast<int>(columns)));
        return resized(c, columns, in.rows, in.columns);
    }
};

} // namespace pairs::matmul
