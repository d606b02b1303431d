/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/symbols.c: --export, --rename=OLD=NEW and --prefix=P: under which symbols functions are exported.
 *
 * Idea.   --rename takes the name of a private function as its symbol: it exports what the text keeps to itself.
 * Leaves alone  names in the text, other private functions, and calls of T.call_extern, which say the symbol they mean. */
#include "driver/internal.h"

/* What --rename calls the function: its symbol, or the name of a private one. */
static const char *old_name(const struct tir_func *f)
{
	return f->symbol ? f->symbol : f->name;
}

static bool is_old_name(const struct tir_func *f, const char *rename, size_t n)
{
	const char *old = old_name(f);
	return strlen(old) == n && !memcmp(old, rename, n);
}

/* The symbol that --rename gives the function; NULL: none. */
static const char *renamed(const struct driver_options *o, const struct tir_func *f)
{
	const char *name = NULL;
	for (uint32_t i = 0; i < o->rename.n; i++) {
		const char *equals = strchr(o->rename.at[i], '=');
		if (equals && is_old_name(f, o->rename.at[i], (size_t)(equals - o->rename.at[i])))
			name = equals + 1;
	}
	return name;
}

static bool check_symbol(const struct tir_module *m, const struct tir_func *f, struct diag *d)
{
	const char *why = tir_symbol_fault(f->symbol);
	if (why)
		return diag_error(d, m->source, f->at, "%s", why);
	for (uint32_t i = 0; m->funcs.at[i] != f; i++) {
		const char *other = m->funcs.at[i]->symbol;
		if (other && !strcmp(other, f->symbol))
			return diag_error(d, m->source, f->at, "two functions are exported as '%s'",
			        other);
	}
	return true;
}

/* Is it OLD=NEW, and is there a function of that symbol? */
static bool check_rename(const struct tir_module *m, const char *rename, struct diag *d)
{
	const char *equals = strchr(rename, '=');
	if (!equals || equals == rename || !equals[1])
		return diag_error(d, NULL, (struct span){0}, "--rename=%s: must be OLD=NEW",
		        rename);
	size_t n = (size_t)(equals - rename);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (is_old_name(m->funcs.at[i], rename, n))
			return true;
	return diag_error(d, NULL, (struct span){0},
	        "--rename=%s: no function is exported as '%.*s', and none is called so", rename,
	        (int)n, rename);
}

/* Is the name the n bytes at s? */
static bool is_name(const char *name, const char *s, size_t n)
{
	return strlen(name) == n && !memcmp(name, s, n);
}

/* Give private functions their names as symbols: those of a list with commas between, or all. */
static bool export_names(struct tir_module *m, const char *list, struct diag *d)
{
	bool all = !strcmp(list, "all");
	for (uint32_t i = 0; all && i < m->funcs.n; i++)
		if (!m->funcs.at[i]->symbol)
			m->funcs.at[i]->symbol = m->funcs.at[i]->name;
	for (const char *s = all ? "" : list; *s; s += *s == ',') {
		size_t n = strcspn(s, ",");
		bool found = false;
		for (uint32_t i = 0; i < m->funcs.n; i++) {
			struct tir_func *f = m->funcs.at[i];
			bool is = is_name(f->name, s, n);
			found |= is;
			if (is && !f->symbol)
				f->symbol = f->name;
		}
		if (!found)
			return driver_no_function((const struct tir_module *const *)&m, 1,
			        arena_strndup(m->arena, s, n), d);
		s += n;
	}
	return true;
}

/* Check the symbols of all functions. */
static bool check_symbols(const struct tir_module *m, struct diag *d)
{
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (m->funcs.at[i]->symbol && !check_symbol(m, m->funcs.at[i], d))
			return false;
	return true;
}

bool driver_export(const struct driver_options *o, struct tir_module *m, struct arena *arena,
        struct diag *d)
{
	const struct tir_func *f = o->function ? driver_find_function(m, o->function) : NULL;
	bool any = false;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		any |= m->funcs.at[i]->symbol != NULL;
	bool hidden = any && f && !f->symbol;
	if (hidden && !o->with_callees)
		return diag_error(d, m->source, f->at,
		        "'%s' is private: it is compiled only where another function calls it; "
		        "%sexport=%s exports it",
		        f->name, o->are_params ? "" : "--", f->name);
	for (uint32_t i = 0; (!any || hidden) && i < m->funcs.n; i++) {
		struct tir_func *g = m->funcs.at[i];
		if (f && g != f)
			continue;
		g->symbol = o->prefix ? arena_printf(arena, "%s%s", o->prefix, g->name) : g->name;
	}
	return (any && !hidden) || check_symbols(m, d);
}

bool driver_name_symbols(const struct driver_options *o, struct tir_module *m, struct arena *arena,
        struct diag *d)
{
	for (uint32_t i = 0; i < o->rename.n; i++)
		if (!check_rename(m, o->rename.at[i], d))
			return false;
	if (o->export_ && !export_names(m, o->export_, d))
		return false;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct tir_func *f = m->funcs.at[i];
		const char *name = renamed(o, f);
		if (name)
			f->symbol = name;
		else if (f->symbol && o->prefix)
			f->symbol = arena_printf(arena, "%s%s", o->prefix, f->symbol);
	}
	return !(o->rename.n || o->prefix || o->export_) || check_symbols(m, d);
}
