// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of references: fetches through them and through a texture object passed as an argument, and binds.
//
// CUDA events time the fetches, and the host's clock the binds. The counted bytes are those of the texels and of the
// results, each once. CUDA 11.8 can build the same source, with native references.
//
// references --benchmark_enable_random_interleaving=true --benchmark_repetitions=9

#include <cstdint>
#include <cstdio>

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

texture<float, cudaTextureType1D, cudaReadModeElementType> row;
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<float, cudaTextureType3D, cudaReadModeElementType> volume;

namespace {

constexpr int row_length = 1 << 26;
constexpr int image_side = 8192;
constexpr int volume_side = 400;

__global__ void row_by_reference(float* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch(row, i);
}
__global__ void row_by_object(float* out, cudaTextureObject_t object)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch<float>(object, i);
}
__global__ void image_by_reference(float* out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * image_side + x] = tex2D(image, x + 0.75f, y + 0.75f);
}
__global__ void image_by_object(float* out, cudaTextureObject_t object)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * image_side + x] = tex2D<float>(object, x + 0.75f, y + 0.75f);
}
__global__ void volume_by_reference(float* out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < volume_side && y < volume_side)
        out[(z * volume_side + y) * volume_side + x] = tex3D(volume, x + 0.75f, y + 0.75f, z + 0.75f);
}
__global__ void volume_by_object(float* out, cudaTextureObject_t object)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < volume_side && y < volume_side)
        out[(z * volume_side + y) * volume_side + x] = tex3D<float>(object, x + 0.75f, y + 0.75f, z + 0.75f);
}

// Ends the benchmark with the error's name. Gives true without an error.
bool good(benchmark::State& state, cudaError_t error)
{
    if (error != cudaSuccess) state.SkipWithError(cudaGetErrorName(error));
    return error == cudaSuccess;
}

// Launches in a loop, each launch between two events.
template <class Launch>
void time_launches(benchmark::State& state, double texels, const Launch& launch)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    launch(); // the first one loads the module
    if (good(state, cudaDeviceSynchronize()))
        for (auto _ : state) {
            cudaEventRecord(begin);
            launch();
            cudaEventRecord(end);
            if (!good(state, cudaEventSynchronize(end))) break;
            float milliseconds = 0;
            cudaEventElapsedTime(&milliseconds, begin, end);
            state.SetIterationTime(milliseconds / 1000);
        }
    state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(state.iterations()) * texels * 8));
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

struct memory {
    float* pointer = nullptr;
    explicit memory(std::size_t n)
    {
        if (cudaMalloc((void**)&pointer, n * sizeof(float)) == cudaSuccess) cudaMemset(pointer, 0, n * sizeof(float));
    }
    ~memory() { cudaFree(pointer); }
    memory(const memory&) = delete;
    memory& operator=(const memory&) = delete;
};

cudaArray_t array_of(int width, int height, int depth)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth));
    return array;
}

cudaTextureObject_t object_of(const cudaResourceDesc& resource, cudaTextureFilterMode filter)
{
    cudaTextureDesc attributes = {};
    for (cudaTextureAddressMode& mode : attributes.addressMode)
        mode = cudaAddressModeClamp;
    attributes.filterMode = filter;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &attributes, nullptr);
    return object;
}

cudaTextureObject_t object_of_array(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return object_of(resource, cudaFilterModeLinear);
}

const dim3 image_block(32, 8), image_grid(image_side / 32, image_side / 8);
const dim3 volume_grid((volume_side + 31) / 32, (volume_side + 7) / 8, volume_side);

void fetch_row_reference(benchmark::State& state)
{
    memory in(row_length), out(row_length);
    if (!good(state, cudaBindTexture(NULL, row, in.pointer, row_length * sizeof(float)))) return;
    time_launches(state, row_length, [&] { row_by_reference<<<row_length / 256, 256>>>(out.pointer); });
    cudaUnbindTexture(row);
}

void fetch_row_object(benchmark::State& state)
{
    memory in(row_length), out(row_length);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in.pointer;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = row_length * sizeof(float);
    const cudaTextureObject_t object = object_of(resource, cudaFilterModePoint);
    time_launches(state, row_length, [&] { row_by_object<<<row_length / 256, 256>>>(out.pointer, object); });
    cudaDestroyTextureObject(object);
}

void fetch_image_reference(benchmark::State& state)
{
    memory out(image_side * image_side);
    const cudaArray_t array = array_of(image_side, image_side, 0);
    image.filterMode = cudaFilterModeLinear;
    if (!good(state, cudaBindTextureToArray(image, array))) return;
    time_launches(state, image_side * image_side,
                  [&] { image_by_reference<<<image_grid, image_block>>>(out.pointer); });
    cudaUnbindTexture(image);
    cudaFreeArray(array);
}

