// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affine values, and the register files of the warps.
namespace {

// The value of an affine register in one lane.
template <class T>
inline T in_lane(T base, T across, T along, int row, int column)
{
    return T(base + across * T(column) + along * T(row));
}
template <class T>
inline T in_lane(T base, T across, T along, int l)
{
    return in_lane(base, across, along, l / ROW, l % ROW);
}

// One element per lane, 0 or all ones. Elements of 32 bits let the loop that writes them use whole vectors: with bytes,
// the number of lanes would limit the vectors of all its operations.
inline u32 gather_mask(const u32* of_lane)
{
#if defined(__AVX512DQ__)
    typedef int words __attribute__((vector_size(64)));
    const words* const v = reinterpret_cast<const words*>(of_lane);
    return u32(__builtin_ia32_cvtd2mask512(v[0])) | u32(__builtin_ia32_cvtd2mask512(v[1])) << 16;
#elif defined(__AVX2__)
    typedef float words __attribute__((vector_size(32)));
    const words* const v = reinterpret_cast<const words*>(of_lane);
    u32 m = 0;
    for (int k = 0; k < 4; ++k)
        m |= u32(__builtin_ia32_movmskps256(v[k])) << 8 * k;
    return m;
#else
    u32 m = 0;
    for (int l = 0; l < lanes; ++l)
        m |= (of_lane[l] & 1) << l;
    return m;
#endif
}

// `put` spills base and strides to the register files. `take` reads them back from one warp, and fails if the values
// are not affine, or not as expected.
template <class T>
inline void put_in_warp(int warp, char* place, T base, T across, T along)
{
    T* const d = reinterpret_cast<T*>(place);
    for (int l = 0; l < lanes; ++l)
        d[l] = in_lane(base, across, along, warp * lanes + l);
}
template <class T>
[[gnu::noinline]] void put(char* const* registers, u32 place, T base, T across, T along)
{
    for (int warp = 0; warp < WARPS; ++warp)
        put_in_warp(warp, registers[warp] + place, base, across, along);
}
template <class T>
void put_span(int first, int last, char* const* registers, u32 place, T base, T across, T along)
{
    for (int warp = first / lanes; warp <= last / lanes; ++warp) {
        T* const d = reinterpret_cast<T*>(registers[warp] + place);
        const int begin = warp == first / lanes ? first % lanes : 0,
                  end = warp == last / lanes ? last % lanes + 1 : lanes;
        for (int l = begin; l < end; ++l)
            d[l] = in_lane(base, across, along, warp * lanes + l);
    }
}
// Where an entry expects an affine register, and the strides that the code behind the entry relies on.
struct affine_place {
    u32 place;
    u8 bytes;
    bool is_uniform, knows_across;
    u64 across;
    bool knows_along;
    u64 along;
};
struct affine_register {
    u64 base, across, along;
};
template <class T>
bool take_one(const char* R, const affine_place& expected, affine_register& found)
{
    const T* const d = reinterpret_cast<const T*>(R + expected.place);
    const bool uniform = expected.is_uniform;
    const T base = d[0], across = uniform || ROW == 1 ? T(0) : T(d[1 % lanes] - d[0]);
    const T along = uniform || ROW >= lanes ? T(0) : T(d[ROW % lanes] - d[0]);
    if (expected.knows_across && across != T(expected.across)) return false;
    if (expected.knows_along && along != T(expected.along)) return false;
    T differs = 0;
    for (int l = 0; l < lanes; ++l)
        differs |= T(d[l] ^ in_lane(base, across, along, l));
    found = {base, across, along};
    return differs == 0;
}
[[gnu::noinline]] bool take(const char* R, const affine_place* places, affine_register* found, int count)
{
    for (int k = 0; k < count; ++k)
        if (!(places[k].bytes == 8   ? take_one<u64>(R, places[k], found[k])
              : places[k].bytes == 4 ? take_one<u32>(R, places[k], found[k])
                                     : take_one<u16>(R, places[k], found[k])))
            return false;
    return true;
}

} // namespace
