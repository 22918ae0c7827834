#!/usr/bin/env python3
"""A table of what benchmark_pairs measured: benchmark_pairs --benchmark_format=json > FILE; table.py FILE"""

import argparse
import json
import math


def rows(report):
    """(slug, size) -> side -> (best, median) in microseconds."""
    table = {}
    for one in report["benchmarks"]:
        slug, side, size = one["name"].split("/iterations:")[0].rsplit("/", 2)
        sides = table.setdefault((slug, int(size)), {})
        if not one.get("error_occurred"):
            sides[side] = one["best_us"], one["median_us"]
    return table


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", help="the JSON that benchmark_pairs wrote; '-' for standard input")
    file = arguments.parse_args().file
    with open(0 if file == "-" else file) as opened:
        report = json.load(opened)
    times = "{:>10.2f} {:>10.2f}".format
    print(f"{'microseconds, best and median':34} {'size':>10} {'legacy':>21} {'modern':>21} {'legacy/modern':>13}"
          f" {'cuBLAS':>21} {'TFLOP/s':>8} {'of cuBLAS':>9}")
    for (slug, size), sides in rows(report).items():
        legacy, modern, cublas = (sides.get(side) for side in ("legacy", "modern", "cublas"))
        line = f"{slug:34} {size:10}"
        for time in (legacy, modern):
            line += f" {times(*time) if time else '-':>21}"
        line += f" {legacy[0] / modern[0]:13.2f}" if legacy and modern else f" {'-':>13}"
        if slug.startswith("matmul/") and modern:
            line += f" {times(*cublas) if cublas else '':>21} {2e-6 * math.sqrt(size) ** 3 / modern[0]:8.1f}"
            if cublas:
                line += f" {cublas[0] / modern[0]:9.2f}"
        print(line.rstrip())


if __name__ == "__main__":
    main()
