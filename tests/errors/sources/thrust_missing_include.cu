// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Include the header of that name, as `<thrust/extrema.h>`: headers no longer include each other.
// note: cccl_3.md
// needs: thrust/host_vector.h
#include <thrust/host_vector.h>
auto largest(const thrust::host_vector<int>& v) { return thrust::max_element(v.begin(), v.end()); }
