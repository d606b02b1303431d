/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_name.c: names of the printed text.
 *
 * Idea.   TVM's names: every character outside [A-Za-z0-9_] becomes _, and a name that something
 *         in scope or the language already has gets _1, _2, ...  So names that are legal and
 *         unique survive unchanged.  When a scope ends its names are free again.
 * Costs   one probe of a table a definition; the suffix search goes on where it stopped. */
#include "tir/print.h"

/* Python's keywords and what TVM's parser or the text's first lines give a meaning. */
static const char *const reserved[] = {"False", "None", "True", "and", "as", "assert", "async",
        "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
        "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
        "pass", "raise", "return", "try", "while", "with", "yield", "I", "T", "R", "cls", "range",
        "metadata", "TypeVar", "Axis", NULL};

static uint32_t hash_text(const char *s)
{
	uint64_t h = 0;
	for (; *s; s++)
		h = hash_mix(h, (unsigned char)*s);
	return (uint32_t)(h >> 16);
}

static void grow(struct printer *p)
{
	struct name **old = p->slot;
	uint32_t n = p->nslots;
	p->nslots = n ? 2 * n : 128;
	p->slot = ARENA_NEWN(&p->scratch, struct name *, p->nslots);
	for (uint32_t i = 0; i < n; i++) {
		if (!old[i])
			continue;
		uint32_t h = hash_text(old[i]->text) & (p->nslots - 1);
		while (p->slot[h])
			h = (h + 1) & (p->nslots - 1);
		p->slot[h] = old[i];
	}
}

/* The entry of a name, made if it is new. */
static struct name *find(struct printer *p, const char *text)
{
	if (2 * p->nnames >= p->nslots)
		grow(p);
	uint32_t h = hash_text(text) & (p->nslots - 1);
	while (p->slot[h] && strcmp(p->slot[h]->text, text) != 0)
		h = (h + 1) & (p->nslots - 1);
	if (!p->slot[h]) {
		p->slot[h] = ARENA_NEW(&p->scratch, struct name);
		p->slot[h]->text = arena_strndup(&p->scratch, text, strlen(text));
		p->slot[h]->next = 1;
		p->nnames++;
	}
	return p->slot[h];
}

void tir_print_names_start(struct printer *p)
{
	for (unsigned i = 0; reserved[i]; i++)
		find(p, reserved[i])->live = true;
	if (p->m->name)
		find(p, p->m->name)->live = true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_in_names(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

/* The text as a legal name; itself if it is one. */
static const char *sanitize(struct printer *p, const char *text)
{
	if (!text || !*text)
		return "v";
	const char *c = text;
	while (is_in_names(*c))
		c++;
	if (!*c && !is_digit(*text))
		return text;
	char *s = arena_printf(&p->scratch, "%s%s", is_digit(*text) ? "v" : "", text);
	for (char *d = s; *d; d++)
		*d = is_in_names(*d) ? *d : '_';
	return s;
}

/* A name nothing in scope has, as like text as possible, for *owner until the scope ends. */
static const char *give(struct printer *p, const char *text, const char **owner)
{
	struct name *base = find(p, sanitize(p, text)), *n = base;
	uint32_t suffix = 0;
	while (n->live) {
		suffix = base->next++;
		n = find(p, arena_printf(&p->scratch, "%s_%u", base->text, suffix));
	}
	n->live = true;
	VEC_PUSH(&p->scratch, &p->scope, ((struct live){n, base, suffix, owner}));
	return *owner = n->text;
}

uint32_t tir_print_open(const struct printer *p)
{
	return p->scope.n;
}

void tir_print_close(struct printer *p, uint32_t mark)
{
	while (p->scope.n > mark) {
		struct live *l = &p->scope.at[--p->scope.n];
		l->name->live = false;
		*l->owner = NULL;
		if (l->suffix && l->suffix < l->base->next)
			l->base->next = l->suffix;
	}
}

const char *tir_print_define_var(struct printer *p, const struct tir_var *v)
{
	return give(p, v->name, &p->var[v->id]);
}

const char *tir_print_define_name(struct printer *p, const char *text)
{
	return give(p, text, ARENA_NEW(&p->scratch, const char *));
}

const char *tir_print_define_buffer(struct printer *p, const struct tir_buffer *b)
{
	return give(p, b->name, &p->buffer[b->id]);
}

const char *tir_print_var_name(const struct printer *p, const struct tir_var *v)
{
	return p->var && p->var[v->id] ? p->var[v->id] : v->name;
}

const char *tir_print_buffer_name(const struct printer *p, const struct tir_buffer *b)
{
	return p->buffer && p->buffer[b->id] ? p->buffer[b->id] : b->name;
}
