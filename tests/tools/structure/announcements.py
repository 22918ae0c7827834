# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the comments of CUDA's headers say of names to come: that they will be deprecated, or in which version they go.

The preprocessor drops comments, so this reads the headers as texts. A comment belongs to the declaration behind it.
"""
import re
import typing

HEADERS = ("cuda_runtime_api.h", "cuda.h", "nvml.h", "cusolverDn.h", "cusolverSp.h", "cusolverRf.h", "cusolverMg.h", "cusparse.h",
           "cublas_api.h", "cublas_v2.h", "cublasLt.h", "cublasXt.h", "cufft.h", "cufftXt.h", "curand.h", "nvjpeg.h", "nvrtc.h",
           "nvJitLink.h", "nvfatbin.h")
# Whether the sentence is of the function itself: others name another one in it.
WILL_BE_DEPRECATED = re.compile(r"(?:This (?:function|API)|[@\\]deprecated) will be deprecated in (?:a|the) (?:future|subsequent) (?:CUDA )?releases?", re.I)
GOES = re.compile(r"will be removed in CUDA (\d+\.\d+)", re.I)
INSTEAD = re.compile(r"(?:migrate to|use|in favor of)\s+(?:\\ref\s+|::)?([A-Za-z_]\w*)(?:\(\))?", re.I)
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
FUNCTION = re.compile(r"(\w+)\s*\(")
NO_NAME = {"DEPRECATED", "__attribute__", "__declspec", "defined", "deprecated"}


class Announcement(typing.NamedTuple):
    """What a header says of a function."""

    goes: str  # the version in which it goes; empty where none is named
    instead: str  # the function that the comment names in its place; empty without


def declared_behind(text):
    """The function that a text begins with the declaration of, or None."""
    statement = re.split(r"[;{}]", re.sub(r"^\s*#.*$", "", text, flags=re.M), maxsplit=1)[0]
    return next((name for name in FUNCTION.findall(statement) if name not in NO_NAME), None)


def announced_in(text):
    """{function: Announcement} of a header's text."""
    found = {}
    comments = list(COMMENT.finditer(text))
    for number, comment in enumerate(comments):
        words = " ".join(re.sub(r"^\s*\*", "", line).strip() for line in comment[1].splitlines())
        goes = GOES.search(words)
        soon = WILL_BE_DEPRECATED.search(words)
        if not goes and not soon:
            continue
        end = comments[number + 1].start() if number + 1 < len(comments) else len(text)
        name = declared_behind(text[comment.end():end])
        if not name:
            continue
        instead = INSTEAD.search(words, (goes or soon).start())
        found[name] = Announcement(goes[1] if goes else "", instead[1] if instead else "")
    return found


def announced_by(toolkit):
    """The same of all headers of a toolkit."""
    found = {}
    for header in HEADERS:
        file = toolkit.header(header)
        if file:
            found.update(announced_in(file.read_text(encoding="utf-8", errors="replace")))
    return found


def lacking(read, rows):
    """[(name, kind, why, from version, to version)] that the table does not say; read: [(version, announced_by)], in order.

    A name that goes in a version has it as `removed`; one that will be deprecated has a row of any kind.
    """
    by_name = {row["name"]: row for row in rows}
    found = {}
    for (old, _), (new, said) in zip([read[0], *read] if read else [], read):
        for name, one in said.items():
            row = by_name.get(name)
            if not row:
                found.setdefault(name, (name, "function", f"goes in {one.goes}" if one.goes else "will be deprecated", old, new))
            elif one.goes and row["removed"] != one.goes:
                found.setdefault(name, (name, "function", f"goes in {one.goes}, but `removed` says {row['removed'] or 'nothing'}", old, new))
    return list(found.values())
