// do: Compat's headers need no library: take `-lcutil` out.
// note: sample_helpers.md
// command: link -lcutil
int main() {}
