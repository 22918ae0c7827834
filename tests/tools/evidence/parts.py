# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is kept of a record while it is made: a run that breaks off need not begin anew."""

import datetime
import json
import os
import tempfile
import threading

from machine import Error, is_same


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def write(path, value):
    """All of the file or nothing: a reader never sees half a record."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            json.dump(value, file, indent=2, sort_keys=True, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


class Parts:
    """The finished parts of a record that is not whole yet: what breaks off need not begin anew.

    They hold for the same sources, device, driver, system and tools alone, and beside the same earlier record."""

    def __init__(self, path, belongs_to, resume, base_date=None):
        self.path, self.belongs_to, self.done, self.writing = path, belongs_to, {}, threading.Lock()
        self.base_date = base_date
        if not resume:
            path.unlink(missing_ok=True)
            return
        try:
            value = json.loads(path.read_text())
        except FileNotFoundError:
            raise Error(f"nothing to resume: there is no {path}") from None
        except (OSError, ValueError) as error:
            raise Error(f"{path.name} cannot be read: {error}; without --resume a record begins anew") from error
        if not isinstance(value, dict) or not all(isinstance(value.get(key), dict) for key in ("belongs_to", "done")):
            raise Error(f"{path.name} has no parts of a record; without --resume a record begins anew")
        others = [key for key in belongs_to if not is_same(value["belongs_to"].get(key), belongs_to[key])]
        if others:
            raise Error(f"nothing to resume: {path.name} is of another {others[0]}; without --resume a record begins anew")
        self.done = value["done"]

    @staticmethod
    def goes_on_from(path):
        """The date of the record that the run went on from, or nothing."""
        try:
            return json.loads(path.read_text()).get("goes_on_from")
        except (OSError, ValueError, AttributeError):
            return None  # the constructor says what is wrong with the file

    def of(self, name, step):
        """The part, and its failures: as it was kept, or run now and kept."""
        if name in self.done:
            print(f"{name}: of {self.done[name]['date']}", flush=True)
        else:
            failures = []
            value = step(failures)
            with self.writing:
                self.done[name] = {"value": value, "failures": failures, "date": now(), "resumed": False}
                kept = {key: {**part, "resumed": True} for key, part in self.done.items()}
                write(self.path, {"belongs_to": self.belongs_to, "goes_on_from": self.base_date, "done": kept})
        return self.done[name]["value"], self.done[name]["failures"]

    def resumed(self):
        return {name: part["date"] for name, part in self.done.items() if part["resumed"]}
