// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the texture objects are made of: this header defines cudaCreateTextureObject in place of the runtime library's,
// for the examples' shared objects too (see runtime_interposer.hpp). For a test of one source file.
#pragma once

#include <vector>

#include <dlfcn.h>

#include "paired_test.hpp"

namespace pairs {

struct created_texture {
    cudaResourceType of;
    cudaTextureDesc attributes;
};
inline std::vector<created_texture> created_textures;

//! Where an object reads an array of so many dimensions it has the attributes that a texture reference has from the
//! start: point, no normalised coordinates, clamp; a zeroed descriptor says wrap. So the twin goes on working like its
//! legacy file when somebody changes one of them.
template <class Pair>
void check_attributes_of_references(const typename Pair::input& in, const std::vector<int>& dimensions)
{
    created_textures.clear();
    Pair::modern(in);
    std::size_t array = 0;
    for (const auto& [of, attributes] : created_textures) {
        if (of != cudaResourceTypeArray) continue;
        BOOST_TEST(attributes.filterMode == cudaFilterModePoint);
        BOOST_TEST(attributes.normalizedCoords == 0);
        BOOST_REQUIRE(array < dimensions.size());
        for (int axis = 0; axis < dimensions[array]; axis++)
            BOOST_TEST(attributes.addressMode[axis] == cudaAddressModeClamp, "array " << array << ", axis " << axis);
        array++;
    }
    BOOST_TEST(array == dimensions.size());
}

} // namespace pairs

extern "C" cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                               const cudaTextureDesc* attributes, const cudaResourceViewDesc* view)
{
    using function =
        cudaError_t(cudaTextureObject_t*, const cudaResourceDesc*, const cudaTextureDesc*, const cudaResourceViewDesc*);
    static const auto real = reinterpret_cast<function*>(dlsym(RTLD_NEXT, "cudaCreateTextureObject"));
    pairs::created_textures.push_back({resource->resType, *attributes});
    return real(object, resource, attributes, view);
}
