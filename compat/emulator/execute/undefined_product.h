// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The undefined elements of a product of matrices. An undefined element of A makes a row undefined, and one of B a
// column.
#pragma once

#include "execute/matrix.h"
#include "isa/integers.h"

namespace cuda_emulator {

class undefined_product {
public:
    static constexpr u32 no_origin = ~u32{0};

    //! Nothing is undefined yet.
    explicit undefined_product(const matrix_fragment& d);

    bool is_row_undefined(int row) const { return rows_[std::size_t(row)] != no_origin; }
    bool is_column_undefined(int column) const { return columns_[std::size_t(column)] != no_origin; }
    void set_row(int row, u32 origin) { rows_[std::size_t(row)] = origin; }
    void set_column(int column, u32 origin) { columns_[std::size_t(column)] = origin; }

    //! Marks the rows with undefined registers of A, and the columns with those of B.
    void read_rows(const warp&, const matrix_fragment& a);
    void read_columns(const warp&, const matrix_fragment& b);
    //! Marks the undefined elements of an accumulator. Its origins take precedence.
    void read_elements(const warp&, const matrix_fragment& c);

    //! Replaces the undefined bits of D's registers.
    void write(warp&, const matrix_fragment& d) const;
    //! Adds undefined bits to D's registers.
    void add(warp&, const matrix_fragment& d) const;

private:
    template <class F>
    void each_register(const matrix_fragment& d, F f) const;
    u32 origin_of(u32 element) const;

    u32 width_;
    std::vector<u32> rows_, columns_, elements_; //!< origins
};

} // namespace cuda_emulator
