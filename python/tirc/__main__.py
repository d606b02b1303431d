# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command: tirc, where pip installed the package, or python3 -m tirc."""
import os
import sys

from . import _files


def main():
    command = os.fspath(_files.command())
    os.execv(command, [command, *sys.argv[1:]])


if __name__ == "__main__":
    main()
