#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the pages to read side by side.

  build.py [--build FOLDER]    puts Sphinx and what it needs into FOLDER/site-venv, once, and the pages into FOLDER/site

FOLDER is `build` without the option. Needs a network the first time only, no compiler and no GPU. What the emulated device says
of the pairs is shown where FOLDER/site-data has it: the CMake target `site_data` puts it there. --pages names another folder for
the pages, and --no-data leaves site-data out: so the texts alone decide what a release has.
Exit status: 77 where the packages are not there and cannot be fetched, 2 where a folder cannot be written.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "compat/python"))

import tools  # noqa: E402

OLDEST_PYTHON = (3, 11)  # Sphinx's


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build", metavar="FOLDER")
    arguments.add_argument("--pages", type=pathlib.Path, metavar="FOLDER", help="FOLDER/site of --build, if not given")
    arguments.add_argument("--no-data", action="store_true")
    asked = arguments.parse_args()
    build = asked.build.resolve()
    site = (asked.pages or build / "site").resolve()
    try:
        return make(build, site, build / ("no-site-data" if asked.no_data else "site-data"))
    except tools.Unreachable as reason:
        print(f"skipped: {reason}")
        return 77
    except tools.Unwritable as reason:
        print(f"site: {reason}", file=sys.stderr)
    except OSError as error:
        print(f"site: {error.filename} cannot be written: {error.strerror}", file=sys.stderr)
    return 2


def make(build, site, data):
    """Builds the pages. Returns the exit status."""
    build.mkdir(parents=True, exist_ok=True)
    python = tools.environment(build / "site-venv", HERE / "requirements.txt", oldest=OLDEST_PYTHON)
    files, pages = build / "site-source/files", build / "site-source/pages"
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "CUDA_LEGACY_SITE_FILES": str(files)}
    subprocess.run([str(python), str(HERE / "pages.py"), str(pages), str(files), str(data)], check=True, env=variables)
    built = site.with_name(site.name + ".partial")
    shutil.rmtree(built, ignore_errors=True)
    status = subprocess.run(
        [str(python), "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-E", "-b", "html", "-c", str(HERE),
         "-d", str(build / "site-source/doctrees"), str(pages), str(built)], env=variables).returncode
    if status:
        return status
    shutil.rmtree(built / ".doctrees", ignore_errors=True)
    shutil.rmtree(site, ignore_errors=True)
    built.rename(site)
    print(f"The pages are in {site}: open {site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
