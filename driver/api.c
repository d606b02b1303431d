/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/api.c: the C API, include/tirc/tirc.h. */
#include "driver/api.h"

#include <stdlib.h>

const char *tirc_version(void)
{
	return TIRC_VERSION;
}

void tirc_free(void *p)
{
	free(p);
}

/* ---- Messages ----------------------------------------------------------------------------*/
struct tirc_place {
	const struct diag_message *message;
};

static void hand_over(void *options, const struct diag_message *m)
{
	static const enum tirc_level levels[] = {[DIAG_NOTE] = TIRC_NOTE,
	        [DIAG_REMARK] = TIRC_REMARK,
	        [DIAG_WARNING] = TIRC_WARNING,
	        [DIAG_ERROR] = TIRC_ERROR};
	const struct tirc_options *o = options;
	const struct tirc_place place = {m};
	struct tirc_message out = {.level = levels[m->level], .text = m->text, .place = &place};
	if (!o->handler)
		return;
	if (m->source) {
		out.file = m->source->name;
		source_location(m->source, m->span.begin, &out.line, &out.column);
		out.begin = m->span.begin;
		out.end = m->span.end;
	}
	o->handler(o->handler_ctx, &out);
}

void tirc_message_print(void *ctx, const struct tirc_message *message)
{
	struct diag_printer printer = {.out = ctx};
	diag_print(&printer, message->place->message);
}

struct diag driver_diag(const struct tirc_options *o)
{
	return (struct diag){.sink = hand_over, .ctx = (void *)o};
}

/* ---- Options -----------------------------------------------------------------------------*/
struct tirc_options *tirc_options_new(void)
{
	struct tirc_options *o = calloc(1, sizeof *o);
	if (o) {
		o->driver.level = 2;
		o->driver.are_params = true;
	}
	return o;
}

void tirc_options_free(struct tirc_options *o)
{
	if (o)
		arena_free(&o->arena);
	free(o);
}

/* Parameters of the target: those that the plugin takes from its module. */
static const struct {
	const char *name;
	size_t field; /* in struct tirc_options */
} target_params[] = {
        {"target=", offsetof(struct tirc_options, driver.target.triple)},
        {"cpu=", offsetof(struct tirc_options, driver.target.cpu)},
        {"features=", offsetof(struct tirc_options, driver.target.features)},
};

static bool take_target(struct tirc_options *o, const char *parameter)
{
	for (size_t i = 0; i < sizeof target_params / sizeof *target_params; i++) {
		size_t n = strlen(target_params[i].name);
		if (strncmp(parameter, target_params[i].name, n) != 0 || !parameter[n])
			continue;
		const char *value = arena_strndup(&o->arena, parameter + n, strlen(parameter + n));
		*(const char **)((char *)o + target_params[i].field) = value;
		if (o->driver.target.triple || o->driver.target.cpu)
			o->driver.target_from = DRIVER_TARGET_SILENT;
		return true;
	}
	return false;
}

struct parameter {
	struct tirc_options *options;
	const char *text;
	bool ok;
};

static void take_parameter(void *ctx)
{
	struct parameter *p = ctx;
	struct tirc_options *o = p->options;
	struct diag d = driver_diag(o);
	bool known;
	p->ok = take_target(o, p->text) ||
	        driver_take_param(&o->driver, p->text, strlen(p->text), &o->arena, &d, &known);
	if (p->ok || known)
		return;
	struct sbuf all = {0};
	driver_print_params(&all);
	diag_error(&d, NULL, (struct span){0},
	        "there is no parameter '%s'; there are target=, cpu=, features=, %s", p->text,
	        all.text ? all.text : "others");
	sbuf_free(&all);
}

/* Report that memory ran out; false. */
static bool no_memory(const struct tirc_options *o)
{
	struct diag d = driver_diag(o);
	return diag_error(&d, NULL, (struct span){0}, "out of memory");
}

bool tirc_options_set(struct tirc_options *o, const char *parameter)
{
	struct parameter p = {o, parameter, false};
	return arena_guard(&o->arena, take_parameter, &p) ? p.ok : no_memory(o);
}

void tirc_options_set_handler(struct tirc_options *o, tirc_handler *handler, void *ctx)
{
	o->handler = handler;
	o->handler_ctx = ctx;
}

void tirc_options_set_remarks(struct tirc_options *o,
        void (*remark)(void *ctx, const struct tirc_remark *r), void *ctx)
{
	o->remark = remark;
	o->remark_ctx = ctx;
}

