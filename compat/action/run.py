#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the action does after the installation. Its inputs are in the environment: see action.yml."""

import os
import pathlib
import sys

import emulated
import scanning
from workflow import Failure, error


def main():
    modes = {"scan": scanning.run, "test": emulated.run}
    mode = os.environ.get("MODE", "")
    try:
        if mode not in modes:
            raise Failure(f"mode is scan or test, not '{mode}'")
        return modes[mode](pathlib.Path(os.environ["RUNNER_TEMP"]))
    except Failure as failure:
        error(str(failure))
        return 2
    except OSError as failure:
        error(f"{failure.filename}: {failure.strerror}")
        return 2


if __name__ == "__main__":
    sys.exit(main())
