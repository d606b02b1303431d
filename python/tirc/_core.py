# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libtirc-core through ctypes: programs read, made flat, shared and written.  No LLVM, and nothing of TVM's headers.

The declarations are those of include/tirc/tirc.h."""
import ctypes
import functools
import os
import pathlib

from . import _files
from ._errors import Error, Message

c_str, c_ptr, c_size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
LEVELS = ("note", "remark", "warning", "error")


class CMessage(ctypes.Structure):
    """struct tirc_message"""

    _fields_ = [("level", ctypes.c_int), ("text", c_str), ("file", c_str), ("line", ctypes.c_uint),
                ("column", ctypes.c_uint), ("begin", c_size), ("end", c_size), ("place", c_ptr)]


class CRemark(ctypes.Structure):
    """struct tirc_remark"""

    _fields_ = [("passed", ctypes.c_bool), ("word", c_str), ("text", c_str), ("function", c_str),
                ("line", ctypes.c_uint), ("column", ctypes.c_uint), ("expr", c_ptr), ("expr_text", c_str),
                ("uses", ctypes.c_uint32)]


HANDLER = ctypes.CFUNCTYPE(None, c_ptr, ctypes.POINTER(CMessage))
REMARK = ctypes.CFUNCTYPE(None, c_ptr, ctypes.POINTER(CRemark))
FUNCTIONS = {  # name: result, parameters
    "tirc_version": (c_str, []),
    "tirc_free": (None, [c_ptr]),
    "tirc_options_new": (c_ptr, []),
    "tirc_options_free": (None, [c_ptr]),
    "tirc_options_set": (ctypes.c_bool, [c_ptr, c_str]),
    "tirc_options_set_handler": (None, [c_ptr, HANDLER, c_ptr]),
    "tirc_options_set_remarks": (None, [c_ptr, REMARK, c_ptr]),
    "tirc_parse": (c_ptr, [c_ptr, c_str, c_str, c_size]),
    "tirc_module_free": (None, [c_ptr]),
    "tirc_legalize": (ctypes.c_bool, [c_ptr, c_ptr, ctypes.c_int]),
    "tirc_cse": (ctypes.c_bool, [c_ptr, c_ptr, ctypes.POINTER(ctypes.c_uint32)]),
    "tirc_print": (c_ptr, [c_ptr, ctypes.POINTER(c_size)]),
    "tirc_print_json": (c_ptr, [c_ptr, c_ptr, ctypes.POINTER(c_size)]),
    "tirc_function_name": (c_str, [c_ptr, c_size]),
}


@functools.cache
def load():
    """The library, with its symbols for nobody else."""
    lib = ctypes.CDLL(os.fspath(_files.core_file()), mode=os.RTLD_LOCAL | os.RTLD_NOW)
    for name, (result, parameters) in FUNCTIONS.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, parameters
    return lib


def version():
    return load().tirc_version().decode()


def text_of(c):
    return c.decode("utf-8", "replace") if c else None


@functools.cache
def is_tvm(cls):
    """Is it a class of TVM's?  Asked without importing TVM."""
    return any(base.__module__.split(".")[0] in ("tvm", "tvm_ffi") for base in cls.__mro__)


def is_file_name(text):
    """No program is one line that ends so."""
    return "\n" not in text and text.endswith((".py", ".json"))


def source_of(program):
    """(name, text) of a program: TVMScript, the path of a file, or an object of TVM's, which becomes JSON."""
    if isinstance(program, os.PathLike) or (isinstance(program, str) and is_file_name(program)):
        path = pathlib.Path(program)
        return os.fspath(path), path.read_text(encoding="utf-8")
    if isinstance(program, str):
        return "<text>", program
    if is_tvm(type(program)):
        from ._tvm import to_json
        return "<module>", to_json(program)
    raise TypeError(f"a program is TVMScript, a pathlib.Path or a module of TVM, not {type(program).__name__}")


class Module:
    """A program.  parameters are those of the library, as "cse-profile=hexagon" (docs/api.md)."""

    def __init__(self, program, parameters=()):
        lib = load()
        self.messages, self.remarks = [], []
        self._module = None
        self._handler = HANDLER(self._take_message)
        self._remark = REMARK(self._take_remark)
        self._options = lib.tirc_options_new()
        if not self._options:
            raise MemoryError
        lib.tirc_options_set_handler(self._options, self._handler, None)
        lib.tirc_options_set_remarks(self._options, self._remark, None)
        for parameter in parameters:
            self._check(lib.tirc_options_set(self._options, parameter.encode()))
        name, text = source_of(program)
        data = text.encode()
        self._module = self._check(lib.tirc_parse(self._options, name.encode(), data, len(data)))

    def __del__(self):
        if getattr(self, "_module", None):
            load().tirc_module_free(self._module)
        if getattr(self, "_options", None):
            load().tirc_options_free(self._options)

    def _take_message(self, _, message):
        m = message.contents
        self.messages.append(Message(LEVELS[m.level], text_of(m.text), text_of(m.file), m.line, m.column))

    def _take_remark(self, _, remark):
        r = remark.contents
        self.remarks.append({"passed": r.passed, "word": text_of(r.word), "text": text_of(r.text),
                             "function": text_of(r.function), "line": r.line, "column": r.column,
                             "expression": text_of(r.expr_text), "uses": r.uses})

    def _check(self, result):
        if not result:
            raise Error(self.messages)
        return result

    def _take_text(self, pointer, length):
        self._check(pointer)
        try:
            return ctypes.string_at(pointer, length.value).decode()
        finally:
            load().tirc_free(pointer)

    def functions(self):
        """The names of the functions, in their order."""
        names = []
        while name := load().tirc_function_name(self._module, len(names)):
            names.append(name.decode())
        return names

    def legalize(self, lowered=False):
        """Make it flat: no blocks, vectorised loops or buffers of several dimensions."""
        self._check(load().tirc_legalize(self._module, self._options, int(lowered)))
        return self

    def cse(self):
        """Name what is computed repeatedly; returns how many names there are more."""
        names = ctypes.c_uint32()
        self._check(load().tirc_cse(self._module, self._options, ctypes.byref(names)))
        return names.value

    def script(self):
        """The program as TVMScript."""
        n = c_size()
        return self._take_text(load().tirc_print(self._module, ctypes.byref(n)), n)

    def json(self):
        """The program for tvm.ir.load_json; what was read from TVM and not changed is as it was.

        An intrinsic of LLVM that the program names is an error: TVM's JSON has a number there, which tirc.transform.CSE keeps."""
        n = c_size()
        return self._take_text(load().tirc_print_json(self._module, self._options, ctypes.byref(n)), n)


def check_parameters(parameters):
    """Raise Error if one of them is wrong."""
    Module("@T.prim_func\ndef f():\n    T.evaluate(0)\n", parameters)
