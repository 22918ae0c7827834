# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python -m cuda_legacy"""

from cuda_legacy.commands import main

main()
