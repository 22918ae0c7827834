# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of Thrust, CUB and libcu++ in CCCL's headers, read as texts: which there are, and which are deprecated.

A name counts in the namespaces that users write; detail and its kin do not, nor does cuda::std, which follows C++. A function
with several overloads is deprecated where all of them are. Members of classes are left out.
"""
import re
import typing

FOLDERS = ("thrust", "cub", "cuda")
# Namespaces by macros; the end pops what the begin pushed.
OPENS = {"THRUST_NAMESPACE_BEGIN": "thrust", "CUB_NAMESPACE_BEGIN": "cub", "_CCCL_BEGIN_NAMESPACE_CUDA": "cuda",
         "_CCCL_BEGIN_NAMESPACE_CUDA_STD": "cuda::std"}
CLOSES = {"THRUST_NAMESPACE_END", "CUB_NAMESPACE_END", "_CCCL_END_NAMESPACE_CUDA", "_CCCL_END_NAMESPACE_CUDA_STD"}
PRIVATE = re.compile(r"(?:^|::)(?:std|detail|internal|_\w*|cuda_cub|system|adl_\w+|\w*_detail)(?:::|$)")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|\d[\w.\']*|::|[^\s\w]')
COMMENTS = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*")', re.S)
DEPRECATED = re.compile(r"_*CCCL_DEPRECATED(?:_BECAUSE)?$|deprecated$")
WARNING = re.compile(r'_CCCL_WARNING\("The <([\w/.]+)> header is deprecated(?: and will be removed in the next major release)?\.\s+The\s+contents\s+were\s+moved\s+to\s+<([\w/.]+)>')
SKIPPED = re.compile(r"[A-Z_]*(?:CCCL|CUB|THRUST|LIBCUDACXX|NVTX)_\w+$|alignas$|decltype$|noexcept$|requires$|__\w+__$|explicit$|operator$|sizeof$|static_assert$")


class Name(typing.NamedTuple):
    """What the headers say of a name."""

    kind: str  # type, function, macro, header
    deprecated: bool
    because: str  # the words of the attribute


def without_angles(tokens):
    """Tokens without the lists of template parameters, template<…>, and their requirements."""
    result, at = [], 0
    while at < len(tokens):
        if tokens[at] == "template" and at + 1 < len(tokens) and tokens[at + 1] == "<":
            depth, inner, at = 0, 0, at + 1
            while at < len(tokens):
                inner += {"(": 1, ")": -1}.get(tokens[at], 0)
                if not inner:  # (N > 0) closes no list
                    depth += {"<": 1, ">": -1}.get(tokens[at], 0)
                at += 1
                if depth == 0:
                    break
            continue
        result.append(tokens[at])
        at += 1
    return result


def without_calls(tokens):
    """Gives the tokens without attributes, and without the macros that stand for attributes, with their arguments."""
    result, at = [], 0
    while at < len(tokens):
        attribute = tokens[at] == "[" and at + 1 < len(tokens) and tokens[at + 1] == "["
        if attribute or SKIPPED.match(tokens[at]):
            if not attribute:
                at += 1
            if at < len(tokens) and tokens[at] in "([":
                depth = 0
                while at < len(tokens):
                    depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(tokens[at], 0)
                    at += 1
                    if depth == 0:
                        break
            continue
        result.append(tokens[at])
        at += 1
    return result


def declared(tokens):
    """(name, kind) of a declaration at namespace scope, or None."""
    plain = without_calls(without_angles(tokens))
    if not plain or "operator" in tokens or plain[0] in ("friend", "extern", "typedef", "namespace", "public", "private"):
        return None
    word = re.compile(r"[A-Za-z_]\w*$")
    if plain[0] == "using":
        if len(plain) < 2 or plain[1] == "namespace":
            return None
        name = plain[1] if "=" in plain else plain[-1]
        return (name, "type") if word.match(name) else None
    if plain[0] in ("struct", "class", "enum", "union"):
        names = [one for one in plain[1:(plain.index(":") if ":" in plain else len(plain))] if word.match(one) and one not in ("final", "class", "struct")]
        # A specialisation's name comes before its arguments.
        return (names[0], "type") if names else None
    if "(" in plain:
        before = plain[plain.index("(") - 1] if plain.index("(") else ""
        return (before, "function") if word.match(before) and "=" not in plain[:plain.index("(")] else None
    return None


def reason(tokens):
    """Whether a declaration is deprecated, and why."""
    for at, token in enumerate(tokens):
        if DEPRECATED.match(token) and not token.startswith("_CCCL_DEPRECATED_IN"):
            words = []
            for one in tokens[at + 2:]:
                if not one.startswith('"'):
                    break
                words.append(one[1:-1])
            return True, "".join(words)
    return False, ""


def names_in(text):
    """[(name with its namespace, kind, deprecated, because)] of a header's text."""
    text = COMMENTS.sub(lambda found: found[1] or " ", text)
    lines = re.sub(r"\\\n", " ", text).split("\n")
    for line in lines:
        macro = re.match(r"\s*#\s*define\s+((?:CUB|THRUST)_[A-Z]\w*)", line)
        if macro and not re.search(r"_DETAIL_|_TEMP_|_SPECIALIZE_|_DISPATCH2?$", macro[1]):
            yield macro[1], "macro", False, ""
    tokens = TOKEN.findall("\n".join("" if line.lstrip().startswith("#") else line for line in lines))
    scopes, statement, round_brackets = [], [], 0
    for token in tokens:
        at_namespace = all(one is not None for one in scopes)
        if token in OPENS and at_namespace:
            scopes.append(OPENS[token])
            statement = []
        elif token in CLOSES and at_namespace:
            if scopes:
                scopes.pop()
            statement = []
        elif not at_namespace:
            if token == "{":
                scopes.append(None)
            elif token == "}":
                scopes.pop()
        elif token in "()":
            round_brackets = max(0, round_brackets + (1 if token == "(" else -1))
            statement.append(token)
        elif token in "{;" and not round_brackets or token == "{":
            space = "::".join(scopes)
            plain = without_calls(statement)
            if token == "{" and "namespace" in plain:
                scopes.append("".join(plain[plain.index("namespace") + 1:]) or "_")
            else:
                found = declared(statement)
                if found and space.split("::")[0] in FOLDERS and not PRIVATE.search(space) and not found[0].startswith("_"):
                    yield (f"{space}::{found[0]}", found[1], *reason(statement))
                if token == "{":
                    scopes.append(None)
            statement, round_brackets = [], 0
        elif token == "}":
            if scopes:
                scopes.pop()
            statement = []
        else:
            statement.append(token)


