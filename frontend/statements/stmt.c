/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/statements/stmt.c: statements that are no assignments and no loops (tirscript 3).
 *
 * Idea.   A statement that scopes over what follows it without indentation (T.attr,
 *         T.launch_thread) makes its own body the sequence that is being read.
 * Errors  a statement that is wrong is dropped; names it would have defined are known as failed, so
 *         that one mistake is said once. */
#include "frontend/internal.h"

static bool read_if(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value v = frontend_eval(r, s->value);
	struct tir_operand c;
	if (v.kind == V_BOOL) { /* Python decides */
		struct tir_seq nowhere = {NULL, NULL};
		frontend_read_suite(r, s->body, v.i ? seq : &nowhere);
		frontend_read_suite(r, s->orelse, v.i ? &nowhere : seq);
		return true;
	}
	bool ok = frontend_as_branch(r, &v, &c) && frontend_check_loose(r);
	r->loose.n = 0;
	if (!ok) {
		frontend_read_for_errors(r, s->body);
		frontend_read_for_errors(r, s->orelse);
		return false;
	}
	struct tir_stmt *t = frontend_add_stmt(r, TIR_IF, s->at, seq);
	struct tir_if *branch = tir_as_if(t);
	branch->value = c;
	frontend_read_suite(r, s->body, &branch->body);
	frontend_read_suite(r, s->orelse, &branch->orelse);
	return true;
}

static bool read_while(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value v = frontend_eval(r, s->value);
	struct tir_operand c;
	bool ok = frontend_as_branch(r, &v, &c) && frontend_check_loose(r);
	struct tir_stmt *t = tir_stmt_new(r->m, TIR_WHILE, s->at);
	struct tir_while *loop = tir_as_while(t);
	loop->value = c;
	r->loose.n = 0;
	enum jump jump = r->jump;
	r->jump = IN_SERIAL;
	frontend_read_suite(r, s->body, &loop->body);
	r->jump = jump;
	if (ok)
		tir_seq_add(seq, t);
	return ok;
}

/* assert c, message: a string, or ("Kind", ["part", ...]). */
static bool read_assert(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value v = frontend_eval(r, s->value);
	const struct value *c = &v, *message = NULL;
	struct tir_operand cond;
	const struct tir_attr *text = NULL;
	if (v.kind == V_TUPLE && v.n == 2) {
		c = &v.item[0];
		message = &v.item[1];
	}
	if (!frontend_as_condition(r, c, &cond))
		return false;
	if (message && message->kind != V_STRING && message->kind != V_TUPLE)
		return frontend_fail(r, message->at, "the message of an assert is no string");
	struct value none = {.kind = V_STRING, .at = s->at, .str = "assertion failed"};
	if (!(text = frontend_as_attr(r, message ? message : &none)))
		return false;
	struct tir_stmt *t = frontend_add_stmt(r, TIR_ASSERT, s->at, seq);
	struct tir_assert *check = tir_as_assert(t);
	check->value = cond;
	check->attr = text;
	return true;
}

/* Iterations that have no order cannot be ended one by one, nor all by one of them. */
static bool read_jump(struct reader *r, enum tir_stmt_kind kind, const struct syntax *s,
        struct tir_seq *seq)
{
	static const char *const kinds[] = {[IN_PARALLEL] = "a parallel loop",
	        [IN_VECTORIZED] = "a vectorized loop",
	        [IN_THREADS] = "a loop over threads",
	        [IN_LAUNCH] = "a launch of threads"};
	const char *word = kind == TIR_BREAK ? "break" : "continue";
	bool next_thread = kind == TIR_CONTINUE && r->jump == IN_THREADS;
	if (r->jump == NO_LOOP)
		return frontend_fail(r, s->at, "'%s' is in no loop", word);
	if (r->jump >= IN_PARALLEL && !next_thread)
		return frontend_fail(r, s->at, "'%s' cannot leave %s", word, kinds[r->jump]);
	frontend_add_stmt(r, kind, s->at, seq);
	return true;
}

static bool read_return(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	if (s->value.begin == s->value.end)
		return frontend_fail(r, s->at, "'return' needs a value");
	struct value v = frontend_eval(r, s->value);
	return frontend_return_value(r, &v, s->at, seq);
}

/* ---- Calls that are statements ----------------------------------------------------------*/
static bool read_evaluate(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	struct tir_operand o = {frontend_as_expr(r, v), v->at};
	if (!o.e)
		return false;
	tir_as_evaluate(frontend_add_stmt(r, TIR_EVALUATE, at, seq))->value = o;
	return true;
}

