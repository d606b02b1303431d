/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/args.c: the arguments of a call of T.name: by position and by name, as values and as expressions. */
#include "frontend/internal.h"

struct value *frontend_copy_values(struct reader *r, const struct value *v, uint32_t n)
{
	return arena_copy(r->scratch, v, n * sizeof *v);
}

/* The i-th word of a list parted by blanks, its length in *n; NULL behind the last. */
static const char *word(const char *list, uint32_t i, size_t *n)
{
	for (;; i--) {
		*n = strcspn(list, " ");
		if (*n == 0)
			return NULL;
		if (i == 0)
			return list;
		list += *n + (list[*n] == ' ');
	}
}

static bool put_keyword(struct reader *r, const struct form_info *f, const struct value *v,
        struct args *out)
{
	const char *name = sym_name(r, v->keyword - 1), *w;
	size_t n;
	for (uint32_t i = 0; (w = word(f->params, i, &n)); i++) {
		if (*w == '*' || strlen(name) != n || memcmp(name, w, n) != 0)
			continue;
		if (out->arg[i])
			return frontend_fail(r, v->at, "argument '%s' is given twice", name);
		out->arg[i] = v;
		return true;
	}
	return frontend_suggest(r, v->at, name, f->params, "T.%s has no parameter '%s'", f->name,
	        name);
}

/* Is every argument there that must be? */
static bool all_given(struct reader *r, const struct form_info *f, struct span at,
        const struct args *a)
{
	size_t n;
	for (uint32_t i = 0; i < f->min; i++) {
		const char *w = word(f->params, i, &n);
		bool rest = !w || *w == '*';
		if (rest ? a->nrest == 0 : !a->arg[i])
			return frontend_fail(r, at, "T.%s needs argument '%.*s'", f->name,
			        (int)(rest ? 3 : n), rest ? "..." : w);
	}
	return true;
}

bool frontend_bind_args(struct reader *r, const struct form_info *f, const struct value *v,
        uint32_t n, struct span at, struct args *out)
{
	*out = (struct args){.at = at, .form = (enum form)(f - frontend_forms)};
	size_t length;
	for (uint32_t i = 0; i < n; i++) {
		if (v[i].keyword) {
			if (!put_keyword(r, f, &v[i], out))
				return false;
			continue;
		}
		const char *w = word(f->params, i, &length);
		if (!w)
			return frontend_fail(r, v[i].at, "T.%s takes %u arguments, not %u", f->name,
			        i, n);
		if (*w == '*') {
			out->rest = v + i;
			while (i + out->nrest < n && !v[i + out->nrest].keyword)
				out->nrest++;
			i += out->nrest - 1;
			continue;
		}
		out->arg[i] = &v[i];
	}
	return all_given(r, f, at, out);
}

const struct tir_expr **frontend_as_exprs(struct reader *r, const struct value *v, uint32_t n)
{
	const struct tir_expr **e = ARENA_NEWN(r->scratch, const struct tir_expr *, n);
	for (uint32_t i = 0; i < n; i++) {
		if (v[i].keyword) {
			frontend_fail(r, v[i].at, "argument '%s' cannot be given by name here",
			        sym_name(r, v[i].keyword - 1));
			return NULL;
		}
		if (!(e[i] = frontend_as_expr(r, &v[i])))
			return NULL;
		if (e[i]->type.code == TIR_TYPE_VOID) {
			frontend_fail(r, v[i].at, "this has no value");
			return NULL;
		}
	}
	return e;
}

/* T.handle("float32", "global"): a pointer's type, or a variable of it. */
struct value frontend_pointer_type(struct reader *r, const struct value *v, uint32_t n,
        struct span at)
{
	static const struct form_info f = {"handle", "dtype storage_scope", 0, false};
	struct value t = {
	        .kind = V_DECL, .at = at, .type = TIR_HANDLE, .elem = TIR_VOID, .scope = "global"};
	struct args a;
	if (!frontend_bind_args(r, &f, v, n, at, &a) ||
	        (a.arg[0] && !frontend_as_dtype(r, a.arg[0], &t.elem)) ||
	        (a.arg[1] && !frontend_as_string(r, a.arg[1], "a storage scope", &t.scope)))
		return error_value(at);
	return t;
}
