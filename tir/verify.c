/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/verify.c: check the contract of tir.h that every other folder relies on.
 *
 * Idea.   One walk over the statements; verify_scope.c knows what is defined where they stand.
 * Keeps   the function untouched.
 * Errors  of a text that was just read are its author's; later they are ours, and are said so. */
#include "tir/verify.h"

/* ---- Statements -------------------------------------------------------------------------*/
static bool is_cond(const struct tir_expr *e)
{
	return e && tir_type_eq(e->type, TIR_BOOL);
}

static bool check_bind(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_bind *bind = tir_as_bind(s);
	if (!bind->value.e || bind->value.e->type.code == TIR_TYPE_VOID)
		return tir_verify_broken(v, "a variable is bound to no value", bind->var->name);
	if (!tir_type_eq(bind->var->type, bind->value.e->type))
		return tir_verify_broken(v, "a variable has not its value's type", bind->var->name);
	return tir_verify_define_var(v, bind->var);
}

static bool check_store(struct verify *v, const struct tir_stmt *s)
{
	struct tir_type index[TIR_MAX_RANK];
	const struct tir_store *store = tir_as_store(s);
	const struct tir_buffer *b = store->buffer;
	if (v->buffer[b->id] == NOT_LIVE)
		return tir_verify_broken(v, "a buffer is used where it is not declared", b->name);
	if (s->nindex > TIR_MAX_RANK)
		return tir_verify_broken(v, "an access has too many indices", b->name);
	for (uint32_t i = 0; i < s->nindex; i++) {
		if (!store->index[i].e)
			return tir_verify_broken(v, "an index is missing", b->name);
		index[i] = store->index[i].e->type;
	}
	const char *why = tir_verify_index(b, s->nindex, index);
	if (why)
		return tir_verify_broken(v, why, b->name);
	unsigned lanes = s->nindex ? index[s->nindex - 1].lanes : 1;
	if (!store->value.e ||
	        !tir_type_eq(store->value.e->type, tir_lanes(b->elem, b->elem.lanes * lanes)))
		return tir_verify_broken(v, "a stored value has not its buffer's type", b->name);
	if (store->mask.e && !tir_type_eq(store->mask.e->type, tir_lanes(TIR_BOOL, lanes)))
		return tir_verify_broken(v, "a mask is no bool of its index's lanes", b->name);
	return true;
}

static bool check_decl(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_decl *decl = tir_as_decl(s);
	if (!decl->value.e || decl->value.e->type.code != TIR_TYPE_HANDLE)
		return tir_verify_broken(v, "a view is of no pointer", decl->buffer->name);
	const struct tir_expr *of = decl->value.e;
	bool seen = of->op == TIR_BUFFER_DATA || of->op == TIR_ADDRESS_OF;
	if (decl->buffer->root != (seen ? of->u.buffer->root : NULL))
		return tir_verify_broken(v, "a view's root is not that of what it views",
		        decl->buffer->name);
	return tir_verify_check_buffer(v, decl->buffer, TIR_BUFFER_DECL) &&
	       tir_verify_define_buffer(v, decl->buffer);
}

static bool check_for(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	struct tir_type t = l->var->type;
	if (!tir_is_int(t) || t.lanes != 1)
		return tir_verify_broken(v, "a loop variable is no integer", l->var->name);
	if (!l->min.e || !l->extent.e || !tir_type_eq(l->min.e->type, t) ||
	        !tir_type_eq(l->extent.e->type, t))
		return tir_verify_broken(v, "a loop's bounds have not its variable's type",
		        l->var->name);
	if (l->more->step.e && (l->more->step.e->op != TIR_INT_IMM || l->more->step.e->u.i <= 0))
		return tir_verify_broken(v, "a loop's step is no positive constant", l->var->name);
	return tir_verify_define_var(v, l->var);
}

