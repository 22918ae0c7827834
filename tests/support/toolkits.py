# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which CUDA toolkits are on this machine, whole ones and those that pip's wheels make.

Looked at: the toolkits that the caller names, /usr/local/cuda-*, and what lies in the build folder: cuda (./run's own),
cuda-11.8 (./run oracle's), and cuda-*, which tests/toolkits/fetch.py fetches or a person
puts there. CUDA 13 is whole there; of CUDA 12 only some versions have nvcc.
"""
import dataclasses
import pathlib
import re
import subprocess
import typing


@dataclasses.dataclass
class Toolkit:
    """One toolkit; what it lacks is None or empty."""

    version: str
    includes: list[pathlib.Path]
    libraries: list[pathlib.Path]
    nvcc: typing.Optional[pathlib.Path] = None
    ptxas: typing.Optional[pathlib.Path] = None
    options: tuple[str, ...] = ()  # that nvcc needs on this machine

    def header(self, name):
        """Where a header lies, or None."""
        return next((folder / name for folder in self.includes if (folder / name).is_file()), None)

    def runtime_library(self):
        """The runtime library, or None."""
        found = [file for folder in self.libraries for file in sorted(folder.glob("libcudart.so.*"))]
        return found[0] if found else None


def version_of(includes):
    """The version that the headers say."""
    for folder in includes:
        header = folder / "cuda_runtime_api.h"
        if header.is_file():
            found = re.search(r"^#define CUDART_VERSION\s+(\d+)", header.read_text(encoding="utf-8", errors="replace"), re.M)
            if found:
                number = int(found.group(1))
                return f"{number // 1000}.{number % 1000 // 10}"
    return None


def look_at(folder):
    """The toolkit in a folder, in whichever of the three layouts it has, or None."""
    folder = pathlib.Path(folder)
    wheels = sorted(folder.glob("nvidia/*/"))
    if (folder / "usr/lib/nvidia-cuda-toolkit/bin/nvcc").is_file():  # Debian's packages
        tops, nvcc = [folder / "usr"], folder / "usr/lib/nvidia-cuda-toolkit/bin/nvcc"
        libraries = [folder / "usr/lib/x86_64-linux-gnu"]
    elif wheels:
        tops, nvcc = wheels, folder / "nvidia/cu13/bin/nvcc"
        libraries = [top / "lib" for top in tops]
    else:
        tops, nvcc = [folder], folder / "bin/nvcc"
        libraries = [folder / "lib64", folder / "lib"]
    includes = [top / "include" for top in tops if (top / "include").is_dir()]
    version = version_of(includes)
    if not version:
        return None
    ptxas = next((top / "bin/ptxas" for top in tops if (top / "bin/ptxas").is_file()), None)
    return Toolkit(version, includes, [one for one in libraries if one.is_dir()], nvcc if nvcc.is_file() else None, ptxas)


def host_compiler(toolkit):
    """The options that make nvcc take this system's host compiler: none, -ccbin with an older one, or None."""
    for options in [()] + [("-ccbin", f"g++-{number}") for number in (14, 13, 12, 11)]:
        try:
            done = subprocess.run([toolkit.nvcc, *options, "-E", "-x", "cu", "/dev/null"], capture_output=True, check=False)
        except OSError:
            return None
        if done.returncode == 0:
            return options
    return None


def installed(build=None, named=(), compilers=True):
    """All toolkits, one for each version, those of the caller first; ordered by version. Without `compilers` none is run."""
    folders = [pathlib.Path(one) for one in named]
    folders += sorted(pathlib.Path("/usr/local").glob("cuda-*"))
    if build:
        folders += sorted(pathlib.Path(build).glob("cuda")) + sorted(pathlib.Path(build).glob("cuda-*"))
    found = {}
    for folder in folders:
        toolkit = look_at(folder) if folder.is_dir() else None
        if not toolkit:
            continue
        have = found.get(toolkit.version)
        if have and (have.nvcc or not toolkit.nvcc):
            continue
        if toolkit.nvcc and compilers:
            options = host_compiler(toolkit)
            if options is None:
                toolkit.nvcc = None
            else:
                toolkit.options = options
        found[toolkit.version] = toolkit
    return sorted(found.values(), key=lambda one: [int(part) for part in one.version.split(".")])
