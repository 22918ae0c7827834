// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface references of the driver API: the `.texref` and `.surfref` variables of a module.
//
// In PTX the address of the variable is the handle that `tex` and `suld` take. Here the handle is an index into the
// table of live textures, like the handle of a texture object. Instructions therefore treat both alike. Driver calls
// change host state only. The texture behind the handle changes at the next launch (refresh).
#pragma once

#include "ptx/syntax.h"
#include "texture/texture.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

namespace cuda_emulator {

//! Returns the channel format descriptor for 1, 2 or 4 channels of this format.
cudaChannelFormatDesc channel_desc(CUarray_format, int channels);

//! A `.texref`: its binding and its sampling attributes.
class texture_reference {
public:
    texture_reference();
    ~texture_reference();

    //! Fetches return zero before the first bind, and fail after an unbind.
    enum class binding { none, unbound, linear, pitch, array, mipmap };

    binding bound = binding::none;
    CUdeviceptr address = 0; //!< aligned address of linear or pitched memory
    std::size_t bytes = 0;   //!< size of linear memory
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
    //! Updates the sampled texture from the fields above. Returns the errors of a texture object with the same
    //! descriptors.
    cudaError_t refresh();
    //! Restores the state after loading the module.
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
    //! Adds the reference that the variable represents.
    void add(const ptx::variable&);
    //! Returns the texture_reference or surface_reference, or null.
    void* find(const ptx::variable&) const;
    std::uint64_t handle(const ptx::variable&) const;
    bool owns(const texture_reference*) const;
    bool owns(const surface_reference*) const;
    //! Must be called before a launch, so that kernels use the current bindings.
    cudaError_t refresh();
    void reset();
    //! Calls act(name) for each texture reference that something is bound to, in the order of names.
    void each_bound(const std::function<void(const std::string&)>& act) const;

private:
    std::unordered_map<const ptx::variable*, std::unique_ptr<texture_reference>> textures_;
    std::unordered_map<const ptx::variable*, std::unique_ptr<surface_reference>> surfaces_;
};

} // namespace cuda_emulator
