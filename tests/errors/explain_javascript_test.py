#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain.js gives the same answers as explain.py, in node. Exit status 77 without node. tests/site tests the pages
themselves."""
import json
import shutil
import subprocess
import sys

import pasted
from pasted import EXPLAIN, explain

PROGRAM = """const explain = require(process.argv[1]);
const {texts, data} = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => explain(text, data))));"""


def texts(data):
    """Every paste, whole and cut, every message of the page and every name, and what is no message."""
    found = [one.text for one in pasted.all_pastes()]
    found += [one[:len(one) // 2] for one in found] + [one[len(one) // 3:] for one in found]
    found += ["\n".join(line[at:at + 72] for line in one.split("\n") for at in range(0, len(line) or 1, 72)) for one in found[:40]]
    found += [f"old.cu(1): error: {row['message']}" for row in data["rows"]]
    found += [f"a.cpp:1:2: error: \u2018{name}\u2019 was not declared in this scope" for name in data["names"]]
    return found + ["", "hello", "cudaThreadSynchronize()", "p.clockRate", "\U0001d518 \u00e9\u00df\u0130: error: texture is not a template", pasted.long_log(4000), "\n".join(found)]


def main():
    node = shutil.which("node") or shutil.which("nodejs")
    if not node:
        print("skipped: node is not installed")
        return 77
    data = explain.load()
    given = texts(data)
    done = subprocess.run([node, "-e", PROGRAM, str(EXPLAIN / "explain.js")], input=json.dumps({"texts": given, "data": data}),
                          text=True, encoding="utf-8", stdout=subprocess.PIPE, check=True)
    wrong = 0
    for text, found in zip(given, json.loads(done.stdout)):
        expected = explain.explain(text, data)
        if expected != found:
            wrong += 1
            print(f"{text[:300]!r}:\n  Python: {json.dumps(expected)[:600]}\n  JavaScript: {json.dumps(found)[:600]}")
    print(f"{len(given)} texts, {wrong} with other answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
