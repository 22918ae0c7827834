/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program's own book.h. */
#ifndef __BOOK_H__
#define __BOOK_H__
#define BUNDLED 1
#include <cuda_runtime.h>
#define HANDLE_ERROR(err) ((void)(err))
#endif
