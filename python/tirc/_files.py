# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the package carries: the library and the command.  TIRC_HOME names another tree with bin and lib, such as a build
folder or where `cmake --install` put one."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def find(*names):
    """The first of the files that is there, of TIRC_HOME or of the package."""
    home = pathlib.Path(os.environ.get("TIRC_HOME") or HERE / "native").resolve()
    for name in names:
        for path in sorted(home.glob(name)):
            return path
    raise FileNotFoundError(f"tirc: there is no {names[0]} in {home}; TIRC_HOME names an installed tree or a build folder")


def core_file():
    return find("lib/libtirc-core.so", "lib/libtirc-core.so.*", "lib/*/libtirc-core.so")


def command():
    return find("bin/tirc")
