# What the functions of columns.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/columns.py --function=signed --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=signed --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=unsigned --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=left --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=left --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=right --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=right --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=zeros --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=zeros --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=masked --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=masked --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=halves --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=halves --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=wraps --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=wraps --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=many --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=many --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=two --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=two --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=both --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=both --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=large --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=large --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone_unsigned --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone_unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone_half --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone_half --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone_half_unsigned --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone_half_unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone_masked --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone_masked --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/columns.py --function=alone_many --save=%t/i && %tirc -O2 --run=hexagon %S/columns.py --function=alone_many --save=%t/h && diff -r %t/i %t/h
