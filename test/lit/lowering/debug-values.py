# -g: parameters, variables and buffers have their values, in gdb at -O0; paths are absolute, or as they are asked for.
# RUN: rm -rf %t && mkdir %t && cp %S/Inputs/debug.* %t
# RUN: cd %t && %tirc -g -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu debug.py | FileCheck --check-prefix=PLACES %s
# RUN: cd %t && %tirc -g -O2 --emit=ll --after=lower -mtriple=x86_64-unknown-linux-gnu debug.py | FileCheck --check-prefix=RECORDS %s
# RUN: cd %t && %tirc -g -O2 --emit=ll --target=hexagon debug.py | FileCheck --check-prefix=HEXAGON %s
# RUN: cd %t && %tirc -g -O2 -c debug.py && llvm-dwarfdump --verify debug.o
# RUN: cd %t && llvm-dwarfdump debug.o | FileCheck --check-prefix=FOLDER -DFOLDER=%t %s
# RUN: cd %t && %tirc -g -c -fdebug-prefix-map=%t=/somewhere -fdebug-prefix-map=debug=kernel debug.py && llvm-dwarfdump debug.o | FileCheck --check-prefix=MAPPED %s
# RUN: cd %t && not %tirc -g -c -fdebug-prefix-map=%t debug.py 2>&1 | FileCheck --check-prefix=MAP %s

# the same code without
# RUN: cd %t && %tirc -O2 -c --target=hexagon debug.py -o plain.o && llvm-objcopy -O binary --only-section=.text plain.o plain.bin
# RUN: cd %t && %tirc -g -O2 -c --target=hexagon debug.py -o with.o && llvm-objcopy -O binary --only-section=.text with.o with.bin
# RUN: cd %t && cmp plain.bin with.bin

# PLACES: alloca i32, align
# PLACES: #dbg_declare(ptr
# PLACES: store ptr %A, ptr
# PLACES-DAG: !DILocalVariable(name: "A", arg: 1,
# PLACES-DAG: !DILocalVariable(name: "B", arg: 2,
# PLACES-DAG: !DILocalVariable(name: "n", arg: 5,
# PLACES-DAG: !DILocalVariable(name: "twice", scope: ![[#]],
# PLACES-DAG: !DILexicalBlock(
# RECORDS: #dbg_value(ptr %A, ![[#]], !DIExpression(), ![[#]])
# RECORDS: #dbg_value(i32 %i, ![[#]], !DIExpression(), ![[#]])
# HEXAGON: define 
# HEXAGON-NOT: #dbg_value
# FOLDER: DW_AT_name	("debug.py")
# FOLDER: DW_AT_comp_dir	("[[FOLDER]]")
# MAPPED: DW_AT_name	("kernel.py")
# MAPPED: DW_AT_comp_dir	("/somewhere")
# MAP: error: -fdebug-prefix-map={{.*}}: must be OLD=NEW
