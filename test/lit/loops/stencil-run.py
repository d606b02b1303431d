# What the functions of stencil.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/stencil.py --function=mean --save=%t/i && %tirc -O2 --run=hexagon %S/stencil.py --function=mean --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/stencil.py --function=weighted --save=%t/i && %tirc -O2 --run=hexagon %S/stencil.py --function=weighted --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/stencil.py --function=high --save=%t/i && %tirc -O2 --run=hexagon %S/stencil.py --function=high --save=%t/h && diff -r %t/i %t/h
