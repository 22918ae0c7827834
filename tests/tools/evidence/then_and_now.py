# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the figures of the five documents beside today's, for migration-notes/then-and-now.md; the latencies for
outdated-claims.md; and the output that document M prints beside today's, for documents/m.md.

A figure of today comes from a record, or from a file that is named beside it: a test that compares it, or a note that says how it
was measured. There is no other source.
"""

import collections

import generated
import freshness
from machine import Error

Document = collections.namedtuple("Document", "letter title machine rows")
# today: a function of (root, the record or None) that gives the cell
Row = collections.namedtuple("Row", "quantity then today why")

NOT_YET = "not recorded yet"


# --- where a figure of today comes from -------------------------------------------------------------------------------


def microseconds(value, pair, stage, size):
    """The time of the benchmark, or else that of the single run of `pairs`, which has its own names for a stage's times."""
    for row in ((value or {}).get("benchmarks") or {}).get("rows", []):
        if (row["pair"], row["size"]) == (pair, size) and row.get(stage + "_us"):
            return row[stage + "_us"]
    names = {"legacy": "legacy", "twin": "modern", "fast": "fast"}
    for one in ((value or {}).get("pairs") or {}).get("pairs", []):
        if (one["slug"], one["size"]) == (pair, size):
            milliseconds = one.get(names[stage], {}).get("kernel_ms")
            if milliseconds:
                return milliseconds * 1e3
    return None


def shown(us):
    if us is None:
        return NOT_YET
    return f"{us / 1e3:.3f} ms" if us >= 1000 else f"{us:.1f} µs"


def time(pair, size, stage="legacy"):
    return lambda root, value: shown(microseconds(value, pair, stage, size))


def times(size, *pairs):
    """Several times of the legacy stage, or "not recorded yet" where one is missing."""
    def cell(root, value):
        found = [microseconds(value, pair, "legacy", size) for pair in pairs]
        return NOT_YET if None in found else ", ".join(map(shown, found))
    return cell


def time_and_rate(pair, size, bytes_each, stage="legacy"):
    def cell(root, value):
        us = microseconds(value, pair, stage, size)
        return NOT_YET if us is None else f"{shown(us)}, {size * bytes_each / us / 1e3:.0f} GB/s"
    return cell


def products(pair, size, stage="legacy"):
    """Operations a second of a square product with that many elements."""
    def cell(root, value):
        us = microseconds(value, pair, stage, size)
        return NOT_YET if us is None else f"{2 * size ** 1.5 / us / 1e6:.1f} TFLOP/s"
    return cell


def times_as_fast(slow, fast, size):
    def cell(root, value):
        one, other = microseconds(value, slow, "legacy", size), microseconds(value, fast, "legacy", size)
        return NOT_YET if one is None or other is None else f"{one / other:.1f} times as fast"
    return cell


def copy_rate(root, value):
    rate = ((value or {}).get("benchmarks") or {}).get("copy_gigabytes_per_second")
    return f"{rate:.0f} GB/s, a copy" if rate else NOT_YET


def latencies(value):
    """The record's rows of latencies; none is an empty list."""
    return ((value or {}).get("latencies") or {}).get("rows", [])


def cycles(text, *names):
    """Latencies in the places of `text`. A record without them gives way to the newest that has them, and the cell names its GPU."""
    def cell(root, value):
        with_them = value if latencies(value) else newest(root, latencies)
        found = {row["what"]: row["cycles"] for row in latencies(with_them)}
        if not found.keys() >= set(names):
            return NOT_YET
        return text.format(*(f"{found[name]:.3g}" for name in names)) + ("" if with_them is value else f" ({with_them['device']['name']})")
    return cell


def stands_in(path, line, text):
    """A figure that a file of the repository has, in that line."""
    def cell(root, value):
        if line not in " ".join((root / path).read_text(encoding="utf-8").split()):
            raise generated.Error(f"{path} does not say '{line}' any more: migration-notes/then-and-now.md quotes it")
        depth = "" if path.startswith("migration-notes/") else "../"
        return f"{text} ([{path.rpartition('/')[2]}]({depth}{path.removeprefix('migration-notes/')}))"
    return cell


def claims(line, text):
    return stands_in("migration-notes/outdated-claims.md", line, text)


def read_test(line, text):
    return stands_in("tests/pairs/memory/read_offset_test.cpp", line, text)


def write_test(line, text):
    return stands_in("tests/pairs/memory/write_offset_test.cpp", line, text)


def unroll_test(line, text):
    return stands_in("tests/pairs/memory/read_offset_unroll4_test.cpp", line, text)


# --- the documents ----------------------------------------------------------------------------------------------------

