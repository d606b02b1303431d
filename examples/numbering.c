/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/numbering.c: value numbering by itself.
 *
 *     example-numbering FILE.py
 *
 * Prints for each store at the top of each function the number of its index and of its value: equal
 * numbers, equal values. */
#include <stdio.h>

#include "tirc/tirc.h"

static void print_store(void *ctx, const struct tirc_numbered_store *s)
{
	(void)ctx;
	printf("  %s[#%u] = #%u\n", s->buffer, s->index_number, s->value_number);
}

int main(int argc, char **argv)
{
	struct tirc_options *o = argc == 2 ? tirc_options_new() : NULL;
	if (!o) {
		fprintf(stderr, "usage: example-numbering FILE.py\n");
		return 2;
	}
	tirc_options_set_handler(o, tirc_message_print, stderr);
	struct tirc_module *m = tirc_options_set(o, "cse-level=affine")
	                                ? tirc_parse_file(o, argv[1])
	                                : NULL;
	bool ok = m != NULL;
	for (size_t i = 0; ok && tirc_function_name(m, i); i++) {
		puts(tirc_function_name(m, i));
		ok = tirc_number_stores(m, o, tirc_function_name(m, i), print_store, NULL);
	}
	tirc_module_free(m);
	tirc_options_free(o);
	return ok ? 0 : 1;
}
