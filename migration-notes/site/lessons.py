# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which lines a numbered lesson of a twin's `Changes:` explains.

A lesson says "old -> new". The names of CUDA and C++ in it are looked for as they are, the old ones in legacy lines and
the new ones in modern lines. For words like "owners" WORDS says what they are called in code. A line that several lessons
explain goes to the one with most of it in its words; a line that none explains goes with the lines above it in the same hunk, or below.
An #include follows from the rest, and gets none.
"""

import re

# A lesson's words, then what stands for them in old lines and in new ones.
WORDS = (
    (r"texture references?", r"texture<|tex\w*Ref|texRef\w*|[Uu]nbindTexture", r"cudaTextureObject_t|cudaResourceDesc|resource\.|cudaCreateTextureObject|texture_object|tex1D\w*<|tex2D\w*<|createTexture"),
    (r"attributes", r"\.normalized|\.filterMode|\.addressMode\[?", r"cudaTextureDesc|\w+\.addressMode|\w+\.filterMode|\w+\.readMode|\w+\.normalizedCoords"),
    (r"createTexture", r"cudaBindTextureToArray", r"createTexture|cudaTextureDesc|cudaResourceDesc|resource\.\w+|texDesc\.\w+"),
    (r"check(ed|s|\(\))|checked|throw[ns]?|errors?", r"\berr\b|cudaGetLastError|checkCUDAError|cudaError_t|cudaSuccess|getLastCudaError|checkCudaErrors|CHECK", r"\bcheck\(|failed\(|\btry\b|catch|throw|stdexcept|exception"),
    (r"owners?|freed|frees", r"cudaFree\w*|\bmalloc|\bfree\(|cudaEventDestroy|cudaUnbindTexture|\bdelete\b", r"device_memory|device_array|texture_object|std::vector|\bevent\b|\.data\(\)|\.out\(\)|<vector>|support/cuda"),
    (r"malloc|vector", r"\bmalloc|\bfree\(|stdlib", r"std::vector|<vector>|\.data\(\)"),
    (r"size_t", r"\bint\b|\bunsigned\b", r"size_t|<cstddef>|argument_or"),
    (r"long long", r"\bint\b", r"long long"),
    (r"any (n|number|size|Width|extent|Arows)|bounds?\b|ceil_div|rounds", r"gridDim|dim3|/ *\w+", r"ceil_div|grid_of|< *\w*[nN]\w*\b|if \(\w+ *[<>]|return;|\bWidth\b"),
    (r"host clock|gettimeofday", r"gettimeofday|cpuSecond|seconds|iStart|iElaps|sys/time|timeval", r"chrono|steady_clock|seconds"),
    (r"CUDA events|events", r"gettimeofday|cpuSecond|seconds|iStart|iElaps|clock\(|clock_t|cudaEvent\w+", r"[Ee]vent|elapsed|milliseconds"),
    (r"clock\(\)", r"clock_t|clock\(|\btime\b|time_used|min_start|max_end|cycles", r"[Ee]vent|elapsed|milliseconds"),
    (r"thread 0", r"threadIdx\.x == 0|tid == 0|shared\[|__shared__|__syncthreads|buf\[|sum_local|cache\[", r"BlockReduce\w*|__syncthreads|reduce\(|TempStorage"),
    (r"shared memory|tree", r"__shared__|shared\[|offset|mask|__syncthreads|buf\[|cacheIndex", r"__shfl\w+|BlockReduce|tiled_partition|__shared__|warp|cooperative_groups|reduce\("),
    (r"BlockReduce", r"__shared__|shared\[|__syncthreads", r"BlockReduce\w*|TempStorage|cub/\S+"),
    (r"sums? for (each block|the CPU)|added on the CPU|CPU adds|CPU's loop|one number", r"\bfor\b.*(BLOCK_NUM|blocks|grid|BLOCKS)|final_sum|h_C|c_host|result\[|\[blockIdx\.x\]|\[bid\]", r"atomic\w*|fetch_add|cudaMemset|reduce_update_async"),
    (r"as many (blocks )?as the device holds|resident", r"BLOCK_NUM|BLOCKS\b|gridDim|grid\b|blocks", r"resident_blocks|launch\.hpp|gridDim"),
    (r"as many", r"(grid|blocks|numBlocks)\w*", r"resident_blocks|launch\.hpp|gridDim|stride"),
    (r"DeviceReduce|library|the kernel ->|inner_product|Thrust", r"__global__|<<<|threadIdx|blockIdx", r"cub/\S+|DeviceReduce|storage|TransformReduce|thrust\S*|counting_iterator|operator\(\)|transform"),
    (r"getchar", r"getchar", r"(?!)"),
    (r"cudaDeviceReset", r"cudaDeviceReset", r"(?!)"),
    (r"a wrong result is a failure|exit status|one check", r"checkInnerStruct|checkResult|match|printf.*(match|differ)|checkInner\w+|EXIT_\w+", r"checkInner\w+|checkResult|EXIT_FAILURE|return 1|all_match|match"),
    (r"argument\b|arguments|atoi", r"atoi|argc|argv", r"argument_or|at_most_arguments|arguments\.hpp"),
    (r"LEN\b", r"#define LEN", r"#define LEN"),
    (r"float \*x|pointer", r"\[LEN\]|->", r"float ?\*"),
    (r"alignas", r"struct \w+", r"alignas"),
    (r"__constant__", r"__constant__|cudaMemcpyToSymbol", r"__restrict__|__constant__|const \w+ ?\*"),
    (r"const on", r"(?!)", r"const \w+ ?\*"),
    (r"__device__ variable", r"__device__ \w+ \w+;|cudaMemcpy(To|From)Symbol", r"device_memory|\w+ ?\*"),
    (r"mdspan", r"\w+\[\w+ ?\* ?\w+", r"mdspan|extents|\w+\(\w+, \w+\)"),
    (r"one block", r"<<< ?1,|size,", r"grid_of|ceil_div|blockIdx"),
    (r"launch of its own", r"<<<", r"<<<|tail|rest|whole|%"),
    (r"48 KB|cudaFuncSetAttribute", r"(?!)", r"cudaFuncSetAttribute|cudaDevAttr\w+"),
    (r"kernel parameter", r"__constant__|cudaMemcpyToSymbol", r"__global__|<<<"),
    (r"chunk", r"chunk|CHUNK|cudaMemcpyToSymbol|for", r"resident_blocks|<<<"),
    (r"twice|once", r"\bf\(|\bfunc\w*\(", r"\bf\(|\bfunc\w*\(|0\.5"),
    (r"double", r"\bfloat\b", r"\bdouble\b"),
    (r"no elements|0\b", r"(?!)", r"== 0"),
    (r"padded|padding", r"char|pad\w*", r"pad\w*|row"),
    (r"power of two|scaled", r"\*", r"scale\w*|ldexp|big|small"),
    (r"half|halves", r"/ 2", r"__shfl\w+|warpSize"),
)
INCLUDE = re.compile(r"\s*#\s*include")
COMMON = re.compile(r"\b(?:check(?:ed|s)?|freed|owners?|int -> std::size_t|size_t|an error|errors)\b")
NAME = re.compile(r"(?:\w+::)*[A-Za-z_]\w*(?:\(\))?")


def numbered(text):
    """The lessons of "1. one  2. two": the numbers go up by one, so that a number within a sentence is none."""
    found, at = [], 0
    while True:
        begin = re.compile(rf"(?:^|\s){len(found) + 1}\. +").search(text, at)
        if not begin:
            break
        if found:
            found[-1] = text[at:begin.start()].strip()
        found.append("")
        at = begin.end()
    if found:
        found[-1] = text[at:].strip()
    return found


def names_in(text):
    """What looks like code in a lesson's words: with an underscore, a scope, a call, or a capital within."""
    for found in NAME.finditer(text):
        name = found[0]
        if "_" in name or "::" in name or name.endswith("()") or re.search(r"[a-z0-9][A-Z]", name):
            yield re.escape(name.removesuffix("()"))


