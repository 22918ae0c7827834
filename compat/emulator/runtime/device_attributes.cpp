// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device_attributes.h"

#include <cuda.h>

namespace cuda_emulator {

namespace {

// The properties of the device that the table's values depend on.
struct described_device {
    int architecture = context::instance().architecture();
    device_limits limits = limits_of(architecture);
};

template <class Field>
void set(Field& field, int value)
{
    field = static_cast<Field>(value);
}

} // namespace

bool find_attribute(cudaDeviceAttr a, int& value)
{
    const described_device device;
    switch (static_cast<int>(a)) {
#define ATTRIBUTE(name, its_value)                                                                                     \
    case cudaDevAttr##name:                                                                                            \
        value = its_value;                                                                                             \
        return true;
#define PROPERTY(name, its_value, field) ATTRIBUTE(name, its_value)
#define DRIVER_ATTRIBUTE(name, its_value)                                                                              \
    case CU_DEVICE_ATTRIBUTE_##name:                                                                                   \
        value = its_value;                                                                                             \
        return true;
#include "runtime/device_attributes.def"
#undef ATTRIBUTE
#undef PROPERTY
#undef DRIVER_ATTRIBUTE
    default:
        value = 0;
        return a >= 1 && a < cudaDevAttrMax;
    }
}

void fill_properties(cudaDeviceProp& properties)
{
    const described_device device;
#define ATTRIBUTE(name, its_value)
#define PROPERTY(name, its_value, field) set(properties.field, its_value);
#define DRIVER_ATTRIBUTE(name, its_value)
#include "runtime/device_attributes.def"
#undef ATTRIBUTE
#undef PROPERTY
#undef DRIVER_ATTRIBUTE
}

} // namespace cuda_emulator
