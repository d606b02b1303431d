@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    match i:
        case 1:
            B[0] = 1
# expected-error@3:5 {{'match' is not TVMScript}}
# expected-error@4:14 {{expected end of line, not '1'}}
