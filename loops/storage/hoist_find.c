/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/hoist_find.c: which expressions below a sequence compute a value that an array in it may hold.
 *
 * Idea    One walk over what is below. Of each node of an operand it is found out whether it may be moved in front of the statement of the
 *         sequence, what it costs, and which loops it names. Those that cost much are sites, and sites of one hash are compared.
 * Needs   a site names loops of constant bounds, and nothing else that is defined below the sequence; it has no effect; nothing that it
 *         loads is stored to from its value's first site to its last one.
 * Costs   the nodes below; a site is compared with HOIST_VALUES values of its hash at most. */
#include "loops/storage/hoist.h"
#include "target/target.h"

enum { DEAR = 12, FLOAT_DIVISION = 12, FAR = 64, MOST_WEIGHT = 1 << 16 };

struct finder {
	struct hoist_level *l;
	VEC(const struct tir_expr *) todo;
	VEC(bool) own; /* by buffer: it is defined below the sequence */
	struct hoist_place at;
	uint32_t depth; /* statements of the sequence: 0 */
	bool sure;      /* each iteration of the loops does it */
	bool blocked;   /* in something that has no loops alone around it */
};

/* ---- Nodes -------------------------------------------------------------------------------*/
/* Does one evaluation of the node take as long as tens of instructions? */
static bool is_dear(const struct tir_expr *e)
{
	if (e->op == TIR_CALL) {
		const struct tir_builtininfo *b = &tir_builtins[e->u.call.builtin];
		bool function = b->is_float && tir_is_float(e->type) &&
		                (!*b->llvm || e->u.call.builtin == TIR_BUILTIN_SQRT);
		return function || e->u.call.builtin == TIR_BUILTIN_CALL_PURE_EXTERN;
	}
	bool divides = e->op == TIR_DIV || e->op == TIR_MOD || e->op == TIR_FLOORDIV ||
	               e->op == TIR_FLOORMOD;
	return divides && e->arg[1]->op != TIR_INT_IMM && e->arg[1]->op != TIR_FLOAT_IMM;
}

/* What the node itself costs, roughly in instructions. */
static uint32_t weight_of(const struct tir_expr *e)
{
	if (e->op == TIR_CALL ? !is_dear(e) : !e->n)
		return 1;
	if (e->op == TIR_DIV && tir_is_float(e->type))
		return FLOAT_DIVISION;
	bool by_constant = e->n > 1 && e->arg[1]->op == TIR_INT_IMM;
	return target_cost(target_op_of((enum tir_op)e->op, by_constant), target_type_of(e->type))
	        ->weight;
}

/* The loop that the variable counts, from the outside; at.n: none. */
static uint32_t loop_of(const struct finder *w, const struct tir_var *v)
{
	uint32_t i = 0;
	while (i < w->at.n && tir_as_for(w->at.loop[i])->var != v)
		i++;
	return i;
}

static bool is_own(const struct finder *w, const struct tir_buffer *b)
{
	return (b->id < w->own.n && w->own.at[b->id]) ||
	       (b->root && b->root->id < w->own.n && w->own.at[b->root->id]);
}

/* May the node itself be computed in front of the statement, if its operands may? */
static bool may_move(const struct finder *w, const struct tir_expr *e)
{
	const struct tir_buffer *b;
	switch ((enum tir_op)e->op) {
	case TIR_VAR:
		if (loop_of(w, e->u.var) < w->at.n)
			return loops_hoist_trips(w->at.loop[loop_of(w, e->u.var)]) > 0;
		return w->l->inside[e->u.var->id] != w->l->number;
	case TIR_LOAD:
		b = e->u.buffer;
		return b->elem.lanes == 1 && !is_own(w, b) && b->kind != TIR_BUFFER_DECL &&
		       (!strcmp(b->scope, "global") || !strcmp(b->scope, "local"));
	case TIR_CALL: return tir_call_effect(e) == TIR_PURE;
	case TIR_INT_IMM:
	case TIR_FLOAT_IMM:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE: return true;
	case TIR_STRING_IMM: return true; /* the name of a function */
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_NOPS: break;
	}
	return false;
}

/* Is the node a sum of integers, however it is written? */
static bool is_sum(const struct tir_expr *e)
{
	bool op = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_VAR ||
	          e->op == TIR_INT_IMM;
	return op && e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
}

static struct hoist_node *node_of(struct finder *w, const struct tir_expr *e)
{
	struct hoist_nodes *n = w->l->nodes;
	while (n->at.n <= e->id)
		VEC_PUSH(n->arena, &n->at, (struct hoist_node){0});
	return &n->at.at[e->id];
}

