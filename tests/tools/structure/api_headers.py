#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares migration-notes/api.csv with the headers of the installed CUDA toolkits.

usage: api_headers.py [--check] [--list] [--fetch] [--build FOLDER] [--toolkit FOLDER]...

--check          tests that each changed name has a row, and that `removed` agrees with the headers (also without an option).
                 A later toolkit lacks a changed name, deprecates it, or has it with other parameters
--list           prints the names without a row, as rows of the table
--fetch          first fetches the headers of each CUDA 13 in the package index (tests/toolkits/fetch_headers.py)
--build FOLDER   the build folder with fetched toolkits; --toolkit FOLDER: another toolkit
                 (tests/support/toolkits.py knows the layouts)

The host compiler's preprocessor reads the headers, so a name counts only where a program would see it. The script examines
functions, types, fields, enumerators and macros of the runtime and the driver API, and the driver's types of function
pointers. Device functions are excluded, because only a CUDA compiler sees them. From CUDA 13 on the script also examines the
libraries, NVML, CCCL and the announcements in comments: announcements.py and cccl_names.py.

Exit status: 0 the table is complete, 1 it is not, 77 fewer than two toolkits are installed.
"""
import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TABLE = ROOT / "migration-notes/api.csv"
FETCH = ROOT / "tests/toolkits/fetch_headers.py"
sys.path.insert(0, str(HERE.parents[1] / "support"))
import announcements  # noqa: E402  (beside this file)
import cccl_names  # noqa: E402  (beside this file)
import toolkits  # noqa: E402  (in tests/support)

HEADERS = ["cuda_runtime_api.h", "cuda_profiler_api.h", "cuda_gl_interop.h", "cuda_egl_interop.h", "cuda_vdpau_interop.h",
           "cuda.h", "cudaProfiler.h", "cudaGL.h", "cudaEGL.h", "cudaVDPAU.h", "cudaTypedefs.h", "cudaProfilerTypedefs.h",
           "cudaGLTypedefs.h", "cudaEGLTypedefs.h", "cudaVDPAUTypedefs.h"]
# Since CUDA 13, which fetch_headers.py brings whole. NPP's names are several thousand and have no rows.
LIBRARIES = ["nvml.h", "cublas_v2.h", "cublasLt.h", "cublasXt.h", "cufft.h", "cufftXt.h", "curand.h", "cusparse.h", "cusolverDn.h",
             "cusolverSp.h", "cusolverRf.h", "cusolverMg.h", "nvjpeg.h", "nvrtc.h", "nvJitLink.h", "nvfatbin.h"]
SINCE = 13
# What those include of others; only the preprocessor sees it.
STUBS = ["GL/gl.h", "EGL/egl.h", "EGL/eglext.h", "vdpau/vdpau.h"]
INTERESTING = re.compile(r"(?:cu|CU|PFN_|nvml|NVML_|nvjpeg|NVJPEG_|nvrtc|NVRTC_|nvJitLink|NVJITLINK_|nvFatbin|NVFATBIN_)[A-Za-z_]\w*$")


class Names:
    """What a header declares: {name: kind}, the parameters of functions, one list for each overload, and what is deprecated."""

    def __init__(self):
        self.kinds, self.parameters, self.deprecated = {}, {}, set()

    def add(self, name, kind):
        if INTERESTING.match(name.split("::")[0]):
            self.kinds.setdefault(name, kind)

    def merge(self, other):
        for name, kind in other.kinds.items():
            self.kinds.setdefault(name, kind)
        for name, forms in other.parameters.items():
            self.parameters.setdefault(name, []).extend(form for form in forms if form not in self.parameters[name])
        self.deprecated |= other.deprecated


def split_at(text, separator):
    """The parts of a text between separators that stand outside of all brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def statements(text):
    """The declarations of a preprocessed text; a function's body ends one, too."""
    text = re.sub(r'extern\s+"C(?:\+\+)?"\s*\{', " ", text)
    depth, start = 0, 0
    for place, letter in enumerate(text):
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth < 0:  # of an extern "C"
                depth, start = 0, place + 1
            elif depth == 0 and re.search(r"\)\s*$", text[start:].split("{", 1)[0]):
                yield text[start:place + 1].strip()
                start = place + 1
        elif letter == ";" and depth == 0:
            yield text[start:place].strip()
            start = place + 1


ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\[\[[^\]]*\]\]|__declspec\([^)]*\)")
DECLARATOR = re.compile(r"\(\s*\*\s*(?:const\s+)?(\w+)\s*\)|(\w+)\s*(?:\[[^\]]*\]\s*)*(?::\s*\d+)?$")


