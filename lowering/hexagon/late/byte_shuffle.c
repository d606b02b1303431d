/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/byte_shuffle.c: any bytes of some registers, put together by instructions that LLVM does not look into.
 *
 * Idea.   Bytes in a row of two registers are one `valign`, and what one `vdeal` or `vshuff` of two, or of one, does is that.
 *         Of one register a network of seven rows of switches, `vrdelta` or `vdelta`, does it at once, if no switch is to
 *         let two bytes through.  Several registers that all go so are joined by `vmux`.  Else `vlut32` looks 32 bytes up at
 *         a time: each lane's index is its byte's place, and where no table has it the result is 0, so that tables
 *         and registers are joined by or.
 * Keeps   each byte; of bytes that nobody asked for anything.
 * Costs   one instruction for a row, a deal and a shuffle; else two instructions less one for each register, or one for it and one for each 32 bytes of it that are used. */
#include "lowering/hexagon/late/repeated_words.h"

enum { SEGMENT = 32, HALF = LOWER_LINE / 2, NO_TABLE = 0xff };

/* ---- Through a network of switches -------------------------------------------------------*/
/* The switches that bring byte from[i] to place i, rows of wide steps first or last; false: two bytes meet. */
static bool route(const int *from, bool wide_first, unsigned char *control)
{
	int holds[LOWER_LINE];
	memset(control, 0, LOWER_LINE);
	for (unsigned row = 1; row < LOWER_LINE; row *= 2) {
		unsigned step = wide_first ? LOWER_LINE / 2 / row : row;
		/* what has been through: the bits of the place, else those of the source */
		unsigned done = wide_first ? LOWER_LINE - step : 2 * step - 1;
		for (unsigned i = 0; i < LOWER_LINE; i++)
			holds[i] = -1;
		for (unsigned i = 0; i < LOWER_LINE; i++) {
			unsigned at = from[i] < 0 ? 0 : (i & done) | ((unsigned)from[i] & ~done);
			if (from[i] < 0)
				continue;
			if (holds[at] >= 0 && holds[at] != from[i])
				return false;
			holds[at] = from[i];
			control[at] |= (i ^ (unsigned)from[i]) & step;
		}
	}
	return true;
}

bool lower_is_routed(const int *from)
{
	unsigned char control[LOWER_LINE];
	return route(from, false, control) || route(from, true, control);
}

/* ---- Of two registers at once ------------------------------------------------------------*/
static bool is_in_place(const int *from)
{
	for (int i = 0; i < LOWER_LINE; i++)
		if (from[i] >= 0 && from[i] != i)
			return false;
	return true;
}

/* The number n of bytes by which x, then y behind it, is to be moved down for the line; -1: it is no row of them. */
static int row_of(const int *x, const int *y)
{
	int n = -1;
	for (int i = 0; i < LOWER_LINE; i++) {
		int at = x[i] >= 0 ? x[i] - i : y[i] >= 0 ? y[i] + LOWER_LINE - i : n;
		if (at < 0 ? x[i] >= 0 : n >= 0 && at != n)
			return -1;
		n = at;
	}
	return n < LOWER_LINE ? n : -1;
}

/* What `vshuff` (deal: `vdeal`) of two registers side by side makes of the places 0 to 255: exchanges at the distances that
 * are bits of by. */
static void deal(unsigned char *place, unsigned by, bool deals)
{
	for (unsigned i = 0; i < 2 * LOWER_LINE; i++)
		place[i] = (unsigned char)i;
	for (unsigned row = 1; row < LOWER_LINE; row *= 2) {
		unsigned step = deals ? LOWER_LINE / 2 / row : row;
		for (unsigned k = 0; by & step && k < LOWER_LINE; k++) {
			unsigned char *a = &place[LOWER_LINE + k], *b = &place[k + step], old = *a;
			if (k & step)
				continue;
			*a = *b;
			*b = old;
		}
	}
}

