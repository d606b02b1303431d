/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/function.c: the one function that --function= or function= names. */
#include "driver/driver.h"

enum { MAX_NAMES = 8 }; /* that a message lists */

bool driver_is_called(const struct tir_func *f, const char *name)
{
	return !strcmp(f->name, name) || (f->symbol && !strcmp(f->symbol, name));
}

const struct tir_func *driver_find_function(const struct tir_module *m, const char *name)
{
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (driver_is_called(m->funcs.at[i], name))
			return m->funcs.at[i];
	return NULL;
}

/* What is known of the names while they are listed. */
struct names {
	struct support_nearest near;
	const char *nearest; /* NULL: none is near */
	struct sbuf list;
	uint32_t n;
};

static void add_name(struct names *names, const char *name)
{
	if (support_nearest_try(&names->near, name, strlen(name)))
		names->nearest = name;
	if (names->n++ < MAX_NAMES)
		sbuf_printf(&names->list, "%s'%s'", names->n > 1 ? ", " : "", name);
}

bool driver_no_function(const struct tir_module *const *m, uint32_t n, const char *name,
        struct diag *d)
{
	struct names names = {.near = support_nearest_of(name, strlen(name))};
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m[i]->funcs.n; k++)
			add_name(&names, m[i]->funcs.at[k]->name);
	if (names.n > MAX_NAMES)
		sbuf_printf(&names.list, " and %u more", names.n - MAX_NAMES);
	const char *list = names.list.text ? names.list.text : "none";
	const char *are = names.n == 1 ? "is" : "are";
	if (names.nearest)
		diag_error(d, NULL, (struct span){0},
		        "there is no function '%s'; did you mean '%s'? There %s %s", name,
		        names.nearest, are, list);
	else
		diag_error(d, NULL, (struct span){0}, "there is no function '%s'; there %s %s",
		        name, are, list);
	sbuf_free(&names.list);
	return false;
}