/* T.masked_store(A, value, index..., mask) */
static bool read_masked_store(struct reader *r, const struct args *a, struct span at,
        struct tir_seq *seq)
{
	const struct value *b = a->arg[0], *mask = &a->rest[a->nrest - 1];
	char buf[40];
	if (b->kind != V_BUFFER)
		return frontend_fail(r, b->at, "expected a buffer, not %s", frontend_value_name(b));
	struct tir_stmt *t = frontend_store_to(r, b->buffer, a->rest, a->nrest - 1, a->arg[1], at,
	        a->at);
	if (!t)
		return false;
	unsigned lanes = t->nindex ? tir_as_store(t)->index[t->nindex - 1].e->type.lanes : 1;
	tir_as_store(t)->mask = (struct tir_operand){frontend_as_expr(r, mask), mask->at};
	if (!tir_as_store(t)->mask.e)
		return false;
	if (!tir_type_eq(tir_as_store(t)->mask.e->type, tir_lanes(TIR_BOOL, lanes)))
		return frontend_fail(r, mask->at, "the mask has type %s, not bool of %u lanes",
		        tir_type_name(tir_as_store(t)->mask.e->type, buf), lanes);
	tir_seq_add(seq, t);
	return true;
}

/* A misspelt promise makes slower code, and nobody sees why. */
static void warn_of_noalias(struct reader *r, const struct tir_attr *dict, struct span at)
{
	static const char name[] = "tirx.noalias";
	for (uint32_t i = 0; i < dict->n; i++)
		if (strcmp(dict->name[i], "tir.noalias") != 0 && strcmp(dict->name[i], name) != 0 &&
		        frontend_nearer(dict->name[i], NULL, name))
			diag_warning(r->d, r->src, at,
			        "nothing reads attribute '%s'; did you mean '%s'?", dict->name[i],
			        name);
}

/* T.func_attr({...}): the exported name among them was seen before. */
static bool read_func_attr(struct reader *r, const struct args *a)
{
	struct tir_func *f = r->f;
	if (r->level != r->func_level || f->attrs)
		return frontend_fail(r, a->at,
		        "T.func_attr stands once, at the head of a function");
	const struct tir_attr *d = frontend_as_attr(r, a->arg[0]);
	if (!d)
		return false;
	if (d->kind != TIR_ATTR_DICT)
		return frontend_fail(r, a->arg[0]->at, "T.func_attr takes a dictionary");
	struct tir_attr *mine = arena_copy(r->arena, d, sizeof *d);
	mine->n = 0;
	for (uint32_t i = 0; i < d->n; i++) {
		if (!strcmp(d->name[i], "global_symbol")) {
			if (d->item[i]->kind != TIR_ATTR_STRING)
				return frontend_fail(r, a->arg[0]->item[2 * i + 1].at,
				        "the global_symbol of a function is a string");
			continue;
		}
		mine->item[mine->n] = d->item[i];
		mine->name[mine->n++] = d->name[i];
	}
	if (r->dialect <= D2)
		frontend_older_func_attrs(r, mine);
	f->attrs = mine;
	warn_of_noalias(r, mine, a->arg[0]->at);
	f->noalias = tir_attr_is_true(tir_attr_get(mine, "tirx.noalias")) ||
	             tir_attr_is_true(tir_attr_get(mine, "tir.noalias"));
	return true;
}

/* T.attr(node, key, value) or T.attr({key: value, ...}); *seq becomes the body. */
static bool read_attr(struct reader *r, const struct args *a, struct span at, bool with,
        struct tir_seq **seq)
{
	const struct value *d = a->arg[0];
	struct tir_stmt *t;
	bool dict = d->kind == V_DICT;
	r->loose.n = 0; /* an attribute may name a loop's variable before the loop */
	if (!dict && (!a->arg[1] || !a->arg[2]))
		return frontend_fail(r, a->at, "T.attr needs a node, a key and a value");
	for (uint32_t i = 0; i < (dict ? d->n : 2); i += 2) {
		const char *key;
		if (!frontend_nest(r, at) ||
		        !frontend_as_string(r, dict ? &d->item[i] : a->arg[1], "a key", &key))
			return false;
		const struct tir_attr *value = frontend_as_attr(r,
		        dict ? &d->item[i + 1] : a->arg[2]);
		bool zero = dict || (d->kind == V_INT && d->i == 0);
		const struct tir_attr *node = zero ? NULL : frontend_as_attr(r, d);
		if (!value || (!zero && !node))
			return false;
		t = frontend_add_stmt(r, TIR_ATTR, at, *seq);
		tir_as_attr(t)->tag = key;
		tir_as_attr(t)->attr = value;
		tir_as_attr(t)->node = node;
		t->with = with;
		*seq = &tir_as_attr(t)->body;
	}
	return true;
}