/* Find out about a node whose operands are known. */
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct finder *w = ctx;
	if (node_of(w, e)->stamp == w->l->nodes->stamp)
		return true;
	struct hoist_node x = {.stamp = w->l->nodes->stamp,
	        .moves = e->type.lanes == 1 && may_move(w, e),
	        .weight = weight_of(e),
	        .hash = hash_mix(e->op, e->type.bits)};
	uint32_t loop = e->op == TIR_VAR ? loop_of(w, e->u.var) : w->at.n;
	x.loops = loop < w->at.n ? 1U << loop : 0;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct hoist_node *a = node_of(w, e->arg[i]);
		x.moves = x.moves && a->moves;
		x.dear |= a->dear;
		x.loops |= a->loops;
		x.weight += a->weight;
		x.hash = hash_mix(x.hash, a->hash);
	}
	/* what names no loop gets a name in front of all of them, if it is dear */
	x.dear |= is_dear(e) && x.loops;
	x.weight = !x.loops ? 1 : x.weight > MOST_WEIGHT ? MOST_WEIGHT : x.weight;
	/* sums and loads that differ by a shift get the same hash; hoist_form.c compares them */
	if (is_sum(e))
		x.hash = 1;
	else if (e->op == TIR_LOAD)
		x.hash = hash_mix(e->op, e->u.buffer->id);
	else if (e->op == TIR_CALL || e->op == TIR_VAR || !e->n)
		x.hash = hash_mix(x.hash, e->op == TIR_VAR ? e->u.var->id : e->u.bits);
	*node_of(w, e) = x;
	return true;
}

/* Note the variable of a Let: what names it stays in the Let. */
static bool note_let(void *ctx, const struct tir_expr *e)
{
	const struct hoist_level *l = ((const struct finder *)ctx)->l;
	if (e->op == TIR_LET)
		l->inside[e->u.var->id] = l->number;
	return true;
}

/* ---- Sites -------------------------------------------------------------------------------*/
static void add_site(struct finder *w, const struct tir_expr *e, const struct hoist_node *x,
        bool sure)
{
	struct hoist_site s = {.e = e,
	        .place = w->l->place.n - 1,
	        .sure = sure,
	        .weight = x->weight,
	        .hash = x->hash,
	        .next = UINT32_MAX};
	for (uint32_t i = 0; i < w->at.n; i++) {
		if (!(x->loops >> i & 1))
			continue;
		if (s.ndims == HOIST_DIMS)
			return;
		s.dim[s.ndims++] = (uint8_t)i;
	}
	VEC_PUSH(w->l->arena, &w->l->site, s);
}

static bool is_site(const struct tir_expr *e, const struct hoist_node *x)
{
	bool number = tir_is_int(e->type) || tir_is_float(e->type);
	return x->moves && x->dear && x->loops && number && e->type.bits >= 8 && e->n &&
	       x->weight >= DEAR;
}

/* Add the sites in an operand: what is evaluated with it first, then all the rest. */
static void add_sites(struct finder *w, const struct tir_expr *root, bool sure)
{
	w->todo.n = 0;
	VEC_PUSH(w->l->arena, &w->todo, root);
	while (w->todo.n) {
		const struct tir_expr *e = w->todo.at[--w->todo.n];
		struct hoist_node *x = node_of(w, e);
		bool first = x->met != w->l->nodes->stamp;
		if (!first && sure)
			continue;
		if (!x->dear)
			continue;
		if (first && is_site(e, x) && w->l->site.n < HOIST_SITES)
			add_site(w, e, x, sure);
		x->met = w->l->nodes->stamp;
		for (uint32_t i = sure ? tir_strict_args(e) : e->n; i-- > 0;)
			if (sure || node_of(w, e->arg[i])->met != w->l->nodes->stamp ||
			        e->arg[i]->flags & TIR_HAS_LAZY)
				VEC_PUSH(w->l->arena, &w->todo, e->arg[i]);
	}
}

/* Find the sites in the statement's own operands. */
static void see_operands(struct finder *w, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = w->blocked || !w->at.n ? 0 : tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (!n || tir_mask_of(s))
		return;
	w->l->nodes->stamp++;
	w->at.stmt = s;
	uint32_t sites = w->l->site.n;
	VEC_PUSH(w->l->arena, &w->l->place, w->at);
	for (uint32_t i = 0; i < n; i++)
		if (e[i]->flags & TIR_HAS_LET)
			tir_walk_expr(e[i], w->l->arena, note_let, w);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], w->l->arena, see_node, w);
	for (uint32_t i = 0; i < n && w->sure; i++)
		add_sites(w, e[i], true);
	for (uint32_t i = 0; i < n; i++)
		if (!w->sure || e[i]->flags & TIR_HAS_LAZY)
			add_sites(w, e[i], false);
	w->l->place.n -= sites == w->l->site.n;
}

/* ---- Statements --------------------------------------------------------------------------*/
static void see_seq(struct finder *w, const struct tir_seq *seq);

static bool is_plain_loop(const struct tir_stmt *s)
{
	const struct tir_for *l = s->kind == TIR_FOR ? tir_as_for(s) : NULL;
	bool kind = s->for_kind == TIR_SERIAL || s->for_kind == TIR_PARALLEL;
	return l && kind && !l->more->tag && tir_loop_step(s) == 1 &&
	       l->var->type.code == TIR_TYPE_INT && l->var->type.bits >= 32;
}

