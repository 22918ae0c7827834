# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What announcements.py reads of comments."""
import unittest

import announcements
from announcements import Announcement

TEXT = r"""
/**
 * \brief Adds a node
 *
 * \warning This function will be deprecated in a future CUDA release. Please migrate to
 * ::cudaGraphAddNode.
 */
extern __host__ cudaError_t CUDARTAPI cudaGraphAddKernelNode(cudaGraphNode_t *node);
/** \brief Another one; cudaOther will be deprecated in a future release. */
#if defined(__cplusplus)
extern cudaError_t cudaKept(int value);
#endif
/**
 * @deprecated Clocks are deprecated and will be removed in CUDA 14.0.
 *
 * Please use \ref nvmlDeviceSetLocked for it.
 */
DEPRECATED(13.0) nvmlReturn_t DECLDIR nvmlDeviceSetClocks(nvmlDevice_t device);
/** @deprecated Will be deprecated in a future release. Use \ref nvmlNew instead */
DEPRECATED(13.0) nvmlReturn_t DECLDIR nvmlOld(void);
/** will be removed in CUDA 14.0 */
#define A_MACRO 1
"""


class Comments(unittest.TestCase):
    def test_what_is_announced(self):
        self.assertEqual(announcements.announced_in(TEXT), {
            "cudaGraphAddKernelNode": Announcement("", "cudaGraphAddNode"),
            "nvmlDeviceSetClocks": Announcement("14.0", "nvmlDeviceSetLocked"),
            "nvmlOld": Announcement("", "nvmlNew")})

    def test_a_row_is_enough(self):
        read = [("13.0", {}), ("13.1", announcements.announced_in(TEXT))]
        rows = [{"name": "cudaGraphAddKernelNode", "removed": ""}, {"name": "nvmlDeviceSetClocks", "removed": ""}]
        self.assertEqual(announcements.lacking(read, rows), [
            ("nvmlDeviceSetClocks", "function", "goes in 14.0, but `removed` says nothing", "13.0", "13.1"),
            ("nvmlOld", "function", "will be deprecated", "13.0", "13.1")])
        rows = [{"name": name, "removed": "14.0"} for name in ("cudaGraphAddKernelNode", "nvmlDeviceSetClocks", "nvmlOld")]
        self.assertEqual(announcements.lacking(read, rows), [])
        self.assertEqual(announcements.lacking([], rows), [])


if __name__ == "__main__":
    unittest.main()
