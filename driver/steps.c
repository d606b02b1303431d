/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/steps.c: the rows of optimize.def, carried out in their order over one function.
 *
 * Idea      Some steps know buffers of one dimension best: they are tried on such a function first.
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"
#include "legalize/legalize.h"

/* When a step is taken. */
enum {
	INTEGERS = 1,
	PAYS = 2,
	SIMPLER = 4,
	PIECES = 8,
	FLAT = 16,
	AHEAD = 32,
	NORMAL = 64,
	TRIED = 128,
	LANED = 256,
	LLVM = 512,
	VERSIONS = 1024,
	SCALARS = 2048,
	UNHARMED = 4096,
	DIVIDES = 8192,
	RIVALS = 16384
};
struct step {
	const char *name, *text;
	driver_carry *carry; /* NULL: by pass and proof */
	loops_pass *pass;
	proof_check *proof;
	unsigned when;
	const char *what;
};
static const struct step steps[DRIVER_NSTEPS] = {
#define STEP(NAME, name, pass, proof, when, what, text)                                            \
	[DRIVER_STEP_##NAME] = {name, text, NULL, pass, proof, when, what},
#define OWN(NAME, name, carry, text)                                                               \
	[DRIVER_STEP_##NAME] = {name, text, carry, NULL, NULL, 0, NULL},
#include "driver/optimize.def"
};

const char *driver_step_name(enum driver_step s, const char **text)
{
	*text = s < DRIVER_NSTEPS ? steps[s].text : NULL;
	return s < DRIVER_NSTEPS ? steps[s].name : NULL;
}

/* ---- Which are left out -------------------------------------------------------------------*/
_Static_assert(DRIVER_NSTEPS <= 64, "struct driver_optimizations has a bit for each");

static uint64_t bit(enum driver_step s)
{
	return UINT64_C(1) << s;
}

/* The flag of the rows that the row s runs; 0: it runs none. */
static unsigned runs(enum driver_step s)
{
	return s == DRIVER_STEP_NORMALISE ? NORMAL : s == DRIVER_STEP_FLATTEN ? FLAT : 0;
}

uint64_t driver_step_bits(enum driver_step s)
{
	uint64_t bits = bit(s);
	for (enum driver_step i = 0; i < DRIVER_NSTEPS; i++)
		bits |= steps[i].when & runs(s) ? bit(i) : 0;
	return bits;
}

/* ---- One step ----------------------------------------------------------------------------*/
/* Is what the step made of f, g, to be kept if it is proved? */
static bool is_wanted(struct driver_optimizer *r, const struct step *s, struct tir_func *f,
        struct tir_func *g)
{
	const struct loops_options *o = &r->options->loops;
	bool always = !(s->when & PAYS) || o->vectorize_always;
	return g != f && (always || driver_is_faster(f, g, o, &r->arena)) &&
	       driver_bisect_takes(&r->bisect, 1);
}

/* Of the changes in g, which as a whole is not proved, those that are, each by itself; else f, with a warning if the whole is
 * refuted.  *taken: which. */
static struct tir_func *in_pieces(struct driver_optimizer *r, struct tir_func *f,
        struct tir_func *g, const struct step *s, enum proof_verdict v, const char *why,
        struct driver_pieces *taken)
{
	struct proof_doubts doubts = {0};
	struct tir_func *part = f;
	if (driver_find_pieces(f, g, &r->arena, taken))
		part = driver_proved_pieces(r, f, taken, s->proof, &doubts);
	bool pays = part != f && (!(s->when & PAYS) || r->options->loops.vectorize_always ||
	                                 driver_is_faster(f, part, &r->options->loops, &r->arena));
	if (part != f)
		driver_report_doubts(r, &doubts, s->what);
	else
		driver_holds(r, v != PROOF_REFUTED, s->what, why);
	return pays ? part : f;
}

/* What the step made of f, g, as far as it is proved: simpler, as it is, in part, or f itself.  *taken: in which part, if in one. */
static struct tir_func *as_proved(struct driver_optimizer *r, struct tir_func *f,
        struct tir_func *g, const struct step *s, struct driver_pieces *taken)
{
	const struct proof_contract contract = driver_contract(&r->options->loops);
	struct tir_func *h = s->when & SIMPLER ? loops_fold(g, &r->arena) : g;
	const char *why = NULL;
	if (r->is_thrown_away)
		return h;
	enum proof_verdict v = s->proof(f, h, &contract, &r->arena, &why);
	if (v != PROOF_PROVED && h != g)
		v = s->proof(f, h = g, &contract, &r->arena, &why);
	if (v != PROOF_PROVED)
		h = in_pieces(r, f, g, s, v, why, taken);
	return h != f && (s->when & PIECES) ? driver_fold(r, h) : h;
}

/* Was what became of the loop not proved? */
static bool is_left(const struct driver_pieces *taken, const struct tir_stmt *loop)
{
	for (uint32_t i = 0; i < taken->n; i++)
		if (!taken->at[i].is_taken && driver_piece_has(&taken->at[i], loop))
			return true;
	return false;
}

/* f with what the step does, if that is proved. */
static struct tir_func *transform(struct driver_optimizer *r, struct tir_func *f,
        const struct step *s)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	bool runs_here = o->vectorize || s->when & SCALARS || (o->for_llvm && s->when & LLVM);
	runs_here = runs_here && (r->m->divides || !(s->when & DIVIDES));
	if (!runs_here || ((s->when & INTEGERS) && o->traps_overflow))
		return f;
	struct tir_func *g = s->when & NORMAL
	                             ? s->pass(f, o, &r->arena, &vectors)
	                             : driver_pass_branches(s->pass, f, o, &r->arena, &vectors);
	bool wanted = is_wanted(r, s, f, g);
	driver_report_refused(r, &vectors, wanted || g == f);
	if (wanted) {
		struct driver_pieces taken = {0};
		g = as_proved(r, f, g, s, &taken);
		for (uint32_t i = 0; i < vectors.all.n; i++)
			if (g == f || is_left(&taken, vectors.all.at[i].loop))
				vectors.all.at[i].reason = LOOPS_LANES_UNPROVED;
		driver_report_vectors(r, &vectors);
		f = g;
	}
	arena_free(&r->arena);
	return f;
}

/* Carry out one step, and tell the listener before and after it. */
static struct tir_func *carry_out(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step name)
{
	const struct step *s = &steps[name];
	if (!(driver_step_bits(name) & ~r->options->skipped)) /* nor any that it runs */
		return f;
	const char *around = driver_step_begin(r, s->name, f);
	f = s->carry ? s->carry(r, f) : transform(r, f, s);
	driver_step_end(r, s->name, around, f);
	return f;
}

/* ---- Several -----------------------------------------------------------------------------*/
/* Do the rows behind the step, up to LANES, make better vectors of its result than of f?  It is a trial. */
static bool pays_ahead(struct driver_optimizer *r, struct tir_func *f, enum driver_step name)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	struct tir_func *g = carry_out(r, f, name), *a = f, *b = f;
	bool pays = g != f;
	if (pays) {
		a = driver_steps(r, f, name + 1, DRIVER_STEP_LANES);
		b = driver_steps(r, g, name + 1, DRIVER_STEP_LANES);
	}
	driver_trial_end(r, &t);
	pays = pays && driver_is_faster(a, b, &r->options->loops, &r->arena);
	arena_free(&r->arena);
	return pays;
}

