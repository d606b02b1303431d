# What the functions of cover-inside.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=data_halves %S/cover-inside.py --save=%t/data_halves
# RUN: %tirc -O0 --run=interp --function=halves %S/cover-inside.py A=@%t/data_halves/A.npy W=@%t/data_halves/W.npy --save=%t/a && %tirc -O2 --cover=all --run=hexagon --function=halves %S/cover-inside.py A=@%t/data_halves/A.npy W=@%t/data_halves/W.npy --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=data_odd %S/cover-inside.py --save=%t/data_odd
# RUN: %tirc -O0 --run=interp --function=odd %S/cover-inside.py A=@%t/data_odd/A.npy W=@%t/data_odd/W.npy --save=%t/c && %tirc -O2 --cover=all --run=hexagon --function=odd %S/cover-inside.py A=@%t/data_odd/A.npy W=@%t/data_odd/W.npy --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc -O0 --run=interp --function=data_planes %S/cover-inside.py --save=%t/data_planes
# RUN: %tirc -O0 --run=interp --function=planes %S/cover-inside.py A=@%t/data_planes/A.npy W=@%t/data_planes/W.npy --save=%t/e && %tirc -O2 --cover=all --run=hexagon --function=planes %S/cover-inside.py A=@%t/data_planes/A.npy W=@%t/data_planes/W.npy --save=%t/f && diff -r %t/e %t/f