static bool check_launch(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_for *loop = tir_as_for(s);
	if (!loop->more->tag || !loop->extent.e || !tir_is_int(loop->extent.e->type) ||
	        !tir_type_eq(loop->var->type, loop->extent.e->type))
		return tir_verify_broken(v, "a thread's extent has not its variable's type",
		        loop->var->name);
	return tir_verify_define_var(v, loop->var);
}

static bool check_return(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_return *ret = tir_as_return(s);
	struct tir_type t = ret->value.e ? ret->value.e->type : TIR_VOID;
	if (!tir_type_eq(t, v->f->ret))
		return tir_verify_broken(v, "a returned value has not the function's type",
		        v->f->name);
	return true;
}

/* ---- Blocks -----------------------------------------------------------------------------*/
static bool check_region(struct verify *v, const struct tir_region *g)
{
	if (g->at.end > g->at.begin)
		v->at = g->at;
	if (v->buffer[g->buffer->id] == NOT_LIVE)
		return tir_verify_broken(v, "a region's buffer is not declared", g->buffer->name);
	if (g->n != g->buffer->ndim)
		return tir_verify_broken(v, "a region has not its buffer's rank", g->buffer->name);
	for (uint32_t i = 0; i < g->n; i++)
		if (!tir_verify_check_operand(v, &g->min[i]) ||
		        !tir_verify_check_operand(v, &g->extent[i]) ||
		        !tir_is_integral(g->min[i].e->type) || !tir_is_int(g->extent[i].e->type))
			return tir_verify_broken(v, "a region is no range of integers",
			        g->buffer->name);
	return true;
}

/* The variable e, if nothing defined it so far: then the region does. */
static bool define_matched(struct verify *v, const struct tir_expr *e)
{
	if (!e || e->op != TIR_VAR || v->seen_var[e->u.var->id])
		return true;
	return tir_verify_define_var(v, e->u.var);
}

static bool check_match(struct verify *v, const struct tir_match *m)
{
	const struct tir_buffer *b = m->buffer;
	if (!check_region(v, &m->source))
		return false;
	if (b->ndim > m->source.n || !tir_type_eq(b->elem, m->source.buffer->elem))
		return tir_verify_broken(v, "a view does not fit its region", b->name);
	for (uint32_t i = 0; i < b->ndim; i++)
		if (!define_matched(v, b->shape[i]) ||
		        !define_matched(v, b->strides ? b->strides[i] : NULL))
			return false;
	return define_matched(v, b->elem_offset) &&
	       tir_verify_check_buffer(v, b, TIR_BUFFER_DECL) && tir_verify_define_buffer(v, b);
}

static bool check_axes(struct verify *v, const struct tir_block *b)
{
	for (uint32_t i = 0; i < b->axes.n; i++) {
		const struct tir_axis *a = &b->axes.at[i];
		struct tir_type t = a->var->type;
		if (!tir_verify_check_operand(v, &a->min) ||
		        !tir_verify_check_operand(v, &a->extent) ||
		        !tir_verify_check_operand(v, &a->value))
			return false;
		if (!tir_is_int(t) || t.lanes != 1 || !tir_type_eq(a->value.e->type, t) ||
		        !tir_type_eq(a->min.e->type, t) || !tir_type_eq(a->extent.e->type, t))
			return tir_verify_broken(v, "an axis has not its domain's type",
			        a->var->name);
	}
	for (uint32_t i = 0; i < b->axes.n; i++)
		if (!tir_verify_define_var(v, b->axes.at[i].var))
			return false;
	return true;
}

/* What stands at the head of a block: its init and body see all of it. */
static bool check_block(struct verify *v, const struct tir_stmt *s)
{
	const struct tir_block *b = tir_as_block(s)->block;
	if (!tir_verify_check_operand(v, &b->where) || (b->where.e && !is_cond(b->where.e)))
		return tir_verify_broken(v, "a block's predicate is no bool", b->name);
	if (!check_axes(v, b))
		return false;
	for (uint32_t i = 0; i < b->allocs.n; i++)
		if (!tir_verify_check_buffer(v, b->allocs.at[i], TIR_BUFFER_ALLOC) ||
		        !tir_verify_define_buffer(v, b->allocs.at[i]))
			return false;
	for (uint32_t i = 0; i < b->reads.n; i++)
		if (!check_region(v, &b->reads.at[i]))
			return false;
	for (uint32_t i = 0; i < b->writes.n; i++)
		if (!check_region(v, &b->writes.at[i]))
			return false;
	for (uint32_t i = 0; i < b->matches.n; i++)
		if (!check_match(v, &b->matches.at[i]))
			return false;
	return true;
}

