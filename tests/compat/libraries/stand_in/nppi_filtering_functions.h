/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef STAND_IN_NPPI_FILTERING_FUNCTIONS_H
#define STAND_IN_NPPI_FILTERING_FUNCTIONS_H

#include "nppdefs.h"

#ifdef __cplusplus
extern "C" {
#endif

NppStatus nppiFilterBox_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, Npp8u* pDst, int nDstStep, NppiSize oSizeROI,
                                   NppiSize oMaskSize, NppiPoint oAnchor, NppStreamContext nppStreamCtx);

#ifdef __cplusplus
}
#endif

#endif
