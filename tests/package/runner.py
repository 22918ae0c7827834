# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a composite action as a runner of GitHub does: its steps in order, with inputs, outputs and the files for them."""

import os
import pathlib
import re
import subprocess

EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


def indent_of(line):
    return len(line) - len(line.lstrip(" "))


def scalar(text):
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def parse(text):
    """The YAML that action.yml is written in: maps, lists of maps, plain and quoted texts, blocks after '|'."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    value, rest = block(lines, 0)
    assert not rest, rest[:1]
    return value


def block(lines, indent):
    """The map or list that begins at this indent, and the lines behind it."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    if lines and lines[0].lstrip().startswith("- "):
        items = []
        while lines and lines[0].strip() and indent_of(lines[0]) == indent and lines[0].lstrip().startswith("- "):
            lines = [" " * (indent + 2) + lines[0].lstrip()[2:], *lines[1:]]
            item, lines = block(lines, indent + 2)
            items.append(item)
        return items, lines
    values = {}
    while lines:
        line = lines[0]
        if not line.strip():
            lines = lines[1:]
            continue
        if indent_of(line) < indent:
            break
        assert indent_of(line) == indent, line
        key, _, rest = line.strip().partition(":")
        lines = lines[1:]
        if rest.strip() == "|":
            taken = []
            while lines and (not lines[0].strip() or indent_of(lines[0]) > indent):
                taken.append(lines[0])
                lines = lines[1:]
            depth = min(indent_of(one) for one in taken if one.strip())
            values[key] = "\n".join(one[depth:] for one in taken).rstrip("\n") + "\n"
        elif rest.strip():
            values[key] = scalar(rest)
        else:
            values[key], lines = block(lines, indent_of(next(one for one in lines if one.strip())))
    return values, lines


class Run:
    """One use of an action: `status`, `log`, `outputs`, `summary`, `path`."""

    def __init__(self, action, workspace, temporary, inputs, **variables):
        description = parse((action / "action.yml").read_text(encoding="utf-8"))
        known = description["inputs"]
        unknown = set(inputs) - set(known)
        assert not unknown, unknown
        self.inputs = {name: inputs.get(name, one.get("default", "")) for name, one in known.items()}
        self.steps = {}
        temporary.mkdir(exist_ok=True)
        files = {name: temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH")}
        base = {"HOME": str(temporary), "PATH": "/usr/bin:/bin", "RUNNER_TEMP": str(temporary), "GITHUB_WORKSPACE": str(workspace),
                "GITHUB_ACTION_PATH": str(action), **{name: str(path) for name, path in files.items()}, **variables}
        self.status, self.log, self.summary = 0, "", ""
        for step in description["runs"]["steps"]:
            for path in files.values():
                path.write_text("", encoding="utf-8")
            environment = {**base, **{name: self.expand(value) for name, value in step.get("env", {}).items()}}
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.expand(step["run"])],
                                  cwd=workspace / self.expand(step.get("working-directory", ".")), env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
            self.log += done.stdout
            self.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
            self.steps[step.get("id", "")] = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines())
            for folder in files["GITHUB_PATH"].read_text(encoding="utf-8").split("\n"):
                if folder:
                    base["PATH"] = f"{folder}{os.pathsep}{base['PATH']}"
            self.status = done.returncode
            if self.status:
                break
        self.path = base["PATH"]
        self.outputs = {name: self.expand(one["value"]) for name, one in description["outputs"].items()}

    def expand(self, text):
        """Expressions of the kinds inputs.NAME and steps.ID.outputs.NAME."""
        def value(found):
            parts = found[1].split(".")
            if parts[0] == "inputs":
                return self.inputs[parts[1]]
            assert parts[0] == "steps" and parts[2] == "outputs", found[0]
            return self.steps.get(parts[1], {}).get(parts[3], "")
        return EXPRESSION.sub(value, text)

    def annotations(self):
        """(file, line, message) of each error, decoded."""
        for line in self.log.splitlines():
            found = re.match(r"::error(?: file=([^,:]+),line=(\d+))?::(.*)", line)
            if found:
                message = found[3].replace("%0A", "\n").replace("%25", "%")
                yield (pathlib.PurePosixPath(found[1]).as_posix() if found[1] else None, int(found[2] or 0), message)
