/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/dictionary.c: the words of the language as libFuzzer wants them, one a line in quotes.  They
 * come from the tables the reader itself is made of, so that a new row is a new word. */
#include <stdio.h>

static const char *const words[] = {
#define KEYWORD(name, text) text,
#include "frontend/lex/keywords.def"
#define PUNCT(name, text, ...) text,
#include "frontend/lex/punct.def"
#define FORM(name, ...)         "T." #name "(",
#define DOTTED(name, text, ...) "T." text "(",
#include "frontend/values/forms.def"
#define REFUSED(name, why) "T." #name "(",
#include "frontend/values/refused.def"
#define BUILTIN(NAME, text, ...) "T." text "(",
#include "tir/builtins.def"
#define TYPE(NAME, spelling, bits) spelling,
#include "tir/types.def"
        /* what stands in no table */
        "\n    ", "\n@T.prim_func\ndef f(", "A: T.Buffer((16,), \"float32\")", "T.int32",
        "float32x4", "int8x64", "# from tvm.script import tirx as T\n", "range(", "TypeVar(",
        "with T.sblock(\"b\"):\n", "with T.init():\n", "T.axis.remap(\"SR\", [i, j])",
        "@I.ir_module\nclass Module:\n", "primfn(", "buffer_map = {", "let ", "attr [", "allocate(",
        "0x7fffffffffffffff", "-9223372036854775808", "1e400", "A[0:64:2]", "\\\n"};

int main(void)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		putchar('"');
		for (const char *s = words[i]; *s; s++)
			if (*s == '"' || *s == '\\')
				printf("\\%c", *s);
			else if (*s < 32)
				printf("\\x%02x", (unsigned)*s);
			else
				putchar(*s);
		puts("\"");
	}
	return 0;
}
