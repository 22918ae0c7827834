// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How matrix instructions pass undefined bits on (register_lists::track).
//
// An undefined element of A makes a row of the product undefined, and one of B a column. Programs leave rows of a tile
// unwritten, and ignore these rows of the product.
#pragma once

#include "execute/matrix.h"

namespace cuda_emulator {

void track_multiply(warp&, const instruction&);
void track_fragment_access(warp&, const instruction&);
void track_row_access(warp&, const instruction&);
void track_transposition(warp&, const instruction&);

//! Called after the checks of a load: marks the bits that come from shared memory that no thread wrote.
void note_unwritten_fragment(warp&, const instruction&, const fragment_addresses&);
void note_unwritten_rows(warp&, const instruction&);

} // namespace cuda_emulator
