// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of helper_math.h and cutil_math.h, on the host and on the device, with numbers whose results are exact
// in float.
#ifndef VECTOR_MATH_H
#define VECTOR_MATH_H

inline __host__ __device__ bool same(float a, float b) { return a == b; }
inline __host__ __device__ bool same(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
inline __host__ __device__ bool same(float3 a, float3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ bool same(float4 a, float4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
inline __host__ __device__ bool same(int a, int b) { return a == b; }
inline __host__ __device__ bool same(int2 a, int2 b) { return a.x == b.x && a.y == b.y; }
inline __host__ __device__ bool same(int3 a, int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ bool same(int4 a, int4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
inline __host__ __device__ bool same(uint a, uint b) { return a == b; }
inline __host__ __device__ bool same(uint2 a, uint2 b) { return a.x == b.x && a.y == b.y; }
inline __host__ __device__ bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ bool same(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
inline __host__ __device__ bool near(float a, float b) { return a - b < 1e-6f && b - a < 1e-6f; }

// The line of the first wrong result; 0 when all are right.
#define RIGHT(...)                                                                                                     \
    if (!same(__VA_ARGS__)) return __LINE__
inline __host__ __device__ int first_wrong_line()
{
    RIGHT(make_float2(7.0f, 20.0f) + make_float2(2.0f, 5.0f), make_float2(9.0f, 25.0f));
    RIGHT(make_float2(7.0f, 20.0f) + 2.f, make_float2(9.0f, 22.0f));
    RIGHT(2.f + make_float2(7.0f, 20.0f), make_float2(9.0f, 22.0f));
    {
        float2 v = make_float2(7.0f, 20.0f);
        v += make_float2(2.0f, 5.0f);
        v += 2.f;
        RIGHT(v, make_float2(11.0f, 27.0f));
    }
    RIGHT(make_float2(7.0f, 20.0f) - make_float2(2.0f, 5.0f), make_float2(5.0f, 15.0f));
    RIGHT(make_float2(7.0f, 20.0f) - 2.f, make_float2(5.0f, 18.0f));
    RIGHT(2.f - make_float2(7.0f, 20.0f), make_float2(-5.0f, -18.0f));
    {
        float2 v = make_float2(7.0f, 20.0f);
        v -= make_float2(2.0f, 5.0f);
        v -= 2.f;
        RIGHT(v, make_float2(3.0f, 13.0f));
    }
    RIGHT(make_float2(7.0f, 20.0f) * make_float2(2.0f, 5.0f), make_float2(14.0f, 100.0f));
    RIGHT(make_float2(7.0f, 20.0f) * 2.f, make_float2(14.0f, 40.0f));
    RIGHT(2.f * make_float2(7.0f, 20.0f), make_float2(14.0f, 40.0f));
    {
        float2 v = make_float2(7.0f, 20.0f);
        v *= make_float2(2.0f, 5.0f);
        v *= 2.f;
        RIGHT(v, make_float2(28.0f, 200.0f));
    }
    RIGHT(make_float2(8.0f, 20.0f) / make_float2(2.0f, 5.0f), make_float2(4.0f, 4.0f));
    RIGHT(make_float2(8.0f, 20.0f) / 2.f, make_float2(4.0f, 10.0f));
    RIGHT(8.f / make_float2(2.0f, 4.0f), make_float2(4.0f, 2.0f));
    {
        float2 v = make_float2(8.0f, 20.0f);
        v /= make_float2(2.0f, 5.0f);
        v /= 2.f;
        RIGHT(v, make_float2(2.0f, 2.0f));
    }
    RIGHT(-make_float2(7.0f, 20.0f), make_float2(-7.0f, -20.0f));
    RIGHT(make_float2(2.f), make_float2(2.0f, 2.0f));
    RIGHT(make_float2(make_int2(7, 20)), make_float2(7.0f, 20.0f));
    RIGHT(make_float2(make_uint2(7u, 20u)), make_float2(7.0f, 20.0f));
    RIGHT(clamp(make_float2(7.0f, 20.0f), 8.f, 20.f), make_float2(8.0f, 20.0f));
    RIGHT(clamp(make_float2(7.0f, 20.0f), make_float2(8.0f, 8.0f), make_float2(20.0f, 20.0f)),
          make_float2(8.0f, 20.0f));
    RIGHT(dot(make_float2(7.0f, 20.0f), make_float2(2.0f, 5.0f)), 114.0f);
    RIGHT(fminf(make_float2(7.0f, 20.0f), make_float2(9.0f, 3.0f)), make_float2(7.0f, 3.0f));
    RIGHT(fmaxf(make_float2(7.0f, 20.0f), make_float2(9.0f, 3.0f)), make_float2(9.0f, 20.0f));
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) + make_float3(2.0f, 5.0f, 3.0f), make_float3(9.0f, 25.0f, 12.0f));
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) + 2.f, make_float3(9.0f, 22.0f, 11.0f));
    RIGHT(2.f + make_float3(7.0f, 20.0f, 9.0f), make_float3(9.0f, 22.0f, 11.0f));
    {
        float3 v = make_float3(7.0f, 20.0f, 9.0f);
        v += make_float3(2.0f, 5.0f, 3.0f);
        v += 2.f;
        RIGHT(v, make_float3(11.0f, 27.0f, 14.0f));
    }
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) - make_float3(2.0f, 5.0f, 3.0f), make_float3(5.0f, 15.0f, 6.0f));
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) - 2.f, make_float3(5.0f, 18.0f, 7.0f));
    RIGHT(2.f - make_float3(7.0f, 20.0f, 9.0f), make_float3(-5.0f, -18.0f, -7.0f));
    {
        float3 v = make_float3(7.0f, 20.0f, 9.0f);
        v -= make_float3(2.0f, 5.0f, 3.0f);
        v -= 2.f;
        RIGHT(v, make_float3(3.0f, 13.0f, 4.0f));
    }
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) * make_float3(2.0f, 5.0f, 3.0f), make_float3(14.0f, 100.0f, 27.0f));
    RIGHT(make_float3(7.0f, 20.0f, 9.0f) * 2.f, make_float3(14.0f, 40.0f, 18.0f));
    RIGHT(2.f * make_float3(7.0f, 20.0f, 9.0f), make_float3(14.0f, 40.0f, 18.0f));
    {
        float3 v = make_float3(7.0f, 20.0f, 9.0f);
        v *= make_float3(2.0f, 5.0f, 3.0f);
        v *= 2.f;
        RIGHT(v, make_float3(28.0f, 200.0f, 54.0f));
    }
    RIGHT(make_float3(8.0f, 20.0f, 9.0f) / make_float3(2.0f, 5.0f, 4.0f), make_float3(4.0f, 4.0f, 2.25f));
    RIGHT(make_float3(8.0f, 20.0f, 9.0f) / 2.f, make_float3(4.0f, 10.0f, 4.5f));
    RIGHT(8.f / make_float3(2.0f, 4.0f, 16.0f), make_float3(4.0f, 2.0f, 0.5f));
    {
        float3 v = make_float3(8.0f, 20.0f, 9.0f);
        v /= make_float3(2.0f, 5.0f, 4.0f);
        v /= 2.f;
        RIGHT(v, make_float3(2.0f, 2.0f, 1.125f));
    }
    RIGHT(-make_float3(7.0f, 20.0f, 9.0f), make_float3(-7.0f, -20.0f, -9.0f));
    RIGHT(make_float3(2.f), make_float3(2.0f, 2.0f, 2.0f));
    RIGHT(make_float3(make_int3(7, 20, 9)), make_float3(7.0f, 20.0f, 9.0f));
    RIGHT(make_float3(make_uint3(7u, 20u, 9u)), make_float3(7.0f, 20.0f, 9.0f));
    RIGHT(clamp(make_float3(7.0f, 20.0f, 9.0f), 8.f, 20.f), make_float3(8.0f, 20.0f, 9.0f));
    RIGHT(clamp(make_float3(7.0f, 20.0f, 9.0f), make_float3(8.0f, 8.0f, 8.0f), make_float3(20.0f, 20.0f, 20.0f)),
          make_float3(8.0f, 20.0f, 9.0f));
    RIGHT(dot(make_float3(7.0f, 20.0f, 9.0f), make_float3(2.0f, 5.0f, 3.0f)), 141.0f);
    RIGHT(fminf(make_float3(7.0f, 20.0f, 9.0f), make_float3(9.0f, 3.0f, 9.0f)), make_float3(7.0f, 3.0f, 9.0f));
    RIGHT(fmaxf(make_float3(7.0f, 20.0f, 9.0f), make_float3(9.0f, 3.0f, 9.0f)), make_float3(9.0f, 20.0f, 9.0f));
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) + make_float4(2.0f, 5.0f, 3.0f, 1.0f),
          make_float4(9.0f, 25.0f, 12.0f, 32.0f));
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) + 2.f, make_float4(9.0f, 22.0f, 11.0f, 33.0f));
    RIGHT(2.f + make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(9.0f, 22.0f, 11.0f, 33.0f));
    {
        float4 v = make_float4(7.0f, 20.0f, 9.0f, 31.0f);
        v += make_float4(2.0f, 5.0f, 3.0f, 1.0f);
        v += 2.f;
        RIGHT(v, make_float4(11.0f, 27.0f, 14.0f, 34.0f));
    }
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) - make_float4(2.0f, 5.0f, 3.0f, 1.0f),
          make_float4(5.0f, 15.0f, 6.0f, 30.0f));
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) - 2.f, make_float4(5.0f, 18.0f, 7.0f, 29.0f));
    RIGHT(2.f - make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(-5.0f, -18.0f, -7.0f, -29.0f));
    {
        float4 v = make_float4(7.0f, 20.0f, 9.0f, 31.0f);
        v -= make_float4(2.0f, 5.0f, 3.0f, 1.0f);
        v -= 2.f;
        RIGHT(v, make_float4(3.0f, 13.0f, 4.0f, 28.0f));
    }
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) * make_float4(2.0f, 5.0f, 3.0f, 1.0f),
          make_float4(14.0f, 100.0f, 27.0f, 31.0f));
    RIGHT(make_float4(7.0f, 20.0f, 9.0f, 31.0f) * 2.f, make_float4(14.0f, 40.0f, 18.0f, 62.0f));
    RIGHT(2.f * make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(14.0f, 40.0f, 18.0f, 62.0f));
    {
        float4 v = make_float4(7.0f, 20.0f, 9.0f, 31.0f);
        v *= make_float4(2.0f, 5.0f, 3.0f, 1.0f);
        v *= 2.f;
        RIGHT(v, make_float4(28.0f, 200.0f, 54.0f, 62.0f));
    }
    RIGHT(make_float4(8.0f, 20.0f, 9.0f, 32.0f) / make_float4(2.0f, 5.0f, 4.0f, 1.0f),
          make_float4(4.0f, 4.0f, 2.25f, 32.0f));
    RIGHT(make_float4(8.0f, 20.0f, 9.0f, 32.0f) / 2.f, make_float4(4.0f, 10.0f, 4.5f, 16.0f));
    RIGHT(8.f / make_float4(2.0f, 4.0f, 16.0f, 1.0f), make_float4(4.0f, 2.0f, 0.5f, 8.0f));
    {
        float4 v = make_float4(8.0f, 20.0f, 9.0f, 32.0f);
        v /= make_float4(2.0f, 5.0f, 4.0f, 1.0f);
        v /= 2.f;
        RIGHT(v, make_float4(2.0f, 2.0f, 1.125f, 16.0f));
    }
    RIGHT(-make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(-7.0f, -20.0f, -9.0f, -31.0f));
    RIGHT(make_float4(2.f), make_float4(2.0f, 2.0f, 2.0f, 2.0f));
    RIGHT(make_float4(make_int4(7, 20, 9, 31)), make_float4(7.0f, 20.0f, 9.0f, 31.0f));
    RIGHT(make_float4(make_uint4(7u, 20u, 9u, 31u)), make_float4(7.0f, 20.0f, 9.0f, 31.0f));
    RIGHT(clamp(make_float4(7.0f, 20.0f, 9.0f, 31.0f), 8.f, 20.f), make_float4(8.0f, 20.0f, 9.0f, 20.0f));
    RIGHT(clamp(make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(8.0f, 8.0f, 8.0f, 8.0f),
                make_float4(20.0f, 20.0f, 20.0f, 20.0f)),
          make_float4(8.0f, 20.0f, 9.0f, 20.0f));
    RIGHT(dot(make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(2.0f, 5.0f, 3.0f, 1.0f)), 172.0f);
    RIGHT(fminf(make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(9.0f, 3.0f, 9.0f, 40.0f)),
          make_float4(7.0f, 3.0f, 9.0f, 31.0f));
    RIGHT(fmaxf(make_float4(7.0f, 20.0f, 9.0f, 31.0f), make_float4(9.0f, 3.0f, 9.0f, 40.0f)),
          make_float4(9.0f, 20.0f, 9.0f, 40.0f));
    RIGHT(make_float2(make_float3(7.0f, 20.0f, 9.0f)), make_float2(7.0f, 20.0f));
    RIGHT(make_float3(make_float2(7.0f, 20.0f)), make_float3(7.0f, 20.0f, 0.0f));
    RIGHT(make_float3(make_float2(7.0f, 20.0f), 9.f), make_float3(7.0f, 20.0f, 9.0f));
    RIGHT(make_float3(make_float4(7.0f, 20.0f, 9.0f, 31.0f)), make_float3(7.0f, 20.0f, 9.0f));
    RIGHT(make_float4(make_float3(7.0f, 20.0f, 9.0f)), make_float4(7.0f, 20.0f, 9.0f, 0.0f));
    RIGHT(make_float4(make_float3(7.0f, 20.0f, 9.0f), 31.f), make_float4(7.0f, 20.0f, 9.0f, 31.0f));
    RIGHT(make_int2(7, 20) + make_int2(2, 5), make_int2(9, 25));
    RIGHT(make_int2(7, 20) + 2, make_int2(9, 22));
    RIGHT(2 + make_int2(7, 20), make_int2(9, 22));
    {
        int2 v = make_int2(7, 20);
        v += make_int2(2, 5);
        v += 2;
        RIGHT(v, make_int2(11, 27));
    }
    RIGHT(make_int2(7, 20) - make_int2(2, 5), make_int2(5, 15));
    RIGHT(make_int2(7, 20) - 2, make_int2(5, 18));
    RIGHT(2 - make_int2(7, 20), make_int2(-5, -18));
    {
        int2 v = make_int2(7, 20);
        v -= make_int2(2, 5);
        v -= 2;
        RIGHT(v, make_int2(3, 13));
    }
    RIGHT(make_int2(7, 20) * make_int2(2, 5), make_int2(14, 100));
    RIGHT(make_int2(7, 20) * 2, make_int2(14, 40));
    RIGHT(2 * make_int2(7, 20), make_int2(14, 40));
    {
        int2 v = make_int2(7, 20);
        v *= make_int2(2, 5);
        v *= 2;
        RIGHT(v, make_int2(28, 200));
    }
    RIGHT(-make_int2(7, 20), make_int2(-7, -20));
    RIGHT(make_int2(2), make_int2(2, 2));
    RIGHT(make_int2(make_float2(7.0f, 20.0f)), make_int2(7, 20));
    RIGHT(make_int2(make_uint2(7u, 20u)), make_int2(7, 20));
    RIGHT(clamp(make_int2(7, 20), 8, 20), make_int2(8, 20));
    RIGHT(clamp(make_int2(7, 20), make_int2(8, 8), make_int2(20, 20)), make_int2(8, 20));
    RIGHT(dot(make_int2(7, 20), make_int2(2, 5)), 114);
    RIGHT(min(make_int2(7, 20), make_int2(9, 3)), make_int2(7, 3));
    RIGHT(max(make_int2(7, 20), make_int2(9, 3)), make_int2(9, 20));
    RIGHT(make_int3(7, 20, 9) + make_int3(2, 5, 3), make_int3(9, 25, 12));
    RIGHT(make_int3(7, 20, 9) + 2, make_int3(9, 22, 11));
    RIGHT(2 + make_int3(7, 20, 9), make_int3(9, 22, 11));
    {
        int3 v = make_int3(7, 20, 9);
        v += make_int3(2, 5, 3);
        v += 2;
        RIGHT(v, make_int3(11, 27, 14));
    }
    RIGHT(make_int3(7, 20, 9) - make_int3(2, 5, 3), make_int3(5, 15, 6));
    RIGHT(make_int3(7, 20, 9) - 2, make_int3(5, 18, 7));
    RIGHT(2 - make_int3(7, 20, 9), make_int3(-5, -18, -7));
    {
        int3 v = make_int3(7, 20, 9);
        v -= make_int3(2, 5, 3);
        v -= 2;
        RIGHT(v, make_int3(3, 13, 4));
    }
    RIGHT(make_int3(7, 20, 9) * make_int3(2, 5, 3), make_int3(14, 100, 27));
    RIGHT(make_int3(7, 20, 9) * 2, make_int3(14, 40, 18));
    RIGHT(2 * make_int3(7, 20, 9), make_int3(14, 40, 18));
    {
        int3 v = make_int3(7, 20, 9);
        v *= make_int3(2, 5, 3);
        v *= 2;
        RIGHT(v, make_int3(28, 200, 54));
    }
    RIGHT(-make_int3(7, 20, 9), make_int3(-7, -20, -9));
    RIGHT(make_int3(2), make_int3(2, 2, 2));
    RIGHT(make_int3(make_float3(7.0f, 20.0f, 9.0f)), make_int3(7, 20, 9));
    RIGHT(make_int3(make_uint3(7u, 20u, 9u)), make_int3(7, 20, 9));
    RIGHT(clamp(make_int3(7, 20, 9), 8, 20), make_int3(8, 20, 9));
    RIGHT(clamp(make_int3(7, 20, 9), make_int3(8, 8, 8), make_int3(20, 20, 20)), make_int3(8, 20, 9));
    RIGHT(dot(make_int3(7, 20, 9), make_int3(2, 5, 3)), 141);
    RIGHT(min(make_int3(7, 20, 9), make_int3(9, 3, 9)), make_int3(7, 3, 9));
    RIGHT(max(make_int3(7, 20, 9), make_int3(9, 3, 9)), make_int3(9, 20, 9));
    RIGHT(make_int4(7, 20, 9, 31) + make_int4(2, 5, 3, 1), make_int4(9, 25, 12, 32));
    RIGHT(make_int4(7, 20, 9, 31) + 2, make_int4(9, 22, 11, 33));
    RIGHT(2 + make_int4(7, 20, 9, 31), make_int4(9, 22, 11, 33));
    {
        int4 v = make_int4(7, 20, 9, 31);
        v += make_int4(2, 5, 3, 1);
        v += 2;
        RIGHT(v, make_int4(11, 27, 14, 34));
    }
    RIGHT(make_int4(7, 20, 9, 31) - make_int4(2, 5, 3, 1), make_int4(5, 15, 6, 30));
    RIGHT(make_int4(7, 20, 9, 31) - 2, make_int4(5, 18, 7, 29));
    RIGHT(2 - make_int4(7, 20, 9, 31), make_int4(-5, -18, -7, -29));
    {
        int4 v = make_int4(7, 20, 9, 31);
        v -= make_int4(2, 5, 3, 1);
        v -= 2;
        RIGHT(v, make_int4(3, 13, 4, 28));
    }
    RIGHT(make_int4(7, 20, 9, 31) * make_int4(2, 5, 3, 1), make_int4(14, 100, 27, 31));
    RIGHT(make_int4(7, 20, 9, 31) * 2, make_int4(14, 40, 18, 62));
    RIGHT(2 * make_int4(7, 20, 9, 31), make_int4(14, 40, 18, 62));
    {
        int4 v = make_int4(7, 20, 9, 31);
        v *= make_int4(2, 5, 3, 1);
        v *= 2;
        RIGHT(v, make_int4(28, 200, 54, 62));
    }
    RIGHT(-make_int4(7, 20, 9, 31), make_int4(-7, -20, -9, -31));
    RIGHT(make_int4(2), make_int4(2, 2, 2, 2));
    RIGHT(make_int4(make_float4(7.0f, 20.0f, 9.0f, 31.0f)), make_int4(7, 20, 9, 31));
    RIGHT(make_int4(make_uint4(7u, 20u, 9u, 31u)), make_int4(7, 20, 9, 31));
    RIGHT(clamp(make_int4(7, 20, 9, 31), 8, 20), make_int4(8, 20, 9, 20));
    RIGHT(clamp(make_int4(7, 20, 9, 31), make_int4(8, 8, 8, 8), make_int4(20, 20, 20, 20)), make_int4(8, 20, 9, 20));
    RIGHT(dot(make_int4(7, 20, 9, 31), make_int4(2, 5, 3, 1)), 172);
    RIGHT(min(make_int4(7, 20, 9, 31), make_int4(9, 3, 9, 40)), make_int4(7, 3, 9, 31));
    RIGHT(max(make_int4(7, 20, 9, 31), make_int4(9, 3, 9, 40)), make_int4(9, 20, 9, 40));
    RIGHT(make_int2(make_int3(7, 20, 9)), make_int2(7, 20));
    RIGHT(make_int3(make_int2(7, 20)), make_int3(7, 20, 0));
    RIGHT(make_int3(make_int2(7, 20), 9), make_int3(7, 20, 9));
    RIGHT(make_int3(make_int4(7, 20, 9, 31)), make_int3(7, 20, 9));
    RIGHT(make_int4(make_int3(7, 20, 9)), make_int4(7, 20, 9, 0));
    RIGHT(make_int4(make_int3(7, 20, 9), 31), make_int4(7, 20, 9, 31));
    RIGHT(make_uint2(7u, 20u) + make_uint2(2u, 5u), make_uint2(9u, 25u));
    RIGHT(make_uint2(7u, 20u) + 2u, make_uint2(9u, 22u));
    RIGHT(2u + make_uint2(7u, 20u), make_uint2(9u, 22u));
    {
        uint2 v = make_uint2(7u, 20u);
        v += make_uint2(2u, 5u);
        v += 2u;
        RIGHT(v, make_uint2(11u, 27u));
    }
    RIGHT(make_uint2(7u, 20u) - make_uint2(2u, 5u), make_uint2(5u, 15u));
    RIGHT(make_uint2(7u, 20u) - 2u, make_uint2(5u, 18u));
    {
        uint2 v = make_uint2(7u, 20u);
        v -= make_uint2(2u, 5u);
        v -= 2u;
        RIGHT(v, make_uint2(3u, 13u));
    }
    RIGHT(make_uint2(7u, 20u) * make_uint2(2u, 5u), make_uint2(14u, 100u));
    RIGHT(make_uint2(7u, 20u) * 2u, make_uint2(14u, 40u));
    RIGHT(2u * make_uint2(7u, 20u), make_uint2(14u, 40u));
    {
        uint2 v = make_uint2(7u, 20u);
        v *= make_uint2(2u, 5u);
        v *= 2u;
        RIGHT(v, make_uint2(28u, 200u));
    }
    RIGHT(make_uint2(2u), make_uint2(2u, 2u));
    RIGHT(make_uint2(make_float2(7.0f, 20.0f)), make_uint2(7u, 20u));
    RIGHT(make_uint2(make_int2(7, 20)), make_uint2(7u, 20u));
    RIGHT(clamp(make_uint2(7u, 20u), 8u, 20u), make_uint2(8u, 20u));
    RIGHT(clamp(make_uint2(7u, 20u), make_uint2(8u, 8u), make_uint2(20u, 20u)), make_uint2(8u, 20u));
    RIGHT(dot(make_uint2(7u, 20u), make_uint2(2u, 5u)), 114u);
    RIGHT(min(make_uint2(7u, 20u), make_uint2(9u, 3u)), make_uint2(7u, 3u));
    RIGHT(max(make_uint2(7u, 20u), make_uint2(9u, 3u)), make_uint2(9u, 20u));
    RIGHT(make_uint3(7u, 20u, 9u) + make_uint3(2u, 5u, 3u), make_uint3(9u, 25u, 12u));
    RIGHT(make_uint3(7u, 20u, 9u) + 2u, make_uint3(9u, 22u, 11u));
    RIGHT(2u + make_uint3(7u, 20u, 9u), make_uint3(9u, 22u, 11u));
    {
        uint3 v = make_uint3(7u, 20u, 9u);
        v += make_uint3(2u, 5u, 3u);
        v += 2u;
        RIGHT(v, make_uint3(11u, 27u, 14u));
    }
    RIGHT(make_uint3(7u, 20u, 9u) - make_uint3(2u, 5u, 3u), make_uint3(5u, 15u, 6u));
    RIGHT(make_uint3(7u, 20u, 9u) - 2u, make_uint3(5u, 18u, 7u));
    {
        uint3 v = make_uint3(7u, 20u, 9u);
        v -= make_uint3(2u, 5u, 3u);
        v -= 2u;
        RIGHT(v, make_uint3(3u, 13u, 4u));
    }
    RIGHT(make_uint3(7u, 20u, 9u) * make_uint3(2u, 5u, 3u), make_uint3(14u, 100u, 27u));
    RIGHT(make_uint3(7u, 20u, 9u) * 2u, make_uint3(14u, 40u, 18u));
    RIGHT(2u * make_uint3(7u, 20u, 9u), make_uint3(14u, 40u, 18u));
    {
        uint3 v = make_uint3(7u, 20u, 9u);
        v *= make_uint3(2u, 5u, 3u);
        v *= 2u;
        RIGHT(v, make_uint3(28u, 200u, 54u));
    }
    RIGHT(make_uint3(2u), make_uint3(2u, 2u, 2u));
    RIGHT(make_uint3(make_float3(7.0f, 20.0f, 9.0f)), make_uint3(7u, 20u, 9u));
    RIGHT(make_uint3(make_int3(7, 20, 9)), make_uint3(7u, 20u, 9u));
    RIGHT(clamp(make_uint3(7u, 20u, 9u), 8u, 20u), make_uint3(8u, 20u, 9u));
    RIGHT(clamp(make_uint3(7u, 20u, 9u), make_uint3(8u, 8u, 8u), make_uint3(20u, 20u, 20u)), make_uint3(8u, 20u, 9u));
    RIGHT(dot(make_uint3(7u, 20u, 9u), make_uint3(2u, 5u, 3u)), 141u);
    RIGHT(min(make_uint3(7u, 20u, 9u), make_uint3(9u, 3u, 9u)), make_uint3(7u, 3u, 9u));
    RIGHT(max(make_uint3(7u, 20u, 9u), make_uint3(9u, 3u, 9u)), make_uint3(9u, 20u, 9u));
    RIGHT(make_uint4(7u, 20u, 9u, 31u) + make_uint4(2u, 5u, 3u, 1u), make_uint4(9u, 25u, 12u, 32u));
    RIGHT(make_uint4(7u, 20u, 9u, 31u) + 2u, make_uint4(9u, 22u, 11u, 33u));
    RIGHT(2u + make_uint4(7u, 20u, 9u, 31u), make_uint4(9u, 22u, 11u, 33u));
    {
        uint4 v = make_uint4(7u, 20u, 9u, 31u);
        v += make_uint4(2u, 5u, 3u, 1u);
        v += 2u;
        RIGHT(v, make_uint4(11u, 27u, 14u, 34u));
    }
    RIGHT(make_uint4(7u, 20u, 9u, 31u) - make_uint4(2u, 5u, 3u, 1u), make_uint4(5u, 15u, 6u, 30u));
    RIGHT(make_uint4(7u, 20u, 9u, 31u) - 2u, make_uint4(5u, 18u, 7u, 29u));
    {
        uint4 v = make_uint4(7u, 20u, 9u, 31u);
        v -= make_uint4(2u, 5u, 3u, 1u);
        v -= 2u;
        RIGHT(v, make_uint4(3u, 13u, 4u, 28u));
    }
    RIGHT(make_uint4(7u, 20u, 9u, 31u) * make_uint4(2u, 5u, 3u, 1u), make_uint4(14u, 100u, 27u, 31u));
    RIGHT(make_uint4(7u, 20u, 9u, 31u) * 2u, make_uint4(14u, 40u, 18u, 62u));
    RIGHT(2u * make_uint4(7u, 20u, 9u, 31u), make_uint4(14u, 40u, 18u, 62u));
    {
        uint4 v = make_uint4(7u, 20u, 9u, 31u);
        v *= make_uint4(2u, 5u, 3u, 1u);
        v *= 2u;
        RIGHT(v, make_uint4(28u, 200u, 54u, 62u));
    }
    RIGHT(make_uint4(2u), make_uint4(2u, 2u, 2u, 2u));
    RIGHT(make_uint4(make_float4(7.0f, 20.0f, 9.0f, 31.0f)), make_uint4(7u, 20u, 9u, 31u));
    RIGHT(make_uint4(make_int4(7, 20, 9, 31)), make_uint4(7u, 20u, 9u, 31u));
    RIGHT(clamp(make_uint4(7u, 20u, 9u, 31u), 8u, 20u), make_uint4(8u, 20u, 9u, 20u));
    RIGHT(clamp(make_uint4(7u, 20u, 9u, 31u), make_uint4(8u, 8u, 8u, 8u), make_uint4(20u, 20u, 20u, 20u)),
          make_uint4(8u, 20u, 9u, 20u));
    RIGHT(dot(make_uint4(7u, 20u, 9u, 31u), make_uint4(2u, 5u, 3u, 1u)), 172u);
    RIGHT(min(make_uint4(7u, 20u, 9u, 31u), make_uint4(9u, 3u, 9u, 40u)), make_uint4(7u, 3u, 9u, 31u));
    RIGHT(max(make_uint4(7u, 20u, 9u, 31u), make_uint4(9u, 3u, 9u, 40u)), make_uint4(9u, 20u, 9u, 40u));
    RIGHT(make_uint2(make_uint3(7u, 20u, 9u)), make_uint2(7u, 20u));
    RIGHT(make_uint3(make_uint2(7u, 20u)), make_uint3(7u, 20u, 0u));
    RIGHT(make_uint3(make_uint2(7u, 20u), 9u), make_uint3(7u, 20u, 9u));
    RIGHT(make_uint3(make_uint4(7u, 20u, 9u, 31u)), make_uint3(7u, 20u, 9u));
    RIGHT(make_uint4(make_uint3(7u, 20u, 9u)), make_uint4(7u, 20u, 9u, 0u));
    RIGHT(make_uint4(make_uint3(7u, 20u, 9u), 31u), make_uint4(7u, 20u, 9u, 31u));
    RIGHT(lerp(make_float2(1.0f, 2.0f), make_float2(3.0f, 6.0f), 0.25f), make_float2(1.5f, 3.0f));
    RIGHT(floorf(make_float2(1.5f, -1.5f)), make_float2(1.0f, -2.0f));
    RIGHT(fracf(make_float2(1.5f, -1.5f)), make_float2(0.5f, 0.5f));
    RIGHT(fmodf(make_float2(7.5f, -7.5f), make_float2(2.0f, 2.0f)), make_float2(1.5f, -1.5f));
    RIGHT(fabs(make_float2(1.5f, -1.5f)), make_float2(1.5f, 1.5f));
    RIGHT(abs(make_int2(1, -5)), make_int2(1, 5));
    RIGHT(smoothstep(make_float2(0.0f, 0.0f), make_float2(4.0f, 4.0f), make_float2(-1.0f, 1.0f)),
          make_float2(0.0f, 0.15625f));
    RIGHT(lerp(make_float3(1.0f, 2.0f, 3.0f), make_float3(3.0f, 6.0f, 3.0f), 0.25f), make_float3(1.5f, 3.0f, 3.0f));
    RIGHT(floorf(make_float3(1.5f, -1.5f, 2.0f)), make_float3(1.0f, -2.0f, 2.0f));
    RIGHT(fracf(make_float3(1.5f, -1.5f, 2.0f)), make_float3(0.5f, 0.5f, 0.0f));
    RIGHT(fmodf(make_float3(7.5f, -7.5f, 8.0f), make_float3(2.0f, 2.0f, 4.0f)), make_float3(1.5f, -1.5f, 0.0f));
    RIGHT(fabs(make_float3(1.5f, -1.5f, 2.0f)), make_float3(1.5f, 1.5f, 2.0f));
    RIGHT(abs(make_int3(1, -5, -7)), make_int3(1, 5, 7));
    RIGHT(smoothstep(make_float3(0.0f, 0.0f, 0.0f), make_float3(4.0f, 4.0f, 4.0f), make_float3(-1.0f, 1.0f, 2.0f)),
          make_float3(0.0f, 0.15625f, 0.5f));
    RIGHT(lerp(make_float4(1.0f, 2.0f, 3.0f, 4.0f), make_float4(3.0f, 6.0f, 3.0f, -4.0f), 0.25f),
          make_float4(1.5f, 3.0f, 3.0f, 2.0f));
    RIGHT(floorf(make_float4(1.5f, -1.5f, 2.0f, -0.25f)), make_float4(1.0f, -2.0f, 2.0f, -1.0f));
    RIGHT(fracf(make_float4(1.5f, -1.5f, 2.0f, -0.25f)), make_float4(0.5f, 0.5f, 0.0f, 0.75f));
    RIGHT(fmodf(make_float4(7.5f, -7.5f, 8.0f, 1.0f), make_float4(2.0f, 2.0f, 4.0f, 3.0f)),
          make_float4(1.5f, -1.5f, 0.0f, 1.0f));
    RIGHT(fabs(make_float4(1.5f, -1.5f, 2.0f, -0.25f)), make_float4(1.5f, 1.5f, 2.0f, 0.25f));
    RIGHT(abs(make_int4(1, -5, -7, 0)), make_int4(1, 5, 7, 0));
    RIGHT(smoothstep(make_float4(0.0f, 0.0f, 0.0f, 0.0f), make_float4(4.0f, 4.0f, 4.0f, 4.0f),
                     make_float4(-1.0f, 1.0f, 2.0f, 9.0f)),
          make_float4(0.0f, 0.15625f, 0.5f, 1.0f));
    RIGHT(lerp(1.f, 3.f, 0.25f), 1.5f);
    RIGHT(clamp(5.f, 1.f, 3.f), 3.f);
    RIGHT(clamp(-5, 1, 3), 1);
    RIGHT(clamp(5u, 1u, 7u), 5u);
    RIGHT(fracf(-1.25f), 0.75f);
    RIGHT(smoothstep(0.f, 4.f, 1.f), 0.15625f);
    RIGHT(length(make_float2(3.f, 4.f)), 5.f);
    RIGHT(length(make_float3(2.f, 3.f, 6.f)), 7.f);
    RIGHT(length(make_float4(2.f, 4.f, 5.f, 6.f)), 9.f);
    if (!near(normalize(make_float2(3.f, 4.f)).y, 0.8f)) return __LINE__;
    if (!near(normalize(make_float3(2.f, 3.f, 6.f)).x, 2 / 7.f)) return __LINE__;
    if (!near(normalize(make_float4(2.f, 4.f, 5.f, 6.f)).w, 6 / 9.f)) return __LINE__;
    RIGHT(cross(make_float3(1.f, 2.f, 3.f), make_float3(4.f, 5.f, 7.f)), make_float3(-1.f, 5.f, -3.f));
    RIGHT(reflect(make_float3(1.f, -2.f, 3.f), make_float3(0.f, 1.f, 0.f)), make_float3(1.f, 2.f, 3.f));
    RIGHT(2 * make_float3(1.f), make_float3(2.f));    // an int scalar
    RIGHT(make_float3(1.f) / 2.0, make_float3(0.5f)); // and a double
    return 0;
}

#endif
