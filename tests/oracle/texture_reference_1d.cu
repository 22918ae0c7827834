// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one-dimensional texture references do: bindings, attributes, offsets, types, wrong calls. One line a fact.
//
// The same source is built with CUDA 11.8, where texture references are native, and through compat with today's
// toolkit; both must print the same lines. Lines hold no address and no time.
//
// Usage: texture_reference_1d [--list | CASE...]    all cases when none is named; an unknown one exits with status 2

#include <climits>
#include <cmath>

#include "facts.h"

texture<float, 1, cudaReadModeElementType> plain;
texture<float, 1, cudaReadModeElementType> never_bound;
texture<float, 1, cudaReadModeElementType> constructed(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<float, 1, cudaReadModeElementType> overwritten(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<int, 1, cudaReadModeElementType> integers;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
texture<short2, 1, cudaReadModeNormalizedFloat> shorts;
texture<float4, 1, cudaReadModeElementType> quads;
texture<int2, 1, cudaReadModeElementType> doubles;

namespace {

constexpr int texels = 16;
constexpr std::size_t size = texels * sizeof(float);

#define KERNEL(name, coordinate, expression)                                                                           \
    __global__ void name(float* out, const coordinate* at, int n)                                                      \
    {                                                                                                                  \
        const coordinate x = threadIdx.x < n ? at[threadIdx.x] : 0;                                                    \
        if (threadIdx.x < n) out[threadIdx.x] = expression;                                                            \
    }

__device__ float mix(float2 texel) { return texel.x * 10 + texel.y; }
__device__ float mix(float4 texel) { return texel.x + 2 * texel.y + 4 * texel.z + 8 * texel.w; }

KERNEL(fetch_linear, int, tex1Dfetch(plain, x))
KERNEL(fetch_never_bound, int, tex1Dfetch(never_bound, x))
KERNEL(fetch_array, float, tex1D(plain, x))
KERNEL(fetch_constructed, float, tex1D(constructed, x))
KERNEL(fetch_overwritten, float, tex1D(overwritten, x))
KERNEL(fetch_integers, int, (float)tex1Dfetch(integers, x))
KERNEL(fetch_integers_array, float, (float)tex1D(integers, x))
KERNEL(fetch_bytes, int, tex1Dfetch(bytes, x))
KERNEL(fetch_bytes_array, float, tex1D(bytes, x))
KERNEL(fetch_shorts, int, mix(tex1Dfetch(shorts, x)))
KERNEL(fetch_quads, int, mix(tex1Dfetch(quads, x)))
KERNEL(fetch_doubles, int, (float)__hiloint2double(tex1Dfetch(doubles, x).y, tex1Dfetch(doubles, x).x))

float* ramp(int n, float first = 1)
{
    std::vector<float> host(n);
    for (int i = 0; i < n; i++)
        host[i] = first + i;
    float* device;
    cudaMalloc((void**)&device, n * sizeof(float));
    cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    return device;
}

cudaArray* ramp_array(int n, float first = 0)
{
    std::vector<float> host(n);
    for (int i = 0; i < n; i++)
        host[i] = first + i;
    cudaArray* array;
    cudaMallocArray(&array, &plain.channelDesc, n, 1);
    cudaMemcpyToArray(array, 0, 0, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    return array;
}

const std::vector<float> positions = {-1000.5f, -1.f,  -0.5f,    -0.25f,    0.f,      0.25f,    0.499f,
                                      0.5f,     0.75f, 1.f,      1.25f,     7.5f,     15.49f,   15.5f,
                                      15.75f,   16.f,  16.25f,   17.f,      1000.5f,  3.14159f, 1e30f,
                                      -1e30f,   NAN,   INFINITY, -INFINITY, 0.03125f, 0.96875f};

void defaults()
{
    const auto show = [](const char* what, const textureReference& t) {
        std::printf("%s: normalized %d filter %d address %d %d %d desc %d %d %d %d %d sRGB %d\n", what,
                    (int)t.normalized, (int)t.filterMode, (int)t.addressMode[0], (int)t.addressMode[1],
                    (int)t.addressMode[2], t.channelDesc.x, t.channelDesc.y, t.channelDesc.z, t.channelDesc.w,
                    (int)t.channelDesc.f, (int)t.sRGB);
        std::printf("%s: maxAnisotropy %u mipmap %d %g %g %g\n", what, (unsigned)t.maxAnisotropy,
                    (int)t.mipmapFilterMode, (float)t.mipmapLevelBias, (float)t.minMipmapLevelClamp,
                    (float)t.maxMipmapLevelClamp);
    };
    show("defaults", plain);
    show("constructed", constructed);
    show("bytes", bytes);
    show("quads", quads);
}

void linear()
{
    float* data = ramp(texels);
    const std::vector<int> at = {0, 1, 7, 15, 16, 17, 100, 1000, -1, -2, INT_MIN, INT_MAX};
    size_t offset = 99;
    says("linear bind", cudaBindTexture(&offset, plain, data, size));
    std::printf("linear offset %zu\n", offset);
    fetch("linear", fetch_linear, at);
    says("linear bind half", cudaBindTexture(&offset, plain, data, size / 2));
    fetch("linear half", fetch_linear, at);
    says("linear bind odd size", cudaBindTexture(&offset, plain, data, 10));
    fetch("linear odd size", fetch_linear, {0, 1, 2, 3});
    says("linear bind null offset", cudaBindTexture(NULL, plain, data, size));
    says("linear unbind", cudaUnbindTexture(plain));
    cudaFree(data);
}

void attributes_do_not_matter_for_linear_memory()
{
    float* data = ramp(texels);
    plain.normalized = true;
    plain.filterMode = cudaFilterModeLinear;
    plain.addressMode[0] = cudaAddressModeWrap;
    says("linear with attributes", cudaBindTexture(NULL, plain, data, size));
    fetch("linear with attributes", fetch_linear, {0, 1, 15, 16, -1});
    plain.normalized = false;
    plain.filterMode = cudaFilterModePoint;
    plain.addressMode[0] = cudaAddressModeClamp;
    cudaUnbindTexture(plain);
    cudaFree(data);
}

void default_size()
{
    float* data = ramp(1000);
    size_t offset = 99;
    says("default size", cudaBindTexture(&offset, plain, data));
    std::printf("default size offset %zu\n", offset);
    fetch("default size", fetch_linear, {0, 1, 999});
    cudaUnbindTexture(plain);
    cudaFree(data);
}

void large_memory()
{
    // 1.5 GiB: more texels than the 2^27 of the manuals, and more than a 32-bit size.
    const size_t n = size_t(3) << 27;
    float* data;
    if (cudaMalloc((void**)&data, n * sizeof(float)) != cudaSuccess) {
        std::printf("large: no memory\n");
        return;
    }
    cudaMemset(data, 0, n * sizeof(float));
    const float mark = 7;
    const std::vector<int> at = {(1 << 27) - 1, 1 << 27, (1 << 28) - 1, 1 << 28, (3 << 27) - 1};
    for (int i : at)
        cudaMemcpy(data + i, &mark, sizeof mark, cudaMemcpyHostToDevice);
    says("large, default size", cudaBindTexture(NULL, plain, data));
    fetch("large, default size", fetch_linear, at);
    const size_t sizes[] = {(size_t(1) << 27) * 4,
                            (size_t(1) << 27) * 4 + 4,
                            (size_t(1) << 28) * 4,
                            (size_t(1) << 28) * 4 + 4,
                            n * 4,
                            n * 4 + 4,
                            size_t(UINT_MAX) - 1,
                            UINT_MAX,
                            size_t(1) << 33};
    for (size_t one : sizes) {
        const std::string what = "large, size " + std::to_string(one);
        says(what, cudaBindTexture(NULL, plain, data, one));
        fetch(what, fetch_linear, at);
    }
    cudaUnbindTexture(plain);
    cudaFree(data);
}

void sizes_beyond_the_allocation()
{
    float* data = ramp(texels);
    for (size_t one : {size_t(64), size_t(65), size_t(512), size_t(4096), size_t(1) << 20, size_t(1) << 22,
                       size_t(1) << 29, size_t(0), size_t(1), size_t(3), size_t(4)}) {
        const std::string what = "size " + std::to_string(one) + " of 64";
        says(what, cudaBindTexture(NULL, plain, data, one));
        fetch(what, fetch_linear, {0, 1, 15});
    }
    cudaUnbindTexture(plain);
    cudaFree(data);
}

void unaligned()
{
    float* data = ramp(4096);
    for (int shift : {0, 1, 2, 3, 4, 8, 16, 31, 32, 64, 127, 128, 129}) {
        std::string what = "shift " + std::to_string(shift);
        size_t offset = 99;
        says(what, cudaBindTexture(&offset, plain, data + shift, size));
        size_t asked = 99;
        const cudaError_t error = cudaGetTextureAlignmentOffset(&asked, plain);
        std::printf("%s: offset %zu, asked %zu %s\n", what.c_str(), offset, asked, cudaGetErrorName(error));
        fetch(what, fetch_linear, {0, 1, 15, 16, 17, 19, 31, 32, 140});
        what += ", no offset";
        says(what, cudaBindTexture(NULL, plain, data + shift, size));
        fetch(what, fetch_linear, {0, 1, 15, 16});
    }
    size_t offset = 99;
    says("shift 1 byte", cudaBindTexture(&offset, plain, (char*)data + 1, size));
    std::printf("shift 1 byte: offset %zu\n", offset);
    fetch("shift 1 byte", fetch_linear, {0, 1, 15, 16});
    offset = 99;
    says("shift 4 bytes of float4", cudaBindTexture(&offset, quads, data + 1, size));
    std::printf("shift 4 bytes of float4: offset %zu\n", offset);
    fetch("shift 4 bytes of float4", fetch_quads, {0, 1, 3, 4, 5});
    cudaUnbindTexture(plain);
    cudaUnbindTexture(quads);
    cudaFree(data);
}

void alignment_offset()
{
    const auto ask = [](const char* what, const texture<float, 1, cudaReadModeElementType>& t) {
        size_t offset = 99;
        says(what, cudaGetTextureAlignmentOffset(&offset, t));
        std::printf("%s: %zu\n", what, offset);
    };
    ask("alignment offset, never bound", never_bound);
    cudaArray* array = ramp_array(texels);
    says("bind array", cudaBindTextureToArray(plain, array));
    ask("alignment offset of an array", plain);
    says("alignment offset, null", cudaGetTextureAlignmentOffset(NULL, plain));
    cudaUnbindTexture(plain);
    ask("alignment offset, unbound", plain);
    says("alignment offset, unbound, null", cudaGetTextureAlignmentOffset(NULL, plain));
    cudaFreeArray(array);
}

void array_attributes()
{
    cudaArray* array = ramp_array(texels);
    std::vector<float> normalized_positions;
    for (float x : positions)
        normalized_positions.push_back(x / texels);
    for (int normalized : {0, 1})
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
            for (auto address :
                 {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
                plain.normalized = normalized;
                plain.filterMode = filter;
                plain.addressMode[0] = address;
                const std::string what = "array, normalized " + std::to_string(normalized) + " filter " +
                                         std::to_string(filter) + " address " + std::to_string(address);
                says(what, cudaBindTextureToArray(plain, array));
                fetch(what, fetch_array, normalized ? normalized_positions : positions);
            }
    plain.normalized = false;
    plain.filterMode = cudaFilterModePoint;
    plain.addressMode[0] = cudaAddressModeClamp;
    cudaUnbindTexture(plain);
    cudaFreeArray(array);
}

// An attribute written after the bind counts from the next launch on.
void attributes_after_the_bind()
{
    cudaArray* array = ramp_array(texels);
    const std::vector<float> at = {0.75f, 1.f, 1.25f, 3.f, 17.f, -3.f};
    cudaBindTextureToArray(plain, array);
    fetch("as bound", fetch_array, at);
    plain.filterMode = cudaFilterModeLinear;
    fetch("filter set after the bind", fetch_array, at);
    cudaBindTextureToArray(plain, array);
    fetch("filter set, bound again", fetch_array, at);
    plain.addressMode[0] = cudaAddressModeBorder;
    fetch("address mode set after the bind", fetch_array, at);
    plain.filterMode = cudaFilterModePoint;
    fetch("filter set back", fetch_array, at);
    plain.normalized = true;
    fetch("normalized set after the bind", fetch_array, at);
    plain.addressMode[0] = cudaAddressModeWrap;
    fetch("wrap set after the bind", fetch_array, at);
    plain.normalized = false;
    plain.addressMode[0] = cudaAddressModeClamp;
    fetch("all set back", fetch_array, at);
    plain.channelDesc = cudaCreateChannelDesc<int>();
    fetch("descriptor set after the bind", fetch_array, at);
    cudaBindTextureToArray(plain, array);
    fetch("descriptor set, bound again", fetch_array, at);
    plain.channelDesc = cudaCreateChannelDesc<float>();
    cudaUnbindTexture(plain);
    cudaFreeArray(array);
}

void attributes_that_do_not_fit()
{
    cudaArray* array;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &desc, texels, 1);
    says("int array", cudaBindTextureToArray(integers, array));
    fetch("int array", fetch_integers_array, {0.f});
    integers.filterMode = cudaFilterModeLinear;
    fetch("int array, linear filter", fetch_integers_array, {0.f});
    integers.filterMode = cudaFilterModePoint;
    fetch("int array, point filter again", fetch_integers_array, {0.f});
    integers.filterMode = cudaFilterModeLinear;
    says("bind int array, linear filter", cudaBindTextureToArray(integers, array));
    float* data = ramp(texels);
    says("linear memory of integers, linear filter", cudaBindTexture(NULL, integers, data, size));
    fetch("linear memory of integers, linear filter", fetch_integers, {0, 1});
    cudaArray* floats = ramp_array(texels);
    plain.filterMode = (cudaTextureFilterMode)7;
    says("bind with filter mode 7", cudaBindTextureToArray(plain, floats));
    plain.filterMode = cudaFilterModePoint;
    plain.addressMode[0] = (cudaTextureAddressMode)7;
    says("bind with address mode 7", cudaBindTextureToArray(plain, floats));
    bytes.channelDesc = cudaCreateChannelDesc<int>();
    says("bind normalised reads of 32 bits", cudaBindTexture(NULL, bytes, data, size));
}

void constructor_arguments()
{
    cudaArray* array = ramp_array(texels);
    const std::vector<float> at = {0.f, 0.1f, 0.5f, 0.95f, 1.0f, 1.3f, -0.2f};
    cudaBindTextureToArray(constructed, array);
    fetch("constructor arguments", fetch_constructed, at);
    // The program writes the default before the first bind. This counts as a write like any other.
    overwritten.filterMode = cudaFilterModePoint;
    cudaBindTextureToArray(overwritten, array);
    fetch("constructor argument overwritten with the default", fetch_overwritten, at);
    overwritten.normalized = 0;
    cudaBindTextureToArray(overwritten, array);
    fetch("constructor argument overwritten later", fetch_overwritten, at);
    cudaUnbindTexture(constructed);
    cudaUnbindTexture(overwritten);
    cudaFreeArray(array);
}

void unbound()
{
    fetch("never bound", fetch_never_bound, {0, 1, 15});
    float* data = ramp(texels, 100);
    cudaBindTexture(NULL, plain, data, size);
    fetch("bound", fetch_linear, {0, 1, 15});
    says("unbind", cudaUnbindTexture(plain));
    says("unbind again", cudaUnbindTexture(plain));
    says("unbind never bound", cudaUnbindTexture(never_bound));
    cudaFree(data);
}

void fetch_after_unbind()
{
    float* data = ramp(texels, 100);
    cudaBindTexture(NULL, plain, data, size);
    fetch("bound", fetch_linear, {0, 1, 15});
    says("unbind", cudaUnbindTexture(plain));
    fetch("unbound", fetch_linear, {0, 1, 15});
}

// A reference keeps its binding until the next bind. So these fetches are inside of the binding and outside of the
// memory.
void fetch_beyond_the_allocation()
{
    float* data = ramp(texels, 100);
    cudaBindTexture(NULL, plain, data);
    fetch("64 MiB beyond a default bind", fetch_linear, {1 << 24});
}

void fetch_beyond_everything()
{
    float* data = ramp(texels, 100);
    cudaBindTexture(NULL, plain, data);
    fetch("beyond a default bind", fetch_linear, {INT_MAX, INT_MIN, -1, 1 << 30, (1 << 30) - 1});
}

void failed_bind()
{
    float* data = ramp(texels, 100);
    cudaArray* array = ramp_array(texels);
    cudaBindTexture(NULL, plain, data, size);
    says("failing bind", cudaBindTexture(NULL, plain, data + 1, size));
    fetch("after a failing bind", fetch_linear, {0, 1, 15});
    size_t offset = 99;
    says("alignment offset after a failing bind", cudaGetTextureAlignmentOffset(&offset, plain));
    std::printf("alignment offset after a failing bind: %zu\n", offset);
    says("failing array bind", cudaBindTextureToArray(plain, (cudaArray*)NULL));
    fetch("after a failing array bind", fetch_linear, {0, 1, 15});
    says("failing array bind, wrong descriptor", cudaBindTextureToArray(plain, array, cudaCreateChannelDesc<int>()));
    fetch("after a failing array bind, wrong descriptor", fetch_linear, {0, 1, 15});
    cudaUnbindTexture(plain);
    cudaFreeArray(array);
    cudaFree(data);
}

void wrong_memory()
{
    float* data = ramp(texels);
    float* freed = ramp(texels);
    cudaFree(freed);
    float host[texels];
    size_t offset = 99;
    says("bind null", cudaBindTexture(NULL, plain, (float*)NULL, size));
    says("bind null with an offset", cudaBindTexture(&offset, plain, (float*)NULL, size));
    says("bind null, size 0", cudaBindTexture(NULL, plain, (float*)NULL, 0));
    says("bind host memory", cudaBindTexture(&offset, plain, host, size));
    says("bind freed memory", cudaBindTexture(&offset, plain, freed, size));
    std::printf("offset after wrong memory: %zu\n", offset);
    const auto as = [&](const char* what, cudaChannelFormatDesc desc, bool good = false) {
        says(what, cudaBindTexture(NULL, plain, data, desc, size));
        if (good) fetch(what, fetch_linear, {0, 1, 2, 7, 8});
    };
    as("bind float as int", cudaCreateChannelDesc<int>(), true);
    as("bind float as float2", cudaCreateChannelDesc<float2>(), true);
    as("bind float as unsigned char", cudaCreateChannelDesc<unsigned char>(), true);
    as("bind float as half", cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat), true);
    as("bind three channels", cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat));
    as("bind seven bits", cudaCreateChannelDesc(7, 0, 0, 0, cudaChannelFormatKindSigned));
    as("bind sixty-four bits", cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindFloat));
    as("bind mixed widths", cudaCreateChannelDesc(32, 16, 0, 0, cudaChannelFormatKindFloat));
    as("bind no channels", cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone));
    as("bind channels of no kind", cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindNone));
    as("bind second channel only", cudaCreateChannelDesc(0, 32, 0, 0, cudaChannelFormatKindFloat));
    as("bind eight-bit float", cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat));
    says("bind int as normalised bytes", cudaBindTexture(NULL, bytes, data, cudaCreateChannelDesc<int>(), size));
    fetch("bind int as normalised bytes", fetch_bytes, {0, 1, 2});
    says("bind float as normalised bytes", cudaBindTexture(NULL, bytes, data, cudaCreateChannelDesc<float>(), size));
    fetch("bind float as normalised bytes", fetch_bytes, {0, 1, 2});
    plain.sRGB = 1;
    says("bind float with sRGB", cudaBindTexture(NULL, plain, data, size));
    plain.sRGB = 0;
    bytes.sRGB = 1;
    says("bind bytes with sRGB", cudaBindTexture(NULL, bytes, data, size));
    fetch("bind bytes with sRGB", fetch_bytes, {0, 2, 6, 7, 10});
    bytes.sRGB = 0;
    cudaUnbindTexture(plain);
    cudaUnbindTexture(bytes);
    cudaFree(data);
}

