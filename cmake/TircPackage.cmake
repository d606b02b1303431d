# cpack -G DEB: one package with what is installed, by Debian's names of what it needs.  cpack asks no tool for these:
# the versions are those of the LLVM that was found.
set(CPACK_PACKAGE_NAME tirc)
set(CPACK_PACKAGE_VENDOR tirc)
# As Debian's own tools know who makes a package: DEBFULLNAME and DEBEMAIL.
set(maintainer "tirc's developers <tirc@localhost>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(TIRC_MAINTAINER "${maintainer}" CACHE STRING "who makes the package: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${TIRC_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler of TVM's TIR for the host and Hexagon")
set(CPACK_PACKAGE_DESCRIPTION "tirc reads TIR as Apache TVM prints it, names its common
subexpressions, and emits LLVM IR, objects, C headers and Hexagon programs.
The package has the command, the pass plugin for LLVM's opt and clang, and
the libraries with their headers.")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# What packages that link to the libraries depend on; and dpkg is to run ldconfig.
set(control ${PROJECT_BINARY_DIR}/package/control)
file(WRITE ${control}/shlibs "")
foreach(library libtirc libtirc-core)
  file(APPEND ${control}/shlibs "${library} ${PROJECT_VERSION_MAJOR} tirc (>= ${PROJECT_VERSION})\n")
endforeach()
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/TircDebian.cmake)
set(CPACK_TIRC_DATE ${TIRC_DATE})
set(CPACK_TIRC_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36), libgcc-s1, libstdc++6, libllvm${TIRC_LLVM_VERSION} (>= 1:${LLVM_PACKAGE_VERSION})")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libclang1-${TIRC_LLVM_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "llvm-${TIRC_LLVM_VERSION}-dev, clang-${TIRC_LLVM_VERSION}, lld-${TIRC_LLVM_VERSION}, qemu-user")
include(CPack)
