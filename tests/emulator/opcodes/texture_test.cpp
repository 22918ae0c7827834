// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tex, tld4, suld, sust on arrays: every geometry and result type, unfiltered. Filtering has tests of its own.
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

#include <cuda_runtime_api.h>

using namespace opcode_test;

namespace {

struct geometry {
    const char* name;
    int dimensions;
    bool layered;
    unsigned width, height, depth; // depth: also the layers
};
const geometry geometries[] = {{"1d", 1, false, 13, 0, 0},
                               {"2d", 2, false, 13, 5, 0},
                               {"3d", 3, false, 13, 5, 3},
                               {"a1d", 1, true, 13, 0, 3},
                               {"a2d", 2, true, 13, 5, 3}};

u32 texel(unsigned x, unsigned y, unsigned z, unsigned c)
{
    const u32 h = (x + 17 * y + 131 * z + 1009 * c + 1) * 2654435761u;
    return (h & 0x807fffff) | 0x3f000000; // a number of moderate size as a float, too
}

cudaArray_t make_array(const geometry& g, cudaChannelFormatDesc d, unsigned flags)
{
    cudaArray_t a = nullptr;
    cudaMalloc3DArray(&a, &d, cudaExtent{g.width, g.height, g.depth}, flags | (g.layered ? cudaArrayLayered : 0));
    return a;
}

// Four channels of 32 bits, clamped, by coordinates of the array. The object lives until the program ends.
u64 make_texture(const geometry& g, cudaChannelFormatKind kind, bool gather)
{
    cudaArray_t a = make_array(g, cudaCreateChannelDesc(32, 32, 32, 32, kind), gather ? cudaArrayTextureGather : 0);
    const unsigned h = std::max(1u, g.height), z = std::max(1u, g.depth);
    std::vector<u32> data;
    for (unsigned k = 0; k < z; ++k)
        for (unsigned y = 0; y < h; ++y)
            for (unsigned x = 0; x < g.width; ++x)
                for (unsigned c = 0; c < 4; ++c)
                    data.push_back(texel(x, y, k, c));
    cudaMemcpy3DParms p{};
    p.srcPtr = cudaPitchedPtr{data.data(), g.width * 16, g.width, h};
    p.dstArray = a;
    p.extent = cudaExtent{g.width, h, z};
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc t{};
    for (auto& m : t.addressMode)
        m = cudaAddressModeClamp;
    t.filterMode = cudaFilterModePoint;
    t.readMode = cudaReadModeElementType;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &r, &t, nullptr);
    return object;
}

// A line of four channels in linear memory: what tex1Dfetch is for.
u64 make_line(unsigned width, cudaChannelFormatKind kind)
{
    std::vector<u32> data;
    for (unsigned x = 0; x < width; ++x)
        for (unsigned c = 0; c < 4; ++c)
            data.push_back(texel(x, 0, 0, c));
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 32, kind);
    r.res.linear.sizeInBytes = data.size() * 4;
    cudaMalloc(&r.res.linear.devPtr, data.size() * 4);
    cudaMemcpy(r.res.linear.devPtr, data.data(), data.size() * 4, cudaMemcpyHostToDevice);
    cudaTextureDesc t{};
    t.readMode = cudaReadModeElementType;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &r, &t, nullptr);
    return object;
}

u64 make_surface(const geometry& g, int bits, int count)
{
    const int x = bits, y = count > 1 ? bits : 0, z = count > 2 ? bits : 0;
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeArray;
    r.res.array.array =
        make_array(g, cudaCreateChannelDesc(x, y, z, z, cudaChannelFormatKindUnsigned), cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t object = 0;
    cudaCreateSurfaceObject(&object, &r);
    return object;
}

unsigned clamped(s64 v, unsigned n) { return v < 0 ? 0 : v >= s64(n) ? n - 1 : unsigned(v); }

// floor, of a coordinate's bits
s64 whole(u64 bits) { return s64(to_integer(single_format, bits, mode::down, 32, true)); }

const std::vector<u64> integer_coordinates = {0,  1,  2,  3,          4,          5,          7,
                                              12, 13, 14, 0xffffffff, 0xfffffffe, 0x7fffffff, 0x80000000};
// 0, -0.25, -1.5, 0.5, just below 1, 1, 1.5, 2.75, 4.999, 5, 12.5, 12.999, 13, 100
const std::vector<u64> float_coordinates = {0,          0xbe800000, 0xbfc00000, 0x3f000000, 0x3f7fffff,
                                            0x3f800000, 0x3fc00000, 0x40300000, 0x409ff7cf, 0x40a00000,
                                            0x41480000, 0x414ffbe7, 0x41500000, 0x42c80000};

} // namespace

