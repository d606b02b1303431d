/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/target.c: what is known of processors, and what feature strings mean. */
#include <llvm-c/Core.h>

#include "suite.h"
#include "target/target.h"

/* The messages that a target gives, one a line. */
static void collect(void *ctx, const struct diag_message *m)
{
	sbuf_printf(ctx, "%s\n", m->text);
}

static bool resolve(struct target *t, struct arena *arena, struct sbuf *said)
{
	struct diag d = {.sink = collect, .ctx = said};
	return target_resolve(t, arena, &d);
}

START_TEST(every_processor_is_found_by_its_name_and_its_tags)
{
	size_t n = 0, tagged = 0;
	for (const struct target_processor *p; (p = target_processor_at(n)); n++) {
		char tag[64];
		ck_assert_ptr_eq(target_processor_named(p->family, p->name), p);
		snprintf(tag, sizeof tag, "%.*s", (int)strcspn(p->tags, " "), p->tags);
		if (*tag) {
			ck_assert_ptr_eq(target_processor_tagged(tag), p);
			tagged++;
		}
	}
	ck_assert_uint_gt(n, 15);
	ck_assert_uint_gt(tagged, 5);
	ck_assert_ptr_null(target_processor_tagged("qcom/hexagon"));
	ck_assert_ptr_null(target_processor_tagged(""));
	ck_assert_ptr_null(target_processor_named(TARGET_HEXAGON, "v67"));
	ck_assert_ptr_null(target_processor_at(n));
}
END_TEST

START_TEST(the_features_of_a_row_switch_on_the_hvx_it_has)
{
	for (size_t i = 0; target_processor_at(i); i++) {
		const struct target_processor *p = target_processor_at(i);
		struct target_hvx h = target_hvx_of(p->features);
		ck_assert(h.known);
		ck_assert_uint_eq(h.version, *p->features ? p->hvx : 0);
		ck_assert_uint_eq(h.floats, 0); /* only if somebody asks */
		ck_assert(!p->hvx || p->hvx >= 60);
		ck_assert(p->family != TARGET_HEXAGON || !p->floats || p->hvx >= 68);
	}
}
END_TEST