/* Tell of the nests that a step which is not carried out refuses. */
static void tell_refused(struct driver_optimizer *r, struct tir_func *f, enum driver_step name)
{
	const struct step *s = &steps[name];
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	bool runs = o->vectorize && !((s->when & INTEGERS) && o->traps_overflow) &&
	            driver_step_bits(name) & ~r->options->skipped;
	if (!o->remark || r->is_trial || !runs)
		return;
	s->pass(f, o, &r->arena, &vectors);
	driver_report_refused(r, &vectors, true);
	arena_free(&r->arena);
}

struct tir_func *driver_steps(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step first, enum driver_step end)
{
	for (enum driver_step s = first; s < end; s++) {
		if (steps[s].when & (FLAT | NORMAL)) /* FLATTEN and NORMALISE run it */
			continue;
		if (!(steps[s].when & AHEAD) || pays_ahead(r, f, s))
			f = carry_out(r, f, s);
		else
			tell_refused(r, f, s);
	}
	return f;
}

/* Which of the rows that are tried themselves a trial carries out. */
enum tried { NONE_TRIED, ALL_TRIED };

/* Is the row one of NORMALISE's that such a trial carries out?  Two versions of the same loops say nothing of either. */
static bool is_in_trial(enum driver_step s, enum tried tried)
{
	return steps[s].when & NORMAL &&
	       (!(steps[s].when & TRIED) || (tried == ALL_TRIED && !(steps[s].when & VERSIONS)));
}

