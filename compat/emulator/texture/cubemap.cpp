// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/cubemap.h"

#include "machine/float_value.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace cuda_emulator {

namespace {

// The orientation of a face: the axes (0 to 2) and the signs of its normal and of its coordinates s and t.
struct orientation {
    int normal, s, t;
    int normal_sign, s_sign, t_sign;
};
constexpr orientation orientations[6] = {
    {0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1},
};

int face_of(int axis, bool negative) { return 2 * axis + negative; }

// A direction as the sampler receives it: the longest component is about 1.
struct scaled_direction {
    float v[3];
    int axis, face;
};
scaled_direction scaled(const float* direction)
{
    // The program itself divides by the longest component, through the reciprocal. A longest component without a normal
    // reciprocal gives infinities or zeros, and these give NaN.
    float longest = 0;
    for (int k = 0; k < 3; ++k)
        longest = std::max(longest, direction[k] == direction[k] ? std::fabs(direction[k]) : 0.0f);
    const float reciprocal = flush(1 / flush(longest));
    scaled_direction r;
    float m[3];
    for (int k = 0; k < 3; ++k) {
        const float v = flush(reciprocal * direction[k]);
        // A NaN is never the longest component, and counts as 0. All infinities are equal.
        m[k] = v == v ? std::fabs(v) : -1;
        r.v[k] = v == v ? std::clamp(v, -FLT_MAX, FLT_MAX) : 0;
    }
    r.axis = m[2] >= m[0] && m[2] >= m[1] ? 2 : m[1] >= m[0] ? 1 : 0;
    r.face = face_of(r.axis, r.v[r.axis] < 0);
    return r;
}

// Gives the position where a direction meets the plane of a face. The middle of the face is 0, and its edges are 1 and
// -1. A direction to a neighbouring face is folded into the plane.
double unfolded(const scaled_direction& d, const orientation& face, int along, int sign)
{
    const double longest = std::fabs(double(d.v[d.axis]));
    if (longest == 0) return 0;
    const double at = std::clamp(double(d.v[along]), -1.0, 1.0);
    if (d.axis == face.normal) // on the opposite face, which is far away
        return sign * at + (face.normal_sign * d.v[face.normal] > 0 ? 0 : 2);
    if (d.axis != along) return sign * at;
    return sign * std::copysign(2 - face.normal_sign * d.v[face.normal] / longest, at);
}

} // namespace

cube_place cube_place_of(const float* direction, double places)
{
    const scaled_direction d = scaled(direction);
    const orientation& o = orientations[d.face];
    const auto place = [&](int along, int sign) {
        return (std::floor(unfolded(d, o, along, sign) * places) / places + 1) * 0.5;
    };
    return {d.face, place(o.s, o.s_sign), place(o.t, o.t_sign)};
}

bool cube_step(const float* direction, const float* step, double* ds_dt)
{
    float there[3];
    for (int k = 0; k < 3; ++k)
        there[k] = direction[k] + step[k];
    const scaled_direction from = scaled(direction), to = scaled(there);
    const orientation& o = orientations[from.face];
    ds_dt[0] = (unfolded(to, o, o.s, o.s_sign) - unfolded(from, o, o.s, o.s_sign)) / 2;
    ds_dt[1] = (unfolded(to, o, o.t, o.t_sign) - unfolded(from, o, o.t, o.t_sign)) / 2;
    return from.face == to.face;
}

bool step_over_edge(int& face, std::int64_t& x, std::int64_t& y, std::int64_t size)
{
    const bool beyond_x = x < 0 || x >= size, beyond_y = y < 0 || y >= size;
    if (beyond_x && beyond_y) return false;
    if (!beyond_x && !beyond_y) return true;
    // In units of half a texel, a face spans from -size to size. Beyond its edge, positions continue on the neighbour,
    // along the old normal. The first texel there is one unit below the edge.
    const orientation& from = orientations[face];
    std::int64_t at[3];
    at[from.normal] = from.normal_sign * (size - 1);
    const auto place = [&](std::int64_t i) { return i < 0 ? -size : i >= size ? size : 2 * i + 1 - size; };
    at[from.s] = from.s_sign * place(x);
    at[from.t] = from.t_sign * place(y);
    const int axis = beyond_x ? from.s : from.t;
    face = face_of(axis, at[axis] < 0);
    const orientation& to = orientations[face];
    x = (to.s_sign * at[to.s] + size - 1) / 2;
    y = (to.t_sign * at[to.t] + size - 1) / 2;
    return true;
}

} // namespace cuda_emulator
