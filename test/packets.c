/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/packets.c: what backend/ reads in an object, for test/packets.py.
 *
 *     tirc-packets OBJECT FUNCTION   packets, accesses of unaligned vectors, calls, loops, unknown loops, bytes
 *     tirc-packets OBJECT FUNCTION ARGUMENT...  packets, accesses of unaligned vectors, calls and branches on data of a call with
 *                                    these in r0 to r5
 *     tirc-packets OBJECT            each packet of each function, with what is known of it */
#include <stdio.h>
#include <stdlib.h>

#include "backend/internal.h"

struct command {
	const char *path, *name;
	char **arguments;
	int narguments;
	struct arena arena;
	bool ok;
};

static void print_registers(uint32_t mask)
{
	for (int i = 0; i < 32; i++)
		if (mask >> i & 1)
			printf("; kill r%d", i);
}

static void print_operand(const struct backend_op *op)
{
	if (op->has_imm)
		printf("#%lld", (long long)op->imm);
	else
		printf("r%d", op->b);
}

static void print_relation(const struct backend_op *op)
{
	static const char *const names[] = {"eq", "gt", "gtu", "other", "clear"};
	if (op->relation == BACKEND_OTHER) {
		printf("other");
		return;
	}
	printf("%s%s%s(r%d%s,", op->negated ? "!" : "", op->swapped ? "swapped " : "",
	        names[op->relation], op->a, op->is_new ? ".new" : "");
	print_operand(op);
	printf(")");
}

static void print_condition(const struct backend_op *op)
{
	if (op->when == BACKEND_BY_PREDICATE)
		printf(" if %sp%d%s", op->negated ? "!" : "", op->a, op->is_new ? ".new" : "");
	if (op->when == BACKEND_BY_COMPARE) {
		printf(" if ");
		print_relation(op);
	}
}

static void print_target(const struct backend_op *op)
{
	if (op->reloc || op->target == BACKEND_NONE)
		printf(" out");
	else
		printf(" %x", op->target);
}

/* What two operands become that stand beside the operation's word. */
static void print_pair(const struct backend_op *op, const char *word)
{
	printf("r%d%s", op->a, word);
	print_operand(op);
}

static void print_computed(const struct backend_op *op)
{
	static const char *const words[] = {[BACKEND_ADD] = "+",
	        [BACKEND_SUB] = "-",
	        [BACKEND_LEFT] = "<<",
	        [BACKEND_RIGHT] = ">>",
	        [BACKEND_AND] = "&",
	        [BACKEND_OR] = "|",
	        [BACKEND_XOR] = "^",
	        [BACKEND_MIN] = " min ",
	        [BACKEND_MINU] = " minu ",
	        [BACKEND_MAX] = " max ",
	        [BACKEND_MAXU] = " maxu ",
	        [BACKEND_PRODUCT] = "*"};
	static const char *const scaled[] = {"&", "|", "+", "-"};
	switch (op->code) {
	case BACKEND_BITS:
		printf("r%d[%lld,%lld]", op->a, (long long)op->imm, (long long)op->wide);
		break;
	case BACKEND_INSERT:
		printf("r%d[%lld,%lld] of r%d", op->d, (long long)op->wide, (long long)op->imm,
		        op->a);
		break;
	case BACKEND_ADD_THREE:
		printf("r%d%sr%d+#%lld", op->a, op->opposite ? "-" : "+", op->b,
		        (long long)op->wide);
		break;
	case BACKEND_ADD_PRODUCT:
		printf("r%d%s", op->by, op->opposite ? "-" : "+");
		print_pair(op, "*");
		break;
	case BACKEND_OR_THREE:
		printf("r%d|", op->d);
		print_pair(op, "|");
		break;
	case BACKEND_SCALED:
		print_operand(op);
		printf("%sr%d%s%lld", scaled[op->relation], op->a, op->wide < 0 ? ">>" : "<<",
		        (long long)(op->wide < 0 ? -op->wide : op->wide));
		break;
	case BACKEND_WORD: printf("p%d", op->by); break;
	case BACKEND_CHOICE:
		printf(op->is_or ? "p%d ? #%lld : " : "p%d ? r%lld : ", op->by,
		        op->is_or ? (long long)op->wide : (long long)op->a);
		print_operand(op);
		break;
	default:
		print_pair(op, op->code == BACKEND_RIGHT && op->opposite ? ">>>" : words[op->code]);
	}
}

static void print_value(const struct backend_op *op)
{
	printf("; r%d = ", op->d);
	if (op->code == BACKEND_SET)
		printf("#%lld", (long long)op->imm);
	else if (op->code == BACKEND_COPY)
		printf("r%d", op->a);
	else if (op->code == BACKEND_LOAD)
		printf("stack[%lld]", (long long)op->imm);
	else if (op->code == BACKEND_SUB_FROM)
		printf("#%lld-r%d", (long long)op->imm, op->a);
	else
		print_computed(op);
	if (op->when == BACKEND_BY_PREDICATE)
		printf(" if %sp%d%s", op->negated ? "!" : "", op->by, op->is_new ? ".new" : "");
}

