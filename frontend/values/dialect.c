/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/dialect.c: which TVM a text was written for (tirscript 0).
 *
 * Idea.   Comments at the head name the dialect.  Where they do not, or only half, what the text
 *         uses does: each sign leaves a range of versions.  A number that is assigned again is one,
 *         because only TVM since 0.25 has variables; before, the second assignment makes a new
 *         name that hides the first.
 * Needs   the whole text: a module has one dialect, the functions of a text are not told apart.
 * Errors  a text of an older TVM, or with signs of both, may not assign again: what it means is
 *         not known.  All else means the same in every dialect that reads it.
 * Costs   one look a node of the tree, one step a statement. */
#include "frontend/internal.h"

enum {
	OLDEST = 0,
	LAST_OLD = 23,  /* the last version before tirx */
	FIRST_NEW = 25, /* the first that has variables */
	NEWEST = UINT8_MAX,
};

struct sign {
	const char *name;
	uint8_t since, until;
};
static const struct sign signs[] = {
#define SIGN(name, since, until) {#name, since, until},
#include "frontend/values/signs.def"
};
enum { NSIGNS = sizeof signs / sizeof *signs };

struct assigned { /* a name that was given a number, and is visible */
	uint32_t sym, hidden;
};

struct search {
	struct reader *r;
	uint32_t since, until; /* the versions that read all that was seen */
	VEC(struct assigned) names;
	uint32_t *at; /* by symbol: its place in names + 1; 0: none */
	uint32_t depth;
};

/* ---- Comments ---------------------------------------------------------------------------*/
static bool holds(const struct source *src, const char *what)
{
	size_t n = strlen(what);
	const char *p = src->text, *end = p + src->len;
	while (p && (size_t)(end - p) >= n && memcmp(p, what, n) != 0)
		p = memchr(p + 1, *what, (size_t)(end - p - 1));
	return p && (size_t)(end - p) >= n;
}

/* The line of text that begins so, as a comment or not; NULL: there is none. */
static const char *begins_line(const char *text, const char *what)
{
	for (const char *p = text; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
		const char *words = p + (*p == '#');
		words += strspn(words, " ");
		if (!strncmp(words, what, strlen(what)))
			return p;
	}
	return NULL;
}

/* What the comments say; a real import counts only if it is of the time before tirx.  *sure: they
 * leave no doubt. */
static enum dialect by_header(struct reader *r, bool *sure)
{
	const char *h = r->m->header ? r->m->header : "", *line;
	size_t n = r->src->len < 4096 ? r->src->len : 4096;
	char start[4097];
	memcpy(start, r->src->text, n);
	start[n] = 0;
	*sure = true;
	if (tir_is_printed_header(h))
		return D5;
	if ((line = begins_line(start, "from tvm.script import tir as"))) {
		uint32_t begin = (uint32_t)(line - start);
		r->old_sign = (struct span){begin, begin + (uint32_t)strcspn(line, "\r\n")};
		return strstr(start, "@tvm.script.ir_module") || holds(r->src, "T.Buffer[") ||
		                       holds(r->src, "-> None:")
		               ? D1
		               : D2;
	}
	*sure = false;
	return begins_line(h, "from tvm.script import tirx as") ? D3 : D5;
}

/* ---- Signs ------------------------------------------------------------------------------*/
static void saw(struct search *s, uint32_t since, uint32_t until, struct span at)
{
	if (until <= LAST_OLD && s->until > LAST_OLD && !s->r->old_sign.end)
		s->r->old_sign = at;
	s->since = since > s->since ? since : s->since;
	s->until = until < s->until ? until : s->until;
}

static void search_nodes(struct search *s)
{
	const struct reader *r = s->r;
	uint8_t *row = ARENA_NEWN(r->scratch, uint8_t, r->symbols.at.n);
	for (uint32_t i = 0; i < NSIGNS; i++) {
		uint32_t sym = frontend_symbol_of(&s->r->symbols, signs[i].name,
		        strlen(signs[i].name));
		row[sym] = (uint8_t)(i + 1); /* a form's name, which is a symbol from the start */
	}
	for (uint32_t i = 0; i < r->tree.nodes.n; i++) {
		const struct node *k = &r->tree.nodes.at[i];
		if (k->kind == N_DOTTED && !k->op && row[k->sym])
			saw(s, signs[row[k->sym] - 1].since, signs[row[k->sym] - 1].until, k->at);
	}
}

/* ---- Numbers that are assigned again ----------------------------------------------------*/
/* Could the value of an assignment be a number? */
static bool may_be_number(struct search *s, struct range value)
{
	const struct node *first = &s->r->tree.nodes.at[value.begin];
	const struct node *last = &s->r->tree.nodes.at[value.end - 1];
	if (first->kind != N_DOTTED || first->op)
		return true;
	const struct known *k = frontend_known_find(s->r, first->sym);
	if (k && k->kind == K_TYPE)
		return last->kind != N_CALL || last->n != 1; /* T.int32() declares */
	return !k || k->kind != K_FORM || !frontend_forms[k->index].later || k->index == F_let;
}

static void define(struct search *s, uint32_t sym)
{
	VEC_PUSH(s->r->scratch, &s->names, ((struct assigned){sym, s->at[sym]}));
	s->at[sym] = s->names.n;
}

