// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of helper_math.h and cutil_math.h on vectors of two to four components.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_VECTOR_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_VECTOR_FUNCTIONS_H

#include <math.h>

#include "vector_operators.h"

typedef unsigned int uint;
typedef unsigned short ushort;

// nvcc defines these functions for the host, too.
#if !defined(__CUDACC__)
inline int max(int __a, int __b) { return __a > __b ? __a : __b; }
inline int min(int __a, int __b) { return __a < __b ? __a : __b; }
    #if !defined(__GLIBC_PREREQ) // glibc 2.42 declares rsqrtf
inline float rsqrtf(float __a) { return 1.f / sqrtf(__a); }
    #elif !__GLIBC_PREREQ(2, 42)
inline float rsqrtf(float __a) { return 1.f / sqrtf(__a); }
    #endif
#endif

// Makes a vector from one scalar, from a smaller or larger vector, or from a vector of another type.
inline __host__ __device__ float2 make_float2(float __s) { return make_float2(__s, __s); }
inline __host__ __device__ float3 make_float3(float __s) { return make_float3(__s, __s, __s); }
inline __host__ __device__ float4 make_float4(float __s) { return make_float4(__s, __s, __s, __s); }
inline __host__ __device__ float2 make_float2(float3 __a) { return make_float2(__a.x, __a.y); }
inline __host__ __device__ float3 make_float3(float2 __a) { return make_float3(__a.x, __a.y, 0); }
inline __host__ __device__ float3 make_float3(float2 __a, float z) { return make_float3(__a.x, __a.y, z); }
inline __host__ __device__ float3 make_float3(float4 __a) { return make_float3(__a.x, __a.y, __a.z); }
inline __host__ __device__ float4 make_float4(float3 __a) { return make_float4(__a.x, __a.y, __a.z, 0); }
inline __host__ __device__ float4 make_float4(float3 __a, float w) { return make_float4(__a.x, __a.y, __a.z, w); }
inline __host__ __device__ float2 make_float2(int2 __a)
{
    return make_float2(static_cast<float>(__a.x), static_cast<float>(__a.y));
}
inline __host__ __device__ float2 make_float2(uint2 __a)
{
    return make_float2(static_cast<float>(__a.x), static_cast<float>(__a.y));
}
inline __host__ __device__ float3 make_float3(int3 __a)
{
    return make_float3(static_cast<float>(__a.x), static_cast<float>(__a.y), static_cast<float>(__a.z));
}
inline __host__ __device__ float3 make_float3(uint3 __a)
{
    return make_float3(static_cast<float>(__a.x), static_cast<float>(__a.y), static_cast<float>(__a.z));
}
inline __host__ __device__ float4 make_float4(int4 __a)
{
    return make_float4(static_cast<float>(__a.x), static_cast<float>(__a.y), static_cast<float>(__a.z),
                       static_cast<float>(__a.w));
}
inline __host__ __device__ float4 make_float4(uint4 __a)
{
    return make_float4(static_cast<float>(__a.x), static_cast<float>(__a.y), static_cast<float>(__a.z),
                       static_cast<float>(__a.w));
}

inline __host__ __device__ int2 make_int2(int __s) { return make_int2(__s, __s); }
inline __host__ __device__ int3 make_int3(int __s) { return make_int3(__s, __s, __s); }
inline __host__ __device__ int4 make_int4(int __s) { return make_int4(__s, __s, __s, __s); }
inline __host__ __device__ int2 make_int2(int3 __a) { return make_int2(__a.x, __a.y); }
inline __host__ __device__ int3 make_int3(int2 __a) { return make_int3(__a.x, __a.y, 0); }
inline __host__ __device__ int3 make_int3(int2 __a, int z) { return make_int3(__a.x, __a.y, z); }
inline __host__ __device__ int3 make_int3(int4 __a) { return make_int3(__a.x, __a.y, __a.z); }
inline __host__ __device__ int4 make_int4(int3 __a) { return make_int4(__a.x, __a.y, __a.z, 0); }
inline __host__ __device__ int4 make_int4(int3 __a, int w) { return make_int4(__a.x, __a.y, __a.z, w); }
inline __host__ __device__ int2 make_int2(float2 __a)
{
    return make_int2(static_cast<int>(__a.x), static_cast<int>(__a.y));
}
inline __host__ __device__ int2 make_int2(uint2 __a)
{
    return make_int2(static_cast<int>(__a.x), static_cast<int>(__a.y));
}
inline __host__ __device__ int3 make_int3(float3 __a)
{
    return make_int3(static_cast<int>(__a.x), static_cast<int>(__a.y), static_cast<int>(__a.z));
}
inline __host__ __device__ int3 make_int3(uint3 __a)
{
    return make_int3(static_cast<int>(__a.x), static_cast<int>(__a.y), static_cast<int>(__a.z));
}
inline __host__ __device__ int4 make_int4(float4 __a)
{
    return make_int4(static_cast<int>(__a.x), static_cast<int>(__a.y), static_cast<int>(__a.z),
                     static_cast<int>(__a.w));
}
inline __host__ __device__ int4 make_int4(uint4 __a)
{
    return make_int4(static_cast<int>(__a.x), static_cast<int>(__a.y), static_cast<int>(__a.z),
                     static_cast<int>(__a.w));
}

