#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens the pages in a headless Chromium, from the file system: browser.py BUILD [--screenshots FOLDER]

Makes BUILD/site-browser-venv, once, and runs browser_test.py in it. Exit status 77 where no Chromium is installed, the packages
cannot be fetched, or the pages are not built.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "compat/python"))

import tools  # noqa: E402

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def skipped(reason):
    print(f"skipped: {reason}")
    return 77


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    if not (folder / "site/index.html").is_file():
        return skipped("the pages are not built")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        return skipped("no Chromium is installed")
    try:
        works = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"], timeout=60,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        works = False
    if not works:
        return skipped(f"{browser} does not start")
    try:
        python = tools.environment(folder / "site-browser-venv", HERE / "requirements.txt")
    except tools.Unreachable as reason:
        return skipped(reason)
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "SITE": str(folder / "site"), "CHROMIUM": browser}
    if "--screenshots" in sys.argv:
        variables["SCREENSHOTS"] = sys.argv[sys.argv.index("--screenshots") + 1]
    return subprocess.run([str(python), "-B", str(HERE / "browser_test.py")], env=variables).returncode


if __name__ == "__main__":
    sys.exit(main())
