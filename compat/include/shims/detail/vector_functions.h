// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of helper_math.h and cutil_math.h on vectors of two to four components.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_VECTOR_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_VECTOR_FUNCTIONS_H

#include <math.h>

#include "vector_operators.h"

typedef unsigned int uint;
typedef unsigned short ushort;

// nvcc has these for the host, too.
#if !defined(__CUDACC__)
inline int max(int a, int b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
    #if !defined(__GLIBC_PREREQ) // glibc 2.42 declares rsqrtf
inline float rsqrtf(float a) { return 1.f / sqrtf(a); }
    #elif !__GLIBC_PREREQ(2, 42)
inline float rsqrtf(float a) { return 1.f / sqrtf(a); }
    #endif
#endif

// From one scalar, from a smaller or larger vector, from another type.
inline __host__ __device__ float2 make_float2(float s) { return make_float2(s, s); }
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float4 make_float4(float s) { return make_float4(s, s, s, s); }
inline __host__ __device__ float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
inline __host__ __device__ float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0); }
inline __host__ __device__ float3 make_float3(float2 a, float z) { return make_float3(a.x, a.y, z); }
inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline __host__ __device__ float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0); }
inline __host__ __device__ float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
inline __host__ __device__ float2 make_float2(int2 a)
{
    return make_float2(static_cast<float>(a.x), static_cast<float>(a.y));
}
inline __host__ __device__ float2 make_float2(uint2 a)
{
    return make_float2(static_cast<float>(a.x), static_cast<float>(a.y));
}
inline __host__ __device__ float3 make_float3(int3 a)
{
    return make_float3(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z));
}
inline __host__ __device__ float3 make_float3(uint3 a)
{
    return make_float3(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z));
}
inline __host__ __device__ float4 make_float4(int4 a)
{
    return make_float4(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z),
                       static_cast<float>(a.w));
}
inline __host__ __device__ float4 make_float4(uint4 a)
{
    return make_float4(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z),
                       static_cast<float>(a.w));
}

inline __host__ __device__ int2 make_int2(int s) { return make_int2(s, s); }
inline __host__ __device__ int3 make_int3(int s) { return make_int3(s, s, s); }
inline __host__ __device__ int4 make_int4(int s) { return make_int4(s, s, s, s); }
inline __host__ __device__ int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
inline __host__ __device__ int3 make_int3(int2 a) { return make_int3(a.x, a.y, 0); }
inline __host__ __device__ int3 make_int3(int2 a, int z) { return make_int3(a.x, a.y, z); }
inline __host__ __device__ int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
inline __host__ __device__ int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
inline __host__ __device__ int4 make_int4(int3 a, int w) { return make_int4(a.x, a.y, a.z, w); }
inline __host__ __device__ int2 make_int2(float2 a) { return make_int2(static_cast<int>(a.x), static_cast<int>(a.y)); }
inline __host__ __device__ int2 make_int2(uint2 a) { return make_int2(static_cast<int>(a.x), static_cast<int>(a.y)); }
inline __host__ __device__ int3 make_int3(float3 a)
{
    return make_int3(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z));
}
inline __host__ __device__ int3 make_int3(uint3 a)
{
    return make_int3(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z));
}
inline __host__ __device__ int4 make_int4(float4 a)
{
    return make_int4(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z), static_cast<int>(a.w));
}
inline __host__ __device__ int4 make_int4(uint4 a)
{
    return make_int4(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z), static_cast<int>(a.w));
}

