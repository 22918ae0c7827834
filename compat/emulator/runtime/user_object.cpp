// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User objects that graphs keep alive.
#include "runtime/graph.h"

#include <set>

struct CUuserObject_st {
    void* pointer = nullptr;
    cudaHostFn_t destroy = nullptr;
    unsigned references = 0;
};

using namespace cuda_emulator;

namespace {

std::recursive_mutex objects_mutex;
std::set<cudaUserObject_t> objects;

bool known(cudaUserObject_t o) { return objects.count(o) != 0; }

void release(cudaUserObject_t o, unsigned count)
{
    o->references -= count;
    if (o->references) return;
    objects.erase(o);
    o->destroy(o->pointer);
    delete o;
}

} // namespace

void cuda_emulator::retain_user_objects(const CUgraph_st& g)
{
    std::lock_guard lock(objects_mutex);
    for (const auto& [object, count] : g.user_objects)
        object->references += count;
}
void cuda_emulator::release_user_objects(const CUgraph_st& g)
{
    std::lock_guard lock(objects_mutex);
    for (const auto& [object, count] : g.user_objects)
        release(object, count);
}

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t* out, void* pointer, cudaHostFn_t destroy, unsigned references,
                                 unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !destroy || !references || flags != cudaUserObjectNoDestructorSync)
        return record(cudaErrorInvalidValue);
    std::lock_guard lock(objects_mutex);
    *out = *objects.insert(new CUuserObject_st{pointer, destroy, references}).first;
    return cudaSuccess;
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t o, unsigned count)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    if (!known(o) || !count) return record(cudaErrorInvalidValue);
    o->references += count;
    return cudaSuccess;
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t o, unsigned count)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    if (!known(o) || !count || count > o->references) return record(cudaErrorInvalidValue);
    release(o, count);
    return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned count, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    if (!g || !known(o) || !count || (flags & ~unsigned{cudaGraphUserObjectMove})) return record(cudaErrorInvalidValue);
    g->user_objects[o] += count;
    if (!(flags & cudaGraphUserObjectMove)) o->references += count; // a move takes the program's references
    return cudaSuccess;
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned count)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    if (!g || !known(o) || !count) return record(cudaErrorInvalidValue);
    const auto at = g->user_objects.find(o);
    if (at == g->user_objects.end() || at->second < count) return record(cudaErrorInvalidValue);
    at->second -= count;
    if (!at->second) g->user_objects.erase(at);
    release(o, count);
    return cudaSuccess;
}

} // extern "C"