/* Is half `half` of what such an exchange makes the line? */
static bool is_dealt(const unsigned char *place, unsigned half, const int *x, const int *y)
{
	for (unsigned i = 0; i < LOWER_LINE; i++) {
		unsigned at = place[half * LOWER_LINE + i];
		int want = at < LOWER_LINE ? x[i] : y[i];
		bool asked = x[i] >= 0 || y[i] >= 0;
		if (asked && want != (int)(at % LOWER_LINE))
			return false;
	}
	return true;
}

struct exchange {
	unsigned by, half;
	bool deals;
};

/* The exchange of x and y that makes the line, at distances that are a row of powers of two; by is 0: there is none. */
static struct exchange exchange_of(const int *x, const int *y)
{
	unsigned char place[2 * LOWER_LINE];
	for (unsigned low = 1; low < LOWER_LINE; low *= 2)
		for (unsigned high = low; high < LOWER_LINE; high *= 2)
			for (unsigned k = 0; k < 4; k++) {
				struct exchange e = {2 * high - low, k % 2, k / 2};
				deal(place, e.by, e.deals);
				if (is_dealt(place, e.half, x, y))
					return e;
			}
	return (struct exchange){0};
}

/* ---- Instructions ------------------------------------------------------------------------*/
static LLVMValueRef constant_line(struct before_codegen *c, const unsigned char *byte)
{
	enum { WORDS = LOWER_LINE / 4 };
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef word[WORDS];
	for (unsigned i = 0; i < WORDS; i++) {
		const unsigned char *b = byte + 4 * i;
		word[i] = LLVMConstInt(i32,
		        b[0] | (unsigned)b[1] << 8 | (unsigned)b[2] << 16 | (unsigned)b[3] << 24,
		        false);
	}
	return LLVMConstVector(word, WORDS);
}

static LLVMValueRef looked_up(struct before_codegen *c, LLVMValueRef line, const int *from,
        LLVMValueRef all)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	unsigned char index[LOWER_LINE];
	bool used[LOWER_LINE / SEGMENT] = {false};
	for (unsigned i = 0; i < LOWER_LINE; i++) {
		index[i] = from[i] < 0 ? NO_TABLE : (unsigned char)from[i];
		if (from[i] >= 0)
			used[from[i] / SEGMENT] = true;
	}
	LLVMValueRef at = constant_line(c, index);
	LLVMValueRef table = lower_late_hvx(c, TARGET_VSHUFFB, &line);
	for (unsigned k = 0; k < LOWER_LINE / SEGMENT; k++) {
		LLVMValueRef number = LLVMConstInt(i32, k, false);
		if (!used[k])
			continue;
		all = all ? LOWER_LATE_HVX(c, TARGET_VLUTVVB_ORACC, all, at, table, number)
		          : LOWER_LATE_HVX(c, TARGET_VLUTVVB, at, table, number);
	}
	return all;
}

/* The register through a network; NULL: no network does it. */
static LLVMValueRef routed(struct before_codegen *c, const struct lower_line *x)
{
	unsigned char control[LOWER_LINE];
	if (is_in_place(x->from))
		return x->line;
	if (route(x->from, false, control))
		return LOWER_LATE_HVX(c, TARGET_VRDELTA, x->line, constant_line(c, control));
	if (route(x->from, true, control))
		return LOWER_LATE_HVX(c, TARGET_VDELTA, x->line, constant_line(c, control));
	return NULL;
}

/* Where the bytes that the line has begin, if it has all from there to the end and no other; else 0. */
static unsigned tail_of(const struct lower_line *x)
{
	unsigned n = LOWER_LINE;
	while (n && x->from[n - 1] >= 0)
		n--;
	for (unsigned i = 0; i < n; i++)
		if (x->from[i] >= 0)
			return 0;
	return n < LOWER_LINE ? n : 0;
}

/* Where byte i comes from if the halves of a register are interleaved, lanes of so many bytes in turn; dealt: and back. */
static unsigned interleaved(unsigned i, unsigned each, bool dealt)
{
	unsigned lane = i / each, half = HALF / each;
	unsigned from = dealt ? lane % half * 2 + lane / half : lane / 2 + lane % 2 * half;
	return from * each + i % each;
}

