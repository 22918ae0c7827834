// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture types as template arguments, and in sizeof.
template <class T>
struct holder {
    typedef T type;
};
typedef holder<texture<float, 2>> held;

template <class T>
int size_of()
{
    return static_cast<int>(sizeof(T));
}

int sizes()
{
    return size_of<texture<float, 2>>() + static_cast<int>(sizeof(texture<int, 1>)) + static_cast<int>(sizeof(held));
}
