/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The calls with changed parameters, made by a host source in C. */
#ifndef CHANGED_CALLS_H
#define CHANGED_CALLS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The line of the first check that fails, or 0. */
int changed_calls_in_c(void);

#ifdef __cplusplus
}
#endif

#endif
