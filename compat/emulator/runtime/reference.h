// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface references as the driver API knows them: the `.texref` and `.surfref` variables of a module.
//
// In PTX the address of such a variable is the handle that `tex` and `suld` take. Here that handle is a place in the
// table of live textures, as a texture object's is, so instructions need not know which of the two they got. What the
// driver calls set is state of the host; the texture behind the handle changes only at a launch (refresh).
#pragma once

#include "ptx/syntax.h"
#include "texture/texture.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <memory>
#include <unordered_map>

namespace cuda_emulator {

//! The texel of one, two or four such channels, as the runtime describes it.
cudaChannelFormatDesc channel_desc(CUarray_format, int channels);

//! A `.texref`: what is bound to it and how it is read.
class texture_reference {
public:
    texture_reference();
    ~texture_reference();

    //! Never bound, fetches read zero; once unbound, they fail.
    enum class binding { none, unbound, linear, pitch, array, mipmap };

    binding bound = binding::none;
    CUdeviceptr address = 0; //!< of linear or pitched memory, aligned
    std::size_t bytes = 0;   //!< of linear memory
    std::size_t width = 0, height = 0, pitch = 0;
    CUarray array = nullptr;
    CUmipmappedArray mipmap = nullptr;
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    int channels = 1;
    unsigned flags = 0;
    CUaddress_mode address_mode[3] = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP};
    CUfilter_mode filter = CU_TR_FILTER_MODE_POINT, mipmap_filter = CU_TR_FILTER_MODE_POINT;
    float level_bias = 0, lowest_level = 0, highest_level = 0;
    unsigned anisotropy = 0;
    float border[4] = {};

    std::uint64_t handle() const { return handle_; }
    //! What the texture reads, from all of the above. The error is what a texture object of the same would give.
    cudaError_t refresh();
    //! As after the module was loaded.
    void reset();

private:
    texture sampler_;
    std::uint64_t handle_;
};

//! A `.surfref`.
class surface_reference {
public:
    surface_reference();
    ~surface_reference();

    CUarray array = nullptr;
    std::uint64_t handle() const { return handle_; }
    void refresh();

private:
    image pixels_;
    std::uint64_t handle_;
};

//! The references of one module.
class module_references {
public:
    //! Makes the reference that a variable of these types stands for.
    void add(const ptx::variable&);
    //! The texture_reference or surface_reference; null when there is none.
    void* find(const ptx::variable&) const;
    std::uint64_t handle(const ptx::variable&) const;
    bool owns(const texture_reference*) const;
    bool owns(const surface_reference*) const;
    //! Before a launch: kernels see what is bound now.
    cudaError_t refresh();
    void reset();

private:
    std::unordered_map<const ptx::variable*, std::unique_ptr<texture_reference>> textures_;
    std::unordered_map<const ptx::variable*, std::unique_ptr<surface_reference>> surfaces_;
};

} // namespace cuda_emulator