inline __host__ __device__ uint2 make_uint2(unsigned int __s) { return make_uint2(__s, __s); }
inline __host__ __device__ uint3 make_uint3(unsigned int __s) { return make_uint3(__s, __s, __s); }
inline __host__ __device__ uint4 make_uint4(unsigned int __s) { return make_uint4(__s, __s, __s, __s); }
inline __host__ __device__ uint2 make_uint2(uint3 __a) { return make_uint2(__a.x, __a.y); }
inline __host__ __device__ uint3 make_uint3(uint2 __a) { return make_uint3(__a.x, __a.y, 0); }
inline __host__ __device__ uint3 make_uint3(uint2 __a, unsigned int z) { return make_uint3(__a.x, __a.y, z); }
inline __host__ __device__ uint3 make_uint3(uint4 __a) { return make_uint3(__a.x, __a.y, __a.z); }
inline __host__ __device__ uint4 make_uint4(uint3 __a) { return make_uint4(__a.x, __a.y, __a.z, 0); }
inline __host__ __device__ uint4 make_uint4(uint3 __a, unsigned int w) { return make_uint4(__a.x, __a.y, __a.z, w); }
inline __host__ __device__ uint2 make_uint2(float2 __a)
{
    return make_uint2(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y));
}
inline __host__ __device__ uint2 make_uint2(int2 __a)
{
    return make_uint2(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y));
}
inline __host__ __device__ uint3 make_uint3(float3 __a)
{
    return make_uint3(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y),
                      static_cast<unsigned int>(__a.z));
}
inline __host__ __device__ uint3 make_uint3(int3 __a)
{
    return make_uint3(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y),
                      static_cast<unsigned int>(__a.z));
}
inline __host__ __device__ uint4 make_uint4(float4 __a)
{
    return make_uint4(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y),
                      static_cast<unsigned int>(__a.z), static_cast<unsigned int>(__a.w));
}
inline __host__ __device__ uint4 make_uint4(int4 __a)
{
    return make_uint4(static_cast<unsigned int>(__a.x), static_cast<unsigned int>(__a.y),
                      static_cast<unsigned int>(__a.z), static_cast<unsigned int>(__a.w));
}

