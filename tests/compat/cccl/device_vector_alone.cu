// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that old programs take from thrust/device_vector.h alone.
#include <thrust/device_vector.h>

int largest(const thrust::device_vector<int>& values)
{
    const thrust::host_vector<int> here(values);
    thrust::host_vector<int>::const_iterator at = here.begin();
    const int n = static_cast<int>(thrust::distance(here.begin(), here.end()));
    thrust::pair<int, int> best(0, 0);
    for (int i = 0; i < n; ++i, ++at)
        if (*at > best.second) best = thrust::make_pair(i, *at);
    return thrust::get<0>(thrust::make_tuple(best.first));
}