def declared(text):
    """The name that a declarator gives."""
    found = DECLARATOR.search(text.split("=")[0].strip())
    return (found.group(1) or found.group(2)) if found else None


def fields(body):
    """The names of the fields below a struct or union, those of its unnamed parts among them; and the deprecated ones."""
    names, old = [], set()
    for one in split_at(body, ";"):
        plain = ATTRIBUTE.sub(" ", one)
        nested = re.match(r"(?:volatile\s+)?(?:struct|union|enum)\b[^{]*\{", plain)
        if nested:
            end = plain.rindex("}")
            inner, name = plain[nested.end():end], declared(plain[end + 1:]) if plain[end + 1:].strip() else None
            if name:
                names.append(name)
            elif not plain.startswith("enum"):
                more, more_old = fields(inner)
                names += more
                old |= more_old
            continue
        for part in split_at(plain, ","):
            name = declared(part)
            if name:
                names.append(name)
                if "deprecated" in one:
                    old.add(name)
    return names, old


def names_in(text, macros):
    """What a preprocessed text declares."""
    names, bodies, aliases = Names(), {}, {}
    for statement in statements(text):
        old = "deprecated" in statement
        plain = re.sub(r"\s+", " ", ATTRIBUTE.sub(" ", statement)).strip()
        is_typedef = plain.startswith("typedef ")
        plain = plain[8:].strip() if is_typedef else plain
        body = re.match(r"(struct|union|enum)\s*(\w*)[^{(]*\{(.*)\}([^{}]*)$", plain)
        if body:
            kind, tag, inside, rest = body.groups()
            called = [tag] if tag else []
            if is_typedef:
                called += [name for name in (declared(part) for part in split_at(rest, ",")) if name]
            raw = statement[statement.index("{") + 1:statement.rindex("}")]
            for name in called:
                names.add(name, "type")
                bodies[name] = (kind, raw)
            if kind == "enum":
                for part in split_at(raw, ","):
                    name = re.match(r"\s*(\w+)", part)
                    if name:
                        names.add(name.group(1), "enumerator")
                        if "deprecated" in part and INTERESTING.match(name.group(1)):
                            names.deprecated.add(name.group(1))
            continue
        if is_typedef:
            for part in split_at(plain, ","):
                name = declared(part) if "(" not in part else (re.search(r"\(\s*(?:\w+\s*)?\*\s*(\w+)\s*\)", part) or [None, None])[1]
                if name:
                    names.add(name, "type")
                    source = plain.split()[-2] if len(plain.split()) > 1 else ""
                    aliases[name] = source.strip("*")
            continue
        function = re.match(r"[^()]*?\b(\w+)\s*\((.*?)\)\s*(?:\{.*)?$", plain)
        if function and not plain.startswith("template") and INTERESTING.match(function.group(1)) and "=" not in plain.split("(")[0]:
            name = function.group(1)
            names.add(name, "function")
            names.parameters.setdefault(name, []).append(parameters(function.group(2)))
            if old:
                names.deprecated.add(name)
    for name, source in aliases.items():
        if source in bodies:
            bodies[name] = bodies[source]
    for name, (kind, inside) in bodies.items():
        if kind != "enum" and not re.search(r"(_st|_v\d+)$", name):
            found, old_fields = fields(inside)
            for field in found:
                names.add(f"{name}::{field}", "field")
            names.deprecated |= {f"{name}::{field}" for field in old_fields if INTERESTING.match(name)}
    for name, value in macros.items():
        names.add(name, "macro")
        # A macro that renames a function's newest version counts as that function.
        value = re.sub(r"^__CUDA(?:RT)?_API_PT\w+\((\w+)\)$", r"\1", value)
        if value in names.parameters:
            names.kinds[name] = "function"
            names.parameters[name] = names.parameters[value]
            if value in names.deprecated:
                names.deprecated.add(name)
    return names


