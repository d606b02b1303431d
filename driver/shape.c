/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/shape.c: numbers for what LLVM made of a version of a function, by which two are known to be the same program.
 *
 * Idea      In the text of a module each value stands for a number: that of its instruction, with those of its operands in the
 *           place of their names.  What goes back around a loop has its number from the round before.  A block's number is the sum
 *           of its instructions', so that their order does not count, but for what writes memory or ends the block; another number
 *           is of the text in its order.
 * Needs     nothing: it is for costs.  Two programs that are not the same may, though nearly never, have the same numbers.
 * Costs     the text, ROUNDS times. */
#include "driver/internal.h"

enum { ROUNDS = 3 };

struct named {
	uint64_t name, value; /* name 0: there is none */
};
struct shape {
	struct arena *arena;
	struct named *table; /* of a function; mask + 1 of them */
	uint64_t mask;
	struct driver_shape out;
	uint64_t sum, order; /* of a block */
	uint32_t block;
};

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xff51afd7ed558ccd);
	return x ^ x >> 32;
}

/* ---- Values ------------------------------------------------------------------------------*/
/* Place for a value a line of the text. */
static void make_table(struct shape *s, const char *at, const char *end)
{
	uint64_t n = 64;
	for (; at < end; at++)
		n += 4 * (*at == '\n');
	for (s->mask = 1; s->mask < n; s->mask *= 2)
		continue;
	s->table = ARENA_NEWN(s->arena, struct named, s->mask--);
}

static struct named *find(const struct shape *s, uint64_t name)
{
	uint64_t i = name & s->mask;
	while (s->table[i].name && s->table[i].name != name)
		i = (i + 1) & s->mask;
	return &s->table[i];
}

static void set(struct shape *s, uint64_t name, uint64_t value)
{
	*find(s, name) = (struct named){name, value};
}

static bool is_of_name(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '$' || c == '.' || c == '_' || c == '-';
}

/* The number of the name that is written at *at, which is moved behind it. */
static uint64_t name_at(const char **at)
{
	uint64_t h = 1;
	bool quoted = **at == '"';
	*at += quoted;
	for (; quoted ? **at && **at != '"' : is_of_name(**at); ++*at)
		h = mix(h, (unsigned char)**at);
	*at += quoted && **at;
	return h | 1;
}

/* ---- Lines -------------------------------------------------------------------------------*/
static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The number of a line from `at` on, up to its end or a comment: what its values stand for, but not how metadata is counted. */
static uint64_t of_line(const struct shape *s, const char *at, const char *end)
{
	uint64_t h = 1;
	bool quoted = false;
	while (at < end && (quoted || *at != ';')) {
		char c = *at++;
		quoted ^= c == '"';
		h = mix(h, (unsigned char)c);
		if (!quoted && c == '%')
			h = mix(h, find(s, name_at(&at))->value);
		while (!quoted && c == '!' && is_digit(*at))
			at++;
	}
	return h;
}

static bool begins(const char *at, const char *word)
{
	return !strncmp(at, word, strlen(word));
}

/* Does the instruction write memory, perhaps, or end its block? */
static bool keeps_place(const char *at)
{
	static const char *const words[] = {"store", "call", "tail call", "br", "ret", "switch",
	        "fence", "unreachable", "atomicrmw", "cmpxchg"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (begins(at, words[i]))
			return true;
	return false;
}

static void end_block(struct shape *s)
{
	s->out.free = mix(mix(s->out.free, s->sum), s->order);
	s->sum = s->order = 0;
}

/* An instruction: `  %name = ...`, or one without a value. */
static void add_instruction(struct shape *s, const char *at, const char *end)
{
	at += strspn(at, " ");
	const char *behind = at + 1;
	uint64_t name = *at == '%' ? name_at(&behind) : 0;
	bool named = name && begins(behind, " = ");
	const char *what = named ? behind + 3 : at;
	uint64_t h = of_line(s, what, end);
	s->sum += mix(h, 2);
	s->out.ordered = mix(s->out.ordered, h);
	if (keeps_place(what))
		s->order = mix(s->order, h);
	if (named)
		set(s, name, h);
}

static void add_both(struct shape *s, uint64_t h)
{
	s->out.free = mix(s->out.free, h);
	s->out.ordered = mix(s->out.ordered, h);
}

/* A function's first line, with its parameters. */
static void begin_function(struct shape *s, const char *at, const char *end)
{
	uint64_t n = 4;
	for (const char *c = at; c < end; c++)
		if (*c == '%') {
			c++;
			set(s, name_at(&c), mix(1, n++));
		}
	s->block = 0;
	add_both(s, of_line(s, at, end));
}

static void add_line(struct shape *s, const char *at, const char *end)
{
	const char *label = at;
	if (begins(at, "define")) {
		begin_function(s, at, end);
	} else if (*at == ' ') {
		add_instruction(s, at, end);
	} else if (is_of_name(*at) || *at == '"') { /* a block */
		end_block(s);
		set(s, name_at(&label), mix(3, ++s->block));
	}
}

/* ---- Parts of the text -------------------------------------------------------------------*/
/* The lines of a function. */
static void add_function(struct shape *s, const char *at, const char *end)
{
	struct driver_shape before = s->out;
	make_table(s, at, end);
	for (int i = 0; i < ROUNDS; i++) {
		s->out = before;
		for (const char *line = at; line < end; line++) {
			const char *next = line + strcspn(line, "\n");
			add_line(s, line, next);
			line = next;
		}
		end_block(s);
	}
}

struct driver_shape driver_shape(const char *text, struct arena *arena)
{
	struct shape s = {.arena = arena};
	make_table(&s, "", "");
	for (const char *at = text; *at; at += *at == '\n') {
		const char *end = begins(at, "define") ? strstr(at, "\n}") : NULL;
		const char *line = at + strcspn(at, "\n");
		if (end)
			add_function(&s, at, end);
		else if (*at != '!' && *at != ';')
			add_both(&s, of_line(&s, at, line));
		at = end ? end + 2 : line;
	}
	return s.out;
}
