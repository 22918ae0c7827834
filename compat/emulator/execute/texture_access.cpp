// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/texture_access.h"
#include "check/access.h"

#include "check/findings.h"
#include "execute/memory_access.h"
#include "machine/fault.h"
#include "machine/float_value.h"
#include "machine/recorder.h"
#include "texture/warp_samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cuda_emulator {

namespace {

// A texture reference that was never bound reads zero, as on a GPU.
const texture& nothing()
{
    static const texture none = [] {
        texture t;
        t.source.linear_memory = true;
        return t;
    }();
    return none;
}

// Whether a fetch of this shape finds the texels. If not, an H200 reads zero. Rows of a layered array, volumes and
// cubes need a fetch of their own family. Lines, planes and layers of planes can be read as each other. Linear memory
// needs integer coordinates.
enum class family { planes, rows, volumes, cubes };
bool fits(const texture_form& form, const image& s)
{
    if (s.linear_memory && !form.integer_coordinates) return false;
    const geometry& g = form.shape;
    const family wanted = g.cube                           ? family::cubes
                          : g.dimensions == 3              ? family::volumes
                          : g.dimensions == 1 && g.layered ? family::rows
                                                           : family::planes;
    const family have = s.cubemap                    ? family::cubes
                        : s.depth && !s.layered      ? family::volumes
                        : s.layered && s.height == 0 ? family::rows
                                                     : family::planes;
    return wanted == have;
}

// The values of several registers in one lane.
struct lane_values {
    const std::uint32_t* slots[3] = {};
    lane_values(warp& w, const operand_slot* places)
    {
        for (int k = 0; k < 3; ++k)
            if (places[k] != no_operand) slots[k] = slot<std::uint32_t>(w, places[k]);
    }
    void real(int lane, float* out) const
    {
        for (int k = 0; k < 3; ++k)
            out[k] = slots[k] ? bits_as<float>(slots[k][lane]) : 0.0f;
    }
    void whole(int lane, std::int64_t* out) const
    {
        for (int k = 0; k < 3; ++k)
            out[k] = slots[k] ? std::int64_t(std::int32_t(slots[k][lane])) : 0;
    }
};

// The operands of a fetch.
struct fetch_operands {
    const texture_form& form;
    const std::uint64_t* handle;
    const std::int32_t* layers;
    const std::uint32_t* lods;
    const lane_values at, dx, dy;
    fetch_operands(warp& w, const texture_form& f)
        : form(f)
        , handle(slot<std::uint64_t>(w, f.handle))
        , layers(f.layer != no_operand ? slot<std::int32_t>(w, f.layer) : nullptr)
        , lods(f.lod != no_operand ? slot<std::uint32_t>(w, f.lod) : nullptr)
        , at(w, f.coordinates)
        , dx(w, f.dx)
        , dy(w, f.dy)
    {
    }
};

// Finds the texture of a lane. A fetch that an H200 refuses is a fault.
const texture& texture_of(warp& w, const instruction& i, const fetch_operands& o, int l)
{
    const texture* t = o.handle[l] == 0 ? &nothing() : find_texture(o.handle[l]);
    if (!t)
        fault(w, i, l, device_error::illegal_address,
              "a texture fetch through a handle that is no live texture object");
    // Fetches other than tex1Dfetch read zero in this case, as on an H200.
    if (t->unbound && o.form.integer_coordinates && o.form.shape.dimensions == 1)
        fault(w, i, l, device_error::illegal_address,
              "a texture fetch through a reference that nothing is bound to any more");
    if (t->freed)
        fault(w, i, l, device_error::illegal_address,
              "a texture fetch through a reference: what is bound to it has been freed");
    check_image(w, i, l, t->source.data, "a texture fetch");
    return *t;
}

texel fetch_one(const texture& t, const fetch_operands& o, int l)
{
    using choice = texture_form::level_choice;
    const texture_form& form = o.form;
    const int layer = o.layers ? o.layers[l] : 0;
    if (!fits(form, t.source)) return {};
    if (form.integer_coordinates) {
        std::int64_t place[3];
        o.at.whole(l, place);
        return fetch(t, form.shape, place, layer, form.level == choice::explicit_level ? std::int32_t(o.lods[l]) : 0);
    }
    if (!t.source.data) return {};
    float place[3];
    o.at.real(l, place);
    if (form.gather_component >= 0) return gather(t, form.shape, form.gather_component, place, layer);
    if (form.level == choice::explicit_level)
        return sample_level(t, form.shape, place, layer, bits_as<float>(o.lods[l]));
    if (form.level == choice::gradient) {
        float along_x[3], along_y[3];
        o.dx.real(l, along_x);
        o.dy.real(l, along_y);
        return sample_gradient(t, form.shape, place, layer, along_x, along_y);
    }
    return sample(t, form.shape, place, layer);
}

// A linear filter of floats takes about as long for a whole warp as for this number of single lanes.
constexpr int least_lanes = 8;

// Executes all lanes at once if they have one texture of a common kind. Returns the lanes whose result is there.
std::uint32_t fetch_together(warp& w, const instruction& i, const fetch_operands& o, std::uint32_t m,
                             std::uint32_t (*result)[warp_size])
{
    const texture_form& form = o.form;
    if (__builtin_popcount(m) < least_lanes || form.gather_component >= 0) return 0;
    const int first = __builtin_ctz(m);
    const std::uint64_t handle = o.handle[first];
    if (m & mask_of([&](int l) { return o.handle[l] != handle; })) return 0;
    const texture& t = texture_of(w, i, o, first);
    if (!fits(form, t.source)) return 0;
    // Levels have no effect here, because only textures without any are common.
    const warp_fetch f{form.shape, {o.at.slots[0], o.at.slots[1], o.at.slots[2]}, o.layers};
    return form.integer_coordinates ? fetch_lanes(t, f, m, result) : sample_lanes(t, f, m, result);
}

} // namespace

