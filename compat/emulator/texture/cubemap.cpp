#include "texture/cubemap.h"

#include <cmath>

namespace cuda_emulator {

cube_place cube_place_of(const float* d)
{
    const float x = std::fabs(d[0]), y = std::fabs(d[1]), z = std::fabs(d[2]);
    float major, s, t;
    int face;
    if (x >= y && x >= z) {
        face = d[0] < 0;
        major = x;
        s = d[0] < 0 ? d[2] : -d[2];
        t = -d[1];
    } else if (y >= z) {
        face = 2 + (d[1] < 0);
        major = y;
        s = d[0];
        t = d[1] < 0 ? -d[2] : d[2];
    } else {
        face = 4 + (d[2] < 0);
        major = z;
        s = d[2] < 0 ? -d[0] : d[0];
        t = -d[1];
    }
    return {face, (s / major + 1) * 0.5f, (t / major + 1) * 0.5f};
}

} // namespace cuda_emulator