inline __host__ __device__ uint2 make_uint2(unsigned int s) { return make_uint2(s, s); }
inline __host__ __device__ uint3 make_uint3(unsigned int s) { return make_uint3(s, s, s); }
inline __host__ __device__ uint4 make_uint4(unsigned int s) { return make_uint4(s, s, s, s); }
inline __host__ __device__ uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
inline __host__ __device__ uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, 0); }
inline __host__ __device__ uint3 make_uint3(uint2 a, unsigned int z) { return make_uint3(a.x, a.y, z); }
inline __host__ __device__ uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
inline __host__ __device__ uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
inline __host__ __device__ uint4 make_uint4(uint3 a, unsigned int w) { return make_uint4(a.x, a.y, a.z, w); }
inline __host__ __device__ uint2 make_uint2(float2 a)
{
    return make_uint2(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y));
}
inline __host__ __device__ uint2 make_uint2(int2 a)
{
    return make_uint2(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y));
}
inline __host__ __device__ uint3 make_uint3(float3 a)
{
    return make_uint3(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y), static_cast<unsigned int>(a.z));
}
inline __host__ __device__ uint3 make_uint3(int3 a)
{
    return make_uint3(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y), static_cast<unsigned int>(a.z));
}
inline __host__ __device__ uint4 make_uint4(float4 a)
{
    return make_uint4(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y), static_cast<unsigned int>(a.z),
                      static_cast<unsigned int>(a.w));
}
inline __host__ __device__ uint4 make_uint4(int4 a)
{
    return make_uint4(static_cast<unsigned int>(a.x), static_cast<unsigned int>(a.y), static_cast<unsigned int>(a.z),
                      static_cast<unsigned int>(a.w));
}

// The smaller and the larger, component by component.
inline __host__ __device__ float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
inline __host__ __device__ float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
inline __host__ __device__ float3 fminf(float3 a, float3 b)
{
    return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
inline __host__ __device__ float3 fmaxf(float3 a, float3 b)
{
    return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}
inline __host__ __device__ float4 fminf(float4 a, float4 b)
{
    return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w));
}
inline __host__ __device__ float4 fmaxf(float4 a, float4 b)
{
    return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w));
}
inline __host__ __device__ int2 min(int2 a, int2 b) { return make_int2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
inline __host__ __device__ int2 max(int2 a, int2 b) { return make_int2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
inline __host__ __device__ int3 min(int3 a, int3 b)
{
    return make_int3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
inline __host__ __device__ int3 max(int3 a, int3 b)
{
    return make_int3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
inline __host__ __device__ int4 min(int4 a, int4 b)
{
    return make_int4(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w);
}
inline __host__ __device__ int4 max(int4 a, int4 b)
{
    return make_int4(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z, a.w > b.w ? a.w : b.w);
}
inline __host__ __device__ uint2 min(uint2 a, uint2 b)
{
    return make_uint2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}
inline __host__ __device__ uint2 max(uint2 a, uint2 b)
{
    return make_uint2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}
inline __host__ __device__ uint3 min(uint3 a, uint3 b)
{
    return make_uint3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
inline __host__ __device__ uint3 max(uint3 a, uint3 b)
{
    return make_uint3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
inline __host__ __device__ uint4 min(uint4 a, uint4 b)
{
    return make_uint4(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w);
}
inline __host__ __device__ uint4 max(uint4 a, uint4 b)
{
    return make_uint4(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z, a.w > b.w ? a.w : b.w);
}

//! a at t = 0, b at t = 1, linear in between and beyond.
#if !defined(__cpp_lib_interpolate) // C++20's own is in the global namespace, too, by math.h
inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
#endif
inline __host__ __device__ float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }

//! v, and at least a, and at most b.
inline __host__ __device__ float clamp(float v, float a, float b) { return fmaxf(a, fminf(v, b)); }
inline __host__ __device__ int clamp(int v, int a, int b) { return v < a ? a : v > b ? b : v; }
inline __host__ __device__ unsigned int clamp(unsigned int v, unsigned int a, unsigned int b)
{
    return v < a ? a : v > b ? b : v;
}
inline __host__ __device__ float2 clamp(float2 v, float a, float b)
{
    return make_float2(clamp(v.x, a, b), clamp(v.y, a, b));
}
inline __host__ __device__ float2 clamp(float2 v, float2 a, float2 b)
{
    return make_float2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y));
}
inline __host__ __device__ float3 clamp(float3 v, float a, float b)
{
    return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b));
}
inline __host__ __device__ float3 clamp(float3 v, float3 a, float3 b)
{
    return make_float3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));
}
inline __host__ __device__ float4 clamp(float4 v, float a, float b)
{
    return make_float4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));
}
inline __host__ __device__ float4 clamp(float4 v, float4 a, float4 b)
{
    return make_float4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));
}
inline __host__ __device__ int2 clamp(int2 v, int a, int b) { return make_int2(clamp(v.x, a, b), clamp(v.y, a, b)); }
inline __host__ __device__ int2 clamp(int2 v, int2 a, int2 b)
{
    return make_int2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y));
}
inline __host__ __device__ int3 clamp(int3 v, int a, int b)
{
    return make_int3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b));
}
inline __host__ __device__ int3 clamp(int3 v, int3 a, int3 b)
{
    return make_int3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));
}
inline __host__ __device__ int4 clamp(int4 v, int a, int b)
{
    return make_int4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));
}
inline __host__ __device__ int4 clamp(int4 v, int4 a, int4 b)
{
    return make_int4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));
}
inline __host__ __device__ uint2 clamp(uint2 v, unsigned int a, unsigned int b)
{
    return make_uint2(clamp(v.x, a, b), clamp(v.y, a, b));
}
inline __host__ __device__ uint2 clamp(uint2 v, uint2 a, uint2 b)
{
    return make_uint2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y));
}
inline __host__ __device__ uint3 clamp(uint3 v, unsigned int a, unsigned int b)
{
    return make_uint3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b));
}
inline __host__ __device__ uint3 clamp(uint3 v, uint3 a, uint3 b)
{
    return make_uint3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));
}
inline __host__ __device__ uint4 clamp(uint4 v, unsigned int a, unsigned int b)
{
    return make_uint4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));
}
inline __host__ __device__ uint4 clamp(uint4 v, uint4 a, uint4 b)
{
    return make_uint4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));
}

