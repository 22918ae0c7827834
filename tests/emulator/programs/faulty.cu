// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each argument makes one mistake; the emulated device must find it and say so in the exit status.
#include <cassert>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <mma.h>

__global__ void read_past_end(const int* a, int* out, int n)
{
    out[threadIdx.x] = a[threadIdx.x + (threadIdx.x == n - 1)];
}
__global__ void write_freed(int* a) { a[threadIdx.x] = 1; }
__global__ void misaligned(char* a) { *reinterpret_cast<int*>(a + 2) = 1; }
// The loads of an H200 trap, too: it loads two elements of a row at once.
__global__ void misaligned_fragment(const half* a, int* out)
{
    namespace wmma = nvcuda::wmma;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> rows;
    wmma::load_matrix_sync(rows, a + 1, 16);
    out[threadIdx.x] = __half2int_rn(rows.x[0]);
}
__global__ void null_pointer(int* a) { *a = 1; }
__global__ void shared_past_end(int* out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[threadIdx.x];
}
// So many threads load a double each, in no order; the first one's lies at `first`.
__global__ void shared_doubles(int* out, int first, int threads)
{
    __shared__ alignas(8) int room[65];
    for (int k = threadIdx.x; k < 65; k += 32)
        room[k] = k;
    __syncthreads();
    if (threadIdx.x >= threads) return;
    const char* const mine = reinterpret_cast<const char*>(room) + first + 8 * (threadIdx.x * 5 % 32);
    out[threadIdx.x] = *reinterpret_cast<const double*>(mine) > 1;
}
__global__ void divergent_barrier(int* out)
{
    if (threadIdx.x < 40) { asm volatile("bar.sync 1, 64;" ::: "memory"); }
    out[threadIdx.x] = 1;
}
__global__ void flag_without_fence(int* out)
{
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = out[1];
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 0) {
        while (flag == 0) {}
        out[0] = data;
    }
}
// The low halves of all values are alike, and were there before.
__global__ void race_of_doubles(double* out)
{
    __shared__ double s[32];
    const int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = t + 1.0;
    out[t] = s[(t + 1) % 32];
}
__global__ void failing_assert(int* out) { assert(out == nullptr); }
__global__ void uninitialised_shared(int* out)
{
    __shared__ int s[64];
    if (threadIdx.x != 7) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
// A compare-and-swap on a word of shared memory that nothing has written, as libcu++ makes one for a byte.
__global__ void uninitialised_byte(int* out)
{
    __shared__ alignas(4) unsigned char s[8];
    if (threadIdx.x == 0) s[1] = 1;
    __syncthreads();
    out[threadIdx.x] = atomicCAS(reinterpret_cast<int*>(s + 4), 0, 1);
}
__global__ void counter_behind(int* a) { atomicAdd(a, 1); }
__global__ void spin(volatile int* a)
{
    while (*a == 0) {}
}
// Higher blocks wait with their sums for a block that fails, or that never ends.
__global__ void sum_behind_trap(float* total, bool broken)
{
    if (broken && blockIdx.x == 40) __trap();
    atomicAdd(total, 1.0f);
}
__global__ void sum_behind_loop(float* total, bool broken)
{
    while (broken && blockIdx.x == 40)
        __nanosleep(0);
    atomicAdd(total, 1.0f);
}
// One block after another takes a quarter of a second.
__global__ void take_turns(int* turn)
{
    while (atomicAdd(turn, 0) != blockIdx.x) {}
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - begin < 250'000'000);
    atomicAdd(turn, 1);
}
__global__ void trap() { __trap(); }
__global__ void breakpoint() { __brkpt(); }
__global__ void print_size() { printf("%d %zu %d\n", 1, sizeof(int), 2); }
__device__ __noinline__ int first_of(int count, ...)
{
    va_list all;
    va_start(all, count);
    const int first = va_arg(all, int);
    va_end(all);
    return first;
}
__global__ void variadic(int* out) { *out = first_of(1, 2); }
__global__ void unknown_instruction(unsigned long long* out) // alloca: what README.md lists as not there
{
    asm volatile("{ .reg .b64 p; alloca.u64 p, 16; mov.b64 %0, p; }" : "=l"(*out));
}
__global__ void write_row(cudaSurfaceObject_t s) { surf1Dwrite(1.0f, s, 4 * threadIdx.x); }
__global__ void read_row(cudaSurfaceObject_t s, float* out) { *out = surf1Dread<float>(s, 0); }

