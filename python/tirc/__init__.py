# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tirc from Python: TVM's TIR with its common subexpressions named, explained, compiled and run.

    import tirc

    shared = tirc.transform.CSE()(mod)                  # a pass of TVM 0.27, in place of its own
    with tirc.replace_tvm_cse():                        # the same in TVM's pipelines
        lib = tvm.tirx.build(mod)
    obj = tirc.compile(mod, "hexagon")                  # bytes of an object file
    out = tirc.run(mod, a, b, engine="jit")             # buffers by name, numpy arrays
    tirc.explain(mod)                                   # what is shared, and why not; HTML in a notebook

A program is a module or function of TVM, or TVMScript: a text, or a file (pathlib.Path, or a name that ends in .py or
.json).  TVM is imported only by what takes or gives its objects; numpy only by run.  Errors are tirc.Error, with messages
that have a file, a line and a column where there is one.
"""
import importlib

from ._command import compile, run
from ._core import Module, version
from ._errors import Error, Message
from ._explain import Explanation, explain

__all__ = ["Error", "Explanation", "Message", "Module", "compile", "explain", "replace_tvm_cse", "run", "transform", "version"]
__version__ = version()


def __getattr__(name):
    """transform and replace_tvm_cse need TVM, which is slow to import."""
    if name == "transform":
        return importlib.import_module(".transform", __name__)
    if name == "replace_tvm_cse":
        return importlib.import_module(".transform", __name__).replace_tvm_cse
    raise AttributeError(f"module 'tirc' has no attribute '{name}'")
