#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""with_tvm.py PROGRAM ARGUMENT...: run a test by the Python with TVM that $TIRC_TVM or build/.venv-tvm is.  TVM is optional: the
exit code 77 says that there is none."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
for python in (os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python"):
    if python and os.access(python, os.X_OK) and subprocess.run([python, "-c", "import tvm; assert tvm.__version__.startswith('0.27.')"], capture_output=True,
                                 check=False).returncode == 0:
        os.execv(python, [str(python), *sys.argv[1:]])
print("skipped: there is no TVM 0.27; scripts/setup-tvm installs it")
sys.exit(77)