def parameters(text):
    """The parameters of a function: type and name of each, without default values and with one kind of blanks."""
    result = []
    for part in split_at(text, ","):
        part = re.sub(r"\s*([*&])\s*", r"\1 ", part.split("=")[0])
        part = re.sub(r"\b(enum|struct|const)\b", " ", part)
        words = re.sub(r"\s+", " ", part).strip()
        if words == "void":
            continue
        named = re.match(r"(.*[\s*&])(\w+)((?:\[[^\]]*\])?)$", words)
        kind, name = (named.group(1) + named.group(3), named.group(2)) if named else (words, "")
        result.append((re.sub(r"\s+", "", kind), name))
    return result


def changed(before, after):
    """Whether the parameters are others, by their types or by their order. Another name of one alone changes nothing."""
    types = [[re.sub(r"_(?:st|v\d+)\b", "", kind) for kind, _ in one] for one in (before, after)]
    if types[0] != types[1]:
        return True
    names = [[name for _, name in one] for one in (before, after)]
    return names[0] != names[1] and sorted(names[0]) == sorted(names[1])


def any_changed(before, after):
    """The same of all of a function's overloads: whether one of them is no longer there."""
    return any(all(changed(old, new) for new in after) for old in before)


def read_header(toolkit, header, stubs):
    """What a header of a toolkit has, of its own and by its own includes; None where it is not there."""
    if not toolkit.header(header):
        return None
    command = [os.environ.get("CXX", "g++"), "-E", "-dD", "-x", "c++", "-", *[f"-I{one}" for one in toolkit.includes], f"-I{stubs}"]
    done = subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise ValueError(f"{toolkit.version}: {header}: {done.stderr.strip().splitlines()[0]}")
    ours, code, macros = False, [], {}
    tops = tuple(str(one) for one in toolkit.includes)
    for line in done.stdout.splitlines():
        place = re.match(r'# \d+ "([^"]*)"', line)
        if place:
            ours = place.group(1).startswith(tops) and "/cccl/" not in place.group(1)
        elif not ours:
            continue
        elif line.startswith("#define "):
            found = re.match(r"#define (\w+)(\([^)]*\))?\s*(.*)", line)
            macros[found.group(1)] = found.group(3).strip()
        elif line.startswith("#undef "):
            macros.pop(line.split()[1], None)
        elif not line.startswith("#"):
            code.append(line)
    return names_in("\n".join(code), macros)


def read_toolkit(toolkit):
    """{header: its names} of a toolkit."""
    with tempfile.TemporaryDirectory() as stubs:
        for stub in STUBS:
            file = pathlib.Path(stubs) / stub
            file.parent.mkdir(exist_ok=True)
            file.write_text("", encoding="utf-8")
        wanted = HEADERS + LIBRARIES * (number(toolkit.version)[0] >= SINCE)
        read = {header: read_header(toolkit, header, stubs) for header in wanted}
    return {header: names for header, names in read.items() if names is not None}


def together(headers, wanted):
    """The names of some headers of a toolkit, as one."""
    names = Names()
    for header in wanted:
        names.merge(headers[header])
    return names


def number(version):
    """A version, to compare by."""
    return [int(one) for one in version.split(".")]


def matters(name, kind, names):
    """Old tags of C, include guards, and aliases of other names do not count."""
    if re.search(r"(_st|_enum|_union)$|::_*(reserved|pad|unused)", name) or (kind == "macro" and re.search(r"_H_*$|^CUDA(RT)?_VERSION$|^CUDA_DEPRECATED|^CUDA(RT)?(API|_CB|CB)$", name)):
        return False
    return "::" not in name or name.split("::")[0] in names.kinds


