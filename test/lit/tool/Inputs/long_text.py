"""Print a kernel of 40,000 statements: code for it is made for several seconds on any machine."""
print('@T.prim_func\ndef long(A: T.Buffer((65536,), "int32")):')
for i in range(40000):
    print(f"    A[{i}] = A[{i + 1}] * A[{i + 2}] + A[{i * 7 % 65536}] * {i} - A[{i * 13 % 65536}] // 3")
