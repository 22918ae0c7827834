#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on NVIDIA's samples (github.com/NVIDIA/cuda-samples).

    cuda_samples.py CHECKOUT [--write]

A sample is a folder with sources. All are correct, but for one that shows a failing assertion. Samples with
graphics, and those that want a library or a machine that is not there, are listed as not applicable, with the reason.
The samples run with their own sizes, and with the arguments of the suite's own runner (`test_args.json`).
"""
import json
import pathlib
import re
import sys

import suite

# What the sources include that no machine without a display, or with the CUDA toolkit alone, has.
WANTS = {
    "graphics": r"GL/|GLFW|helper_gl|vulkan|d3d1\d|D3D1\d|EGL|egl|freeglut|DirectX|wgl|rendercheck_gl|GLES|graphics_interface",
    "another machine": r"nvscibuf|NvSci|nvmedia|ANDROID|cudla|mpi\.h",
    "NPP, FreeImage or nvJPEG": r"npp\.h|nppi|FreeImage|nvjpeg|nvJPEG",
    "a CUDA library that the emulated device does not bring": r"cublas|cufft|cusolver|cusparse|libnvvm|nvvm\.h|curand\.h",
}

# Samples that show what a defect does.
DEFECTS = {"simpleAssert": "Assertion", "simpleAssert_nvrtc": "Assertion"}
WAIVED = 2  # EXIT_WAIVED of the samples' helpers


def why_not(name: str, text: str) -> str:
    if re.search(r"\.cubin\b", re.sub(r"//.*|/\*.*?\*/", "", text, flags=re.DOTALL)):
        return "it loads a module that another step of its build makes"
    return next((f"it wants {what}" for what, pattern in WANTS.items() if re.search(r"#\s*include[^\n]*(?:" + pattern + ")", text)), "")


def libraries(text: str) -> list[str]:
    """The linker's options for what the sources include."""
    wants = {
        "cuda": r"#include\s*[<\"](cuda|nvrtc_helper|helper_cuda_drvapi)\.h[>\"]|\bcuInit\(",
        "nvrtc": r"#include\s*[<\"]nvrtc(_helper)?\.h[>\"]",
        "nvJitLink": r"#include\s*[<\"]nvJitLink\.h[>\"]",
    }
    return [f"-l{library}" for library, pattern in wants.items() if re.search(pattern, text)]


def link_to(file: pathlib.Path, place: pathlib.Path) -> None:
    place.unlink(missing_ok=True)
    place.symlink_to(file.resolve())


def folder_of_run(folder: pathlib.Path, work: pathlib.Path, steps: str) -> pathlib.Path:
    """Where a sample runs whose build puts files beside it: a folder with these. The checkout stays as it is."""
    beside = work / f"beside {folder.name}"
    beside.mkdir(exist_ok=True)
    for file in [*folder.glob("data"), *folder.glob("*.cu"), *folder.glob("*.cuh"), *folder.glob("*.h")]:
        link_to(file, beside / file.name)
    # The headers of the toolkit that a program hands to NVRTC
    for name in re.findall(r"\$\{CUDA_INCLUDE_DIR\}/([\w./]+)", steps):
        link_to(suite.toolkit_headers() / name, beside / pathlib.Path(name).name)
    return beside


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    found = []
    told = checkout / "test_args.json"
    runner = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
    for made in sorted((checkout / "Samples").rglob("CMakeLists.txt")):
        folder = made.parent
        sources = sorted([*folder.glob("*.cu"), *folder.glob("*.cpp")])
        if not sources:
            continue
        name = folder.relative_to(checkout / "Samples").as_posix()
        text = "\n".join(file.read_text(encoding="utf-8", errors="replace")
                         for file in [*sources, *folder.glob("*.h"), *folder.glob("*.cuh"), *folder.glob("*.h")])
        # Programs that another one loads have an entry of their own in the list of CMake.
        built = re.search(r"add_executable\(\s*\S+\s+([^)]*)\)", made.read_text(encoding="utf-8"))
        named = [folder / word for word in built.group(1).split() if word.endswith((".cu", ".cpp", ".c"))] if built else []
        sources = [source for source in named if source.exists()] or sources
        options = ["-std=c++17", "-I", str(checkout / "Common"), "-I", str(folder)]
        options += ["-Xcompiler", "-fopenmp"] if re.search(r"#include\s*<omp\.h>", text) else []
        options += libraries(text)
        steps = made.read_text(encoding="utf-8")
        linked = "CUDA_SEPARABLE_COMPILATION ON" in steps and (len(sources) > 1 or "/cdp" in name)
        options += ["-rdc=true"] if linked else []
        modules = {}
        if module := re.search(r'CUDA_(?:FATBIN|PTX)_FILE\s+"[^"]*/([^"/]+)"', steps):
            kernels = re.search(r'CUDA_KERNEL_SOURCE\s+"[^"]*/([^"/]+)"', steps)
            modules = {module.group(1): folder / kernels.group(1)}
            sources = [source for source in sources if source not in modules.values()]
        needs_files = modules or "-lnvrtc" in options
        own = runner.get(folder.name, {})
        reason = "it wants several devices" if own.get("min_gpus", 1) > 1 else why_not(name, text)
        found.append(suite.Program(
            name, sources, "defect shown" if folder.name in DEFECTS else "correct", DEFECTS.get(folder.name, ""), options,
            [one["args"] for one in own.get("runs", [{"args": own.get("args", [])}])],
            folder=folder_of_run(folder, work, steps) if needs_files else folder, modules=modules,
            failure=r"Test failed!?|FAILED|Result = FAIL\b|TEST FAILED", waives=WAIVED, not_applicable=reason))
    return found


SUITE = suite.Suite("cuda-samples", "github.com/NVIDIA/cuda-samples", {}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
