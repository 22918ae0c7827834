// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sweeps share: texels, coordinates, the launch, and one line a configuration.
//
// A sweep fetches through texture references of one kind, for every element type and every setting of the attributes,
// at coordinates on, between and far outside the texels, and prints a hash of all results per filter mode and kind of
// coordinates. Built with CUDA 11.8 as it is and through compat's two back ends, it must print the same lines. To find
// a difference: `--settings` also prints a hash per setting, `--values` every value.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "facts.h"

namespace sweep {

//! The arguments of a fetch. Each kind of fetch uses some of them. Gradients are x, y, z of dx and dy.
struct coordinates {
    float x, y, z;
    int layer;
    float level;
    float4 dx, dy;
};

//! A fetched texel, padded with zeros.
struct raw {
    unsigned int words[4];
};

template <class T>
__device__ raw as_raw(const T& texel)
{
    union {
        raw result;
        unsigned char bytes[sizeof(raw)];
    };
    result = raw{};
    memcpy(bytes, &texel, sizeof texel);
    return result;
}

template <class Fetch>
__global__ void fetch_all(const coordinates* at, raw* results, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) results[i] = Fetch::fetch(at[i]);
}

//! The verbosity of the output: 0 as recorded, 1 every setting, 2 every value.
inline int& verbosity()
{
    static int level = 0;
    return level;
}

//! A linear congruential generator, which gives the same numbers everywhere.
class generator {
public:
    explicit generator(std::uint64_t seed)
        : state_(seed * 2 + 1)
    {
    }
    unsigned int bits()
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<unsigned int>(state_ >> 32);
    }
    float between(float low, float high) { return low + (high - low) * (static_cast<float>(bits() >> 8) / 16777216.f); }

private:
    std::uint64_t state_;
};

//! Random texels. Floats have any sign and exponents from -12 to 12, so that a sum of two shows how it was rounded.
inline std::vector<unsigned char> texels(std::size_t bytes, const cudaChannelFormatDesc& desc)
{
    std::vector<unsigned char> result(bytes + 3);
    generator random(bytes + static_cast<unsigned>(desc.x) + 64u * static_cast<unsigned>(desc.f));
    for (std::size_t i = 0; i < bytes; i += 4) {
        unsigned int word = random.bits();
        if (desc.f == cudaChannelFormatKindFloat && desc.x == 32)
            word = (word & 0x807fffffu) | ((115u + (random.bits() >> 8) % 25u) << 23);
        std::memcpy(&result[i], &word, 4);
    }
    result.resize(bytes);
    return result;
}

//! Positions along an axis of `n` texels: on, between and beside them, far outside, and NaN.
inline std::vector<float> positions(int n)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const float w = static_cast<float>(n);
    std::vector<float> result = {0.f,
                                 -0.f,
                                 FLT_MIN,
                                 1e-40f,
                                 0.499f,
                                 0.501f,
                                 1.f / 512,
                                 3.f / 512,
                                 1 - 1.f / 512,
                                 1.00195f,
                                 w,
                                 w - 0.5f,
                                 w - 0.001f,
                                 w + 0.001f,
                                 w + 0.25f,
                                 w + 0.5f,
                                 w + 0.75f,
                                 w + 1,
                                 2 * w,
                                 2 * w - 0.5f,
                                 2 * w + 0.3f,
                                 3 * w + 0.7f,
                                 -0.001f,
                                 -0.25f,
                                 -0.5f,
                                 -0.75f,
                                 -1.f,
                                 -1.5f,
                                 -w,
                                 -w - 0.3f,
                                 -2 * w + 0.2f,
                                 1000.5f,
                                 -1000.5f,
                                 32767.3f,
                                 -32768.7f,
                                 65536.5f,
                                 8388608.f,
                                 1e9f,
                                 -1e9f,
                                 1e30f,
                                 -1e30f,
                                 FLT_MAX,
                                 -FLT_MAX,
                                 infinity,
                                 -infinity,
                                 std::numeric_limits<float>::quiet_NaN()};
    for (float x = 0; x <= w; x += 0.25f)
        result.push_back(x);
    return result;
}

