#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the recorder costs a copy: timed_copies alone, and with the recorder in front of the runtime.

  copy_cost.py RECORDER TIMED_COPIES [MEGABYTES]   MEGABYTES: the largest copy; 256, if not given

Prints a table and whether the goal is met: a program's copies take at most 3 times as long, all sizes of one kind
together. It fails only where a program fails: times differ from run to run.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GOAL = 3.0


def times(program, megabytes, variables):
    done = subprocess.run([program, megabytes], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **variables}, check=False)
    if done.returncode:
        sys.exit(f"{program}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    lines = (line.split() for line in done.stdout.splitlines())
    return {(memory, direction, int(size)): float(microseconds) for memory, direction, size, microseconds in lines}


def main(recorder, program, megabytes="256"):
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record"
        plain = times(program, megabytes, {})
        recorded = times(program, megabytes, {"LD_PRELOAD": recorder, "CUDA_LEGACY_RECORD": str(record)})
        lines = record.read_text().splitlines() if record.exists() else []
        if not lines or lines[-1] != "end" or sum(line.startswith("content ") for line in lines) < len(plain):
            sys.exit(f"the record is not whole: {len(lines)} lines, the last one: {lines[-1:]}")
    if plain.keys() != recorded.keys():
        sys.exit("the two runs timed different copies")
    print(f"{'copy':<30} {'bytes':>12} {'alone, us':>12} {'recorded, us':>13} {'ratio':>7}")
    for (memory, direction, size), alone in plain.items():
        with_record = recorded[memory, direction, size]
        print(f"{memory + ' ' + direction:<30} {size:>12} {alone:>12.1f} {with_record:>13.1f} {with_record / alone:>7.2f}")
    print(f"\nall sizes together; the goal is at most {GOAL}:")
    met = True
    for memory, direction in dict.fromkeys(key[:2] for key in plain):
        alone, with_record = (sum(t for key, t in times_.items() if key[:2] == (memory, direction)) for times_ in (plain, recorded))
        met &= with_record <= GOAL * alone
        print(f"  {memory + ' ' + direction:<30} {with_record / alone:>7.2f} times {'' if with_record <= GOAL * alone else '<- more than the goal'}")
    print(f"goal {'met' if met else 'NOT met'}")
    return 0


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__.strip())
    sys.exit(main(*sys.argv[1:]))
