#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exports.py NM LIBRARY NAME...: the library exports exactly these symbols."""
import subprocess
import sys

nm, library, wanted = sys.argv[1], sys.argv[2], sorted(sys.argv[3:])
text = subprocess.run([nm, "-D", "--defined-only", "--format=just-symbols", library],
                      check=True, capture_output=True, text=True).stdout
# What the sanitizers add to an instrumented build is not ours.
ours = sorted(s for s in text.split() if not s.startswith(("__asan_", "__odr_asan", "__ubsan_")))
if ours != wanted:
    sys.exit(f"{library} exports {' '.join(ours) or 'nothing'}; expected {' '.join(wanted)}")