M20, M22, M24 = 1 << 20, 1 << 22, 1 << 24
PRODUCT = 4096 * 4096

GAP = "The memory is faster, and the launch has become a larger part of so short a kernel."
BANDWIDTH = "The memory's bandwidth has grown; the launch is a small part of so long a kernel."

READS = times(M24, "memory/read_offset/aligned", "memory/read_offset", "memory/read_offset/offset_128")
UNROLLED = times(M24, *(f"memory/read_offset_unroll4{case}" for case in ("/offset_0", "", "/offset_128")))
BLOCKS = times(M22, *(f"memory/read_offset_unroll4/blocks_of_{block}" for block in (1024, 512, 256, 128)))

DOCUMENTS = (
    Document("H", "the sum of 2^20 squares, 32 blocks of 256 threads", "GeForce 8800GT; cycles by `clock()`", (
        Row("each thread writes its sum, the CPU adds 8192", "150K cycles, 40 GB/s", time_and_rate("reduction/sum_of_squares_blocks", M20, 4),
            "32 blocks leave most multiprocessors idle."),
        Row("thread 0 adds the block's 256 sums", "164K cycles", time_and_rate("reduction/sum_of_squares_thread0", M20, 4),
            "One thread still adds what 256 left; the others wait at the barrier."),
        Row("a tree adds the block's sums", "140K cycles, 43 GB/s", time_and_rate("reduction/sum_of_squares_tree", M20, 4),
            "A tree takes 8 steps where thread 0 takes 255. Clocks of several blocks are [not compared](clock_timing.md) any more."),
        Row("the same by the fast stage", "–", time_and_rate("reduction/sum_of_squares_thread0", M20, 4, "fast"),
            "A grid for the whole device, and one atomic for each block."),
    )),
    Document("M", "vectors read and written with an offset, structures", "Fermi; times by `gettimeofday`, one launch", (
        Row("`readOffset`, 2^24 sums, offset 0", "1.820 ms (L1 on), 1.825 (off)", time("memory/read_offset/aligned", M24), BANDWIDTH),
        Row("`readOffset`, 2^24 sums, offset 11", "1.949 ms (L1 on), 2.309 (off)", time("memory/read_offset", M24),
            "A misaligned warp now reads five sectors of 32 bytes instead of two lines of 128."),
        Row("`readOffset`, 2^24 sums, offset 128", "1.821 ms (L1 on), 1.823 (off)", time("memory/read_offset/offset_128", M24), "The warp is aligned, as with offset 0."),
        Row("`gld_efficiency`, offsets 0, 11, 128, L1 on", "100, 49.81, 100 %",
            read_test("and off (100, 80, 100)", "100, 80, 100 %"), "L1 is filled by sectors of 32 bytes today."),
        Row("`gld_efficiency`, the same, L1 off", "100, 80, 100 %", read_test("and off (100, 80, 100)", "100, 80, 100 %"),
            "A sector is as large as a segment was."),
        Row("`gld_transactions`, 2^20 sums, offsets 0, 11, 128", "65184, 131039, 65744", read_test("{11, 65536, 8388520, 131070, 327676, 50, 80}",
            "65536, 131070, 65528 lines of 128 bytes"), "The old profiler sampled; these are exact."),
        Row("`writeOffset`, 2^20 sums, offset 11", "0.184 ms (aligned: 0.134)", time("memory/write_offset", M20), GAP),
        Row("`gst_efficiency`, offsets 0, 11, 128", "100, 80, 100 %", write_test("{11, 32768, 4194260, 163838, 80}", "100, 80, 100 %"),
            "Stores never used Fermi's L1, and a sector is as large as a segment was."),
        Row("`innerStruct`, 2^20 structures", "0.286 ms (M2070)", time("memory/array_of_structures", M20),
            "What was moved twice then comes from L1 the second time."),
        Row("its `gld_efficiency`, `gst_efficiency`", "50, 50 %",
            stands_in("tests/pairs/memory/array_of_structures_test.cpp", "efficiency_of_segments(accesses) == 50", "50, 50 %; twin 100, 100 %"),
            "The twin loads a structure at once."),
        Row("`innerArray`, 2^20 elements", "0.200 ms", time("memory/structure_of_arrays", M20), GAP),
        Row("its `gld_efficiency`, `gst_efficiency`", "100, 100 %",
            stands_in("tests/pairs/memory/structure_of_arrays_test.cpp", "efficiency_of_segments(accesses) == 100", "100, 100 %"),
            "Neighbours still read neighbours."),
        Row("unrolled by 4, 2^24 sums, offset 11", "0.615 ms (one at a time: 2.114)", time("memory/read_offset_unroll4", M24),
            "M's kernel did a quarter of the work, as its own counters show. With all of it, unrolling saves [a tenth at most](manual_unrolling.md#why-it-changed)."),
        Row("unrolled by 4, 2^24 sums, offsets 0 and 128", "0.599, 0.598 ms (one at a time: 1.990, 1.989)",
            times(M24, "memory/read_offset_unroll4/offset_0", "memory/read_offset_unroll4/offset_128"), "The same."),
        Row("its `gld_efficiency`, `gst_efficiency`, offset 11", "50.79, 100 %",
            unroll_test("efficiency_of_lines(legacy.global_loads) == 50", "50, 100 % in Fermi's model"), "The loads are the same loads."),
        Row("one at a time, the same", "49.69, 100 %", read_test("131070, 327676, 50, 80}", "50, 100 % in Fermi's model"), "The same."),
        Row("its `gld_transactions`, 2^20 sums (one at a time)", "33152 (132384)",
            unroll_test("legacy.global_loads.lines_128 == 131064", "131064 (131070)"), "M counted a quarter of the sums."),
        Row("its `gst_transactions`, 2^20 sums (one at a time)", "8064 (32928)",
            unroll_test("legacy.global_stores.requests == 32768", "32768 (32768)"), "The same."),
        Row("unrolled, 2^22 sums, blocks of 1024, 512, 256, 128", "0.169, 0.159, 0.157, 0.158 ms",
            BLOCKS, "Blocks and warps of a multiprocessor had other limits on Fermi."),
    )),
    Document("G", "latencies, bandwidth, and the product of matrices", "Fermi", (
        Row("a register", "1 cycle", cycles("{} cycles", "multiply-add of registers"), "One result takes four cycles; other warps fill them."),
        Row("shared memory", "5 cycles", cycles("{} cycles", "shared memory, chain of 4 KB"), "The order is right, the numbers are not."),
        Row("constant memory, in its cache", "5 cycles", cycles(
            "{} cycles; as an operand {}", "constant memory, indexed, chain of 1 KB", "multiply-add, one operand a constant"),
            "It depends on whether the compiler knows the address."),
        Row("global memory", "500 cycles", cycles(
            "{} cycles; in L2 {}, in L1 {}",
            "global memory, 512 MB, in no cache", "global memory, 2 MB, in L2", "global memory, 16 KB, in L1"), "Two caches lie before it today."),
        Row("bandwidth of global memory", "150 GB/s; 86.4 in another place", copy_rate, "The memory is stacked, and lies beside the chip."),
        Row("bound of the untiled product by it", "37.5 GFLOPS; 25 reached", products("matmul/naive", PRODUCT),
            "Caches serve most of the reads, which the bound does not know. 4096 x 4096."),
        Row("bound with tiles of 16", "347.6 GFLOPS (86.4 / 4 * 16 is 345.6)", products("matmul/tiled", PRODUCT),
            "Shared memory is the bound now, not global memory."),
        Row("shared memory of a multiprocessor", "16 or 48 KB", claims("| Shared memory of a multiprocessor, KB | 64 | 164 | 100 | 228 | 100 |", "64 to 228 KB"),
            "One memory serves as L1, texture cache and shared memory."),
        Row("tiles of 16: shared memory", "2 KB per thread", claims("Per block: 2 tiles of 256 numbers", "2 KB per block"), "The block's threads share the tiles."),
        Row("tiles of 16: blocks of a multiprocessor", "8", claims("one of 7.5 four", "6 on Fermi, 4 on 7.5, 8 on 9.0"), "The number of threads bounds it, too."),
        Row("tiles of 32: blocks of a multiprocessor", "2 or 6", claims("one such block fits a multiprocessor of 7.5", "1 on 7.5, 2 on 9.0"),
            "A block has 1024 threads."),
    )),
    Document("K", "shared, constant and texture memory", "compute capability 1.x to 7.0", (
        Row("threads that shared memory serves at a time", "16, half of the block", claims("that of a warp, 32 threads", "32, a warp"), "Half warps ended with compute capability 1.x."),
        Row("banks of shared memory", "32 of 32 bits", claims("shared memory has 32 banks of 4 bytes", "32 of 32 bits"), "It has not changed."),
        Row("conflict of bytes, of shorts, side by side", "fourfold, twofold", claims("no conflict", "none"), "The bytes of one word are one access."),
        Row("constant memory", "64 KB, cache of 8 KB (6.0: 4)", claims("of every compute capability from 7.5 to 12.x, of 64 KB in all", "64 KB, cache of 8 KB"), "The table says so still; a program meets several caches."),
        Row("texture cache", "12 to 48 KB; 6.x 24 to 48; 7.0 32 to 128", claims("| Texture cache, KB |", "28 to 256 KB on 9.0"),
            "It has what shared memory leaves of one memory."),
        Row("tiles of 16 instead of none", "more than ten times as fast", times_as_fast("matmul/naive", "matmul/tiled", PRODUCT),
            "That holds for the reads of global memory, not for the time. 4096 x 4096."),
    )),
)


