// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cluster.h"

#include "runtime/launch_refusal.h"

#include "machine/cluster.h"

#include <algorithm>
#include <atomic>
#include <cstdio>

using namespace cuda_emulator;

namespace {

constexpr unsigned most_portable_blocks = 8;

bool is_given(dim3 d) { return d.x || d.y || d.z; }
bool equal(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Returns the cluster size from the kernel's code or from the function's attributes, or no_cluster(). The attributes
// must set all dimensions or none.
dim3 required_of(const kernel& k, const program& code)
{
    const int* const n = code.kernel->source->cluster;
    const unsigned* const set = k.required_cluster;
    if (n[0] == 0) return dim3(set[0], set[1], set[2]);
    return dim3(static_cast<unsigned>(n[0]), static_cast<unsigned>(n[1]), static_cast<unsigned>(n[2]));
}

unsigned most_blocks(const kernel& k, const program& code)
{
    const unsigned most = k.non_portable_clusters ? most_blocks_of_a_cluster : most_portable_blocks;
    const auto bound = static_cast<unsigned>(code.kernel->source->maximum_cluster);
    return bound ? std::min(most, bound) : most;
}

std::uint64_t volume(dim3 d) { return std::uint64_t{d.x} * d.y * d.z; }

bool fits(const kernel& k, const program& code, dim3 size)
{
    const unsigned most = most_blocks(k, code);
    return size.x && size.y && size.z && size.x <= most && size.y <= most && size.z <= most && volume(size) <= most;
}

// Returns the kernel of an occupancy query, its code, and the number of its blocks per multiprocessor.
cudaError_t find(const void* function, const cudaLaunchConfig_t* config, std::shared_ptr<kernel>& k,
                 const program*& code, int& blocks)
{
    CUDA_EMULATOR_ENTER();
    context& c = context::instance();
    c.activate();
    std::lock_guard lock(c.mutex);
    k = c.find_kernel(function);
    if (!k) return record(context::no_kernel(function));
    if (!config) return record(cudaErrorInvalidValue);
    code = k->decoded();
    if (!code) {
        c.sticky = cudaErrorInvalidPtx;
        return record(cudaErrorInvalidPtx);
    }
    const std::uint64_t threads = volume(config->blockDim);
    if (threads == 0 || threads > 1024) return record(cudaErrorInvalidValue);
    blocks = blocks_per_multiprocessor(*code, static_cast<int>(threads), config->dynamicSmemBytes);
    return cudaSuccess;
}

// Returns the value of a cluster attribute, or no_cluster() if the launch lacks it.
dim3 dimensions_in(const cudaLaunchConfig_t& config, cudaLaunchAttributeID id)
{
    for (unsigned n = 0; n < config.numAttrs; ++n) {
        const auto& d = config.attrs[n].val.clusterDim; // the preferred size has the same layout
        if (config.attrs[n].id == id) return dim3(d.x, d.y, d.z);
    }
    return no_cluster();
}

// CUTLASS and others size their grids by the multiprocessors. A larger cluster does not divide such a grid, and some
// say no more than that they failed. A query of how many clusters fit and the refusal of a grid call this.
void tell_of_large_cluster(dim3 size)
{
    static std::atomic<bool> told{false};
    if (volume(size) <= static_cast<std::uint64_t>(multiprocessor_count()) || told.exchange(true)) return;
    std::fprintf(
        stderr,
        "cuda_emulator: a cluster of %ux%ux%u blocks is larger than the %d multiprocessors, by which some programs "
        "size their grids: if a launch is refused, set CUDA_EMULATOR_MULTIPROCESSORS=%u\n",
        size.x, size.y, size.z, multiprocessor_count(), most_blocks_of_a_cluster);
}

bool has_clusters() { return context::instance().architecture() >= 90; }

} // namespace

cudaError_t cuda_emulator::clusters_of(const kernel& k, const program& code, dim3 asked, dim3& grid,
                                       launch_clusters& out)
{
    const ptx::function& f = *code.kernel->source;
    const dim3 required = required_of(k, code);
    out = {};
    const auto refused = [](const std::string& why) { return launch_refused(cudaErrorInvalidClusterSize, why); };
    if (is_given(required) && is_given(asked) && !equal(required, asked))
        return refused("clusters of " + size_text(asked) + " blocks, and the kernel's own are " + size_text(required));
    if (is_given(required) && volume(required) == 0)
        return refused("the kernel's clusters of " + size_text(required) + " blocks, which lack a dimension");
    if (!is_given(required) && !is_given(asked))
        return f.is_cluster ? refused("no size of clusters, which this kernel needs") : cudaSuccess;
    out.size = is_given(asked) ? asked : required;
    out.given = true;
    if (volume(out.size) != 1 && !has_clusters())
        return unsupported("a launch in clusters, on a device of compute capability below 9.0");
    if (!fits(k, code, out.size))
        return refused("clusters of " + size_text(out.size) + " blocks, and at most " +
                       std::to_string(most_blocks(k, code)) + " blocks are possible in one of this kernel");
    if (f.blocks_are_clusters) grid = dim3(grid.x * out.size.x, grid.y * out.size.y, grid.z * out.size.z);
    if (grid.x % out.size.x || grid.y % out.size.y || grid.z % out.size.z) {
        tell_of_large_cluster(out.size);
        return refused("a grid of " + size_text(grid) + " blocks, which clusters of " + size_text(out.size) +
                       " do not divide");
    }
    return cudaSuccess;
}

dim3 cuda_emulator::cluster_attribute(const cudaLaunchConfig_t& config)
{
    return dimensions_in(config, cudaLaunchAttributeClusterDimension);
}

cudaError_t cuda_emulator::check_preferred_clusters(const void* function, const cudaLaunchConfig_t& config)
{
    const dim3 preferred = dimensions_in(config, cudaLaunchAttributePreferredClusterDimension);
    if (!is_given(preferred)) return cudaSuccess;
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    const std::shared_ptr<kernel> k = c.find_kernel(function);
    const program* const code = k ? k->decoded() : nullptr;
    if (!code) return cudaSuccess; // the launch reports the error
    const ptx::function& f = *code->kernel->source;
    const dim3 asked = cluster_attribute(config), regular = is_given(asked) ? asked : required_of(*k, *code);
    if (volume(regular) == 0) return cudaSuccess;
    dim3 grid = config.gridDim;
    if (f.blocks_are_clusters) grid = dim3(grid.x * regular.x, grid.y * regular.y, grid.z * regular.z);
    const auto fits = [](unsigned preferred, unsigned regular, unsigned grid) {
        return preferred && preferred % regular == 0 && grid % preferred == 0;
    };
    const bool good = fits(preferred.x, regular.x, grid.x) && fits(preferred.y, regular.y, grid.y) &&
                      preferred.z == regular.z &&
                      (!f.maximum_cluster || volume(preferred) <= static_cast<std::uint64_t>(f.maximum_cluster));
    return good ? cudaSuccess : cudaErrorInvalidClusterSize;
}

extern "C" {

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const cudaLaunchConfig_t* config)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    int blocks = 0;
    if (!size) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(function, config, k, code, blocks)) return e;
    const dim3 required = required_of(*k, *code), asked = cluster_attribute(*config);
    if (!has_clusters()) {
        if (is_given(asked)) return record(cudaErrorInvalidClusterSize);
        blocks = 0;
    } else if (is_given(asked) && ((is_given(required) && !equal(asked, required)) || !fits(*k, *code, asked))) {
        return record(cudaErrorInvalidClusterSize);
    }
    *size = blocks == 0 ? 0 : static_cast<int>(most_blocks(*k, *code)); // the cluster size in the code does not count
    return cudaSuccess;
}
// A cluster always fits, because its blocks can run one after another.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    int blocks = 0;
    if (!clusters) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(function, config, k, code, blocks)) return e;
    const dim3 required = required_of(*k, *code), asked = cluster_attribute(*config);
    if (!has_clusters()) {
        if (is_given(asked)) return record(cudaErrorInvalidClusterSize);
        *clusters = 0;
        return cudaSuccess;
    }
    const dim3 size = is_given(asked) ? asked : required;
    if (!is_given(size)) {
        *clusters = 0;
        return cudaSuccess;
    }
    if ((is_given(asked) && is_given(required) && !equal(asked, required)) || !fits(*k, *code, size))
        return record(cudaErrorInvalidClusterSize);
    tell_of_large_cluster(size);
    *clusters = blocks == 0 ? 0 : std::max(1, blocks * multiprocessor_count() / static_cast<int>(volume(size)));
    return cudaSuccess;
}

} // extern "C"
