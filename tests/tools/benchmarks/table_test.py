#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py on reports of its own, and on programs that stand in for the benchmark."""

import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

import table


def entry(name, best, **more):
    return {"name": name + "/iterations:5/manual_time", "best_us": best, **more}


REPORT = {
    "context": {"device": "A GPU", "starts_with": "an empty L2 cache", "copy_gigabytes_per_second": "4000.12"},
    "benchmarks": [
        entry("matmul/tiled/legacy/65536", 100.0),
        entry("matmul/tiled/twin/65536", 80.0),
        entry("matmul/tiled/fast/65536", 20.0),
        entry("matmul/tiled/library/65536", 25.0, label="cublasSgemm"),
        entry("matmul/tiled/limit/65536", 10.0),
        entry("device/query/legacy/16", 0, error_occurred=True, error_message="outside of the legacy domain"),
        entry("device/query/twin/16", 0, error_occurred=True, error_message="x.cu:7: cudaErrorUnknown"),
    ],
}


class Table(unittest.TestCase):
    def test_a_row_has_every_stage_and_the_ratios(self):
        lines = table.table_of(table.summary_of(REPORT))
        self.assertIn("A GPU; a copy within its memory: 4000 GB/s", lines[0])
        self.assertIn("Each starts with an empty L2 cache.", lines)
        row = next(line for line in lines if line.startswith("matmul/tiled"))
        self.assertEqual(row.split(), ["matmul/tiled", "65536", "100.00", "80.00", "20.00", "25.00", "10.00", "1.25",
                                       "1.25", "0.50", "cublasSgemm"])

    def test_what_failed_is_told_and_what_is_not_there_is_not(self):
        lines = table.table_of(table.summary_of(REPORT), ["device/query"])
        self.assertEqual(lines[-1], "    twin: x.cu:7: cudaErrorUnknown")
        self.assertFalse([line for line in lines if "outside of the legacy domain" in line])

    def test_only_the_pairs_that_were_asked_for(self):
        lines = table.table_of(table.summary_of(REPORT), ["matmul/"])
        self.assertFalse([line for line in lines if "device/query" in line])


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def stand_in(self, body):
        program = self.root / "benchmark_pairs"
        program.write_text(f"#!{sys.executable}\nimport json, sys\nreport = {REPORT!r}\n{body}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return str(program)

    def run_table(self, *arguments):
        return subprocess.run([sys.executable, table.__file__, *arguments], capture_output=True, text=True)

    def test_runs_prints_and_writes(self):
        program = self.stand_in(
            "out = [a.split('=')[1] for a in sys.argv if a.startswith('--benchmark_out=')][0]\n"
            "open(out, 'w').write(json.dumps(report))")
        written = self.root / "out.json"
        run = self.run_table(program, "--json", str(written))
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("cublasSgemm", run.stdout)
        again = self.run_table("--from", str(written))
        self.assertEqual(again.stdout, run.stdout)
        record = self.root / "record.json"
        record.write_text(json.dumps({"benchmarks": json.loads(written.read_text())}))
        self.assertEqual(self.run_table("--from", str(record)).stdout, run.stdout)

    def test_pairs_may_follow_the_options(self):
        program = self.stand_in(
            "out = [a.split('=')[1] for a in sys.argv if a.startswith('--benchmark_out=')][0]\n"
            "assert '--benchmark_filter=^(matmul/tiled)' in sys.argv, sys.argv\n"
            "open(out, 'w').write(json.dumps(report))")
        run = self.run_table(program, "--json", str(self.root / "out.json"), "matmul/tiled")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertNotIn("device/query", run.stdout)

    def test_a_program_that_fails_leaves_no_file(self):
        written = self.root / "out.json"
        run = self.run_table(self.stand_in("sys.exit(1)"), "--json", str(written))
        self.assertEqual(run.returncode, 1)
        self.assertIn("bench: benchmark_pairs ended with status 1", run.stderr)
        self.assertFalse(written.exists())

    def test_a_record_without_a_benchmark(self):
        record = self.root / "record.json"
        record.write_text(json.dumps({"benchmarks": {}}))
        run = self.run_table("--from", str(record))
        self.assertEqual(run.returncode, 1)
        self.assertIn("has no benchmark", run.stderr)


if __name__ == "__main__":
    unittest.main()
