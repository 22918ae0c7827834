// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A priori bounds for the errors of sums, and inputs whose sums are exact.
//
// If no term of a sum passes through more than k roundings, including the rounding of its own product, the error is at
// most gamma(k) times the sum of the terms' magnitudes. This holds for any order of summation (Higham, Accuracy and
// Stability of Numerical Algorithms, sections 3.1 and 4.2).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include <cuda_runtime_api.h>

namespace pairs {

//! Half of the distance from 1 to the next larger number.
template <class T>
constexpr long double unit_roundoff = static_cast<long double>(std::numeric_limits<T>::epsilon()) / 2;

//! Gives k u / (1 - k u). Throws if k u is above 1/8, because such a bound has no meaning.
template <class T>
long double gamma_bound(std::size_t roundings)
{
    const long double ku = static_cast<long double>(roundings) * unit_roundoff<T>;
    if (ku > 0.125L) throw std::logic_error{"too many roundings for a bound"};
    return ku / (1 - ku);
}

//! A sum of a higher precision, and the data for its own error.
struct long_sum {
    long double value = 0, magnitude = 0;
    std::size_t terms = 0;

    void add(long double term)
    {
        value += term;
        magnitude += std::fabs(term);
        terms++;
    }

    //! Gives how far a sum of T with this number of roundings may be from `value`: its bound and that of `value`
    //! itself.
    template <class T>
    long double bound(std::size_t roundings) const
    {
        return (gamma_bound<T>(roundings) + gamma_bound<long double>(terms + 1)) * magnitude;
    }
};

//! Integers for which every partial sum of products is below the first integer that T does not hold. Their magnitudes
//! are up to `largest`, and only one in `step` elements of a vector is not 0.
struct thinned_integers {
    int largest;
    std::size_t step;

    template <class T>
    static thinned_integers of(std::size_t size)
    {
        const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits) - 1;
        const double per_product = limit / static_cast<double>(std::max<std::size_t>(size, 1));
        const int largest = static_cast<int>(std::clamp(std::floor(std::sqrt(per_product)), 1.0, 8.0));
        return {largest, static_cast<std::size_t>(std::max(1.0, std::ceil(1 / per_product)))};
    }
};

//! Gives the largest number of roundings in a grid-stride loop over loads of `per_load` elements, followed by a
//! reduction of each block of `block` threads in an unknown order and one atomic addition for each block. The grid is
//! as large as the device holds at once: at least a block for each multiprocessor, unless the data need fewer, and at
//! most what the device's threads allow.
inline std::size_t roundings_of_grid_stride(std::size_t size, std::size_t per_load, std::size_t block = 256)
{
    int device = 0, multiprocessors = 1, threads = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const std::size_t loads = (size + per_load - 1) / per_load;
    const std::size_t wanted = std::max<std::size_t>((loads + block - 1) / block, 1);
    const std::size_t fewest = std::min<std::size_t>(wanted, static_cast<std::size_t>(multiprocessors));
    const std::size_t most = std::min<std::size_t>(wanted, static_cast<std::size_t>(multiprocessors) * threads / block);
    const std::size_t loads_of_a_thread = (loads + fewest * block - 1) / (fewest * block);
    const std::size_t roundings = loads_of_a_thread * per_load + 1 + (block - 1) + most;
    return std::min(roundings, std::max<std::size_t>(size, 1));
}

} // namespace pairs
