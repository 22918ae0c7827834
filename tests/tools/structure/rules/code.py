# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands in the examples' code, and what does not."""

import re

from rules.finding import Finding, nothing
from rules.text import line_of, lines, read, without_comments
from rules.tree import modern_code, slugs_of, stems

CONDITIONAL = re.compile(r"\s*#\s*(?:if|ifdef|ifndef|elif|else)\b.*")
FORBIDDEN = re.compile(r"\b(?:cudaDeviceReset|getchar)\b")
LONGEST_LINE = 120
# A product that is widened after it may have wrapped: std::size_t i = blockIdx.x * …, i += gridDim.x * …
NARROW = re.compile(r"(?:(?:std::size_t|long long) \w+ = |\+= )(?:blockIdx|gridDim)\.[xyz] \*|= bid \*")
KERNEL = re.compile(r"^__global__.*?^}", re.M | re.S)
ATOMIC = re.compile(r"\b(?:atomicAdd|fetch_add)\(")
REAL = re.compile(r"\b(?:float|double|BASE_TYPE|squares|sums)\b")
NO_ORDER = "no fixed order"


def conditionals(root):
    """No conditional compilation in an example."""
    if not slugs_of(root):
        yield nothing("examples")
    for side in ("legacy", "modern"):
        for slug in stems(root, side):
            for number, line in enumerate(lines(read(root / side / f"{slug}.cu")), 1):
                if CONDITIONAL.match(line):
                    yield Finding(f"{side}/{slug}.cu", number, f"conditional compilation: {line}")


def forbidden_calls(root):
    """Nothing in modern/ that modern code does not do: cudaDeviceReset, getchar."""
    if not slugs_of(root):
        yield nothing("examples")
    for file in modern_code(root):
        code = without_comments(read(root / file))
        for call in FORBIDDEN.finditer(code):
            yield Finding(file, line_of(code, call.start()), f"modern code does not call {call[0]}")


def examples_files(root):
    """All examples of both sides, as paths of the tree."""
    return [f"{side}/{stem}.cu" for side in ("legacy", "modern") for stem in stems(root, side)]


def short_lines(root):
    """No line of an example, or of what examples share, has more than 120 columns."""
    files = sorted({*examples_files(root), *modern_code(root)})
    if not files:
        yield nothing("examples")
    for file in files:
        for number, line in enumerate(lines(read(root / file)), 1):
            if len(line) > LONGEST_LINE:
                yield Finding(file, number, f"{len(line)} columns, {LONGEST_LINE} at most")


def wide_indices(root):
    """An index of 64 bits in modern code is widened before it is multiplied: std::size_t{blockIdx.x} * blockDim.x."""
    if not slugs_of(root):
        yield nothing("examples")
    for file in modern_code(root):
        code = without_comments(read(root / file))
        for narrow in NARROW.finditer(code):
            yield Finding(file, line_of(code, narrow.start()), f"multiplied before it is widened: {narrow[0]}")


def order_of_atomics(root):
    """A modern example whose blocks add real numbers by atomics says in its head that they do so in no fixed order."""
    if not slugs_of(root):
        yield nothing("examples")
    for stem in stems(root, "modern"):
        file = f"modern/{stem}.cu"
        text = read(root / file)
        head = " ".join(line[2:].strip() for line in lines(text[:text.find("\n\n")]) if line.startswith("//"))
        adds = any(ATOMIC.search(kernel[0]) and REAL.search(kernel[0]) for kernel in KERNEL.finditer(without_comments(text)))
        if adds and NO_ORDER not in head:
            yield Finding(file, None, f'adds real numbers by atomics, and its head does not say "{NO_ORDER}"')