void run_texture(warp& w, const instruction& i, std::uint32_t m)
{
    const fetch_operands o(w, *static_cast<const texture_form*>(i.extra));
    alignas(64) std::uint32_t result[4][warp_size];
    const texture* t = nullptr;
    std::uint64_t last = 0;
    each_lane(m & ~fetch_together(w, i, o, m, result), [&](int l) {
        if (!t || o.handle[l] != last) {
            last = o.handle[l];
            t = &texture_of(w, i, o, l);
        }
        const texel v = fetch_one(*t, o, l);
        for (int c = 0; c < 4; ++c)
            result[c][l] = v.bits[c];
    });
    if (w.grid->recorder) w.grid->recorder->fetches(w, i, m, result);
    for (int c = 0; c < 4; ++c) {
        if (o.form.results[c] == no_operand) continue;
        for_lanes(slot<std::uint32_t>(w, o.form.results[c]), m, [&](int l) { return result[c][l]; });
    }
}

namespace {

// sust.p: for an integer the low bits, clamped to the format; for a float its value. Components without a value become
// zero.
void store_formatted(const texel_format& f, char* to, const std::uint32_t* values, int count)
{
    for (int c = 0; c < f.channels; ++c, to += f.channel_bytes) {
        std::uint32_t v = c < count ? values[c] : 0;
        if (f.kind == channel_kind::signed_integer && f.channel_bytes < 4) {
            const std::int32_t most = f.channel_bytes == 1 ? 127 : 32767;
            v = static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(v), -most - 1, most));
        } else if (f.kind == channel_kind::unsigned_integer && f.channel_bytes < 4) {
            v = std::min(v, f.channel_bytes == 1 ? 255u : 65535u);
        } else if (f.kind == channel_kind::floating && f.channel_bytes == 2) {
            // A value beyond the largest finite one is clamped to it. A NaN keeps its sign and its upper bits, even a
            // signalling one. Without upper bits it gets the lowest one.
            const float real = bits_as<float>(v);
            v = real != real ? (v >> 16 & 0x8000) | 0x7c00 | std::max(v >> 13 & 0x3ff, 1u)
                             : half_format::from(real, rounding::zero);
        }
        std::memcpy(to, &v, f.channel_bytes);
    }
}