/* A call of T.name that stands alone. */
struct form_stmt {
	const struct args *a;
	const struct value *v;
	const struct syntax *s;
	struct tir_seq **seq;
};

static bool form_store(struct reader *r, const struct form_stmt *x)
{
	return frontend_older_store(r, x->a, x->s->at, *x->seq);
}

static bool form_return(struct reader *r, const struct form_stmt *x)
{
	return frontend_older_return(r, x->a->arg[0], x->s->at, *x->seq);
}

static bool form_preflattened(struct reader *r, const struct form_stmt *x)
{
	return frontend_older_preflattened(r, x->v, x->s->at, *x->seq);
}

static bool form_evaluate(struct reader *r, const struct form_stmt *x)
{
	const struct value *v = x->a->arg[0];
	return is_form(v, F_ret) ? frontend_older_return(r, &v->item[0], x->s->at, *x->seq)
	                         : read_evaluate(r, v, x->s->at, *x->seq);
}

static bool form_masked_store(struct reader *r, const struct form_stmt *x)
{
	return read_masked_store(r, x->a, x->s->at, *x->seq);
}

static bool form_func_attr(struct reader *r, const struct form_stmt *x)
{
	return read_func_attr(r, x->a);
}

static bool form_attr(struct reader *r, const struct form_stmt *x)
{
	return read_attr(r, x->a, x->s->at, false, x->seq);
}

static bool form_break(struct reader *r, const struct form_stmt *x)
{
	return read_jump(r, TIR_BREAK, x->s, *x->seq);
}

static bool form_continue(struct reader *r, const struct form_stmt *x)
{
	return read_jump(r, TIR_CONTINUE, x->s, *x->seq);
}

static bool form_where(struct reader *r, const struct form_stmt *x)
{
	return frontend_read_where(r, x->a);
}

static bool form_block_attr(struct reader *r, const struct form_stmt *x)
{
	return frontend_read_block_attr(r, x->a);
}

static bool form_launch(struct reader *r, const struct form_stmt *x)
{
	return frontend_oldest_launch(r, x->v, x->s->at, false, x->seq);
}

/* It asks for nothing that is done here. */
static bool form_nothing(struct reader *r, const struct form_stmt *x)
{
	(void)r;
	(void)x;
	return true;
}

typedef bool form_stmt_reader(struct reader *r, const struct form_stmt *x);
static form_stmt_reader *const statements[NFORMS] = {
        [F_store] = form_store,
        [F_ret] = form_return,
        [F_preflattened_buffer] = form_preflattened,
        [F_prefetch] = form_nothing,
        [F_evaluate] = form_evaluate,
        [F_masked_store] = form_masked_store,
        [F_func_attr] = form_func_attr,
        [F_attr] = form_attr,
        [F_launch_thread] = form_launch,
        [F_break_loop] = form_break,
        [F_continue_loop] = form_continue,
        [F_hint] = form_nothing,
        [F_where] = form_where,
        [F_sblock_attr] = form_block_attr,
        [F_block_attr] = form_block_attr,
};

static bool read_form(struct reader *r, const struct value *v, const struct syntax *s,
        struct tir_seq **seq)
{
	struct args a;
	enum form f = (enum form)v->form;
	if (f == F_masked_store && v->method == M_VSTORE)
		return frontend_older_vstore(r, v, s->at, *seq);
	if (!frontend_bind_args(r, &frontend_forms[f], v->item, v->n, v->at, &a))
		return false;
	const struct form_stmt x = {&a, v, s, seq};
	if (statements[f])
		return statements[f](r, &x);
	return frontend_fail(r, v->at, "T.%s cannot stand alone", frontend_forms[f].name);
}

static bool read_expr(struct reader *r, const struct syntax *s, struct tir_seq **seq)
{
	if (frontend_is_regions(r, s))
		return frontend_read_block_regions(r, s);
	if (frontend_oldest_is_binding(r, s))
		return frontend_oldest_check_binding(r, s);
	r->outside = frontend_is_outside(r, s);
	struct value v = frontend_eval(r, s->value);
	r->outside = false;
	if (v.kind == V_STRING)
		return true; /* a docstring */
	if (v.kind == V_FORM)
		return read_form(r, &v, s, seq);
	return read_evaluate(r, &v, s->at, *seq);
}

