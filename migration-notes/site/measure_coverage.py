#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which lines of the examples' kernels the paired tests reach: writes coverage.json, which the pages show.

  measure_coverage.py [--build FOLDER] [--jobs N] [--only SLUG...]

Builds the paired tests with -lineinfo in a folder of their own (build/coverage), runs them on the emulated device with
CUDA_EMULATOR_COVERAGE, and keeps what reached() leaves of the tracefile. Takes minutes; needs the CUDA compiler, and no GPU.
With --only the other entries stay. Exit status 1: something does not build, or a test fails; then nothing is written.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(ROOT / "tests" / folder) for folder in ("tools/structure", "tools/evidence", "support"))]

import coverage  # noqa: E402
from rules import tree  # noqa: E402


def run(*words, **variables):
    print("$", *words, flush=True)
    return subprocess.run([str(word) for word in words], cwd=ROOT, env={**os.environ, **variables}, check=False).returncode == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build/coverage", metavar="FOLDER")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--only", nargs="+", default=[], metavar="SLUG")
    options = arguments.parse_args()
    build, slugs = options.build.resolve(), tree.slugs_below(ROOT, "legacy")
    if unknown := set(options.only) - set(slugs):
        raise SystemExit(f"no such pair: {', '.join(sorted(unknown))}")
    slugs = options.only or slugs
    tracefile = build / "kernels.info"
    # PTX alone: the emulated device runs nothing else.
    if not run("cmake", "--preset", "test", "-B", build, "-DCMAKE_CUDA_FLAGS=-lineinfo", "-DCMAKE_CUDA_ARCHITECTURES=90-virtual"):
        return 1
    if not run("cmake", "--build", build, "--parallel", options.jobs, "--target", "cuda_emulator",
               *(f"pair_{slug.replace('/', '_')}_test" for slug in slugs)):
        return 1
    tracefile.unlink(missing_ok=True)
    names = "|".join(slug.replace("/", "[.]") for slug in slugs)
    if not run("ctest", "--test-dir", build, "--parallel", options.jobs, "--output-on-failure", "--no-tests=error",
               "-R", rf"^pair[.]({names})[.]emulated$", CUDA_EMULATOR_COVERAGE=str(tracefile)):
        return 1
    found = coverage.reached(tracefile.read_text(encoding="utf-8"), ROOT)
    kept = coverage.read(HERE) if options.only else {}
    text = json.dumps(dict(sorted({**kept, **found}.items())), indent=1) + "\n"
    (HERE / coverage.FILE).write_text(text, encoding="utf-8")
    print(f"{len(found)} files in {HERE / coverage.FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