// An array of height 1 is no row: what is written to it by one coordinate is dropped.
static void use_as_row(bool write, int* out)
{
    const cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
    float texels[32];
    for (float& t : texels)
        t = 7;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    cudaArray_t& array = resource.res.array.array;
    cudaMallocArray(&array, &texel, 32, 1, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    if (!write) return read_row<<<1, 1>>>(surface, reinterpret_cast<float*>(out));
    write_row<<<2, 32>>>(surface);
    cudaMemcpy2DFromArray(texels, sizeof texels, array, 0, 0, sizeof texels, 1, cudaMemcpyDeviceToHost);
    int same = 0;
    for (const float t : texels)
        same += t == 7;
    std::printf("%d of 32 texels as before\n", same);
}

// What the emulated device does not have, with every error ignored.
static void call_what_is_not_there()
{
    for (int k = 0; k < 2; ++k)
        cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                           cudaFlushGPUDirectRDMAWritesToOwner);
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    reinterpret_cast<int (*)()>(dlsym(library, "cuGreenCtxCreate"))();
    cudaGetLastError();
}
static void ask_for_what_is_not_there()
{
    cudaArray_t array;
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
    float one = 1;
    // As on an H200, the array can be made. Its memory cannot be mapped.
    if (cudaMalloc3DArray(&array, &texel, make_cudaExtent(64, 64, 0), cudaArraySparse) == cudaSuccess)
        cudaMemcpy2DToArray(array, 0, 0, &one, 4, 4, 1, cudaMemcpyHostToDevice);
    texel = {8, 0, 0, 0, cudaChannelFormatKindUnsignedNormalized8X1};
    cudaMallocArray(&array, &texel, 64);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    texel = cudaCreateChannelDesc<uint2>();
    cudaMallocArray(&resource.res.array.array, &texel, 16, 16);
    cudaTextureDesc sampler = {};
    cudaResourceViewDesc view = {};
    view.format = cudaResViewFormatUnsignedBlockCompressed1;
    view.width = view.height = 64;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &sampler, &view);
    cudaGetLastError();
}
// Compute capability 9.0 has clusters.
__global__ void plain() {}
static void launch_in_clusters()
{
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 2;
    config.attrs = &cluster;
    config.numAttrs = 1;
    std::printf("%s\n", cudaGetErrorName(cudaLaunchKernelExC(&config, (void*)plain, nullptr)));
}
// Code that cannot be loaded. Each is a finding, and the program handles the error.
static void load(const void* image)
{
    cudaLibrary_t library;
    char log[256] = "";
    cudaJitOption options[] = {cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes};
    void* values[] = {log, (void*)sizeof log};
    const cudaError_t e = cudaLibraryLoadData(&library, image, options, values, 2, nullptr, nullptr, 0);
    std::printf("%s (%s)\n", cudaGetErrorName(e), log);
    cudaGetLastError();
}
static void load_what_is_no_code()
{
    load("garbage");
    load(".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n    add.u32 [;\n}\n");
    load(".version 9.0\n.target sm_999\n.address_size 64\n");
    load("\177ELF and so on");
}
// A fat binary whose entry says that it has more bytes than there are.
extern "C" void** __cudaRegisterFatBinary(void*);
extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*,
                                       int*);