void report_dropped(warp& w, const instruction& i, int lane, const image& s, bool stores, bool is_row)
{
    const std::string height = std::to_string(s.height), access = stores ? "write" : "read";
    const std::string what = !is_row  ? "a surface write of another shape than that of its array: a GPU drops it"
                             : stores ? "a one-dimensional surface write to an array of height " + height +
                                            ": a GPU drops it and says nothing; make the array with height 0"
                                      : "a one-dimensional surface read of an array of height " + height +
                                            ": a GPU reads zero and says nothing; make the array with height 0";
    add_finding(*w.owner,
                "dropped surface " + access + " " + std::string(w.grid->code->kernel->source->name) + line_of(w, i),
                place_of(w, i, lane) + ": " + what);
}

// The first byte of a surface access, and the size of the surface.
struct surface_place {
    std::int64_t x, y, z; // x in bytes
    std::int64_t width, height, depth;
    std::int64_t total; // bytes of the access
    bool is_layer;      // z is an unsigned number
    bool inside() const { return x >= 0 && x + total <= width && y >= 0 && y < height && z >= 0 && z < depth; }
    // The nearest place inside at a multiple of the size. A surface narrower than the access has none.
    void clamp()
    {
        x = std::clamp<std::int64_t>(x, 0, std::max<std::int64_t>(width - total, 0) / total * total);
        y = std::clamp<std::int64_t>(y, 0, height - 1);
        z = z < 0 && is_layer ? depth - 1 : std::clamp<std::int64_t>(z, 0, depth - 1);
    }
};

// Returns the memory of an access, or null if it reads zero and writes nothing. Accesses that an H200 refuses are
// faults. It tests .trap before the alignment, and moves .clamp after it.
char* surface_memory(warp& w, const instruction& i, int l, const surface_form& form, const image& s, surface_place p)
{
    if (!s.data) return nullptr;
    if (form.mode == surface_form::outside::trap && !p.inside())
        fault(w, i, l, device_error::illegal_address,
              "a surface access outside the surface: byte " + std::to_string(p.x) + " of " + std::to_string(p.width) +
                  ", row " + std::to_string(p.y) + " of " + std::to_string(p.height) + ", slice " +
                  std::to_string(p.z) + " of " + std::to_string(p.depth));
    if (p.x % p.total)
        fault(w, i, l, device_error::misaligned_address,
              "a surface access at byte " + std::to_string(p.x) + ", no multiple of its " + std::to_string(p.total) +
                  " bytes");
    if (form.mode == surface_form::outside::clamp) p.clamp();
    if (!p.inside()) return nullptr;
    // An H200 finds the first slice of a volume under each number of a layer.
    const bool is_volume = s.depth && !s.layered && !s.cubemap;
    const std::int64_t slice = is_volume && p.is_layer ? 0 : p.z;
    return s.data + slice * std::int64_t(s.slice_bytes) + p.y * std::int64_t(s.row_bytes) + p.x;
}

// Whether an access of this shape finds the texels. If not, an H200 reads zero, whatever the place and the mode. Unlike
// a fetch, an access of planes finds volumes and cubes.
bool reaches(const geometry& g, const image& s)
{
    const bool is_volume = s.depth && !s.layered && !s.cubemap, is_rows = s.layered && s.height == 0;
    if (g.dimensions == 3) return is_volume;
    if (g.dimensions == 1 && !g.layered) return s.height == 0; // of rows in layers, the first one
    return is_rows == (g.dimensions == 1);
}

void access_surface(warp& w, const surface_form& form, int l, const image& s, char* p)
{
    if (form.formatted) {
        std::uint32_t values[4] = {};
        for (int k = 0; k < form.count; ++k)
            values[k] = slot<std::uint32_t>(w, form.values[k])[l];
        if (p) store_formatted(s.format, p, values, form.count);
        return;
    }
    for (int k = 0; k < form.count; ++k) {
        const auto size = static_cast<std::size_t>(form.bytes), held = std::max<std::size_t>(size, 2);
        char* lane = slot<char>(w, form.values[k]) + std::size_t(l) * held;
        if (form.stores) {
            if (p) std::memcpy(p + std::size_t(k) * size, lane, size);
        } else {
            std::uint64_t v = 0;
            if (p) std::memcpy(&v, p + std::size_t(k) * size, size);
            std::memcpy(lane, &v, held);
        }
    }
}

} // namespace

