/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/target.h: what is known of a machine.  Knows no LLVM and never looks at a program. */
#ifndef TIRC_TARGET_H
#define TIRC_TARGET_H

#include "support/support.h"

/* ---- Processors (processors.def) ---------------------------------------------------------*/
enum target_family { TARGET_OTHER, TARGET_HEXAGON }; /* OTHER: the host, whatever else LLVM has */
/* Formats in which vectors of floats compute; sums of these. */
enum target_floats { TARGET_IEEE = 1, TARGET_QFLOAT = 2 };
/* The one length of HVX vectors that is supported. */
enum { TARGET_HVX_BYTES = 128 };

struct target_processor {
	const char *name;
	enum target_family family;
	unsigned version;
	unsigned hvx; /* the latest version of HVX it can have; 0: none */
	unsigned floats;
	const char *features, *qemu, *tags;
};
/* Is the triple (NULL: the host's) one of Hexagon? */
bool target_is_hexagon(const char *triple);
/* The processor of a name or of a tag of TVM's, or NULL.  The first of them all is number 0. */
const struct target_processor *target_processor_named(enum target_family family, const char *name);
const struct target_processor *target_processor_tagged(const char *tag);
const struct target_processor *target_processor_at(size_t i);

/* ---- HVX ---------------------------------------------------------------------------------*/
struct target_hvx {
	bool known;       /* if not, the target may have it, of any version */
	unsigned version; /* 0: none, or not known */
	unsigned floats;
};
/* What LLVM's features (NULL: nothing is known) say of it. */
struct target_hvx target_hvx_of(const char *features);
static inline bool target_has_hvx(struct target_hvx h)
{
	return h.known && h.version > 0;
}
static inline bool target_may_have_hvx(struct target_hvx h)
{
	return !h.known || h.version > 0;
}
/* Does it have the instruction, one of instructions.def? */
bool target_has_instruction(struct target_hvx h, const char *name);

/* ---- A target ----------------------------------------------------------------------------*/
struct target {
	/* What is asked for; target_resolve fills in what is NULL. */
	const char *triple;   /* NULL: the host's; "hexagon" is short for hexagon-unknown-elf */
	const char *cpu;      /* NULL: any, or hexagonv67 for Hexagon */
	const char *features; /* LLVM's "+a,-b"; what they leave open of HVX is the processor's */
	unsigned opt;         /* LLVM's level, 0 to 3 */
	/* What it is then. */
	const struct target_processor *processor;
	struct target_hvx hvx;
	bool float_vectors; /* it computes with vectors of floats */
};
/* Find out what the target is; what is made lives in the arena.  False after an error in d. */
bool target_resolve(struct target *t, struct arena *arena, struct diag *d);
/* The same for a module that says itself what it is compiled for: what it leaves open (NULL) stays open. */
void target_describe(struct target *t);

#endif
