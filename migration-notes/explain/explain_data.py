# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What explain.py and explain.js look into, made from the texts of errors.md and api.csv."""
import csv
import re

from explain import ENTITIES, LONG, NEAR, NEXT, NO_MESSAGE, QUOTES, RULES, SHORT, STRANGERS, WRAPPED, lower, straight

A_NAME = "a name"  # What stands under "Seen with" where a row is of a name, or of all that begin so, and of no message.
ENOUGH = 120  # So many characters of a message are it alone.
UNSAID = "renamed by compat"  # These names are there today: in a message they explain nothing.


# --- errors.md ----------------------------------------------------------------------------------


def plain(message):
    return " ".join(lower(straight(message)).split())


def pattern_of(message):
    """The regular expression of a message of errors.md, in which … stands for anything."""
    text = re.sub(r"[.:;]+$", "", re.sub(r" *…$", "", plain(message)))
    code = re.fullmatch(r"(cudaerror\w+) \(\d+\): (.*)", text)
    if code:  # A program prints the one or the other.
        words = re.escape(code[2])
        return rf"(?<!\w){code[1]}(?!\w)|" + (words if len(code[2]) > 24 else f"cuda[^']{{0,80}}?{words}")
    if len(text) > ENOUGH:  # A paste may end early.
        text = text[:text.rindex(" ", 0, ENOUGH)]
    found = ""
    for part in re.split(r"('…'?|\(…\)|…)", text):
        # nvcc says within a message where a name was declared.
        literal = re.escape(part).replace(r"'\ ", r"'(?: \(declared [^)]{0,200}\)| [^ ]{1,200}\(\d+\): here)?\ ")
        found += {"'…'": "'[^']{0,300}'", "'…": "'[^']{0,300}?", "(…)": r"\(.{0,600}?\)", "…": ".{0,300}?"}.get(part, literal)
    word = re.compile(r"\w", re.ASCII)
    ends = word.match(text[-1:]) and not re.search(r"\w…$", message)
    return ("(?<![a-z0-9_])" if word.match(text) else "") + found + ("(?![a-z0-9_])" if ends else "")


def key_of(message):
    """The longest piece of a message without a placeholder: what lacks it needs no regular expression."""
    if re.match(r"cudaError\w+ \(", message):
        return ""
    return max((piece for part in plain(message)[:ENOUGH].split("…") for piece in part.split("' ")), key=len).rstrip(".:; ")


def cells(line):
    """The cells of a Markdown table's line."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def rows_of(page):
    """The rows of errors.md's tables, and those of them that are of names alone."""
    rows, families = [], []
    for line in page.splitlines():
        found = cells(line) if line.startswith("| ") else []
        if len(found) != 4 or not re.fullmatch(r"`.+`", found[0]):
            continue
        message, seen, do = found[0].strip("`"), found[1], found[2]
        note = re.sub(r"^\[([^\]]*)\].*", r"\1", found[3])
        if seen == A_NAME:
            whole = not message.endswith("…")
            # Device code's own words explain a message only where it calls them unknown.
            families.append({"name": message.rstrip("…"), "whole": whole, "do": do, "note": note,
                             "always": whole and not message.startswith(("threadIdx", "blockIdx", "__"))})
        else:
            # What stands for any name yields to an answer on that name.
            general = "…" in re.sub(r" *…$|\(…\)", "", message)
            rows.append({"message": message, "seen": seen, "do": do, "note": note, "general": general,
                         "pattern": pattern_of(message), "key": key_of(message), "text": plain(message)})
    texts = [row["message"] for row in rows]
    for row in rows:
        if texts.count(row["message"]) > 1 or row["message"].startswith(("too few arguments to function call", "too few arguments in")):  # The name of the call, in the code below, tells them apart.
            row["about"] = re.findall(r"`(cu\w+)`", row["do"])
    return rows, families


DEFINES = [re.compile(pattern) for pattern in (
    r"^identifier '([^']+)' is undefined$", r"^undefined reference to '([^']+)'$", r"^'([^']+)' (?:was not declared|does not name)",
    r"^Unknown CMake command '([^']+)'", r"^implicit declaration of function '([^']+)'", r"^no template named '([^']+)'",
    r"^(?:class|namespace) '(?P<owner>[^']+)' has no member (?:class )?'(?P<last>[^']+)'$")]


def name_defined(row):
    """The name that a row says is gone, or None."""
    for pattern in DEFINES:
        found = pattern.search(straight(row["message"]))
        if found:
            name = "::".join(found.groups())
            return None if re.search(r"[… ]", name) else name
    return None


# --- api.csv ------------------------------------------------------------------------------------


def name_of_api(row, instead):
    """What is said of a name, and where more stands. instead: what a row of errors.md says to do, or None."""
    if row["replacement"].startswith(row["name"] + " "):
        gone = f"Its parameters changed in CUDA {row['removed']}."
    elif row["removed"]:
        gone = f"Gone in CUDA {row['removed']}."
    elif row["deprecated"]:
        gone = f"Deprecated since CUDA {row['deprecated']}."
    else:
        gone = "Never CUDA's own, but of its samples." if row["area"] == "samples helper" else ""
    if not instead and row["replacement"]:
        code = re.fullmatch(r"[\w:<>/.]+", row["replacement"], re.ASCII)
        instead = f"Instead: `{row['replacement']}`." if code else f"Instead: {row['replacement']}."
    back = {"here": "Compat brings it back.", "cannot": "No header can bring it back."}.get(row["compat"], "")
    if row["kind"] == "header" and row["area"] == "samples helper":
        back = "Compat's `shims` folder has it."
    return {"do": " ".join(filter(None, (gone, instead, back))), "note": row["note"] or "api.csv",
            "goes": not row["removed"] and (row["compat"] == "toolkit" or bool(row["deprecated"]))}


def data_from(page, table):
    """What the lookup knows, from the text of errors.md and that of api.csv."""
    rows, families = rows_of(page)
    defined = {}
    for row in rows:
        defined.setdefault(name_defined(row), row)
    names = {row["name"]: name_of_api(row, defined.get(row["name"], {}).get("do"))
             for row in csv.DictReader(table.splitlines()) if row["area"] != UNSAID}
    for name, row in defined.items():
        if name:
            names.setdefault(name, {"do": row["do"], "note": row["note"], "goes": False})
    members = [name for name in names if "::" in name]
    for row in rows:
        words = {re.sub(RULES["version"], "", word) for word in re.findall(r"\w+", row["message"], re.ASCII)}
        headers = set(re.findall(RULES["header"], row["message"], re.ASCII))
        row["names"] = [name for name in sorted(words | headers) if name in names]
        row["names"] += [name for name in members if set(name.split("::")) <= words]
        row["names"] += [name for name in row.get("about", ()) if name in names]
        row["general"] = row["general"] and not row["names"]
    for row in rows:  # A message yields to one that says more: "thrust/…" to "thrust/detail/…".
        row["yields"] = [other["message"] for other in rows if row["general"] and other["message"] != row["message"]
                         and row["key"] in other["text"] and re.search(row["pattern"], other["text"], re.ASCII)]
    return {"rules": RULES, "quotes": QUOTES, "entities": ENTITIES, "wrapped": WRAPPED, "near": NEAR, "long": LONG, "short": SHORT, "next": NEXT,
            "noMessage": NO_MESSAGE, "strangers": STRANGERS, "rows": rows, "families": families, "names": names, "members": members}
