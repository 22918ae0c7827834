"""Runs the searches of each migration note in legacy/: together they must find every pair that the note names.

A note without legacy examples of its own says "none" first in its row of pairs.
"""

import pathlib
import re
import subprocess
import sys


def section(text, title):
    """What stands below a heading, up to the next of its rank."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found.group(1) if found else ""


def found_by(search, folder):
    """The slugs that a search prints; it names files as grep does."""
    done = subprocess.run(["bash", "-c", search], cwd=folder, capture_output=True, text=True, check=False)
    if done.stderr:
        raise ValueError(f"{search}\n{done.stderr}")
    return set(re.findall(r"^(?:\./)?(\w+/\w+)\.cu\b", done.stdout, re.MULTILINE))


def main(root):
    complaints, notes = [], 0
    for note in sorted((root / "migration-notes").glob("*.md")):
        text = note.read_text(encoding="utf-8")
        row = re.search(r"^\| Pairs \| (.*) \|$", text, re.MULTILINE)
        if not row or row.group(1).startswith("none"):
            continue
        notes += 1
        searches = [s for s in re.findall(r"```sh\n(.*?)```", section(text, "How to detect"), re.DOTALL) if "grep" in s]
        try:
            found = set().union(*(found_by(search, root / "legacy") for search in searches))
        except ValueError as error:
            complaints.append(f"{note.name}: a search fails: {error}")
            continue
        for slug in re.findall(r"`(\w+/\w+)`", row.group(1)):
            if slug not in found:
                complaints.append(f"{note.name}: no search of it finds legacy/{slug}.cu")
    if not notes:
        complaints.append(f"no notes with pairs below {root / 'migration-notes'}")
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
