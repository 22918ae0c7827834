// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records how the texture objects are created. This header replaces the runtime library's cudaCreateTextureObject, for
// the examples' shared objects too (see runtime_interposer.hpp). Include it in one source file of a test.
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

//! Tests the attributes of an object that reads an array of this many dimensions. They are the defaults of a texture
//! reference: point, no normalised coordinates, clamp. A zeroed descriptor says wrap. So a twin still works like its
//! legacy file after a reader has changed one attribute.
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