//! Points in a space of the given extent: along each axis all positions, and random ones inside and around.
inline std::vector<coordinates> points(int width, int height, int depth, int layers)
{
    std::vector<coordinates> result;
    generator random(static_cast<unsigned>(width + 16 * height + 256 * depth + 4096 * layers));
    const auto around = [&](int n) {
        return n ? random.between(-1.5f * static_cast<float>(n), 2.5f * static_cast<float>(n)) : 0.f;
    };
    const auto inside = [&](int n) { return n ? random.between(0, static_cast<float>(n)) : 0.f; };
    const auto layer = [&] { return layers ? static_cast<int>(random.bits() >> 4) % (layers + 4) - 2 : 0; };
    const auto add = [&](float x, float y, float z) {
        coordinates one{};
        one.x = x;
        one.y = y;
        one.z = z;
        one.layer = layer();
        one.level = random.between(-0.5f, 3.5f);
        for (float4* gradient : {&one.dx, &one.dy})
            *gradient = make_float4(random.between(-2, 2), random.between(-2, 2), random.between(-2, 2), 0);
        result.push_back(one);
    };
    for (float x : positions(width))
        add(x, inside(height), inside(depth));
    if (height)
        for (float y : positions(height))
            add(inside(width), y, inside(depth));
    if (depth)
        for (float z : positions(depth))
            add(inside(width), inside(height), z);
    for (int i = 0; i < 160; i++)
        add(inside(width), inside(height), inside(depth));
    for (int i = 0; i < 96; i++)
        add(around(width), around(height), around(depth));
    return result;
}