/* Note what the statement itself defines and stores to. */
static void note(struct finder *w, const struct tir_stmt *s)
{
	struct hoist_level *l = w->l;
	struct hoist_child *c = &l->child.at[w->at.child];
	unsigned effects = effect_of_stmt(s);
	c->stops |= (effects & (EFFECT_UNKNOWN | EFFECT_LEAVES | EFFECT_LASTS)) != 0;
	if (tir_var_of(s) && (w->depth || s->kind != TIR_BIND))
		l->inside[tir_var_of(s)->id] = l->number;
	if (s->kind == TIR_ALLOC || s->kind == TIR_DECL) {
		while (w->own.n <= tir_buffer_of(s)->id)
			VEC_PUSH(l->arena, &w->own, false);
		w->own.at[tir_buffer_of(s)->id] = w->depth != 0;
	}
	if (s->kind == TIR_STORE) {
		VEC_PUSH(l->arena, &l->stored, tir_buffer_of(s));
		c->n++;
	}
}

/* See what is in the loop, with it around. */
static void see_loop(struct finder *w, const struct tir_stmt *s)
{
	bool blocked = w->blocked, sure = w->sure;
	uint32_t n = w->at.n;
	w->blocked |= !is_plain_loop(s) || n == HOIST_LOOPS;
	if (!w->blocked)
		w->at.loop[w->at.n++] = s;
	see_seq(w, tir_body(s));
	w->at.n = n;
	w->blocked = blocked;
	w->sure = sure;
}

/* See the statement, and what is in it. */
static void see_stmt(struct finder *w, const struct tir_stmt *s)
{
	bool blocked = w->blocked, sure = w->sure;
	note(w, s);
	see_operands(w, s);
	if (s->kind == TIR_FOR) {
		see_loop(w, s);
		return;
	}
	w->sure &= s->kind != TIR_IF;
	w->blocked |= s->kind != TIR_IF && tir_body(s)->first;
	see_seq(w, tir_body(s));
	see_seq(w, tir_orelse(s));
	w->blocked = blocked;
	w->sure = sure;
}

static void see_seq(struct finder *w, const struct tir_seq *seq)
{
	w->depth++;
	for (const struct tir_stmt *s = seq->first; s; s = s->next)
		see_stmt(w, s);
	w->depth--;
}

/* ---- Values ------------------------------------------------------------------------------*/
struct loads {
	struct hoist_level *l;
	const struct hoist_child *child;
};

/* Does the statement store to nothing that the node loads? */
static bool is_kept(void *ctx, const struct tir_expr *e)
{
	const struct loads *x = ctx;
	for (uint32_t i = 0; e->op == TIR_LOAD && i < x->child->n; i++)
		if (alias_may(x->l->facts, e->u.buffer, x->l->stored.at[x->child->first + i]))
			return false;
	return true;
}

/* May e be evaluated in front of the statement of the level, and hold behind it? */
static bool passes(struct hoist_level *l, const struct tir_expr *e, uint32_t child)
{
	struct loads x = {l, &l->child.at[child]};
	bool reads = e->flags & TIR_READS_MEM;
	return !x.child->stops &&
	       (!reads || !x.child->n || tir_walk_expr(e, l->arena, is_kept, &x));
}

/* Is the site one more of the value?  Not if a statement between them changes what it loads. */
static bool joins(struct hoist_level *l, struct hoist_value *v, uint32_t site, uint32_t child)
{
	struct hoist_site *s = &l->site.at[site];
	if (v->closed || l->site.at[v->first].hash != s->hash ||
	        !loops_hoist_same(l, &l->site.at[v->first], s))
		return false;
	v->closed = child - v->end > FAR;
	for (uint32_t c = v->end + 1; c < child && !v->closed; c++)
		v->closed = !passes(l, s->e, c);
	if (v->closed)
		return false;
	l->site.at[v->last].next = site;
	v->last = site;
	v->end = child;
	return true;
}

/* Put the site to those of its value. */
static void sort_site(struct hoist_level *l, uint32_t site)
{
	struct hoist_site *s = &l->site.at[site];
	uint32_t child = hoist_place_of(l, s)->child, tries = 0;
	bool stored = !passes(l, s->e, child);
	for (uint32_t i = l->value.n; !stored && i-- > 0 && tries < HOIST_VALUES;) {
		tries += l->site.at[l->value.at[i].first].hash == s->hash;
		if (joins(l, &l->value.at[i], site, child))
			return;
	}
	memset(s->shift, 0, sizeof s->shift);
	VEC_PUSH(l->arena, &l->value,
	        ((struct hoist_value){.first = site,
	                .last = site,
	                .child = child,
	                .end = child,
	                .closed = stored,
	                .stored = stored,
	                .why = LOOPS_NREASONS}));
}

void loops_hoist_find(struct hoist_level *l, const struct tir_seq *seq)
{
	struct finder w = {.l = l, .sure = true};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		w.at.child = l->child.n;
		VEC_PUSH(l->arena, &l->child, ((struct hoist_child){.s = s, .first = l->stored.n}));
		see_stmt(&w, s);
	}
	for (uint32_t i = 0; i < l->site.n; i++)
		sort_site(l, i);
}
