# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which bank and which sector each lane touched, where the emulated device wrote it down. Else a pair's page says nothing of it.

DATA/accesses/<area>/<name>.json is {"legacy": STAGE, "twin": STAGE, "fast": STAGE}, of which each may be missing. A STAGE is
what taken_from() leaves of a trace (compat/emulator/TRACE.md):

    {"kernels": [{"name": str, "counters": {"global_loads.sectors_32": number, ...}}, ...],
     "accesses": [{"kernel": str, "line": int, "text": str, "space": "shared" or "global", "operation": "load", "bytes": of a lane,
                   "lanes": [32 addresses, null for a lane that asks for nothing], "seen": how many requests are like it}, ...]}

An address of shared memory counts from a bank 0, one of global memory from the beginning of a sector.
"""

import collections
import json

import charts
from evidence import raw
from headers import escaped

MOST, OF_A_KERNEL = 8, 2  # accesses of one stage, and of one kernel
FAR = 1 << 30  # between two objects: a whole number of banks and sectors
COUNTERS = (("global_loads.requests", "global loads"), ("global_loads.sectors_32", "their sectors"),
            ("global_stores.requests", "global stores"), ("global_stores.sectors_32", "their sectors"),
            ("shared_loads.bank_conflicts", "bank conflicts, loads"), ("shared_stores.bank_conflicts", "bank conflicts, stores"),
            ("block_barriers", "barriers"), ("divergent_branches", "divergent branches"))


def flat(counters, prefix=""):
    """{"global_loads": {"requests": 1}} as {"global_loads.requests": 1}."""
    for name, value in counters.items():
        if isinstance(value, dict):
            yield from flat(value, prefix + name + ".")
        elif isinstance(value, (int, float)):
            yield prefix + name, value


def addresses(pattern, space):
    """An address for each lane, None for those that ask for nothing."""
    shift = 0
    if space == "shared":
        first = next((lane for lane in range(32) if pattern["offset"][lane] is not None), None)
        if first is not None and pattern.get("bank") and pattern["bank"][first] is not None:
            shift = pattern["bank"][first] * 4 - pattern["offset"][first] // 4 * 4 % 128
    objects = pattern.get("object") or [0] * 32
    return [None if offset is None else offset + shift % 128 + FAR * max(0, objects[lane] or 0)
            for lane, offset in enumerate(pattern["offset"])]


def line_text(trace, access):
    file = trace["files"][access["file"]]
    at = access["line"] - file.get("first_line", 1)
    lines = file.get("text") or []
    return lines[at].strip() if 0 <= at < len(lines) else ""


def waste(pattern, space):
    """What the request costs beyond what its bytes need: passes over the banks, or sectors."""
    if space == "shared":
        return pattern.get("bank_conflicts", 0)
    return pattern.get("sectors_32", 0) - -(-pattern.get("requested_bytes", 0) // 32)


def taken_from(trace, path):
    """What the page of the file shows: of each kernel the accesses that cost most beyond their need, each by the costliest of its fullest requests."""
    found = {}
    for kernel in trace["kernels"]:
        for access in kernel["accesses"]:
            file, space = trace["files"][access["file"]], access["space"]
            if space not in ("shared", "global") or not access.get("patterns") or not file["path"].endswith(path):
                continue
            pattern = max(access["patterns"], key=lambda one: (bin(one["mask"]).count("1"), waste(one, space), one["seen"]))
            rank = (waste(pattern, space), space == "shared", pattern["seen"])
            place = (kernel["name"], access["line"], space, access["operation"])
            if place not in found or found[place][0] < rank:
                found[place] = rank, {
                    "kernel": kernel["name"], "line": access["line"], "text": line_text(trace, access), "space": space,
                    "operation": access["operation"], "bytes": access["bytes"], "lanes": addresses(pattern, space), "seen": pattern["seen"]}
    best = sorted(found.values(), key=lambda one: one[0], reverse=True)
    kept, of_kernel = [], collections.Counter()
    for _, one in best:
        of_kernel[one["kernel"]] += 1
        if of_kernel[one["kernel"]] <= OF_A_KERNEL and len(kept) < MOST:
            kept.append(one)
    return {"kernels": [{"name": kernel["name"], "counters": dict(flat(kernel["counters"]))} for kernel in trace["kernels"]],
            "accesses": sorted(kept, key=lambda one: one["line"])}


def counted(stages):
    """A table of the counters that are not all 0."""
    columns = [(stage, kernel) for stage, found in stages.items() for kernel in found["kernels"]]
    known = [(name, words) for name, words in COUNTERS if any(kernel["counters"].get(name) for _, kernel in columns)]
    if not known:
        return []
    rows = ["| Kernel | " + " | ".join(words for _, words in known) + " |", "| --- " * (len(known) + 1) + "|"]
    for stage, kernel in columns:
        rows.append(f"| {stage}: `{kernel['name']}` | " + " | ".join(f"{kernel['counters'].get(name, 0):g}" for name, _ in known) + " |")
    return [*rows, ""]


def section(slug, folder):
    path = folder / f"{slug}.json"
    if not path.is_file():
        return []
    stages = {stage: found for stage, found in json.loads(path.read_text(encoding="utf-8")).items() if found["kernels"]}
    if not stages:
        return []
    lines = ["## What the kernels touch", "",
             "Counted by the [emulated device](/compat/emulator/README.md#counters), as the program runs by itself.", "", *counted(stages)]
    for stage, found in stages.items():
        if not found["accesses"]:
            continue
        lines += [f"### A warp of the {stage} file", ""]
        for one in found["accesses"]:
            lines += [f"Line {one['line']}, a {one['operation']} of {one['space']} memory, {one['bytes']} byte{'' if one['bytes'] == 1 else 's'} a lane: "
                      + (f"`` {one['text']} ``" if one["text"] and "``" not in one["text"] else escaped(one["text"])), ""]
            lines += raw((charts.banks if one["space"] == "shared" else charts.sectors)(one["lanes"], one["bytes"]))
    return lines