//! Directions for cubemaps: axes, edges, corners, random ones, and vectors that are no direction.
inline std::vector<coordinates> directions(int layers)
{
    std::vector<coordinates> result;
    generator random(77);
    const auto add = [&](float x, float y, float z) {
        coordinates one{};
        one.x = x;
        one.y = y;
        one.z = z;
        one.layer = layers ? static_cast<int>(random.bits() >> 4) % (layers + 4) - 2 : 0;
        one.level = random.between(-0.5f, 3.5f);
        for (float4* gradient : {&one.dx, &one.dy})
            *gradient = make_float4(random.between(-2, 2), random.between(-2, 2), random.between(-2, 2), 0);
        result.push_back(one);
    };
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float values[] = {-1.f, 0.f, 1.f, -0.999f, 0.37f, 1e-38f, 1e30f};
    for (float x : values)
        for (float y : values)
            for (float z : values)
                add(x, y, z);
    for (float odd : {infinity, -infinity, nan}) {
        add(odd, 0, 0);
        add(0.5f, odd, 0.1f);
        add(0.1f, 0.2f, odd);
        add(odd, odd, odd);
    }
    for (int i = 0; i < 256; i++)
        add(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    return result;
}

//! The same points with coordinates in [0, 1).
inline std::vector<coordinates> normalised(std::vector<coordinates> all, int width, int height, int depth)
{
    for (coordinates& one : all) {
        one.x /= static_cast<float>(width);
        if (height) one.y /= static_cast<float>(height);
        if (depth) one.z /= static_cast<float>(depth);
    }
    return all;
}

//! FNV-1a.
class hash {
public:
    void add(std::uint64_t word)
    {
        for (int byte = 0; byte < 8; byte++)
            value_ = (value_ ^ (word >> 8 * byte & 255)) * 1099511628211u;
    }
    void add(const std::vector<raw>& results)
    {
        for (const raw& one : results)
            for (int i = 0; i < 4; i += 2)
                add(one.words[i] | static_cast<std::uint64_t>(one.words[i + 1]) << 32);
    }
    unsigned long long value() const { return value_; }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

inline unsigned long long of(const std::vector<raw>& results)
{
    hash all;
    all.add(results);
    return all.value();
}

//! Fetches at every point by a kernel, and returns the hash of the results. An error is printed, and 0 returned. No
//! template, so that the host compiler reads it once and not for each kind of fetch.
using kernel = void(const coordinates*, raw*, int);
inline std::uint64_t fetch_by(kernel* kernel, const std::string& what, const std::vector<coordinates>& at)
{
    const int n = static_cast<int>(at.size());
    coordinates* d_at = nullptr;
    raw* d_results = nullptr;
    cudaMalloc((void**)&d_at, at.size() * sizeof(coordinates));
    cudaMalloc((void**)&d_results, at.size() * sizeof(raw));
    cudaMemcpy(d_at, at.data(), at.size() * sizeof(coordinates), cudaMemcpyHostToDevice);
    cudaMemset(d_results, 0xee, at.size() * sizeof(raw));
    kernel<<<(n + 127) / 128, 128>>>(d_at, d_results, n);
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ran = cudaDeviceSynchronize();
    std::vector<raw> results(at.size());
    cudaMemcpy(results.data(), d_results, at.size() * sizeof(raw), cudaMemcpyDeviceToHost);
    cudaFree(d_at);
    cudaFree(d_results);
    cudaGetLastError();
    if (launched != cudaSuccess || ran != cudaSuccess) {
        std::printf("%s: launched %s, ran %s\n", what.c_str(), cudaGetErrorName(launched), cudaGetErrorName(ran));
        return 0;
    }
    const unsigned long long result = of(results);
    if (verbosity() > 0) std::printf("%s: %016llx of %d\n", what.c_str(), result, n);
    if (verbosity() > 1)
        for (std::size_t i = 0; i < results.size(); i++)
            std::printf("  %.9g %.9g %.9g layer %d level %g: %08x %08x %08x %08x\n", at[i].x, at[i].y, at[i].z,
                        at[i].layer, at[i].level, results[i].words[0], results[i].words[1], results[i].words[2],
                        results[i].words[3]);
    return result;
}

template <class Fetch>
std::uint64_t fetch(const std::string& what, const std::vector<coordinates>& at)
{
    return fetch_by(fetch_all<Fetch>, what, at);
}

//! Prints the error of a bind.
inline bool bound(const std::string& what, cudaError_t error)
{
    if (error == cudaSuccess) return true;
    std::printf("%s: bind %s\n", what.c_str(), cudaGetErrorName(error));
    cudaGetLastError();
    return false;
}

inline const char* name_of(cudaTextureAddressMode mode)
{
    return mode == cudaAddressModeWrap     ? "wrap"
           : mode == cudaAddressModeClamp  ? "clamp"
           : mode == cudaAddressModeMirror ? "mirror"
                                           : "border";
}

constexpr cudaTextureAddressMode address_modes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                                    cudaAddressModeBorder};

//! Calls `visit(what, normalised)`, which returns a hash, for every setting of filter, normalised coordinates and
//! address modes of `dimensions` axes that the reference can have, and prints a line for each filter and kind of
//! coordinates. Integers that are not read as fractions cannot be filtered.
inline void each_setting(const std::string& name, textureReference& reference, int dimensions, bool filterable,
                         const std::function<std::uint64_t(const std::string&, bool)>& visit)
{
    const int combinations = dimensions == 1 ? 4 : dimensions == 2 ? 16 : 64;
    for (int filter = 0; filter <= (filterable ? 1 : 0); filter++)
        for (int normalized = 0; normalized <= 1; normalized++) {
            const std::string start = name + (filter ? " linear" : " point") + (normalized ? " normalised" : " texels");
            hash of_all;
            for (int combination = 0; combination < combinations; combination++) {
                std::string what = start;
                reference.filterMode = filter ? cudaFilterModeLinear : cudaFilterModePoint;
                reference.normalized = normalized;
                for (int axis = 0; axis < dimensions; axis++) {
                    const cudaTextureAddressMode mode = address_modes[combination >> 2 * axis & 3];
                    reference.addressMode[axis] = mode;
                    what += std::string(" ") + name_of(mode);
                }
                of_all.add(visit(what, normalized != 0));
            }
            std::printf("%s: %016llx of %d address modes\n", start.c_str(), of_all.value(), combinations);
        }
    reference.filterMode = cudaFilterModePoint;
    reference.normalized = 0;
    for (int axis = 0; axis < 3; axis++)
        reference.addressMode[axis] = cudaAddressModeClamp;
}

//! Runs run_cases, with an option before the names. The cases share a process. None of their fetches ends in an error.
//! Each sets every effective attribute, binds before it fetches, unbinds, and frees what it bound.
inline int run(int argc, char** argv, const std::vector<oracle_case>& cases)
{
    const bool settings = argc > 1 && std::strcmp(argv[1], "--settings") == 0;
    const bool values = argc > 1 && std::strcmp(argv[1], "--values") == 0;
    verbosity() = values ? 2 : settings ? 1 : 0;
    if (!settings && !values) return run_cases(argc, argv, cases, processes::one);
    argv[1] = argv[0];
    return run_cases(argc - 1, argv + 1, cases, processes::one);
}

} // namespace sweep

