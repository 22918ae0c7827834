// What the modern matrix examples share: matrices in device memory, and the choice of a tile.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

#include <cuda/cmath>

#include "buffers.hpp"

//! A matrix in device memory, as kernels see it: rows of `stride` elements, of which the first `columns` count.
template <class T>
struct matrix_view {
    T* data;
    std::size_t rows, columns, stride;

    __host__ __device__ T& operator()(std::size_t row, std::size_t column) const { return data[row * stride + column]; }
    //! What lies below and to the right of an element, with that element.
    __host__ __device__ matrix_view from(std::size_t row, std::size_t column) const
    {
        return {&(*this)(row, column), rows - row, columns - column, stride};
    }
};

//! A matrix in device memory, row after row, freed at the end of the scope. Each row begins at a multiple of 16 bytes,
//! so that rows of any length can be read in pieces of 16 bytes; what fills a matrix made of numbers up is 0.
template <class T>
class device_matrix {
public:
    device_matrix(std::size_t rows, std::size_t columns, location at = here())
        : rows_{rows}
        , columns_{columns}
        , stride_{cuda::round_up(columns, 16 / sizeof(T))}
        , elements_{rows * stride_, at}
    {
    }
    device_matrix(std::size_t rows, std::size_t columns, const std::vector<T>& from, location at = here())
        : device_matrix{rows, columns, at}
    {
        if (from.size() != rows * columns) throw std::invalid_argument{"device_matrix: another number of elements"};
        if (from.empty()) return;
        check(cudaMemset(elements_.data(), 0, elements_.size() * sizeof(T)), at);
        check(cudaMemcpy2D(elements_.data(), stride_ * sizeof(T), from.data(), columns * sizeof(T), columns * sizeof(T),
                           rows, cudaMemcpyHostToDevice),
              at);
    }

    matrix_view<T> view() const { return {elements_.data(), rows_, columns_, stride_}; }
    matrix_view<const T> const_view() const { return {elements_.data(), rows_, columns_, stride_}; }
    std::vector<T> to_host(location at = here()) const
    {
        std::vector<T> to(rows_ * columns_);
        if (to.empty()) return to;
        check(cudaMemcpy2D(to.data(), columns_ * sizeof(T), elements_.data(), stride_ * sizeof(T), columns_ * sizeof(T),
                           rows_, cudaMemcpyDeviceToHost),
              at);
        return to;
    }

private:
    std::size_t rows_, columns_, stride_;
    device_buffer<T> elements_;
};

//! Tiles of `side` x `side` elements that cover a matrix of rows x columns.
inline std::size_t tiles(std::size_t rows, std::size_t columns, std::size_t side)
{
    return cuda::ceil_div(rows, side) * cuda::ceil_div(columns, side);
}

//! The side of the tiles for a product of rows x columns, a tile to a block: half of `largest`, and half of that, until
//! each multiprocessor has a block, or `smallest` is reached.
inline std::size_t tile_side(std::size_t rows, std::size_t columns, std::size_t largest, std::size_t smallest)
{
    const auto multiprocessors = static_cast<std::size_t>(device_attribute(cudaDevAttrMultiProcessorCount));
    std::size_t side = largest;
    while (side > smallest && tiles(rows, columns, side) < multiprocessors)
        side /= 2;
    return side;
}
