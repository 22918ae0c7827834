# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a step talks to its workflow: lines of stdout that become annotations, and files for outputs and the job's page."""

import os
import pathlib


class Failure(Exception):
    """Why the step cannot do its work; it ends with status 2."""


def escaped(text, is_property=False):
    pairs = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")] + ([(":", "%3A"), (",", "%2C")] if is_property else [])
    for character, code in pairs:
        text = text.replace(character, code)
    return text


def error(message, **properties):
    """An annotation, at `file` and `line` where these are known."""
    listed = ",".join(f"{name}={escaped(str(value), is_property=True)}" for name, value in properties.items())
    print(f"::error {listed}::{escaped(message)}" if listed else f"::error::{escaped(message)}", flush=True)


def append(variable, text):
    """Adds to the file that a variable of the runner names; nothing without the variable."""
    name = os.environ.get(variable)
    if name:
        with open(name, "a", encoding="utf-8") as file:
            file.write(text)


def outputs(**values):
    append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in values.items()))


def summary(text):
    append("GITHUB_STEP_SUMMARY", text)


def cell(text):
    """A text in a table of Markdown."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def within_workspace(path):
    """A path as the workflow's annotations take it: relative to the workspace, where it is inside."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    absolute = pathlib.Path(path).resolve()
    if workspace and pathlib.Path(workspace).resolve() in absolute.parents:
        return absolute.relative_to(pathlib.Path(workspace).resolve()).as_posix()
    return str(path)


def command():
    """The program cuda-legacy of the step before."""
    return os.path.join(os.environ["RUNNER_TEMP"], "cuda-legacy", "bin", "cuda-legacy")