void run_surface(warp& w, const instruction& i, std::uint32_t m)
{
    const auto& form = *static_cast<const surface_form*>(i.extra);
    const auto* handle = slot<std::uint64_t>(w, form.handle);
    const auto* layers = form.layer != no_operand ? slot<std::int32_t>(w, form.layer) : nullptr;
    const lane_values coordinates(w, form.coordinates);
    int dropped = -1; // a lane whose write is dropped, or which reads a row of a plane
    const image* of_dropped = nullptr;
    each_lane(m, [&](int l) {
        static const image nothing_bound;
        const image* s = handle[l] ? find_surface(handle[l]) : &nothing_bound;
        if (!s)
            fault(w, i, l, device_error::illegal_address,
                  "a surface access through a handle that is no live surface object");
        check_image(w, i, l, s->data, "a surface access");
        // An access with one coordinate does not reach an array that has a height. An H200 drops such a write without
        // an error, and reads zero in each mode.
        const bool row_of_plane = form.shape.dimensions == 1 && !form.shape.layered && s->height;
        const bool exists = reaches(form.shape, *s);
        const bool is_told = row_of_plane && form.mode != surface_form::outside::zero;
        if (!exists && (form.stores || is_told) && dropped < 0) {
            of_dropped = s;
            if (s->data) dropped = l;
        }
        if (!exists && form.stores) return;
        std::int64_t at[3];
        coordinates.whole(l, at);
        const auto texel_bytes = std::int64_t(s->format.bytes());
        const auto length = [](std::size_t n) { return std::int64_t(std::max<std::size_t>(n, 1)); };
        const surface_place place{form.formatted ? at[0] * texel_bytes : at[0], // .b counts bytes
                                  at[1],
                                  layers ? layers[l] : at[2],
                                  std::int64_t(s->width) * texel_bytes,
                                  length(s->height),
                                  length(s->depth),
                                  form.formatted ? texel_bytes : std::int64_t(form.bytes) * form.count,
                                  layers != nullptr};
        access_surface(w, form, l, *s, exists ? surface_memory(w, i, l, form, *s, place) : nullptr);
    });
    if (dropped >= 0 && w.grid->check.memory)
        report_dropped(w, i, dropped, *of_dropped, form.stores, form.shape.dimensions == 1 && !form.shape.layered);
}

void run_texture_query(warp& w, const instruction& i, std::uint32_t m)
{
    const auto& form = *static_cast<const query_form*>(i.extra);
    const auto* handle = slot<std::uint64_t>(w, form.handle);
    const auto* levels = form.level != no_operand ? slot<std::int32_t>(w, form.level) : nullptr;
    auto* result = slot<std::uint32_t>(w, form.result);
    each_lane(m, [&](int l) {
        const texture* t = form.of_surface ? nullptr : find_texture(handle[l]);
        const image* s = form.of_surface ? find_surface(handle[l]) : t ? &t->source : nullptr;
        if (!s)
            fault(w, i, l, device_error::illegal_address,
                  "a query through a handle that is no live texture or surface object");
        if (t && levels && levels[l] > 0 && std::size_t(levels[l]) < t->levels.size())
            s = &t->levels[std::size_t(levels[l])];
        // As in the header words of an H200, the layers of a layered array count as its next dimension.
        std::size_t v = 0;
        switch (form.query) {
        case texture_query::width:
            v = s->width;
            break;
        case texture_query::height:
            v = s->height ? s->height : s->layered ? s->depth : s->linear_memory ? 0 : !form.of_surface;
            break;
        case texture_query::depth:
            v = s->height == 0 ? 0 : s->cubemap && !form.of_surface ? (s->layered ? s->depth / 6 : 0) : s->depth;
            break;
        }
        result[l] = static_cast<std::uint32_t>(v);
    });
}

} // namespace cuda_emulator
