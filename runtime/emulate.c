/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/emulate.c: what float instructions of HVX compute (emulate.h), from IEEE 754 and what hvx_float.def says.
 *
 * Idea.   All operands were stored before the first result is made, and results are loaded behind the last: as in a packet.
 *         A half is computed as a float and rounded once more.  That is right: 24 bits are two more than twice 11. */
#include "runtime/emulate.h"

#include "internal.h"

float __extendhfsf2(uint32_t h);
uint16_t __truncsfhf2(float f);
void rt_emulate(const struct rt_packet *p);

union vector {
	uint32_t w[RT_LANES / 4];
	int32_t i[RT_LANES / 4];
	uint16_t h[RT_LANES / 2];
	int16_t s[RT_LANES / 2];
};
union vector rt_lanes[RT_MAX_STEPS][RT_BLOCK] __attribute__((aligned(RT_LANES)));

/* Zero of its sign, where subnormals are flushed; of 32 bits, then of 16. */
static uint32_t flush32(uint32_t u, uint32_t settings)
{
	return settings & RT_FLUSH && !(u & INF32) ? u & SIGN32 : u;
}

static uint16_t flush16(uint16_t h, uint32_t settings)
{
	return settings & RT_FLUSH && !(h & 0x7c00) ? h & 0x8000 : h;
}

static float word(uint32_t u, uint32_t settings)
{
	return float32(flush32(u, settings));
}

static float half(uint16_t h, uint32_t settings)
{
	return __extendhfsf2(flush16(h, settings));
}

/* Of each way in which lanes lie: what a row of that way does to its block v. */
#define FUNCTION(name) static void name(union vector *v, uint32_t settings)
#define EVERY(k, n)    for (int k = 0; k < (n); k++)
#define WORDS(name, rule)                                                                          \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		EVERY(k, RT_LANES / 4)                                                             \
		{                                                                                  \
			float x = word(v[RT_FIRST].w[k], settings);                                \
			float y = word(v[RT_SECOND].w[k], settings);                               \
			v[RT_RESULT].w[k] = flush32(bits32(rule), settings);                       \
		}                                                                                  \
	}
#define HALVES(name, rule)                                                                         \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			float x = half(v[RT_FIRST].h[k], settings);                                \
			float y = half(v[RT_SECOND].h[k], settings);                               \
			v[RT_RESULT].h[k] = flush16(__truncsfhf2(rule), settings);                 \
		}                                                                                  \
	}
#define SHORTS(name, rule)                                                                         \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			float x = v[RT_FIRST].s[k];                                                \
			v[RT_RESULT].h[k] = __truncsfhf2(rule);                                    \
		}                                                                                  \
	}
#define USHORTS(name, rule)                                                                        \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			float x = v[RT_FIRST].h[k];                                                \
			v[RT_RESULT].h[k] = __truncsfhf2(rule);                                    \
		}                                                                                  \
	}
#define PACK(name, rule)                                                                           \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		int even = settings & RT_FIRST_EVEN ? RT_FIRST : RT_SECOND;                        \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			int from = k % 2 ? RT_FIRST + RT_SECOND - even : even;                     \
			float x = word(v[from].w[k / 2], settings);                                \
			v[RT_RESULT].h[k] = flush16(__truncsfhf2(rule), settings);                 \
		}                                                                                  \
	}
#define UNPACK(name, rule)                                                                         \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			float x = half(v[RT_FIRST].h[k], settings);                                \
			v[RT_RESULT + k % 2].w[k / 2] = bits32(rule);                              \
		}                                                                                  \
	}
#define MULTIPLY(name, rule)                                                                       \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			float x = half(v[RT_FIRST].h[k], settings);                                \
			float y = half(v[RT_SECOND].h[k], settings);                               \
			v[RT_RESULT + k % 2].w[k / 2] = bits32(rule);                              \
		}                                                                                  \
	}
#define EACH(name, rule)                                                                           \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 4)                                                             \
		{                                                                                  \
			uint32_t x = v[RT_FIRST].w[k], y = v[RT_SECOND].w[k];                      \
			v[RT_RESULT].w[k] = rule;                                                  \
		}                                                                                  \
	}
#define PAIRS(name, rule)                                                                          \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			int high = k % 2;                                                          \
			uint32_t x = v[RT_FIRST + high].w[k / 2];                                  \
			uint32_t y = v[RT_SECOND + high].w[k / 2];                                 \
			v[RT_RESULT + high].w[k / 2] = rule;                                       \
		}                                                                                  \
	}
#define BOTH(name, rule)                                                                           \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 2)                                                             \
		{                                                                                  \
			int32_t x = v[RT_FIRST].s[k], y = v[RT_SECOND].s[k];                       \
			v[RT_RESULT + k % 2].i[k / 2] = rule;                                      \
		}                                                                                  \
	}
#define MORE(name, rule)                                                                           \
	FUNCTION(name)                                                                             \
	{                                                                                          \
		(void)settings;                                                                    \
		EVERY(k, RT_LANES / 4)                                                             \
		{                                                                                  \
			int32_t x = v[RT_FIRST].i[k], y = v[RT_SECOND].i[k];                       \
			v[RT_RESULT].w[k] = (rule) ? UINT32_MAX : 0;                               \
		}                                                                                  \
	}
#define HVX_ROW(name, text, lanes, rule, source) lanes(do_##name, rule)
#include "runtime/hvx_float.def"

/* Called by rt_emulate_enter alone, which keeps all registers. */
void rt_emulate(const struct rt_packet *p)
{
	static void (*const rows[])(union vector *, uint32_t) = {
#define HVX_ROW(name, ...) do_##name,
#include "runtime/hvx_float.def"
	};
	for (uint32_t i = 0; i < p->nsteps; i++)
		rows[p->row[i]](rt_lanes[i], p->settings);
	rt_emulated.packets += p->packets;
	rt_emulated.instructions += p->instructions;
	rt_emulated.hvx += p->hvx;
}