// Every element type that texture references take, grouped: X(case, id, element, read mode, can be filtered).
#define SWEEP_ELEMENTS(X)                                                                                              \
    X(char, char_1, char, ElementType, false)                                                                          \
    X(char, char_1s, signed char, ElementType, false)                                                                  \
    X(char, char_x1, char1, ElementType, false)                                                                        \
    X(char, char_2, char2, ElementType, false)                                                                         \
    X(char, char_4, char4, ElementType, false)                                                                         \
    X(char, char_1_normalized, char, NormalizedFloat, true)                                                            \
    X(char, char_1s_normalized, signed char, NormalizedFloat, true)                                                    \
    X(char, char_x1_normalized, char1, NormalizedFloat, true)                                                          \
    X(char, char_2_normalized, char2, NormalizedFloat, true)                                                           \
    X(char, char_4_normalized, char4, NormalizedFloat, true)                                                           \
    X(uchar, uchar_1, unsigned char, ElementType, false)                                                               \
    X(uchar, uchar_x1, uchar1, ElementType, false)                                                                     \
    X(uchar, uchar_2, uchar2, ElementType, false)                                                                      \
    X(uchar, uchar_4, uchar4, ElementType, false)                                                                      \
    X(uchar, uchar_1_normalized, unsigned char, NormalizedFloat, true)                                                 \
    X(uchar, uchar_x1_normalized, uchar1, NormalizedFloat, true)                                                       \
    X(uchar, uchar_2_normalized, uchar2, NormalizedFloat, true)                                                        \
    X(uchar, uchar_4_normalized, uchar4, NormalizedFloat, true)                                                        \
    X(short, short_1, short, ElementType, false)                                                                       \
    X(short, short_x1, short1, ElementType, false)                                                                     \
    X(short, short_2, short2, ElementType, false)                                                                      \
    X(short, short_4, short4, ElementType, false)                                                                      \
    X(short, short_1_normalized, short, NormalizedFloat, true)                                                         \
    X(short, short_x1_normalized, short1, NormalizedFloat, true)                                                       \
    X(short, short_2_normalized, short2, NormalizedFloat, true)                                                        \
    X(short, short_4_normalized, short4, NormalizedFloat, true)                                                        \
    X(ushort, ushort_1, unsigned short, ElementType, false)                                                            \
    X(ushort, ushort_x1, ushort1, ElementType, false)                                                                  \
    X(ushort, ushort_2, ushort2, ElementType, false)                                                                   \
    X(ushort, ushort_4, ushort4, ElementType, false)                                                                   \
    X(ushort, ushort_1_normalized, unsigned short, NormalizedFloat, true)                                              \
    X(ushort, ushort_x1_normalized, ushort1, NormalizedFloat, true)                                                    \
    X(ushort, ushort_2_normalized, ushort2, NormalizedFloat, true)                                                     \
    X(ushort, ushort_4_normalized, ushort4, NormalizedFloat, true)                                                     \
    X(int, int_1, int, ElementType, false)                                                                             \
    X(int, int_x1, int1, ElementType, false)                                                                           \
    X(int, int_2, int2, ElementType, false)                                                                            \
    X(int, int_4, int4, ElementType, false)                                                                            \
    X(uint, uint_1, unsigned int, ElementType, false)                                                                  \
    X(uint, uint_x1, uint1, ElementType, false)                                                                        \
    X(uint, uint_2, uint2, ElementType, false)                                                                         \
    X(uint, uint_4, uint4, ElementType, false)                                                                         \
    X(float, float_1, float, ElementType, true)                                                                        \
    X(float, float_x1, float1, ElementType, true)                                                                      \
    X(float, float_2, float2, ElementType, true)                                                                       \
    X(float, float_4, float4, ElementType, true)

// Some of them, one of each kind, for fetches that only differ in how the level is found.
#define SWEEP_SOME_ELEMENTS(X)                                                                                         \
    X(char, char_2_normalized, char2, NormalizedFloat, true)                                                           \
    X(uchar, uchar_4, uchar4, ElementType, false)                                                                      \
    X(uchar, uchar_4_normalized, uchar4, NormalizedFloat, true)                                                        \
    X(short, short_1, short, ElementType, false)                                                                       \
    X(ushort, ushort_1_normalized, unsigned short, NormalizedFloat, true)                                              \
    X(int, int_2, int2, ElementType, false)                                                                            \
    X(uint, uint_1, unsigned int, ElementType, false)                                                                  \
    X(float, float_1, float, ElementType, true)                                                                        \
    X(float, float_4, float4, ElementType, true)

namespace sweep {
enum group { char_group, uchar_group, short_group, ushort_group, int_group, uint_group, float_group };
} // namespace sweep

// One case for each group of element types.
#define SWEEP_CASES(name, function)                                                                                    \
    {name "_char", function<sweep::char_group>}, {name "_uchar", function<sweep::uchar_group>},                        \
        {name "_short", function<sweep::short_group>}, {name "_ushort", function<sweep::ushort_group>},                \
        {name "_int", function<sweep::int_group>}, {name "_uint", function<sweep::uint_group>},                        \
    {                                                                                                                  \
        name "_float", function<sweep::float_group>                                                                    \
    }