/* The line by one instruction that takes a register alone; NULL: none does it. */
static LLVMValueRef alone(struct before_codegen *c, const struct lower_line *x)
{
	static const enum target_instruction move[] = {
	        TARGET_VSHUFFB, TARGET_VDEALB, TARGET_VSHUFFH, TARGET_VDEALH};
	for (unsigned k = 0; k < 4; k++) {
		unsigned i = 0;
		while (i < LOWER_LINE &&
		        (x->from[i] < 0 || x->from[i] == (int)interleaved(i, 1 + k / 2, k % 2)))
			i++;
		if (i == LOWER_LINE)
			return lower_late_hvx(c, move[k], &x->line);
	}
	return NULL;
}

/* The bytes that the line has, of it; the others of all. */
static LLVMValueRef joined(struct before_codegen *c, const struct lower_line *x, LLVMValueRef line,
        LLVMValueRef all)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	unsigned tail = tail_of(x);
	if (tail) {
		LLVMValueRef n = LLVMConstInt(i32, tail, false);
		return LOWER_LATE_HVX(c, TARGET_VMUX, lower_late_hvx(c, TARGET_SCALAR2, &n), all,
		        line);
	}
	unsigned char has[LOWER_LINE];
	for (unsigned i = 0; i < LOWER_LINE; i++)
		has[i] = x->from[i] < 0 ? 0 : UINT8_MAX;
	LLVMValueRef which = LOWER_LATE_HVX(c, TARGET_VANDVRT, constant_line(c, has),
	        LLVMConstInt(i32, UINT32_MAX, false));
	return LOWER_LATE_HVX(c, TARGET_VMUX, which, line, all);
}

/* Instructions that make one half of an exchange at the distances 1 and 2: they take any two registers, and a packet has room for
 * two of them. */
static const enum target_instruction halves[2][2] = {
        {TARGET_VSHUFFEB, TARGET_VSHUFFOB}, {TARGET_VSHUFEH, TARGET_VSHUFOH}};

/* The line by one instruction that takes x and y, x first; NULL: none does it. */
static LLVMValueRef at_once(struct before_codegen *c, const struct lower_line *x,
        const struct lower_line *y)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	int row = row_of(x->from, y->from);
	LLVMValueRef args[] = {y->line, x->line, LLVMConstInt(i32, (unsigned)row, false)};
	if (row > 0)
		return lower_late_hvx(c, TARGET_VALIGNB, args);
	struct exchange e = exchange_of(x->from, y->from);
	if (!e.by)
		return NULL;
	if (e.by <= 2)
		return lower_late_hvx(c, halves[e.by - 1][e.half], args);
	args[2] = LLVMConstInt(i32, e.by, false);
	LLVMValueRef both = lower_late_hvx(c, e.deals ? TARGET_VDEALVDD : TARGET_VSHUFFVDD, args);
	return lower_late_hvx(c, e.half ? TARGET_HI : TARGET_LO, &both);
}

LLVMValueRef lower_shuffle_bytes(struct before_codegen *c, const struct lower_line *lines,
        unsigned n)
{
	LLVMValueRef all = NULL;
	bool route_all = true;
	if (n == 2 && (!is_in_place(lines[0].from) || !is_in_place(lines[1].from))) {
		all = at_once(c, &lines[0], &lines[1]);
		all = all ? all : at_once(c, &lines[1], &lines[0]);
		if (all)
			return all;
	}
	if (n == 1 && !is_in_place(lines[0].from))
		all = alone(c, &lines[0]);
	if (all)
		return all;
	for (unsigned i = 0; i < n; i++)
		route_all = route_all && lower_is_routed(lines[i].from);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef line = route_all ? routed(c, &lines[i]) : NULL;
		if (!route_all)
			all = looked_up(c, lines[i].line, lines[i].from, all);
		else
			all = all ? joined(c, &lines[i], line, all) : line;
	}
	return all;
}