/* with T.attr(...): ... and with T.launch_thread(...) as x: ... */
static bool read_with_scope(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value v = frontend_eval(r, s->value);
	struct args a;
	bool named = s->target.begin != s->target.end;
	const struct node *name = named ? &r->tree.nodes.at[s->target.end - 1] : NULL;
	uint32_t blocks = r->blocks;
	bool ok = false;
	frontend_scope_open(r);
	if (named && name->kind != N_NAME && !frontend_is_older_with(&v) &&
	        !frontend_oldest_is_block(&v)) {
		frontend_fail(r, name->at, "only a name can stand after 'as'");
	} else if (is_form(&v, F_attr)) {
		ok = frontend_bind_args(r, &frontend_forms[F_attr], v.item, v.n, v.at, &a) &&
		     read_attr(r, &a, s->at, true, &seq);
	} else if (is_form(&v, F_launch_thread)) {
		if (named && name->kind == N_NAME)
			ok = frontend_read_launch(r, &v, name->sym, name->at, s->at, true, &seq);
		else
			ok = frontend_oldest_launch(r, &v, s->at, true, &seq);
	} else if (frontend_is_older_with(&v)) {
		ok = frontend_older_with(r, s, &v, seq);
		r->blocks = blocks;
		frontend_scope_close(r);
		return ok;
	} else if (is_form(&v, F_sblock) || is_form(&v, F_block)) {
		ok = frontend_read_sblock(r, s, &v, seq);
		r->blocks = blocks;
		frontend_scope_close(r);
		return ok;
	} else if (is_form(&v, F_init)) {
		frontend_scope_close(r);
		return frontend_read_init(r, s, v.at);
	} else if (is_form(&v, F_hint)) {
		ok = true;
	} else if (v.kind != V_ERROR) {
		frontend_fail(r, v.at,
		        "'with' takes T.sblock, T.init, T.attr or T.launch_thread, not %s",
		        frontend_value_name(&v));
	}
	r->loose.n = 0;
	if (ok)
		frontend_read_suite(r, s->body, seq);
	r->blocks = blocks;
	frontend_scope_close(r);
	return ok;
}

static bool read_with(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	enum jump jump = r->jump;
	bool ok = read_with_scope(r, s, seq);
	r->jump = jump;
	return ok;
}

/* ---- All of them ------------------------------------------------------------------------*/
static bool read_stmt(struct reader *r, const struct syntax *s, struct tir_seq **seq)
{
	switch (s->kind) {
	case S_EXPR: return read_expr(r, s, seq);
	case S_ASSIGN: return frontend_read_assign(r, s, seq);
	case S_ANNOTATE: return frontend_read_annotate(r, s, *seq);
	case S_AUGMENT: return frontend_read_augment(r, s, *seq);
	case S_RETURN: return read_return(r, s, *seq);
	case S_BREAK: return read_jump(r, TIR_BREAK, s, *seq);
	case S_CONTINUE: return read_jump(r, TIR_CONTINUE, s, *seq);
	case S_PASS: {
		struct tir_stmt *t = frontend_add_stmt(r, TIR_EVALUATE, s->at, *seq);
		tir_as_evaluate(t)->value = (struct tir_operand){
		        tir_int(r->m, TIR_INT32, 0), s->at};
		return true;
	}
	case S_ASSERT: return read_assert(r, s, *seq);
	case S_FOR: return frontend_read_for(r, s, *seq);
	case S_WHILE: return read_while(r, s, *seq);
	case S_IF: return read_if(r, s, *seq);
	case S_WITH: return read_with(r, s, *seq);
	case S_DEF:
	case S_CLASS:
		return frontend_fail(r, s->at, "a definition within a function is not TVMScript");
	case S_OTHER:
	case S_IMPORT:
		return frontend_fail(r, s->at, "an import within a function is not TVMScript");
	case S_SKIP: return false;
	}
	return false;
}

void frontend_read_block(struct reader *r, const struct syntax *s, struct tir_seq *out)
{
	uint32_t blocks = r->blocks;
	enum jump jump = r->jump;
	for (; s; s = s->next) {
		if (r->m->nmade > MAX_NODES) {
			frontend_fail(r, s->at, "program has more than %d expressions", MAX_NODES);
			break;
		}
		r->stack.n = r->loose.n = 0;
		if (read_stmt(r, s, &out))
			frontend_check_loose(r);
	}
	r->loose.n = 0;
	r->blocks = blocks;
	r->jump = jump;
}

void frontend_read_suite(struct reader *r, const struct syntax *s, struct tir_seq *out)
{
	if (!s || !frontend_nest(r, s->at))
		return;
	frontend_scope_open(r);
	frontend_read_block(r, s, out);
	frontend_scope_close(r);
	r->blocks--;
}
