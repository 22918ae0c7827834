// Dot product of two vectors: one call that multiplies and adds on the GPU, and stores no product. It is one launch for
// the document's 1024 elements, and two where many blocks have to meet: block_reduction.cu does that in one.
//
// Source:  L, 04-dot-product-naive
// Legacy:  legacy/dot_product/naive.cu
// Note:    migration-notes/host_sums.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <thrust/device_vector.h>
#include <thrust/inner_product.h>

float naive(const std::vector<float>& h_a, const std::vector<float>& h_b)
{
    if (h_a.size() != h_b.size()) throw std::invalid_argument{"naive: vectors of different sizes"};
    const thrust::device_vector<float> d_a{h_a}, d_b{h_b};
    return thrust::inner_product(d_a.begin(), d_a.end(), d_b.begin(), 0.0f);
}

int main()
{
    const std::vector<float> h_a(1024, 1.0f), h_b(1024, 1.0f);
    std::printf("Result = %.2f\n", naive(h_a, h_b));
}
