# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile and run: the command in a process of its own, so that its LLVM never meets another one in this process."""
import ast
import html
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

from . import _files
from ._core import Module, is_tvm, source_of
from ._errors import Error, Message, read_messages

TEXTS = {"tir", "json", "plan", "ll", "asm", "report", "header"}


def call(folder, program, words, timeout=None):
    """Run the command on a program, in a folder that goes; what it printed, as bytes.  Messages name the program as the
    caller knows it."""
    name, text = source_of(program)
    path = pathlib.Path(folder, "program.json" if text.lstrip()[:1] == "{" else "program.py")
    path.write_text(text, encoding="utf-8")
    line = [os.fspath(_files.command()), "--color=never", os.fspath(path), *words]
    try:
        done = subprocess.run(line, capture_output=True, timeout=timeout, cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        raise Error([Message("error", f"not done after {timeout} seconds")]) from None
    stderr = done.stderr.decode("utf-8", "replace").replace(os.fspath(path), name)
    if done.returncode:
        messages = read_messages(stderr)
        raise Error(messages or [Message("error", stderr.strip() or f"the command ended with {done.returncode}")])
    return done.stdout


def option_words(options):
    """Options as a list of words, or as one line."""
    return shlex.split(options) if isinstance(options, str) else list(options)


def target_words(target, cpu, features):
    words = []
    if target is not None:
        if not isinstance(target, str):
            from ._tvm import target_of
            target = target_of(target)
        words.append(f"--target={target}")
    if cpu:
        words.append(f"-mcpu={cpu}")
    if features:
        words.append(f"-mattr={features}")
    return words


def parameter_words(parameters):
    """Parameters of the library as options of the command."""
    short = {"debug": "-g", "vectorize": "-fvectorize", "no-vectorize": "-fno-vectorize", "trapv": "-ftrapv"}
    level = re.compile("O=?([0-3s])")
    return [f"-O{level.fullmatch(p)[1]}" if level.fullmatch(p) else short.get(p) or
            (f"-f{p}" if p.startswith("debug-prefix-map=") else f"--{p}") for p in parameters]


def report(name, text, words):
    """The page of a text that is called so."""
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        page = call(folder, text, ["--emit=report", *words]).decode("utf-8", "replace")
        return page.replace(f"{folder}/program.py", html.escape(name))


def compile(program, target=None, *, emit="obj", cpu=None, features=None, opt_level=2, function=None, options=(),
            timeout=None):
    """Compile: bytes of an object file, or with emit= "asm", "ll", "tir", "json", "plan", "report" or "header" a text, "bc" bytes.

    target    as --target of the command: "hexagon", "host", a triple, TVM's tag or dictionary, a tvm.target.Target;
              None: what the program says, else this machine
    options   more words for the command: ["-g", "--cse-profile=size"], or one line
    """
    words = [*target_words(target, cpu, features), f"--emit={emit}", f"-O{opt_level}", "-o", "out", *option_words(options)]
    if function:
        words.append(f"--function={function}")
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        call(folder, program, words, timeout)
        data = pathlib.Path(folder, "out").read_bytes()
    return data.decode() if emit in TEXTS else data


def parameters(program, function):
    """The names of a function's parameters."""
    for line in Module(program).script().splitlines():  # the printer writes each "def" on one line
        if not line.lstrip().startswith("def "):
            continue
        head = ast.parse(line.strip() + " pass").body[0]
        if function is None or head.name == function:
            return [a.arg for a in head.args.args]
    raise Error([Message("error", f"there is no function '{function}'")])


def argument(name, value, folder):
    """NAME=@FILE.npy or NAME=3; arrays of types that numpy does not have by itself go as their bits."""
    import numpy as np
    if isinstance(value, (bool, int, float)) or getattr(value, "shape", None) == ():
        return f"{name}={value.item() if hasattr(value, 'item') else value}"
    if is_tvm(type(value)) and hasattr(value, "numpy"):
        value = value.numpy()
    array = np.ascontiguousarray(value)
    if array.dtype.kind == "V" or array.dtype.name.startswith(("bfloat16", "float8")):
        array = array.view(f"u{array.dtype.itemsize}")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"'{name}' must be an array of bools, integers or floats, not {type(value).__name__} of {array.dtype}")
    path = pathlib.Path(folder, f"in-{name}.npy")
    np.save(path, array, allow_pickle=False)
    return f"{name}=@{path}"


def run(program, *args, engine="jit", function=None, target=None, cpu=None, opt_level=2, options=(), timeout=None,
        **named):
    """Run a function on numpy arrays and numbers, by the order of its parameters or by their names; buffers that are not
    given are zero.  Returns a dictionary of every buffer as it is afterwards; the arguments stay as they are.

    engine    "jit", "interp" (the reference interpreter) or "hexagon" (under qemu-hexagon)
    """
    import numpy as np
    words = [f"--run={engine}", f"-O{opt_level}", "--save=out", *target_words(target, cpu, None), *option_words(options)]
    if function:
        words.append(f"--function={function}")
    if args:
        names = parameters(program, function)
        if len(args) > len(names):
            raise Error([Message("error", f"{len(args)} arguments for {len(names)} parameters")])
        both = set(names[:len(args)]) & set(named)
        if both:
            raise Error([Message("error", f"'{both.pop()}' is given twice")])
        named = {**dict(zip(names, args)), **named}
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        words = [*words, *(argument(name, value, folder) for name, value in named.items())]
        out = pathlib.Path(folder, "out")
        call(folder, program, words, timeout)
        result = {path.stem: np.load(path, allow_pickle=False) for path in sorted(out.glob("*.npy"))}
    for name, value in named.items():
        dtype = getattr(value, "dtype", None)
        if name in result and isinstance(dtype, np.dtype) and dtype != result[name].dtype and \
                dtype.itemsize == result[name].dtype.itemsize:
            result[name] = result[name].view(dtype)
    return result
