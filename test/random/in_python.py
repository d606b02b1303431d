# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a random program computes as a program of Python: a third voice where TVM and the interpreter differ.

The text of a function is Python, but for what T.* means: loops, conditions, +, //, % and comparisons are Python's own, with
numbers that do not wrap; a store wraps to the element's type.  What is not known here, such as vectors and calls, raises
Unknown: then there is no third voice."""
import contextlib
import re

import numpy as np


class Unknown(Exception):
    """The program has something that this file does not know."""


def wrapped(v, bits):
    v = int(v) & ((1 << bits) - 1)
    return v - (1 << bits) if v >> (bits - 1) else v


class Buffer:
    """Elements of an array, or of a view of one."""

    def __init__(self, flat, shape, strides=None, first=0):
        self.flat, self.shape, self.first = flat, shape, first
        self.strides = strides or [int(np.prod(shape[i + 1:])) for i in range(len(shape))]

    @property
    def data(self):
        return self, 0

    def at(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if len(index) != len(self.strides) or not all(isinstance(i, int) for i in index):
            raise Unknown
        at = self.first + sum(i * s for i, s in zip(index, self.strides))
        if not 0 <= at < len(self.flat):
            raise Unknown
        return at

    def __getitem__(self, index):
        return int(self.flat[self.at(index)])

    def __setitem__(self, index, value):
        self.flat[self.at(index)] = wrapped(value, 8 * self.flat.dtype.itemsize)


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


class T:
    """What the names of TVMScript mean; a name that is not here is an AttributeError."""

    int32 = int64 = staticmethod(int)
    int8 = staticmethod(lambda v: wrapped(v, 8))
    int16 = staticmethod(lambda v: wrapped(v, 16))
    max, min, bind, likely = staticmethod(max), staticmethod(min), staticmethod(lambda v: v), staticmethod(lambda v: v)
    truncdiv = staticmethod(quotient)
    truncmod = staticmethod(lambda a, b: a - quotient(a, b) * b)
    parallel = unroll = serial = staticmethod(range)
    func_attr = staticmethod(lambda attributes: None)
    sblock = staticmethod(lambda name: contextlib.nullcontext())

    class axis:
        spatial = reduce = staticmethod(lambda extent, value: value)

    @staticmethod
    def choose(condition, a, b):
        return (a if condition else b)()

    @staticmethod
    def address(buffer, *index):
        return buffer, buffer.at(index) - buffer.first

    @staticmethod
    def decl_buffer(shape, dtype, data, strides=None, elem_offset=0):
        buffer, first = data
        if dtype != buffer.flat.dtype.name:
            raise Unknown
        return Buffer(buffer.flat, shape, strides, buffer.first + first + elem_offset)


def operands(text, at):
    """The operands of a call, whose bracket is in front of `at`, and where it ends."""
    parts, depth, begin = [], 0, at
    for i in range(at, len(text)):
        c = text[i]
        if c in ",)" and not depth:
            parts.append(text[begin:i])
            begin = i + 1
        if c == ")" and not depth:
            return parts, i + 1
        depth += (c in "([{") - (c in ")]}")
    raise Unknown


def with_functions(text):
    """Only one arm of a choice is evaluated; the variable of a Let stands in it alone."""
    while found := re.search(r"T\.(if_then_else|Select|Let)\(", text):
        parts, end = operands(text, found.end())
        let = re.fullmatch(r"\s*where=\{(\w+): (.*)\}", parts[-1]) if found[1] == "Let" else None
        if len(parts) != (2 if found[1] == "Let" else 3) or (found[1] == "Let" and not let):
            raise Unknown
        new = f"(lambda {let[1]}: {parts[0]})({let[2]})" if let else \
            f"T.choose({parts[0]}, lambda: {parts[1]}, lambda: {parts[2]})"
        text = text[:found.start()] + new + text[end:]
    return text


def run(text, name, arrays, scalars):
    """Run the function on arrays of numpy, which it changes; what it returns."""
    head, body = text[text.index(f"def {name}("):].split("\n", 1)
    names = re.findall(r"(\w+): T\.Buffer", head)
    numbers = re.findall(r"(\w+): T\.(?!Buffer)\w+(?=[,)])", head)
    body = re.sub(r"T\.address_of\((\w+)\[([^\]]*)\]\)", r"T.address(\1, \2)", body)
    code = f"def {name}({', '.join(names + numbers)}):\n{with_functions(body)}"
    known = {"T": T}
    buffers = [Buffer(a.reshape(-1), a.shape) for a in arrays]
    if any(not np.shares_memory(b.flat, a) or a.dtype.kind not in "ib" for a, b in zip(arrays, buffers)):
        raise Unknown
    try:
        exec(code, known)  # noqa: S102: the text is one that tirc-random has written
        return known[name](*buffers, *scalars)
    except Exception as e:
        raise Unknown from e
