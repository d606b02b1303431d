# What is installed: the command, the plugin, the libraries with their headers, the Hexagon runtime, and what CMake and
# pkg-config need to find them.  The tree may be moved: nothing in it names where it lies.
include(CMakePackageConfigHelpers)
get_property(core GLOBAL PROPERTY TIRC_PUBLISHED_core)
get_property(full GLOBAL PROPERTY TIRC_PUBLISHED_tirc)

set(places RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${core} tirc EXPORT tirc-core ${places})
install(TARGETS ${full} EXPORT tirc ${places})
install(TARGETS tirc-plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tirc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN *.h)
# The command looks for these in ../lib.
install(FILES $<TARGET_PROPERTY:tirc-hexagon-runtime,ARCHIVES> DESTINATION lib)
if(TARGET tirc-llvm-part)
  install(TARGETS tirc-llvm-part LIBRARY DESTINATION lib)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/licences DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})

# CMake
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tirc)
install(EXPORT tirc-core NAMESPACE tirc:: DESTINATION ${package})
install(EXPORT tirc NAMESPACE tirc:: DESTINATION ${package})
set(TIRC_HEXAGON_RUNTIME lib/libtirc-hexagon.a)
set(TIRC_PLUGIN ${CMAKE_INSTALL_LIBDIR}/tirc-plugin.so)
set(TIRC_COMMAND ${CMAKE_INSTALL_BINDIR}/tirc)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tircConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/tircConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS TIRC_HEXAGON_RUNTIME TIRC_PLUGIN TIRC_COMMAND)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/tircConfigVersion.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT) # the command makes objects for others
install(FILES ${PROJECT_BINARY_DIR}/package/tircConfig.cmake
  ${PROJECT_BINARY_DIR}/package/tircConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/TircKernel.cmake DESTINATION ${package})

# pkg-config: by the way up from where the file lies.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up ${up})
foreach(name tirc tirc-core)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/package/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
