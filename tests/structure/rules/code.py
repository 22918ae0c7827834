# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands in the examples' code, and what does not."""

import re

from rules.finding import Finding, nothing
from rules.text import line_of, lines, read, without_comments
from rules.tree import modern_code, slugs_of, stems

CONDITIONAL = re.compile(r"\s*#\s*(?:if|ifdef|ifndef|elif|else)\b.*")
FORBIDDEN = re.compile(r"\b(?:cudaDeviceReset|getchar)\b")


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
