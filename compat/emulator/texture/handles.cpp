// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of handles. A handle is a position in the table, so a stale or wild handle is found. Textures have odd
// handles, and surfaces even ones.
#include "texture/texture.h"

#include <atomic>
#include <mutex>

namespace cuda_emulator {

namespace {

constexpr std::size_t capacity = 1 << 20; // an H200 has room for more than 70000 textures
std::atomic<texture*> textures[capacity];
std::atomic<image*> surfaces[capacity];
std::mutex table_mutex;

template <class T>
std::uint64_t add(std::atomic<T*>* table, T* object, unsigned kind)
{
    static std::size_t next = 0;
    std::lock_guard lock(table_mutex);
    for (std::size_t tried = 0; tried < capacity; ++tried) {
        const std::size_t k = next++ % capacity;
        if (table[k].load() == nullptr) {
            table[k] = object;
            return (std::uint64_t(k) + 1) * 2 + kind;
        }
    }
    return 0;
}
template <class T>
std::atomic<T*>* place(std::atomic<T*>* table, std::uint64_t handle, unsigned kind)
{
    if (handle < 2 || (handle & 1) != kind || handle / 2 - 1 >= capacity) return nullptr;
    return &table[handle / 2 - 1];
}

} // namespace

std::uint64_t add_texture(texture* t) { return add(textures, t, 1); }
std::uint64_t add_surface(image* s) { return add(surfaces, s, 0); }
texture* find_texture(std::uint64_t h)
{
    auto* p = place(textures, h, 1);
    return p ? p->load() : nullptr;
}
image* find_surface(std::uint64_t h)
{
    auto* p = place(surfaces, h, 0);
    return p ? p->load() : nullptr;
}
void remove_texture(std::uint64_t h)
{
    if (auto* p = place(textures, h, 1)) *p = nullptr;
}
void remove_surface(std::uint64_t h)
{
    if (auto* p = place(surfaces, h, 0)) *p = nullptr;
}

} // namespace cuda_emulator