def lacking(read, rows):
    """[(name, kind, why, from version, to version)] of what the table does not say; read: [(version, {header: names})]."""
    rows = [row for row in rows if row["kind"] != "device function"]  # the headers are read as the host sees them
    found = []
    by_name = {}
    for row in rows:
        by_name.setdefault(row["name"], []).append(row)
    # A name that the first toolkit already deprecates needs a row, too. These headers do not show since when.
    version, headers = read[0]
    for name in sorted(together(headers, headers).deprecated):
        if name not in by_name and matters(name, "function", Names()):
            found.append((name, together(headers, headers).kinds.get(name, "function"), "is deprecated", version, version))
    for (old, before_headers), (new, after_headers) in zip(read, read[1:]):
        common = [header for header in before_headers if header in after_headers]
        before, after = together(before_headers, common), together(after_headers, common)
        for name, kind in sorted(before.kinds.items()):
            have = by_name.get(name, [])
            if name not in after.kinds:
                if not matters(name, kind, after):
                    continue
                if not have:
                    found.append((name, kind, "is gone", old, new))
                elif not any(row["removed"] and number(old) < number(row["removed"]) <= number(new) for row in have):
                    found.append((name, kind, f"is gone, but `removed` says {have[0]['removed'] or 'nothing'}", old, new))
            elif name in before.parameters and name in after.parameters:
                if any_changed(before.parameters[name], after.parameters[name]) and not have:
                    found.append((name, kind, "has other parameters", old, new))
        for name in sorted(after.deprecated - before.deprecated):
            if name not in by_name:
                found.append((name, after.kinds.get(name, "function"), "is deprecated", old, new))
    return found + still_there(read, rows)


def with_fetched(here, folder):
    """The installed toolkits, and those whose headers fetch_headers.py brought, which have more headers."""
    fetched = [toolkits.look_at(one) for one in sorted(folder.glob("[0-9]*.[0-9]*")) if "partial" not in one.name]
    by_version = {one.version: one for one in [*here, *filter(None, fetched)]}
    return [by_version[version] for version in sorted(by_version, key=number)]


def not_in_declarations(here, rows):
    """The same of what the preprocessor does not show: comments, and CCCL's templates."""
    new = [toolkit for toolkit in here if number(toolkit.version)[0] >= SINCE]
    found = announcements.lacking([(toolkit.version, announcements.announced_by(toolkit)) for toolkit in new], rows)
    places = [(toolkit.version, toolkit.header("cccl/cub/version.cuh")) for toolkit in new]
    return found + cccl_names.lacking([(version, cccl_names.names_of(place.parent.parent)) for version, place in places if place], rows)


def still_there(read, rows):
    """What the table says is removed, and a later toolkit has as it was in an earlier one. A function that has other parameters
    since then is another."""
    found = []
    every = [(version, together(headers, headers)) for version, headers in read]
    for row in rows:
        name, removed = row["name"], row["removed"]
        if not removed or row["area"] == "changed signature":
            continue
        before = [names for version, names in every if number(version) < number(removed) and name in names.kinds]
        after = [(version, names) for version, names in every if number(version) >= number(removed) and name in names.kinds]
        if not before or not after:
            continue
        forms = [names.parameters.get(name) for names in (before[-1], after[0][1])]
        if None in forms or not any_changed(*forms):
            version = after[0][0]
            found.append((name, row["kind"], f"is said to be removed in {removed}, but is there", version, version))
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description="Holds api.csv against the headers of the installed CUDA toolkits.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--toolkit", action="append", default=[])
    options = parser.parse_args(arguments)
    if options.fetch and subprocess.run([sys.executable, FETCH, "--build", options.build], check=False).returncode:
        return 1
    here = with_fetched(toolkits.installed(options.build, options.toolkit, compilers=False), pathlib.Path(options.build) / "headers")
    if len(here) < 2:
        print("skipped: fewer than two CUDA toolkits are installed: nothing to compare")
        return 77
    rows = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), quoting=csv.QUOTE_NONE))
    found = lacking([(toolkit.version, read_toolkit(toolkit)) for toolkit in here], rows) + not_in_declarations(here, rows)
    if options.list:
        for name, kind, why, old, new in found:
            area = {"is gone": "", "has other parameters": "changed signature", "is deprecated": "deprecated only"}.get(why, why)
            print(f"{name},{kind},{area},{'' if area != 'deprecated only' or old == new else new},{new if area != 'deprecated only' else ''},,,{'here' if area != 'deprecated only' else 'toolkit'}")
        return 0
    for name, kind, why, old, new in found:
        print(f"migration-notes/api.csv: the {kind} {name} {why}: CUDA {old} to {new}")
    print("compared: " + ", ".join(toolkit.version for toolkit in here))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