/* What all rows behind the step, LANES as the last one, make of f.  It is only to be compared: that it is right nobody asks. */
static struct tir_func *up_to_lanes(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step name, enum tried tried)
{
	bool before = r->is_thrown_away;
	r->is_thrown_away = true;
	for (enum driver_step s = name + 1; s < DRIVER_NSTEPS; s++)
		if (is_in_trial(s, tried))
			f = carry_out(r, f, s);
	f = driver_steps(r, f, name + 1, DRIVER_STEP_LANES + 1);
	r->is_thrown_away = before;
	return f;
}

/* Did iterations become lanes, by what was told since? */
static bool has_lanes(const struct driver_optimizer *r, uint32_t since)
{
	for (uint32_t i = since; i < r->vectors.n; i++) {
		enum loops_unit unit = loops_reasons[r->vectors.at[i].reason].unit;
		if (unit == LOOPS_UNIT_AT_ONCE || unit == LOOPS_UNIT_LANES ||
		        unit == LOOPS_UNIT_REGISTERS || unit == LOOPS_UNIT_ROWS ||
		        unit == LOOPS_UNIT_COLUMNS)
			return true;
	}
	return false;
}

/* How many reductions were recognised as a whole since the vectors were so many: the model does not know what that saves. */
static uint32_t recognised(const struct driver_optimizer *r, uint32_t from)
{
	uint32_t n = 0;
	for (uint32_t i = from; i < r->vectors.n; i++) {
		enum loops_reason why = r->vectors.at[i].reason;
		n += why == LOOPS_DOT || why == LOOPS_NEIGHBOURS || why == LOOPS_STENCIL ||
		     why == LOOPS_TURNED || why == LOOPS_TAPS;
	}
	return n;
}

/* What comes of a function when all rows up to LANES are carried out. */
struct outcome {
	uint64_t time;
	uint32_t known; /* reductions that are recognised as a whole */
	bool lanes;
	bool gains; /* lanes are worth a quarter of the time */
};

static struct outcome outcome_of(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step name, enum tried tried)
{
	uint32_t vectors = r->vectors.n;
	struct tir_func *g = up_to_lanes(r, f, name, tried);
	uint64_t before = loops_time(f, &r->options->loops, &r->arena),
	         time = loops_time(g, &r->options->loops, &r->arena);
	bool lanes = has_lanes(r, vectors);
	struct outcome x = {time, recognised(r, vectors), lanes, lanes && time < before / 4 * 3};
	r->vectors.n = vectors;
	return x;
}

/* Is what comes of the row better than what comes without it? */
static bool is_better(const struct outcome *with, const struct outcome *without,
        enum driver_step name)
{
	/* hundredths of the time */
	enum { LESS = 75, LESS_OF_WHOLE = 90, LESS_OF_VERSIONS = 95, LESS_THAN_LANES = 33 };
	bool makes = name == DRIVER_STEP_COVER; /* lanes */
	bool versions = steps[name].when & VERSIONS;
	/* what LLVM makes of loops is less well known than what a nest takes that is recognised as a whole */
	uint32_t more = versions && without->known ? without->known : with->known;
	uint64_t hundredths = makes && without->gains ? LESS_THAN_LANES
	                      : versions              ? LESS_OF_VERSIONS
	                      : more                  ? LESS_OF_WHOLE
	                                              : LESS;
	bool less = (!without->lanes || makes || with->lanes) &&
	            with->time < without->time * hundredths / 100;
	return more > without->known || (more == without->known && less);
}

