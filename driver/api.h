/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/api.h: what the files behind include/tirc/ share.
 *
 * Run what allocates in an arena inside driver_call: when memory runs out, it returns an error to the caller. */
#ifndef TIRC_DRIVER_API_H
#define TIRC_DRIVER_API_H

#include "driver/internal.h"
#include "tirc/tirc.h"

struct tirc_options {
	struct arena arena;
	struct driver_options driver; /* as they were given */
	tirc_handler *handler;
	void *handler_ctx;
	void (*remark)(void *ctx, const struct tirc_remark *r);
	void *remark_ctx;
	struct tirc_policy policy;
};
struct tirc_module {
	struct arena arena;
	struct tir_module *tir;
	struct tir_externs externs;
	struct tirc_policy policy; /* that it was read with: externs.ctx points here */
};

/* One call of an entry point. */
struct driver_call {
	struct driver_listener
	        listener; /* first: driver_listen makes it the context of the passes */
	const struct tirc_options *options;
	struct tirc_module *module;
	struct driver_options decided;
	struct diag diag;
	struct arena scratch;
	struct driver run;
	bool ok;
};
/* Decide the options for a line that ends there and run work(call), which sets ok; true if it did and reported
 * nothing. */
bool driver_call(struct driver_call *call, const struct tirc_options *o, struct tirc_module *m,
        enum driver_stage last, void (*work)(void *call));
/* A diag that hands messages to the options' handler. */
struct diag driver_diag(const struct tirc_options *o);
/* The text for tirc_free, with its length; NULL if memory ran out. */
char *driver_text(struct sbuf *text, size_t *n);
/* Have the passes ask the policy and tell the listener of the call. */
void driver_set_policy(struct driver_optimizations *optimize, struct driver_call *call);
/* What the policy says of functions outside; the context is the module's struct tirc_policy. */
enum tir_effect driver_policy_effect(void *policy, const char *function);

#endif