/* What a policy of an older header does not have is NULL. */
void tirc_options_set_policy(struct tirc_options *o, const struct tirc_policy *policy)
{
	size_t n = policy ? policy->size : 0;
	o->policy = (struct tirc_policy){0};
	if (n)
		memcpy(&o->policy, policy, n < sizeof o->policy ? n : sizeof o->policy);
}

/* ---- Calls -------------------------------------------------------------------------------*/
struct guarded {
	struct driver_call *call;
	void (*work)(void *call);
};

static void decide_and_work(void *ctx)
{
	struct guarded *g = ctx;
	struct driver_call *call = g->call;
	if (driver_decide(&call->decided, &call->module->arena, &call->diag))
		g->work(call);
}

bool driver_call(struct driver_call *call, const struct tirc_options *o, struct tirc_module *m,
        enum driver_stage last, void (*work)(void *call))
{
	struct guarded g = {call, work};
	call->options = o;
	call->module = m;
	call->decided = o->driver;
	call->decided.last = last;
	call->diag = driver_diag(o);
	call->run = (struct driver){.options = &call->decided,
	        .arena = &m->arena,
	        .diag = &call->diag,
	        .module = m->tir};
	call->ok = false;
	if (!arena_guard(&m->arena, decide_and_work, &g))
		call->ok = no_memory(o);
	return call->ok && call->diag.errors == 0;
}

char *driver_text(struct sbuf *text, size_t *n)
{
	if (!text->failed && !text->text)
		sbuf_add(text, "", 0);
	if (n)
		*n = text->failed ? 0 : text->len;
	if (!text->failed)
		return text->text;
	sbuf_free(text);
	return NULL;
}

/* ---- Programs ----------------------------------------------------------------------------*/
struct reading {
	struct driver_call call;
	const char *name, *text; /* text: NULL: name is a file */
	size_t n;
};

static const struct source *source_of(struct reading *r)
{
	const char *why;
	if (r->text)
		return source_text(&r->call.module->arena, r->name, r->text, r->n);
	const struct source *s = source_read(&r->call.module->arena, r->name, &why);
	if (!s)
		diag_error(&r->call.diag, NULL, (struct span){0}, "cannot read '%s': %s", r->name,
		        why);
	return s;
}

static void read_program(void *ctx)
{
	struct reading *r = ctx;
	struct tirc_module *m = r->call.module;
	struct driver *run = &r->call.run;
	const struct source *source = source_of(r);
	if (!source || !driver_read_headers(run))
		return;
	if (run->externs)
		m->externs = *run->externs;
	if (m->policy.effect) {
		m->externs.effect = driver_policy_effect;
		m->externs.ctx = &m->policy;
	}
	run->externs = &m->externs;
	r->call.ok = driver_read(run, source);
	m->tir = run->module;
}

static struct tirc_module *parse(const struct tirc_options *o, struct reading *r)
{
	struct tirc_module *m = calloc(1, sizeof *m);
	if (!m) {
		no_memory(o);
		return NULL;
	}
	m->policy = o->policy;
	if (driver_call(&r->call, o, m, DRIVER_READ, read_program))
		return m;
	tirc_module_free(m);
	return NULL;
}

struct tirc_module *tirc_parse(const struct tirc_options *o, const char *name, const char *text,
        size_t n)
{
	struct reading r = {.name = name, .text = text, .n = n};
	return parse(o, &r);
}

struct tirc_module *tirc_parse_file(const struct tirc_options *o, const char *path)
{
	struct reading r = {.name = path};
	return parse(o, &r);
}

void tirc_module_free(struct tirc_module *m)
{
	if (m)
		arena_free(&m->arena);
	free(m);
}

static void legalize(void *ctx)
{
	struct driver_call *call = ctx;
	call->ok = driver_legalize(&call->run);
}

bool tirc_legalize(struct tirc_module *m, const struct tirc_options *o, enum tirc_next next)
{
	struct driver_call call = {0};
	return driver_call(&call, o, m, next == TIRC_LOWERED ? DRIVER_LOWER : DRIVER_CSE, legalize);
}

struct optimizing {
	struct driver_call call;
	uint32_t names;
};

