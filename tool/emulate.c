/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/emulate.c: assembly with float instructions of HVX becomes assembly without, which calls runtime/emulate.c.
 *
 * Idea.   A packet with such instructions becomes
 *                 { jump .Ltirc_do_3 }
 *         .Ltirc_on_3:
 *                 { the packet without them }
 *         and behind all functions
 *         .Ltirc_do_3:
 *                 { allocframe(#8) }              r30 and r31 are kept
 *                 { memw(r29+#0) = r0 }
 *                 { r0 = ##rt_lanes }             for each instruction
 *                 { vmem(r0+#0) = v1 }            each operand
 *                 { r0 = ##.Ltirc_packet_3 }      struct rt_packet
 *                 { call rt_emulate_enter }
 *                 { r0 = ##rt_lanes }
 *                 { v5 = vmem(r0+#4) }            each result
 *                 { r0 = memw(r29+#0) }
 *                 { deallocframe }
 *                 { jump .Ltirc_on_3 }
 *         Where an instruction reads the old value of a result (emulate_packet.c), results are loaded by a second such piece.
 *         No code gets longer by more than that, so that all branches reach.
 * Counts  struct rt_packet says what these packets are more than the one in whose place they stand.  Nops that align loops are
 *         written out as they are in the object of the whole text, since another layout would have others. */
#include <ctype.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "tool/emulate.h"

/* Of rt_emulate_enter: packets outside of the readings of its counter; instructions, likewise. */
enum { OUTSIDE_PACKETS = 11, OUTSIDE_INSTRUCTIONS = 12 };

struct writer {
	struct emulation *e;
	struct sbuf *out;        /* the code as it goes on */
	struct sbuf stubs, data; /* behind it */
	const struct backend_object *object;
	const uint32_t *words; /* of the function, NULL: none; the cursor */
	uint32_t n, at;
	/* Of the site at hand. */
	uint32_t spent, hvx; /* packets of the stubs, each of one instruction; those of HVX */
};

static bool refuse(struct writer *w, const char *packet, const char *why)
{
	w->e->packet = packet;
	w->e->why = why;
	return false;
}

/* ---- the object's nops -------------------------------------------------------------------*/
struct seen {
	uint32_t words, nops;
};

/* The packet at the cursor. */
static struct seen look(const struct writer *w)
{
	struct seen s = {0};
	for (uint32_t at = w->at; at < w->n; at++) {
		s.words++;
		s.nops += backend_is_nop(w->words[at]);
		if (backend_is_last(w->words[at]))
			break;
	}
	return s;
}

static void write_nops(struct writer *w, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		sbuf_str(w->out, "\t\tnop\n");
}

/* Write the packets of nops that stand at the cursor. */
static void write_padding(struct writer *w)
{
	for (struct seen s; (s = look(w)).words && s.nops == s.words; w->at += s.words) {
		sbuf_str(w->out, "\t{\n");
		write_nops(w, s.nops);
		sbuf_str(w->out, "\t}\n");
	}
}

/* Pass the packet of the object that the text's is; *nops: how many it has more. */
static bool pass(struct writer *w, const char *const *text, uint32_t n, uint32_t *nops)
{
	struct seen s = look(w);
	uint32_t own = 0;
	for (uint32_t i = 0; i < n; i++)
		own += !strcmp(text[i], "nop");
	if (!s.words || s.nops < own || (s.nops == s.words) != (own == n))
		return false;
	w->at += s.words;
	*nops = s.nops - own;
	return true;
}

/* ---- the stubs ---------------------------------------------------------------------------*/
#define SPEND(w, ...)                                                                              \
	(sbuf_printf(&(w)->stubs, "\t{\n\t\t" __VA_ARGS__), sbuf_str(&(w)->stubs, "\n\t}\n"),      \
	        (w)->spent++)

static void begin_stub(struct writer *w, const char *name)
{
	w->spent++; /* the jump to it */
	sbuf_printf(&w->stubs, ".Ltirc_%s_%u:\n", name, w->e->sites);
	SPEND(w, "allocframe(#8)");
	SPEND(w, "memw(r29+#0) = r0");
}

static void end_stub(struct writer *w, const char *next)
{
	SPEND(w, "r0 = memw(r29+#0)");
	SPEND(w, "deallocframe");
	SPEND(w, "jump .Ltirc_%s_%u", next, w->e->sites);
}

/* Of the k-th register in the text: 'v' or 'q', and the first and last number. */
struct operand {
	char kind;
	unsigned low, high;
};
static bool operand_of(const char *s, unsigned k, struct operand *o)
{
	for (char before = ' '; *s; before = *s++) {
		if ((*s != 'v' && *s != 'q') || isalnum((unsigned char)before) ||
		        !isdigit((unsigned char)s[1]) || k-- > 0)
			continue;
		char *end;
		o->kind = *s;
		o->high = o->low = (unsigned)strtoul(s + 1, &end, 10);
		if (*end == ':')
			o->low = (unsigned)strtoul(end + 1, NULL, 10);
		return true;
	}
	return false;
}

static void point_at(struct writer *w, uint32_t step)
{
	SPEND(w, "r0 = ##rt_lanes+%u", step * RT_BLOCK * RT_LANES);
}

static void store_operands(struct writer *w, const char *text, uint32_t step)
{
	struct operand o;
	point_at(w, step);
	for (unsigned k = 1; operand_of(text, k, &o); k++)
		for (unsigned i = o.low; i <= o.high; i++, w->hvx++)
			SPEND(w, "vmem(r0+#%u) = v%u", (k - 1) * RT_SECOND + i - o.low, i);
}

/* A predicate is made by way of v0, which is kept. */
static void load_predicate(struct writer *w, unsigned q, uint32_t step)
{
	SPEND(w, "vmem(r0+#%d) = v0", RT_SPARE);
	SPEND(w, "v0 = vmem(r0+#%d)", RT_RESULT);
	SPEND(w, "r0 = ##0x01010101");
	SPEND(w, "q%u = vand(v0,r0)", q);
	point_at(w, step);
	SPEND(w, "v0 = vmem(r0+#%d)", RT_SPARE);
	w->hvx += 4;
}

static void load_result(struct writer *w, const char *text, uint32_t step)
{
	struct operand o;
	if (!operand_of(text, 0, &o))
		return;
	point_at(w, step);
	if (o.kind == 'q')
		load_predicate(w, o.low, step);
	for (unsigned i = o.low; o.kind == 'v' && i <= o.high; i++, w->hvx++)
		SPEND(w, "v%u = vmem(r0+#%u)", i, RT_RESULT + i - o.low);
}

/* Predicates first: they need v0 as it was. */
static void load_results(struct writer *w, const struct emulate_packet *p)
{
	for (int vectors = 0; vectors < 2; vectors++)
		for (uint32_t i = 0, step = 0; i < p->n; i++) {
			if (p->at[i].row < 0)
				continue;
			if ((*p->at[i].text == 'v') == vectors)
				load_result(w, p->at[i].text, step);
			step++;
		}
}

static void write_stubs(struct writer *w, const struct emulate_packet *p, bool twice)
{
	uint32_t step = 0;
	begin_stub(w, "do");
	for (uint32_t i = 0; i < p->n; i++)
		if (p->at[i].row >= 0)
			store_operands(w, p->at[i].text, step++);
	SPEND(w, "r0 = ##.Ltirc_packet_%u", w->e->sites);
	SPEND(w, "call rt_emulate_enter");
	if (twice) {
		end_stub(w, "on");
		begin_stub(w, "load");
	}
	load_results(w, p);
	end_stub(w, twice ? "off" : "on");
}

/* ---- the packets -------------------------------------------------------------------------*/
/* Write the instructions of a stage as a packet. */
static void write_stage(struct writer *w, const struct emulate_packet *p, enum emulate_stage stage)
{
	bool last = stage == EMULATE_BEHIND, memory = false;
	if (!p->used[stage])
		return;
	sbuf_str(w->out, "\t{\n");
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n; i++)
		if (p->at[i].row < 0 && p->at[i].stage == stage) {
			sbuf_printf(w->out, "\t\t%s\n", emulate_text(p, i, w->e->arena));
			memory |= p->at[i].loads || p->at[i].stores;
			n++;
		}
	write_nops(w, n ? 0 : 1);
	sbuf_printf(w->out, "\t}%s\n",
	        last                      ? p->tail
	        : memory && p->is_ordered ? " :mem_noshuf"
	                                  : "");
}

/* struct rt_packet. */
static void write_data(struct writer *w, const struct emulate_packet *p, uint32_t nops)
{
	uint32_t parts = p->used[EMULATE_BEFORE] + p->used[EMULATE_BETWEEN] +
	                 p->used[EMULATE_BEHIND];
	uint32_t packets = w->spent + OUTSIDE_PACKETS + parts - 1;
	uint32_t instructions = w->spent + OUTSIDE_INSTRUCTIONS - p->nfloats - nops;
	sbuf_printf(&w->data, "\t.p2align 2\n.Ltirc_packet_%u:\n\t.word %u, %u, %u, %u, %u\n",
	        w->e->sites, packets, instructions, w->hvx - p->nfloats, w->e->settings,
	        p->nfloats);
	for (uint32_t i = 0; i < p->n; i++)
		if (p->at[i].row >= 0)
			sbuf_printf(&w->data, "\t.byte %d\n", p->at[i].row);
	for (uint32_t i = p->nfloats; i < RT_MAX_STEPS; i++)
		sbuf_str(&w->data, "\t.byte 0\n");
}

static void write_site(struct writer *w, const struct emulate_packet *p, uint32_t nops)
{
	bool twice = p->used[EMULATE_BETWEEN];
	uint32_t site = w->e->sites;
	w->spent = w->hvx = 0;
	write_stubs(w, p, twice);
	write_stage(w, p, EMULATE_BEFORE);
	sbuf_printf(w->out, "\t{\n\t\tjump .Ltirc_do_%u\n\t}\n.Ltirc_on_%u:\n", site, site);
	write_stage(w, p, EMULATE_BETWEEN);
	if (twice)
		sbuf_printf(w->out, "\t{\n\t\tjump .Ltirc_load_%u\n\t}\n.Ltirc_off_%u:\n", site,
		        site);
	write_stage(w, p, EMULATE_BEHIND);
	write_data(w, p, nops);
	w->e->sites++;
}

static const char *whole_text(const struct emulate_packet *p, struct arena *arena)
{
	struct sbuf b = {0};
	for (uint32_t i = 0; i < p->n; i++)
		sbuf_printf(&b, "%s%s", i ? "; " : "", p->at[i].text);
	const char *text = arena_strndup(arena, b.text ? b.text : "", b.len);
	sbuf_free(&b);
	return text;
}

/* A packet that stays: with the nops that it has in the object, if it surely takes them. */
static void write_plain(struct writer *w, const char *const *text, uint32_t n, const char *tail,
        uint32_t nops)
{
	bool extended = false;
	sbuf_str(w->out, "\t{\n");
	for (uint32_t i = 0; i < n; i++) {
		sbuf_printf(w->out, "\t\t%s\n", text[i]);
		extended |= strstr(text[i], "##") || strstr(text[i], "jump") ||
		            strstr(text[i], "call");
	}
	write_nops(w, extended || n + nops > 4 ? 0 : nops);
	sbuf_printf(w->out, "\t}%s\n", tail);
}

static bool write_packet(struct writer *w, const char *const *text, uint32_t n, const char *tail)
{
	struct emulate_packet p;
	uint32_t nops = 0;
	w->e->unknown = emulate_read(&p, text, n, tail, w->e->integers, w->e->arena);
	if (w->e->unknown)
		return false;
	if (w->words && !pass(w, text, n, &nops))
		return refuse(w, whole_text(&p, w->e->arena),
		        "the object has another packet there");
	if (!p.nfloats) {
		write_plain(w, text, n, tail, nops);
		return true;
	}
	if (!emulate_order(&p))
		return refuse(w, whole_text(&p, w->e->arena),
		        "its parts cannot be executed one after the other");
	write_site(w, &p, nops);
	return true;
}

/* ---- the lines ---------------------------------------------------------------------------*/
struct lines {
	const char *at, *end;
};

/* The next line without comment and blanks around it; *whole: as it stands.  NULL: there is none. */
static const char *next_line(struct lines *l, struct arena *arena, const char **whole)
{
	if (l->at >= l->end)
		return NULL;
	const char *end = memchr(l->at, '\n', (size_t)(l->end - l->at));
	end = end ? end : l->end;
	*whole = arena_strndup(arena, l->at, (size_t)(end - l->at));
	l->at = end + 1;
	const char *s = *whole + strspn(*whole, " \t"), *comment = strstr(s, "//");
	size_t n = comment && !strchr(s, '"') ? (size_t)(comment - s) : strlen(s);
	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	return arena_strndup(arena, s, n);
}

/* Write the packet whose opening brace was read. */
static bool read_packet(struct writer *w, struct lines *l)
{
	const char *text[EMULATE_MAX_INSTRS], *line, *whole;
	uint32_t n = 0;
	while ((line = next_line(l, w->e->arena, &whole)) && *line != '}') {
		if (*line && n == EMULATE_MAX_INSTRS)
			return refuse(w, line, "it has too many instructions");
		if (*line)
			text[n++] = line;
	}
	return line ? write_packet(w, text, n, line + 1) : refuse(w, "", "the text ends in it");
}

/* The code of the function that begins here, if one does: a label of no compiler's making. */
static void begin_function(struct writer *w, const char *line)
{
	size_t n = strlen(line);
	if (n < 2 || line[n - 1] != ':' || !strncmp(line, ".L", 2))
		return;
	w->words = backend_words(w->object, arena_strndup(w->e->arena, line, n - 1), &w->n);
	w->at = 0;
}

/* A line outside of packets.  What aligns code within a function is what the object has there. */
static bool read_other(struct writer *w, const char *line, const char *whole)
{
	if (w->words && (!strncmp(line, ".p2align", 8) || !strncmp(line, ".falign", 7))) {
		write_padding(w);
		return true;
	}
	if (w->words && !strncmp(line, ".Lfunc_end", 10)) {
		write_padding(w);
		if (w->at < w->n)
			return refuse(w, line, "the object has more packets");
		w->words = NULL;
	}
	begin_function(w, line);
	sbuf_printf(w->out, "%s\n", whole);
	return true;
}

static bool read_lines(struct writer *w)
{
	struct lines l = {w->e->text, w->e->text + w->e->length};
	for (const char *line, *whole; (line = next_line(&l, w->e->arena, &whole));)
		if (!strcmp(line, "{") ? !read_packet(w, &l) : !read_other(w, line, whole))
			return false;
	return true;
}

bool emulate_rewrite(struct emulation *e, struct sbuf *out)
{
	struct writer w = {.e = e, .out = out};
	e->sites = 0;
	e->unknown = e->packet = e->why = NULL;
	w.object = backend_open(e->object, e->size, e->arena);
	bool ok = w.object ? read_lines(&w) : refuse(&w, "", "the object cannot be read");
	sbuf_str(out, "\t.text\n");
	sbuf_add(out, w.stubs.text ? w.stubs.text : "", w.stubs.len);
	sbuf_str(out, "\t.section\t.rodata.tirc,\"a\",@progbits\n");
	sbuf_add(out, w.data.text ? w.data.text : "", w.data.len);
	out->failed |= w.stubs.failed || w.data.failed;
	sbuf_free(&w.stubs);
	sbuf_free(&w.data);
	return ok;
}
