// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/fetches.h"

#include "execute/texture_access.h"
#include "machine/block.h"
#include "machine/float_value.h"
#include "machine/lanes.h"
#include "record/hash.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

const char* name_of(address_mode m)
{
    switch (m) {
    case address_mode::wrap:
        return "wrap";
    case address_mode::mirror:
        return "mirror";
    case address_mode::border:
        return "border";
    default:
        return "clamp";
    }
}

std::string describe(const texture& t)
{
    const image& s = t.source;
    if (!s.data) return "nothing bound";
    const int dimensions = s.depth && !s.layered ? 3 : s.height ? 2 : 1;
    std::string out = s.linear_memory ? "linear memory" : std::to_string(dimensions) + "D";
    out += " " + std::to_string(s.width);
    if (s.height) out += "x" + std::to_string(s.height);
    if (s.depth) out += "x" + std::to_string(s.depth);
    out += s.layered ? " layered" : "";
    const char kind = s.format.kind == channel_kind::floating         ? 'f'
                      : s.format.kind == channel_kind::signed_integer ? 's'
                                                                      : 'u';
    out += std::string(", ") + kind + std::to_string(8 * s.format.channel_bytes);
    if (s.format.channels > 1) out += "x" + std::to_string(s.format.channels);
    if (!s.linear_memory) {
        out += ", address ";
        for (int k = 0; k < dimensions; ++k)
            out += std::string(k ? "/" : "") + name_of(t.address[k]);
        out += t.linear_filter ? ", filter linear" : ", filter point";
        out += t.normalised_coordinates ? ", normalised coordinates" : ", coordinates in texels";
    }
    out += t.normalised_read ? ", read as fractions" : ", read as elements";
    if (t.srgb) out += ", sRGB";
    if (!t.levels.empty()) out += ", " + std::to_string(t.levels.size()) + " levels";
    return out;
}

// Whether the texel at these coordinates is one of the texture.
bool is_inside(const texture& t, const texture_form& form, const std::uint32_t* at)
{
    const std::size_t size[3] = {t.source.width, t.source.height, t.source.layered ? 0 : t.source.depth};
    for (int k = 0; k < std::min<int>(form.shape.dimensions, 3); ++k) {
        if (!size[k] || form.shape.cube) continue;
        if (form.integer_coordinates) {
            if (at[k] >= size[k]) return false;
            continue;
        }
        const double x = bits_as<float>(at[k]);
        const double most = t.normalised_coordinates ? 1.0 : double(size[k]);
        if (!(x >= 0 && x < most)) return false;
    }
    return true;
}

} // namespace

std::uint64_t block_number(const warp& w)
{
    const dimensions& at = w.owner->index;
    const dimensions& grid = w.grid->grid;
    return at.x + std::uint64_t{grid.x} * (at.y + std::uint64_t{grid.y} * at.z);
}

std::uint32_t thread_number(const warp& w, int lane) { return w.index * warp_size + static_cast<unsigned>(lane); }

void fetch_record::add(warp& w, const instruction& i, std::uint32_t mask, const std::uint32_t (*values)[32])
{
    const auto& form = *static_cast<const texture_form*>(i.extra);
    const auto* handle = slot<std::uint64_t>(w, form.handle);
    const std::uint64_t block = block_number(w);
    std::lock_guard lock(mutex_);
    of_texture* to = nullptr;
    const texture* t = nullptr;
    std::uint64_t last = 0;
    each_lane(mask, [&](int l) {
        if (!to || handle[l] != last) {
            last = handle[l];
            to = &all_[last];
            t = find_texture(last);
            if (!to->fetches) {
                to->description = t ? describe(*t) : "nothing bound";
                to->texels = t ? reinterpret_cast<std::uintptr_t>(t->source.data) : 0;
            }
            to->first_line = to->first_line ? std::min(to->first_line, i.line) : i.line;
        }
        kept_fetch f;
        f.block = block;
        f.thread = thread_number(w, l);
        std::uint64_t hash = mixed(block, f.thread);
        for (int k = 0; k < 3; ++k)
            if (form.coordinates[k] != no_operand) f.at[k] = slot<std::uint32_t>(w, form.coordinates[k])[l];
        for (int c = 0; c < 4; ++c)
            if (form.results[c] != no_operand) hash = mixed(hash, f.value[c] = values[c][l]);
        ++to->fetches;
        to->hash += hash;
        to->outside += t && t->source.data && !is_inside(*t, form, f.at);
        if (!keeps_) return;
        f.texture = last;
        f.step = static_cast<std::uint32_t>(kept_.size());
        f.line = static_cast<std::uint32_t>(i.line);
        f.form = form.shape.dimensions + (form.integer_coordinates ? 16u : 0);
        if (form.layer != no_operand) f.layer = slot<std::uint32_t>(w, form.layer)[l];
        if (kept_.size() < most_kept) {
            kept_.push_back(f);
        } else {
            ++not_kept_;
        }
    });
}

} // namespace cuda_emulator