OPCODE_FORMS(texture_fetches)
{
    const std::pair<const char*, cudaChannelFormatKind> types[] = {{"u32", cudaChannelFormatKindUnsigned},
                                                                   {"s32", cudaChannelFormatKindSigned},
                                                                   {"f32", cudaChannelFormatKindFloat}};
    for (const geometry& g : geometries)
        for (auto& [type, channel] : types) {
            const bool line = g.dimensions == 1 && !g.layered;
            const u64 array = make_texture(g, channel, false);
            for (const char* coordinates : {".f32", ".s32", ".s32 of linear memory"}) {
                const bool integer = coordinates[1] == 's', linear = std::strlen(coordinates) > 4;
                if (linear && !line) continue;
                const u64 handle = linear ? make_line(g.width, channel) : array;
                form x;
                const std::string name = std::string("tex.") + g.name + ".v4." + type + std::string(coordinates, 4);
                x.name = name + (coordinates + 4);
                x.results.assign(4, kind::u32);
                x.sources = {kind::u64};
                x.choices = {{handle}};
                if (g.layered) {
                    x.sources.push_back(kind::u32);
                    x.choices.push_back({0, 1, 2, 3, 100});
                }
                for (int k = 0; k < g.dimensions; ++k) {
                    x.sources.push_back(integer ? kind::s32 : kind::f32);
                    x.choices.push_back(integer ? integer_coordinates : float_coordinates);
                }
                const int n = g.dimensions + g.layered;
                std::string at;
                for (int k = 1; k <= (n == 3 ? 4 : n); ++k)
                    at += (k > 1 ? ", %s" : "%s") + std::to_string(std::min(k, n));
                x.text = name + " {%d0, %d1, %d2, %d3}, [%s0, {" + at + "}];";
                x.expected = [=](const u64* in, u64* out) {
                    const unsigned sizes[] = {g.width, std::max(1u, g.height), std::max(1u, g.depth)};
                    unsigned c[3] = {};
                    bool outside = false;
                    auto place = [&](int axis, s64 v) {
                        c[axis] = clamped(v, sizes[axis]);
                        outside |= c[axis] != v;
                    };
                    for (int k = 0; k < g.dimensions; ++k)
                        place(k, integer ? s32(in[1 + g.layered + k]) : whole(in[1 + g.layered + k]));
                    if (g.layered) place(2, s64(in[1]));
                    // Integer coordinates are never clamped: zero is read outside. In one dimension they are for linear
                    // memory, and an H200 finds nothing in an array.
                    const bool nothing = integer && (outside || (line && !linear));
                    for (unsigned k = 0; k < 4; ++k)
                        out[k] = nothing ? 0 : texel(c[0], c[1], c[2], k);
                };
                x.random = 64;
                forms.forms.push_back(x);
            }
        }
}

// One component of the four texels that a linear filter would read: lower left, lower right, upper right, upper left.
OPCODE_FORMS(texture_gathers)
{
    const geometry& g = geometries[1];
    const u64 handle = make_texture(g, cudaChannelFormatKindFloat, true);
    for (unsigned c = 0; c < 4; ++c) {
        form x;
        x.name = std::string("tld4.") + "rgba"[c] + ".2d.v4.f32.f32";
        x.results.assign(4, kind::u32);
        x.sources = {kind::u64, kind::f32, kind::f32};
        // Away from ties: -0.25, 0.75, 1.25, 2.75, 3.9, 4.75, 12.25, 12.75, 100
        const std::vector<u64> at = {0xbe800000, 0x3f400000, 0x3fa00000, 0x40300000, 0x4079999a,
                                     0x40980000, 0x41440000, 0x414c0000, 0x42c80000};
        x.choices = {{handle}, at, at};
        x.text = x.name + " {%d0, %d1, %d2, %d3}, [%s0, {%s1, %s2}];";
        x.expected = [=](const u64* in, u64* out) {
            const format f = single_format;
            const s64 i = whole(subtract(f, in[1], 0x3f000000, mode::nearest)),
                      j = whole(subtract(f, in[2], 0x3f000000, mode::nearest));
            auto t = [&](s64 a, s64 b) { return texel(clamped(a, g.width), clamped(b, g.height), 0, c); };
            out[0] = t(i, j + 1), out[1] = t(i + 1, j + 1), out[2] = t(i + 1, j), out[3] = t(i, j);
        };
        x.random = 64;
        forms.forms.push_back(x);
    }
}

