// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/footprint.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

// The sampler's numbers have nine binary places after the leading one. Further places are cut off.
constexpr int places = 9;
double unit_of(double v) { return v == 0 ? 0 : std::ldexp(1.0, std::ilogb(v) - places); }
double cut_to(double v, double unit) { return unit == 0 ? 0 : std::trunc(v / unit) * unit; }
double cut(double v) { return cut_to(v, unit_of(v)); }

double sum_of(double a, double b)
{
    const double unit = unit_of(std::max(std::fabs(a), std::fabs(b))) / 2;
    return cut(cut_to(a, unit) + cut_to(b, unit));
}

// Gives about v/sqrt(2).
double shortened(double v) { return v * (11.0 / 16) + std::copysign(unit_of(v) / 4, v); }

// Gives the approximate length of a step: the longest component, 11/32 of the next and a quarter of the third.
double length_of(const double* v, int axes)
{
    double sorted[3] = {};
    for (int k = 0; k < axes; ++k)
        sorted[k] = -std::fabs(v[k]);
    std::sort(sorted, sorted + 3);
    return -(sorted[0] + shortened(sorted[1]) / 2 + sorted[2] * (8.0 / 32));
}

// Gives the level for a length in texels, in 1/256: the logarithm of the length, which is cut to eight binary places.
std::int64_t level_of(double length)
{
    if (!(length > 0)) return -256000;
    const int octave = std::ilogb(length);
    const int place = static_cast<int>((std::ldexp(length, -octave) - 1) * 256);
    // Apart from the ends, the result assumes that the lost places are nearly a half.
    const int part = place == 0     ? 0
                     : place == 255 ? 255
                                    : static_cast<int>(std::lround(256 * std::log2(1 + (place + 0.469) / 256)));
    return octave * 256 + part;
}

} // namespace

unsigned ratio_limit(unsigned anisotropy)
{
    unsigned limit = 1;
    while (limit < 16 && 2 * limit <= anisotropy)
        limit *= 2;
    return limit;
}

// Examines four points of the ellipse, at every eighth of the circumference. The farthest counts as the end of the
// longer axis. If the steps leave a face of a cubemap, only the two steps are examined. The breadth is the area divided
// by the length.
footprint footprint_of(const double* dx, const double* dy, int axes, bool with_diagonals, unsigned anisotropy)
{
    double points[4][3] = {};
    for (int k = 0; k < axes; ++k) {
        points[0][k] = cut(dx[k]);
        points[1][k] = cut(dy[k]);
        points[2][k] = cut(shortened(sum_of(points[0][k], points[1][k])));
        points[3][k] = cut(shortened(sum_of(points[0][k], -points[1][k])));
    }
    const double* farthest = points[0];
    for (int k = 1; k < (with_diagonals ? 4 : 2); ++k)
        if (length_of(points[k], axes) > length_of(farthest, axes)) farthest = points[k];
    const double length = length_of(farthest, axes);
    footprint f = {level_of(length), {farthest[0], farthest[1]}, length, 1};
    const unsigned limit = ratio_limit(anisotropy);
    if (limit == 1 || !(length > 0)) return f;
    const double breadth = axes == 1 ? 0.0 : std::fabs(dx[0] * dy[1] - dx[1] * dy[0]) / length;
    f.ratio = std::clamp(length / breadth, 1.0, double(limit));
    f.level = level_of(length / f.ratio);
    return f;
}

} // namespace cuda_emulator
