#include <stdbool.h>
#include <stdint.h>
void rows(int32_t *A, float *B, float k, bool half, int32_t n);
static _Alignas(64) int32_t a[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static _Alignas(64) float b[3][4];
int main(void)
{
	rows(a[0], b[0], 0.5f, true, 3);
	return b[2][0] == 11.5f ? 0 : 1;
}
