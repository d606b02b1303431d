/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/vectorizer.c: which innermost loops LLVM's vectoriser makes vectors of HVX of, for the better.
 *
 * Idea.   It is good at loops over integers that fit 32 bits, if they usually go on for a vector's lanes; others
 *         it makes slower: floats, which HVX has from v68 on only, 64 bits, branches and divisions, and elements
 *         far apart, which are gathered one by one (k2mm of the benchmark: 1.6 times the packets).  Where an
 *         iteration needs what the one before has made there is nothing to be done side by side.
 *         A loop and its mirror image are one to it, and so are operands that are always evaluated or not. */
#include "target/target.h"

/* Elements from one iteration to the next that shuffles of a few vectors serve. */
enum { LEAST_STEP = -1, MOST_STEP = 4 };

void target_add_step(struct target_loop *loop, int64_t step)
{
	loop->least = step < loop->least ? step : loop->least;
	loop->most = step > loop->most ? step : loop->most;
}

bool target_vectorizes(const struct target_loop *loop)
{
	int64_t copies = loop->copies > 1 ? loop->copies : 1;
	bool enough = loop->trips > TARGET_FEW && loop->trips >= TARGET_LANES / copies;
	bool steps = !loop->scattered && loop->least >= LEAST_STEP && loop->most <= MOST_STEP;
	bool values = !loop->other_types && !loop->divides && !loop->calls;
	return loop->serial && !loop->loops && enough && steps && values && !loop->branches &&
	       !loop->carried;
}
