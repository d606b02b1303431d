# options: -O1 --emit=ll
# from tvm.script import tirx as T

@T.prim_func
# expected-note@+1 {{LLVM does not optimise 'main': its nested loops would take it too long}}
def main(A: T.Buffer((4096,), "int32"), n: T.int32):
    for i0 in range(n):
        for i1 in range(n):
            for i2 in range(n):
                for i3 in range(n):
                    for i4 in range(n):
                        for i5 in range(n):
                            for i6 in range(n):
                                for i7 in range(n):
                                    for i8 in range(n):
                                        for i9 in range(n):
                                            for i10 in range(n):
                                                for i11 in range(n):
                                                    for i12 in range(n):
                                                        for i13 in range(n):
                                                            for i14 in range(n):
                                                                for i15 in range(n):
                                                                    for i16 in range(n):
                                                                        for i17 in range(n):
                                                                            for i18 in range(n):
                                                                                for i19 in range(n):
                                                                                    for i20 in range(n):
                                                                                        for i21 in range(n):
                                                                                            for i22 in range(n):
                                                                                                for i23 in range(n):
                                                                                                    for i24 in range(n):
                                                                                                        for i25 in range(n):
                                                                                                            for i26 in range(n):
                                                                                                                for i27 in range(n):
                                                                                                                    for i28 in range(n):
                                                                                                                        for i29 in range(n):
                                                                                                                            for i30 in range(n):
                                                                                                                                for i31 in range(n):
                                                                                                                                    for i32 in range(n):
                                                                                                                                        A[i0 + i32] = i1 + i31