# What M prints, by the numbers of documents/m.md: today's cells are in the places of the text.
PRINTED_BY_M = (
    ("`readOffset`, 2^24, offsets 0, 11, 128: 1.820, 1.949, 1.821 ms", "{}", READS),
    ("`gld_efficiency`: 100, 49.81, 100 %", "100, 80, 100 %"),
    ("`gld_transactions`: 65184, 131039, 65744", "65536, 131070, 65528 in Fermi's model; the old ones were samples"),
    ("L1 off: 1.825, 2.309, 1.823 ms", "the same as M-T1: there is one path"),
    ("L1 off, `gld_efficiency`: 100, 80, 100 %", "100, 80, 100 %"),
    ("`writeOffset`, 2^20: 0.134, 0.184, 0.134 ms", "offset 11: {}", time("memory/write_offset", M20)),
    ("its efficiency of loads 100 %, of stores 100, 80, 100 %", "the same"),
    ("`innerStruct`: 0.286 ms, 50 and 50 %", "{}, 50 and 50 %; the twin 100 and 100 %", time("memory/array_of_structures", M20)),
    ("`innerArray`: 0.200 ms, 100 and 100 %", "{}, 100 and 100 %", time("memory/structure_of_arrays", M20)),
    ("`unroll4`, 2^24: 0.599, 0.615, 0.598 ms; the warm-up 1.990, 2.114, 1.989 ms", "{}; one at a time {}", UNROLLED, READS),
    ("`gld_efficiency` 49.69 and 50.79 %, stores 100 %", "50 and 50 % in Fermi's model, stores 100 %"),
    ("`gld_transactions` 132384 and 33152, `gst_transactions` 32928 and 8064",
     "131070 and 131064, 32768 and 32768: the measured kernel did a quarter"),
    ("2^22, blocks of 1024, 512, 256, 128: 0.169, 0.159, 0.157, 0.158 ms", "{}: [manual_unrolling.md](../manual_unrolling.md#why-it-changed)", BLOCKS),
)


