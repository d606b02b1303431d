/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/emulate_packet.c: a packet with instructions that are emulated, cut into parts that may be executed one after the other.
 *
 * Idea.   All instructions of a packet read before any writes; in parts, a later one must not read what an earlier one wrote.  The
 *         parts are stages: what loads an operand of a float instruction (.cur) goes before it; what reads the old value of a register
 *         that a float instruction writes goes between; all others go behind.  An instruction that would see a value too new goes
 *         to the stage of the one that writes it, until none is left.
 * Needs   the text as LLVM prints it.  What is written in an unknown way counts as read and written.
 * Wrong   never: what can be in no stage is refused. */
#include <ctype.h>
#include <stdlib.h>

#include "tool/emulate.h"

/* Bits of emulate_regs.other. */
enum { P0, Q0 = 4, M0 = 8, LOOP = 10, VTMP, CONTROL };

static bool is_float(const char *s)
{
	static const char *const types[] = {".sf", ".hf", ".qf32", ".qf16", ".bf", ".f8"};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		for (const char *at = s; (at = strstr(at, types[i])); at++)
			if (!isalnum((unsigned char)at[strlen(types[i])]))
				return true;
	return false;
}

/* ---- rows -------------------------------------------------------------------------------*/
/* The text without blanks; V, VV and Q in the place of vectors. */
static const char *normal_form(const char *s, struct arena *arena)
{
	struct sbuf b = {0};
	for (bool inside = false; *s; s++) {
		bool is_reg = !inside && (*s == 'v' || *s == 'q') && isdigit((unsigned char)s[1]);
		inside = isalnum((unsigned char)*s);
		if (is_reg) {
			char kind = (char)toupper((unsigned char)*s++);
			sbuf_char(&b, kind);
			s += strspn(s, "0123456789");
			if (*s == ':') {
				sbuf_char(&b, kind);
				s += 1 + strspn(s + 1, "0123456789");
			}
			s--;
		} else if (*s != ' ') {
			sbuf_char(&b, *s);
		}
	}
	const char *text = b.failed ? "" : arena_strndup(arena, b.text ? b.text : "", b.len);
	sbuf_free(&b);
	return text;
}

static int row_of(const char *s, bool integers, struct arena *arena)
{
	static const char *const rows[] = {
#define HVX_ROW(name, text, ...) text,
#include "runtime/hvx_float.def"
	};
	if (!is_float(s) && !integers)
		return -1;
	const char *form = normal_form(s, arena);
	for (int i = 0; i < RT_NROWS; i++)
		if (!strcmp(rows[i], form))
			return i;
	return -1;
}

/* ---- registers --------------------------------------------------------------------------*/
static struct emulate_regs join(struct emulate_regs a, struct emulate_regs b)
{
	return (struct emulate_regs){a.r | b.r, a.v | b.v, a.other | b.other};
}

static bool meet(struct emulate_regs a, struct emulate_regs b)
{
	return (a.r & b.r) || (a.v & b.v) || (a.other & b.other);
}

static struct emulate_regs less(struct emulate_regs a, struct emulate_regs b)
{
	return (struct emulate_regs){a.r & ~b.r, a.v & ~b.v, a.other & ~b.other};
}

/* The bits from register `low` to register `high`. */
static uint32_t range(unsigned low, unsigned high)
{
	return low > high || high > 31 ? UINT32_MAX
	                               : (UINT32_MAX >> (31 - high)) & (UINT32_MAX << low);
}

/* The registers that the word at s names; *n: its length.  Nothing: it is no register. */
static struct emulate_regs named(const char *s, size_t *n)
{
	struct emulate_regs none = {0};
	*n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	static const char *const controls[] = {
	        "usr", "gp", "ugp", "cs0", "cs1", "sa0", "sa1", "lc0", "lc1"};
	if (*n == 4 && !strncmp(s, "vtmp", 4))
		return (struct emulate_regs){.other = 1u << VTMP};
	for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
		if (*n == strlen(controls[i]) && !strncmp(s, controls[i], *n))
			return (struct emulate_regs){.other = 1u << (i < 5 ? CONTROL : LOOP)};
	size_t digits = strspn(s + 1, "0123456789");
	if (!strchr("rvpqmc", *s) || !digits || *n != digits + 1)
		return none;
	unsigned high = (unsigned)strtoul(s + 1, NULL, 10), low = high;
	if (s[*n] == ':' && isdigit((unsigned char)s[*n + 1])) {
		low = (unsigned)strtoul(s + *n + 1, NULL, 10);
		*n += 1 + strspn(s + *n + 1, "0123456789");
	}
	uint32_t bits = range(low, high);
	if (*s == 'r')
		return (struct emulate_regs){.r = bits};
	if (*s == 'v')
		return (struct emulate_regs){.v = bits};
	unsigned shift = *s == 'q' ? Q0 : *s == 'm' ? M0 : P0;
	return (struct emulate_regs){
	        .other = *s == 'c' ? 1u << CONTROL | 1u << LOOP : (bits & 15) << shift};
}

