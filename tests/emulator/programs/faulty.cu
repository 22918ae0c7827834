// Each argument makes one mistake; the emulated device must find it and say so in the exit status.
#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void read_past_end(const int* a, int* out, int n)
{
    out[threadIdx.x] = a[threadIdx.x + (threadIdx.x == n - 1)];
}
__global__ void write_freed(int* a) { a[threadIdx.x] = 1; }
__global__ void misaligned(char* a) { *reinterpret_cast<int*>(a + 2) = 1; }
__global__ void null_pointer(int* a) { *a = 1; }
__global__ void shared_past_end(int* out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void divergent_barrier(int* out)
{
    if (threadIdx.x < 40) { asm volatile("bar.sync 1, 64;" ::: "memory"); }
    out[threadIdx.x] = 1;
}
__global__ void failing_assert(int* out) { assert(out == nullptr); }
__global__ void uninitialised_shared(int* out)
{
    __shared__ int s[64];
    if (threadIdx.x != 7) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void spin(volatile int* a)
{
    while (*a == 0) {}
}
__global__ void trap() { __trap(); }
__global__ void unknown_instruction(unsigned long long* out) // alloca: what README.md lists as not there
{
    asm volatile("{ .reg .b64 p; alloca.u64 p, 16; mov.b64 %0, p; }" : "=l"(*out));
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

// nvcc knows clusters from compute_90 on.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    #define CLUSTER(...) __cluster_dims__(__VA_ARGS__)
    #define AT_MOST(blocks) __launch_bounds__(64, 1, blocks)
#else
    #define CLUSTER(...)
    #define AT_MOST(blocks)
#endif
__global__ void CLUSTER(2) cluster_dims(int* out) { out[threadIdx.x] = 1; }
__global__ void CLUSTER() cluster_of_launch(int* out) { out[threadIdx.x] = 1; }
// These run: a cluster of one block, and a limit that no launch reaches.
__global__ void CLUSTER(1, 1, 1) single_block(int* out) { out[threadIdx.x] = 1; }
__global__ void AT_MOST(8) limited(int* out) { out[threadIdx.x] = 1; }

// What a launch in clusters of so many blocks returns.
cudaError_t launch_in_clusters(unsigned blocks, int* out)
{
    cudaLaunchAttribute dimension = {};
    dimension.id = cudaLaunchAttributeClusterDimension;
    dimension.val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = 64;
    config.attrs = &dimension;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, limited, out);
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
    if (is("null_pointer")) null_pointer<<<1, 1>>>(nullptr);
    if (is("shared_past_end")) shared_past_end<<<1, 64, 63 * sizeof(int)>>>(out);
    if (is("divergent_barrier")) divergent_barrier<<<1, 64>>>(out);
    if (is("failing_assert")) failing_assert<<<1, 64>>>(out);
    if (is("uninitialised_shared")) uninitialised_shared<<<1, 64>>>(out);
    if (is("spin")) spin<<<2, 64>>>(a);
    if (is("trap")) trap<<<1, 1>>>();
    if (is("unknown_instruction")) unknown_instruction<<<1, 1>>>(nullptr);
    if (std::strncmp(which, "freed_", 6) == 0) use_freed(which + 6, out);
    if (is("cluster_dims")) cluster_dims<<<2, 64>>>(out);
    if (is("cluster_of_launch")) cluster_of_launch<<<2, 64>>>(out);
    if (is("cluster_attribute")) {
        std::printf("two blocks: %s\n", cudaGetErrorName(launch_in_clusters(2, out)));
        std::printf("required: %s\n",
                    cudaGetErrorName(cudaFuncSetAttribute(single_block, cudaFuncAttributeRequiredClusterWidth, 2)));
        std::printf("one block: %s\n", cudaGetErrorName(launch_in_clusters(1, out)));
        single_block<<<2, 64>>>(out);
    }
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