// Gives the smaller or the larger of each pair of components.
inline __host__ __device__ float2 fminf(float2 __a, float2 __b)
{
    return make_float2(fminf(__a.x, __b.x), fminf(__a.y, __b.y));
}
inline __host__ __device__ float2 fmaxf(float2 __a, float2 __b)
{
    return make_float2(fmaxf(__a.x, __b.x), fmaxf(__a.y, __b.y));
}
inline __host__ __device__ float3 fminf(float3 __a, float3 __b)
{
    return make_float3(fminf(__a.x, __b.x), fminf(__a.y, __b.y), fminf(__a.z, __b.z));
}
inline __host__ __device__ float3 fmaxf(float3 __a, float3 __b)
{
    return make_float3(fmaxf(__a.x, __b.x), fmaxf(__a.y, __b.y), fmaxf(__a.z, __b.z));
}
inline __host__ __device__ float4 fminf(float4 __a, float4 __b)
{
    return make_float4(fminf(__a.x, __b.x), fminf(__a.y, __b.y), fminf(__a.z, __b.z), fminf(__a.w, __b.w));
}
inline __host__ __device__ float4 fmaxf(float4 __a, float4 __b)
{
    return make_float4(fmaxf(__a.x, __b.x), fmaxf(__a.y, __b.y), fmaxf(__a.z, __b.z), fmaxf(__a.w, __b.w));
}
inline __host__ __device__ int2 min(int2 __a, int2 __b)
{
    return make_int2(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y);
}
inline __host__ __device__ int2 max(int2 __a, int2 __b)
{
    return make_int2(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y);
}
inline __host__ __device__ int3 min(int3 __a, int3 __b)
{
    return make_int3(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y, __a.z < __b.z ? __a.z : __b.z);
}
inline __host__ __device__ int3 max(int3 __a, int3 __b)
{
    return make_int3(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y, __a.z > __b.z ? __a.z : __b.z);
}
inline __host__ __device__ int4 min(int4 __a, int4 __b)
{
    return make_int4(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y, __a.z < __b.z ? __a.z : __b.z,
                     __a.w < __b.w ? __a.w : __b.w);
}
inline __host__ __device__ int4 max(int4 __a, int4 __b)
{
    return make_int4(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y, __a.z > __b.z ? __a.z : __b.z,
                     __a.w > __b.w ? __a.w : __b.w);
}
inline __host__ __device__ uint2 min(uint2 __a, uint2 __b)
{
    return make_uint2(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y);
}
inline __host__ __device__ uint2 max(uint2 __a, uint2 __b)
{
    return make_uint2(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y);
}
inline __host__ __device__ uint3 min(uint3 __a, uint3 __b)
{
    return make_uint3(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y, __a.z < __b.z ? __a.z : __b.z);
}
inline __host__ __device__ uint3 max(uint3 __a, uint3 __b)
{
    return make_uint3(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y, __a.z > __b.z ? __a.z : __b.z);
}
inline __host__ __device__ uint4 min(uint4 __a, uint4 __b)
{
    return make_uint4(__a.x < __b.x ? __a.x : __b.x, __a.y < __b.y ? __a.y : __b.y, __a.z < __b.z ? __a.z : __b.z,
                      __a.w < __b.w ? __a.w : __b.w);
}
inline __host__ __device__ uint4 max(uint4 __a, uint4 __b)
{
    return make_uint4(__a.x > __b.x ? __a.x : __b.x, __a.y > __b.y ? __a.y : __b.y, __a.z > __b.z ? __a.z : __b.z,
                      __a.w > __b.w ? __a.w : __b.w);
}

//! Interpolates linearly between a at t = 0 and b at t = 1, and extrapolates beyond.
#if !defined(__cpp_lib_interpolate) // C++20's own is in the global namespace, too, because of math.h
inline __host__ __device__ float lerp(float __a, float __b, float __t) { return __a + __t * (__b - __a); }
#endif
inline __host__ __device__ float2 lerp(float2 __a, float2 __b, float __t) { return __a + __t * (__b - __a); }
inline __host__ __device__ float3 lerp(float3 __a, float3 __b, float __t) { return __a + __t * (__b - __a); }
inline __host__ __device__ float4 lerp(float4 __a, float4 __b, float __t) { return __a + __t * (__b - __a); }

