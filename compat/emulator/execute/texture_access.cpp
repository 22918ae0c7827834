#include "execute/texture_access.h"

#include "execute/lanes.h"
#include "texture/texture.h"

#include <algorithm>

namespace cuda_emulator {

void run_texture(warp& w, const instruction& i, std::uint32_t m)
{
    const auto& form = *static_cast<const texture_form*>(i.extra);
    const auto* handle = slot<std::uint64_t>(w, i.operands[4]);
    const int first = 5 + form.layered;
    const std::uint32_t* layers = form.layered ? slot<std::uint32_t>(w, i.operands[5]) : nullptr;
    const std::uint32_t* at[3] = {};
    for (int k = 0; k < form.dimensions; ++k)
        at[k] = slot<std::uint32_t>(w, i.operands[first + k]);
    std::uint32_t result[4][warp_size];
    std::uint64_t last = 0;
    const texture* t = nullptr;
    each_lane(m, [&](int l) {
        if (!t || handle[l] != last) {
            last = handle[l];
            // What nothing was ever bound to reads zero, as on a GPU.
            static const texture nothing = [] {
                texture none;
                none.source.linear_memory = true;
                return none;
            }();
            t = last == 0 ? &nothing : find_texture(last);
            if (!t) fault(w, i, l, 700, "a texture fetch through a handle that is no live texture object");
        }
        auto real = [&](int k) { return at[k] ? bits_as<float>(at[k][l]) : 0.0f; };
        auto whole = [&](int k) { return at[k] ? std::int64_t(std::int32_t(at[k][l])) : 0; };
        const int layer = layers ? std::int32_t(layers[l]) : 0;
        texel v;
        if (form.gather_component >= 0) {
            v = last == 0 ? texel{} : gather(*t, form.gather_component, real(0), real(1), layer);
        } else if (form.integer_coordinates) {
            v = fetch_unclamped(*t, form.dimensions, whole(0), whole(1), whole(2), layer);
        } else {
            v = last == 0 ? texel{} : sample(*t, form.dimensions, real(0), real(1), real(2), layer);
        }
        for (int c = 0; c < 4; ++c)
            result[c][l] = v.bits[c];
    });
    for (int c = 0; c < 4; ++c) {
        if (i.operands[c] == no_operand) continue;
        auto* d = slot<std::uint32_t>(w, i.operands[c]);
        each_lane(m, [&](int l) { d[l] = result[c][l]; });
    }
}

void run_surface(warp& w, const instruction& i, std::uint32_t m)
{
    const auto& form = *static_cast<const surface_form*>(i.extra);
    const auto* handle = slot<std::uint64_t>(w, i.operands[form.count]);
    const int first = form.count + 1 + form.layered;
    const auto total = static_cast<std::int64_t>(form.bytes) * form.count;
    each_lane(m, [&](int l) {
        const image* s = find_surface(handle[l]);
        if (!s) fault(w, i, l, 700, "a surface access through a handle that is no live surface object");
        auto coordinate = [&](int k) { return std::int64_t(slot<std::int32_t>(w, i.operands[first + k])[l]); };
        // x counts bytes.
        std::int64_t x = coordinate(0);
        std::int64_t y = form.dimensions > 1 ? coordinate(1) : 0;
        std::int64_t z = form.dimensions > 2 ? coordinate(2) : 0;
        if (form.layered) z = slot<std::int32_t>(w, i.operands[form.count + 1])[l];
        const auto width = std::int64_t(s->width * s->format.bytes());
        const auto height = std::int64_t(std::max<std::size_t>(s->height, 1)),
                   depth = std::int64_t(std::max<std::size_t>(s->depth, 1));
        bool inside = x >= 0 && x + total <= width && y >= 0 && y < height && z >= 0 && z < depth;
        if (!inside && form.mode == surface_form::outside::clamp) {
            x = std::clamp<std::int64_t>(x, 0, width - total);
            y = std::clamp<std::int64_t>(y, 0, height - 1);
            z = std::clamp<std::int64_t>(z, 0, depth - 1);
            inside = true;
        }
        if (!inside && form.mode == surface_form::outside::trap)
            fault(w, i, l, 719,
                  "a surface access outside the surface: byte " + std::to_string(x) + " of " + std::to_string(width) +
                      ", row " + std::to_string(y) + " of " + std::to_string(height));
        char* p = s->data + z * std::int64_t(s->slice_bytes) + y * std::int64_t(s->row_bytes) + x;
        for (int k = 0; k < form.count; ++k) {
            char* lane = w.base[i.operands[k] & 3] + (i.operands[k] & ~3u);
            const int held = std::max(form.bytes, 2);
            if (form.stores) {
                if (inside) std::memcpy(p + k * form.bytes, lane + l * held, static_cast<std::size_t>(form.bytes));
            } else {
                std::uint64_t v = 0;
                if (inside) std::memcpy(&v, p + k * form.bytes, static_cast<std::size_t>(form.bytes));
                std::memcpy(lane + l * held, &v, static_cast<std::size_t>(held));
            }
        }
    });
}

} // namespace cuda_emulator
