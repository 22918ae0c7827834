// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables are found by a string with their name. Other arguments that could look like a name keep their meaning.

#include "symbol_names.h"

#include <cstdio>
#include <cstring>
#include <string>

#include <boost/test/unit_test.hpp>

#include "../support/captured_stderr.hpp"

__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
static __constant__ int internal = 6;
static __device__ int shared_name = 8; // symbol_names_other.cu has one, too
namespace outer {
__device__ int nested = 9;
}
__constant__ char message[16] = "of the device";
__constant__ char looks_like_a_name[8] = "counter";
__device__ char* of_pointer_type = nullptr;
__device__ const char* of_const_pointer_type = nullptr;

__global__ void read_all(float* out)
{
    out[0] = weights[0];
    out[1] = weights[1];
    out[2] = weights[2];
    out[3] = weights[3];
    out[4] = counter + internal + shared_name + outer::nested + message[0] + looks_like_a_name[0];
    if (of_pointer_type || of_const_pointer_type) out[5] = 1;
}

#ifdef CUDA_LEGACY_NATIVE_REFERENCES
texture<float> values;
surface<void, cudaSurfaceType2D> canvas;
namespace outer {
texture<float> nested_values;
}
__global__ void fetch_all(float* out)
{
    *out = tex1Dfetch(values, 0) + tex1Dfetch(outer::nested_values, 0) + surf2Dread<float>(canvas, 0, 0);
}
#endif

