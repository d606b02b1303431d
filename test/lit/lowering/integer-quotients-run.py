# What the functions of integer-quotients.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %S/integer-quotients.py --save=%t/interp
# RUN: %tirc --run=hexagon -O2 %S/integer-quotients.py --save=%t/o2 && diff -r %t/interp %t/o2
