#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The scanner as pre-commit calls it: .pre-commit-hooks.yaml.
set -euo pipefail

if command -v cuda-legacy >/dev/null; then
  exec cuda-legacy scan "$@"
fi

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$here/../../build/pre-commit"
program="$folder/cuda-legacy-scan"
if [[ ! -x "$program" ]]; then
  mkdir -p "$folder"
  log="$folder/build.log"
  # Two hooks may start at the same time.
  exec 9>"$folder/lock"
  flock 9
  if [[ ! -x "$program" ]] &&
    ! { cmake -S "$here" -B "$folder" && cmake --build "$folder" --target cuda_legacy_scan; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "cuda-legacy-scan could not be built: pip install cuda-legacy brings it; a build needs CMake and a C++ compiler" >&2
    exit 2
  fi
  exec 9>&-
fi
exec "$program" "$@"
