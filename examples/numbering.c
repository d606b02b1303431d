/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/numbering.c: value numbering by itself.
 *
 *     example-numbering FILE.py
 *
 * Prints for each store at the top of each function the number of its index and of its value: equal
 * numbers, equal values. */
#include <stdio.h>

#include "cse/values.h"
#include "frontend/frontend.h"

static void print_func(const struct tir_func *f, struct arena *arena)
{
	struct cse_values v;
	cse_values_init(&v, f->module, f, &(struct cse_options){.level = CSE_AFFINE}, arena);
	printf("%s\n", f->name);
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		if (s->kind == TIR_BIND)
			cse_values_bind(&v, s->var, cse_value(&v, s->value.e));
		if (s->kind != TIR_STORE)
			continue;
		unsigned index = cse_value(&v, s->index[0].e), value = cse_value(&v, s->value.e);
		printf("  %s[#%u] = #%u\n", s->buffer->name, index, value);
		cse_values_store(&v, s, 0);
	}
}

int main(int argc, char **argv)
{
	struct arena arena = {0};
	struct diag_printer printer = {.out = stderr};
	struct diag diag = {.sink = diag_print, .ctx = &printer};
	const char *why = "usage: example-numbering FILE.py";
	const struct source *s = argc == 2 ? source_read(&arena, argv[1], &why) : NULL;
	if (!s) {
		fprintf(stderr, "%s\n", why);
		return 2;
	}
	struct tir_module *m = frontend_read(s, &arena, &diag);
	for (uint32_t i = 0; m && i < m->funcs.n; i++)
		print_func(m->funcs.at[i], &arena);
	arena_free(&arena);
	return m ? 0 : 1;
}
