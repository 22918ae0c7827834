# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cell magics for notebooks: %load_ext cuda_legacy.notebook, then %%cuda or %%cuda_legacy as a cell's first line.

A cell is a whole program. It is compiled, and runs on the emulated device: no GPU is needed. What it prints is shown, then findings at
their lines. --counters adds a table for each kernel, --page the page of the run. The result is in `_cuda` afterwards.
"""

import argparse
import shlex

from . import cell, display


def parser(name, usage_error):
    class Parser(argparse.ArgumentParser):
        def error(self, message):
            raise usage_error(f"%%{name}: {message}")

        def exit(self, status=0, message=None):
            raise usage_error(message or self.format_help())

    made = Parser(prog=f"%%{name}", add_help=False, description="compiles the cell and runs it on the emulated device")
    made.add_argument("--counters", action="store_true", help="show what each kernel did to memory")
    made.add_argument("--page", action="store_true", help="show the page of the run")
    made.add_argument("--options", default="", help="for nvcc, in quotation marks")
    made.add_argument("arguments", nargs="*", help="for the program")
    return made


def show(result, asked, publish):
    if result.compiler.strip():
        print(result.compiler.rstrip())
    if result.output:
        print(result.output, end="" if result.output.endswith("\n") else "\n")
    if result.marks:
        publish({"text/html": display.listing(result), "text/plain": display.listing_text(result)}, raw=True)
    if asked.counters and result.counters:
        publish({"text/html": display.counters(result), "text/plain": display.counters_text(result)}, raw=True)
    if asked.page and result.page:
        publish({"text/html": display.page(result), "text/plain": "The page of the run is HTML."}, raw=True)
    if result.status:
        print(f"exit status {result.status}" + (": the emulated device found a defect" if result.status == 99 else ""))


def load_ipython_extension(shell):
    """Adds the magics to a notebook."""
    from IPython.core.error import UsageError
    from IPython.display import display as publish

    def magic(name, legacy):
        def run(line, body):
            try:
                asked = parser(name, UsageError).parse_args(shlex.split(line))
                options = shlex.split(asked.options)
            except ValueError as error:
                raise UsageError(f"%%{name}: {error}") from error
            try:
                result = cell.run(f"%%{name} {line}", body, legacy, options, asked.arguments, asked.page)
            except (cell.CannotRun, cell.emulate.CannotRun) as error:
                raise UsageError(f"%%{name}: {error}") from error
            shell.user_ns["_cuda"] = result
            show(result, asked, publish)
        shell.register_magic_function(run, "cell", name)

    magic("cuda", False)
    magic("cuda_legacy", True)
