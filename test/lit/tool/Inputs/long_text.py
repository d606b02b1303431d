"""Print a kernel of 12,000 statements, which LLVM compiles for seconds."""
print('@T.prim_func\ndef long(A: T.Buffer((16384,), "int32")):')
for i in range(12000):
    print(f"    A[{i}] = A[{i + 1}] * A[{i + 2}] + A[{i * 7 % 16384}] * {i} - A[{i * 13 % 16384}] // 3")
