// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defects in accesses of shared memory whose addresses are not affine. The argument names the defect; "none" runs all
// kernels without one. Earlier accesses of the kernels are such accesses too, so that their record matters.
#include <cstdio>
#include <cstring>

constexpr unsigned threads = 256;

__device__ unsigned permuted(unsigned t) { return t * 53 + 7 & threads - 1; }

// One thread's element lies past the array, or between two elements.
__global__ void bounds(const unsigned* index, unsigned* out, unsigned load, unsigned store)
{
    __shared__ unsigned char bytes[4 * threads];
    const unsigned t = threadIdx.x, mine = 4 * index[t];
    *reinterpret_cast<unsigned*>(bytes + mine + (t == 77 ? store : 0)) = t;
    __syncthreads();
    out[t] = *reinterpret_cast<unsigned*>(bytes + mine + (t == 77 ? load : 0));
}

// A thread of another warp, or of the same one, stores to another thread's element, or loads it.
__global__ void races(const unsigned* index, unsigned* out, unsigned stores, unsigned loads, unsigned other)
{
    __shared__ unsigned s[threads], before[threads];
    const unsigned t = threadIdx.x, mine = index[t];
    before[mine] = t;
    s[mine] = before[mine] * 5;
    const unsigned to = t == 40 ? index[t + other] : mine;
    if (stores) { s[to] = t; }
    unsigned v = s[mine];
    if (loads) { v += s[to]; }
    __syncthreads();
    out[t] = s[t] + v;
}

// A thread loads other threads' elements, which they store afterwards. A silent store is no race with a load.
__global__ void late(const unsigned* index, unsigned* out, unsigned changes, unsigned barrier)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x, mine = index[t];
    s[mine] = mine;
    s[mine] = s[mine]; // silent
    __syncthreads();
    const unsigned next = s[index[mine]];
    if (barrier) __syncthreads();
    s[mine] = mine + changes;
    s[mine] = mine + 2 * changes;
    __syncthreads();
    out[t] = s[mine] + next;
}

// A thread stores to its element, and loads one that another thread stores to. A silent store is no race with a load.
__global__ void early(const unsigned* index, unsigned* out, unsigned changes, unsigned barrier)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x, mine = index[t];
    s[mine] = mine;
    __syncthreads();
    s[mine] = mine + changes;
    if (barrier) __syncthreads();
    out[t] = s[index[mine]];
}

// An affine access and others race.
__global__ void mixed(const unsigned* index, unsigned* out, unsigned affine_first, unsigned barrier)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x, mine = index[t];
    s[affine_first ? t : mine] = t;
    if (barrier) __syncthreads();
    if (affine_first) {
        out[t] = s[mine];
    } else {
        out[t] = s[t];
    }
}

// Two threads store to one element, the same value or another.
__global__ void same_element(const unsigned* index, unsigned* out, unsigned differs, unsigned distance)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x;
    s[index[t]] = 0;
    __syncthreads();
    s[index[t == 3 ? 3 + distance : t]] = differs ? t : 7;
    __syncthreads();
    out[t] = s[t];
}

// One element is never written. Its value is used, or only loaded.
__global__ void unwritten(const unsigned* index, unsigned* out, unsigned skipped, unsigned uses)
{
    __shared__ unsigned s[threads + 1];
    const unsigned t = threadIdx.x;
    s[index[t] + (index[t] >= skipped)] = t;
    __syncthreads();
    const unsigned v = s[index[t] + 1];
    out[t] = uses || index[t] + 1 != skipped ? v : 0;
}

// More accesses between two barriers than whole-block code lists, before a race.
__global__ void many(const unsigned* index, unsigned* out, unsigned rounds, unsigned defect)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x;
    s[t] = index[t];
    __syncthreads();
    unsigned at = t, sum = 0;
    for (unsigned k = 0; k < rounds; ++k) {
        at = s[at];
        sum += at * k;
    }
    if (!defect) __syncthreads();
    s[index[t]] = sum % threads;
    __syncthreads();
    out[t] = s[t];
}