void wrong_arrays()
{
    cudaArray* array = ramp_array(texels);
    says("bind null array", cudaBindTextureToArray(plain, (cudaArray*)NULL));
    says("bind null array, descriptor",
         cudaBindTextureToArray(plain, (cudaArray*)NULL, cudaCreateChannelDesc<float>()));
    says("bind float array as int", cudaBindTextureToArray(plain, array, cudaCreateChannelDesc<int>()));
    says("bind float array as float4", cudaBindTextureToArray(plain, array, cudaCreateChannelDesc<float4>()));
    says("bind float array to an int reference", cudaBindTextureToArray(integers, array));
    says("bind float array to a byte reference", cudaBindTextureToArray(bytes, array));
    fetch("bind float array to a byte reference", fetch_bytes_array, {0.f, 1.f, 2.f});
    cudaArray* int_array;
    const cudaChannelFormatDesc int_desc = cudaCreateChannelDesc<int>();
    cudaMallocArray(&int_array, &int_desc, texels, 1);
    plain.filterMode = cudaFilterModeLinear;
    says("bind int array to a float reference, linear filter", cudaBindTextureToArray(plain, int_array));
    plain.filterMode = cudaFilterModePoint;
    says("bind int array to a float reference", cudaBindTextureToArray(plain, int_array));
    says("bind int array to a byte reference", cudaBindTextureToArray(bytes, int_array));
    cudaArray* flat;
    cudaMallocArray(&flat, &plain.channelDesc, texels, 2);
    std::vector<float> rows(2 * texels, 5.f);
    cudaMemcpyToArray(flat, 0, 0, rows.data(), rows.size() * sizeof(float), cudaMemcpyHostToDevice);
    says("bind 2D array", cudaBindTextureToArray(plain, flat));
    plain.addressMode[2] = (cudaTextureAddressMode)7;
    says("bind with address mode 7 in the third dimension", cudaBindTextureToArray(plain, array));
    plain.addressMode[2] = cudaAddressModeClamp;
    plain.normalized = 2;
    says("bind with normalized 2", cudaBindTextureToArray(plain, array));
    fetch("bind with normalized 2", fetch_array, {0.f, 0.5f, 1.f});
    plain.normalized = 0;
    plain.sRGB = 1;
    says("bind float array with sRGB", cudaBindTextureToArray(plain, array));
    plain.sRGB = 0;
    cudaFreeArray(flat);
    cudaFreeArray(int_array);
    cudaFreeArray(array);
    cudaUnbindTexture(plain);
    cudaUnbindTexture(integers);
    cudaUnbindTexture(bytes);
}

