# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TVM's CommonSubexprElim on texts: run by a Python with TVM.

Each line of stdin is [input, output], two paths; prints [input, null], or [input, reason] where TVM
does not take the text."""
import json
import sys

import tvm
from tvm import tirx
from tvm.script import from_source

sys.setrecursionlimit(100000)  # TVM's parser recurses

for line in sys.stdin:
    source, output = json.loads(line)
    reason = None
    try:
        with open(source, encoding="utf-8") as f:
            module = from_source(f.read(), check_well_formed=False)
        if isinstance(module, tirx.PrimFunc):
            module = tvm.IRModule({module.attrs["global_symbol"]: module})
        module = tirx.transform.CommonSubexprElim()(module)
        with open(output, "w", encoding="utf-8") as f:
            f.write(module.script())
    except Exception as e:  # whatever TVM throws is its refusal
        reason = (str(e).strip().splitlines() or [type(e).__name__])[-1][:200]
    print(json.dumps([source, reason]), flush=True)