def newest(root, part=lambda value: True):
    """The latest of the records that have the part, or None."""
    try:
        values = [freshness.read(path) for path in sorted((root / "tests/evidence").glob("*.json"))]
    except Error as error:
        raise generated.Error(str(error)) from error
    return max(filter(part, values), key=lambda value: value.get("date", ""), default=None)


def where(value, up):
    """The machine of a record, as a sentence's end."""
    return (f"one {value['device']['name']}, driver {value['device']['driver']}, {value['toolkit']},"
            f" {value['date'][:10]}, from [the record]({up}tests/evidence/README.md)")


def tables(root):
    value = newest(root)
    if value:
        lines = [f"Times and rates of today: {where(value, '../')}, the legacy kernels."]
        if not ((value.get("benchmarks") or {}).get("rows")):
            lines.append("It has no benchmark: its times are those of one run of `pairs`.")
    else:
        lines = ["There is no record of a GPU yet."]
    for document in DOCUMENTS:
        lines += ["", f"## {document.letter}: {document.title}", "", f"Then: {document.machine}.", "",
                  "| Quantity | Then | Today | Why |", "| --- | --- | --- | --- |"]
        lines += [f"| {row.quantity} | {row.then} | {row.today(root, value)} | {row.why} |" for row in document.rows]
    return "\n".join(lines) + "\n"


def table_of_latencies(root):
    """The latencies of the newest record that has them."""
    value = newest(root, latencies)
    if not value:
        return "No latency is recorded yet.\n"
    lines = ["| Each step needs the one before | Cycles | Nanoseconds |", "| --- | ---: | ---: |"]
    lines += [f"| {row['what']} | {row['cycles']:.3g} | {row['nanoseconds']:.3g} |" for row in latencies(value)]
    return "\n".join([*lines, "", f"Measured on {where(value, '../')}."]) + "\n"


def printed_by_m(root):
    """The output that document M prints, and today's."""
    value = newest(root)
    lines = [f"Times: {where(value, '../../')}, the legacy kernels." if value else "There is no record of a GPU yet.", "",
             "| No. | Printed there | Today |", "| --- | --- | --- |"]
    for number, (then, text, *cells) in enumerate(PRINTED_BY_M, 1):
        lines.append(f"| M-T{number} | {then} | {text.format(*(cell(root, value) for cell in cells))} |")
    return "\n".join(lines) + "\n"