// Prints which descriptors of a bind match which descriptor of the reference: a letter for each error.
void descriptors()
{
    float* data = ramp(64);
    std::vector<cudaChannelFormatDesc> all;
    for (auto kind : {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat})
        for (int bits : {8, 16, 32})
            for (int channels : {1, 2, 3, 4})
                all.push_back(cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                                    channels > 3 ? bits : 0, kind));
    const auto letter = [](cudaError_t error) {
        cudaGetLastError();
        return error == cudaSuccess                         ? '+'
               : error == cudaErrorInvalidValue             ? 'v'
               : error == cudaErrorInvalidChannelDescriptor ? 'c'
                                                            : '?';
    };
    // Normalised reads exist for integers of up to 16 bits. attributes_that_do_not_fit tests wider ones.
    const auto sweep = [&](const char* what, auto& reference, int widest, auto bind) {
        const cudaChannelFormatDesc own = reference.channelDesc;
        for (const cudaChannelFormatDesc& mine : all) {
            if (mine.x > widest || (widest < 32 && mine.f == cudaChannelFormatKindFloat)) continue;
            std::string row;
            reference.channelDesc = mine;
            for (const cudaChannelFormatDesc& theirs : all)
                row += letter(bind(reference, theirs));
            std::printf("%s %d %d%s: %s\n", what, (int)mine.f, mine.x,
                        mine.w   ? " x4"
                        : mine.z ? " x3"
                        : mine.y ? " x2"
                                 : "",
                        row.c_str());
        }
        reference.channelDesc = own;
        cudaUnbindTexture(reference);
    };
    sweep("float reference", plain, 32,
          [&](auto& t, const cudaChannelFormatDesc& desc) { return cudaBindTexture(NULL, t, data, desc, size); });
    sweep("byte reference", bytes, 16,
          [&](auto& t, const cudaChannelFormatDesc& desc) { return cudaBindTexture(NULL, t, data, desc, size); });
    cudaArray* array = ramp_array(texels);
    sweep("float reference, float array", plain, 32,
          [&](auto& t, const cudaChannelFormatDesc& desc) { return cudaBindTextureToArray(t, array, desc); });
    cudaFreeArray(array);
    cudaFree(data);
}

