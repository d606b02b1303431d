# What the functions of dot.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/dot.py --function=signed --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=signed --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=unsigned --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=halves --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=halves --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=numbers --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=numbers --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=bytes --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=bytes --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=unsigned_bytes --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=unsigned_bytes --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=deal --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=deal --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=not_four --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=not_four --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=not_words --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=not_words --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot.py --function=not_signed --save=%t/i && %tirc -O2 --run=hexagon %S/dot.py --function=not_signed --save=%t/h && diff -r %t/i %t/h