static void optimize(void *ctx)
{
	struct optimizing *x = ctx;
	struct driver_call *call = &x->call;
	call->ok = true;
	if (call->decided.level == 0)
		return;
	driver_set_policy(&call->decided.optimize, call);
	call->decided.optimize.versions = driver_tries_versions(&call->decided);
	x->names = driver_optimize(call->module->tir, &call->decided.optimize, &call->diag, NULL);
}

bool tirc_cse(struct tirc_module *m, const struct tirc_options *o, uint32_t *names)
{
	struct optimizing x = {.names = 0};
	bool ok = driver_call(&x.call, o, m, DRIVER_CSE, optimize);
	if (names)
		*names = x.names;
	return ok;
}

struct printing {
	const struct tirc_module *module;
	struct sbuf out;
};

static void print(void *ctx)
{
	struct printing *p = ctx;
	tir_print_module(p->module->tir, &p->out);
}

char *tirc_print(const struct tirc_module *m, size_t *n)
{
	struct printing p = {.module = m};
	p.out.failed = !arena_guard(m->tir->arena, print, &p);
	return driver_text(&p.out, n);
}

struct writing {
	struct driver_call call;
	struct sbuf out;
};

static void write_json(void *ctx)
{
	struct writing *w = ctx;
	w->call.ok = graph_write(w->call.module->tir, &w->out, &w->call.diag);
}

char *tirc_print_json(const struct tirc_module *m, const struct tirc_options *o, size_t *n)
{
	struct writing w = {.out = {0}};
	if (driver_call(&w.call, o, (struct tirc_module *)m, DRIVER_CSE, write_json))
		return driver_text(&w.out, n);
	sbuf_free(&w.out);
	return NULL;
}

const char *tirc_function_name(const struct tirc_module *m, size_t i)
{
	return i < m->tir->funcs.n ? m->tir->funcs.at[i]->name : NULL;
}

/* ---- Value numbering ---------------------------------------------------------------------*/
struct numbering {
	struct driver_call call;
	const char *function;
	void (*visit_store)(void *ctx, const struct tirc_numbered_store *s);
	void (*visit)(void *ctx, const struct tirc_numbered *n); /* or this one */
	void *ctx;
};

static unsigned line_of(const struct numbering *x, struct span at)
{
	unsigned line = 0, column;
	if (x->call.module->tir->source)
		source_location(x->call.module->tir->source, at.begin, &line, &column);
	return line;
}

static void tell_store(void *ctx, const struct cse_store_values *s)
{
	const struct numbering *x = ctx;
	struct tirc_numbered_store out = {.buffer = s->buffer->name,
	        .index = (const struct tirc_expr *)s->index,
	        .value = (const struct tirc_expr *)s->value,
	        .index_number = s->index_number,
	        .value_number = s->value_number,
	        .line = line_of(x, s->at)};
	x->visit_store(x->ctx, &out);
}

static void tell_expr(void *ctx, const struct cse_numbered *n)
{
	const struct numbering *x = ctx;
	struct tirc_numbered out = {.expr = (const struct tirc_expr *)n->expr,
	        .number = n->value,
	        .memory = n->memory,
	        .line = line_of(x, n->stmt->at)};
	x->visit(x->ctx, &out);
}

static void number(void *ctx)
{
	struct numbering *x = ctx;
	struct driver_call *call = &x->call;
	struct tir_module *m = call->module->tir;
	const struct tir_func *f = driver_find_function(m, x->function);
	if (!f) {
		const struct tir_module *const all[] = {m};
		driver_no_function(all, 1, x->function, &call->diag);
		return;
	}
	driver_set_policy(&call->decided.optimize, call);
	if (x->visit)
		cse_number(f, &call->decided.optimize.cse, m->arena, tell_expr, x);
	else
		cse_number_stores(f, &call->decided.optimize.cse, m->arena, tell_store, x);
	call->ok = true;
}

bool tirc_number_stores(struct tirc_module *m, const struct tirc_options *o, const char *function,
        void (*visit)(void *ctx, const struct tirc_numbered_store *s), void *ctx)
{
	struct numbering x = {.function = function, .visit_store = visit, .ctx = ctx};
	return driver_call(&x.call, o, m, DRIVER_CSE, number);
}

bool tirc_number(struct tirc_module *m, const struct tirc_options *o, const char *function,
        void (*visit)(void *ctx, const struct tirc_numbered *n), void *ctx)
{
	struct numbering x = {.function = function, .visit = visit, .ctx = ctx};
	return driver_call(&x.call, o, m, DRIVER_CSE, number);
}
