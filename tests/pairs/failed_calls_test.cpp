// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Late errors: a launch that fails, or a copy back to the host that fails.
//
// Each side of each pair reports the error to its caller, and frees its device memory. The next run must not receive
// the error. A legacy side adds the copied sums on the CPU; after an error it adds nothing, because the memory still
// has malloc's content.
#include <functional>
#include <set>

#include "captured_stderr.hpp"

namespace {

// These documents check with helper_cuda.h, which ends the process before memory is freed (a kept defect).
const std::set<std::string> ends_at_errors = {"dot_product/block_reduction", "dot_product/naive"};

template <class Failing>
void check_told(const std::string& what, const std::function<double()>& run, bool leaves_memory)
{
    run(); // loads and allocates what is kept
    const int live = pairs::live_allocations();
    std::string said = "nothing";
    int failed;
    {
        const captured_stderr quiet;
        const Failing failing;
        try {
            run();
        } catch (const std::exception& error) {
            said = error.what();
        }
        failed = failing.failed();
    }
    BOOST_TEST((said == "nothing") == (failed == 0), what << ": " << failed << " failed, and said was: " << said);
    BOOST_TEST(said.find("left behind") == std::string::npos, what << ": " << said);
    BOOST_TEST(cudaGetLastError() == cudaSuccess, what << ": the next run is told, too");
    BOOST_TEST((pairs::live_allocations() == live || leaves_memory), what << ": memory that nobody freed");
    BOOST_CHECK_NO_THROW(run());
}

template <class Failing>
void check_every_side()
{
    static const std::map<pairs::side, std::string> names{
        {pairs::side::legacy, "legacy "}, {pairs::side::modern, "modern "}, {pairs::side::fast, "fast "}};
    for (const auto& one : pairs::all_pairs())
        for (const auto& [side, run] : one->timed(std::min<std::size_t>(one->default_size(), 4096), 1))
            check_told<Failing>(names.at(side) + one->slug(), run,
                                side == pairs::side::legacy && ends_at_errors.count(one->slug()));
}

constexpr int size = 1 << 16;

//! `call` gives the legacy entry function its inputs, and `result` to write to.
template <class T, std::size_t count = 1>
void check_untouched(const char* slug, const std::function<cudaError_t(T* result)>& call)
{
    const captured_stderr quiet;
    const pairs::failing_copies failing;
    T result[count];
    for (T& one : result)
        one = -1;
    BOOST_TEST(call(result) != cudaSuccess, slug << ": no error");
    BOOST_TEST(failing.failed() > 0, slug << ": nothing was copied back");
    for (const T one : result)
        BOOST_TEST(one == -1, slug << ": " << one << " of memory that nobody wrote");
    cudaGetLastError();
}

//! Does the same for dot products, which also report a time.
template <class T>
void check_dot_product(const char* slug)
{
    const pairs::entry<cudaError_t(int, const T*, const T*, T*, float*)> legacy{"legacy", slug};
    const std::vector<T> a(size, 1), b(size, 2);
    float time;
    check_untouched<T>(slug, [&](T* result) { return legacy(size, a.data(), b.data(), result, &time); });
}

template <class T, std::size_t count, class Bound>
void check_integral(const char* slug)
{
    const pairs::entry<cudaError_t(Bound, Bound, int, T*, float*)> legacy{"legacy", slug};
    float time;
    check_untouched<T, count>(slug, [&](T* result) { return legacy(0, 1, size, result, &time); });
}

} // namespace

BOOST_AUTO_TEST_CASE(a_failed_launch_is_told, *pairs::without_sanitizer())
{
    check_every_side<pairs::failing_launches>();
}

BOOST_AUTO_TEST_CASE(a_failed_copy_is_told, *pairs::without_sanitizer()) { check_every_side<pairs::failing_copies>(); }

BOOST_AUTO_TEST_CASE(nothing_is_added_of_what_did_not_come, *pairs::without_sanitizer())
{
    const std::vector<float> a(size, 1), b(size, 2);
    const pairs::entry<cudaError_t(int, const float*, const float*, float*)> naive{"legacy", "dot_product/naive"};
    check_untouched<float>("dot_product/naive", [&](float* result) { return naive(size, a.data(), b.data(), result); });
    check_dot_product<float>("dot_product/block_reduction");
    check_dot_product<double>("dot_product/global_memory");
    check_dot_product<double>("dot_product/shared_thread0");
    for (const char* slug :
         {"dot_product/texture_array_array", "dot_product/texture_array_linear", "dot_product/texture_linear_linear"})
        check_dot_product<float>(slug);
    const std::vector<double> doubles(size, 1);
    const pairs::entry<cudaError_t(int, const double*, double*, float*)> norm{"legacy", "dot_product/euclidean_norm"};
    check_untouched<double>("dot_product/euclidean_norm", [&](double* result) {
        float time;
        return norm(size, doubles.data(), result, &time);
    });
    check_integral<double, 1, double>("integration/midpoint");
    check_integral<double, 1, double>("integration/trapezoid");
    check_integral<double, 3, double>("integration/simpson");
    check_integral<float, 1, double>("integration/midpoint_texture");
}

// The barrier that some threads do not reach. A GPU refuses the launch; here the launch fails before it reaches the
// device.
BOOST_AUTO_TEST_CASE(nothing_is_added_where_the_launch_failed, *pairs::without_sanitizer())
{
    const std::vector<float> a(size, 1), b(size, 2);
    const pairs::entry<cudaError_t(int, const float*, const float*, float*)> legacy{"legacy",
                                                                                    "dot_product/divergent_barrier"};
    const captured_stderr quiet;
    const pairs::failing_launches failing;
    float result = -1;
    BOOST_TEST(legacy(size, a.data(), b.data(), &result) ==
               (pairs::emulated() ? cudaErrorInvalidValue : cudaErrorNotSupported));
    BOOST_TEST(result == -1);
}

// getLastCudaError comes after the launch, as in the document, and finds the error of the launch.
BOOST_AUTO_TEST_CASE(a_failed_launch_is_told_in_the_documents_words, *pairs::without_sanitizer())
{
    const std::vector<float> a(size, 1), b(size, 2);
    float result, time;
    const pairs::entry<cudaError_t(int, const float*, const float*, float*)> naive{"legacy", "dot_product/naive"};
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> block_reduction{
        "legacy", "dot_product/block_reduction"};
    const std::function<cudaError_t()> calls[] = {
        [&] { return naive(size, a.data(), b.data(), &result); },
        [&] { return block_reduction(size, a.data(), b.data(), &result, &time); }};
    for (const auto& call : calls) {
        const captured_stderr captured;
        const pairs::failing_launches failing;
        const cudaError_t error = call();
        BOOST_TEST(error == cudaErrorInvalidValue, cudaGetErrorName(error));
        const std::string words = "getLastCudaError() CUDA error : dotProduct() execution failed\n : (" +
                                  std::to_string(static_cast<int>(error)) + ")";
        BOOST_TEST(captured.text().find(words) != std::string::npos, captured.text());
    }
}
