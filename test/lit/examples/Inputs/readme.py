# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run the paths of five lines of README.md: readme.py ROOT PLUGIN FOLDER OPT CLANG LLC

Each runs in FOLDER/WORD (the path's first word), which looks like the top folder: examples/, bench/ and build/release/
lead to what is tested.  What the lines print is in FOLDER/WORD/said.  OPT, CLANG and LLC are commands that load the
plugin; what stands before the option that does so takes the place of opt-22, clang-22 and llc-22 of the text, so
that a build with sanitizers is tested, too."""
import os
import pathlib
import re
import subprocess
import sys

PATHS = re.compile(r"^### For an? (.*?)$.*?^```sh\n(.*?)^```$", re.M | re.S)


def prepare(root, build, folder, tools):
    """A folder that looks like the top one, with a folder of tools."""
    folder.mkdir(parents=True)
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(build)
    for name in ("examples", "bench"):
        (folder / name).symlink_to(root / name)
    (folder / "tools").mkdir()
    for name, command in tools.items():
        tool = folder / "tools" / name
        tool.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        tool.chmod(0o755)


def run(lines, folder, build):
    path = os.pathsep.join([str(folder / "tools"), str(build / "bin"), os.environ["PATH"]])
    with open(folder / "said", "w", encoding="utf-8") as said:
        for line in lines:
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=os.environ | {"PATH": path}, stdout=said,
                                  stderr=subprocess.STDOUT, timeout=600, check=False)
            if done.returncode:
                sys.exit(f"{line}\nends with {done.returncode}: {(folder / 'said').read_text()[-2000:]}")


def main():
    root, plugin, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    build = plugin.parent.parent
    tools = {name: re.split(r" -(?:load|f)(?:-pass|pass)-plugin=", command)[0]
             for name, command in zip(("opt-22", "clang-22", "llc-22"), sys.argv[4:])}
    paths = PATHS.findall((root / "README.md").read_text(encoding="utf-8"))
    if len(paths) != 3:
        sys.exit(f"README.md has paths for {[name for name, _ in paths]}")
    for name, text in paths:
        lines = text.splitlines()
        here = folder / name.split()[0]
        if len(lines) != 5:
            sys.exit(f"the path for a {name} has {len(lines)} lines")
        prepare(root, build, here, tools)
        run(lines, here, build)
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