//! The scalar product.
inline __host__ __device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ unsigned int dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ unsigned int dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ unsigned int dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

//! The Euclidean norm, and the vector of norm 1 in the same direction.
inline __host__ __device__ float length(float2 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float length(float3 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float length(float4 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float2 normalize(float2 v) { return v * rsqrtf(dot(v, v)); }
inline __host__ __device__ float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }
inline __host__ __device__ float4 normalize(float4 v) { return v * rsqrtf(dot(v, v)); }

//! Rounded down, and what is above that.
inline __host__ __device__ float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
inline __host__ __device__ float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
inline __host__ __device__ float4 floorf(float4 v)
{
    return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w));
}
inline __host__ __device__ float fracf(float v) { return v - floorf(v); }
inline __host__ __device__ float2 fracf(float2 v) { return make_float2(fracf(v.x), fracf(v.y)); }
inline __host__ __device__ float3 fracf(float3 v) { return make_float3(fracf(v.x), fracf(v.y), fracf(v.z)); }
inline __host__ __device__ float4 fracf(float4 v)
{
    return make_float4(fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w));
}

//! The remainder of a division that rounds towards zero, and absolute values; component by component.
inline __host__ __device__ float2 fmodf(float2 a, float2 b) { return make_float2(fmodf(a.x, b.x), fmodf(a.y, b.y)); }
inline __host__ __device__ float3 fmodf(float3 a, float3 b)
{
    return make_float3(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z));
}
inline __host__ __device__ float4 fmodf(float4 a, float4 b)
{
    return make_float4(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w));
}
inline __host__ __device__ float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
inline __host__ __device__ float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
inline __host__ __device__ float4 fabs(float4 v) { return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)); }
inline __host__ __device__ int2 abs(int2 v) { return make_int2(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y); }
inline __host__ __device__ int3 abs(int3 v)
{
    return make_int3(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y, v.z < 0 ? -v.z : v.z);
}
inline __host__ __device__ int4 abs(int4 v)
{
    return make_int4(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y, v.z < 0 ? -v.z : v.z, v.w < 0 ? -v.w : v.w);
}

//! i, mirrored at the plane with the normal n, whose length is 1.
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.f * n * dot(n, i); }

//! The vector product.
inline __host__ __device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

//! 0 below a, 1 above b, and 3 y^2 - 2 y^3 in between, where y goes from 0 to 1.
inline __host__ __device__ float smoothstep(float a, float b, float x)
{
    const float y = clamp((x - a) / (b - a), 0.f, 1.f);
    return y * y * (3.f - 2.f * y);
}
inline __host__ __device__ float2 smoothstep(float2 a, float2 b, float2 x)
{
    return make_float2(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y));
}
inline __host__ __device__ float3 smoothstep(float3 a, float3 b, float3 x)
{
    return make_float3(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z));
}
inline __host__ __device__ float4 smoothstep(float4 a, float4 b, float4 x)
{
    return make_float4(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z),
                       smoothstep(a.w, b.w, x.w));
}

#endif