static void forget(struct search *s, uint32_t n)
{
	while (s->names.n > n) {
		struct assigned a = s->names.at[--s->names.n];
		s->at[a.sym] = a.hidden;
	}
}

/* The names of a target: the first assignment of each defines it. */
static void assign(struct search *s, const struct syntax *x)
{
	const struct node *whole = &s->r->tree.nodes.at[x->target.end - 1];
	if ((whole->kind != N_NAME && whole->kind != N_TUPLE) || !may_be_number(s, x->value))
		return;
	for (uint32_t i = x->target.begin; i < x->target.end; i++) {
		const struct node *k = &s->r->tree.nodes.at[i];
		if (k->kind != N_NAME)
			continue;
		if (s->at[k->sym])
			saw(s, FIRST_NEW, NEWEST, k->at);
		else if (x->kind == S_ASSIGN)
			define(s, k->sym);
	}
}

static void annotate(struct search *s, const struct syntax *x)
{
	const struct node *name = &s->r->tree.nodes.at[x->target.end - 1];
	const struct node *type = &s->r->tree.nodes.at[x->type.begin];
	bool let = type->kind == N_DOTTED && !type->op && type->sym == s->r->sym_let;
	if (let || x->value.begin == x->value.end)
		saw(s, FIRST_NEW, NEWEST, x->at);
	else if (name->kind == N_NAME)
		define(s, name->sym);
}

static void search_body(struct search *s, const struct syntax *x);

/* with T.LetStmt(e) as x */
static void open_let(struct search *s, const struct syntax *x)
{
	const struct node *name = &s->r->tree.nodes.at[x->target.end - 1];
	if (x->target.begin != x->target.end && name->kind == N_NAME)
		define(s, name->sym);
}

static void search_stmt(struct search *s, const struct syntax *x)
{
	uint32_t names = s->names.n;
	switch (x->kind) {
	case S_ASSIGN:
	case S_AUGMENT: assign(s, x); break;
	case S_ANNOTATE: annotate(s, x); break;
	case S_WITH:
		open_let(s, x);
		search_body(s, x->body);
		forget(s, names);
		break;
	case S_FOR:
	case S_WHILE:
	case S_IF:
		search_body(s, x->body);
		search_body(s, x->orelse);
		break;
	case S_ASSERT:
	case S_BREAK:
	case S_CLASS:
	case S_CONTINUE:
	case S_DEF:
	case S_EXPR:
	case S_IMPORT:
	case S_OTHER:
	case S_PASS:
	case S_RETURN:
	case S_SKIP: break;
	}
}

/* Statements in a scope of their own; deeper ones than the reader takes are left out. */
static void search_body(struct search *s, const struct syntax *x)
{
	uint32_t names = s->names.n;
	if (s->depth++ <= MAX_BLOCKS)
		for (; x; x = x->next)
			search_stmt(s, x);
	s->depth--;
	forget(s, names);
}

/* @T.prim_func(s_tir=True): before, there was one mode only. */
static void search_decorators(struct search *s, const struct syntax *def)
{
	for (uint32_t d = 0; d < def->decorators.n; d++)
		for (uint32_t i = def->decorators.at[d].begin; i < def->decorators.at[d].end; i++) {
			const struct node *k = &s->r->tree.nodes.at[i];
			const char *name = k->kind == N_KEYWORD ? sym_name(s->r, k->sym) : "";
			if (!strcmp(name, "s_tir") || !strcmp(name, "persistent"))
				saw(s, FIRST_NEW, NEWEST, k->at);
		}
}

static void search_defs(struct search *s, const struct syntax *x)
{
	for (; x; x = x->next) {
		if (x->kind == S_DEF) {
			search_decorators(s, x);
			search_body(s, x->body);
		} else if (x->kind == S_CLASS && s->depth == 0) {
			s->depth++;
			search_defs(s, x->body);
			s->depth--;
		}
	}
}

void frontend_dialect_start(struct reader *r)
{
	bool sure;
	r->dialect = by_header(r, &sure);
	if (sure) {
		r->constant = r->dialect < D5;
		return;
	}
	struct search s = {.r = r, .since = OLDEST, .until = NEWEST};
	s.at = ARENA_NEWN(r->scratch, uint32_t, r->symbols.at.n);
	search_nodes(&s);
	search_defs(&s, r->tree.first);
	bool is_new = s.since >= FIRST_NEW, is_old = s.until <= LAST_OLD;
	if (is_new && !is_old)
		r->dialect = D5;
	else if (is_old && s.since <= LAST_OLD && r->dialect == D5)
		r->dialect = D2;
	r->constant = is_old || r->dialect < D5;
}

bool frontend_dialect_assigns(struct reader *r, uint32_t sym, struct span at)
{
	const struct entity *e = frontend_scope_find(r, sym);
	if (!e || !e->assigned || !r->constant)
		return true;
	frontend_fail(r, at,
	        "'%s' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 "
	        "stores to the one above",
	        sym_name(r, sym));
	if (r->old_sign.end)
		diag_note(r->d, r->src, r->old_sign, "this is of TVM before 0.24");
	diag_note(r->d, r->src, e->at,
	        "give a new variable another name; to store to this one, begin the text with "
	        "'# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'");
	return false;
}