// Rows of eight elements fill each other's gaps, at places that only the kernel's run shows. A thread loads an element
// of another row, of another length of rows, or of a gap.
__global__ void rows(const unsigned* index, unsigned* out, unsigned skips, unsigned other_length, unsigned neighbour)
{
    __shared__ unsigned memory[2 * threads];
    volatile unsigned* const s = memory;
    const unsigned t = threadIdx.x, length = index[0] + 1, place = 2 * t - (t & length - 1);
    s[place] = t;
    if (!skips) s[place + length] = 3 * t;
    unsigned sum = s[place] + s[place + length];
    __syncthreads();
    s[place + length] = sum;
    s[place] = 5 * t;
    sum += s[other_length ? 2 * t - (t & 2 * length - 1) : place + neighbour];
    __syncthreads();
    out[t] = sum + s[place] * 7;
}

// The first threads alone use elements of any threads.
__global__ void first_threads(const unsigned* index, unsigned* out, unsigned races, unsigned past, unsigned gap)
{
    __shared__ unsigned s[2 * threads];
    const unsigned t = threadIdx.x, mine = index[t];
    s[mine] = t;
    if (mine != 40 || !gap) s[mine + threads] = 3 * t;
    __syncthreads();
    unsigned sum = 0;
    if (t < 70) {
        sum = s[index[t + 70]] + s[index[t] + threads];
        s[mine + (t == 45 ? past : 0)] = sum;
        if (races) sum += s[index[t + 1]];
    }
    __syncthreads();
    out[t] = s[t] + sum;
}

int main(int count, char** arguments)
{
    static unsigned host[threads];
    const char* const what = count > 1 ? arguments[1] : "none";
    unsigned *index, *out;
    if (cudaMalloc(&index, sizeof host) || cudaMalloc(&out, sizeof host)) return 1;
    for (unsigned k = 0; k < threads; ++k)
        host[k] = k * 53 + 7 & threads - 1;
    cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    const auto is = [&](const char* name) { return static_cast<unsigned>(!std::strcmp(what, name)); };
    const auto is_only = [&](std::initializer_list<const char*> names) {
        for (const char* const name : names)
            if (is(name)) return true;
        return is("none") != 0;
    };
    if (is_only({"load_past", "store_past", "load_misaligned", "store_misaligned"}))
        bounds<<<2, threads>>>(index, out, is("load_past") << 16 | is("load_misaligned") << 1,
                               is("store_past") << 16 | is("store_misaligned") << 1);
    if (is_only({"store_race", "load_race", "store_race_in_warp", "load_race_in_warp"}))
        races<<<2, threads>>>(index, out, is("store_race") | is("store_race_in_warp") | is("none"),
                              is("load_race") | is("load_race_in_warp") | is("none"),
                              is("store_race") | is("load_race") ? 64
                              : is("none")                       ? 0
                                                                 : 1);
    if (is_only({"late", "late_silent"})) late<<<2, threads>>>(index, out, !is("late_silent"), is("none"));
    if (is_only({"early", "early_silent"})) early<<<2, threads>>>(index, out, !is("early_silent"), is("none"));
    if (is_only({"affine_first"})) mixed<<<2, threads>>>(index, out, 1, is("none"));
    if (is_only({"affine_last"})) mixed<<<2, threads>>>(index, out, 0, is("none"));
    if (is_only({"same_element", "same_value", "same_element_in_warp", "same_value_in_warp"}))
        same_element<<<2, threads>>>(index, out, is("same_element") | is("same_element_in_warp"),
                                     is("none")                              ? 0
                                     : is("same_element") | is("same_value") ? 64
                                                                             : 4);
    if (is_only({"unwritten", "unwritten_unused"}))
        unwritten<<<2, threads>>>(index, out, is("none") ? 0 : 100, !is("unwritten_unused"));
    if (is_only({"gap", "other_length_race", "neighbour_race"}))
        rows<<<2, threads>>>(index, out, is("gap"), is("other_length_race"), is("neighbour_race"));
    if (is_only({"first_threads_race", "first_threads_past", "first_threads_gap"}))
        first_threads<<<2, threads>>>(index, out, is("first_threads_race"), is("first_threads_past") << 20,
                                      is("first_threads_gap"));
    if (is_only({"many"})) many<<<2, threads>>>(index, out, 5000, is("many"));
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (const unsigned x : host)
        sum = sum * 31 + x;
    std::printf("%s: %u, %s\n", what, sum, cudaGetErrorName(error));
    return 0;
}