void types()
{
    std::vector<unsigned> host(texels);
    for (int i = 0; i < texels; i++)
        host[i] = 0x80ff7f01u * (i + 1) + 0x1234u * i;
    unsigned* data;
    cudaMalloc((void**)&data, size);
    cudaMemcpy(data, host.data(), size, cudaMemcpyHostToDevice);
    says("bytes", cudaBindTexture(NULL, bytes, data, size));
    fetch("bytes", fetch_bytes, {0, 1, 2, 3, 4, 5, 6, 63, 64});
    says("shorts", cudaBindTexture(NULL, shorts, data, size));
    fetch("shorts", fetch_shorts, {0, 1, 2, 3, 15, 16});
    says("quads", cudaBindTexture(NULL, quads, data, size));
    fetch("quads", fetch_quads, {0, 1, 2, 3, 4});
    says("doubles", cudaBindTexture(NULL, doubles, data, size));
    fetch("doubles", fetch_doubles, {0, 1, 2, 7, 8});
    cudaUnbindTexture(bytes);
    cudaUnbindTexture(shorts);
    cudaUnbindTexture(quads);
    cudaUnbindTexture(doubles);
    cudaFree(data);
    cudaArray* array;
    cudaMallocArray(&array, &bytes.channelDesc, texels, 1);
    cudaMemcpyToArray(array, 0, 0, host.data(), texels, cudaMemcpyHostToDevice);
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        bytes.filterMode = filter;
        const std::string what = "bytes of an array, filter " + std::to_string(filter);
        says(what, cudaBindTextureToArray(bytes, array));
        fetch(what, fetch_bytes_array, positions);
    }
    bytes.filterMode = cudaFilterModePoint;
    cudaUnbindTexture(bytes);
    cudaFreeArray(array);
}

