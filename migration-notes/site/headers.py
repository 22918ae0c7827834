# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The public headers' `//!` comments as Markdown: what a header is for, then each declaration with what stands above it."""

import re

FIELD = re.compile(r"\\(?:return|param\s+(\w+))\s*")
LABEL = re.compile(r"(Difference|Now|Note): ")
# Macros that declare functions: the first argument is the name.
DECLARES = re.compile(r"\bCUDA_LEGACY_DETAIL_(?:OLD|SHUFFLE|FETCH|FETCH_AS|READ|WRITE)\((?:__gathered, )?(\w+)")
# The name that a program writes, and the function behind the name.
RENAMES = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(?!CUDA_LEGACY_)(\w+)[ \t]+(cuda_legacy_\w+)$", flags=re.M)


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


def in_list(result):
    return bool(result) and result[-1].startswith(("- ", "  "))


def separated(result, joined=False):
    """The blank line between what is there and a new paragraph, if one is missing."""
    return [""] if result and result[-1] and not joined else []


def prose(comment):
    """Lines behind "//!" as Markdown. Lines indented by four blanks, and lines between \\code and \\endcode, are code."""
    result, fenced, example = [], False, False
    for line in comment:
        if line.startswith(("\\code", "\\endcode")):
            example = line.startswith("\\code")
            result += [*separated(result), "```cpp"] if example else ["```", ""]
            continue
        if example:
            result.append(line)
            continue
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
        field, label = FIELD.match(line), LABEL.match(line)
        if field and field[1]:
            result += [*separated(result, in_list(result)), f"- `{field[1]}`: {escaped(line[field.end():])}"]
        elif field:
            result += [*separated(result), f"Returns {escaped(line[field.end():])}"]
        elif label:
            result += [*separated(result), f"**{label[1]}:** {escaped(line[label.end():])}"]
        elif line.startswith("- "):
            result += [*separated(result, in_list(result)), f"- {escaped(line[2:])}"]
        elif line and in_list(result):
            result.append(f"  {escaped(line)}")
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
        if line.strip() in ("", "{") or line.lstrip().startswith("//!"):
            break
        code = line.split("//")[0]
        if "{" in code:
            taken.append(code.split("{")[0].rstrip())
            break
        taken.append(line)
        if code.rstrip().endswith(";"):
            break
    return [line for line in taken if line.strip()]


def as_documented(line, comment, names):
    """A line of a declaration with the names that the comment uses: without reserved prefixes and without macros of ours."""
    line = re.sub(r"\bCUDA_LEGACY_DETAIL_OLD\((\w+)\)", r"\1", line.replace("CUDA_LEGACY_DETAIL_INLINE", "inline"))
    line = re.sub(r"\bCUDA_LEGACY_DETAIL_DEFAULT\((\w+)\)", r"= \1", line)
    line = re.sub(r"\bcuda_legacy_\w+", lambda found: names.get(found[0], found[0].removeprefix("cuda_legacy_old_")), line)
    for parameter in re.findall(r"\\param\s+(\w+)", "\n".join(comment)):
        line = re.sub(rf"\b__{parameter}\b(?!__)", parameter, line)
    return line


def name_of(code):
    text = " ".join(code)
    declared = DECLARES.search(text)
    if declared:
        return declared[1]
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
    text = path.read_text(encoding="utf-8")
    names, lines = {function: name for name, function in RENAMES.findall(text)}, text.split("\n")
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
        code = [as_documented(line, comment, names) for line in code]
        if code:
            result += [f"## `{name_of(code)}`", "", "```cpp", *code, "```", ""]
        result += [prose(comment), ""]
    return "\n".join(result)
