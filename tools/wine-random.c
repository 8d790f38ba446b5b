/* bcryptprimitives.dll for wine 8, which has none: what Rust's standard library asks Windows for random numbers
   with, given by the older call that wine has. For tests only; `tools/setup.sh wine` compiles it. */

__declspec(dllimport) unsigned char SystemFunction036(void *buffer, unsigned long bytes);

__declspec(dllexport) int ProcessPrng(unsigned char *buffer, unsigned long long bytes) {
    return SystemFunction036(buffer, (unsigned long)bytes);
}
