#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The legacy texture examples, fixed by cuda-legacy-scan, beside the twins that people wrote: in which kinds of lines they
differ where textures are concerned. A difference of another kind fails, and so does a kind that is no longer met.

  twins_test.py PROGRAM LEGACY MODERN

Looked at: fetches, kernels that take objects, their launches, the fields of both descriptors, and what makes and destroys
objects. All else in a twin is another lesson. Names count as one, of objects and of descriptors each; so does the order of
arguments. Without libclang: skipped, status 77.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Each difference is of the first kind that its text matches: "- " stands in the fixed program alone, "+ " in the twin alone.
KINDS = {
    "an owner, or the number of an object": r"\+ texture_object T$|- (static )?cudaTextureObject_t T = 0$",
    "destroyed in sight, or by its owner": r"- cudaDestroyTextureObject\(T\)$",
    "a channel description, spelled or by its name": r"[-+] R\.res\.linear\.desc = (C|cudaCreateChannelDesc<\w+>\(\))$",
    "an object at file scope, destroyed by the next bind": r"- (if \(T\)|T = 0)$",
    "a function that makes each object": r"\+ (A\.readMode = readMode|A\.addressMode\[i\] = cudaAddressModeClamp|"
                                         r"R\.res\.array\.array = cuArray|cudaCreateTextureObject\(T, R, A, NULL\))$|"
                                         r"- (A\.readMode = cudaReadMode\w+|A\.addressMode\[\d\] = cudaAddressModeClamp|"
                                         r"R\.res\.array\.array = cuArray\d)$",
    "modes that linear memory ignores": r"\+ A\.(addressMode\[0\] = cudaAddressModeClamp|filterMode = cudaFilterModePoint|normalizedCoords = 0)$",
    "a result of its own": r"[-+] kernel<<<nBlocks, NUM_THREADS>>>\(N, T, d_(a|out)\)$",
    "sums in double, of more than int elements": r"[-+] __global__ void integral\(|[-+] tex1Dfetch<BASE_TYPE>\(",
}

BY_HAND = {"an owner, or the number of an object", "destroyed in sight, or by its owner"}
LINEAR = {"a channel description, spelled or by its name"}
EXAMPLES = {
    "texture/array_1d": BY_HAND,
    "texture/linear_1d": BY_HAND | LINEAR | {"a result of its own"},
    "texture/read_modes": BY_HAND | {"an object at file scope, destroyed by the next bind", "a function that makes each object"},
    "dot_product/texture_array_array": BY_HAND,
    "dot_product/texture_array_linear": BY_HAND | LINEAR,
    "dot_product/texture_linear_linear": BY_HAND | LINEAR,
    "integration/midpoint_texture": BY_HAND | LINEAR | {"modes that linear memory ignores", "sums in double, of more than int elements"},
}


def closing(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    raise ValueError("a bracket that nothing closes")


def arguments(text):
    """The arguments of f(a, b), in alphabetical order."""
    parts, depth, last = [], 0, 0
    for i, letter in enumerate(text + ","):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(text[last:i].strip())
            last = i + 1
    return ", ".join(sorted(parts))


def names_of(text, kind):
    found = set()
    for declarators in re.findall(r"\b(?:%s)\s+\*?(\w+(?:\s*=\s*0)?(?:,\s*\w+(?=\s*[,;=)]))*)" % kind, text):
        found |= set(re.findall(r"[A-Za-z_]\w*", declarators))
    return found


def texture_lines(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\bnullptr\b", "NULL", re.sub(r"\s+", " ", text)).replace("= false;", "= 0;").replace("= true;", "= 1;")
    text = re.sub(r"\.(out|data)\(\)", "", text)
    for kind, letter in (("cudaTextureObject_t|texture_object", "T"), ("cudaResourceDesc", "R"), ("cudaTextureDesc", "A"),
                         ("cudaChannelFormatDesc", "C")):
        for name in names_of(text, kind):
            text = re.sub(r"\b%s\b" % name, letter, text)
    result = set()
    for match in re.finditer(r"\btex[123]D(?:fetch)?<[^>]*>\(", text):
        end = closing(text, match.end() - 1)
        result.add(text[match.start():end + 1])
    for match in re.finditer(r"(__global__ void \w+|\w+<<<.*?>>>) ?\(", text):
        end = closing(text, match.end() - 1)
        inside = arguments(text[match.end():end])
        if re.search(r"\bT\b", inside):
            result.add(match[1] + "(" + inside + ")")
    for match in re.finditer(r"cudaCreateTextureObject\(", text):
        result.add(text[match.start():closing(text, match.end() - 1) + 1].replace("&", ""))
    for pattern in (r"\b[RA]\.[^;=]* = [^;]*", r"texture_object T\b", r"(?:static )?cudaTextureObject_t T = 0", r"\bif \(T\)",
                    r"(?<=[;{] )T = 0", r"cudaDestroyTextureObject\(T\)"):
        result |= set(re.findall(pattern, text))
    return result


def fixed(program, source):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / source.name
        shutil.copy(source, copy)
        said = subprocess.run([program, "--fix=mechanical,textures", copy], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        return said, copy.read_text()


def main():
    program, legacy, modern = (Path(one).resolve() for one in sys.argv[1:4])
    wrong = 0
    for slug, expected in EXAMPLES.items():
        said, text = fixed(program, legacy / (slug + ".cu"))
        if "need libclang" in said:
            print("skipped: " + said.strip())
            return 77
        ours, theirs = texture_lines(text), texture_lines((modern / (slug + ".cu")).read_text())
        met = set()
        for line in sorted(["- " + one for one in ours - theirs] + ["+ " + one for one in theirs - ours]):
            kind = next((name for name, pattern in KINDS.items() if name in expected and re.match(pattern, line)), None)
            met.add(kind)
            if not kind:
                wrong += 1
                print(f"{slug}: of no kind that it may differ in: {line}")
        for kind in sorted(expected - met):
            wrong += 1
            print(f"{slug}: no longer differs in: {kind}")
        if not ours & theirs:
            wrong += 1
            print(f"{slug}: nothing is the same")
        print(f"{slug}: {len(ours & theirs)} the same; differs in: {'; '.join(sorted(met - {None}))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