def is_public(path):
    """Whether users include a header."""
    return not any(part in ("detail", "internal", "kernels", "tuning") or part.startswith("__") for part in path.parts[:-1]) and path.suffix in (".h", ".cuh", "") \
        and not path.name.startswith("__")


def names_of(folder):
    """{name: Name} of the headers of CCCL that lie in a folder, the public headers among them."""
    found = {}
    for top in FOLDERS:
        for file in sorted((folder / top).rglob("*")):
            if not file.is_file() or file.suffix not in (".h", ".cuh", ".inl", ""):
                continue
            path = file.relative_to(folder)
            text = file.read_text(encoding="utf-8", errors="replace")
            if is_public(path):
                warning = WARNING.search(text.replace("\\\n", " "))
                found[path.as_posix()] = Name("header", bool(warning), f"<{warning[2]}>" if warning else "")
            for name, kind, old, because in names_in(text):
                if PRIVATE.search(name.rpartition("::")[0]):
                    continue
                have = found.get(name, Name(kind, kind != "type", ""))
                # Only the definition of a type counts, not a forward declaration.
                old = have.deprecated or old if kind == "type" else have.deprecated and old
                found[name] = Name(kind, old, because or have.because)
    return found


def lacking(read, rows):
    """[(name, kind, why, from version, to version)] that the table does not have; read: [(version, names_of)], in order."""
    known = {row["name"] for row in rows}
    found = []
    for (old, before), (new, after) in zip([read[0], *read], read):
        for name, one in sorted(before.items()):
            if name not in after and name not in known:
                found.append((name, one.kind, "is gone", old, new))
        for name, one in sorted(after.items()):
            said = name in before and before[name].deprecated and old != new
            if one.deprecated and not said and name not in known:
                found.append((name, one.kind, "is deprecated", old, new))
    return found


def replacement(because):
    """The name that the words of a deprecation give, or nothing."""
    if because.startswith("<"):
        return because.strip("<>")
    name = re.search(r"(?:[Uu]se|favor of|replaced by) (?:the )?(?:::)?((?:cuda|cub|thrust|std)::[\w:]+)", because)
    return name[1].rstrip(":") if name else ""