//! Limits v to the range from a to b.
inline __host__ __device__ float clamp(float __v, float __a, float __b) { return fmaxf(__a, fminf(__v, __b)); }
inline __host__ __device__ int clamp(int __v, int __a, int __b) { return __v < __a ? __a : __v > __b ? __b : __v; }
inline __host__ __device__ unsigned int clamp(unsigned int __v, unsigned int __a, unsigned int __b)
{
    return __v < __a ? __a : __v > __b ? __b : __v;
}
inline __host__ __device__ float2 clamp(float2 __v, float __a, float __b)
{
    return make_float2(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b));
}
inline __host__ __device__ float2 clamp(float2 __v, float2 __a, float2 __b)
{
    return make_float2(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y));
}
inline __host__ __device__ float3 clamp(float3 __v, float __a, float __b)
{
    return make_float3(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b));
}
inline __host__ __device__ float3 clamp(float3 __v, float3 __a, float3 __b)
{
    return make_float3(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z));
}
inline __host__ __device__ float4 clamp(float4 __v, float __a, float __b)
{
    return make_float4(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b), clamp(__v.w, __a, __b));
}
inline __host__ __device__ float4 clamp(float4 __v, float4 __a, float4 __b)
{
    return make_float4(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z),
                       clamp(__v.w, __a.w, __b.w));
}
inline __host__ __device__ int2 clamp(int2 __v, int __a, int __b)
{
    return make_int2(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b));
}
inline __host__ __device__ int2 clamp(int2 __v, int2 __a, int2 __b)
{
    return make_int2(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y));
}
inline __host__ __device__ int3 clamp(int3 __v, int __a, int __b)
{
    return make_int3(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b));
}
inline __host__ __device__ int3 clamp(int3 __v, int3 __a, int3 __b)
{
    return make_int3(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z));
}
inline __host__ __device__ int4 clamp(int4 __v, int __a, int __b)
{
    return make_int4(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b), clamp(__v.w, __a, __b));
}
inline __host__ __device__ int4 clamp(int4 __v, int4 __a, int4 __b)
{
    return make_int4(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z),
                     clamp(__v.w, __a.w, __b.w));
}
inline __host__ __device__ uint2 clamp(uint2 __v, unsigned int __a, unsigned int __b)
{
    return make_uint2(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b));
}
inline __host__ __device__ uint2 clamp(uint2 __v, uint2 __a, uint2 __b)
{
    return make_uint2(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y));
}
inline __host__ __device__ uint3 clamp(uint3 __v, unsigned int __a, unsigned int __b)
{
    return make_uint3(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b));
}
inline __host__ __device__ uint3 clamp(uint3 __v, uint3 __a, uint3 __b)
{
    return make_uint3(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z));
}
inline __host__ __device__ uint4 clamp(uint4 __v, unsigned int __a, unsigned int __b)
{
    return make_uint4(clamp(__v.x, __a, __b), clamp(__v.y, __a, __b), clamp(__v.z, __a, __b), clamp(__v.w, __a, __b));
}
inline __host__ __device__ uint4 clamp(uint4 __v, uint4 __a, uint4 __b)
{
    return make_uint4(clamp(__v.x, __a.x, __b.x), clamp(__v.y, __a.y, __b.y), clamp(__v.z, __a.z, __b.z),
                      clamp(__v.w, __a.w, __b.w));
}

//! Computes the scalar product.
inline __host__ __device__ float dot(float2 __a, float2 __b) { return __a.x * __b.x + __a.y * __b.y; }
inline __host__ __device__ float dot(float3 __a, float3 __b) { return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z; }
inline __host__ __device__ float dot(float4 __a, float4 __b)
{
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w;
}
inline __host__ __device__ int dot(int2 __a, int2 __b) { return __a.x * __b.x + __a.y * __b.y; }
inline __host__ __device__ int dot(int3 __a, int3 __b) { return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z; }
inline __host__ __device__ int dot(int4 __a, int4 __b)
{
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w;
}
inline __host__ __device__ unsigned int dot(uint2 __a, uint2 __b) { return __a.x * __b.x + __a.y * __b.y; }
inline __host__ __device__ unsigned int dot(uint3 __a, uint3 __b)
{
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z;
}
inline __host__ __device__ unsigned int dot(uint4 __a, uint4 __b)
{
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w;
}

//! Computes the Euclidean norm, and the vector of norm 1 in the same direction.
inline __host__ __device__ float length(float2 __v) { return sqrtf(dot(__v, __v)); }
inline __host__ __device__ float length(float3 __v) { return sqrtf(dot(__v, __v)); }
inline __host__ __device__ float length(float4 __v) { return sqrtf(dot(__v, __v)); }
inline __host__ __device__ float2 normalize(float2 __v) { return __v * rsqrtf(dot(__v, __v)); }
inline __host__ __device__ float3 normalize(float3 __v) { return __v * rsqrtf(dot(__v, __v)); }
inline __host__ __device__ float4 normalize(float4 __v) { return __v * rsqrtf(dot(__v, __v)); }

