# What the functions of rests.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=data_part %S/rests.py --save=%t/data_part
# RUN: %tirc -O0 --run=interp --function=part %S/rests.py A=@%t/data_part/A.npy --save=%t/a && %tirc -O3 --run=hexagon --function=part %S/rests.py A=@%t/data_part/A.npy --save=%t/b && diff -r %t/a %t/b
