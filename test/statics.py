#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""statics.py OBJDUMP ARCHIVE...: none of the archives has a writable variable.

The libraries run inside other people's processes, perhaps twice at once: state lives in structs."""
import subprocess
import sys

WRITABLE = (".data", ".bss", ".tdata", ".tbss", "*COM*")


def writable(section):
    if section.startswith((".data.rel.ro", ".data.rel.local.ro")):
        return False
    return section.startswith(WRITABLE)


found = []
for archive in sys.argv[2:]:
    text = subprocess.run([sys.argv[1], "-t", archive], check=True, capture_output=True,
                          text=True).stdout
    for line in text.splitlines():
        words = line.split()
        # address flags... section size name; "O" marks a variable
        if len(words) >= 5 and "O" in words[1:-3] and writable(words[-3]):
            found.append(f"{archive}: {words[-1]} is a writable static in {words[-3]}")
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
