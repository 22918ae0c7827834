# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Headers alone. As an overlay port it takes the checkout that it stands in. In a registry, vcpkg_from_github stands here with
# the release's archive and its SHA512.
set(VCPKG_BUILD_TYPE release)
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DCUDA_LEGACY_BUILD_PAIRS=OFF -DCUDA_LEGACY_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME cuda_legacy CONFIG_PATH lib/cmake/cuda_legacy)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib" "${CURRENT_PACKAGES_DIR}/debug")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
