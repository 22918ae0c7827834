// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/coordinates.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

address_mode mode_of(const texture& t, int axis)
{
    const address_mode m = t.address[axis];
    return !t.normalised_coordinates && (m == address_mode::wrap || m == address_mode::mirror) ? address_mode::clamp
                                                                                               : m;
}

std::int64_t place_index(std::int64_t i, std::int64_t size, address_mode mode)
{
    switch (mode) {
    case address_mode::wrap: {
        const std::int64_t r = i % size;
        return r < 0 ? r + size : r;
    }
    case address_mode::mirror: {
        std::int64_t r = i % (2 * size);
        if (r < 0) r += 2 * size;
        return r < size ? r : 2 * size - 1 - r;
    }
    case address_mode::border:
        return i < 0 || i >= size ? -1 : i;
    default:
        return std::clamp<std::int64_t>(i, 0, size - 1);
    }
}

double texel_coordinate(const texture& t, int axis, float coordinate, std::size_t size, bool filtered)
{
    // A wrapped or mirrored coordinate counts as 0 if it has no fraction left, or is no number. An H200 showed this for
    // 1e30, infinities and NaN.
    const address_mode m = mode_of(t, axis);
    const bool repeats = m == address_mode::wrap || m == address_mode::mirror;
    if (coordinate != coordinate || (repeats && !(std::fabs(coordinate) < 16777216.0f))) return 0;
    if (!t.normalised_coordinates) return coordinate;
    // A normalised coordinate is cut to 21 binary places, and to 22 for a filter. An H200 showed this at widths from 3
    // to 65536.
    const double places = filtered ? 4194304.0 : 2097152.0;
    return std::floor(double(coordinate) * places) / places * double(std::max<std::size_t>(size, 1));
}

std::int64_t floor_index(double v)
{
    if (!(v > -1e15)) return v != v ? 0 : std::int64_t(-1e15);
    if (v > 1e15) return std::int64_t(1e15);
    return static_cast<std::int64_t>(std::floor(v));
}

} // namespace cuda_emulator
