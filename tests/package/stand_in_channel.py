# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A channel of conda packages in a folder, for where no other is reached: its python is this machine's, as a virtual environment."""

import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile


def package(channel, name, version, folder, files, depends):
    """Writes a package of some files of a folder. Returns its file name and its line of the channel's list."""
    index = {"name": name, "version": version, "build": "0", "build_number": 0, "depends": depends, "subdir": "linux-64"}
    paths = []
    for file in files:
        path = folder / file
        content = b"" if path.is_symlink() else path.read_bytes()
        paths.append({"_path": file, "path_type": "softlink" if path.is_symlink() else "hardlink",
                      "sha256": hashlib.sha256(content).hexdigest(), "size_in_bytes": len(content)})
    written = channel / "linux-64" / f"{name}-{version}-0.tar.bz2"
    with tarfile.open(written, "w:bz2") as archive:
        for entry, text in (("info/index.json", json.dumps(index)), ("info/files", "\n".join(files)),
                            ("info/paths.json", json.dumps({"paths_version": 1, "paths": paths}))):
            information = tarfile.TarInfo(entry)
            information.size = len(text.encode())
            archive.addfile(information, io.BytesIO(text.encode()))
        for file in files:
            archive.add(folder / file, arcname=file, recursive=False)
    content = written.read_bytes()
    return written.name, {**index, "sha256": hashlib.sha256(content).hexdigest(), "md5": hashlib.md5(content).hexdigest(), "size": len(content)}


def make(channel):
    """A channel with python and pip, in a new folder."""
    (channel / "linux-64").mkdir(parents=True)
    (channel / "noarch").mkdir()
    folder = channel / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, stdout=subprocess.DEVNULL)
    interpreter = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (folder / "bin").iterdir():
        path.unlink()
    (folder / "bin" / interpreter).symlink_to(os.path.realpath(sys.executable))
    for name in ("python", "python3"):
        (folder / "bin" / name).symlink_to(interpreter)
    libraries = folder / "lib" / interpreter / "site-packages"
    names = {True: [], False: []}  # by whether they are pip's
    for path in sorted(folder.rglob("*")):
        if (path.is_file() or path.is_symlink()) and not path.is_dir() and "__pycache__" not in path.parts:
            names[libraries in path.parents].append(path.relative_to(folder).as_posix())
    version = ".".join(map(str, sys.version_info[:3]))
    packages = dict([package(channel, "python", version, folder, names[False], []), package(channel, "pip", "1.0", folder, names[True], ["python"])])
    for name, listed in (("linux-64", packages), ("noarch", {})):
        text = json.dumps({"info": {"subdir": name}, "packages": listed, "packages.conda": {}})
        (channel / name / "repodata.json").write_text(text, encoding="utf-8")
    return pathlib.Path(channel).resolve().as_uri()