START_TEST(what_a_feature_string_says_last_counts)
{
	static const struct {
		const char *features;
		unsigned version, floats;
	} rows[] = {
	        {"", 0, 0},
	        {"+hvx-length128b", 0, 0},
	        {"+hvxv67", 0, 0},
	        {"+hvxv67,+hvx-length64b", 0, 0},
	        {"+hvxv67,+hvx-length128b", 67, 0},
	        {"+hvx-length128b,+packets,+hvxv62", 62, 0},
	        {"+hvx,+hvx-length128b", 60, 0},
	        {"+hvxv66,+hvx,+hvx-length128b", 66, 0},
	        {"+hvxv67,+hvx-length128b,-hvx", 0, 0},
	        {"-hvx,+hvxv67,+hvx-length128b", 67, 0},
	        {"+hvxv67,+hvx-length128b,-hvx,+hvxv60", 0, 0},
	        {"+hvxv67,+hvx-length128b,-hvx-length64b", 67, 0},
	        {"+hvxv67,+hvx-length128b,-hvx-length128b", 0, 0},
	        {"+hvxv67,+hvx-length64b,+hvx-length128b", 67, 0},
	        {"+hvxv68,+hvx-length128b,-hvx-qfloat", 68, 0},
	        {"+hvxv68,+hvx-length128b,+hvx-ieee-fp", 68, TARGET_IEEE},
	        {"+hvx-qfloat,+hvxv73,+hvx-length128b,+hvx-ieee-fp", 73,
	                TARGET_IEEE | TARGET_QFLOAT},
	        {"+hvx-ieee-fp", 0, 0},
	        {",, +hvxv67 ,+hvx-length128b,,", 67, 0},
	        {"+nonesuch,+hvxv67,+hvx-length128b", 67, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct target_hvx h = target_hvx_of(rows[i].features);
		ck_assert_msg(h.known && h.version == rows[i].version && h.floats == rows[i].floats,
		        "'%s': v%u, floats %u", rows[i].features, h.version, h.floats);
	}
	ck_assert(!target_hvx_of(NULL).known);
	ck_assert(target_may_have_hvx(target_hvx_of(NULL)));
	ck_assert(!target_has_hvx(target_hvx_of(NULL)));
}
END_TEST

START_TEST(an_instruction_is_there_from_its_version_on)
{
	struct target_hvx v62 = {true, 62, 0}, v65 = {true, 65, 0}, none = {.known = true};
	ck_assert(target_has_instruction(v62, TARGET_VASRHUBSAT));
	ck_assert(!target_has_instruction(v62, TARGET_VASRUHUBSAT));
	ck_assert(target_has_instruction(v65, TARGET_VASRUHUBSAT));
	ck_assert(!target_has_instruction(none, TARGET_VASRHUBSAT));
	ck_assert(!target_has_instruction(target_hvx_of(NULL), TARGET_VASRHUBSAT));
}
END_TEST

/* As LLVM's type is: registers are words, a predicate is bits for bytes, scalars and numbers are one word. */
static bool is_llvms(unsigned operand, LLVMTypeRef t)
{
	enum { WORDS = 32, BYTES = 128 };
	unsigned registers = target_registers_of(operand);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	LLVMTypeRef lane = vector ? LLVMGetElementType(t) : t;
	if ((operand & ~(unsigned)TARGET_LANE) == TARGET_PREDICATE)
		return vector && LLVMGetVectorSize(t) == BYTES && LLVMGetIntTypeWidth(lane) == 1;
	return LLVMGetIntTypeWidth(lane) == 32 && vector == !!registers &&
	       (!vector || LLVMGetVectorSize(t) == registers * WORDS);
}

START_TEST(an_instruction_has_the_shape_of_an_intrinsic_of_llvm)
{
	LLVMContextRef ctx = LLVMContextCreate();
	for (unsigned i = 0; i < TARGET_NINSTRUCTIONS; i++) {
		const struct target_hvx_instruction *x = target_instruction(i);
		unsigned id = LLVMLookupIntrinsicID(x->intrinsic, strlen(x->intrinsic));
		LLVMTypeRef t[TARGET_OPERANDS];
		ck_assert_msg(id && !LLVMIntrinsicIsOverloaded(id), "%s", x->intrinsic);
		LLVMTypeRef type = LLVMIntrinsicGetType(ctx, id, NULL, 0);
		ck_assert_msg(LLVMCountParamTypes(type) == x->noperands, "%s", x->name);
		ck_assert_msg(is_llvms(x->result, LLVMGetReturnType(type)), "%s", x->name);
		LLVMGetParamTypes(type, t);
		for (unsigned k = 0; k < x->noperands; k++)
			ck_assert_msg(is_llvms(x->operand[k], t[k]), "%s: %u", x->name, k);
	}
	LLVMContextDispose(ctx);
}
END_TEST

/* The accumulating form of an instruction is the next row: lower_hvx_sum() counts on it. */
START_TEST(an_instruction_that_accumulates_stands_behind_its_like)
{
	for (unsigned i = 0; i < TARGET_NINSTRUCTIONS; i++)
		for (unsigned k = 0; k < TARGET_NINSTRUCTIONS; k++) {
			const char *a = target_instruction(i)->name,
			           *b = target_instruction(k)->name;
			if (!strncmp(a, b, strlen(a)) && !strcmp(b + strlen(a), ".acc"))
				ck_assert_msg(k == i + 1, "%s", b);
		}
}
END_TEST

START_TEST(the_host_has_float_vectors_and_hexagon_hvx)
{
	struct arena arena = {0};
	struct sbuf said = {0};
	struct target host = {0}, dsp = {.triple = "hexagon"}, x86 = {.triple = "x86_64-linux-gnu"};
	ck_assert(resolve(&host, &arena, &said) && host.float_vectors && !host.hvx.version);
	ck_assert_ptr_null(host.triple);
	ck_assert_str_eq(host.features, "");
	ck_assert(resolve(&x86, &arena, &said) && x86.float_vectors && !x86.hvx.version);
	ck_assert(resolve(&dsp, &arena, &said) && !dsp.float_vectors);
	ck_assert_str_eq(dsp.triple, "hexagon-unknown-elf");
	ck_assert_str_eq(dsp.cpu, "hexagonv67");
	ck_assert_str_eq(dsp.processor->qemu, "v67");
	ck_assert_uint_eq(dsp.hvx.version, 67);
	ck_assert_ptr_null(said.text);
	arena_free(&arena);
}
END_TEST

/* What -mcpu and -mattr mean together: LLVM's features, or the message. */
static const struct {
	const char *cpu, *features, *meant;
} wishes[] = {
        {NULL, NULL, "+hvxv67,+hvx-length128b"},
        {"hexagonv67", NULL, "+hvxv67,+hvx-length128b"},
        {"hexagonv67", "", "+hvxv67,+hvx-length128b"},
        {"hexagonv60", NULL, "+hvxv60,+hvx-length128b"},
        {"hexagonv73", NULL, "+hvxv73,+hvx-length128b,-hvx-qfloat"},
        {"hexagonv73", "+hvx-qfloat", "+hvxv73,+hvx-length128b,-hvx-qfloat,+hvx-qfloat"},
        {"hexagonv73", "+hvxv73,+hvx-length128b", "+hvxv73,+hvx-length128b,-hvx-qfloat"},
        {"hexagonv5", NULL, ""},
        {"hexagonv71t", "+packets", "+packets"},
        {"generic", NULL, ""},
        {"generic", "+hvx", "+hvx,+hvxv60,+hvx-length128b"},
        {"generic", "+hvxv68,+hvx-length128b", "+hvxv68,+hvx-length128b"},
        {NULL, "-packets", "+hvxv67,+hvx-length128b,-packets"},
        {NULL, "-hvx", "-hvx"},
        {NULL, "+hvxv62,-hvx", "+hvxv62,-hvx"},
        {NULL, "-hvx,+hvxv62", "-hvx,+hvxv62,+hvx-length128b"},
        {NULL, "+hvx", "+hvx,+hvxv67,+hvx-length128b"},
        {NULL, "+hvx-length128b", "+hvxv67,+hvx-length128b,+hvx-length128b"},
        {NULL, "+hvx-length128b,-hvx,+hvx", "+hvx-length128b,-hvx,+hvx,+hvxv67,+hvx-length128b"},
        {NULL, "+hvxv68",
                "feature 'hvxv68': the HVX of processor 'hexagonv67' is v67; -mcpu=hexagonv68 has "
                "it\n"},
        {NULL, "+hvxv68,-hvx", "+hvxv68,-hvx"},
        {NULL, "+hvx-ieee-fp",
                "feature 'hvx-ieee-fp': processor 'hexagonv67' has no vectors of floats\n"},
        {"hexagonv79", "+hvx-ieee-fp",
                "feature 'hvx-ieee-fp': from v79 on vectors of floats are computed in qfloat "
                "alone; v68 to v75 have IEEE's format, too\n"},
        {"generic", "+hvxv81,+hvx-ieee-fp",
                "feature 'hvx-ieee-fp': from v79 on vectors of floats are computed in qfloat "
                "alone; v68 to v75 have IEEE's format, too\n"},
        {"generic", "+hvxv75,+hvx-ieee-fp", "+hvxv75,+hvx-ieee-fp,+hvx-length128b"},
        {"hexagonv67t", "+hvx", "feature 'hvx': processor 'hexagonv67t' has no HVX\n"},
        {NULL, "+hvx-length64b",
                "feature 'hvx-length64b': HVX vectors of 64 bytes are not supported, only those "
                "of 128\n"},
        {NULL, "+hvxx",
                "unknown feature 'hvxx' for target 'hexagon-unknown-elf'; did you mean "
                "'hvx'?\n"},
        {"v68", NULL,
                "unknown processor 'v68' for target 'hexagon-unknown-elf'; did you mean "
                "'hexagonv68'?\n"},
};

START_TEST(features_count_and_the_processor_fills_in_the_rest)
{
	for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
		struct arena arena = {0};
		struct sbuf said = {0};
		struct target t = {
		        .triple = "hexagon", .cpu = wishes[i].cpu, .features = wishes[i].features};
		bool ok = resolve(&t, &arena, &said);
		ck_assert_str_eq(ok ? t.features : said.text, wishes[i].meant);
		ck_assert_int_eq(ok, said.len == 0);
		sbuf_free(&said);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(memory_that_runs_out_is_a_message)
{
	struct arena arena = {.limit = 1};
	struct sbuf said = {0};
	struct target t = {.triple = "hexagon"};
	ck_assert(!resolve(&t, &arena, &said));
	ck_assert_str_eq(said.text, "out of memory\n");
	sbuf_free(&said);
	arena_free(&arena);
}
END_TEST

START_TEST(a_module_that_says_nothing_is_left_so)
{
	struct target t = {.triple = "hexagon"};
	target_describe(&t);
	ck_assert(!t.hvx.known && !t.float_vectors);
	ck_assert_ptr_null(t.features);
	ck_assert(t.processor && !*t.processor->name);
	struct target v73 = {.triple = "hexagon", .cpu = "hexagonv73", .features = "-hvx"};
	target_describe(&v73);
	ck_assert(v73.hvx.known && !v73.hvx.version);
	ck_assert_uint_eq(v73.processor->version, 73);
}
END_TEST

static struct tir_type type(const char *name)
{
	struct tir_type t;
	ck_assert_msg(tir_type_parse(name, strlen(name), &t), "%s", name);
	return t;
}

START_TEST(every_operation_has_a_cost_for_every_type)
{
	for (int op = 0; op < TARGET_NOPS; op++)
		for (int t = 0; t < TARGET_NTYPES; t++) {
			const struct target_cost *c = target_cost(op, t);
			ck_assert_uint_gt(c->weight, 0);
			ck_assert(!c->calls || (c->others >= 20 && c->multiplies == 0));
			ck_assert(t != TARGET_SOFT || c->calls);
		}
	ck_assert_int_eq(target_op_of(TIR_FLOORDIV, true), TARGET_DIVIDE_BY_CONSTANT);
	ck_assert_int_eq(target_op_of(TIR_FLOORMOD, false), TARGET_DIVIDE);
	ck_assert_int_eq(target_op_of(TIR_SHL, true), TARGET_OTHER_OP);
	ck_assert_int_eq(target_op_of(TIR_SUB, true), TARGET_ADD);
	ck_assert_int_eq(target_op_of(TIR_MAX, false), TARGET_EXTREME);
	ck_assert_uint_gt(target_cost(TARGET_EXTREME, TARGET_FLOATS)->others,
	        target_cost(TARGET_EXTREME, TARGET_WORDS)->others);
}
END_TEST

START_TEST(a_type_is_of_the_class_that_the_machine_computes_with)
{
	static const struct {
		const char *name;
		enum target_type is;
		bool held;
	} rows[] = {
	        {"int8", TARGET_WORDS, false},
	        {"bool", TARGET_WORDS, false},
	        {"uint32", TARGET_WORDS, false},
	        {"handle", TARGET_WORDS, false},
	        {"int64", TARGET_WIDE, false},
	        {"float32", TARGET_FLOATS, false},
	        {"float16", TARGET_SOFT, false},
	        {"float64", TARGET_SOFT, false},
	        {"bfloat16", TARGET_SOFT, false},
	        {"uint8x128", TARGET_WORDS, true},
	        {"int32x64", TARGET_WORDS, true},
	        {"int32x16", TARGET_WORDS, false},
	        {"float32x32", TARGET_FLOATS, false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ck_assert_int_eq(target_type_of(type(rows[i].name)), rows[i].is);
		ck_assert_int_eq(target_holds(type(rows[i].name)), rows[i].held);
	}
}
END_TEST

START_TEST(a_packet_holds_four_instructions_two_of_a_kind)
{
	static const struct {
		struct target_work work;
		uint64_t time, vectors; /* in packets */
	} rows[] = {
	        {{0, 0, 4}, 1, 1},
	        {{2, 0, 2}, 1, 1},
	        {{4, 0, 0}, 2, 1},
	        {{0, 4, 0}, 2, 3},
	        {{2, 2, 8}, 3, 4},
	        {{4, 4, 0}, 2, 4},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ck_assert_uint_eq(target_time(&rows[i].work), rows[i].time * TARGET_PACKET);
		ck_assert_uint_eq(target_vector_time(&rows[i].work),
		        rows[i].vectors * TARGET_PACKET);
	}
}
END_TEST

START_TEST(loops_of_a_vector_s_length_over_integers_are_taken)
{
	static const struct {
		struct target_loop loop;
		bool taken;
	} rows[] = {
	        {{.trips = 256, .serial = true, .most = 1}, true},
	        {{.trips = 256, .serial = true, .least = -1}, true}, /* downwards as upwards */
	        {{.trips = 32, .serial = true, .least = -1, .most = 4}, true},
	        {{.trips = 31, .serial = true, .most = 1}, false},
	        {{.trips = 16, .serial = true, .most = 1, .copies = 2}, true},
	        {{.trips = 4, .serial = true, .most = 1, .copies = 8}, false},
	        {{.trips = 256, .serial = true, .most = 5}, false},
	        {{.trips = 256, .serial = true, .least = -2}, false},
	        {{.trips = 256, .serial = true, .scattered = true}, false},
	        {{.trips = 256, .serial = true, .other_types = true}, false},
	        {{.trips = 256, .serial = true, .divides = true}, false},
	        {{.trips = 256, .serial = true, .calls = true}, false},
	        {{.trips = 256, .serial = true, .branches = true}, false},
	        {{.trips = 256, .serial = true, .loops = true}, false},
	        {{.trips = 256, .serial = true, .carried = true}, false},
	        {{.trips = 256, .most = 1}, false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_msg(target_vectorizes(&rows[i].loop) == rows[i].taken, "row %zu", i);
}
END_TEST

START_TEST(a_row_is_kept_in_registers_unless_it_is_too_long)
{
	static const struct {
		struct target_inner loop;
		uint32_t bits;
		bool kept;
	} rows[] = {
	        {{.n = 256, .outer_sums = 1}, 32, true},
	        {{.n = 256, .outer_sums = 1, .downwards = true}, 32, true},
	        {{.n = 1024, .outer_sums = 1}, 32, false},
	        {{.n = 1024, .outer_sums = 1, .unrolls_more = true}, 32, true},
	        {{.n = 1024, .outer_sums = 1, .unrolls_more = true, .downwards = true}, 32, false},
	        {{.n = 1024, .outer_sums = 1, .unrolls_more = true, .downwards = true}, 16, true},
	        {{.n = 2048, .outer_sums = 1, .unrolls_more = true}, 32, false},
	        {{.n = 28, .outer_sums = 1, .unrolls_more = true}, 0, true},
	        {{.n = 28, .outer_sums = 1}, 0, false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct target_inner k = rows[i].loop;
		target_shape(&k, rows[i].bits);
		ck_assert_msg(target_keeps_all(&k, 1) == rows[i].kept, "row %zu", i);
	}
}
END_TEST

START_TEST(a_loop_s_steps_are_those_of_all_its_accesses)
{
	struct target_loop loop = {0};
	target_add_step(&loop, 0);
	ck_assert_int_eq(loop.least, 0);
	target_add_step(&loop, 3);
	target_add_step(&loop, -1);
	target_add_step(&loop, 1);
	ck_assert_int_eq(loop.least, -1);
	ck_assert_int_eq(loop.most, 3);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {every_processor_is_found_by_its_name_and_its_tags,
	        the_features_of_a_row_switch_on_the_hvx_it_has,
	        what_a_feature_string_says_last_counts, an_instruction_is_there_from_its_version_on,
	        an_instruction_has_the_shape_of_an_intrinsic_of_llvm,
	        an_instruction_that_accumulates_stands_behind_its_like,
	        the_host_has_float_vectors_and_hexagon_hvx, a_module_that_says_nothing_is_left_so,
	        features_count_and_the_processor_fills_in_the_rest,
	        memory_that_runs_out_is_a_message, every_operation_has_a_cost_for_every_type,
	        a_type_is_of_the_class_that_the_machine_computes_with,
	        a_packet_holds_four_instructions_two_of_a_kind,
	        loops_of_a_vector_s_length_over_integers_are_taken,
	        a_row_is_kept_in_registers_unless_it_is_too_long,
	        a_loop_s_steps_are_those_of_all_its_accesses};
	Suite *s = suite_create("target");
	TCase *c = tcase_create("all");
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		tcase_add_test(c, tests[i]);
	suite_add_tcase(s, c);
	return run_suite(s);
}
