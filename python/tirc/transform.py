# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes for TVM 0.27."""
import contextlib
import warnings

try:
    import tvm
    import tvm_ffi
    from tvm import tirx
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(f"{e}; tirc.transform needs TVM 0.27: pip install apache-tvm==0.27.0.post1", name=e.name) from None

from ._core import Module, check_parameters
from ._errors import Error
from ._tvm import with_stack

tvm_ffi.register_error("tirc.Error", Error)  # so that it comes out of TVM's passes as what it is


def calls_functions(func):
    """Does it call a function of its module?  Then its JSON has that function's variable."""
    return '"ir.GlobalVar"' in with_stack(lambda: tvm.ir.save_json(func))


def share(mod, parameters, legalize):
    """The module with common subexpressions named.  Functions that are no PrimFunc stay as they are."""
    functions = {var: func for var, func in mod.functions.items() if isinstance(func, tirx.PrimFunc)}
    if not functions:
        return mod
    alone = len(functions) == len(mod.functions)
    # Constants of a model need not travel, unless a call names a function by the module's own variable.
    part = not alone and not any(map(calls_functions, functions.values()))
    # Its own numbers of LLVM's intrinsics stay: TVM is who lowers what comes back.
    text = with_stack(lambda: tvm.ir.save_json(tvm.IRModule(functions) if part else mod))
    module = Module(text, parameters)
    if legalize:
        module.legalize()
    if not module.cse() and not legalize:
        return mod
    result = with_stack(lambda: tvm.ir.load_json(module.json()))
    if not part:
        return result
    whole = tvm.IRModule(dict(mod.functions.items()), attrs=mod.attrs, global_infos=mod.global_infos)
    for var in functions:
        whole.update_func(var, result[var.name_hint])
    return whole


def CSE(profile=None, level=None, loops=False, legalize=False, parameters=(), on_error="raise"):
    """Name common subexpressions of every PrimFunc of a module: a pass as tvm.tirx.transform.CommonSubexprElim().

    profile   what pays: "host", "hexagon", "size", "tvm", "tvm-legacy" or "halide"
    level     what is equal: "none", "commutative", "assoc", "affine" or "ranges"
    loops     unroll and jam and promote scalars, too
    legalize  make functions with blocks flat first; without it they stay as they are
    parameters  more of them, in the words of docs/api.md
    on_error  "raise" tirc.Error where a function cannot be read; "skip": leave the module as it is, with a warning
    """
    words = [] if loops else ["unroll-and-jam=0", "lanes=0", "no-promote-scalars", "predictive-commoning=none"]
    if profile:
        words.append(f"cse-profile={profile}")
    if level:
        words.append(f"cse-level={level}")
    words += parameters
    if on_error not in ("raise", "skip"):
        raise ValueError(f"on_error is 'raise' or 'skip', not '{on_error}'")
    check_parameters(words)

    @tvm.transform.module_pass(opt_level=0, name="tirc.CSE")
    def run(mod, _):
        try:
            return share(mod, words, legalize)
        except Error as e:
            if on_error == "raise":
                raise
            warnings.warn(f"tirc.CSE left the module as it is: {e}", stacklevel=2)
            return mod

    return run


@contextlib.contextmanager
def replace_tvm_cse(**options):
    """Inside, TVM's pipelines run tirc.transform.CSE(**options) where they ask for CommonSubexprElim.  What cannot be
    read is left as it is, unless on_error="raise" is given."""
    options.setdefault("on_error", "skip")
    places = [place for place in (tirx.transform, tirx.transform.transform) if hasattr(place, "CommonSubexprElim")]
    before = [place.CommonSubexprElim for place in places]
    for place in places:
        place.CommonSubexprElim = lambda: CSE(**options)
    try:
        yield
    finally:
        for place, old in zip(places, before):
            place.CommonSubexprElim = old
