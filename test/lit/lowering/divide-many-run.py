# What the functions of divide-many.py compute is the same under qemu-hexagon.
# RUN: %tirc --run=interp --save=%t.i %S/divide-many.py A=@%S/Inputs/divide-many.npy k=7
# RUN: %tirc --run=jit -O2 --save=%t.j %S/divide-many.py A=@%S/Inputs/divide-many.npy k=7
# RUN: %tirc --run=hexagon -O2 --save=%t.h %S/divide-many.py A=@%S/Inputs/divide-many.npy k=7
# RUN: diff -r %t.i %t.j
# RUN: diff -r %t.i %t.h
