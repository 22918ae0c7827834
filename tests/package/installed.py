# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel, installed into a fresh folder and used with a bare PATH."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "compat" / "python"))
sys.path.insert(0, str(ROOT / "compat" / "release"))
import tools  # noqa: E402
import version as release_version  # noqa: E402

OLD = r"""#include <cstdio>
#include <cutil.h>
texture<float, 1, cudaReadModeElementType> squares;
__global__ void kernel(float* out) { out[threadIdx.x] = 2 * tex1Dfetch(squares, threadIdx.x); }
int main()
{
    float host[32], *in = 0, *out = 0, sum = 0;
    for (int i = 0; i < 32; ++i) host[i] = i * i;
    CUDA_SAFE_CALL(cudaMalloc((void**)&in, sizeof host));
    CUDA_SAFE_CALL(cudaMalloc((void**)&out, sizeof host));
    CUDA_SAFE_CALL(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaBindTexture(0, squares, in, sizeof host));
    kernel<<<1, 32>>>(out);
    CUDA_SAFE_CALL(cudaThreadSynchronize());
    CUDA_SAFE_CALL(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) sum += host[i];
    printf("sum %g\n", sum);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
"""
PRINTS = "sum 20832\n"  # twice the squares of 0 to 31


def version():
    """The version of the wheel: the project's, in the form of PEP 440."""
    return release_version.for_pip(release_version.current())


def version_of_cmake():
    """The version that find_package and CUDA_LEGACY_VERSION have."""
    return release_version.of_cmake()


def wheel_of(folder):
    """The wheel of this version in a folder; without it, its build was skipped, and so is the test that asks."""
    wheels = list(pathlib.Path(folder).resolve().glob(f"cuda_legacy-{version()}-*.whl"))
    if not wheels:
        print("skipped: there is no wheel, see package.build")
        sys.exit(77)
    return wheels[0]


class Installed:
    """A folder with a blank in its name, and in it an environment with the wheel."""

    def __init__(self, wheel, extra=""):
        self.folder = tempfile.TemporaryDirectory(prefix="with blank ")
        self.place = pathlib.Path(self.folder.name)
        tools.made_environment(self.place / "env").check_returncode()
        self.python = self.place / "env" / "bin" / "python"
        self.before = self.files()
        offline = [] if extra else ["--no-index"]
        tools.fetched(self.python, [*offline, f"{wheel}{extra}"])

    def files(self):
        """Gives all files of the environment, except those that Python compiles for itself."""
        return {path for path in (self.place / "env").rglob("*") if "__pycache__" not in path.parts and not path.is_dir()}

    def run(self, *words, **variables):
        """A finished process. Nothing of this session's environment is in its own."""
        environment = {"HOME": str(self.place), "PATH": f"{self.place}/env/bin:/usr/bin:/bin", "CUDA_EMULATOR_TRANSLATE": "0",
                       **{name: str(value) for name, value in variables.items()}}
        return subprocess.run(list(map(str, words)), cwd=self.place, env=environment, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)

    def write(self, name, text):
        path = self.place / name
        path.write_text(text, encoding="utf-8")
        return path

    def close(self):
        self.folder.cleanup()


def main(names):
    """The program of a test: FOLDER NVCC, then the arguments of unittest. Sets these in `names`, the globals of the test."""
    names["WHEEL"], names["NVCC"] = wheel_of(sys.argv.pop(1)), sys.argv.pop(1)
    try:
        unittest.main(module=names["__name__"])
    except tools.Unreachable as reason:
        print(f"skipped: {reason}")
        sys.exit(77)


def has_compiler():
    """Whether a bare PATH has what nvcc wants."""
    return any(os.access(f"{folder}/g++", os.X_OK) for folder in ("/usr/bin", "/bin"))
