#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of ./run bench: legacy, twin, fast, the library's call and the device's limit, in microseconds.

  table.py PROGRAM [--large] [--json FILE] [PAIR...]   runs benchmark_pairs and prints its table; --json also writes it
  table.py --from FILE [PAIR...]                       prints the table of a file that --json wrote, or of a record

Times are the best of several runs, of the kernels alone, by CUDA events, all in one run of the program.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STAGES = ("legacy", "twin", "fast", "library", "limit")


class Error(Exception):
    pass


def summary_of(report):
    """What Google Benchmark wrote, as {"device", "starts_with", "copy_gigabytes_per_second", "rows": [{"pair", "size", …}]}."""
    rows = {}
    for one in report["benchmarks"]:
        if one.get("run_type") == "aggregate":
            continue
        slug, stage, size = one["name"].split("/iterations:")[0].rsplit("/", 2)
        row = rows.setdefault((slug, int(size)), {"pair": slug, "size": int(size)})
        if one.get("error_occurred"):
            # Not there is no news; what failed is.
            reason = one.get("error_message", "")
            if "outside of the legacy domain" not in reason and "no library" not in reason and "no limit" not in reason:
                row.setdefault("errors", {})[stage] = reason
            continue
        row[f"{stage}_us"] = round(one["best_us"], 3)
        if stage == "library":
            row["library"] = one.get("label", "")
    context = report["context"]
    return {
        "device": context.get("device", ""),
        "starts_with": context.get("starts_with", "what the run before it left in the cache"),
        "copy_gigabytes_per_second": round(float(context.get("copy_gigabytes_per_second", 0)), 1),
        "rows": list(rows.values()),
    }


def ratio(row, of, to):
    return f"{row[of] / row[to]:.2f}" if row.get(of) and row.get(to) else ""


def table_of(summary, pairs=()):
    """The lines of the table."""
    rows = [row for row in summary["rows"] if not pairs or any(row["pair"].startswith(pair) for pair in pairs)]
    lines = [
        f"{summary['device']}; a copy within its memory: {summary['copy_gigabytes_per_second']:.0f} GB/s",
        "Microseconds: the best of several runs, kernels alone, by CUDA events. The limit: the bytes that must move, at",
        "the rate of that copy; of products the operations, at the device's peak.",
        f"Each starts with {summary.get('starts_with', 'what the run before it left in the cache')}.",
        "",
        f"{'pair':34} {'size':>10} {'legacy':>10} {'twin':>10} {'fast':>10} {'library':>10} {'limit':>10}"
        f" {'legacy/twin':>11} {'library/fast':>12} {'limit/fast':>10}  library",
    ]
    for row in rows:
        best = "fast_us" if row.get("fast_us") else "twin_us"
        cells = [f"{row[stage + '_us']:10.2f}" if row.get(stage + "_us") else " " * 10 for stage in STAGES]
        lines.append((f"{row['pair']:34} {row['size']:10} {' '.join(cells)} {ratio(row, 'legacy_us', 'twin_us'):>11}"
                      f" {ratio(row, 'library_us', best):>12} {ratio(row, 'limit_us', best):>10}"
                      f"  {row.get('library', '')}").rstrip())
        for stage, reason in row.get("errors", {}).items():
            lines.append(f"    {stage}: {reason}")
    return lines


def measure(program, pairs, large):
    """Runs the benchmark, which shows its progress, and returns the summary."""
    environment = dict(os.environ)
    if large:
        environment["CUDA_LEGACY_BENCH_LARGE"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "report.json"
        command = [str(program), f"--benchmark_out={out}", "--benchmark_out_format=json"]
        if pairs:
            command.append("--benchmark_filter=^(" + "|".join(re.escape(pair) for pair in pairs) + ")")
        status = subprocess.run(command, env=environment, stdout=sys.stderr).returncode
        if status != 0:
            raise Error(f"{pathlib.Path(program).name} ended with status {status}")
        try:
            return summary_of(json.loads(out.read_text()))
        except (OSError, ValueError, KeyError) as error:
            raise Error(f"no results: {error}") from error


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--from", dest="file", type=pathlib.Path, metavar="FILE")
    arguments.add_argument("--json", type=pathlib.Path, metavar="FILE")
    arguments.add_argument("--large", action="store_true", help="also 2^30 elements, which takes minutes")
    arguments.add_argument("rest", nargs="*", metavar="PROGRAM or PAIR")
    options = arguments.parse_intermixed_args()  # pairs may follow the options
    try:
        if options.file:
            value = json.loads(options.file.read_text())
            summary, pairs = value.get("benchmarks", value), options.rest
            if "rows" not in summary:
                raise Error(f"{options.file} has no benchmark")
        else:
            if not options.rest:
                arguments.error("which program?")
            pairs = options.rest[1:]
            summary = measure(options.rest[0], pairs, options.large)
        print("\n".join(table_of(summary, pairs)))
        if options.json:
            text = json.dumps(summary, indent=2) + "\n"
            if options.json.is_file() or not options.json.exists():
                partial = options.json.with_name(options.json.name + ".unfinished")
                partial.write_text(text)
                os.replace(partial, options.json)
            else:
                options.json.write_text(text)
    except (OSError, ValueError, Error) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
