# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the folder of an exercise."""

import pathlib
import re
import shutil
import tempfile

from . import texts

SLUG_FILE = "exercise.txt"
INCLUDE = re.compile(r'#include "([^"]+)"')


def twin_of(root, exercise):
    return (root / "modern" / f"{exercise.slug}.cu").read_text(encoding="utf-8")


def support_headers(root, text):
    """Names in modern/support that a text includes, and that those include."""
    wanted, found = [text], {}
    while wanted:
        for name in INCLUDE.findall(wanted.pop()):
            name = pathlib.PurePosixPath(name).name
            if name not in found:
                found[name] = (root / "modern" / "support" / name).read_text(encoding="utf-8")
                wanted.append(found[name])
    return found


def in_folder(text):
    """An example's text for a folder that has `support` in itself."""
    return text.replace('#include "../support/', '#include "support/')


def readme(exercise, command):
    goals = "\n".join(f"- {goal}" for goal in texts.goals(exercise))
    return f"""{exercise.task}
## Done when

{goals}

Edit `{exercise.name}.cu`, then ask:

```sh
{command} exercise --check .
```

The checker builds the file and runs it on the emulated device. No GPU is needed. The file is a whole program, too: it can be built and
run by itself. `{command} exercise --solution {exercise.slug}` prints the solution. A note
that the task names is in the project's folder `migration-notes`; `cuda-legacy notes` says where the package has them.
"""


def write(root, exercise, folder, command):
    """Makes `folder`, whole or not at all. Throws Wrong where something is in the way."""
    if folder.exists():
        raise texts.Wrong(f"{folder} is there already: name another folder, or remove it")
    given = in_folder(texts.with_blanks(exercise, twin_of(root, exercise)))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".exercise") as made:
            whole = pathlib.Path(made) / "whole"
            (whole / "support").mkdir(parents=True)
            (whole / f"{exercise.name}.cu").write_text(given, encoding="utf-8")
            (whole / "README.md").write_text(readme(exercise, command), encoding="utf-8")
            (whole / SLUG_FILE).write_text(exercise.slug + "\n", encoding="utf-8")
            for name, text in support_headers(root, given).items():
                (whole / "support" / name).write_text(text, encoding="utf-8")
            shutil.move(str(whole), str(folder))
    except OSError as error:
        raise texts.Wrong(f"cannot write {folder}: {error.strerror}") from error


def slug_of(folder):
    """Which exercise a folder has."""
    try:
        return (folder / SLUG_FILE).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise texts.Wrong(f"{folder} has no {SLUG_FILE}, so it is no folder of an exercise") from error
