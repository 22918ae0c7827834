#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the headers as one file each: cuda_legacy_single.h for -include, and cuda_legacy_shims_single.h for the samples' headers.

usage: amalgamate.py [--tree] FOLDER

With --tree: a copy of the whole folder of headers, for the tests, in which each name that users include is the one file.

Each header of compat stands where it is included first. Its include guard stays. A header whose first place is under a
condition is repeated at the next place that lacks this condition, since the compiler may not have read the first. Other
headers, such as <cuda_runtime.h>, stay includes. The test single.tokens holds what the compiler gets against the headers.
"""

import pathlib
import re
import shutil
import sys

COMPAT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = COMPAT / "include"
SHIMS = INCLUDE / "shims"

# Shims that take a macro, for what they define or need.
ON_REQUEST = {
    "CUDA_LEGACY_SHIMS_BOOK": ["book.h"],
    "CUDA_LEGACY_SHIMS_CUPRINTF": ["cuPrintf.cuh"],
    "CUDA_LEGACY_SHIMS_DRIVER": ["cutil_inline_drvapi.h", "drvapi_error_string.h", "helper_cuda_drvapi.h"],
    "CUDA_LEGACY_SHIMS_FUNCTIONS": ["exception.h", "helper_functions.h", "sdkHelper.h"],
    "CUDA_LEGACY_SHIMS_GL": ["cutil_gl_error.h", "cutil_gl_inline.h", "helper_cuda_gl.h"],
    "CUDA_LEGACY_SHIMS_THREADS": ["multithreading.h"],
    "CUDA_LEGACY_SHIMS_TIMER": ["timer.h"],
}

NO_KEYWORDS = ("CUDA_LEGACY_NO_TEXTURE_KEYWORD", "CUDA_LEGACY_NO_SURFACE_KEYWORD")

DIRECTIVE = re.compile(r"^\s*#\s*(\w+)\b(.*)$")
SYSTEM_HEADER = re.compile(r"^#if [^\n]*(?:\\\n[^\n]*)*\n\s*#pragma GCC system_header\n#endif\n", flags=re.M)
INCLUDED = re.compile(r'^\s*(?:"([^"]+)"|<([^>]+)>)')

HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* {name}: {what}, version {version}, in one file.
   Made by compat/single/amalgamate.py from the headers of cuda_legacy: change those. */
"""
USES = {
    "cuda_legacy_single.h": """\
/*
       nvcc -include cuda_legacy_single.h old.cu

   Headers that old sources include by name, such as texture_fetch_functions.h or nvToolsExt.h, cannot be in it: these
   are in the folder compat/include.

   In host sources all areas come at once, with CUDA's own headers. A host source that has its own float2 or dim3, or its
   own declarations of the driver API, must do without this file or take the folder. */
""",
    "cuda_legacy_shims_single.h": """\
//
// Old sources include these headers by name: give this file the name that is asked for, such as cutil.h or helper_cuda.h,
// and put it on the path. It has most of cutil*.h, helper_*.h and shr*.h. Others define names that a program
// may have itself, or need the driver API or OpenGL: a macro asks for them.
//
{requests}
""",
}


class Amalgamation:
    """One file made of a header and those of compat that it includes."""

    def __init__(self):
        self.places = {}  # of each header that stands there: the conditions that it stands under, as sets
        self.lines = []

    def found(self, included, current):
        """The header of compat that an #include means, or None. The shims name each other in angle brackets."""
        quoted, angled = included
        for folder in (current.parent, INCLUDE) if quoted else (SHIMS,):
            path = (folder / (quoted or angled)).resolve()
            if path.is_file() and INCLUDE in path.parents and (quoted or current.is_relative_to(SHIMS)):
                return path
        return None

    def add(self, path, conditions=()):
        """Appends a header, unless it stands already where the compiler reads it whenever it comes to this place."""
        places = self.places.setdefault(path, [])
        if any(before <= set(conditions) for before in places):
            return
        places.append(set(conditions))
        text = path.read_text(encoding="utf-8")
        if self.lines:  # the pragma holds for the rest of the file: the first header's counts
            text = SYSTEM_HEADER.sub("", text)
        lines = text.splitlines()
        guard, own = guard_of(lines), []
        self.lines.append(f"/* {'-' * 8} {path.relative_to(INCLUDE).as_posix()} */")
        for line in lines:
            directive = DIRECTIVE.match(line)
            word, rest = (directive[1], directive[2].split("//")[0].strip()) if directive else ("", "")
            included = INCLUDED.match(rest) if word == "include" else None
            ours = self.found(included.groups(), path) if included else None
            if ours:
                self.add(ours, [*conditions, *(one for one in own if one)])
                continue
            if "SPDX-License-Identifier" not in line:
                self.lines.append(line)
            follow_conditions(own, word, rest, guard)


