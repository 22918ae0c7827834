// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrClockRate`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.clockRate; }
