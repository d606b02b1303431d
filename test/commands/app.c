#include "pool.h"
static uint16_t A[2048] __attribute__((aligned(64))), o[1024] __attribute__((aligned(64)));
int main(void)
{
	for (int i = 0; i < 2048; i++)
		A[i] = 0x3c00;
	pool(A, o);
	return o[0] == 0x3c00 ? 0 : 1;
}
