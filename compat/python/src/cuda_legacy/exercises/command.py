# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `exercise`."""

import argparse
import pathlib
import shlex
import sys

from . import checking, folder, texts

EPILOG = """\
Exit status: 0 the folder is written, or all checks hold; 1 the exercise is not done yet; 2 a wrong command, or nothing to check with.
"""


def parser(command):
    made = argparse.ArgumentParser(prog=f"{shlex.split(command)[0]} exercise", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
                                   description="Writes an exercise: a modern example with blanks, its task, and a checker "
                                               "that needs no GPU.")
    made.add_argument("slug", nargs="?", metavar="AREA/NAME", help="which exercise; --list names all of them")
    made.add_argument("folder", nargs="?", type=pathlib.Path, help="where to; NAME in this folder, if not given")
    other = made.add_mutually_exclusive_group()
    other.add_argument("--list", action="store_true", help="the exercises, in the order to do them")
    other.add_argument("--check", metavar="FOLDER", type=pathlib.Path, help="build and check the exercise in a folder")
    other.add_argument("--solution", metavar="AREA/NAME", help="print the solution, which is the project's own example")
    return made


def show_list(root):
    step = None
    for number, one in enumerate(texts.ladder(root), 1):
        if one.step != step:
            print(("" if step is None else "\n") + one.step)
            step = one.step
        print(f"  {number:2}  {one.slug:36} {one.title}")


def act(asked, places):
    if asked.list:
        show_list(places.root)
    elif asked.solution:
        sys.stdout.write(folder.in_folder(folder.twin_of(places.root, texts.read(places.root, asked.solution))))
    elif asked.check:
        if checking.check_folder(places, asked.check, folder.slug_of(asked.check)):
            print("done")
            return 0
        return 1
    else:
        exercise = texts.read(places.root, asked.slug)
        target = asked.folder or pathlib.Path(exercise.name)
        folder.write(places.root, exercise, target, places.command)
        print(f"{target}: read README.md, edit {exercise.name}.cu, then: {places.command} exercise --check {shlex.quote(str(target))}")
    return 0


def parsed(arguments, places):
    """The options. Ends the program with status 2 if they are wrong."""
    made = parser(places.command)
    asked = made.parse_args(arguments)
    if bool(asked.slug) == bool(asked.list or asked.check or asked.solution):
        made.error("it takes AREA/NAME, or one of --list, --check and --solution")
    return asked


def told(places, act_on):
    """What a function returns, or status 2 with the reason on stderr."""
    try:
        return act_on()
    except (texts.Wrong, checking.Broken) as failure:
        # The command is quoted for a shell, and its name is not.
        print(f"{pathlib.Path(shlex.split(places.command)[0]).name}: exercise: {failure}", file=sys.stderr)
        return 2


def main(arguments, places):
    """The exit status."""
    asked = parsed(arguments, places)
    return told(places, lambda: act(asked, places))


def say_if_device_is_needed(arguments, places):
    """Prints yes if the command must build and run an exercise, else no. Returns 2 if it cannot."""
    asked = parsed(arguments, places)

    def say():
        if asked.check:
            checking.file_of(places, asked.check, folder.slug_of(asked.check))
        print("yes" if asked.check else "no")
        return 0

    return told(places, say)