/* Do NORMALISE's rows behind this one try anything that it may be good for? */
static bool is_tried_behind(enum driver_step name)
{
	bool any = false;
	for (enum driver_step s = name + 1; s < DRIVER_NSTEPS; s++)
		any |= is_in_trial(s, ALL_TRIED) && !is_in_trial(s, NONE_TRIED);
	return any && steps[name].when & NORMAL && !(steps[name].when & VERSIONS);
}

/* Does g, which the row made of f, take less time when all rows up to LANES are carried out, or is more of it recognised?  Where that is not so
 * without the rows that are tried themselves it may be so with them: a fused loop may hide a sum that is parted from what follows it.
 * It is a trial. */
static bool pays_in_the_end(struct driver_optimizer *r, struct tir_func *f, struct tir_func *g,
        enum driver_step name)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	struct outcome old = outcome_of(r, f, name, NONE_TRIED),
	               new = outcome_of(r, g, name, NONE_TRIED);
	bool pays = is_better(&new, &old, name);
	if (!pays && is_tried_behind(name)) {
		struct outcome other = outcome_of(r, f, name, ALL_TRIED);
		new = outcome_of(r, g, name, ALL_TRIED);
		pays = is_better(&new, &old, name) && is_better(&new, &other, name);
	}
	if (pays && steps[name].when & RIVALS) {
		new = outcome_of(r, g, name, NONE_TRIED);
		pays = new.time < outcome_of(r, f, name, ALL_TRIED).time;
	}
	driver_trial_end(r, &t);
	return pays;
}

/* Is the row's result better in the end?  It is a trial. */
static bool is_better_in_the_end(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step name)
{
	struct driver_trial t;
	if (r->options->skipped & bit(DRIVER_STEP_LANES))
		return true; /* there is nothing that it would be better for */
	driver_trial_begin(r, &t);
	struct tir_func *g = carry_out(r, f, name);
	driver_trial_end(r, &t);
	bool pays = g != f && pays_in_the_end(r, f, g, name);
	arena_free(&r->arena);
	return pays;
}

/* Do the rows up to LANES make iterations lanes of what the step makes of f, by themselves or with those that are tried?  It is a trial. */
static bool makes_lanes(struct driver_optimizer *r, struct tir_func *f, enum driver_step name)
{
	struct driver_trial t;
	uint32_t vectors = r->vectors.n;
	if (r->options->skipped & bit(DRIVER_STEP_LANES))
		return true;
	driver_trial_begin(r, &t);
	struct tir_func *g = carry_out(r, f, name);
	bool makes = false;
	for (enum tried tried = NONE_TRIED; g != f && !makes && tried <= ALL_TRIED; tried++) {
		up_to_lanes(r, g, name, tried);
		makes = has_lanes(r, vectors);
	}
	driver_trial_end(r, &t);
	r->vectors.n = vectors;
	arena_free(&r->arena);
	return makes;
}

/* Do the rows up to LANES recognise less of what the step makes of f, or does that take more time by the model?  It is a trial. */
static bool does_harm(struct driver_optimizer *r, struct tir_func *f, enum driver_step name)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	struct tir_func *g = carry_out(r, f, name);
	bool harm = false;
	if (g != f) {
		struct outcome old = outcome_of(r, f, name, NONE_TRIED),
		               new = outcome_of(r, g, name, NONE_TRIED);
		harm = new.known < old.known || new.time > old.time || (old.lanes && !new.lanes);
	}
	driver_trial_end(r, &t);
	arena_free(&r->arena);
	return harm;
}

/* Is the row to be carried out?  In a trial nothing is tried: what is tried is left out, and what makes lanes is done. */
static bool is_kept(struct driver_optimizer *r, struct tir_func *f, enum driver_step s)
{
	if (steps[s].when & TRIED)
		return !r->is_trial && is_better_in_the_end(r, f, s);
	bool unharmed = steps[s].when & UNHARMED && r->options->loops.vectorize && !r->is_trial;
	if (unharmed && !(r->options->skipped & bit(DRIVER_STEP_LANES)))
		return !does_harm(r, f, s);
	bool laned = steps[s].when & LANED && r->options->loops.vectorize;
	return !laned || r->is_trial || makes_lanes(r, f, s);
}

/* Carry out the rows that have the flag, in their order. */
static struct tir_func *carry_out_all(struct driver_optimizer *r, struct tir_func *f, unsigned flag)
{
	for (enum driver_step s = 0; s < DRIVER_NSTEPS; s++)
		if (steps[s].when & flag && is_kept(r, f, s))
			f = carry_out(r, f, s);
	return f;
}

