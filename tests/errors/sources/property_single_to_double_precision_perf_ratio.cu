// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrSingleToDoublePrecisionPerfRatio`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.singleToDoublePrecisionPerfRatio; }