void freed_while_bound()
{
    cudaArray* array = ramp_array(texels);
    says("bind", cudaBindTextureToArray(plain, array));
    fetch("bound", fetch_array, {0.f, 1.f});
    says("free while bound", cudaFreeArray(array));
    says("unbind after free", cudaUnbindTexture(plain));
    // A new array may get the old one's handle. The binding must mean the new one's memory.
    for (int round = 1; round < 5; round++) {
        array = ramp_array(texels, 1000.f * round);
        says("bind the next", cudaBindTextureToArray(plain, array));
        fetch("the next", fetch_array, {0.f, 1.f});
        cudaFreeArray(array);
    }
    for (int round = 1; round < 5; round++) {
        float* data = ramp(texels, 100.f * round);
        says("bind the next memory", cudaBindTexture(NULL, plain, data, size));
        fetch("the next memory", fetch_linear, {0, 1});
        cudaFree(data);
    }
    says("unbind", cudaUnbindTexture(plain));
}

void after_reset()
{
    cudaArray* array = ramp_array(texels);
    cudaBindTextureToArray(plain, array);
    fetch("before the reset", fetch_array, {0.f, 1.f});
    says("reset", cudaDeviceReset());
    size_t offset = 99;
    says("alignment offset after the reset", cudaGetTextureAlignmentOffset(&offset, plain));
    std::printf("alignment offset after the reset: %zu\n", offset);
    fetch("after the reset", fetch_linear, {0, 1});
    float* data = ramp(texels, 50);
    says("bind after the reset", cudaBindTexture(NULL, plain, data, size));
    fetch("bound after the reset", fetch_linear, {0, 1});
    cudaUnbindTexture(plain);
    cudaFree(data);
}

} // namespace

