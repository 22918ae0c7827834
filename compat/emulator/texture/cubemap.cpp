#include "texture/cubemap.h"

#include <algorithm>
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

cube_place cube_place_of(const float* d)
{
    const auto magnitude = [](float v) { return v == v ? std::fabs(v) : 0.0f; };
    const float x = magnitude(d[0]), y = magnitude(d[1]), z = magnitude(d[2]);
    // What has no normal reciprocal counts as infinite: no direction.
    if (std::max({x, y, z}) > 0x1p126f) return {4, 0.5f, 0.5f};
    const int axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    const int face = face_of(axis, d[axis] < 0);
    const orientation& o = orientations[face];
    const float major = std::fabs(d[axis]);
    const float s = d[o.s] * static_cast<float>(o.s_sign), t = d[o.t] * static_cast<float>(o.t_sign);
    // No direction at all is the middle of a face.
    const auto place = [&](float v) { return v / major == v / major ? (v / major + 1) * 0.5f : 0.5f; };
    return {face, place(s), place(t)};
}

void cube_derivative(const float* d, const float* derivative, double* ds_dt)
{
    const orientation& o = orientations[cube_place_of(d).face];
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