/* One statement, its operands done; what it defines is on the stack afterwards. */
static bool check_kind(struct verify *v, const struct tir_stmt *s)
{
	switch (s->kind) {
	case TIR_BIND: return check_bind(v, s);
	case TIR_STORE: return check_store(v, s);
	case TIR_ALLOC:
		return tir_verify_check_buffer(v, tir_as_alloc(s)->buffer, TIR_BUFFER_ALLOC) &&
		       tir_verify_define_buffer(v, tir_as_alloc(s)->buffer);
	case TIR_DECL: return check_decl(v, s);
	case TIR_FOR: return check_for(v, s);
	case TIR_WHILE:
	case TIR_IF:
	case TIR_ASSERT:
		return is_cond(tir_value_of(s)) ||
		       tir_verify_broken(v, "a condition is no bool", NULL);
	case TIR_ATTR:
		return tir_as_attr(s)->tag || tir_verify_broken(v, "an attribute has no key", NULL);
	case TIR_LAUNCH: return check_launch(v, s);
	case TIR_EVALUATE:
		return tir_value_of(s) || tir_verify_broken(v, "nothing is evaluated", NULL);
	case TIR_BREAK:
	case TIR_CONTINUE:
		return v->loops || tir_verify_broken(v, "break or continue is in no loop", NULL);
	case TIR_RETURN: return check_return(v, s);
	case TIR_BLOCK: return check_block(v, s);
	}
	return tir_verify_broken(v, "a statement of no kind", NULL);
}

static bool check_seq(struct verify *v, const struct tir_seq *seq);

static bool check_stmt(struct verify *v, struct tir_stmt *s)
{
	struct tir_operand *o[TIR_MAX_OPERANDS];
	v->at = s->at;
	uint32_t n = tir_stmt_operands(s, o, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (!tir_verify_check_operand(v, o[i]))
			return false;
	uint32_t mark = v->stack[BY_STMT].serial.n;
	if (!check_kind(v, s))
		return false;
	if (s->kind == TIR_BIND || s->kind == TIR_ALLOC || s->kind == TIR_DECL)
		return true; /* in scope to the end of the sequence */
	bool loop = s->kind == TIR_FOR || s->kind == TIR_WHILE;
	v->loops += loop;
	bool ok = (s->kind != TIR_BLOCK || check_seq(v, &tir_as_block(s)->block->init)) &&
	          (!tir_body(s)->first || check_seq(v, tir_body(s))) &&
	          (!tir_orelse(s)->first || check_seq(v, tir_orelse(s)));
	v->loops -= loop;
	tir_verify_pop_to(v, BY_STMT, mark);
	return ok;
}

static bool check_seq(struct verify *v, const struct tir_seq *seq)
{
	uint32_t mark = v->stack[BY_STMT].serial.n;
	for (struct tir_stmt *s = seq->first; s; s = s->next) {
		if (!check_stmt(v, s))
			return false;
		if (!s->next && s != seq->last)
			return tir_verify_broken(v, "a sequence does not end where it says", NULL);
	}
	tir_verify_pop_to(v, BY_STMT, mark);
	return true;
}

/* ---- Functions --------------------------------------------------------------------------*/
static bool check_params(struct verify *v)
{
	const struct tir_func *f = v->f;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		v->at = p->at;
		if (!p->var == !p->buffer)
			return tir_verify_broken(v, "a parameter is not one of variable and buffer",
			        f->name);
		if (p->var && !tir_verify_define_var(v, p->var))
			return false;
	}
	for (uint32_t i = 0; i < f->syms.n; i++)
		if (!tir_verify_define_var(v, f->syms.at[i].var))
			return false;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		v->at = p->at;
		if (p->buffer && (!tir_verify_check_buffer(v, p->buffer, TIR_BUFFER_PARAM) ||
		                         !tir_verify_define_buffer(v, p->buffer)))
			return false;
	}
	return true;
}