static struct {
    unsigned magic = 0xBA55ED50, versions = 16 << 16 | 1;
    unsigned long long size = 0x58;
    unsigned kind = 1, header = 0x50;
    unsigned long long payload = 0x58; // of which the header takes all but 8
    unsigned char rest[0x48] = {};
} damaged;
static struct {
    unsigned magic = 0x466243b1, version = 1;
    const void* data = &damaged;
} wrapper;
static void launch_damaged()
{
    static char stub;
    __cudaRegisterFunction(__cudaRegisterFatBinary(&wrapper), &stub, &stub, "damaged", -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
    cudaLaunchKernel(&stub, 1, 1, nullptr, 0, nullptr);
}

// What nvcc 13.3 and later write for a tile kernel: a fat binary of its own, with Tile IR and machine code.
static struct {
    unsigned magic = 0xBA55ED50, versions = 16 << 16 | 1;
    unsigned long long size = 0x58;
    unsigned kind = 0x80, header = 0x50;
    unsigned long long payload = 8;
    unsigned char rest[0x48] = {};
} tile_code;
static void launch_tile_kernel()
{
    static struct {
        unsigned magic = 0x466243b1, version = 1;
        const void* data = &tile_code;
        const void* more = nullptr;
    } tile_wrapper;
    static char stub;
    __cudaRegisterFunction(__cudaRegisterFatBinary(&tile_wrapper), &stub, &stub, "add_tiles", -1, nullptr, nullptr,
                           nullptr, nullptr, nullptr);
    std::printf("%s\n", cudaGetErrorName(cudaLaunchKernel(&stub, 1, 1, nullptr, 0, nullptr)));
}

// A table for tools: programs that query it can work without.
static void ask_for_a_table()
{
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    std::printf("%d\n", reinterpret_cast<int (*)()>(dlsym(library, "cuGetExportTable"))());
}

__global__ void fetch_linear(cudaTextureObject_t t, int* out) { out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
__global__ void fetch_plane(cudaTextureObject_t t, int* out) { out[threadIdx.x] = tex2D<int>(t, threadIdx.x, 1); }
__global__ void fetch_level(cudaTextureObject_t t, int* out) { out[threadIdx.x] = tex2DLod<int>(t, 0.5f, 0.5f, 0); }
__global__ void load_surface(cudaSurfaceObject_t s, int* out)
{
    out[threadIdx.x] = surf2Dread<int>(s, threadIdx.x % 8 * 4, 1);
}

// Textures and surfaces that outlive what they look at. Each is used once before, and that is right.
void use_freed(const char* kind, int* out)
{
    auto is = [&](const char* name) { return std::strcmp(kind, name) == 0; };
    const auto words = cudaCreateChannelDesc<int>();
    int* memory = nullptr;
    cudaArray_t array = nullptr;
    cudaMipmappedArray_t mipmapped = nullptr;
    cudaResourceDesc r = {};
    if (is("linear")) {
        cudaMalloc(&memory, 256);
        r.resType = cudaResourceTypeLinear;
        r.res.linear = {memory, words, 256};
    } else if (is("pitched")) {
        std::size_t pitch;
        cudaMallocPitch(&memory, &pitch, 32, 8);
        r.resType = cudaResourceTypePitch2D;
        r.res.pitch2D = {memory, words, 8, 8, pitch};
    } else if (is("mipmapped")) {
        cudaMallocMipmappedArray(&mipmapped, &words, {8, 8, 0}, 3);
        r.resType = cudaResourceTypeMipmappedArray;
        r.res.mipmap.mipmap = mipmapped;
    } else {
        cudaMallocArray(&array, &words, 8, 8, cudaArraySurfaceLoadStore);
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array;
    }
    cudaTextureDesc d = {};
    cudaTextureObject_t t = 0;
    cudaSurfaceObject_t s = 0;
    if (is("surface")) {
        cudaCreateSurfaceObject(&s, &r);
    } else {
        d.normalizedCoords = is("mipmapped");
        cudaCreateTextureObject(&t, &r, &d, nullptr);
    }
    for (int round = 0; round < 2; ++round) {
        if (is("linear")) fetch_linear<<<1, 64>>>(t, out);
        if (is("pitched") || is("array")) fetch_plane<<<1, 64>>>(t, out);
        if (is("mipmapped")) fetch_level<<<1, 64>>>(t, out);
        if (is("surface")) load_surface<<<1, 64>>>(s, out);
        std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
        cudaFree(memory);
        cudaFreeArray(array);
        cudaFreeMipmappedArray(mipmapped);
    }
}

int main(int, char** arguments)
{
    const char* which = arguments[1];
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int *a, *out;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    if (is("read_past_end")) read_past_end<<<1, 64>>>(a, out, 64);
    if (is("write_freed")) {
        cudaFree(a);
        write_freed<<<1, 64>>>(a);
    }
    if (is("misaligned")) misaligned<<<1, 1>>>(reinterpret_cast<char*>(a));
    if (is("misaligned_fragment")) {
        half* rows = nullptr;
        cudaMalloc(&rows, 17 * 16 * sizeof(half));
        cudaMemset(rows, 0, 17 * 16 * sizeof(half));
        misaligned_fragment<<<1, 32>>>(rows, out);
    }
    if (is("null_pointer")) null_pointer<<<1, 1>>>(nullptr);
    if (is("no_room")) { // the device has less memory, by its setting
        int* none = nullptr;
        cudaMalloc(&none, 100 << 20);
        cudaGetLastError();
        null_pointer<<<1, 1>>>(none);
    }
    if (is("flag_without_fence")) flag_without_fence<<<1, 64>>>(out);
    if (is("race_of_doubles")) race_of_doubles<<<1, 32>>>(reinterpret_cast<double*>(a));
    if (is("shared_past_end")) shared_past_end<<<1, 64, 63 * sizeof(int)>>>(out);
    if (is("shared_misaligned")) shared_doubles<<<1, 32>>>(out, 4, 32);
    if (is("shared_misaligned_alone")) shared_doubles<<<1, 32>>>(out, 4, 1);
    if (is("shared_half_outside")) shared_doubles<<<1, 32>>>(out, 8, 32);
    if (is("shared_half_outside_alone")) shared_doubles<<<1, 32>>>(out, 256, 1);
    if (is("divergent_barrier")) divergent_barrier<<<1, 64>>>(out);
    if (is("failing_assert")) failing_assert<<<1, 64>>>(out);
    if (is("uninitialised_shared")) uninitialised_shared<<<1, 64>>>(out);
    if (is("uninitialised_byte")) uninitialised_byte<<<1, 1>>>(out);
    if (is("counter_behind") || is("word_behind")) {
        cudaMalloc(&a, 6);
        cudaMemset(a, 0, 6);
        if (is("counter_behind")) counter_behind<<<1, 1>>>(a + 1);
        if (is("word_behind")) read_past_end<<<1, 2>>>(a, out, 0);
    }
    if (is("spin")) spin<<<2, 64>>>(a);
    if (is("take_turns")) {
        cudaMemset(a, 0, sizeof(int));
        take_turns<<<8, 1>>>(a);
    }
    if (is("trap")) trap<<<1, 1>>>();
    if (is("breakpoint")) breakpoint<<<1, 1>>>();
    if (is("print_size")) print_size<<<1, 2>>>();
    for (const bool broken : {false, true}) { // the first launch runs in one thread
        if (is("sum_behind_trap")) sum_behind_trap<<<600, 96>>>(reinterpret_cast<float*>(a), broken);
        if (is("sum_behind_loop")) sum_behind_loop<<<600, 96>>>(reinterpret_cast<float*>(a), broken);
    }
    if (is("surface_write_of_row")) use_as_row(true, out);
    if (is("surface_read_of_row")) use_as_row(false, out);
    if (is("calls")) call_what_is_not_there();
    if (is("features")) ask_for_what_is_not_there();
    if (is("clusters")) launch_in_clusters();
    if (is("damaged_binary")) launch_damaged();
    if (is("tile_kernel")) launch_tile_kernel();
    if (is("no_code")) load_what_is_no_code();
    if (is("table")) ask_for_a_table();
    if (is("variadic")) variadic<<<1, 1>>>(out);
    if (is("unknown_instruction")) unknown_instruction<<<1, 1>>>(nullptr);
    if (std::strncmp(which, "freed_", 6) == 0) use_freed(which + 6, out);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
