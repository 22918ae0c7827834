#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of ./run bench --emulated: kernels on the emulated device beside plain loops of the CPU that it runs on.

  beside_cpu.py PROGRAM DEVICE_FOLDER [--translated] [--seconds S] [--rounds N] [--json FILE] [--write]
                                                    runs emulator_workloads and prints its table
  beside_cpu.py --from FILE [--write]                                         prints the table of a file that --json wrote

PROGRAM is built of workloads.cu and cpu_loops.cpp, DEVICE_FOLDER has the emulated device's libcudart.so.13. It runs with
checks off and on, with one thread and with all; each run has both sides in turn, and the best of each counts, of all
rounds where the machine has more to do. --translated makes machine code of all kernels first, which no time contains.
--write puts the table, that of the interpreter, into the emulated device's README.
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
import generated  # noqa: E402

COMMAND, README = "tests/tools/benchmarks/beside_cpu.py", "compat/emulator/README.md"


def processor():
    """What the CPU calls itself, and how many of it there are."""
    name = "an unknown processor"
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = " ".join(line.split(":", 1)[1].split())
                break
    except OSError:
        pass
    return name, len(os.sched_getaffinity(0))


def rows_of(output):
    """(name, size) -> (milliseconds of the device, of the loop)."""
    rows = {}
    for line in output.splitlines():
        name, size, device, loop = line.split("\t")
        rows[name, size] = float(device), float(loop)
    return rows


def run(program, folder, checks, threads, seconds, translated):
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
    environment = {**inherited, "LD_LIBRARY_PATH": str(folder), "CUDA_EMULATOR_CHECK": str(int(checks)),
                   "CUDA_EMULATOR_THREADS": str(threads), "CUDA_EMULATOR_TRANSLATE": "2" if translated else "0"}
    done = subprocess.run([program, str(threads), str(seconds)], env=environment, stdout=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"beside_cpu.py: {program} ended with status {done.returncode}")
    return rows_of(done.stdout)


def better(one, other):
    """The best time of each side in two runs."""
    return {key: tuple(map(min, one[key], other[key])) for key in one}


def measure(program, folder, seconds, rounds, translated):
    name, cores = processor()
    result = {"processor": name, "cores": cores, "date": datetime.date.today().isoformat(), "translated": translated,
              "rows": []}
    runs = {}
    for _ in range(rounds):
        for threads in sorted({1, cores}):
            for checks in (False, True):
                print(f"{threads} of {cores} threads, checks {'on' if checks else 'off'} …", file=sys.stderr)
                one = run(program, folder, checks, threads, seconds, translated)
                runs[threads, checks] = better(runs.get((threads, checks), one), one)
    for key in runs[1, False]:
        result["rows"].append({"kernel": key[0], "size": key[1], "runs": [
            {"threads": threads, "checks": checks, "device_ms": one[key][0], "loop_ms": one[key][1]}
            for (threads, checks), one in runs.items()]})
    return result


def number(value):
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table_of(result):
    """The lines of the table, as Markdown."""
    cores = result["cores"]
    counts = sorted({1, cores})
    translated = "Kernels are translated. " if result.get("translated") else ""
    lines = [f"{result['processor']}, {cores} {'core' if cores == 1 else 'cores'}, {result['date']}. {translated}The loops are"
             " `-O3 -march=native`. In brackets: how many times the loop's time, with as many threads in the same run.",
             "",
             "| Kernel | Size | Loop, ms |" + "".join(
                 f" Checks {'on' if checks else 'off'}, {threads} {'thread' if threads == 1 else 'threads'}, ms |"
                 for threads in counts for checks in (False, True)),
             "| --- | --- | ---: |" + " ---: |" * (2 * len(counts))]
    for row in result["rows"]:
        runs = {(one["threads"], one["checks"]): one for one in row["runs"]}
        loop = min(one["loop_ms"] for one in row["runs"] if one["threads"] == 1)
        cells = [f"{number(runs[key]['device_ms'])} ({runs[key]['device_ms'] / runs[key]['loop_ms']:.0f} ×)"
                 for key in ((threads, checks) for threads in counts for checks in (False, True))]
        lines.append(f"| {row['kernel']} | {row['size']} | {number(loop)} | {' | '.join(cells)} |")
    return lines


def main(arguments, root=ROOT):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--translated", action="store_true", help="kernels as machine code of this CPU")
    parser.add_argument("--seconds", type=float, default=2, help="how long a row may take in each run")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of it")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    if (options.source is None) == (options.folder is None):
        parser.error("a program and the emulated device's folder are wanted, or --from FILE")
    if options.write and options.translated:
        parser.error("the README has the interpreter's table: --write goes without --translated")
    if options.source is not None:
        result = json.loads(options.source.read_text(encoding="utf-8"))
    else:
        result = measure(options.program, options.folder, options.seconds, max(1, options.rounds), options.translated)
    if options.json is not None:
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    lines = table_of(result)
    print("\n".join(lines))
    if options.write:
        path = root / README
        path.write_text(generated.replaced(path.read_text(encoding="utf-8"), README, COMMAND, "\n".join(lines)),
                        encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
