# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which bank and which sector each lane touched, where the emulated device wrote it down. Else the page says nothing of it.

DATA/accesses/<area>/<name>.json is {"legacy": [access...], "twin": [...], "fast": [...]}, and an access is
{"kernel": str, "line": int, "space": "shared" | "global", "kind": "load" | "store", "bytes": per lane,
 "lanes": [32 addresses, null for a lane that asks for nothing]}.
"""

import json

import charts
from evidence import raw


def section(slug, evidence):
    path = evidence.accesses / f"{slug}.json"
    if not path.is_file():
        return []
    stages = json.loads(path.read_text(encoding="utf-8"))
    lines = ["## What a warp touches", "", "One warp on the emulated device, the first access of each line.", ""]
    for stage, found in stages.items():
        lines += [f"### In the {stage} file", ""]
        for one in found:
            lines += [f"Line {one['line']}, `{one['kernel']}`: a {one['kind']} of {one['space']} memory, {one['bytes']} bytes a lane.", ""]
            draw = charts.banks if one["space"] == "shared" else charts.sectors
            lines += raw(draw(one["lanes"], one["bytes"]))
    return lines
