# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources that what a GPU says depends on, and their digest: what a record belongs to."""

import hashlib


# None of these has a test for a GPU, which sources_test.py holds: what they say, every CI run says anew.
WITHOUT_GPU = tuple(
    "tests/" + folder
    for folder in (
        "commands", "compile_fail", "emulator", "errors", "evidence", "package", "pairs/exercises", "scanner", "single", "site", "tools",
    )
)
WITH_GPU = ("tests/emulator/opcodes", "tests/scanner/recorder", "tests/tools/benchmarks")  # below one of those


def below(relative, folders):
    return any(relative.as_posix() == folder or relative.as_posix().startswith(folder + "/") for folder in folders)


def source_files(root):
    """Every file that a GPU's results depend on, as sorted paths relative to root."""
    files = []
    for folder in ("legacy", "modern", "compat/include", "compat/scanner/recorder", "tests"):
        for path in (root / folder).rglob("*"):
            relative = path.relative_to(root)
            if path.is_file() and counts(relative):
                files.append(relative.as_posix())
    lists = (path.relative_to(root) for path in (root / "compat").rglob("CMakeLists.txt"))
    # what these build never runs with a GPU
    files += [path.as_posix() for path in lists if not below(path, ("compat/emulator", "compat/python", "compat/recipes", "compat/scanner"))]
    if (root / "CMakeLists.txt").is_file():
        files.append("CMakeLists.txt")
    return sorted(set(files))


def counts(relative):
    if any(part == "__pycache__" or part.startswith(".") for part in relative.parts):
        return False
    if relative.suffix in (".md", ".pyc", ".orig", ".rej") or relative.name.endswith("~"):
        return False
    return below(relative, WITH_GPU) or not below(relative, WITHOUT_GPU)


def hashes(root):
    return {path: hashlib.sha256((root / path).read_bytes()).hexdigest() for path in source_files(root)}


def digest(files):
    """One sum over sorted paths and contents, from the contents' sums."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{files[path]}\n".encode())
    return total.hexdigest()


def short(files):
    """What the record keeps of each file: enough to say which one changed."""
    return {path: value[:16] for path, value in files.items()}