/* Where the '=' of an assignment stands, outside of brackets; NULL: there is none. */
static const char *assignment(const char *s)
{
	int depth = 0;
	for (; *s; s++) {
		depth += (*s == '(') - (*s == ')');
		if (*s == '=' && depth == 0)
			return s;
	}
	return NULL;
}

/* Note one register that the instruction names: where, and at which depth of brackets. */
static void note(struct emulate_instr *in, struct emulate_regs x, const char *behind, int depth,
        bool is_left, bool is_kept)
{
	bool steps = depth > 0 &&
	             (!strncmp(behind, "++", 2) || (*behind == '=' && behind[1] != '='));
	if (!strncmp(behind, ".new", 4))
		in->news = join(in->news, x);
	else if (!is_left || depth > 0 || is_kept)
		in->reads = join(in->reads, x);
	if ((is_left && depth == 0) || steps)
		in->writes = join(in->writes, x);
}

/* Note all registers of the text. */
static void read_registers(struct emulate_instr *in)
{
	const char *s = in->text, *equals = assignment(s);
	bool has_condition = !strncmp(s, "if", 2);
	bool adds = equals && equals > s && strchr("+-&|^<>", equals[-1]);
	int depth = 0;
	for (char before = ' '; *s; s++) {
		depth += (*s == '(') - (*s == ')');
		bool begins = isalpha((unsigned char)*s) && !isalnum((unsigned char)before) &&
		              !strchr("._$#", before);
		size_t n = 1;
		if (begins) {
			struct emulate_regs x = named(s, &n);
			note(in, x, s + n, depth, equals && s < equals, has_condition || adds);
		}
		s += n - 1;
		before = *s;
	}
}

/* What the words of an instruction say beside its registers. */
static void read_words(struct emulate_instr *in)
{
	const char *s = in->text, *equals = assignment(s), *memory = strstr(s, "mem");
	const struct emulate_regs frame = {.r = UINT32_C(0xe0000000)};
	in->ends = strstr(s, "jump") || strstr(s, "call") || strstr(s, "return") ||
	           strstr(s, "trap");
	in->stores = memory && equals && memory < equals;
	in->loads = (memory && !in->stores) || (in->stores && strchr("+-&|", equals[-1])) ||
	            strstr(s, "dealloc");
	if (strstr(s, "allocframe"))
		in->stores = true;
	if (strstr(s, "alloc")) {
		in->reads = join(in->reads, frame);
		in->writes = join(in->writes, frame);
	}
	if (strstr(s, "loop0(") || strstr(s, "loop1("))
		in->writes.other |= 1u << LOOP | 1u << (P0 + 3);
}

/* What is loaded by .cur is read of this packet. */
static void read_currents(struct emulate_packet *p)
{
	for (uint32_t i = 0; i < p->n; i++) {
		struct emulate_regs x = p->at[i].writes;
		if (!strstr(p->at[i].text, ".cur"))
			continue;
		x.r = x.other = 0;
		for (uint32_t k = 0; k < p->n; k++) {
			struct emulate_instr *in = &p->at[k];
			if (k != i && meet(in->reads, x)) {
				in->reads = less(in->reads, x);
				in->news = join(in->news, x);
			}
		}
	}
}

