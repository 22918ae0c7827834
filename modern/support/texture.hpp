// What the modern texture examples share: arrays and texture objects that free themselves.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "buffers.hpp"

//! A CUDA array of `width` elements, or `width` x `height`; freed at the end of the scope.
//! Throws where the device's limits are passed (cudaDeviceProp::maxTexture1D, maxTexture2D).
template <class T>
class cuda_array {
public:
    explicit cuda_array(std::size_t width, std::size_t height = 0, location at = here()) : width_{width}, height_{height}
    {
        const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
        check(cudaMallocArray(&array_, &desc, width, height), at);
    }
    ~cuda_array() { cudaFreeArray(array_); }
    cuda_array(const cuda_array&) = delete;
    cuda_array& operator=(const cuda_array&) = delete;

    //! Fills the array, row after row, from as many elements as it holds.
    void copy_from(const std::vector<T>& from, location at = here()) const
    {
        const std::size_t row = width_ * sizeof(T), rows = height_ ? height_ : 1;
        if (from.size() != width_ * rows) throw std::invalid_argument{"cuda_array: another number of elements"};
        check(cudaMemcpy2DToArray(array_, 0, 0, from.data(), row, row, rows, cudaMemcpyHostToDevice), at);
    }

    cudaArray_t get() const { return array_; }

private:
    cudaArray_t array_ = nullptr;
    std::size_t width_, height_;
};

//! A CUDA array of `width` x `height` x `depth` elements, freed at the end of the scope.
//! Throws where the device's limits are passed (cudaDeviceProp::maxTexture3D).
template <class T>
class cuda_array_3d {
public:
    cuda_array_3d(std::size_t width, std::size_t height, std::size_t depth, location at = here())
        : extent_{make_cudaExtent(width, height, depth)}
    {
        const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
        check(cudaMalloc3DArray(&array_, &desc, extent_), at);
    }
    ~cuda_array_3d() { cudaFreeArray(array_); }
    cuda_array_3d(const cuda_array_3d&) = delete;
    cuda_array_3d& operator=(const cuda_array_3d&) = delete;

    //! Fills the array, row after row and layer after layer, from as many elements as it holds.
    void copy_from(const std::vector<T>& from, location at = here()) const
    {
        if (from.size() != extent_.width * extent_.height * extent_.depth)
            throw std::invalid_argument{"cuda_array_3d: another number of elements"};
        cudaMemcpy3DParms copy{};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(from.data()), extent_.width * sizeof(T), extent_.width,
                                          extent_.height);
        copy.dstArray = array_;
        copy.extent = extent_;
        copy.kind = cudaMemcpyHostToDevice;
        check(cudaMemcpy3D(&copy), at);
    }

    cudaArray_t get() const { return array_; }

private:
    cudaArray_t array_ = nullptr;
    cudaExtent extent_;
};

//! A texture object, destroyed at the end of the scope. What it reads must outlive it.
class texture_object {
public:
    texture_object(const cudaResourceDesc& resource, const cudaTextureDesc& attributes, location at = here())
    {
        check(cudaCreateTextureObject(&texture_, &resource, &attributes, nullptr), at);
    }
    template <class T>
    texture_object(const cuda_array<T>& array, const cudaTextureDesc& attributes, location at = here())
        : texture_object{resource_of(array.get()), attributes, at}
    {
    }
    template <class T>
    texture_object(const cuda_array_3d<T>& array, const cudaTextureDesc& attributes, location at = here())
        : texture_object{resource_of(array.get()), attributes, at}
    {
    }
    //! Linear memory, to be read by tex1Dfetch; it knows neither filter nor address mode.
    template <class T>
    explicit texture_object(const device_buffer<T>& memory, location at = here())
        : texture_object{resource_of(memory), cudaTextureDesc{}, at}
    {
    }
    ~texture_object() { cudaDestroyTextureObject(texture_); }
    texture_object(const texture_object&) = delete;
    texture_object& operator=(const texture_object&) = delete;

    cudaTextureObject_t get() const { return texture_; }

private:
    static cudaResourceDesc resource_of(cudaArray_t array)
    {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        return resource;
    }
    template <class T>
    static cudaResourceDesc resource_of(const device_buffer<T>& memory)
    {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = memory.data();
        resource.res.linear.desc = cudaCreateChannelDesc<T>();
        resource.res.linear.sizeInBytes = memory.size() * sizeof(T);
        return resource;
    }

    cudaTextureObject_t texture_ = 0;
};

//! Throws std::length_error where a 1D CUDA array of the current device holds fewer texels.
inline void check_array_length(std::size_t texels)
{
    const int longest = device_attribute(cudaDevAttrMaxTexture1DWidth);
    if (texels > static_cast<std::size_t>(longest))
        throw std::length_error{"a 1D CUDA array holds " + std::to_string(longest) + " texels here, not " +
                                std::to_string(texels)};
}

//! Throws std::length_error where a texture of T on linear memory holds fewer texels on the current device.
template <class T>
void check_linear_length(std::size_t texels)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    int device;
    std::size_t longest;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetTexture1DLinearMaxWidth(&longest, &desc, device));
    if (texels > longest)
        throw std::length_error{"a texture on linear memory holds " + std::to_string(longest) + " texels here, not " +
                                std::to_string(texels)};
}