namespace {

struct fixture {
    ~fixture()
    {
        const float in[4] = {1, 2, 3, 4};
        const int five = 5;
        cudaMemcpyToSymbol(weights, in, sizeof in);
        cudaMemcpyToSymbol(counter, &five, sizeof five);
        cudaGetLastError();
    }
};

template <class T>
T now(const T& variable)
{
    T value{};
    BOOST_REQUIRE(cudaMemcpyFromSymbol(&value, variable, sizeof value) == cudaSuccess);
    return value;
}

int counter_now()
{
    int value = -1;
    BOOST_REQUIRE(cudaMemcpyFromSymbol(&value, counter, sizeof value) == cudaSuccess);
    return value;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(symbol_names, fixture)

BOOST_AUTO_TEST_CASE(a_literal_names_a_variable)
{
    const float in[4] = {5, 6, 7, 8};
    float out[4] = {};
    BOOST_TEST(cudaMemcpyToSymbol("weights", in, sizeof in) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(out, weights, sizeof out) == cudaSuccess);
    BOOST_TEST(std::memcmp(in, out, sizeof in) == 0);

    float *memory = nullptr, of_the_kernel[4] = {};
    BOOST_REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
    read_all<<<1, 1>>>(memory);
    BOOST_TEST(cudaMemcpy(of_the_kernel, memory, sizeof of_the_kernel, cudaMemcpyDeviceToHost) == cudaSuccess);
    BOOST_TEST(std::memcmp(in, of_the_kernel, sizeof in) == 0);

    BOOST_TEST(cudaMemcpyToSymbol("weights", in, sizeof(float), 2 * sizeof(float)) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(out, "weights", 2 * sizeof(float), sizeof(float)) == cudaSuccess);
    BOOST_TEST(out[0] == 6);
    BOOST_TEST(out[1] == 5);

    BOOST_TEST(cudaMemcpyFromSymbol(memory, "weights", sizeof in, 0, cudaMemcpyDeviceToDevice) == cudaSuccess);
    BOOST_TEST(cudaMemcpyToSymbol("weights", memory + 1, sizeof(float), 0, cudaMemcpyDeviceToDevice) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(out, "weights", sizeof out, 0, cudaMemcpyDefault) == cudaSuccess);
    BOOST_TEST(out[0] == 6);
    cudaFree(memory);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(in_the_order_of_a_stream)
{
    const int in = 17;
    int out = 0;
    cudaStream_t stream;
    BOOST_REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    BOOST_TEST(cudaMemcpyToSymbolAsync("counter", &in, sizeof in, 0, cudaMemcpyHostToDevice, stream) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbolAsync(&out, "counter", sizeof out, 0, cudaMemcpyDeviceToHost, stream) ==
               cudaSuccess);
    BOOST_TEST(cudaStreamSynchronize(stream) == cudaSuccess);
    BOOST_TEST(out == 17);
    BOOST_TEST(counter_now() == 17);
    BOOST_TEST(cudaMemcpyToSymbolAsync("counter", &out, 0) == cudaSuccess);
    cudaStreamDestroy(stream);
}

BOOST_AUTO_TEST_CASE(address_and_size)
{
    void *by_name = nullptr, *by_symbol = nullptr;
    std::size_t size = 0;
    BOOST_TEST(cudaGetSymbolAddress(&by_name, "weights") == cudaSuccess);
    BOOST_TEST(cudaGetSymbolAddress(&by_symbol, weights) == cudaSuccess);
    BOOST_TEST(by_name == by_symbol);
    BOOST_TEST(cudaGetSymbolSize(&size, "weights") == cudaSuccess);
    BOOST_TEST(size == sizeof weights);
}

BOOST_AUTO_TEST_CASE(names_that_are_computed)
{
    const int in = 21;
    const char* const name = "counter";
    BOOST_TEST(cudaMemcpyToSymbol(name, &in, sizeof in) == cudaSuccess);
    BOOST_TEST(counter_now() == 21);
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%s%s", "coun", "ter");
    int out = 0;
    BOOST_TEST(cudaMemcpyFromSymbol(&out, buffer, sizeof out) == cudaSuccess);
    BOOST_TEST(out == 21);
    char* const pointer = buffer;
    std::size_t size = 0;
    BOOST_TEST(cudaGetSymbolSize(&size, pointer) == cudaSuccess);
    BOOST_TEST(size == sizeof(int));
    out = 0;
    BOOST_TEST(cudaMemcpyFromSymbol(&out, std::string("counter").c_str(), sizeof out) == cudaSuccess);
    BOOST_TEST(out == 21);
}

BOOST_AUTO_TEST_CASE(static_and_nested_variables_and_those_of_other_sources)
{
    int out = 0;
    BOOST_TEST(cudaMemcpyFromSymbol(&out, "internal", sizeof out) == cudaSuccess);
    BOOST_TEST(out == 6);
    BOOST_TEST(cudaMemcpyFromSymbol(&out, "_ZN5outer6nestedE", sizeof out) == cudaSuccess);
    BOOST_TEST(out == 9);
    BOOST_TEST(cudaMemcpyFromSymbol(&out, "only_there", sizeof out) == cudaSuccess);
    BOOST_TEST(out == 41);
    const int in = 43;
    BOOST_TEST(cudaMemcpyToSymbol("only_there", &in, sizeof in) == cudaSuccess);
    BOOST_TEST(value_there(&out) == cudaSuccess);
    BOOST_TEST(out == 43);
}

BOOST_AUTO_TEST_CASE(variables_of_characters_are_themselves)
{
    char out[16] = {};
    BOOST_TEST(cudaMemcpyFromSymbol(out, message, sizeof out) == cudaSuccess);
    BOOST_TEST(out == "of the device");
    BOOST_TEST(cudaMemcpyToSymbol(message, "written", 8) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(out, "message", sizeof out) == cudaSuccess);
    BOOST_TEST(out == "written");

    BOOST_TEST(cudaMemcpyToSymbol(looks_like_a_name, "weights", 8) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(out, looks_like_a_name, 8) == cudaSuccess);
    BOOST_TEST(out == "weights");
    BOOST_TEST(counter_now() == 5);
    std::size_t size = 0;
    BOOST_TEST(cudaGetSymbolSize(&size, looks_like_a_name) == cudaSuccess);
    BOOST_TEST(size == 8);

    char* pointer = nullptr;
    BOOST_REQUIRE(cudaMalloc(&pointer, 16) == cudaSuccess);
    BOOST_TEST(cudaMemcpyToSymbol(of_pointer_type, &pointer, sizeof pointer) == cudaSuccess);
    BOOST_TEST(cudaMemcpyToSymbol(of_const_pointer_type, &pointer, sizeof pointer) == cudaSuccess);
    char *back = nullptr, *const_back = nullptr;
    BOOST_TEST(cudaMemcpyFromSymbol(&back, of_pointer_type, sizeof back) == cudaSuccess);
    BOOST_TEST(cudaMemcpyFromSymbol(&const_back, "of_const_pointer_type", sizeof back) == cudaSuccess);
    BOOST_TEST((back == pointer && const_back == pointer));
    const char* const nothing = nullptr;
    BOOST_TEST(cudaMemcpyToSymbol(of_pointer_type, &nothing, sizeof nothing) == cudaSuccess);
    BOOST_TEST(cudaMemcpyToSymbol(of_const_pointer_type, &nothing, sizeof nothing) == cudaSuccess);

    // An address, as in the C interface.
    int out_of_counter = 0;
    BOOST_TEST(cudaMemcpyFromSymbol(&out_of_counter, (const char*)&counter, sizeof(int)) == cudaSuccess);
    BOOST_TEST(out_of_counter == 5);
    // This is no name, and the host cannot read it.
    BOOST_TEST(cudaMemcpyFromSymbol(&out_of_counter, pointer, sizeof(int)) == cudaErrorInvalidSymbol);
    cudaFree(pointer);
}

BOOST_AUTO_TEST_CASE(a_name_that_no_variable_has_is_told)
{
    const int in = 99;
    std::string told;
    {
        captured_stderr stderr_now;
        BOOST_TEST(cudaMemcpyToSymbol("no_such_variable", &in, sizeof in) == cudaErrorInvalidSymbol);
        told = stderr_now.text();
    }
    BOOST_TEST(told.find("cudaMemcpyToSymbol: no variable is named \"no_such_variable\"") != std::string::npos);
    BOOST_TEST(told.find("migration-notes/constant_memory_symbols.md") != std::string::npos);
    BOOST_TEST(cudaPeekAtLastError() == cudaErrorInvalidSymbol);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidSymbol);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    captured_stderr quiet;
    BOOST_TEST(cudaMemcpyToSymbol("", &in, sizeof in) == cudaErrorInvalidSymbol);
    const char* const null = nullptr;
    BOOST_TEST(cudaMemcpyToSymbol(null, &in, sizeof in) == cudaErrorInvalidSymbol);
    const char not_ended[4] = {'a', 'b', 'c', 'd'};
    BOOST_TEST(cudaMemcpyToSymbol(not_ended, &in, sizeof in) == cudaErrorInvalidSymbol);
    BOOST_TEST(quiet.text() == "");
}

BOOST_AUTO_TEST_CASE(a_name_of_two_variables_is_an_error)
{
    int value = 99;
    std::string told;
    {
        captured_stderr stderr_now;
        BOOST_TEST(cudaMemcpyToSymbol("shared_name", &value, sizeof value) == cudaErrorDuplicateVariableName);
        told = stderr_now.text();
    }
    BOOST_TEST(told.find("more than one variable is named \"shared_name\"") != std::string::npos);
    BOOST_TEST(cudaGetLastError() == cudaErrorDuplicateVariableName);
    BOOST_TEST(cudaMemcpyFromSymbol(&value, shared_name, sizeof value) == cudaSuccess);
    BOOST_TEST(value == 8);
    BOOST_TEST(shared_name_there(&value) == cudaSuccess);
    BOOST_TEST(value == 7);
}

BOOST_AUTO_TEST_CASE(wrong_calls_are_those_of_a_symbol)
{
    float value = 0;
    std::size_t size = 0;
    for (const bool by_name : {false, true}) {
        const auto to = [&](std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
            const cudaError_t error = by_name ? cudaMemcpyToSymbol("weights", &value, count, offset, kind)
                                              : cudaMemcpyToSymbol(weights, &value, count, offset, kind);
            BOOST_TEST(cudaGetLastError() == error);
            return error;
        };
        BOOST_TEST(to(4, 13, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
        BOOST_TEST(to(17, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
        BOOST_TEST(to(4, ~std::size_t{0}, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
        BOOST_TEST(to(4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
        const cudaError_t from = by_name ? cudaMemcpyFromSymbol(&value, "weights", 4, 0, cudaMemcpyHostToDevice)
                                         : cudaMemcpyFromSymbol(&value, weights, 4, 0, cudaMemcpyHostToDevice);
        BOOST_TEST(from == cudaErrorInvalidMemcpyDirection);
        cudaGetLastError();
    }
    BOOST_TEST(cudaGetSymbolSize(&size, "weights") == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(an_error_of_before_is_still_there)
{
    int value = 0;
    BOOST_REQUIRE(cudaSetDevice(-1) == cudaErrorInvalidDevice);
    BOOST_TEST(cudaMemcpyFromSymbol(&value, "counter", sizeof value) == cudaSuccess);
    BOOST_TEST(value == 5);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidDevice);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(host_sources_name_them_too)
{
    int out = 0;
    BOOST_TEST(through_cpp("counter", 30, &out) == cudaSuccess);
    BOOST_TEST(out == 60);
    BOOST_TEST(through_c("counter", 31, &out) == cudaSuccess);
    BOOST_TEST(out == 62);
    BOOST_TEST(counter_now() == 62);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);

    void *address = nullptr, *expected = nullptr;
    std::size_t size = 0;
    BOOST_TEST(address_in_c(&address, &size, "weights") == cudaSuccess);
    BOOST_TEST(cudaGetSymbolAddress(&expected, weights) == cudaSuccess);
    BOOST_TEST(address == expected);
    BOOST_TEST(size == sizeof weights);
    BOOST_TEST(beyond_the_end_in_c("counter") == cudaErrorInvalidValue);
    captured_stderr told;
    BOOST_TEST(through_c("no_such_variable", 1, &out) == cudaErrorInvalidSymbol);
    BOOST_TEST(through_cpp("no_such_variable", 1, &out) == cudaErrorInvalidSymbol);
    BOOST_TEST(told.text().find("\"no_such_variable\"") != std::string::npos);
}

#ifdef CUDA_LEGACY_NATIVE_REFERENCES
BOOST_AUTO_TEST_CASE(native_references_have_names)
{
    const textureReference* found = nullptr;
    BOOST_TEST(cudaGetTextureReference(&found, "values") == cudaSuccess);
    BOOST_TEST(found == &values);
    const char* const name = "_ZN5outer13nested_valuesE";
    BOOST_TEST(cudaGetTextureReference(&found, name) == cudaSuccess);
    BOOST_TEST(found == &outer::nested_values);
    const surfaceReference* found_surface = nullptr;
    BOOST_TEST(cudaGetSurfaceReference(&found_surface, "canvas") == cudaSuccess);
    BOOST_TEST(found_surface == &canvas);
    captured_stderr told;
    BOOST_TEST(cudaGetTextureReference(&found, "canvas") == cudaErrorInvalidTexture);
    BOOST_TEST(told.text().find("migration-notes/texture_reference.md") != std::string::npos);
}
#else
BOOST_AUTO_TEST_CASE(references_have_none_with_objects)
{
    const textureReference* found = nullptr;
    const char* const name = "values";
    captured_stderr told;
    BOOST_TEST(cudaGetTextureReference(&found, name) == cudaErrorInvalidTexture);
    BOOST_TEST(told.text().find("migration-notes/texture_reference.md") != std::string::npos);
    BOOST_TEST(found == nullptr);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