/* May an object file have f by its name? */
static bool check_symbol(struct verify *v)
{
	const char *why = tir_symbol_fault(v->f->symbol ? v->f->symbol : v->f->name);
	v->at = v->f->at;
	return !why || tir_verify_broken(v, why, NULL);
}

static void verify_func(void *ctx)
{
	struct verify *v = ctx;
	struct tir_numbers n = tir_numbers_of(v->f);
	v->var = ARENA_NEWN(&v->scratch, uint32_t, n.nvars);
	v->buffer = ARENA_NEWN(&v->scratch, uint32_t, n.nbuffers);
	memset(v->var, 0xff, n.nvars * sizeof *v->var);
	memset(v->buffer, 0xff, n.nbuffers * sizeof *v->buffer);
	v->seen_var = ARENA_NEWN(&v->scratch, uint8_t, n.nvars);
	v->seen_buffer = ARENA_NEWN(&v->scratch, bool, n.nbuffers);
	v->need[BY_STMT] = ARENA_NEWN(&v->scratch, uint32_t, n.nexprs);
	VEC_PUSH(&v->scratch, &v->alive, false); /* NOT_CHECKED */
	VEC_PUSH(&v->scratch, &v->alive, true);  /* NO_NEED */
	v->at = v->f->at;
	if (check_symbol(v) && check_params(v))
		check_seq(v, &v->f->body);
}

static bool verify(const struct tir_func *f, const char *whose, struct diag *d)
{
	struct verify v = {
	        .f = f, .d = d, .whose = whose, .scratch = {.pool = f->module->arena->pool}};
	tir_enter(f);
	if (!arena_guard(&v.scratch, verify_func, &v)) {
		v.failed = false;
		tir_verify_broken(&v, "out of memory", NULL);
	}
	arena_free(&v.scratch);
	return !v.failed;
}

/* The names that functions are exported by. */
struct exports {
	const struct tir_module *m;
	const char *whose;
	struct diag *d;
	struct arena scratch;
	bool ok;
};

static void check_exports(void *ctx)
{
	struct exports *x = ctx;
	struct strtab seen = {.arena = &x->scratch};
	for (uint32_t i = 0; i < x->m->funcs.n; i++) {
		const struct tir_func *f = x->m->funcs.at[i];
		size_t n = f->symbol ? strlen(f->symbol) : 0;
		if (f->symbol && strtab_find(&seen, f->symbol, n))
			x->ok = diag_error(x->d, x->m->source, f->at, "%s%s: '%s'", x->whose,
			        "two functions are exported by one name", f->symbol);
		else if (f->symbol)
			strtab_intern(&seen, f->symbol, n);
	}
}

static bool verify_all(const struct tir_module *m, const char *whose, struct diag *d)
{
	struct exports x = {m, whose, d, {.pool = m->arena->pool}, true};
	if (!arena_guard(&x.scratch, check_exports, &x))
		x.ok = diag_error(d, NULL, (struct span){0}, "out of memory");
	arena_free(&x.scratch);
	bool ok = x.ok;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		ok = verify(m->funcs.at[i], whose, d) && ok;
	return ok;
}

static const char ours[] = "internal error: ";

bool tir_verify_func(const struct tir_func *f, struct diag *d)
{
	return verify(f, ours, d);
}

bool tir_verify(const struct tir_module *m, struct diag *d)
{
	return verify_all(m, ours, d);
}

bool tir_verify_text(const struct tir_module *m, struct diag *d)
{
	return verify_all(m, "", d);
}
