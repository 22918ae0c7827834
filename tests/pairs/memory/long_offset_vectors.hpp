// The longest vectors that the pairs with an offset take, in their tests.
#pragma once

#include "../large_size.hpp"
#include "offset_vectors.hpp"

namespace pairs {

//! Both vectors, an output and a result at once.
inline auto memory_for_the_longest_offset_vectors() { return memory_for(std::size_t{17} << 30, std::size_t{13} << 30); }

//! Two vectors of that size, of a pattern, and the pattern of their sums `shift` elements on.
struct long_offset_vectors {
    std::vector<float> a, b, sums;

    long_offset_vectors(std::size_t size, std::size_t shift)
    {
        const auto pattern = offset_vectors::make(pattern_size, 6, 0, 512);
        a = repeated(pattern.a, size);
        b = repeated(pattern.b, size);
        sums.resize(pattern_size);
        for (std::size_t i = 0; i < pattern_size; i++)
            sums[i] = pattern.a[(i + shift) % pattern_size] + pattern.b[(i + shift) % pattern_size];
    }

    //! What a legacy side is to write to.
    std::vector<float> output() const { return repeated(std::vector<float>(pattern_size, -1.f), a.size()); }
};

//! Both sides at that size and offset, the modern one with an element more, too. `legacy` and `modern` take the vectors
//! and the offset, and give the sums; with `shifted` the elements from the offset on are added, else the first ones.
template <class Legacy, class Modern>
void check_long_offset_vectors(std::size_t size, std::size_t offset, bool shifted, Legacy legacy, Modern modern)
{
    long_offset_vectors in{size + 1, shifted ? offset : 0};
    const auto poison = poisoned();
    check_repeats("modern", modern(in, offset), size + 1 - offset, in.sums);
    in.a.pop_back();
    in.b.pop_back();
    check_repeats("modern", modern(in, offset), size - offset, in.sums);
    legacy(in, offset);
}

} // namespace pairs
