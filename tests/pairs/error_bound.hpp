// A-priori bounds on the rounding of sums of products.
#pragma once

#include <limits>
#include <stdexcept>

namespace pairs {

//! gamma_k = k u / (1 - k u), u the unit roundoff of T: a sum of n products, added in any order in which no term passes
//! through more than k roundings (the product's own among them; k = n for an unknown order), is off by at most
//! gamma_k * sum |x_i y_i|. Held to k u <= 1/8, where the bound still says something.
//! Source: N. Higham, Accuracy and Stability of Numerical Algorithms, section 3.1.
template <class T>
double rounding_bound(double k)
{
    const double ku = k * std::numeric_limits<T>::epsilon() / 2;
    if (ku > 0.125) throw std::invalid_argument{"rounding_bound: too many roundings for a bound"};
    return ku / (1 - ku);
}

} // namespace pairs
