# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is inside of the wheel, and what it was built with, as SPDX 2.3 in JSON."""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import uuid


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


def package(identifier, name, version, licence, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False, **more}


def document(number, time, wheel, build):
    """The text of the file. `time` is that of the commit, so that the same sources make the same bytes."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    compiler = compiler_version(build)
    packages = [
        package("cuda-legacy", "cuda-legacy", number, "Apache-2.0 WITH LLVM-exception", packageFileName=wheel.name,
                checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
                externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                               "referenceLocator": f"pkg:pypi/cuda-legacy@{number}"}]),
        package("zstd", "zstd", zstd_version(build), "BSD-3-Clause"),
        package("libstdcxx", "libstdc++", compiler, "GPL-3.0-or-later WITH GCC-exception-3.1"),
        package("gcc", "gcc", compiler, "GPL-3.0-or-later"),
    ]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-cuda-legacy"),
                 ("SPDXRef-cuda-legacy", "STATIC_LINK", "SPDXRef-zstd"),
                 ("SPDXRef-cuda-legacy", "STATIC_LINK", "SPDXRef-libstdcxx"),
                 ("SPDXRef-gcc", "BUILD_TOOL_OF", "SPDXRef-cuda-legacy")]
    created = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"cuda-legacy-{number}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'cuda-legacy-{number}-{digest}')}",
        "creationInfo": {"created": created, "creators": ["Tool: cuda_legacy-release"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }, indent=2) + "\n"