struct tir_func *driver_normalise(struct driver_optimizer *r, struct tir_func *f)
{
	return carry_out_all(r, f, NORMAL);
}

/* ---- Registers in the place of nests ------------------------------------------------------*/
/* g as far as it is proved to be what f is: whole, in part, or f itself.  *taken: in which part, if in one. */
static struct tir_func *proved_cover(struct driver_optimizer *r, struct tir_func *f,
        struct tir_func *g, struct driver_pieces *taken)
{
	static const struct step cover = {
	        .proof = proof_replay, .what = "registers in the place of a nest"};
	const struct proof_contract contract = driver_contract(&r->options->loops);
	const char *why = NULL;
	enum proof_verdict v = proof_replay(f, g, &contract, &r->arena, &why);
	return v == PROOF_PROVED ? g : in_pieces(r, f, g, &cover, v, why, taken);
}

/* f with what nests store covered by registers (loops/plan), where that takes less time than what the rows behind make of it. */
struct tir_func *driver_cover(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	bool tries = !r->is_trial || o->cover_always;
	if (!o->vectorize || !o->cover || o->traps_overflow || !tries)
		return f;
	struct tir_func *flat = legalize_flat(f, &r->arena);
	struct tir_func *g = driver_pass_branches(loops_cover, flat, o, &r->arena, &vectors);
	struct arena own = arena_scratch(&r->arena); /* a trial frees the passes' */
	struct loops_vectors told = {0};
	for (uint32_t i = 0; i < vectors.all.n; i++)
		VEC_PUSH(&own, &told.all, vectors.all.at[i]);
	struct sbuf schedule[2] = {0}; /* as it is if the cover is not kept, and if it is */
	for (int i = 0; i < 2 && r->options->schedule && !r->is_beside; i++)
		loops_schedule_print(f, &vectors, i, &schedule[i]);
	for (uint32_t i = 0; i < vectors.nests.n; i++)
		if (vectors.nests.at[i].asked)
			VEC_PUSH(&own, &told.nests, vectors.nests.at[i]);
	struct driver_pieces taken = {0};
	bool pays = o->cover_always || told.nests.n;
	if (g != flat && !pays && !pays_in_the_end(r, f, g, DRIVER_STEP_COVER))
		g = flat;
	if (g != flat)
		g = proved_cover(r, flat, g, &taken);
	bool takes = g != flat && driver_bisect_takes(&r->bisect, 1);
	for (uint32_t i = 0; i < told.all.n; i++)
		if (is_left(&taken, told.all.at[i].loop))
			told.all.at[i].reason = LOOPS_LANES_UNPROVED;
	if (takes)
		driver_report_vectors(r, &told);
	for (int i = 0; i < 2; i++) {
		if (i == takes && schedule[i].text)
			sbuf_add(r->options->schedule, schedule[i].text, schedule[i].len);
		sbuf_free(&schedule[i]);
	}
	loops_schedule_keep(&told, takes ? NULL : "what comes of it is not proved");
	arena_free(&own);
	arena_free(&r->arena);
	return takes ? g : f;
}

/* ---- Buffers of one dimension --------------------------------------------------------------*/
/* f with loops split, for a trial. */
static struct tir_func *try_to_split(struct driver_optimizer *r, struct tir_func *f)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	f = carry_out(r, f, DRIVER_STEP_SPLIT);
	driver_trial_end(r, &t);
	return f;
}

struct tir_func *driver_flatten(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	bool flattens = o->vectorize && !(r->options->skipped & bit(DRIVER_STEP_FLATTEN));
	struct tir_func *flat = flattens ? legalize_flat(f, &r->arena) : f;
	arena_free(&r->arena);
	struct tir_func *g = carry_out_all(r, flat, FLAT);
	if (g != flat || flat == f)
		return g;
	g = carry_out_all(r, f, FLAT);
	if (g != f)
		return g;
	g = try_to_split(r, flat);
	bool pays = driver_is_faster(f, g, o, &r->arena);
	arena_free(&r->arena);
	return pays ? flat : f;
}