def follow_conditions(conditions, word, rest, guard):
    """Changes the stack of conditions as a directive does. An empty text is no condition: that of the include guard."""
    if word == "ifndef":
        conditions.append("" if rest == guard else f"!defined {rest}")
    elif word == "ifdef":
        conditions.append(f"defined {rest}")
    elif word == "if":
        conditions.append(" ".join(re.sub(r"defined\s*\(\s*(\w+)\s*\)", r"defined \1", rest).split()))
    elif word in ("else", "elif"):
        before = conditions.pop()
        conditions.append(f"not {before}" + (f" and {rest}" if word == "elif" else ""))
    elif word == "endif":
        conditions.pop()


def guard_of(lines):
    """The macro that keeps a header from being read twice, or an empty string. A pragma may stand before it."""
    directives = [(found[1], found[2].split("//")[0].strip()) for found in map(DIRECTIVE.match, lines) if found]
    for (word, name), following in zip(directives, directives[1:]):
        if word == "ifndef" and following == ("define", name):
            return name
        if word in ("define", "include"):
            break
    return ""


def version():
    return (COMPAT / "release" / "VERSION").read_text(encoding="utf-8").strip()


def write(folder, name, what, lines):
    requests = "\n".join(f"//     {word:28} {', '.join(names)}" for word, names in ON_REQUEST.items())
    head = HEAD.format(name=name, what=what, version=version()) + USES[name].replace("{requests}", requests)
    (folder / name).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def header(folder):
    """cuda_legacy_single.h"""
    made = Amalgamation()
    made.add(INCLUDE / "cuda_legacy.h")
    write(folder, "cuda_legacy_single.h", "old CUDA for today's CUDA", made.lines)


def shims(folder):
    """cuda_legacy_shims_single.h"""
    made = Amalgamation()
    # First the header that includes cuda.h: others have the driver's names only behind it.
    rest = sorted((path.name for path in SHIMS.glob("*.h")), key=lambda name: (name != "cutil_inline.h", name))
    for names in ON_REQUEST.values():
        rest = [name for name in rest if name not in names]
    for name in rest:
        made.add(SHIMS / name)
    for word, names in ON_REQUEST.items():
        made.lines.append(f"#if defined({word})")
        for name in names:
            made.add(SHIMS / name, [f"defined {word}"])
        made.lines.append("#endif")
    write(folder, "cuda_legacy_shims_single.h", "the CUDA samples' helper headers", made.lines)


def forward(path, to, macros=()):
    path.write_text("".join(f"#ifndef {word}\n#define {word}\n#endif\n" for word in macros) + f'#include "{to}"\n', encoding="utf-8")


def tree(folder):
    """The headers as they stand, but each public name leads to one of the two files.

    The headers that add the areas behind CUDA's own are left out: users of the one file do not have them.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(INCLUDE, folder)
    for path in folder.glob("*.h"):
        if "CUDA_LEGACY_DETAIL_AREAS_FOLLOW" in path.read_text(encoding="utf-8"):
            path.unlink()
    header(folder)
    shims(folder / "shims")
    # One area alone brings no macro `texture` or `surface`.
    for path in [folder / "cuda_legacy.h", *folder.glob("cuda_legacy/*.h")]:
        has_keywords = path.name == "cuda_legacy.h" or path.stem.endswith("_keyword")
        forward(path, folder / "cuda_legacy_single.h", () if has_keywords else NO_KEYWORDS)
    for path in folder.glob("shims/*.h"):
        if "_single" not in path.name:
            forward(path, folder / "shims" / "cuda_legacy_shims_single.h",
                    [word for word, names in ON_REQUEST.items() if path.name in names])


def main(arguments):
    is_tree = arguments[:1] == ["--tree"]
    if len(arguments) != 1 + is_tree or arguments[-1].startswith("-") or not arguments[-1]:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[-1]).resolve()
    try:
        if is_tree:
            tree(folder)
            return 0
        folder.mkdir(parents=True, exist_ok=True)
        header(folder)
        shims(folder)
    except OSError as error:
        print(f"amalgamate.py: {error.filename or folder} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
