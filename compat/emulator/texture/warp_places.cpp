// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/warp_places.h"

#include "texture/coordinates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuda_emulator {

namespace {

bool repeats(address_mode m) { return m == address_mode::wrap || m == address_mode::mirror; }

// texel_coordinate() of each lane.
void texel_coordinates(const texture& t, int axis, const float* in, std::int32_t size, bool filtered, double* out)
{
    // A NaN is above each limit, so it counts as 0, too.
    const float most = repeats(mode_of(t, axis)) ? 0x1.fffffep23f : std::numeric_limits<float>::infinity();
    if (!t.normalised_coordinates) {
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            out[l] = std::fabs(in[l]) <= most ? in[l] : 0.0f;
        return;
    }
    const double places = filtered ? 4194304.0 : 2097152.0, length = size;
    const double unit = 1 / places; // a power of two: a product is as exact as a quotient
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const float limited = std::fabs(in[l]) <= most ? in[l] : 0.0f;
        out[l] = std::floor(double(limited) * places) * unit * length;
    }
}

// floor_index() as a double. The value must be a number.
inline double floor_of(double v)
{
    const double above = v > -1e15 ? v : -1e15;
    return std::floor(above < 1e15 ? above : 1e15);
}

// Splits coordinates into the lower texel, before the address mode applies, and the fraction.
void split_lanes(const double* at, double* low, lane_places& p)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const double steps = floor_of(at[l] * 256.0 - 127.5);
        low[l] = std::floor(steps * (1.0 / 256));
        p.fraction[l] = static_cast<std::int32_t>(steps - low[l] * 256);
    }
}

// Converts positions to integers. They keep their order to all positions from -1 to `size`.
void limit_lanes(const double* low, std::int32_t size, std::int32_t* out)
{
    const double most = size;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const double above = low[l] > -2 ? low[l] : -2;
        out[l] = static_cast<std::int32_t>(above < most ? above : most);
    }
}

void clamp_lanes(std::int32_t size, lane_places& p)
{
    const std::int32_t last = size - 1;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const std::int32_t low = p.lower[l];
        const std::int32_t lower = std::min(std::max(low, 0), last), upper = std::min(std::max(low + 1, 0), last);
        p.lower[l] = lower;
        p.upper[l] = upper;
        p.fraction[l] = lower == upper ? 0 : p.fraction[l];
    }
}

void leave_border(std::int32_t size, lane_places& p)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const std::int32_t low = p.lower[l], next = low + 1;
        p.lower[l] = low < 0 || low >= size ? -1 : low;
        p.upper[l] = next < 0 || next >= size ? -1 : next;
    }
}

// The quotient has fewer bits than a double, so its integral part is exact.
void repeat_lanes(const double* low, std::int32_t size, bool mirrors, lane_places& p)
{
    const std::int32_t period = mirrors ? 2 * size : size;
    const double length = period;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        p.lower[l] = static_cast<std::int32_t>(low[l] - length * std::floor(low[l] / length));
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        p.upper[l] = p.lower[l] + 1 == period ? 0 : p.lower[l] + 1;
    if (!mirrors) return;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        p.lower[l] = std::min(p.lower[l], period - 1 - p.lower[l]);
        p.upper[l] = std::min(p.upper[l], period - 1 - p.upper[l]);
    }
}

// place_index() of each lane, for the lower position and the next one.
void place_lanes(const double* low, std::int32_t size, address_mode mode, lane_places& p)
{
    if (repeats(mode)) {
        repeat_lanes(low, size, mode == address_mode::mirror, p);
        return;
    }
    limit_lanes(low, size, p.lower);
    if (mode == address_mode::border) {
        leave_border(size, p);
    } else {
        clamp_lanes(size, p);
    }
}

} // namespace

void filter_places(const texture& t, int axis, const float* coordinates, std::int32_t size, lane_places& p)
{
    alignas(32) double at[warp_size], low[warp_size];
    texel_coordinates(t, axis, coordinates, size, true, at);
    split_lanes(at, low, p);
    place_lanes(low, size, mode_of(t, axis), p);
}

void point_places(const texture& t, int axis, const float* coordinates, std::int32_t size, lane_places& p)
{
    alignas(32) double at[warp_size];
    texel_coordinates(t, axis, coordinates, size, false, at);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        at[l] = floor_of(at[l]);
        p.fraction[l] = 0;
    }
    place_lanes(at, size, mode_of(t, axis), p);
}

} // namespace cuda_emulator
