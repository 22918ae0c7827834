# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notebooks run to their end, by Jupyter's own client, with the installed wheel and without a GPU.

Jupyter's packages come from PyPI into an environment beside the wheel. Where there is no network, the test is skipped.
"""

import json
import sys
import unittest

import installed

WHEEL = NVCC = None
FOLDER = installed.ROOT / "compat" / "python" / "notebooks"
PACKAGES = ["nbclient==0.10.2", "ipykernel==6.29.5"]
RUN = """
import json, sys
import nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
json.dump([[{"text": one.get("text", ""), "plain": one.get("data", {}).get("text/plain", ""), "html": one.get("data", {}).get("text/html", "")}
            for one in cell["outputs"]] for cell in notebook.cells if cell.cell_type == "code"], sys.stdout)
"""


class Notebooks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = installed.Installed(WHEEL)
        cls.addClassCleanup(cls.place.close)
        try:
            installed.tools.fetched(cls.place.python, PACKAGES)
        except installed.tools.Unreachable as reason:
            print(f"skipped: {reason}")
            sys.exit(77)
        cls.place.write("run.py", RUN)

    def outputs(self, name):
        """What each cell of code showed: lists of text, plain and html."""
        done = self.place.run(self.place.python, "run.py", FOLDER / f"{name}.ipynb", CUDACXX=NVCC)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def text(self, outputs):
        return "".join(one["text"] + one["plain"] for one in outputs)

    def test_each_notebook_has_a_test_and_no_output(self):
        self.assertEqual(sorted(path.stem for path in FOLDER.glob("*.ipynb")), ["bank_conflicts", "texture_migration", "thread_0_sums"])
        for path in FOLDER.glob("*.ipynb"):
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                self.assertEqual(cell.get("outputs", []), [], path.name)

    def test_thread_0_sums(self):
        _, before, missing, today, last = self.outputs("thread_0_sums")
        for one in (before, today):
            self.assertIn("sum: 7180\n", self.text(one))
            self.assertIn("sum_of_squares: launches 1", self.text(one))
        self.assertIn("exit status 99: the emulated device found a defect", self.text(missing))
        self.assertRegex(self.text(missing), r"line \d+: .*shared\[")
        self.assertIn("▲", "".join(one["html"] for one in missing))
        self.assertRegex(self.text(last), r"loads of shared memory: \d+\n")

    def test_texture_migration(self):
        _, refused, header, anew = self.outputs("texture_migration")
        self.assertIn("line 4: texture<float, 1, cudaReadModeElementType> values;", self.text(refused))
        self.assertIn("▲ error: ", "".join(one["html"] for one in refused))
        for one in (header, anew):
            self.assertIn("2 4 6 8\n", self.text(one))

    def test_bank_conflicts(self):
        _, conflicting, padded, last = self.outputs("bank_conflicts")
        for one in (conflicting, padded):
            self.assertIn("32 1 1023\n", self.text(one))
        self.assertIn("bank conflicts a load 31.00", self.text(conflicting))
        self.assertIn("bank conflicts a load 0.00", self.text(padded))
        self.assertIn("<iframe", "".join(one["html"] for one in padded))
        self.assertEqual(self.text(last), "conflicts a load: 0.0\n")


if __name__ == "__main__":
    installed.main(globals())