// Each thread writes an element of its own and reads it back; .clamp and .zero read beyond the edge.
OPCODE_FORMS(surface_accesses)
{
    for (const geometry& size : geometries)
        for (int bits : {8, 16, 32})
            for (int count : {1, 2, 4})
                for (const char* outside : {"trap", "clamp", "zero"}) {
                    geometry g = size;
                    g.width = 16, g.height = g.height ? 4 : 0, g.depth = g.depth ? 2 : 0;
                    const unsigned elements = g.width * std::max(1u, g.height) * std::max(1u, g.depth);
                    const u64 handle = make_surface(g, bits, count);
                    const kind k = bits == 8 ? kind::u8 : bits == 16 ? kind::u16 : kind::u32;
                    const std::string tail = std::string(".b.") + g.name +
                                             (count > 1 ? ".v" + std::to_string(count) : "") + ".b" +
                                             std::to_string(bits) + "." + outside;
                    form x;
                    x.name = "sust" + tail;
                    x.covers = {"suld" + tail};
                    x.sources = {kind::u64};
                    x.choices.resize(1 + count);
                    x.choices[0] = {handle};
                    std::string to, from;
                    for (int n = 0; n < count; ++n) {
                        x.sources.push_back(k);
                        x.results.push_back(operand(k, bits == 8 ? 16 : bits));
                        from += (n ? ", %s" : "%s") + std::to_string(n + 1);
                        to += (n ? ", %d" : "%d") + std::to_string(n);
                    }
                    // With .zero and .clamp the read is 16 elements further along x.
                    const bool beyond = std::string(outside) != "trap";
                    std::string at = g.dimensions == 1 ? "%x" : g.dimensions == 2 ? "%x, %y" : "%x, %y, %z, %z";
                    if (g.layered) at = g.dimensions == 1 ? "%z, %x" : "%z, %x, %y, %y";
                    x.text = "{ .reg .b32 %t, %x, %y, %z; .reg .pred %none; mov.u32 %t, %tid.x; and.b32 %x, %t, 15; "
                             "mul.lo.u32 %x, %x, " +
                             std::to_string(bits / 8 * count) + "; shr.u32 %y, %t, 4; and.b32 %y, %y, " +
                             (g.height ? "3" : "0") + "; shr.u32 %z, %t, " + (g.height ? "6" : "4") + ";\n    sust" +
                             tail + " [%s0, {" + at + "}], {" + from + "}; bar.sync 0; membar.gl; " +
                             (beyond ? "add.u32 %x, %x, " + std::to_string(16 * bits / 8 * count) + "; " : "") +
                             "suld" + tail + " {" + to + "}, [%s0, {" + at + "}]; }";
                    x.expected_block = [=](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                        const bool zero = std::string(outside) == "zero", clamp = std::string(outside) == "clamp";
                        for (std::size_t t = 0; t < in.size(); ++t)
                            for (int n = 0; n < count; ++n) // clamped: the last element of the row
                                out[t][n] = zero ? 0 : in[clamp ? t | 15 : t][n + 1] & ((u64{1} << bits) - 1);
                    };
                    x.block = {elements, 1, 1};
                    x.grid = {1, 1, 1};
                    u64 state = elements + bits;
                    for (unsigned t = 0; t < elements; ++t) {
                        row r = {handle};
                        for (int n = 0; n < count; ++n)
                            r.push_back((state = state * 6364136223846793005u + 1442695040888963407u) >> 40 &
                                        ((u64{1} << bits) - 1));
                        x.tuples.push_back(r);
                    }
                    forms.forms.push_back(x);
                }
}
