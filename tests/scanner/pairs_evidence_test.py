#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What verify says of the project's own pairs, on the emulated device: pairs_evidence.json has it for each pair.

  pairs_evidence_test.py PROGRAM EMULATOR PROGRAMS [--write]

PROGRAMS is a folder with AREA/programs/legacy.AREA.SLUG and modern.AREA.SLUG beside it for each pair. --write records what verify says.
"""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

EXPECTED = Path(__file__).parent / "pairs_evidence.json"


def short(kernel):
    """Kernels of libraries have versions in their names."""
    return "of a library" if kernel.startswith(("cub::", "thrust::")) else kernel


def summary(report):
    """What does not change from run to run: printed times do."""
    evidence = report["evidence"]
    if evidence is None:
        return {"kernels": {}}
    kernels = {}
    for kernel in evidence["kernels"]:
        name = kernel["old"] if kernel["old"] == kernel["new"] else f"{short(kernel['old'])} -> {short(kernel['new'])}"
        kernels[name] = kernel["verdict"]
    out = {"kernels": kernels}
    groups = [f"{len(group['old'])} -> {len(group['new'])} launches, {'same' if group['same'] else 'other'} bytes" for group in evidence["groups"]]
    only = {side: sorted({short(one["kernel"]) for one in evidence[f"{side}_only"]}) for side in ("old", "new")}
    calls = {side: sum(call["times"] for call in evidence["calls"] if call["only_in"] == side and call["counts"]) for side in ("old", "new")}
    for name, value in (("together", groups), ("only old", only["old"]), ("only new", only["new"]),
                        ("calls of the old alone", calls["old"]), ("calls of the new alone", calls["new"]),
                        ("copies to the host that differ", len(evidence["copies"]))):
        if value:
            out[name] = value
    return out


def verify(program, emulator, old, new):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        result = subprocess.run([program, "verify", "--device=emulated", "--emulator", emulator, "--json", report, old, new],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                                env={**os.environ, "TMPDIR": folder, "CUDA_EMULATOR_THREADS": "1"}, check=False)
        if result.returncode not in (0, 1):
            return {"exit status": result.returncode, "said": result.stdout.decode(errors="replace")[-300:]}
        return summary(json.loads(report.read_text()))


def main(program, emulator, programs, write=None):
    program, emulator = str(Path(program).resolve()), str(Path(emulator).resolve())
    pairs = [(old, old.with_name("modern" + old.name[len("legacy"):])) for old in sorted(Path(programs).resolve().glob("*/programs/legacy.*"))
             if not old.suffix == ".exports"]
    pairs = [(old, new) for old, new in pairs if new.is_file()]
    if not pairs:
        print(f"no programs in {programs}/AREA/programs: build all first")
        return 1
    with ThreadPoolExecutor(2) as pool:
        told = dict(zip((old.name[len("legacy."):] for old, _ in pairs),
                        pool.map(lambda pair: verify(program, emulator, *pair), pairs)))
    if write:
        EXPECTED.write_text(json.dumps(told, indent=2) + "\n")
        return 0
    expected = json.loads(EXPECTED.read_text())
    wrong = 0
    for name in sorted(expected.keys() | told.keys()):
        if expected.get(name) != told.get(name):
            wrong = 1
            print(f"{name}\n  expected: {json.dumps(expected.get(name))}\n  told:     {json.dumps(told.get(name))}")
    return wrong


if __name__ == "__main__":
    if not 4 <= len(sys.argv) <= 5 or (len(sys.argv) == 5 and sys.argv[4] != "--write"):
        sys.exit(__doc__.strip())
    sys.exit(main(*sys.argv[1:]))
