// clang -g: a kernel in section .tir has its lines, too, at every level and through LTO, for the host and Hexagon; without -g it has
// none.  Its file is named as its messages name it, by the variable that holds it.
// REQUIRES: plugin
// RUN: rm -rf %t && mkdir %t && cp %s %t/main.c
// RUN: cd %t && %clang-tirc -g -O0 -c main.c -o O0.o && llvm-dwarfdump --debug-line O0.o | FileCheck --check-prefix=LINES %s
// RUN: cd %t && %clang-tirc -g -O2 -c main.c -o O2.o && llvm-dwarfdump --debug-line O2.o | FileCheck --check-prefix=LINES %s
// RUN: cd %t && %clang-tirc -g -O2 --target=hexagon-unknown-elf -mv67 -mhvx -ffreestanding -c main.c -o dsp.o && llvm-dwarfdump --debug-line dsp.o | FileCheck --check-prefix=LINES %s
// RUN: cd %t && llvm-dwarfdump --verify O2.o && llvm-dwarfdump O0.o | FileCheck --check-prefix=UNIT -DFOLDER=%t %s
// RUN: cd %t && %clang-tirc -g -ffile-prefix-map=%t=/somewhere -c main.c -o map.o && llvm-dwarfdump map.o | FileCheck --check-prefix=UNIT -DFOLDER=/somewhere %s
// RUN: cd %t && %clang-tirc -g -O2 -flto -DMAIN main.c -fuse-ld=lld -Wl,--load-pass-plugin=%plugin -o lto && ./lto && llvm-dwarfdump --debug-line lto | FileCheck --check-prefix=LINES %s
// RUN: cd %t && %clang-tirc -g -O0 -DMAIN main.c -o O0 && ./O0 && llvm-symbolizer -e O0 --functions scale | FileCheck --check-prefix=AT %s
// RUN: cd %t && %clang-tirc -g -gdwarf-5 -gembed-source -O2 -c main.c -o source.o && llvm-dwarfdump --debug-line source.o | FileCheck --check-prefix=LINES %s
// RUN: cd %t && %clang-tirc -gline-tables-only -O0 -c main.c -o lines.o && llvm-dwarfdump --debug-line lines.o | FileCheck --check-prefix=LINES %s
// RUN: cd %t && llvm-dwarfdump --verify lines.o && llvm-dwarfdump --debug-info lines.o | FileCheck --check-prefix=ALONE %s
// RUN: cd %t && %clang-tirc -O2 -c main.c -o none.o && llvm-dwarfdump none.o | FileCheck --check-prefix=NONE %s
// RUN: cd %t && %clang-tirc -O2 -Rpass=tirc -c main.c -o none.o && llvm-dwarfdump none.o | FileCheck --check-prefix=NONE %s

// the same instructions, but for debug information
// RUN: cd %t && llvm-objcopy -O binary --only-section=.text O2.o with.bin && llvm-objcopy -O binary --only-section=.text none.o without.bin && cmp with.bin without.bin

// LINES: name: "scale_tir"
// LINES: {{^0x[0-9a-f]+ +}}6 {{ *[0-9]+}}
// UNIT: DW_TAG_compile_unit
// UNIT: DW_AT_name	("main.c")
// UNIT: DW_AT_comp_dir	("[[FOLDER]]")
// UNIT-NOT: DW_TAG_compile_unit
// UNIT: DW_TAG_subprogram
// UNIT: DW_AT_name	("scale")
// UNIT-NEXT: DW_AT_decl_file	("[[FOLDER]]/scale_tir")
// UNIT: DW_TAG_formal_parameter
// UNIT: DW_AT_name	("A")
// AT: scale
// AT-NEXT: scale_tir:4
// ALONE: DW_TAG_compile_unit
// ALONE-NOT: DW_TAG_{{variable|formal_parameter}}
// NONE: file format elf
// NONE-NOT: DW_TAG_compile_unit
static const char scale_tir[] __attribute__((section(".tir"), used)) =
	"# from tvm.script import ir as I\n"
	"# from tvm.script import tirx as T\n"
	"@T.prim_func(s_tir=True)\n"
	"def scale(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\"), k: T.float32):\n"
	"    for i in range(4):\n"
	"        B[i] = A[i] * k\n";

extern void scale(float *A, float *B, float k);

void caller(float *a, float *b)
{
	scale(a, b, 2);
}

#ifdef MAIN
int main(int argc, char **argv)
{
	_Alignas(64) float a[] = {1, 2, 3, (float)argc}, b[4];
	(void)argv;
	caller(a, b);
	return b[3] != 2;
}
#endif