int main(int argc, char** argv)
{
    // Some fetches end in sticky errors, one case resets the device, and several need references as they were declared.
    return run_cases(argc, argv,
                     {{"defaults", defaults},
                      {"linear", linear},
                      {"attributes_do_not_matter_for_linear_memory", attributes_do_not_matter_for_linear_memory},
                      {"default_size", default_size},
                      {"large_memory", large_memory},
                      {"sizes_beyond_the_allocation", sizes_beyond_the_allocation},
                      {"unaligned", unaligned},
                      {"alignment_offset", alignment_offset},
                      {"array_attributes", array_attributes},
                      {"attributes_after_the_bind", attributes_after_the_bind},
                      {"attributes_that_do_not_fit", attributes_that_do_not_fit},
                      {"constructor_arguments", constructor_arguments},
                      {"unbound", unbound},
                      {"fetch_after_unbind", fetch_after_unbind},
                      {"fetch_beyond_the_allocation", fetch_beyond_the_allocation},
                      {"fetch_beyond_everything", fetch_beyond_everything},
                      {"failed_bind", failed_bind},
                      {"wrong_memory", wrong_memory},
                      {"wrong_arrays", wrong_arrays},
                      {"descriptors", descriptors},
                      {"types", types},
                      {"freed_while_bound", freed_while_bound},
                      {"after_reset", after_reset}},
                     processes::one_each);
}
