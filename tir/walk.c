/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/walk.c: the operands of a statement, and walks over statements and expressions that use no
 * stack of the machine. */
#include "tir/internal.h"

#define END(field) (offsetof(struct tir_stmt, field) + sizeof(((struct tir_stmt *)NULL)->field))
const struct tir_stmt_info tir_stmts[] = {
        [TIR_BIND] = {END(value), TIR_DEFINES_VAR | TIR_HAS_VALUE},
        [TIR_STORE] = {END(mask), TIR_HAS_BUFFER | TIR_HAS_VALUE | TIR_HAS_INDEX},
        [TIR_ALLOC] = {END(buffer), TIR_HAS_BUFFER},
        [TIR_DECL] = {END(value), TIR_HAS_BUFFER | TIR_HAS_VALUE},
        [TIR_FOR] = {END(more), TIR_DEFINES_VAR | TIR_HAS_BODY | TIR_COUNTS},
        [TIR_WHILE] = {END(body), TIR_HAS_VALUE | TIR_HAS_BODY},
        [TIR_IF] = {END(orelse), TIR_HAS_VALUE | TIR_HAS_BODY | TIR_HAS_ORELSE},
        [TIR_ASSERT] = {END(tag), TIR_HAS_VALUE | TIR_HAS_BODY | TIR_HAS_ATTR},
        [TIR_ATTR] = {END(node), TIR_HAS_BODY | TIR_HAS_ATTR | TIR_HAS_NODE},
        [TIR_LAUNCH] = {END(more), TIR_DEFINES_VAR | TIR_HAS_BODY | TIR_COUNTS},
        [TIR_EVALUATE] = {END(value), TIR_HAS_VALUE},
        [TIR_BREAK] = {END(next), 0},
        [TIR_CONTINUE] = {END(next), 0},
        [TIR_RETURN] = {END(value), TIR_HAS_VALUE},
        [TIR_BLOCK] = {END(block), TIR_HAS_BODY | TIR_HAS_ATTR},
};

static bool has(const struct tir_stmt *s, unsigned what)
{
	return tir_stmts[s->kind].has & what;
}

const struct tir_seq tir_empty_seq;
const struct tir_loop_more tir_plain_loop;

void tir_set_body(struct tir_stmt *s, struct tir_seq body)
{
	if (has(s, TIR_HAS_BODY))
		s->body = body;
}

void tir_set_orelse(struct tir_stmt *s, struct tir_seq orelse)
{
	if (has(s, TIR_HAS_ORELSE))
		s->orelse = orelse;
}

struct tir_loop_more *tir_loop_more(struct arena *a, struct tir_stmt *loop)
{
	if (loop->more == &tir_plain_loop)
		loop->more = ARENA_NEW(a, struct tir_loop_more);
	return (struct tir_loop_more *)loop->more;
}

void tir_set_attr(struct tir_stmt *s, const struct tir_attr *attr)
{
	if (!has(s, TIR_COUNTS))
		s->attr = attr;
	else if (s->more != &tir_plain_loop)
		((struct tir_loop_more *)s->more)->attr = attr;
}

const struct tir_attr *tir_attr_of(const struct tir_stmt *s)
{
	return has(s, TIR_COUNTS) ? s->more->attr : has(s, TIR_HAS_ATTR) ? s->attr : NULL;
}

const struct tir_attr *tir_node_of(const struct tir_stmt *s)
{
	return has(s, TIR_HAS_NODE) ? s->node : NULL;
}

const char *tir_tag_of(const struct tir_stmt *s)
{
	return has(s, TIR_COUNTS) ? s->more->tag : has(s, TIR_HAS_ATTR) ? s->tag : NULL;
}

const struct tir_expr *tir_mask_of(const struct tir_stmt *s)
{
	return has(s, TIR_HAS_INDEX) ? s->mask.e : NULL;
}

/* Add a present operand to out. */
static void add(struct tir_operand *o, struct tir_operand **out, uint32_t max, uint32_t *n)
{
	if (o->e && *n < max)
		out[(*n)++] = o;
}

uint32_t tir_stmt_operands(struct tir_stmt *s, struct tir_operand **out, uint32_t max)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->nindex; i++)
		add(&s->index[i], out, max, &n);
	if (has(s, TIR_COUNTS)) {
		add(&s->min, out, max, &n);
		add(&s->extent, out, max, &n);
		if (s->more->step.e)
			add(&((struct tir_loop_more *)s->more)->step, out, max, &n);
	}
	if (has(s, TIR_HAS_VALUE))
		add(&s->value, out, max, &n);
	if (has(s, TIR_HAS_INDEX))
		add(&s->mask, out, max, &n);
	return n;
}

