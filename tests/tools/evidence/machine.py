# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machine that a record is of: its GPU, tools, system and sources; and how programs run on it."""

import os
import pathlib
import platform
import re
import signal
import subprocess

Error = RuntimeError


class Run:
    """The outcome of one program: exit status (None after a timeout) and its output, both streams together."""

    def __init__(self, command, timeout=None, cwd=None, show=False, **environment):
        self.timed_out = False
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=None if show else subprocess.PIPE,
            stderr=None if show else subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            self.output = process.communicate(timeout=timeout)[0] or ""
            self.status = process.returncode
        except BaseException as reason:
            # The sanitizer is the parent of the program it watches: the whole group has to go.
            os.killpg(process.pid, signal.SIGKILL)
            self.output = process.communicate()[0] or ""
            if not isinstance(reason, subprocess.TimeoutExpired):
                raise
            self.status, self.timed_out = None, True


def output_of(*command, cwd=None):
    """A program's standard output, or None when it is not there or fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def visible_devices(count=0):
    """What CUDA_VISIBLE_DEVICES names; where it is not set, the first `count`."""
    named = [one.strip() for one in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if one.strip()]
    return named or [str(number) for number in range(count)]


def gpu():
    """Name, compute capability and driver of the first GPU that programs get, and how many they get."""
    fields = "--query-gpu=name,compute_cap,driver_version"
    visible = visible_devices()
    first = visible[0] if visible else ""
    command = ["nvidia-smi", fields, "--format=csv,noheader"] + (["-i", first] if first else [])
    lines = (output_of(*command) or "").splitlines()
    values = [value.strip() for value in lines[0].split(",")] if lines else []
    if len(values) != 3:
        raise Error("no GPU: nvidia-smi names none")
    return {"name": values[0], "compute_capability": values[1], "driver": values[2], "count": len(visible or lines)}


def is_same(one, other):
    """Whether two values of a record mean the same machine. Tests use one GPU, whatever the number of GPUs is."""
    def without_count(value):
        return {key: item for key, item in value.items() if key != "count"} if isinstance(value, dict) else value

    return without_count(one) == without_count(other)


def file_name(gpu_name):
    return re.sub(r"[^a-z0-9]+", "_", gpu_name.lower()).strip("_") + ".json"


def cache_entry(build, name):
    try:
        text = (build / "CMakeCache.txt").read_text(errors="replace")
    except OSError:
        return None
    found = re.search(rf"^{name}:[A-Z]*=(.+)$", text, re.MULTILINE)
    return found.group(1) if found else None


def toolchain(build):
    nvcc = cache_entry(build, "CMAKE_CUDA_COMPILER") or "nvcc"
    compiler = cache_entry(build, "CMAKE_CUDA_HOST_COMPILER") or cache_entry(build, "CMAKE_CXX_COMPILER") or "c++"
    version = re.search(r"release [\d.]+, V([\d.]+)", output_of(nvcc, "--version") or "")
    host = (output_of(compiler, "--version") or "").splitlines()
    # A build may have come from another machine: what CMake found there built it, whatever has that name here.
    for found in sorted(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")):
        words = dict(re.findall(r'^set\((CMAKE_CXX_COMPILER_(?:ID|VERSION)) "([^"]*)"\)', found.read_text(), re.M))
        if len(words) == 2:
            host = [f"{words['CMAKE_CXX_COMPILER_ID']} {words['CMAKE_CXX_COMPILER_VERSION']}"]
    return {
        "toolkit": f"CUDA {version.group(1)}" if version else "unknown",
        "host_compiler": host[0] if host else "unknown",
        "architectures": cache_entry(build, "CMAKE_CUDA_ARCHITECTURES") or "unknown",
    }


def operating_system():
    name = platform.system()
    try:
        for line in pathlib.Path("/etc/os-release").read_text().splitlines():
            if line.startswith("PRETTY_NAME="):
                name = line.split("=", 1)[1].strip("\"'")
    except OSError:
        pass
    return f"{name}, {platform.machine()}"


def commit(root):
    """The commit of the sources; None without git, or when root only lies inside some other repository."""
    top = output_of("git", "rev-parse", "--show-toplevel", cwd=root)
    head = output_of("git", "rev-parse", "HEAD", cwd=root)
    if not top or not head or pathlib.Path(top).resolve() != root.resolve():
        return None
    changes = output_of("git", "status", "--porcelain", "--", ".", ":(exclude)tests/evidence/*.json", cwd=root)
    return {"id": head, "dirty": changes != ""}
