/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/vectorizer.c: which loops LLVM's vectoriser makes vectors of HVX of, for the better.
 *
 * Idea.   It is good at loops over integers that fit 32 bits, if they usually go on for a vector's lanes; others
 *         it makes slower: floats, which HVX has from v68 on only, 64 bits, branches and divisions, and elements
 *         far apart, which are gathered one by one (k2mm of the benchmark: 1.6 times the packets).  Where an
 *         iteration needs what the one before has made there is nothing to be done side by side. */
#include "target/target.h"

static const struct {
	int64_t least, most;
	bool constant, copies, lazy, calls;
} rules[TARGET_NASKERS] = {
#define VECTORIZER(asker, least, most, constant, copies, lazy, calls)                              \
	[TARGET_##asker] = {least, most, constant, copies, lazy, calls},
#include "target/vectorizer.def"
};

void target_add_step(struct target_loop *loop, int64_t step)
{
	loop->least = step < loop->least ? step : loop->least;
	loop->most = step > loop->most ? step : loop->most;
}

bool target_vectorizes(const struct target_loop *loop, enum target_asker asker)
{
	int64_t copies = loop->copies > 1 ? loop->copies : 1;
	bool shape = loop->serial && !loop->loops && (copies == 1 || rules[asker].copies);
	bool enough = loop->trips > TARGET_FEW && loop->trips >= TARGET_LANES / copies &&
	              (loop->constant || !rules[asker].constant);
	bool steps = !loop->scattered && loop->least >= rules[asker].least &&
	             loop->most <= rules[asker].most;
	bool values = !loop->other_types && !loop->divides && (!loop->calls || rules[asker].calls);
	bool straight = !loop->branches && (!loop->lazy || rules[asker].lazy);
	return shape && enough && steps && values && straight && !loop->carried;
}