static void print_predicate(const struct backend_op *op)
{
	printf("; p%d = ", op->d);
	if (op->code == BACKEND_COMPARE)
		print_relation(op);
	else if (op->code == BACKEND_LOGIC)
		printf("%s%sp%d,p%d", op->is_or ? "or " : "and ", op->opposite ? "!" : "", op->a,
		        op->b);
	else if (op->code == BACKEND_NOT)
		printf("!p%d", op->a);
	else if (op->code == BACKEND_TRUTH)
		printf("r%d", op->a);
	else
		printf("?");
}

static void print_way(const struct backend_op *op)
{
	static const char *const words[] = {[BACKEND_JUMP] = "jump",
	        [BACKEND_RETURN] = "return",
	        [BACKEND_INDIRECT] = "indirect",
	        [BACKEND_CALL] = "call",
	        [BACKEND_LOOP] = "loop"};
	printf("; %s", words[op->code]);
	if (op->code == BACKEND_LOOP)
		printf("%d", op->d);
	if (op->code != BACKEND_RETURN && op->code != BACKEND_INDIRECT)
		print_target(op);
	if (op->code == BACKEND_LOOP)
		printf(op->has_imm ? " #%lld" : " r%lld",
		        op->has_imm ? (long long)((const struct backend_op *)op)->imm
		                    : (long long)op->a);
	else
		print_condition(op);
}

static void print_op(const struct backend_op *op)
{
	if (op->code == BACKEND_KILL)
		print_registers(op->mask);
	else if (op->code <= BACKEND_LOAD)
		print_value(op);
	else if (op->code == BACKEND_STORE)
		printf("; stack[%lld] = r%d", (long long)op->imm, op->b);
	else if (op->code == BACKEND_STORE_IMM)
		printf("; stack[%lld] = #%lld", (long long)op->imm, (long long)op->wide);
	else if (op->code <= BACKEND_FORGET)
		print_predicate(op);
	else
		print_way(op);
}

static bool print_packets(struct command *c, const struct source *object)
{
	struct backend_object o;
	if (!backend_read(&o, object->text, object->len, &c->arena))
		return false;
	for (uint32_t i = 0; i < o.funcs.n; i++) {
		struct backend_code_of code;
		printf("%s:\n", o.funcs.at[i].name);
		if (!backend_decode(&code, &o, &o.funcs.at[i], &c->arena))
			continue;
		for (uint32_t k = 0; k < code.packets.n; k++) {
			const struct backend_packet *p = &code.packets.at[k];
			printf("%x: %d%d %d", p->at, p->end0, p->end1, p->unaligned);
			for (uint32_t n = 0; n < p->n; n++)
				print_op(&code.ops.at[p->first + n]);
			printf("\n");
		}
	}
	return true;
}

/* The packets of a call with arguments. */
static bool walk(struct command *c, const struct source *object, struct backend_cost *cost)
{
	int32_t arguments[BACKEND_ARGUMENTS];
	for (int i = 0; i < BACKEND_ARGUMENTS; i++)
		arguments[i] = i < c->narguments ? atoi(c->arguments[i]) : (i + 1) << 24;
	if (!backend_walk(object->text, object->len, c->name, arguments, &c->arena, cost))
		return false;
	printf("%.1f %.1f %.1f %.1f\n", cost->packets, cost->unaligned, cost->calls, cost->doubts);
	return true;
}

static void work(void *ctx)
{
	static const char *const versions[] = {"apart", "lines", NULL};
	struct command *c = ctx;
	const char *why;
	struct backend_cost cost;
	const struct source *object = source_read(&c->arena, c->path, &why);
	if (!object)
		return;
	if (!c->name) {
		c->ok = print_packets(c, object);
		return;
	}
	if (c->narguments) {
		c->ok = walk(c, object, &cost);
		return;
	}
	c->ok = backend_count(object->text, object->len, c->name, versions, &c->arena, &cost);
	if (c->ok)
		printf("%.1f %.1f %.1f %u %u %zu\n", cost.packets, cost.unaligned, cost.calls,
		        cost.loops, cost.unknown, cost.bytes);
}

int main(int argc, char **argv)
{
	struct command c = {.path = argc > 1 ? argv[1] : "",
	        .name = argc > 2 ? argv[2] : NULL,
	        .arguments = argv + 3,
	        .narguments = argc > 3 ? argc - 3 : 0};
	bool ok = arena_guard(&c.arena, work, &c) && c.ok;
	arena_free(&c.arena);
	return !ok;
}
