# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python with the packages of a list, made once and kept."""

import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

UNREACHABLE = re.compile(r"connection|temporary failure|timed out|name resolution|proxy|unreachable", re.I)


NO_VENV = re.compile(r"ensurepip|No module named", re.I)


class Unreachable(Exception):
    """The packages are not there, and cannot be fetched."""


class Unwritable(Exception):
    """The folder cannot be made; the text has the reason."""


@functools.cache
def installs_elsewhere():
    """Whether the pip of this Python installs into another environment, which one of 22.3 or later does."""
    done = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"pip (\d+)\.(\d+)", done.stdout)
    return bool(version) and (int(version[1]), int(version[2])) >= (22, 3)


def made_environment(folder, with_pip=False):
    """`python3 -m venv FOLDER`, finished. It has a pip of its own only if it is needed: to install pip takes seconds."""
    without = ["--without-pip"] if installs_elsewhere() and not with_pip else []
    return subprocess.run([sys.executable, "-m", "venv", *without, str(folder)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def pip(python):
    """The command that is pip for an environment of made_environment()."""
    return [sys.executable, "-m", "pip", "--python", str(python)] if installs_elsewhere() else [str(python), "-m", "pip"]


def fetched(python, words, from_source=False):
    """pip install; where there is no network, Unreachable says so. With `from_source` a package may be built here."""
    binaries = [] if from_source else ["--only-binary", ":all:"]
    done = subprocess.run(
        [*pip(python), "install", "--quiet", "--disable-pip-version-check", "--no-input", *binaries,
         "--retries", "1", "--timeout", "30", *map(str, words)],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "PIP_USER": "0"}, check=False)
    if done.returncode:
        if UNREACHABLE.search(done.stdout):
            raise Unreachable("packages cannot be fetched: is there a network?\n" + done.stdout)
        raise SystemExit(done.stdout)


def environment(folder, requirements, from_source=False, oldest=(3, 9), with_pip=False):
    """The Python of `folder`, with the packages of the file `requirements` and no other but pip, if it is wanted.

    The folder is made if it is not there, or has other packages. Raises Unreachable if the packages cannot be had, or if
    this Python is older than `oldest`, and Unwritable if the folder cannot be made."""
    folder = pathlib.Path(folder).resolve()
    python, stamp = folder / "bin" / "python", folder / ".installed"
    wanted = hashlib.sha256(pathlib.Path(requirements).read_bytes()).hexdigest() + f" {folder} {sys.version_info[:2]}"
    if python.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    if sys.version_info < oldest:
        raise Unreachable(f"{requirements} needs Python {oldest[0]}.{oldest[1]}, and this is {sys.version.split()[0]}")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(f"{folder} cannot be made: {error.strerror}") from error
    print(f"Installing {pathlib.Path(requirements).name} into {folder.name}", file=sys.stderr, flush=True)
    made = made_environment(folder, with_pip)
    try:
        if made.returncode and NO_VENV.search(made.stdout):
            raise Unreachable(f"python3 -m venv failed: install python3-venv\n{made.stdout}")
        if made.returncode:
            raise Unwritable(f"python3 -m venv failed in {folder}:\n{made.stdout.rstrip()}")
        fetched(python, ["--require-hashes", "--no-deps", "-r", requirements], from_source)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    stamp.write_text(wanted, encoding="utf-8")
    return python
