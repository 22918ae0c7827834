// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrComputeMode`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.computeMode; }
