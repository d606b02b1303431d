#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prefixes.py NM ARCHIVE...: every external symbol of an archive has a prefix of its folder.

A folder whose names say module and verb has a prefix for each module; its header lists them.  Folders
that the table does not name are not looked at."""
import pathlib
import subprocess
import sys

PREFIXES = {
    "analysis": ("analysis_", "facts_", "affine_", "range_", "trip_", "alias_", "access_", "effect_", "dependence_"),
}


def symbols(nm, archive):
    return subprocess.run([nm, "--defined-only", "--extern-only", "--format=just-symbols", "--quiet", archive],
                          check=True, capture_output=True, text=True).stdout.split()


found = []
for archive in sys.argv[2:]:
    folder = pathlib.Path(archive).stem.removeprefix("libtirc-")
    names = [s for s in symbols(sys.argv[1], archive) if not s.endswith((":", ".o"))]
    if folder in PREFIXES and not names:
        found.append(f"{archive} has no symbols")
    found += [f"{archive}: {s} has none of the prefixes {' '.join(PREFIXES[folder])}"
              for s in names if folder in PREFIXES and not s.startswith(PREFIXES[folder])]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