void fetch_image_object(benchmark::State& state)
{
    memory out(image_side * image_side);
    const cudaArray_t array = array_of(image_side, image_side, 0);
    const cudaTextureObject_t object = object_of_array(array);
    time_launches(state, image_side * image_side,
                  [&] { image_by_object<<<image_grid, image_block>>>(out.pointer, object); });
    cudaDestroyTextureObject(object);
    cudaFreeArray(array);
}

void fetch_volume_reference(benchmark::State& state)
{
    constexpr int n = volume_side * volume_side * volume_side;
    memory out(n);
    const cudaArray_t array = array_of(volume_side, volume_side, volume_side);
    volume.filterMode = cudaFilterModeLinear;
    if (!good(state, cudaBindTextureToArray(volume, array))) return;
    time_launches(state, n, [&] { volume_by_reference<<<volume_grid, image_block>>>(out.pointer); });
    cudaUnbindTexture(volume);
    cudaFreeArray(array);
}

void fetch_volume_object(benchmark::State& state)
{
    constexpr int n = volume_side * volume_side * volume_side;
    memory out(n);
    const cudaArray_t array = array_of(volume_side, volume_side, volume_side);
    const cudaTextureObject_t object = object_of_array(array);
    time_launches(state, n, [&] { volume_by_object<<<volume_grid, image_block>>>(out.pointer, object); });
    cudaDestroyTextureObject(object);
    cudaFreeArray(array);
}

// The same memory again and again.
void bind_unchanged_memory(benchmark::State& state)
{
    memory in(1 << 20);
    if (!good(state, cudaBindTexture(NULL, row, in.pointer, 1 << 20))) return;
    for (auto _ : state)
        if (!good(state, cudaBindTexture(NULL, row, in.pointer, 1 << 20))) break;
    cudaUnbindTexture(row);
}

void bind_unchanged_array(benchmark::State& state)
{
    const cudaArray_t array = array_of(256, 256, 0);
    if (!good(state, cudaBindTextureToArray(image, array))) return;
    for (auto _ : state)
        if (!good(state, cudaBindTextureToArray(image, array))) break;
    cudaUnbindTexture(image);
    cudaFreeArray(array);
}

// The calls of a program around each launch.
void bind_and_unbind(benchmark::State& state)
{
    memory in(1 << 20);
    for (auto _ : state) {
        if (!good(state, cudaBindTexture(NULL, row, in.pointer, 1 << 20))) break;
        cudaUnbindTexture(row);
    }
}

// Alternates between two buffers, as many programs do. No other work is in flight.
void bind_changed_memory(benchmark::State& state)
{
    memory one(1 << 20), other(1 << 20);
    float* const both[] = {one.pointer, other.pointer};
    int turn = 0;
    cudaBindTexture(NULL, row, both[1], 1 << 20);
    for (auto _ : state)
        if (!good(state, cudaBindTexture(NULL, row, both[turn++ & 1], 1 << 20))) break;
    cudaUnbindTexture(row);
    cudaDeviceSynchronize();
}

// The same, with a launch after each bind.
void bind_changed_and_launch(benchmark::State& state)
{
    memory one(1 << 20), other(1 << 20), out(1 << 20);
    float* const both[] = {one.pointer, other.pointer};
    int turn = 0;
    for (auto _ : state) {
        if (!good(state, cudaBindTexture(NULL, row, both[turn++ & 1], 1 << 20))) break;
        row_by_reference<<<1, 256>>>(out.pointer);
    }
    cudaDeviceSynchronize();
    cudaUnbindTexture(row);
}

// The time of the benchmark above without references.
void launch_with_changed_object(benchmark::State& state)
{
    memory one(1 << 20), other(1 << 20), out(1 << 20);
    cudaTextureObject_t both[2];
    int turn = 0;
    for (const memory* in : {&one, &other}) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = in->pointer;
        resource.res.linear.desc = cudaCreateChannelDesc<float>();
        resource.res.linear.sizeInBytes = 1 << 20;
        both[turn++] = object_of(resource, cudaFilterModePoint);
    }
    for (auto _ : state)
        row_by_object<<<1, 256>>>(out.pointer, both[turn++ & 1]);
    good(state, cudaDeviceSynchronize());
    for (cudaTextureObject_t object : both)
        cudaDestroyTextureObject(object);
}

BENCHMARK(fetch_row_reference)->UseManualTime();
BENCHMARK(fetch_row_object)->UseManualTime();
BENCHMARK(fetch_image_reference)->UseManualTime();
BENCHMARK(fetch_image_object)->UseManualTime();
BENCHMARK(fetch_volume_reference)->UseManualTime();
BENCHMARK(fetch_volume_object)->UseManualTime();
BENCHMARK(bind_unchanged_memory);
BENCHMARK(bind_unchanged_array);
BENCHMARK(bind_and_unbind);
BENCHMARK(bind_changed_memory);
BENCHMARK(bind_changed_and_launch);
BENCHMARK(launch_with_changed_object);

} // namespace

int main(int argc, char** argv)
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
