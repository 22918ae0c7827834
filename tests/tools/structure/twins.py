#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How near each twin is to its legacy file, and whether two modern files are one program under two names.

  twins.py [ROOT]    a table: of each legacy file's code lines, the share that its twin keeps as they are, and the share that
                     has a similar line there (difflib's ratio of 0.7 or more)

A code line is a line without comments, includes, lone braces and blanks at its ends. A twin whose head has a line
"Far:" says there why it is farther from its legacy file than the least that is asked of each.
"""

import argparse
import difflib
import pathlib
import re
import statistics
import sys

from rules.finding import Finding, nothing
from rules.text import read, without_comments
from rules.tree import stems

MEDIAN_KEPT, MEDIAN_SIMILAR = 0.25, 0.50
LEAST_KEPT, LEAST_SIMILAR = 0.15, 0.30
SIMILAR = 0.7
SAME_PROGRAM = 0.97  # of two modern files, names and numbers left out

# What maintainers look for stands in a modern example under its own name.
LOOKED_FOR = (
    "cudaCreateTextureObject", "cudaResourceDesc", "cudaTextureDesc", "cudaMemcpy2DToArray", "cudaEventRecord",
    "cudaEventElapsedTime", "cudaDeviceSynchronize", "cudaMemcpyToSymbol", "cub::BlockReduce", "cub::DeviceReduce",
    "cooperative_groups", "cuda::atomic_ref", "cuda::ceil_div", "cuda::std::mdspan", "thrust::inner_product",
)

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\d[\w.]*|\S')


def code_lines(source):
    lines = (" ".join(line.split()) for line in without_comments(source, strings=True).split("\n"))
    return [line for line in lines if line and not line.startswith("#include") and line not in ("{", "}", "};")]


def shape(source):
    """The tokens of a program with one word for every name, number and string."""
    tokens = TOKEN.findall("\n".join(code_lines(source)))
    return ["x" if token[0].isalnum() or token[0] in '_"' else token for token in tokens]


def are_similar(line, other):
    """The quick ratios are upper bounds, which few lines reach."""
    matcher = difflib.SequenceMatcher(None, line, other)
    return matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


def nearness(legacy, modern):
    """(share of the legacy lines kept, share with a similar line)"""
    old, new = code_lines(legacy), code_lines(modern)
    kept = set(new)
    similar = sum(line in kept or any(are_similar(line, other) for other in new) for line in old)
    return sum(line in kept for line in old) / len(old), similar / len(old)


def says_why(modern):
    return re.search(r"^// Far: +\S", modern, re.M) is not None


def same_programs(modern):
    """Pairs of slugs whose modern files differ only in names."""
    shapes = {slug: shape(source) for slug, source in sorted(modern.items())}
    slugs = list(shapes)
    for at, one in enumerate(slugs):
        for other in slugs[at + 1:]:
            matcher = difflib.SequenceMatcher(None, shapes[one], shapes[other], autojunk=False)
            if matcher.real_quick_ratio() >= SAME_PROGRAM and matcher.quick_ratio() >= SAME_PROGRAM \
                    and matcher.ratio() >= SAME_PROGRAM:
                yield one, other


def examples(root, side):
    return {stem: read(root / side / f"{stem}.cu") for stem in stems(root, side)}


def measured(root):
    legacy, modern = examples(root, "legacy"), examples(root, "modern")
    return {slug: nearness(source, modern[slug]) for slug, source in legacy.items() if slug in modern}


def near_twins(root):
    """Each twin is near its legacy file, or says why it is far; so are all of them taken together."""
    table = measured(root)
    if not table:
        yield nothing("pairs")
        return
    for slug, (kept, similar) in table.items():
        if (kept < LEAST_KEPT or similar < LEAST_SIMILAR) and not says_why(read(root / f"modern/{slug}.cu")):
            yield Finding(f"modern/{slug}.cu", None,
                          f"keeps {kept:.0%} of the legacy lines and is like {similar:.0%} of them; at least"
                          f" {LEAST_KEPT:.0%} and {LEAST_SIMILAR:.0%} are asked for, or a line \"Far:\" in its head")
    for name, place, least in (("kept", 0, MEDIAN_KEPT), ("similar", 1, MEDIAN_SIMILAR)):
        median = statistics.median(row[place] for row in table.values())
        if median < least:
            yield Finding("modern", None, f"the median of lines {name} is {median:.0%}, and {least:.0%} is asked for")


def different_programs(root):
    """No two modern files are one program under two names."""
    modern = examples(root, "modern")
    if not modern:
        yield nothing("examples of modern/")
    for one, other in same_programs(modern):
        yield Finding(f"modern/{one}.cu", None, f"is one program with modern/{other}.cu, under two names")


def looked_for(root):
    """What maintainers look for stands in a modern example under its own name."""
    code = "\n".join(without_comments(source, strings=True) for source in examples(root, "modern").values())
    for name in LOOKED_FOR:
        if not re.search(r"\b" + re.escape(name) + r"\b", code):
            yield Finding("modern", None, f"no modern example has {name}")


def print_table(root):
    table = measured(root)
    print(f"{'':38} {'kept':>5} {'similar':>8}")
    for slug, (kept, similar) in sorted(table.items()):
        print(f"{slug:38} {kept:5.0%} {similar:8.0%}")
    if table:
        medians = [statistics.median(row[place] for row in table.values()) for place in (0, 1)]
        print(f"{'median':38} {medians[0]:5.0%} {medians[1]:8.0%}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[3])
    print_table(arguments.parse_args().root)


if __name__ == "__main__":
    sys.exit(main())
