#!/usr/bin/env python3
"""How near each twin is to its legacy file, and whether two modern files are one program under two names.

  twins.py [ROOT]            a table: of each legacy file's code lines, the share that its twin keeps as they are, and the
                             share that has a similar line there (difflib's ratio of 0.7 or more)
  twins.py --check [ROOT]    the same, and exit status 1 with a sentence for each rule that does not hold

A code line is a line without comments, includes, lone braces and blanks at its ends. A twin whose head has a line
"Far:" says there why it is farther from its legacy file than the least that is asked of each.
"""

import argparse
import difflib
import pathlib
import re
import statistics
import sys

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

COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\d[\w.]*|\S')


def without_comments(source):
    return COMMENT_OR_STRING.sub(lambda found: found[0] if found[0].startswith('"') else " ", source)


def code_lines(source):
    lines = (" ".join(line.split()) for line in without_comments(source).split("\n"))
    return [line for line in lines if line and not line.startswith("#include") and line not in ("{", "}", "};")]


def shape(source):
    """The tokens of a program with one word for every name, number and string."""
    tokens = TOKEN.findall("\n".join(code_lines(source)))
    return ["x" if token[0].isalnum() or token[0] in '_"' else token for token in tokens]


def nearness(legacy, modern):
    """(share of the legacy lines kept, share with a similar line)"""
    old, new = code_lines(legacy), code_lines(modern)
    kept = set(new)
    similar = sum(
        any(difflib.SequenceMatcher(None, line, other).ratio() >= SIMILAR for other in new) for line in old)
    return sum(line in kept for line in old) / len(old), similar / len(old)


# What needs no check: it returns no error.
NO_ERROR = {"cudaCreateChannelDesc", "cudaGetErrorName", "cudaGetErrorString"}


LAUNCH = r"(\w+)(?:<[^;<>]*>)?\s*<<<[^;]*;\s*"
OTHER_LAUNCH = re.compile(r"else\b(?:\s*if\s*\([^;{}]*?\))?\s*" + LAUNCH)


def enclosing_calls(code, at):
    """The names before the parentheses that are open at a place of the code, the innermost first."""
    depth = 0
    for place in range(at - 1, -1, -1):
        if code[place] in ")}":
            depth += 1
        elif code[place] in "({":
            if depth:
                depth -= 1
            elif code[place] == "{":
                return
            else:
                name = re.search(r"(\w+)\s*$", code[:place])
                yield name[1] if name else ""


def unchecked(source):
    """The calls of CUDA in a modern example that stand in no check(…), and the launches that no check follows."""
    code = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', "\n".join(code_lines(source)))
    found = [call[1] for call in re.finditer(r"\b(cuda[A-Z]\w*|cub::Device\w+::\w+)(?:<[^;()]*>)?\s*\(", code)
             if call[1] not in NO_ERROR and "check" not in enclosing_calls(code, call.start())]
    for launch in re.finditer(LAUNCH, code):
        end = launch.end()
        while branch := OTHER_LAUNCH.match(code, end):  # of branches, each a launch, one is taken
            end = branch.end()
        if not code.startswith("check(cudaGetLastError());", end):
            found.append(f"{launch[1]}<<<>>>")
    return found


def says_why(modern):
    return re.search(r"^// Far: +\S", modern, re.M) is not None


def same_programs(modern):
    """Pairs of slugs whose modern files are equal but for names."""
    shapes = {slug: shape(source) for slug, source in sorted(modern.items())}
    slugs = list(shapes)
    for at, one in enumerate(slugs):
        for other in slugs[at + 1:]:
            matcher = difflib.SequenceMatcher(None, shapes[one], shapes[other], autojunk=False)
            if matcher.real_quick_ratio() >= SAME_PROGRAM and matcher.quick_ratio() >= SAME_PROGRAM \
                    and matcher.ratio() >= SAME_PROGRAM:
                yield one, other


def examples(folder):
    return {path.relative_to(folder).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*.cu")) if "support" not in path.parts}


def measured(root):
    legacy, modern = examples(root / "legacy"), examples(root / "modern")
    return {slug: nearness(source, modern[slug]) for slug, source in legacy.items() if slug in modern}


def findings(root):
    modern = examples(root / "modern")
    table = measured(root)
    if not table:
        return [f"no pairs below {root}"]
    found = []
    for slug, (kept, similar) in table.items():
        if (kept < LEAST_KEPT or similar < LEAST_SIMILAR) and not says_why(modern[slug]):
            found.append(f"modern/{slug}.cu keeps {kept:.0%} of the legacy lines and is like {similar:.0%} of them; at"
                         f" least {LEAST_KEPT:.0%} and {LEAST_SIMILAR:.0%} are asked for, or a line \"Far:\" in its head")
    for name, place, least in (("kept", 0, MEDIAN_KEPT), ("similar", 1, MEDIAN_SIMILAR)):
        median = statistics.median(row[place] for row in table.values())
        if median < least:
            found.append(f"the median of lines {name} is {median:.0%}, and {least:.0%} is asked for")
    for slug, source in modern.items():
        for call in unchecked(source):
            found.append(f"modern/{slug}.cu: {call} is not checked")
    for one, other in same_programs(modern):
        found.append(f"modern/{one}.cu and modern/{other}.cu are one program under two names")
    code = "\n".join(without_comments(source) for source in modern.values())
    for name in LOOKED_FOR:
        if not re.search(r"\b" + re.escape(name) + r"\b", code):
            found.append(f"no modern example has {name}")
    return found


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
    arguments.add_argument("--check", action="store_true", help="exit with 1 where a rule does not hold")
    arguments.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    options = arguments.parse_args()
    print_table(options.root)
    if not options.check:
        return 0
    found = findings(options.root)
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
