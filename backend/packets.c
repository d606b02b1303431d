/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/packets.c: the words of a function as packets.
 *
 * Idea      Bits 15:14 of a word: 11, the packet ends; 00, a duplex, and it ends; 10 in the first or second word, the hardware
 *           loop 0 or 1 goes back behind the packet. */
#include "backend/internal.h"

enum { MOST_WORDS = 4 };

static bool is_duplex(uint32_t word)
{
	return (word >> 14 & 3) == 0;
}

static bool ends(uint32_t word)
{
	return (word >> 14 & 3) == 3 || is_duplex(word);
}

static bool is_extender(uint32_t word)
{
	return word >> 28 == 0 && !is_duplex(word);
}

/* A load or store of a whole vector that need not be aligned: bit 23: with a predicate; bit 21: a store; bits 7:5: which. */
static bool is_unaligned(uint32_t word)
{
	uint32_t which = word >> 5 & 7;
	bool predicate = word >> 23 & 1, store = word >> 21 & 1;
	if (is_duplex(word) || word >> 26 != 0x28 >> 2)
		return false;
	return predicate ? store && which >= 6 : which == 7;
}

static void decode(struct backend_decoder *d, struct backend_packet *p, uint32_t i, uint32_t word)
{
	bool goes_back = (word >> 14 & 3) == 2;
	p->end0 |= i == 0 && goes_back;
	p->end1 |= i == 1 && goes_back;
	p->unaligned = (uint8_t)(p->unaligned + is_unaligned(word));
	bool reloc = backend_reloc_at(d->code->section, d->word_at) != NULL;
	d->has_reloc = reloc || (d->is_extended && d->has_reloc);
	if (is_extender(word)) {
		d->is_extended = true;
		d->extension = ((word >> 16 & 0xfff) << 14 | (word & 0x3fff)) << 6;
		return;
	}
	(is_duplex(word) ? backend_decode_duplex : backend_decode_word)(d, word);
	d->is_extended = d->has_reloc = false;
}

/* Decode the packet at byte `at`; how many bytes it has, 0: it does not end before `end`. */
static uint32_t one(struct backend_decoder *d, uint32_t at, uint32_t end)
{
	struct backend_code_of *c = d->code;
	struct backend_packet empty = {.at = at, .first = c->ops.n};
	VEC_PUSH(d->arena, &c->packets, empty);
	d->packet_at = at;
	d->nwritten = 0;
	d->is_extended = d->has_reloc = false;
	for (uint32_t i = 0; i < MOST_WORDS && at + 4 * i + 4 <= end; i++) {
		uint32_t word = c->section->words[at / 4 + i];
		d->word_at = at + 4 * i;
		decode(d, &c->packets.at[c->packets.n - 1], i, word);
		if (ends(word))
			return 4 * i + 4;
	}
	return 0;
}

bool backend_decode(struct backend_code_of *c, const struct backend_object *o,
        const struct backend_func *f, struct arena *arena)
{
	struct backend_decoder d = {.arena = arena, .code = c};
	*c = (struct backend_code_of){.section = &o->sections.at[f->section]};
	if (f->begin % 4 || f->end % 4 || !c->section->words)
		return false;
	for (uint32_t at = f->begin, n; at < f->end; at += n) {
		n = one(&d, at, f->end);
		if (!n)
			return false;
	}
	return c->packets.n != 0;
}
