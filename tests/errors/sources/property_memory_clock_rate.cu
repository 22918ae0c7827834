// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrMemoryClockRate`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.memoryClockRate; }
