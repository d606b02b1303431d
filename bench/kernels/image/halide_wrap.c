/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/kernels/image/halide_wrap.c: what halide_gen.py wrote, with the parameters of the other peers.
 *
 *     clang --target=hexagon -DKERNEL=NAME [-DWITH_K] -c halide_wrap.c
 *
 * makes NAME(A, B), or NAME(A, K, B) with WITH_K, call halide_NAME.  The structures are those of
 * Halide's HalideRuntime.h.  The object needs memory for a stage and leave to use HVX: both are
 * here, for a program of one thread. */
#include <stdint.h>

struct dim {
	int32_t min, extent, stride;
	uint32_t flags;
};
struct buffer {
	uint64_t device;
	void *interface;
	const uint8_t *host;
	uint64_t flags;
	uint8_t code, bits;
	uint16_t lanes;
	int32_t dimensions;
	struct dim *dim;
	void *padding;
};
enum { IS_INT = 0, IS_UINT = 1 };

#define JOIN_(a, b)   a##b
#define JOIN(a, b)    JOIN_(a, b)
#define HALIDE_KERNEL JOIN(halide_, KERNEL)

#ifdef WITH_K
int HALIDE_KERNEL(struct buffer *, struct buffer *, struct buffer *);
void KERNEL(const uint8_t *restrict A, const int8_t *restrict K, uint8_t *restrict B)
#else
int HALIDE_KERNEL(struct buffer *, struct buffer *);
void KERNEL(const uint8_t *restrict A, uint8_t *restrict B)
#endif
{
	struct dim a[2] = {{-128, 512, 1, 0}, {-2, 68, 512, 0}};
	struct dim b[2] = {{0, 256, 1, 0}, {0, 64, 256, 0}};
	struct buffer in = {
	        .host = A, .code = IS_UINT, .bits = 8, .lanes = 1, .dimensions = 2, .dim = a};
	struct buffer out = {
	        .host = B, .code = IS_UINT, .bits = 8, .lanes = 1, .dimensions = 2, .dim = b};
#ifdef WITH_K
	struct dim k[1] = {{0, 9, 1, 0}};
	struct buffer mask = {.host = (const uint8_t *)K,
	        .code = IS_INT,
	        .bits = 8,
	        .lanes = 1,
	        .dimensions = 1,
	        .dim = k};
	HALIDE_KERNEL(&in, &mask, &out);
#else
	HALIDE_KERNEL(&in, &out);
#endif
}

/* ---- What the object wants of a runtime ----------------------------------------------------*/
static uint8_t heap[1 << 20] __attribute__((aligned(128)));
static uint32_t used;

void *malloc(uint32_t n)
{
	uint8_t *p = heap + used;
	used += (n + 255) & ~127u;
	if (used > sizeof heap)
		__builtin_trap();
	return p;
}

void free(void *p)
{
	(void)p; /* the kernel runs once */
}

void *halide_malloc(void *context, uint32_t n)
{
	(void)context;
	return malloc(n);
}

void halide_free(void *context, void *p)
{
	(void)context;
	free(p);
}

int qurt_hvx_lock(int mode)
{
	return mode & 0;
}

int qurt_hvx_unlock(void)
{
	return 0;
}

#define NEVER(name)                                                                                \
	int name(void)                                                                             \
	{                                                                                          \
		__builtin_trap();                                                                  \
	}
NEVER(halide_error)
NEVER(halide_string_to_string)
NEVER(HAP_request_VTCM)
NEVER(HAP_release_VTCM)

void halide_msan_annotate_memory_is_initialized(void)
{
}
