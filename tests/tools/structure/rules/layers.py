# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layers of the emulated device: which folder may know which.

A folder knows another one if it includes a header of it, or declares a class that the other one defines. A new
folder needs a row in MAY_KNOW. EXCEPTIONS lists today's declarations of classes from a higher layer. The list can only
shrink: a declaration that is gone must leave it, too.
"""

import re

from includes import QUOTED, SOURCES, includes
from rules.finding import Finding, nothing
from rules.text import line_of, read, without_comments

ROOT = "compat/emulator"

# From the bottom to the top. Each folder may know folders above it in this table only.
MAY_KNOW = {
    "include": (),
    "settings": (),
    "ptx": (),
    "fatbin": (),
    "nvrtc": (),
    "isa": ("ptx",),
    "memory": ("settings",),
    "machine": ("include", "isa", "memory", "ptx", "settings"),
    "texture": ("machine",),
    "profile": ("include", "isa", "machine", "memory"),
    "check": ("isa", "machine", "memory", "settings"),
    "execute": ("check", "include", "isa", "machine", "memory", "profile", "ptx", "settings", "texture"),
    "decode": ("check", "execute", "isa", "machine", "ptx"),
    "translate": ("execute", "isa", "machine", "settings"),
    "coverage": ("isa", "machine", "profile", "ptx"),
    "trace": ("check", "include", "isa", "machine", "memory", "profile"),
    "record": ("execute", "machine", "memory", "profile"),
    "runtime": ("check", "coverage", "decode", "execute", "fatbin", "include", "isa", "machine", "memory", "profile", "ptx", "record",
                "settings", "texture", "trace", "translate"),
    "driver": ("machine", "memory", "ptx", "runtime"),
}

# (file, class). The machine holds pointers to the checks of its warps and blocks, and does not look into them.
EXCEPTIONS = {
    ("isa/form.h", "warp"),  # the type of a handler
    ("machine/block.h", "block_races"),
    ("machine/block.h", "shared_memory_check"),
    ("machine/block.h", "undefined_values"),
    ("machine/launch.h", "block_findings"),
    ("machine/launch.h", "global_races"),
    ("machine/translated_code.h", "block_accesses"),
    ("machine/warp.h", "block_races"),
    ("machine/warp.h", "shared_memory_check"),
    ("machine/warp.h", "definedness_tracker"),
}

DECLARATION = re.compile(r"^[ \t]*(?:class|struct)[ \t]+(\w+);", re.M)
DEFINITION = re.compile(r"^[ \t]*(?:class|struct)[ \t]+(?:alignas\(\w+\)[ \t]*)?(\w+)(?:[ \t]+final)?\s*(?::[^;{]*)?\{", re.M)


def codes(root):
    """(path from the emulator's root, its code without comments) of all sources in its folders."""
    for path in sorted(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file()):
        name = path.relative_to(root).as_posix()
        if "/" in name:
            yield name, without_comments(read(path))


def knows(here, there):
    """Whether the folder may know the other one."""
    return here == there or there in MAY_KNOW.get(here, ())


def layers(root, exceptions=None):
    """Each folder of the emulated device includes, and declares classes of, lower layers only."""
    exceptions = EXCEPTIONS if exceptions is None else exceptions
    emulator = root / ROOT
    sources = dict(codes(emulator)) if emulator.is_dir() else {}
    if not sources:
        yield nothing(f"folders of {ROOT}")
    for folder in sorted({name.split("/")[0] for name in sources} - set(MAY_KNOW)):
        yield Finding(f"{ROOT}/{folder}", None, "this folder has no layer: add a row to MAY_KNOW in rules/layers.py")
    for include in includes(emulator, QUOTED):
        here, there = include.file.split("/")[0], include.target.split("/")[0]
        if "/" in include.target and not knows(here, there):
            yield Finding(f"{ROOT}/{include.file}", include.line, f"includes {include.target}: {here}/ may not know {there}/")
    defined = {}
    for name, code in sources.items():
        for definition in DEFINITION.finditer(code):
            defined.setdefault(definition[1], set()).add(name.split("/")[0])
    left = set(exceptions)
    for name, code in sources.items():
        here = name.split("/")[0]
        for declaration in DECLARATION.finditer(code):
            folders = defined.get(declaration[1], set())
            if not folders or any(knows(here, there) for there in folders):
                continue
            if (name, declaration[1]) in exceptions:
                left.discard((name, declaration[1]))
                continue
            yield Finding(f"{ROOT}/{name}", line_of(code, declaration.start(1)),
                          f"declares {declaration[1]}: {here}/ may not know {sorted(folders)[0]}/")
    for name, declared in sorted(left):
        yield Finding(f"{ROOT}/{name}", None, f"no longer declares {declared}: remove the exception from rules/layers.py")
