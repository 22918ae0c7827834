#include "texture/cubemap.h"

#include "execute/float_value.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace cuda_emulator {

namespace {

// How a face lies: the axes (0 to 2) and signs of its normal and of its coordinates s and t.
struct orientation {
    int normal, s, t;
    int normal_sign, s_sign, t_sign;
};
constexpr orientation orientations[6] = {
    {0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1},
};

int face_of(int axis, bool negative) { return 2 * axis + negative; }

} // namespace

cube_place cube_place_of(const float* direction, double places)
{
    // The program itself divides by the longest component, through its reciprocal: what has no normal one gives
    // infinities or zeros, and with them what is no number.
    float longest = 0;
    for (int k = 0; k < 3; ++k)
        longest = std::max(longest, direction[k] == direction[k] ? std::fabs(direction[k]) : 0.0f);
    const float reciprocal = flush(1 / flush(longest));
    float v[3], magnitude[3];
    for (int k = 0; k < 3; ++k) {
        v[k] = flush(reciprocal * direction[k]);
        // The longest is chosen among numbers, but counts as 0 as a coordinate. No infinity is larger than another.
        magnitude[k] = v[k] == v[k] ? std::fabs(v[k]) : -1;
        v[k] = v[k] == v[k] ? std::clamp(v[k], -FLT_MAX, FLT_MAX) : 0;
    }
    const float *m = magnitude;
    const int axis = m[2] >= m[0] && m[2] >= m[1] ? 2 : m[1] >= m[0] ? 1 : 0;
    const int face = face_of(axis, v[axis] < 0);
    const orientation& o = orientations[face];
    const auto place = [&](int along, int sign) {
        if (v[axis] == 0) return 0.5; // no direction at all is the middle of a face
        const double at = sign * double(v[along]) / std::fabs(double(v[axis]));
        return (std::floor(at * places) / places + 1) * 0.5;
    };
    return {face, place(o.s, o.s_sign), place(o.t, o.t_sign)};
}

void cube_derivative(const float* d, const float* derivative, double* ds_dt)
{
    const orientation& o = orientations[cube_place_of(d, 1).face];
    const double major = d[o.normal] * o.normal_sign, change = derivative[o.normal] * o.normal_sign;
    const auto quotient = [&](int axis, int sign) {
        return sign * (derivative[axis] * major - d[axis] * change) / (2 * major * major);
    };
    ds_dt[0] = quotient(o.s, o.s_sign);
    ds_dt[1] = quotient(o.t, o.t_sign);
}

bool step_over_edge(int& face, std::int64_t& x, std::int64_t& y, std::int64_t size)
{
    const bool beyond_x = x < 0 || x >= size, beyond_y = y < 0 || y >= size;
    if (beyond_x && beyond_y) return false;
    if (!beyond_x && !beyond_y) return true;
    // In units of half a texel, a face spans -size to size. Behind the edge the way goes on down the neighbour, along
    // the old normal, so its first texel is one unit below the edge.
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
