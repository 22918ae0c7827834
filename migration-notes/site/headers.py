# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The public headers' `//!` comments as Markdown: what a header is for, then each declaration with what stands above it."""

import re

FIELD = re.compile(r"\\(return|param)\b\s*")


def public(root):
    """The headers that a program includes. detail/ and the shims are not their own documents."""
    found = sorted((root / "compat/include/cuda_legacy").glob("*.h"))
    return [root / "compat/include/cuda_legacy.h", *found, root / "compat/emulator/include/cuda_emulator.h"]


def escaped(text):
    """Plain text as Markdown; what stands between ` stays."""
    parts = re.split(r"(`[^`]*`)", text)
    for at in range(0, len(parts), 2):
        parts[at] = re.sub(r"([\\*_<>\[\]#|$~])", r"\\\1", parts[at])
    return "".join(parts)


def prose(comment):
    """Lines behind "//!" as Markdown. What is set in by four blanks is code."""
    result, fenced = [], False
    for line in comment:
        indented = line.startswith("    ")
        if indented and not fenced and (not result or not result[-1].strip()):
            result.append("```none")
            fenced = True
        if fenced and not indented and line.strip():
            while not result[-1].strip():
                result.pop()
            result += ["```", ""]
            fenced = False
        if fenced:
            result.append(line[4:])
            continue
        line = line.strip()
        if line.startswith("\\file"):
            continue
        field = FIELD.match(line)
        if field:
            result += ["", ("Returns " if field[1] == "return" else "") + escaped(line[field.end():])]
        else:
            result.append(escaped(line))
    if fenced:
        result.append("```")
    return "\n".join(result).strip("\n")


def declaration(lines, at):
    """The code from a line on, up to the end of a declaration or to the body of a function."""
    taken, depth = [], 0
    structure = re.match(r"\s*(typedef )?(struct|enum|union|class)\b", lines[at]) is not None
    macro = lines[at].lstrip().startswith("#")
    for line in lines[at:at + 60]:
        if macro:
            taken.append(line)
            if not line.rstrip().endswith("\\"):
                break
            continue
        if structure:
            taken.append(line)
            depth += line.count("{") - line.count("}")
            if depth <= 0 and ";" in line:
                break
            continue
        if line.strip() == "{":
            break
        code = line.split("//")[0]
        if "{" in code:
            taken.append(code.split("{")[0].rstrip())
            break
        taken.append(line)
        if code.rstrip().endswith(";"):
            break
    return [line for line in taken if line.strip()]


def name_of(code):
    text = " ".join(code)
    macro = re.match(r"\s*#\s*define\s+(\w+)", text)
    if macro:
        return macro[1]
    structure = re.match(r"\s*(?:template\s*<.*?>\s*)?(?:typedef\s+)?(?:struct|enum|union|class)\s+(\w+)", text)
    if structure:
        return structure[1]
    call = re.search(r"(\w+|operator\S+)\s*\(", re.sub(r"__\w+__\s*(\([^()]*\))?|template\s*<[^(]*?>\s|alignas\([^)]*\)", " ", text))
    if call:
        return call[1]
    variable = re.search(r"(\w+)\s*(?:=|;|\[)", text)
    return variable[1] if variable else text.strip()[:40]


def page(root, path):
    """The page of one header, or None where it has no such comments."""
    relative = path.relative_to(root).as_posix()
    lines = path.read_text(encoding="utf-8").split("\n")
    blocks, at = [], 0
    while at < len(lines):
        if not lines[at].lstrip().startswith("//!"):
            at += 1
            continue
        comment = []
        while at < len(lines) and lines[at].lstrip().startswith("//!"):
            comment.append(lines[at].lstrip()[3:].removeprefix(" "))
            at += 1
        blocks.append((comment, at))
    if not blocks:
        return None
    include = relative.split("include/", 1)[1]
    result = [f"# `{include}`", "", prose(blocks[0][0]), "", f"[The whole file]({relative})", ""]
    for comment, at in blocks[1:]:
        code = declaration(lines, at) if at < len(lines) and lines[at].strip() else []
        if code:
            result += [f"## `{name_of(code)}`", "", "```cpp", *code, "```", ""]
        result += [prose(comment), ""]
    return "\n".join(result)