static uint8_t flags_of(const struct tir_operand *o)
{
	return o->e ? o->e->flags : 0;
}

uint8_t tir_stmt_flags(const struct tir_stmt *s)
{
	uint8_t flags = has(s, TIR_HAS_VALUE) ? flags_of(&s->value) : 0;
	for (uint32_t i = 0; i < s->nindex; i++)
		flags |= flags_of(&s->index[i]);
	if (has(s, TIR_COUNTS))
		flags |= flags_of(&s->min) | flags_of(&s->extent) | flags_of(&s->more->step);
	if (has(s, TIR_HAS_INDEX))
		flags |= flags_of(&s->mask);
	return flags;
}

uint32_t tir_stmt_exprs(const struct tir_stmt *s, const struct tir_expr **out, uint32_t max)
{
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	uint32_t room = max < TIR_MAX_OPERANDS ? max : TIR_MAX_OPERANDS;
	uint32_t n = tir_stmt_operands((struct tir_stmt *)s, slot, room); /* which writes nothing */
	for (uint32_t i = 0; i < n; i++)
		out[i] = slot[i]->e;
	return n;
}

/* ---- Walks of expressions ----------------------------------------------------------------*/
enum { SHORT = 1000 }; /* steps before a walk notes what it has seen */

struct frame {
	const struct tir_expr *e;
	uint32_t next; /* operand to visit next */
};
struct walk {
	VEC(struct frame) stack;
	uint32_t steps;
	VEC(const struct tir_expr *) seen; /* by number in table */
	struct lookup table;
};

static struct lookup_key key_of(const struct tir_expr *e)
{
	uint32_t hash = (uint32_t)hash_mix(0, e->id);
	return (struct lookup_key){hash, hash >> 16};
}

static bool seen_key(void *ctx, uint32_t number, struct lookup_key *k)
{
	*k = key_of(((struct walk *)ctx)->seen.at[number]);
	return true;
}

/* Were e's operands visited?  If not, e is noted. */
static bool is_seen(struct walk *w, struct arena *scratch, const struct tir_expr *e)
{
	if (!e->n || ++w->steps < SHORT)
		return false;
	if (w->steps == SHORT)
		lookup_init(&w->table, scratch, SHORT);
	lookup_room(&w->table, scratch, seen_key, w);
	struct lookup_key k = key_of(e);
	struct lookup_place *place;
	for (uint32_t i = 0; (place = lookup_slot(&w->table, k, i))->number; i++)
		if (w->seen.at[place->number - 1] == e)
			return true;
	lookup_add(&w->table, place, k, w->seen.n);
	VEC_PUSH(scratch, &w->seen, e);
	return false;
}

bool tir_walk_expr(const struct tir_expr *e, struct arena *scratch,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx)
{
	struct walk w = {0};
	bool goes_on = true;
	VEC_PUSH(scratch, &w.stack, ((struct frame){e, 0}));
	while (w.stack.n && goes_on) {
		struct frame *top = &w.stack.at[w.stack.n - 1];
		const struct tir_expr *arg = top->next < top->e->n ? top->e->arg[top->next++]
		                                                   : NULL;
		if (!arg) {
			goes_on = visit(ctx, top->e);
			w.stack.n--;
		} else if (!is_seen(&w, scratch, arg)) {
			VEC_PUSH(scratch, &w.stack, ((struct frame){arg, 0}));
		}
	}
	arena_give_back(scratch, w.stack.at, w.stack.cap * sizeof *w.stack.at);
	arena_give_back(scratch, w.seen.at, w.seen.cap * sizeof *w.seen.at);
	arena_give_back(scratch, w.table.place, w.table.nplaces * sizeof *w.table.place);
	return goes_on;
}

/* ---- Walks of statements -----------------------------------------------------------------*/
bool tir_walk_stmts(const struct tir_seq *s, bool (*visit)(void *ctx, struct tir_stmt *s),
        void *ctx)
{
	for (struct tir_stmt *p = s->first; p; p = p->next)
		if (!visit(ctx, p) ||
		        (p->kind == TIR_BLOCK && !tir_walk_stmts(&p->block->init, visit, ctx)) ||
		        (has(p, TIR_HAS_BODY) && !tir_walk_stmts(&p->body, visit, ctx)) ||
		        (has(p, TIR_HAS_ORELSE) && !tir_walk_stmts(&p->orelse, visit, ctx)))
			return false;
	return true;
}
