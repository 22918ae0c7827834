#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of ./run bench --emulated --translated: translated kernels beside plain loops of the CPU that they run on.

  translated.py PROGRAM DEVICE_FOLDER [--seconds S] [--rounds N] [--json FILE] [--write]   runs emulator_workloads, prints its table
  translated.py --from FILE [--write]                                       prints the table of a file that --json wrote

As tests/tools/benchmarks/beside_cpu.py, whose parts it uses: kernels are machine code before they run, and no time
contains the compiler's. --write puts the table into TRANSLATION.md. Exit status: 0; 1 the page lacks its markers, or a
run failed; 2 wrong arguments.
"""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(ROOT / "tests/support")]
import beside_cpu  # noqa: E402
import generated  # noqa: E402

COMMAND, PAGE = "tests/tools/benchmarks/translated.py", "compat/emulator/TRANSLATION.md"


def main(arguments, root=ROOT):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--translated", action="store_true", help="said by ./run; it always is")
    parser.add_argument("--seconds", type=float, default=2, help="how long a row may take in each run")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of it")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    if (options.source is None) == (options.folder is None):
        parser.error("a program and the emulated device's folder are wanted, or --from FILE")
    try:
        if options.source is not None:
            result = json.loads(options.source.read_text(encoding="utf-8"))
        else:
            result = beside_cpu.measure(options.program, options.folder, options.seconds, max(1, options.rounds), True)
        if not result.get("translated"):
            parser.error(f"{options.source} has times of the interpreter")
        if options.json is not None:
            options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        lines = beside_cpu.table_of(result)
        print("\n".join(lines))
        if options.write:
            path = root / PAGE
            before = path.read_text(encoding="utf-8")
            path.write_text(generated.replaced(before, PAGE, COMMAND, "\n".join(lines)), encoding="utf-8")
    except (OSError, ValueError, generated.Error) as error:
        print(f"table.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
