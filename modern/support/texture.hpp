// What the modern texture examples share: arrays and texture objects that free themselves.
#pragma once

#include <cstddef>
#include <vector>

#include "cuda.hpp"

//! A CUDA array of `width` elements, or `width` x `height`; freed at the end of the scope.
//! Throws where the device's limits are passed (cudaDeviceProp::maxTexture1D, maxTexture2D).
template <class T>
class cuda_array {
public:
    explicit cuda_array(std::size_t width, std::size_t height = 0) : width_{width}, height_{height}
    {
        const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
        check(cudaMallocArray(&array_, &desc, width, height));
    }
    ~cuda_array() { cudaFreeArray(array_); }
    cuda_array(const cuda_array&) = delete;
    cuda_array& operator=(const cuda_array&) = delete;

    //! Fills the array, row after row, from as many elements as it holds.
    void copy_from(const std::vector<T>& from) const
    {
        const std::size_t row = width_ * sizeof(T), rows = height_ ? height_ : 1;
        if (from.size() != width_ * rows) throw std::invalid_argument{"cuda_array: another number of elements"};
        check(cudaMemcpy2DToArray(array_, 0, 0, from.data(), row, row, rows, cudaMemcpyHostToDevice));
    }

    cudaArray_t get() const { return array_; }

private:
    cudaArray_t array_ = nullptr;
    std::size_t width_, height_;
};

//! A texture object, destroyed at the end of the scope. What it reads must outlive it.
class texture_object {
public:
    texture_object(const cudaResourceDesc& resource, const cudaTextureDesc& attributes)
    {
        check(cudaCreateTextureObject(&texture_, &resource, &attributes, nullptr));
    }
    template <class T>
    texture_object(const cuda_array<T>& array, const cudaTextureDesc& attributes)
        : texture_object{resource_of(array.get()), attributes}
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

    cudaTextureObject_t texture_ = 0;
};
