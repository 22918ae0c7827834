// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products by wgmma that a warp has begun and not waited for (check/product_registers.h). A register is given by its
// number in the PTX, because the registers of a product may share their slots with others before the product is
// complete.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

struct activation;

struct pending_products {
    //! The latest product that an instruction began. `results` are the registers of D, `sources` those of A.
    struct product {
        const instruction* at;
        const activation* of;
        std::uint32_t group; //!< number of the group that it belongs to
        const std::vector<int>*results, *sources;
    };
    //! A register that holds a copy of a result.
    struct copy {
        int reg;
        product from;
    };
    std::vector<product> products;
    std::vector<copy> copies;
    std::uint32_t groups = 0;   //!< number of the group that takes the next product
    std::uint32_t computed = 0; //!< number of products that the warp has computed its part of

    void clear()
    {
        products.clear();
        copies.clear();
        groups = computed = 0;
    }
};

} // namespace cuda_emulator
