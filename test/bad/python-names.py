from tvm.script import tirx as T

N = 64
SIZE = 8
SIZE = 16
ROWS, COLUMNS = 4, 8 + len([])
LAST = 3
try:
    LAST = 4
except ValueError:
    pass
global_count = 2


def helper(x):
    global global_count
    global_count = 3
    return x + 1


@T.prim_func
def f(A: T.Buffer((N,), "int32")):
    A[0] = N
    A[1] = SIZE
    A[2] = ROWS + COLUMNS
    A[3] = helper(1)
    A[4] = LAST
    A[5] = global_count


print(helper(*[1], **{}))
# expected-note@8:1 {{what is no kernel is left out}}
# expected-note@15:5 {{'helper' is no @T.prim_func and is left out}}
# expected-error@24:12 {{only Python knows what 'SIZE' is; save what print(mod.script()) prints, and compile that}}
# expected-note@4:1 {{defined here}}
# expected-error@25:19 {{only Python knows what 'COLUMNS' is; save what print(mod.script()) prints, and compile that}}
# expected-note@6:7 {{defined here}}
# expected-error@26:12 {{only Python knows what 'helper' is; save what print(mod.script()) prints, and compile that}}
# expected-note@15:5 {{defined here}}
# expected-error@27:12 {{only Python knows what 'LAST' is; save what print(mod.script()) prints, and compile that}}
# expected-note@7:1 {{defined here}}
# expected-error@28:12 {{only Python knows what 'global_count' is; save what print(mod.script()) prints, and compile that}}
# expected-note@12:1 {{defined here}}
