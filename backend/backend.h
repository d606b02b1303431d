/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/backend.h: how many packets a call of a function takes, read from an object file for Hexagon.
 *
 * Idea      The packets of the machine code are counted, each as often as it runs: the trip counts of loops are read from the
 *           code, too.  Nothing is run, and nothing is known of the program that the code was made of.
 * Needs     a relocatable object, ELF of 32 bits; anything else is refused, and nothing in it can do harm.
 * Costs     time and memory that grow with the code, nearly linearly; what is too large is refused. */
#ifndef TIRC_BACKEND_H
#define TIRC_BACKEND_H

#include "support/support.h"

struct backend_cost {
	double packets; /* of one call, calls of it included */
	double unaligned; /* accesses of vectors that need not be aligned: each may take two lines of the cache */
	double calls;   /* of functions that are not in the object */
	double doubts;  /* branches on data, of which it is taken that they go each way as often */
	uint32_t loops; /* of all that is called */
	uint32_t
	        unknown; /* of those, loops whose trip count is a guess, and code that is not understood */
	size_t bytes; /* of code in the object */
};
/* The cost of a call of the function of that name; false: there is none in the n bytes at `object`, or it is too large.
 * versions: words, the last one NULL; where the object has NAME.WORD, a call of NAME tests its arguments and goes there. */
bool backend_count(const void *object, size_t n, const char *name, const char *const *versions,
        struct arena *arena, struct backend_cost *out);

/* The same of one call with these arguments in r0 to r5: its code is walked through, packet by packet, and only registers are followed.
 * false: a loop asks for what is not known, or the call takes too long. */
enum { BACKEND_ARGUMENTS = 6 };
bool backend_walk(const void *object, size_t n, const char *name,
        const int32_t arguments[BACKEND_ARGUMENTS], struct arena *arena, struct backend_cost *out);

/* Where the packets of one function lie, in the order of its code; calls of others count as one packet. */
struct backend_profile {
	uint32_t npackets, nloops;
	struct backend_place {
		double times;  /* that it runs in a call */
		uint32_t loop; /* the innermost one; nloops: none */
		bool is_nop;   /* it only pads */
	} *packets;
	struct backend_round {
		uint32_t parent; /* the loop around it; nloops: none */
		double trip;
		bool is_known; /* false: trip is a guess */
	} *loops;
	bool calls; /* something is called */
};
/* false: there is no such function, or it is too large. */
bool backend_profile(const void *object, size_t n, const char *name, struct arena *arena,
        struct backend_profile *out);

/* The words of the functions of an object, and where each packet ends. */
struct backend_object;
struct backend_object *backend_open(const void *object, size_t n, struct arena *arena);
/* The code of the function of that name, of which *n is set to the number of words; NULL: there is none. */
const uint32_t *backend_words(const struct backend_object *o, const char *name, uint32_t *n);
/* Is a word of a packet the last one; is it a nop? */
static inline bool backend_is_last(uint32_t word)
{
	return (word >> 14 & 3) == 3 || (word >> 14 & 3) == 0;
}
static inline bool backend_is_nop(uint32_t word)
{
	return (word & 0xffff3fff) == 0x7f000000;
}

#endif
