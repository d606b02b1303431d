"""npy.py write FILE DTYPE SHAPE VALUES... | npy.py show FILE: array files without NumPy.

DTYPE is NumPy's (<f4), SHAPE is 2x3 or - for a single value."""
import ast
import struct
import sys

CODES = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B",
         "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}

if sys.argv[1] == "write":
    path, dtype, shape, *values = sys.argv[2:]
    dims = tuple(int(n) for n in shape.split("x")) if shape != "-" else ()
    code = CODES[dtype[1:]]
    number = float if dtype[1] == "f" else int
    header = repr({"descr": dtype, "fortran_order": False, "shape": dims}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        f.write(struct.pack(f"<{len(values)}{code}", *map(number, values)))
else:
    with open(sys.argv[2], "rb") as f:
        data = f.read()
    size = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:10 + size].decode())
    code = CODES[header["descr"][1:]]
    elements = data[10 + size:]
    values = struct.unpack(f"<{len(elements) // struct.calcsize(code)}{code}", elements)
    print(header["descr"], header["shape"], *values)
