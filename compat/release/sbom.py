# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is inside of a release's files, and what they were built with, as SPDX 2.3 in JSON."""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import uuid

import version

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN = "Apache-2.0 WITH LLVM-exception"
# Whose scripts and styles the pages have.
PAGE_PARTS = {"furo": "MIT", "sphinx": "BSD-2-Clause", "pygments": "BSD-2-Clause", "accessible-pygments": "BSD-3-Clause"}


def cached(build, name):
    """A value of CMakeCache.txt, or an empty text."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{name}:\w+=(.*)$", cache, flags=re.M)
    return found[1] if found else ""


def zstd_version(build):
    """The version that the header beside the static library says."""
    header = pathlib.Path(cached(build, "CUDA_EMULATOR_ZSTD_INCLUDE") or "/usr/include") / "zstd.h"
    text = header.read_text(encoding="utf-8")
    return ".".join(re.search(rf"#define ZSTD_VERSION_{part}\s+(\d+)", text)[1] for part in ("MAJOR", "MINOR", "RELEASE"))


def compiler_version(build):
    compiler = cached(build, "CMAKE_CXX_COMPILER") or "c++"
    return subprocess.run([compiler, "-dumpfullversion"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def package(identifier, name, number, licence, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": number, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False, **more}


def page_parts():
    """The packages that put files of theirs into the pages, in the versions that the pages are made with."""
    text = (ROOT / "migration-notes/site/requirements.txt").read_text(encoding="utf-8")
    for name, licence in PAGE_PARTS.items():
        number = re.search(rf"^{name}==(\S+)", text, flags=re.M)[1]
        yield package(f"pages-{name}", name, number, licence,
                      externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                     "referenceLocator": f"pkg:pypi/{name}@{number}"}])


def file_of_release(identifier, number, path, **more):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return package(identifier, "cuda-legacy" if identifier == "cuda-legacy" else path.name, number, OWN, packageFileName=path.name,
                   checksums=[{"algorithm": "SHA256", "checksumValue": digest}], **more)


def document(number, time, wheel, build, others=()):
    """The text of the file. `others` are the files beside the wheel. `time` is that of the commit, so that the same sources make
    the same bytes."""
    compiler = compiler_version(build)
    packages = [
        file_of_release("cuda-legacy", number, wheel,
                        externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                       "referenceLocator": f"pkg:pypi/cuda-legacy@{version.for_pip(number)}"}]),
        package("zstd", "zstd", zstd_version(build), "BSD-3-Clause"),
        package("libstdcxx", "libstdc++", compiler, "GPL-3.0-or-later WITH GCC-exception-3.1"),
        package("gcc", "gcc", compiler, "GPL-3.0-or-later"),
    ]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-cuda-legacy"),
                 ("SPDXRef-cuda-legacy", "STATIC_LINK", "SPDXRef-zstd"),
                 ("SPDXRef-cuda-legacy", "STATIC_LINK", "SPDXRef-libstdcxx"),
                 ("SPDXRef-gcc", "BUILD_TOOL_OF", "SPDXRef-cuda-legacy")]
    for path in others:
        one = file_of_release("file-" + re.sub(r"[^A-Za-z0-9.]", "-", path.name), number, path)
        packages.append(one)
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", one["SPDXID"]))
        if path.name.endswith("-site.tar.gz"):
            parts = list(page_parts())
            packages += parts
            relations += [(one["SPDXID"], "CONTAINS", part["SPDXID"]) for part in parts]
    created = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    digests = "".join(one["checksums"][0]["checksumValue"] for one in packages if "checksums" in one)
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"cuda-legacy-{number}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'cuda-legacy-{number}-{digests}')}",
        "creationInfo": {"created": created, "creators": ["Tool: cuda_legacy-release"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }, indent=2) + "\n"