const char *emulate_read(struct emulate_packet *p, const char *const *text, uint32_t n,
        const char *tail, bool integers, struct arena *arena)
{
	*p = (struct emulate_packet){.n = n,
	        .tail = tail,
	        .has_endloop = strstr(tail, "endloop"),
	        .is_ordered = strstr(tail, "mem_noshuf")};
	for (uint32_t i = 0; i < n; i++) {
		struct emulate_instr *in = &p->at[i];
		*in = (struct emulate_instr){.text = text[i],
		        .row = row_of(text[i], integers, arena),
		        .stage = EMULATE_BEHIND};
		p->nfloats += in->row >= 0;
		if (in->row < 0 && is_float(in->text))
			return in->text;
		read_registers(in);
		read_words(in);
	}
	read_currents(p);
	return NULL;
}

/* ---- stages -----------------------------------------------------------------------------*/
/* Of the instructions that are emulated: what they read, what of that is loaded by .cur, what they write. */
struct floats {
	struct emulate_regs reads, news, writes;
};

/* Would b see what it must not, or not see what it must, if a is executed in an earlier stage? */
static bool disturbs(const struct emulate_packet *p, const struct emulate_instr *a,
        const struct emulate_instr *b)
{
	return meet(a->writes, b->reads) || meet(a->news, b->writes) ||
	       (meet(a->writes, b->news) && !strstr(a->text, ".cur")) || (a->stores && b->loads) ||
	       (p->is_ordered && (a->loads || a->stores) && (b->loads || b->stores));
}

/* Must it be the last?  It sees new values of floats, or leaves the packet. */
static bool is_bound(const struct emulate_instr *in, const struct floats *f)
{
	return in->ends || meet(in->news, f->writes);
}

/* Move what another one disturbs to its stage; false: nothing had to move. */
static bool move_one(struct emulate_packet *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < p->n; k++) {
			const struct emulate_instr *a = &p->at[i];
			struct emulate_instr *b = &p->at[k];
			if (a->row < 0 && b->row < 0 && a->stage < b->stage && disturbs(p, a, b)) {
				b->stage = a->stage;
				return true;
			}
		}
	return false;
}

/* Is each instruction where it may be? */
static bool is_possible(const struct emulate_packet *p, const struct floats *f)
{
	for (uint32_t i = 0; i < p->n; i++) {
		const struct emulate_instr *in = &p->at[i];
		if (in->row >= 0)
			continue;
		if (strstr(in->text, ".tmp") || (in->stage != EMULATE_BEHIND && is_bound(in, f)))
			return false;
		if (in->stage == EMULATE_BEFORE && meet(in->writes, f->reads))
			return false;
	}
	return true;
}

bool emulate_order(struct emulate_packet *p)
{
	struct floats f = {0};
	for (uint32_t i = 0; i < p->n; i++)
		if (p->at[i].row >= 0) {
			f.reads = join(f.reads, p->at[i].reads);
			f.news = join(f.news, p->at[i].news);
			f.writes = join(f.writes, p->at[i].writes);
		}
	for (uint32_t i = 0; i < p->n; i++) {
		struct emulate_instr *in = &p->at[i];
		if (in->row < 0 && meet(in->writes, f.news))
			in->stage = EMULATE_BEFORE;
		else if (in->row < 0 && meet(in->reads, f.writes))
			in->stage = EMULATE_BETWEEN;
	}
	while (move_one(p))
		;
	for (uint32_t i = 0; i < p->n; i++)
		p->used[p->at[i].stage] |= p->at[i].row < 0;
	p->used[EMULATE_BEHIND] |= p->has_endloop;
	return is_possible(p, &f);
}

/* ---- texts ------------------------------------------------------------------------------*/
/* Does another instruction of the same stage write (reads false), or read of this packet, what the register is? */
static bool is_paired(const struct emulate_packet *p, uint32_t i, struct emulate_regs x, bool reads)
{
	for (uint32_t k = 0; k < p->n; k++)
		if (k != i && p->at[k].row < 0 && p->at[k].stage == p->at[i].stage &&
		        meet(reads ? p->at[k].news : p->at[k].writes, x))
			return true;
	return false;
}

const char *emulate_text(const struct emulate_packet *p, uint32_t i, struct arena *arena)
{
	const struct emulate_instr *in = &p->at[i];
	bool cur = strstr(in->text, ".cur");
	bool keep = cur ? is_paired(p, i, (struct emulate_regs){.v = in->writes.v}, true)
	                : is_paired(p, i, in->news, false);
	const char *word = strstr(in->text, cur ? ".cur" : ".new");
	if (keep || !word)
		return in->text;
	return arena_printf(arena, "%.*s%s", (int)(word - in->text), in->text, word + 4);
}
