/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/schedule.c: schedules as texts, read and printed.
 *
 *     # comment
 *     FUNCTION.BUFFER:LINE = WAY(NUMBER=1, ..., WAY(...))     the nest that stores to the buffer, whose outermost loop is in that line
 *
 * The words are those of schedule.def. */
#include "loops/plan/schedule.h"

struct way {
	const char *word;
	uint32_t least, most;
	const char *text, *number[SCHEDULE_NUMBERS];
};
static const struct way ways[SCHEDULE_NWAYS] = {
#define WAY(NAME, word, least, most, text, ...)                                                    \
	[SCHEDULE_##NAME] = {word, least, most, text, {__VA_ARGS__}},
#include "loops/plan/schedule.def"
};

/* ---- Printed -----------------------------------------------------------------------------*/
void schedule_print(const struct schedule *w, struct sbuf *out)
{
	const struct way *row = &ways[w->way];
	const char *before = "(";
	sbuf_str(out, row->word);
	for (uint32_t i = 0; i < SCHEDULE_NUMBERS && row->number[i]; i++)
		if (w->number[i]) {
			sbuf_printf(out, "%s%s=%lld", before, row->number[i],
			        (long long)w->number[i]);
			before = ", ";
		}
	if (w->buffer) {
		sbuf_printf(out, "%sbuffer=%s", before, w->buffer);
		before = ", ";
	}
	for (uint32_t i = 0; i < w->n; i++) {
		sbuf_str(out, before);
		schedule_print(w->part[i], out);
		before = ", ";
	}
	if (*before == ',')
		sbuf_char(out, ')');
}

/* Add "FUNCTION.BUFFER:LINE = WAY", and what the way takes, or why it cannot be. */
static void print_line(const struct tir_func *f, const struct loops_nest *n,
        const struct loops_way *w, struct sbuf *out)
{
	enum { TWELFTHS = 12 };
	sbuf_printf(out, "%s.%s:%u = ", f->name, n->buffer->name, n->line);
	schedule_print(w->way, out);
	if (w->why)
		sbuf_printf(out, "  # %s", w->why);
	else if (w->time)
		sbuf_printf(out, "  # %llu packets by the model",
		        (unsigned long long)((w->time + TWELFTHS - 1) / TWELFTHS));
	sbuf_char(out, '\n');
}

/* The way that is taken, with its time, if that is known; if none is: to leave the nest. */
static struct loops_way way_of(const struct loops_nest *n, bool taken)
{
	static const struct schedule leave = {.way = SCHEDULE_LEAVE};
	struct loops_way w = {taken && n->way ? n->way : &leave, 0, NULL};
	for (uint32_t k = 0; k < n->nways; k++)
		if (n->ways[k].way == w.way)
			w = n->ways[k];
	return w;
}

void loops_schedule_print(const struct tir_func *f, const struct loops_vectors *vectors, bool taken,
        struct sbuf *out)
{
	for (uint32_t i = 0; i < vectors->nests.n; i++) {
		const struct loops_nest *n = &vectors->nests.at[i];
		const struct loops_way w = way_of(n, taken);
		print_line(f, n, &w, out);
		for (uint32_t k = 0; k < n->nways; k++) {
			if (n->ways[k].way == w.way)
				continue;
			sbuf_str(out, "# ");
			print_line(f, n, &n->ways[k], out);
		}
	}
}

/* ---- Read --------------------------------------------------------------------------------*/
struct reader {
	const struct source *s;
	struct arena *arena;
	struct diag *d;
	uint32_t at;
};
enum { DEEPEST = 8 };

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Skip blanks and a comment; the next character. */
static char peek(struct reader *r)
{
	while (is_space(r->s->text[r->at]))
		r->at++;
	while (r->s->text[r->at] == '#')
		while (r->s->text[r->at] && r->s->text[r->at] != '\n')
			r->at++;
	return r->s->text[r->at];
}

static bool fail(const struct reader *r, uint32_t begin, const char *wanted)
{
	uint32_t end = r->at > begin ? r->at : begin + (begin < r->s->len);
	return diag_error(r->d, r->s, (struct span){begin, end}, "%s", wanted);
}

/* Read the character c. */
static bool expect(struct reader *r, char c)
{
	char wanted[] = "expected 'c'";
	wanted[sizeof wanted - 3] = c;
	if (peek(r) != c)
		return fail(r, r->at, wanted);
	r->at++;
	return true;
}

/* Read a word up to one of the characters that end it; NULL after an error. */
static const char *read_word(struct reader *r, const char *end, const char *what)
{
	peek(r);
	uint32_t begin = r->at;
	while (r->s->text[r->at] && !strchr(end, r->s->text[r->at]))
		r->at++;
	if (r->at == begin) {
		fail(r, begin, what);
		return NULL;
	}
	return arena_strndup(r->arena, r->s->text + begin, r->at - begin);
}

/* Read a number in decimal digits. */
static bool read_number(struct reader *r, int64_t *out)
{
	enum { TEN = 10, MOST = 1 << 30 };
	peek(r);
	uint32_t begin = r->at;
	*out = 0;
	while (r->s->text[r->at] >= '0' && r->s->text[r->at] <= '9' && *out < MOST)
		*out = *out * TEN + (r->s->text[r->at++] - '0');
	return r->at > begin && *out < MOST ? true : fail(r, begin, "expected a number below 2^30");
}

/* Read what stands behind "NAME=". */
static bool read_value(struct reader *r, struct schedule *w, const char *name, uint32_t begin)
{
	r->at++;
	if (w->way == SCHEDULE_WITH && !strcmp(name, "buffer"))
		return (w->buffer = read_word(r, " \t\r\n(),=#", "expected a buffer")) != NULL;
	for (uint32_t i = 0; i < SCHEDULE_NUMBERS && ways[w->way].number[i]; i++)
		if (!strcmp(name, ways[w->way].number[i]))
			return read_number(r, &w->number[i]);
	return diag_error(r->d, r->s, (struct span){begin, begin + (uint32_t)strlen(name)},
	        "'%s' has no number '%s'", ways[w->way].word, name);
}

static bool read_way(struct reader *r, struct schedule *w, const char *word, uint32_t begin,
        uint32_t depth);

/* Read one of what stands between the parentheses. */
static bool read_argument(struct reader *r, struct schedule *w, uint32_t depth)
{
	peek(r);
	uint32_t begin = r->at;
	const char *word = read_word(r, " \t\r\n(),=#", "expected a number's name or a way");
	if (!word)
		return false;
	if (peek(r) == '=')
		return read_value(r, w, word, begin);
	if (w->n == ways[w->way].most)
		return diag_error(r->d, r->s, (struct span){begin, r->at},
		        "'%s' makes at most %u nests", ways[w->way].word, ways[w->way].most);
	struct schedule *part = ARENA_NEW(r->arena, struct schedule);
	w->part[w->n++] = part;
	return read_way(r, part, word, begin, depth + 1);
}

/* Read the way whose word, at `begin`, was read. */
static bool read_way(struct reader *r, struct schedule *w, const char *word, uint32_t begin,
        uint32_t depth)
{
	uint32_t k = 0;
	while (k < SCHEDULE_NWAYS && strcmp(ways[k].word, word) != 0)
		k++;
	if (k == SCHEDULE_NWAYS || depth > DEEPEST)
		return diag_error(r->d, r->s, (struct span){begin, begin + (uint32_t)strlen(word)},
		        k < SCHEDULE_NWAYS ? "the ways are nested too deep at '%s'"
		                           : "there is no way '%s'",
		        word);
	w->way = (enum schedule_way)k;
	if (peek(r) != '(')
		return true;
	do {
		r->at++;
		if (!read_argument(r, w, depth))
			return false;
	} while (peek(r) == ',');
	return expect(r, ')');
}

/* Read a line that is no comment, and add it. */
static bool read_line(struct reader *r, struct loops_schedule *all)
{
	struct loops_scheduled x = {.at = {r->at, r->at}};
	struct schedule *way = ARENA_NEW(r->arena, struct schedule);
	int64_t line;
	if (!(x.func = read_word(r, ".:= \t\r\n", "expected FUNCTION.BUFFER:LINE")) ||
	        !expect(r, '.') || !(x.buffer = read_word(r, ":= \t\r\n", "expected a buffer")) ||
	        !expect(r, ':') || !read_number(r, &line))
		return false;
	x.line = (unsigned)line;
	x.at.end = r->at;
	if (!expect(r, '='))
		return false;
	peek(r);
	uint32_t begin = r->at;
	const char *word = read_word(r, " \t\r\n(),=#", "expected a way");
	if (!word || !read_way(r, way, word, begin, 0))
		return false;
	if (peek(r) && peek(r) != '\n')
		return fail(r, r->at, "expected the end of the line");
	x.way = way;
	if (schedule_find(all, x.func, x.buffer, x.line))
		return diag_error(r->d, r->s, x.at, "a second way for one nest");
	VEC_PUSH(r->arena, &all->all, x);
	return true;
}

struct loops_schedule *loops_schedule_read(const struct source *s, struct arena *arena,
        struct diag *d)
{
	struct loops_schedule *all = ARENA_NEW(arena, struct loops_schedule);
	struct reader r = {s, arena, d, 0};
	all->source = s;
	for (char c; (c = peek(&r));) {
		if (c == '\n')
			r.at++;
		else if (!read_line(&r, all))
			return NULL;
	}
	return r.at == s->len ? all : (fail(&r, r.at, "a NUL in a schedule"), NULL);
}

struct loops_scheduled *schedule_find(const struct loops_schedule *all, const char *func,
        const char *buffer, unsigned line)
{
	for (uint32_t i = 0; all && i < all->all.n; i++) {
		struct loops_scheduled *x = &all->all.at[i];
		if (x->line == line && !strcmp(x->func, func) && !strcmp(x->buffer, buffer))
			return x;
	}
	return NULL;
}

void loops_schedule_keep(const struct loops_vectors *vectors, const char *why)
{
	for (uint32_t i = 0; i < vectors->nests.n; i++) {
		const struct loops_nest *n = &vectors->nests.at[i];
		if (!n->asked)
			continue;
		bool leaves = n->asked->way->way == SCHEDULE_LEAVE;
		n->asked->why = n->why ? n->why : why;
		n->asked->done = leaves || !n->asked->why;
	}
}

/* Is the line for a function of the module that is not compiled? */
static bool is_left_out(const struct loops_scheduled *x, const struct tir_module *m,
        const char *only)
{
	return only && strcmp(x->func, only) != 0 && tir_find_func(m, x->func);
}

bool loops_schedule_done(const struct loops_schedule *all, const struct tir_module *m,
        const char *only, struct diag *d)
{
	bool done = true;
	for (uint32_t i = 0; all && i < all->all.n; i++) {
		const struct loops_scheduled *x = &all->all.at[i];
		if (x->done || is_left_out(x, m, only))
			continue;
		done = diag_error(d, all->source, x->at, "%s%s",
		        x->why ? "the nest cannot be done so: " : "",
		        x->why ? x->why
		               : "there is no such nest: none that registers may cover stores to "
		                 "the "
		                 "buffer and begins in that line");
	}
	return done;
}