//! Rounds down, and gives the fraction above that.
inline __host__ __device__ float2 floorf(float2 __v) { return make_float2(floorf(__v.x), floorf(__v.y)); }
inline __host__ __device__ float3 floorf(float3 __v)
{
    return make_float3(floorf(__v.x), floorf(__v.y), floorf(__v.z));
}
inline __host__ __device__ float4 floorf(float4 __v)
{
    return make_float4(floorf(__v.x), floorf(__v.y), floorf(__v.z), floorf(__v.w));
}
inline __host__ __device__ float fracf(float __v) { return __v - floorf(__v); }
inline __host__ __device__ float2 fracf(float2 __v) { return make_float2(fracf(__v.x), fracf(__v.y)); }
inline __host__ __device__ float3 fracf(float3 __v) { return make_float3(fracf(__v.x), fracf(__v.y), fracf(__v.z)); }
inline __host__ __device__ float4 fracf(float4 __v)
{
    return make_float4(fracf(__v.x), fracf(__v.y), fracf(__v.z), fracf(__v.w));
}

//! Compute, for each component, the remainder of a division that rounds towards zero, and the absolute value.
inline __host__ __device__ float2 fmodf(float2 __a, float2 __b)
{
    return make_float2(fmodf(__a.x, __b.x), fmodf(__a.y, __b.y));
}
inline __host__ __device__ float3 fmodf(float3 __a, float3 __b)
{
    return make_float3(fmodf(__a.x, __b.x), fmodf(__a.y, __b.y), fmodf(__a.z, __b.z));
}
inline __host__ __device__ float4 fmodf(float4 __a, float4 __b)
{
    return make_float4(fmodf(__a.x, __b.x), fmodf(__a.y, __b.y), fmodf(__a.z, __b.z), fmodf(__a.w, __b.w));
}
inline __host__ __device__ float2 fabs(float2 __v) { return make_float2(fabsf(__v.x), fabsf(__v.y)); }
inline __host__ __device__ float3 fabs(float3 __v) { return make_float3(fabsf(__v.x), fabsf(__v.y), fabsf(__v.z)); }
inline __host__ __device__ float4 fabs(float4 __v)
{
    return make_float4(fabsf(__v.x), fabsf(__v.y), fabsf(__v.z), fabsf(__v.w));
}
inline __host__ __device__ int2 abs(int2 __v)
{
    return make_int2(__v.x < 0 ? -__v.x : __v.x, __v.y < 0 ? -__v.y : __v.y);
}
inline __host__ __device__ int3 abs(int3 __v)
{
    return make_int3(__v.x < 0 ? -__v.x : __v.x, __v.y < 0 ? -__v.y : __v.y, __v.z < 0 ? -__v.z : __v.z);
}
inline __host__ __device__ int4 abs(int4 __v)
{
    return make_int4(__v.x < 0 ? -__v.x : __v.x, __v.y < 0 ? -__v.y : __v.y, __v.z < 0 ? -__v.z : __v.z,
                     __v.w < 0 ? -__v.w : __v.w);
}

//! Mirrors i at the plane whose normal is n. The length of n must be 1.
inline __host__ __device__ float3 reflect(float3 __i, float3 __n) { return __i - 2.f * __n * dot(__n, __i); }

//! Computes the vector product.
inline __host__ __device__ float3 cross(float3 __a, float3 __b)
{
    return make_float3(__a.y * __b.z - __a.z * __b.y, __a.z * __b.x - __a.x * __b.z, __a.x * __b.y - __a.y * __b.x);
}

//! Gives 0 below a, 1 above b, and 3 y^2 - 2 y^3 in between, where y goes from 0 to 1.
inline __host__ __device__ float smoothstep(float __a, float __b, float x)
{
    const float y = clamp((x - __a) / (__b - __a), 0.f, 1.f);
    return y * y * (3.f - 2.f * y);
}
inline __host__ __device__ float2 smoothstep(float2 __a, float2 __b, float2 x)
{
    return make_float2(smoothstep(__a.x, __b.x, x.x), smoothstep(__a.y, __b.y, x.y));
}
inline __host__ __device__ float3 smoothstep(float3 __a, float3 __b, float3 x)
{
    return make_float3(smoothstep(__a.x, __b.x, x.x), smoothstep(__a.y, __b.y, x.y), smoothstep(__a.z, __b.z, x.z));
}
inline __host__ __device__ float4 smoothstep(float4 __a, float4 __b, float4 x)
{
    return make_float4(smoothstep(__a.x, __b.x, x.x), smoothstep(__a.y, __b.y, x.y), smoothstep(__a.z, __b.z, x.z),
                       smoothstep(__a.w, __b.w, x.w));
}

#endif
