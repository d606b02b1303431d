# What the functions of cover-turned.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=data_odd %S/cover-turned.py --save=%t/data_odd
# RUN: %tirc -O0 --run=interp --function=odd %S/cover-turned.py A=@%t/data_odd/A.npy --save=%t/a && %tirc -O2 --cover=all --run=hexagon --function=odd %S/cover-turned.py A=@%t/data_odd/A.npy --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=data_pool %S/cover-turned.py --save=%t/data_pool
# RUN: %tirc -O0 --run=interp --function=pool %S/cover-turned.py A=@%t/data_pool/A.npy --save=%t/c && %tirc -O2 --cover=all --run=hexagon --function=pool %S/cover-turned.py A=@%t/data_pool/A.npy --save=%t/d && diff -r %t/c %t/d