def patterns(lesson):
    """(what of a legacy line, what of a modern line) the lesson is about."""
    old_words, arrow, new_words = lesson.partition(" -> ")
    old, new = list(names_in(old_words)), list(names_in(new_words if arrow else old_words))
    for words, old_code, new_code in WORDS:
        if re.search(words, lesson):
            old.append(old_code)
            new.append(new_code)
    return [re.compile("|".join(one)) if one else None for one in (old, new)]


def strength(pattern, text):
    """How much of a line's code matches; what a comment says is not looked at."""
    code = re.sub(r"//.*", "", text)
    return sum(map(len, {found[0] for found in pattern.finditer(code)})) if pattern else 0


def explained(comparison, lessons):
    """{row: lesson, from 0 on} for rows that differ."""
    looked_for = [patterns(lesson) for lesson in lessons]
    weak = [bool(COMMON.search(lesson)) for lesson in lessons]
    result, above, waiting = {}, None, []
    for at, row in enumerate(comparison.rows):
        if not comparison.differs[at]:
            above, waiting = None, []
            continue
        left, right = ("" if INCLUDE.match(text) else text for text in comparison.texts(row))
        if not (left + right).strip():
            continue
        best, most = None, 0
        for number, (old, new) in enumerate(looked_for):
            score = max(strength(old, left), strength(new, right))
            score = score / 100 if weak[number] else score  # "every call checked" is true of many lines
            if score > most:
                best, most = number, score
        if best is not None:
            result.update(dict.fromkeys(waiting, best))
            above, waiting = best, []
        if above is None:
            waiting.append(at)
        else:
            result[at] = above
    return result
