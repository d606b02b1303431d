/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/options.c: from options.def to the options of each pass, the same for the command and the plugin. */
#include "driver/optimize.h"
#include <stdlib.h>

enum form { FORM_FLAG, FORM_VALUE, FORM_LEVEL, FORM_LIST, FORM_SWITCH };
struct row {
	enum form form;
	const char *spelling, *param;
	size_t field; /* offset in struct driver_options */
};
static const struct row rows[] = {
#define DRIVER_OPTION(field, form, spelling, arg, text, param)                                     \
	{FORM_##form, spelling, param, offsetof(struct driver_options, field)},
#define DRIVER_ALIAS(field, form, param)                                                           \
	{FORM_##form, NULL, param, offsetof(struct driver_options, field)},
#include "driver/options.def"
};
enum { NROWS = sizeof rows / sizeof *rows };

/* Old names; the new one stands in place of the command's spelling. */
static const struct row renamed[] = {
#define DRIVER_RENAMED(field, form, old, new)                                                      \
	{FORM_##form, new, old, offsetof(struct driver_options, field)},
#include "driver/options.def"
};
enum { NRENAMED = sizeof renamed / sizeof *renamed };

#define OPTION_ERROR(d, ...) diag_error((d), NULL, (struct span){0}, __VA_ARGS__)

/* ---- Parameters -------------------------------------------------------------------------*/
static bool takes_value(const struct row *r)
{
	return r->form == FORM_VALUE || r->form == FORM_LIST;
}

bool driver_take_level(const char *text, size_t n, driver_LEVEL *out)
{
	bool digit = n == 1 && *text >= '0' && *text <= '3', size = n == 1 && *text == 's';
	if (digit || size)
		*out = size ? DRIVER_SIZE : *text - '0';
	return digit || size;
}

bool driver_take_switch(const char *value, size_t n, driver_SWITCH *out)
{
	static const struct {
		const char *word;
		driver_SWITCH is;
	} words[] = {
	        {"1", DRIVER_ON}, {"true", DRIVER_ON}, {"0", DRIVER_OFF}, {"false", DRIVER_OFF}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == n && !memcmp(words[i].word, value, n)) {
			*out = words[i].is;
			return true;
		}
	return false;
}

/* Is s (n bytes) the parameter's name behind "no-"? */
static bool is_negated(const struct row *r, const char *s, size_t n)
{
	size_t len = strlen(r->param);
	return r->form == FORM_SWITCH && n == len + 3 && !memcmp(s, "no-", 3) &&
	       !memcmp(s + 3, r->param, len);
}

/* What of s (n bytes) is behind the parameter's name; NULL if it is another one. */
static const char *value_of(const struct row *r, const char *s, size_t n)
{
	size_t len = strlen(r->param);
	if (n < len || memcmp(s, r->param, len))
		return NULL;
	if (r->form == FORM_SWITCH)
		return n == len ? s + len : n > len + 1 && s[len] == '=' ? s + len + 1 : NULL;
	if (takes_value(r))
		return n > len + 1 && s[len] == '=' ? s + len + 1 : NULL;
	driver_LEVEL any;
	bool level = r->form == FORM_LEVEL && driver_take_level(s + len, n - len, &any);
	return n == len + (r->form == FORM_LEVEL) && (r->form == FORM_FLAG || level) ? s + len
	                                                                             : NULL;
}

static bool set(struct driver_options *o, const struct row *r, const char *value, size_t n,
        struct arena *arena, struct diag *d)
{
	void *field = (char *)o + r->field;
	driver_LIST *list = field;
	switch (r->form) {
	case FORM_SWITCH:
		return driver_take_switch(n ? value : "1", n ? n : 1, field) ||
		       OPTION_ERROR(d, "%s=%.*s: must be 0 or 1", r->param, (int)n, value);
	case FORM_FLAG: *(driver_FLAG *)field = true; break;
	case FORM_LEVEL: return driver_take_level(value, n, field);
	case FORM_VALUE: *(driver_VALUE *)field = arena_strndup(arena, value, n); break;
	case FORM_LIST:
		if (list->n == DRIVER_MAX_LIST)
			return OPTION_ERROR(d, "%s= is given more than %d times", r->param,
			        DRIVER_MAX_LIST);
		list->at[list->n++] = arena_strndup(arena, value, n);
		break;
	}
	return true;
}

bool driver_take_param(struct driver_options *o, const char *s, size_t n, struct arena *arena,
        struct diag *d, bool *known)
{
	*known = true;
	for (size_t i = 0; i < NROWS; i++) {
		const char *value = value_of(&rows[i], s, n);
		if (value)
			return set(o, &rows[i], value, (size_t)(s + n - value), arena, d);
		if (is_negated(&rows[i], s, n))
			return set(o, &rows[i], "0", 1, arena, d);
	}
	for (size_t i = 0; i < NRENAMED; i++) {
		const char *value = value_of(&renamed[i], s, n);
		if (!value)
			continue;
		diag_warning(d, NULL, (struct span){0}, "parameter '%s' is deprecated; use '%s'",
		        renamed[i].param, renamed[i].spelling);
		return set(o, &renamed[i], value, (size_t)(s + n - value), arena, d);
	}
	return *known = false;
}

void driver_print_params(struct sbuf *out)
{
	for (size_t i = 0; i < NROWS; i++)
		sbuf_printf(out, "%s%s%s%s",
		        i == 0           ? ""
		        : i + 1 == NROWS ? " and "
		                         : ", ",
		        rows[i].form == FORM_SWITCH ? "[no-]" : "", rows[i].param,
		        takes_value(&rows[i])        ? "="
		        : rows[i].form == FORM_LEVEL ? "0 to 3 or s"
		                                     : "");
}

const char *driver_nearest_param(const char *s, size_t n)
{
	const char *best = NULL;
	struct support_nearest near = support_nearest_of(s, n);
	for (size_t i = 0; i < NROWS && n > 2; i++)
		if (support_nearest_try(&near, rows[i].param, strlen(rows[i].param)))
			best = rows[i].param;
	return best;
}

/* ---- What the passes are told -----------------------------------------------------------*/
/* The name under which the user gave the option that sets a field. */
#define NAME(o, member) name_of(o, offsetof(struct driver_options, member))
static const char *name_of(const struct driver_options *o, size_t field)
{
	size_t i = 0;
	while (i + 1 < NROWS && rows[i].field != field)
		i++;
	return o->are_params ? rows[i].param : rows[i].spelling;
}

static bool exclude(const char *a, const char *b, struct diag *d)
{
	return OPTION_ERROR(d, "%s and %s exclude each other", a, b);
}

/* --lanes: without HVX nothing pays.  Who wants no loops vectorised means ours, too. */
static bool decide_lanes(struct driver_options *o, const char *profile, struct diag *d)
{
	bool wanted = !strcmp(profile, "hexagon") && !o->no_vectorize && !o->checked;
	const char *s = o->lanes ? o->lanes : wanted ? "auto" : "0";
	struct loops_options *loops = &o->optimize.loops;
	char *end;
	unsigned long n = strtoul(s, &end, 10);
	bool number = *s >= '0' && *s <= '9' && !*end && n <= TIR_MAX_LANES && n != 1;
	if (!number && strcmp(s, "auto") != 0 && strcmp(s, "all") != 0)
		return OPTION_ERROR(d, "%s=%s: must be a number of 0 or 2 to %d, auto or all",
		        NAME(o, lanes), s, TIR_MAX_LANES);
	loops->vectorize_always = strcmp(s, "auto") != 0;
	loops->vectorize = loops->vectorize_always ? !(number && n == 0)
	                                           : o->level >= 2 && target_has_hvx(o->target.hvx);
	loops->for_llvm = !loops->vectorize && !strcmp(profile, "host") && o->level >= 2 &&
	                  !o->no_vectorize && !o->checked && !target_is_hexagon(o->target.triple);
	loops->lanes = number ? (uint32_t)n : 0;
	loops->traps_overflow = o->trapv;
	loops->any_order = o->reassociate;
	return true;
}

/* --split-loops: what it makes is for lanes. */
static bool decide_split(struct driver_options *o, struct diag *d)
{
	const char *s = o->split_loops;
	struct loops_options *loops = &o->optimize.loops;
	loops->split_always = s && !strcmp(s, "all");
	loops->split = loops->split_always || (loops->vectorize && (!s || !strcmp(s, "auto")));
	if (s && strcmp(s, "0") != 0 && strcmp(s, "auto") != 0 && !loops->split_always)
		return OPTION_ERROR(d, "%s=%s: must be 0, auto or all", NAME(o, split_loops), s);
	return true;
}

/* --cover: registers in the place of nests; who asks for lanes everywhere gets lanes. */
static bool decide_cover(struct driver_options *o, struct diag *d)
{
	const char *s = o->cover;
	struct loops_options *loops = &o->optimize.loops;
	loops->cover_always = s && !strcmp(s, "all");
	loops->cover = loops->cover_always ||
	               (s ? !strcmp(s, "auto") : loops->vectorize && !loops->vectorize_always);
	if (s && strcmp(s, "0") != 0 && strcmp(s, "auto") != 0 && !loops->cover_always)
		return OPTION_ERROR(d, "%s=%s: must be 0, auto or all", NAME(o, cover), s);
	return true;
}

/* --promote-scalars and --unroll-and-jam, where they do not leave it to the profile. */
static bool decide_loops(struct driver_options *o, struct diag *d)
{
	const char *s = o->unroll_and_jam;
	struct loops_options *loops = &o->optimize.loops;
	if (o->promote_scalars != DRIVER_BY_PROFILE)
		loops->promote_scalars = o->promote_scalars == DRIVER_ON;
	loops->unroll_and_jam_always = s && !strcmp(s, "all");
	if (!s)
		return true;
	if (!loops->unroll_and_jam_always && (strlen(s) != 1 || *s < '0' || *s > '8'))
		return OPTION_ERROR(d, "%s=%s: must be a number of at most 8, or all",
		        NAME(o, unroll_and_jam), s);
	loops->unroll_and_jam = loops->unroll_and_jam_always ? 4 : (uint32_t)(*s - '0');
	return true;
}

static bool decide_predictive(struct driver_options *o, struct diag *d)
{
	const char *s = o->predictive_commoning;
	struct loops_options *loops = &o->optimize.loops;
	loops->predictive_always = s && !strcmp(s, "all");
	if (s && strcmp(s, "all") != 0 && strcmp(s, "auto") != 0 && strcmp(s, "none") != 0)
		return OPTION_ERROR(d, "%s=%s: must be all, auto or none",
		        NAME(o, predictive_commoning), s);
	loops->predictive_commoning = s ? strcmp(s, "none") != 0
	                                : loops->predictive_commoning && o->level >= 2;
	return true;
}

static bool no_profile(const char *name, struct diag *d)
{
	struct sbuf all = {0};
	const char *text, *word;
	for (size_t i = 0; (word = cse_profile_name(i, &text)); i++)
		sbuf_printf(&all, "%s%s", i ? ", " : "", word);
	OPTION_ERROR(d, "there is no CSE profile '%s'; there are %s", name,
	        all.text ? all.text : "others");
	sbuf_free(&all);
	return false;
}

/* --cse-counter, --loops-counter: the number in s, NULL: none. */
static bool decide_counter(const char *name, const char *s, bool *given, uint32_t *out,
        struct diag *d)
{
	size_t n = s ? strlen(s) : 0;
	if (s && (!n || n > 9 || strspn(s, "0123456789") != n))
		return OPTION_ERROR(d, "%s=%s: must be a number of at most 9 digits", name, s);
	*given = s != NULL;
	*out = s ? (uint32_t)strtoul(s, NULL, 10) : 0;
	return true;
}

/* --scratch: where it does not leave it to the profile. */
static bool decide_scratch(struct driver_options *o, struct diag *d)
{
	bool given = false;
	uint32_t bytes = 0;
	if (!decide_counter(NAME(o, scratch), o->scratch, &given, &bytes, d))
		return false;
	if (given || o->level < 2)
		o->optimize.loops.scratch = bytes;
	return true;
}

static bool decide_counters(struct driver_options *o, struct diag *d)
{
	struct driver_optimizations *p = &o->optimize;
	return decide_counter(NAME(o, counter), o->counter, &p->bisects, &p->names, d) &&
	       decide_counter(NAME(o, loops_counter), o->loops_counter, &p->bisects_loops,
	               &p->changes, d);
}

/* What the pass is to share. */
static bool decide_cse(struct driver_options *o, struct diag *d)
{
	const char *name = o->profile                            ? o->profile
	                   : o->for_size                         ? "size"
	                   : target_is_hexagon(o->target.triple) ? "hexagon"
	                                                         : "host";
	if (o->cse_ && o->no_cse)
		return exclude(NAME(o, cse_), NAME(o, no_cse), d);
	if (!cse_profile(name))
		return no_profile(name, d);
	o->optimize = driver_profile(name);
	if (o->cse_level && !cse_level_of(o->cse_level, &o->optimize.cse.level))
		return OPTION_ERROR(d,
		        "there is no CSE level '%s'; there are written, none, commutative, assoc, "
		        "affine "
		        "and "
		        "ranges",
		        o->cse_level);
	if (!decide_counters(o, d))
		return false;
	o->optimize.cse.keeps_choices = o->trapv;
	o->optimize.loops.vectorizes = o->vectorizes;
	o->optimize.loops.opt_level = o->own_pipeline ? 0 : (unsigned)o->level;
	return decide_lanes(o, name, d) && decide_split(o, d) && decide_cover(o, d) &&
	       decide_loops(o, d) && decide_predictive(o, d) && decide_scratch(o, d);
}

/* Which loops LLVM may make HVX vectors of. */
static bool decide_vectors(struct driver_options *o, struct diag *d)
{
	if (o->vectorize && o->no_vectorize)
		return exclude(NAME(o, vectorize), NAME(o, no_vectorize), d);
	bool asked = !o->no_vectorize && !o->checked && (o->vectorize || o->meets_vectorizer);
	/* a process whose vectoriser uses HVX has it, even where the module does not say so */
	bool unknown = target_is_hexagon(o->target.triple) && !o->target.hvx.known && o->level >= 2;
	o->vectorizes = asked && (target_may_use_hvx(&o->target) || (unknown && o->has_autohvx));
	o->scalar_loops = o->has_autohvx && !o->vectorizes;
	return true;
}

static bool is_legalize_pass(const char *name, size_t n)
{
	for (uint32_t i = 0; i < driver_npasses; i++)
		if (strlen(driver_passes[i].name) == n && !memcmp(driver_passes[i].name, name, n))
			return true;
	return false;
}

static const char *legalize_name(size_t i)
{
	return i < driver_npasses ? driver_passes[i].name : NULL;
}

/* Report a name that is none of nth(0), nth(1) ..., with the nearest one that is. */
static bool unknown_pass(const char *option, const char *name, size_t n,
        const char *(*nth)(size_t i), struct diag *d)
{
	const char *best = NULL, *other;
	struct support_nearest near = support_nearest_of(name, n);
	for (size_t i = 0; (other = nth(i)); i++)
		if (support_nearest_try(&near, other, strlen(other)))
			best = other;
	return OPTION_ERROR(d, "%s: there is no pass '%.*s'; %s%s%s", option, (int)n, name,
	        best ? "did you mean '" : "tirc --print-passes lists them", best ? best : "",
	        best ? "'?" : "");
}

static const char *step_name(size_t i)
{
	const char *text;
	return driver_step_name((enum driver_step)i, &text);
}

/* The bits of the passes called so, n bytes; 0: there is none. */
static uint64_t bits_of_step(const char *name, size_t n)
{
	const char *other;
	uint64_t bits = 0;
	for (size_t i = 0; (other = step_name(i)); i++)
		if (strlen(other) == n && !memcmp(other, name, n))
			bits |= driver_step_bits((enum driver_step)i);
	return bits;
}

/* --optimize, --no-cse and --no-loops. */
static bool decide_optimize(struct driver_options *o, struct diag *d)
{
	const char *list = o->optimize_, *end;
	const uint64_t cse = driver_step_bits(DRIVER_STEP_SHARE);
	uint64_t taken = !list || !strcmp(list, "all") ? UINT64_MAX : 0;
	bool lists = list && strcmp(list, "all") != 0 && strcmp(list, "none") != 0;
	for (const char *p = lists ? list : NULL; p; p = *end ? end + 1 : NULL) {
		size_t n = strcspn(p, ",");
		uint64_t bits = bits_of_step(p, n);
		end = p + n;
		if (!bits)
			return unknown_pass(NAME(o, optimize_), p, n, step_name, d);
		taken |= bits;
	}
	if (o->no_cse)
		taken &= ~cse;
	if (o->no_loops)
		taken &= cse;
	o->optimize.skipped = ~taken;
	return true;
}

struct driver_optimizations driver_scalar_optimizations(const struct driver_options *o)
{
	struct driver_options scalar = *o;
	struct diag silent = {0};
	scalar.no_loops = scalar.no_vectorize = true;
	scalar.vectorize = scalar.vectorizes = false;
	scalar.lanes = "0";
	if (decide_cse(&scalar, &silent))
		decide_optimize(&scalar, &silent);
	return scalar.optimize;
}

static void warn_of_old_pass(void *ctx, int n, const char *old, const char *now)
{
	diag_warning(ctx, NULL, (struct span){0}, "pass '%.*s' is deprecated; use '%s'", n, old,
	        now);
}

/* --legalize, and what goes without saying. */
static bool decide_legalize(struct driver_options *o, struct arena *arena, struct diag *d)
{
	if (o->passes_)
		o->passes_ = driver_rename_passes(o->passes_, arena, warn_of_old_pass, d);
	const char *passes = o->passes_;
	o->legalize = (struct legalize_options){.needed_only = o->level == 0};
	o->legalize.lanes_follow = o->optimize.loops.vectorize;
	o->optimize.loops.floats = target_has_hvx(o->target.hvx) ? o->target.hvx.floats : 0;
	o->legalize.scalar_floats = o->last >= DRIVER_CHOOSE && !o->target.float_vectors;
	o->legalize.hvx = o->last >= DRIVER_CHOOSE && target_has_hvx(o->target.hvx);
	o->legalize.float_bits = target_has_hvx(o->target.hvx);
	if (passes)
		o->legalize.choice = !strcmp(passes, "none") ? LEGALIZE_NONE : LEGALIZE_ALL;
	if (!passes || !strcmp(passes, "all") || !strcmp(passes, "none"))
		return true;
	o->legalize.only = passes;
	for (const char *p = passes; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
		if (!is_legalize_pass(p, strcspn(p, ",")))
			return unknown_pass(NAME(o, passes_), p, strcspn(p, ","), legalize_name, d);
	return true;
}

/* Has the user said how loops and common subexpressions are to be dealt with? */
static bool is_told_how(const struct driver_options *o)
{
	return o->cse_ || o->no_cse || o->no_loops || o->no_sharing || o->profile || o->cse_level ||
	       o->counter || o->loops_counter || o->unroll_and_jam || o->lanes || o->split_loops ||
	       o->promote_scalars != DRIVER_BY_PROFILE || o->predictive_commoning || o->scratch ||
	       o->optimize_ || o->vectorize || o->no_vectorize || o->schedule;
}

bool driver_tries_versions(const struct driver_options *o)
{
	bool may = o->level == 3 && !o->for_size && target_is_hexagon(o->target.triple) &&
	           o->target.cpu && *o->target.cpu && !o->checked && !o->trapv && !o->own_pipeline;
	return may && (o->try_versions == DRIVER_ON ||
	                      (o->try_versions == DRIVER_BY_PROFILE && !is_told_how(o)));
}

bool driver_decide(struct driver_options *o, struct arena *arena, struct diag *d)
{
	o->for_size |= o->level == DRIVER_SIZE;
	o->level = o->for_size ? 2 : o->level;
	o->target.opt = (unsigned)o->level;
	for (uint32_t i = 0; i < o->debug_maps.n; i++)
		if (!strchr(o->debug_maps.at[i], '='))
			return OPTION_ERROR(d, "%s=%s: must be OLD=NEW", NAME(o, debug_maps),
			        o->debug_maps.at[i]);
	if (o->contract && strcmp(o->contract, "off") != 0 && strcmp(o->contract, "fast") != 0)
		return OPTION_ERROR(d, "%s=%s: must be off or fast", NAME(o, contract),
		        o->contract);
	o->packed = o->abi && !strcmp(o->abi, "tvm-ffi");
	if (o->abi && !o->packed && strcmp(o->abi, "c") != 0)
		return OPTION_ERROR(d, "%s=%s: must be c or tvm-ffi", NAME(o, abi), o->abi);
	if (o->target_is_fixed)
		target_describe(&o->target);
	else if (!target_resolve(&o->target, arena, d))
		return false;
	return decide_vectors(o, d) && decide_cse(o, d) && decide_optimize(o, d) &&
	       decide_legalize(o, arena, d);
}
